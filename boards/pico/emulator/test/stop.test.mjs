// What would fault on the chip stops the machine, with the core and the address.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeStop } from '../machine.mjs';
import { load } from './program.mjs';

function stopOf(instructions) {
  const { machine, address } = load(`
        .thumb_func
main:   ${instructions}
        b       .
        .pool`);
  machine.run(1000);
  return { stop: machine.stop, at: address('at') };
}

const cases = {
  'UDF': ['at: udf #3', /^UDF/],
  'a wide UDF': ['at: .inst.w 0xf7f0a003', /^UDF/],
  'BKPT': ['at: bkpt #7', /^BKPT 7/],
  'an undefined instruction': ['at: .inst.n 0xba80', /^undefined instruction/],
  'a read from nowhere': ['ldr r0, =0x30000000\nat: ldr r1, [r0]', /^read from invalid memory address: 30000000/],
  'a write to nowhere': ['ldr r0, =0x30000000\nat: str r1, [r0]', /^write to undefined address: 30000000/],
  'a write to ROM': ['movs r0, #0\nat: strb r0, [r0]', /^write to ROM at 0x0/],
  'an unaligned word read': ['ldr r0, =0x20000102\nat: ldr r1, [r0]', /not 32 bit aligned/],
  'an unaligned word write': ['ldr r0, =0x20020002\nat: str r1, [r0]', /^unaligned write at 0x20020002/],
  'an unaligned halfword read': ['ldr r0, =0x20020001\nat: ldrh r1, [r0]', /^unaligned read at 0x20020001/],
};

for (const [name, [instructions, message]] of Object.entries(cases)) {
  test(`${name} stops the machine at its address`, () => {
    const { stop, at } = stopOf(instructions);
    assert.ok(stop, 'the machine stopped');
    assert.match(stop.message, message);
    assert.deepEqual([stop.core, stop.pc], [0, at]);
  });
}

test('a jump to nowhere is reported where it went', () => {
  const { stop } = stopOf('ldr r0, =0x30000001\n at: bx r0');
  assert.equal(stop.pc, 0x30000000);
});

test('core 1 is reported as core 1', () => {
  const { machine, address } = load(`
        .thumb_func
main:   bl      launch_core1
        b       .
        .thumb_func
core1:  nop
at:     udf     #0`);
  machine.run(10000, 64);
  assert.equal(machine.stop.core, 1);
  assert.equal(machine.stop.pc, address('at'));
  const where = `0x${address('at').toString(16)}`;
  assert.equal(describeStop(machine.stop), `core 1 stopped at ${where}: UDF (a panic, or unreachable code)`);
  const { cycles } = machine;
  machine.run(1000);
  assert.equal(machine.cycles, cycles, 'a stopped machine stays stopped');
});
