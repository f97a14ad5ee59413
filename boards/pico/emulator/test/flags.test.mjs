// The overflow flag with a carry coming in: what 64-bit signed comparisons rest on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './program.mjs';

const INTERESTING = [0, 1, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff];
const pairs = [0, 1].flatMap((carry) => INTERESTING.flatMap((a) => INTERESTING.map((b) => [carry, a, b])));

/** Runs one instruction on every pair; returns (result, flags) for each. */
function compute(instruction) {
  const { machine, word } = load(`
        .thumb_func
main:   ldr     r4, =inputs
        ldr     r5, =outputs
        ldr     r6, =${pairs.length}
1:      ldmia   r4!, {r0, r1, r2}
        lsrs    r0, #1                  @ bit 0 becomes the carry
        ${instruction} r1, r2
        mrs     r3, apsr
        stmia   r5!, {r1, r3}
        subs    r6, #1
        bne     1b
        b       .
        .pool
        .balign 4
inputs: .word ${pairs.flat().join(', ')}
outputs: .space ${8 * pairs.length}`);
  machine.run(10000);
  return pairs.map((_, i) => [word('outputs', 2 * i), word('outputs', 2 * i + 1) >>> 28]);
}

/** AddWithCarry of the architecture manual, in numbers that do not overflow. */
function addWithCarry(a, b, carry) {
  const result = (a + b + carry) >>> 0;
  const signed = (a | 0) + (b | 0) + carry;
  const flags = { n: result >>> 31, z: result === 0, c: result !== a + b + carry, v: signed !== (result | 0) };
  return [result, parseInt(Object.values(flags).map(Number).join(''), 2)];
}

test('ADCS', () => {
  const want = pairs.map(([carry, a, b]) => addWithCarry(a, b, carry));
  assert.deepEqual(compute('adcs'), want);
});

test('SBCS', () => {
  const want = pairs.map(([carry, a, b]) => addWithCarry(a, ~b >>> 0, carry));
  assert.deepEqual(compute('sbcs'), want);
});
