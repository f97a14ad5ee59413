// With the feature defmt, the firmware tells a debug probe what happens. What its RTT buffer holds is decoded by
// defmt-print, as it would be on a desk.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { readImage } from '../emulator/image.mjs';
import { Rtt } from '../emulator/rtt.mjs';
import { Board, path } from './board.mjs';
import { PROMPT } from './talk.mjs';

const ELF = path('target/pico/plywood-defmt.elf');

test('search events, decoded from RTT', () => {
  const board = new Board({ image: path('target/pico/plywood-defmt.uf2') });
  const rtt = new Rtt(board.machine, readImage(ELF).symbols.get('_SEGGER_RTT'));
  board.usb.until(PROMPT);
  const parts = [rtt.drain()];
  board.usb.send('level 4\r4\r');
  board.usb.until(/Red plays/);
  parts.push(rtt.drain());
  board.usb.until(PROMPT);
  const printed = spawnSync(path('target/tools/bin/defmt-print'), ['-e', ELF], { input: Buffer.concat(parts) });
  const text = `${printed.stdout}${printed.stderr}`;
  assert.match(text, /INFO.*plywood is up: \d+ bytes of RAM to lend/);
  assert.match(text, /INFO.*NegaScout at level Level\(4\) thinks about 1 stones/);
  assert.match(text, /DEBUG.*Complete \{ depth: 4, value: .* \}\)? after \d+ nodes in all/);
});
