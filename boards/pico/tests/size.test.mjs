// What the firmware takes, against the budget in ../budget.json. Bytes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readImage } from '../emulator/image.mjs';
import { Board, ELF, UF2, path } from './board.mjs';
import { PROMPT } from './talk.mjs';

const budget = JSON.parse(readFileSync(path('boards/pico/budget.json')));
const { symbols } = readImage(ELF);
const between = (start, end) => symbols.get(end) - symbols.get(start);

test('flash: everything that is written to it', (t) => {
  const used = readImage(UF2).segments.reduce((sum, { bytes }) => sum + bytes.length, 0);
  t.diagnostic(`flash ${used} of ${budget.flash} bytes`);
  assert.ok(used > 10_000 && used <= budget.flash, `${used} bytes of flash, more than ${budget.flash}`);
});

test('RAM: data, code in RAM, bss and both stacks, without what is lent', (t) => {
  const stack = between('_stack_end', '_stack_start');
  const statics = between('__sdata', '_lent_start');
  t.diagnostic(`ram ${stack + statics} of ${budget.ram} bytes: core 0's stack ${stack}, all else ${statics}`);
  assert.ok(stack > 0 && statics > 0 && stack + statics <= budget.ram, `more than ${budget.ram}`);
});

test('the stack is deep enough, with a quarter to spare', async (t) => {
  const board = new Board();
  board.usb.until(PROMPT);
  for (const line of ['level 3', '4', 'hint', 'engine scout', 'undo', 'engine sss', '4', 'engine ins', 'hint', 'stats', 'help', 'moves 4455', 'selftest', 'engine x']) {
    await board.usb.ask(line);
  }
  const { size, untouched } = board.stack();
  t.diagnostic(`stack ${size - untouched} of ${size} bytes used`);
  assert.ok(untouched >= size / 4, `only ${untouched} of ${size} bytes were never used`);
});
