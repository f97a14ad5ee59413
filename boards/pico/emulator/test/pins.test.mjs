// Pins: buttons with pull-ups, outputs that read back, the LED.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './program.mjs';

const BUTTON = 17;
const PAD = 0x4001c004 + 4 * BUTTON;
const CTRL = 0x40014004 + 8 * BUTTON;
const LED_CTRL = 0x40014004 + 8 * 25;

test('a button pulls its pin low against the pull-up; letting go brings it back', () => {
  const { machine, word } = load(`
        .thumb_func
main:   ldr     r0, =${PAD}
        movs    r1, #0x4a               @ input, pulled up
        str     r1, [r0]
        ldr     r0, =${CTRL}
        movs    r1, #5                  @ SIO
        str     r1, [r0]
        ldr     r7, =SIO
        ldr     r6, =level
1:      ldr     r0, [r7, #4]            @ GPIO_IN
        lsrs    r0, #${BUTTON}
        movs    r1, #1
        ands    r0, r1
        str     r0, [r6]
        b       1b
        .balign 4
level:  .word   2`);
  assert.equal(machine.pin(BUTTON), 0, 'pulled down at reset');
  machine.setPin(BUTTON, 1);
  assert.equal(machine.pin(BUTTON), 1, 'driven from outside');
  machine.setPin(BUTTON, null);
  machine.run(1000);
  assert.equal(word('level'), 1);
  machine.setPin(BUTTON, 0);
  machine.run(1000);
  assert.equal(word('level'), 0);
  machine.setPin(BUTTON, null);
  machine.run(1000);
  assert.equal(word('level'), 1);
});

test('the LED shows, and a driven pin reads as it is driven', () => {
  const { machine, word } = load(`
        .thumb_func
main:   ldr     r0, =${LED_CTRL}
        movs    r1, #5
        str     r1, [r0]
        ldr     r7, =SIO
        ldr     r1, =1 << 25
        str     r1, [r7, #0x24]         @ GPIO_OE_SET
        ldr     r0, =1000
1:      subs    r0, #1
        bne     1b
        str     r1, [r7, #0x14]         @ GPIO_OUT_SET
        ldr     r0, [r7, #4]
        ldr     r6, =seen
        str     r0, [r6]
        b       .
        .balign 4
seen:   .word   0`);
  machine.run(1000);
  assert.equal(machine.led, false);
  machine.run(5000);
  assert.equal(machine.led, true);
  assert.equal(word('seen'), 1 << 25);
});
