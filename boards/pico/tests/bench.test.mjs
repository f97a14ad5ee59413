// The cycles of `bench` on the emulated chip, to the last one, against bench.golden. If a change moves them, say why in
// its commit, and write the file anew:  UPDATE=1 node --test boards/pico/tests/bench.test.mjs

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { Board, path } from './board.mjs';
import { PROMPT, clean } from './talk.mjs';

const GOLDEN = path('boards/pico/tests/bench.golden');

test('bench takes the cycles in the golden file', async (t) => {
  // Only one port and no light to serve: what interrupts take would be counted, too.
  const board = new Board({ usb: false });
  board.uart.until(PROMPT);
  const said = clean(await board.uart.ask('bench'));
  const lines = said.match(/^.* nodes, \d+ cycles, \d+ a node$/gm);
  lines.forEach((line) => t.diagnostic(line));
  if (process.env.UPDATE) {
    writeFileSync(GOLDEN, `${lines.join('\n')}\n`);
  }
  assert.deepEqual(lines, readFileSync(GOLDEN, 'utf8').trim().split('\n'));
});

test('selftest passes on the chip', async (t) => {
  const board = new Board();
  board.usb.until(PROMPT);
  const said = await board.usb.ask('selftest');
  assert.match(said, /selftest passed: (\d+) searches of 144 trees, all equal to minimax/);
  t.diagnostic(said.split('\n')[1]);
});
