// Spinlocks give mutual exclusion; without them two cores lose each other's work.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './program.mjs';

const ROUNDS = 500;

/** Both cores add 1 to a counter, ROUNDS times each, with or without holding spinlock 0. */
function count(quantum, locked) {
  const acquire = locked ? '3: ldr r0, [r4]\n cmp r0, #0\n beq 3b' : '';
  const release = locked ? 'str r0, [r4]' : '';
  const body = (core) => `
        ldr     r4, =SPINLOCK0
        ldr     r5, =counter
        ldr     r6, =${ROUNDS}
2:      ${acquire}
        ldr     r1, [r5]
        adds    r1, #1
        str     r1, [r5]
        ${release}
        subs    r6, #1
        bne     2b
        ldr     r0, =done
        str     r4, [r0, #${4 * core}]
        b       .
        .pool`;
  const { machine, word } = load(`
        .thumb_func
main:   bl      launch_core1
        ${body(0)}
        .thumb_func
core1:  ${body(1)}
        .balign 4
counter: .word  0
done:   .word   0, 0`);
  machine.run(60000, quantum);
  assert.equal(machine.stop, null);
  assert.ok(word('done', 0) && word('done', 1), 'both cores finished');
  return word('counter');
}

for (const quantum of [1, 7, 64]) {
  test(`under a spinlock no increment is lost (quantum ${quantum})`, () => {
    assert.equal(count(quantum, true), 2 * ROUNDS);
  });
}

test('without the lock increments are lost: the race is real', () => {
  assert.ok(count(1, false) < 2 * ROUNDS);
});
