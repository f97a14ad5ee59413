// WFE and WFI: what wakes a core, and what does not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './program.mjs';

/** Core 1 sleeps in WFE; core 0 does something; did core 1 wake? */
function wakesSleeper(action) {
  const { machine, word } = load(`
        .thumb_func
main:   bl      launch_core1
        ldr     r0, =500                @ time for core 1 to fall asleep
1:      subs    r0, #1
        bne     1b
        ldr     r7, =SIO
        ${action}
        b       .
        .thumb_func
core1:  sev                             @ set the event register, then use it up:
        wfe                             @ whatever was left there is gone
        ldr     r0, =state
        movs    r1, #1
        str     r1, [r0]
        wfe
        movs    r1, #2
        str     r1, [r0]
        b       .
        .balign 4
state:  .word   0`);
  machine.run(10000);
  assert.equal(machine.stop, null);
  assert.notEqual(word('state'), 0, 'core 1 got to its WFE');
  return word('state') === 2;
}

test('SEV wakes a core from WFE', () => {
  assert.equal(wakesSleeper('sev'), true);
});

test('a word in the mailbox does not', () => {
  assert.equal(wakesSleeper('str r7, [r7, #FIFO_WR]'), false);
});

test('an event that came before WFE is remembered once', () => {
  const { machine, word } = load(`
        .thumb_func
main:   movs    r0, #200                @ core 1's boot ROM sends an event too
1:      subs    r0, #1
        bne     1b
        sev
        wfe
        ldr     r0, =passed
        movs    r1, #1
        str     r1, [r0]
        wfe
        movs    r1, #2
        str     r1, [r0]
        b       .
        .balign 4
passed: .word   0`);
  machine.run(2000);
  assert.equal(word('passed'), 1);
});

/** WFI under PRIMASK, with an alarm set `delay` microseconds ahead. */
function wfiUnderPrimask(delay, before = '') {
  const { machine, word } = load(
    `
        .thumb_func
main:   cpsid   i
        ldr     r4, =TIMER
        movs    r0, #1
        str     r0, [r4, #0x38]         @ INTE
        ldr     r1, =NVIC_ISER
        str     r0, [r1]
        ldr     r0, [r4, #0x28]         @ TIMERAWL
        adds    r0, #${delay}
        str     r0, [r4, #0x10]         @ ALARM0
        ${before}
        wfi
        ldr     r5, =results
        ldr     r0, [r5]
        str     r0, [r5, #4]            @ handler runs so far: none
        movs    r0, #1
        str     r0, [r5, #8]            @ we woke
        cpsie   i
        nop
        ldr     r0, [r5]
        str     r0, [r5, #12]           @ now it ran
1:      wfi
        b       1b
        .thumb_func
alarm:  ldr     r0, =TIMER
        movs    r1, #1
        str     r1, [r0, #0x34]         @ INTR
        ldr     r0, =results
        ldr     r1, [r0]
        adds    r1, #1
        str     r1, [r0]
        bx      lr
        .balign 4
results: .space 16`,
    { vectors0: { 16: 'alarm' } },
  );
  machine.run(20000);
  assert.equal(machine.stop, null);
  return Array.from({ length: 4 }, (_, i) => word('results', i));
}

test('WFI under PRIMASK wakes without taking the exception', () => {
  assert.deepEqual(wfiUnderPrimask(50), [1, 0, 1, 1]);
});

test('WFI under PRIMASK does not sleep on an interrupt that is already pending', () => {
  const wait = 'ldr r0, =1000\n2: subs r0, #1\n bne 2b';
  assert.deepEqual(wfiUnderPrimask(5, wait), [1, 0, 1, 1]);
});

test('a chip that is all asleep costs no time to emulate', () => {
  const { machine } = load(`
        .thumb_func
main:   wfi
        b       main`);
  machine.run(125e6 * 3600);
  assert.ok(machine.busy[0] < 100);
  assert.equal(machine.cycles, 125e6 * 3600);
});
