// The mailboxes between the cores: words, flags, interrupts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './program.mjs';

const PSM_FRCE_OFF = 0x40010004;

const RDY = 2;
const WOF = 4;
const ROE = 8;

test('full and empty show in the flags, and words arrive in order', () => {
  const { machine, word } = load(`
        .thumb_func
main:   bl      launch_core1
        ldr     r7, =SIO
        ldr     r6, =flags
        ldr     r0, [r7, #FIFO_ST]
        str     r0, [r6, #0]            @ nothing sent yet
        movs    r1, #7
1:      str     r1, [r7, #FIFO_WR]      @ 7, 6 ... 1: seven words
        subs    r1, #1
        bne     1b
        ldr     r0, [r7, #FIFO_ST]
        str     r0, [r6, #4]            @ one place is left
        movs    r1, #99
        str     r1, [r7, #FIFO_WR]
        ldr     r0, [r7, #FIFO_ST]
        str     r0, [r6, #8]            @ full
        str     r1, [r7, #FIFO_WR]
        ldr     r0, [r7, #FIFO_ST]
        str     r0, [r6, #12]           @ one too many
        str     r0, [r7, #FIFO_ST]
        ldr     r0, [r7, #FIFO_ST]
        str     r0, [r6, #16]           @ the error is cleared
        ldr     r0, [r7, #FIFO_RD]
        ldr     r0, [r7, #FIFO_ST]
        str     r0, [r6, #20]           @ read from an empty mailbox
        str     r0, [r7, #FIFO_ST]
        ldr     r0, =go
        str     r7, [r0]
2:      ldr     r0, [r7, #FIFO_ST]      @ the answer from core 1
        lsrs    r0, #1
        bcc     2b
        ldr     r0, [r7, #FIFO_RD]
        str     r0, [r6, #24]
        ldr     r0, [r7, #FIFO_ST]
        str     r0, [r6, #28]
        b       .

        .thumb_func
core1:  ldr     r7, =SIO
        str     r7, [r7, #FIFO_ST]      @ the boot ROM leaves a read error behind
        ldr     r0, =go
1:      ldr     r1, [r0]
        cmp     r1, #0
        beq     1b
        ldr     r2, =received
        movs    r3, #8
2:      ldr     r1, [r7, #FIFO_RD]
        stmia   r2!, {r1}
        subs    r3, #1
        bne     2b
        ldr     r1, [r7, #FIFO_ST]
        str     r1, [r2]
        movs    r1, #42
        str     r1, [r7, #FIFO_WR]
        b       .
        .balign 4
go:     .word   0
flags:  .space  32
received: .space 36`);
  machine.run(20000);
  assert.equal(machine.stop, null);
  const flags = Array.from({ length: 8 }, (_, i) => word('flags', i));
  assert.deepEqual(flags, [RDY, RDY, 0, WOF, 0, ROE, 42, RDY]);
  const received = Array.from({ length: 9 }, (_, i) => word('received', i));
  assert.deepEqual(received, [7, 6, 5, 4, 3, 2, 1, 99, RDY]);
});

test('core 1 can be stopped by the power-on state machine and launched again', () => {
  const { machine, word } = load(`
        .thumb_func
main:   movs    r4, #3
1:      bl      launch_core1
        ldr     r0, =500
2:      subs    r0, #1
        bne     2b
        ldr     r0, =PSM
        ldr     r1, =1 << 16
        str     r1, [r0, #4]            @ FRCE_OFF: core 1
        ldr     r2, =turns
        ldr     r2, [r2]
        ldr     r3, =500
3:      subs    r3, #1
        bne     3b
        ldr     r3, =turns              @ held in reset, it must not have gone on
        ldr     r3, [r3]
        cmp     r2, r3
        beq     4f
        udf     #1
4:      movs    r1, #0
        str     r1, [r0, #4]
        subs    r4, #1
        bne     1b
        b       .
        .thumb_func
core1:  ldr     r0, =launches
        ldr     r1, [r0]
        adds    r1, #1
        str     r1, [r0]
        ldr     r0, =turns
5:      ldr     r1, [r0]
        adds    r1, #1
        str     r1, [r0]
        b       5b
        .balign 4
launches: .word 0
turns:  .word   0`);
  machine.run(50000);
  assert.equal(machine.stop, null);
  assert.equal(word('launches'), 3);
  machine.rp.writeUint32(PSM_FRCE_OFF, 1 << 16);
  const [, before] = machine.instructions;
  machine.run(1000);
  assert.equal(machine.instructions[1], before, 'held in reset, it runs nothing');
});

test('each mailbox interrupts its own core, and only that', () => {
  const handler = (core) => `
        .thumb_func
proc${core}:  ldr     r0, =SIO
        ldr     r1, [r0, #FIFO_RD]
        ldr     r0, =got${core}
        str     r1, [r0]
        bx      lr`;
  const enable = `
        ldr     r0, =NVIC_ISER
        ldr     r1, =(3 << 15)          @ both mailbox interrupts, on both cores
        movs    r2, #0x180 >> 4         @ NVIC_ICPR - NVIC_ISER: what launching left pending
        lsls    r2, #4
        str     r1, [r0, r2]
        str     r1, [r0]`;
  const { machine, word } = load(
    `
        .thumb_func
main:   bl      launch_core1
        ${enable}
        ldr     r7, =SIO
        movs    r0, #11
        str     r0, [r7, #FIFO_WR]      @ to core 1, which answers
1:      wfi
        b       1b
        .thumb_func
core1:  ldr     r7, =SIO
        str     r7, [r7, #FIFO_ST]      @ or the boot ROM's read error would interrupt for ever
        ${enable}
1:      ldr     r0, =got1
        ldr     r1, [r0]
        cmp     r1, #11
        bne     1b
        movs    r0, #22
        str     r0, [r7, #FIFO_WR]
2:      wfi
        b       2b
        ${handler(0)}
        ${handler(1)}
        .pool
        .balign 4
got0:   .word   0
got1:   .word   0`,
    // Any other pairing of core and interrupt would run into `unexpected`.
    { vectors0: { 31: 'proc0' }, vectors1: { 32: 'proc1' } },
  );
  machine.run(20000);
  assert.equal(machine.stop, null);
  assert.deepEqual([word('got0'), word('got1')], [22, 11]);
});
