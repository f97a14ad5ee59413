// The cycles of `bench` on the emulated chip, to the last one, against bench.golden. If a change moves them, say why in
// its commit, and write the file anew:  UPDATE=1 node --test boards/pico/tests/bench.test.mjs
//
// Another compiler makes other code, so the file has a block for each one its cycles are known for, headed by its name. With
// a compiler that has none, only the nodes have to agree.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { Board, ELF, path } from './board.mjs';
import { Host } from './host.mjs';
import { PROMPT, clean } from './talk.mjs';

const GOLDEN = path('boards/pico/tests/bench.golden');
/** What the compiler wrote into the ELF about itself. */
const COMPILER = /rustc version \d+\.\d+\.\d+/.exec(readFileSync(ELF, 'latin1'))[0];

test('bench takes the cycles in the golden file', async (t) => {
  // Only one port and no light to serve: what interrupts take would be counted, too.
  const board = new Board({ usb: false });
  board.uart.until(PROMPT);
  const said = clean(await board.uart.ask('bench'));
  const lines = said.match(/^.* nodes, \d+ cycles, \d+ a node$/gm);
  lines.forEach((line) => t.diagnostic(line));
  const blocks = new Map(readFileSync(GOLDEN, 'utf8').trim().split('\n\n').map((block) => {
    const [compiler, ...golden] = block.split('\n');
    return [compiler, golden];
  }));
  if (process.env.UPDATE) {
    blocks.set(COMPILER, lines);
    writeFileSync(GOLDEN, [...blocks].map(([compiler, golden]) => `${[compiler, ...golden].join('\n')}\n`).join('\n'));
  }
  const nodes = (line) => line.replace(/,.*/, '');
  for (const golden of blocks.values()) {
    assert.deepEqual(lines.map(nodes), golden.map(nodes));
  }
  // The bench builds one search after the other: no other command takes more of the stack.
  const { size, untouched } = board.stack();
  t.diagnostic(`stack ${size - untouched} of ${size} bytes used`);
  assert.ok(untouched >= size / 4, `only ${untouched} of ${size} bytes of the stack were never used`);
  // A search that keeps something visits the same nodes wherever it has the same memory.
  const host = new Host('--table-bytes', board.lent);
  await host.until(PROMPT);
  const there = (await host.ask('bench')).match(/^.* nodes, cycles not counted here$/gm);
  host.close();
  assert.deepEqual(lines.map(nodes), there.map(nodes));
  if (blocks.has(COMPILER)) {
    assert.deepEqual(lines, blocks.get(COMPILER));
  } else {
    t.diagnostic(`no golden cycles for ${COMPILER}, only for ${[...blocks.keys()]}`);
  }
});

test('selftest passes on the chip', async (t) => {
  const board = new Board();
  board.usb.until(PROMPT);
  const said = await board.usb.ask('selftest');
  assert.match(said, /selftest passed: (\d+) searches of 144 trees, all equal to minimax/);
  t.diagnostic(said.split('\n')[1]);
});
