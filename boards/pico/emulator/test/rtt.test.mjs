// Logs read out of RAM.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rtt } from '../rtt.mjs';
import { load } from './program.mjs';

test('bytes are taken once, around the end of the buffer, in order', () => {
  const { machine, address } = load(`
        .thumb_func
main:   wfi
        b       main
        .balign 4
_SEGGER_RTT:
        .ascii  "SEGGER RTT\\0\\0\\0\\0\\0\\0"
        .word   1, 0
        .word   0, buffer, 8, 0, 0, 0
buffer: .ascii  "efgh..cd"`);
  const block = address('_SEGGER_RTT') - 0x20000000;
  const set = (offset, value) => machine.rp.sramView.setUint32(block + offset, value, true);
  const rtt = new Rtt(machine, address('_SEGGER_RTT'));
  assert.equal(rtt.drain().toString(), '');
  set(36, 4);
  set(40, 6);
  assert.equal(rtt.drain().toString(), 'cdefgh');
  assert.equal(rtt.drain().toString(), '');
  set(36, 9);
  assert.throws(() => rtt.drain(), /control block is damaged/);
  machine.rp.sram[block] = 0;
  assert.equal(rtt.drain().toString(), '', 'not set up yet');
});

test('an image without the symbol is refused', () => {
  assert.throws(() => new Rtt(null, undefined), /no symbol _SEGGER_RTT/);
});
