// Interrupts: shared lines to both cores, private timers, handlers that branch by table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './program.mjs';

const countIn = (name, label) => `
        .thumb_func
${name}: ldr    r0, =${label}
        ldr     r1, [r0]
        adds    r1, #1
        str     r1, [r0]`;

const sleepForEver = '9: wfi\n b 9b';

test('a shared interrupt reaches both cores when both enable it', () => {
  const enable = 'ldr r1, =NVIC_ISER\n movs r0, #1\n str r0, [r1]';
  const { machine, word } = load(
    `
        .thumb_func
main:   bl      launch_core1
        ${enable}
        ldr     r4, =TIMER
        movs    r0, #1
        str     r0, [r4, #0x38]         @ INTE
        ldr     r0, [r4, #0x28]
        adds    r0, #20
        str     r0, [r4, #0x10]         @ ALARM0
        ${sleepForEver}
        .thumb_func
core1:  cpsid   i
        ${enable}
        ldr     r0, =2000               @ core 0 serves the alarm and clears its cause;
1:      subs    r0, #1                  @ latched in core 1's NVIC, it must not be lost
        bne     1b
        cpsie   i
        ${sleepForEver}
        ${countIn('alarm0', 'count0')}
        ldr     r0, =TIMER
        movs    r1, #1
        str     r1, [r0, #0x34]
        bx      lr
        ${countIn('alarm1', 'count1')}
        bx      lr
        .pool
        .balign 4
count0: .word   0
count1: .word   0`,
    { vectors0: { 16: 'alarm0' }, vectors1: { 16: 'alarm1' } },
  );
  machine.run(20000, 7);
  assert.equal(machine.stop, null);
  assert.deepEqual([word('count0'), word('count1')], [1, 1]);
});

test('SysTick is private to each core', () => {
  const start = (reload) => `
        ldr     r0, =PPB
        ldr     r1, =${reload - 1}
        str     r1, [r0, #0x14]
        str     r1, [r0, #0x18]
        movs    r1, #7
        str     r1, [r0, #0x10]`;
  const { machine, word } = load(
    `
        .thumb_func
main:   bl      launch_core1
        ${start(1000)}
        ${sleepForEver}
        .thumb_func
core1:  ${start(4000)}
        ${sleepForEver}
        ${countIn('tick0', 'count0')}
        bx      lr
        ${countIn('tick1', 'count1')}
        bx      lr
        .pool
        .balign 4
count0: .word   0
count1: .word   0`,
    { vectors0: { 15: 'tick0' }, vectors1: { 15: 'tick1' } },
  );
  machine.run(2000); // launching, and starting both
  const [before0, before1] = [word('count0'), word('count1')];
  machine.run(4_000_000);
  assert.equal(machine.stop, null);
  assert.deepEqual([word('count0') - before0, word('count1') - before1], [4000, 1000]);
});

for (const quantum of [1, 64]) {
  test(`SysTick measures cycles exactly (quantum ${quantum})`, () => {
    const { machine, word } = load(`
        .thumb_func
main:   ldr     r4, =PPB
        ldr     r0, =0xffffff
        str     r0, [r4, #0x14]
        str     r0, [r4, #0x18]
        movs    r0, #5
        str     r0, [r4, #0x10]
        ldr     r1, [r4, #0x18]         @ 2 cycles
        movs    r3, #100                @ 1
1:      subs    r3, #1                  @ 1, a hundred times
        bne     1b                      @ 2, taken 99 times, then 1
        ldr     r2, [r4, #0x18]
        subs    r1, r2
        ldr     r0, =elapsed
        str     r1, [r0]
        b       .
        .balign 4
elapsed: .word  0`);
    machine.run(2000, quantum);
    assert.equal(word('elapsed'), 2 + 1 + 100 + 99 * 2 + 1);
  });
}

test('a jump table in a handler finds its way', () => {
  // What compilers emit for `switch` on this core: it adds to PC, so PC must be even.
  const { machine, word } = load(
    `
        .thumb_func
main:   svc     #0
        b       .
        .balign 4
        .thumb_func
onsvc:  movs    r0, #4                  @ the third case
        add     r0, pc                  @ the first instruction: PC is as entry left it
        mov     r1, r0
        subs    r1, #4
        ldr     r0, =onsvc + 2 + 4      @ what PC must have read as
        lsrs    r0, #1                  @ (a function's address is odd)
        lsls    r0, #1
        subs    r1, r0
        ldr     r2, =offset
        str     r1, [r2]
        bx      lr
        .pool
        .balign 4
offset: .word   0xdead`,
    { vectors0: { 11: 'onsvc' } },
  );
  machine.run(1000);
  assert.equal(machine.stop, null);
  assert.equal(word('offset'), 0);
});

test('an interrupt pended by software runs once', () => {
  const { machine, word } = load(
    `
        .thumb_func
main:   ldr     r0, =1 << 20
        ldr     r1, =NVIC_ISER
        str     r0, [r1]
        ldr     r1, =NVIC_ISPR
        str     r0, [r1]
        ${sleepForEver}
        ${countIn('uart', 'count')}
        bx      lr
        .pool
        .balign 4
count:  .word   0`,
    { vectors0: { 36: 'uart' } },
  );
  machine.run(2000);
  assert.equal(word('count'), 1);
});

test('the MPU registers read back, each core its own', () => {
  const guard = (base) => `
        ldr     r4, =PPB + 0xd90
        movs    r0, #3
        str     r0, [r4, #8]            @ RNR
        ldr     r0, =${base}
        str     r0, [r4, #12]           @ RBAR
        ldr     r0, =0x1000000f
        str     r0, [r4, #16]           @ RASR
        movs    r0, #5
        str     r0, [r4, #4]            @ CTRL`;
  const read = (label) => `
        ldr     r5, =${label}
        ldr     r0, [r4, #0]
        str     r0, [r5, #0]
        ldr     r0, [r4, #4]
        str     r0, [r5, #4]
        ldr     r0, [r4, #12]
        str     r0, [r5, #8]
        ldr     r0, [r4, #16]
        str     r0, [r5, #12]
        b       .
        .pool`;
  const { machine, word } = load(`
        .thumb_func
main:   bl      launch_core1
        ${guard('0x20000100')}
        ldr     r0, =500
1:      subs    r0, #1
        bne     1b
        ${read('mpu0')}
        .thumb_func
core1:  ${guard('0x20008000')}
        ${read('mpu1')}
        .balign 4
mpu0:   .space  16
mpu1:   .space  16`);
  machine.run(10000);
  const registers = (label) => Array.from({ length: 4 }, (_, i) => word(label, i));
  assert.deepEqual(registers('mpu0'), [0x800, 5, 0x20000103, 0x1000000f]);
  assert.deepEqual(registers('mpu1'), [0x800, 5, 0x20008003, 0x1000000f]);
});
