// Booting from flash, rebooting by watchdog, and going to BOOTSEL mode.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Machine } from '../machine.mjs';
import { boot } from './program.mjs';

const BOOTS = 0x20010000; // counts how often main ran; RAM is zero at power-on
const NOTE = 0x20010004; // what the first run left for the second
const REASON = 0x20010008;
const SCRATCH = 0x2001000c;

const TIMER_REASON = 1;
const FORCE_REASON = 2;

/** The first run does `first`; the second notes the reason and a scratch register, and rests. */
const twoRuns = (first, wdsel = '0x1ffff') => `
        .thumb_func
main:   ldr     r4, =${BOOTS}
        ldr     r5, =WATCHDOG
        ldr     r0, [r4]
        adds    r0, #1
        str     r0, [r4]
        cmp     r0, #1
        bne     second
        ldr     r0, =0xcafe
        str     r0, [r4, #4]
        ldr     r0, =0x5c2a7c4
        str     r0, [r5, #0x0c]         @ SCRATCH0
        ldr     r0, =${wdsel}
        ldr     r1, =PSM
        str     r0, [r1, #8]            @ WDSEL
        ${first}
        b       .
second: ldr     r0, [r5, #8]            @ REASON
        str     r0, [r4, #8]
        ldr     r0, [r5, #0x0c]
        str     r0, [r4, #12]
        b       .`;

const TRIGGER = 'ldr r0, =1 << 31\n str r0, [r5]';
const COUNT_DOWN = 'ldr r0, =2000\n str r0, [r5, #4]\n ldr r0, =1 << 30\n str r0, [r5]';

test('a triggered watchdog reboots: RAM is kept, REASON and SCRATCH are right', () => {
  const { machine, word } = boot(twoRuns(TRIGGER));
  machine.run(20000);
  assert.equal(machine.stop, null);
  assert.equal(machine.reboots, 1);
  assert.deepEqual([BOOTS, NOTE, REASON, SCRATCH].map(word), [2, 0xcafe, FORCE_REASON, 0x5c2a7c4]);
});

test('a watchdog that runs out reboots, twice as fast as it says (erratum E1)', () => {
  const { machine, word } = boot(twoRuns(COUNT_DOWN));
  machine.run(124_000); // 992 us
  assert.equal(machine.reboots, 0);
  machine.run(5_000);
  assert.equal(machine.reboots, 1);
  assert.deepEqual([BOOTS, NOTE, REASON, SCRATCH].map(word), [2, 0xcafe, TIMER_REASON, 0x5c2a7c4]);
});

test('a watchdog that is fed does not', () => {
  const feed = `${COUNT_DOWN}\n ldr r0, =2000\n1: str r0, [r5, #4]\n b 1b`;
  const { machine } = boot(twoRuns(feed));
  machine.run(500_000);
  assert.equal(machine.reboots, 0);
});

test('a watchdog that is told to reset nothing resets nothing', () => {
  const { machine } = boot(twoRuns(TRIGGER, '0'));
  machine.run(20000);
  assert.equal(machine.reboots, 0);
  assert.match(machine.warnings.join(), /WDSEL/);
});

test('a reset requested through AIRCR reboots', () => {
  const { machine, word } = boot(twoRuns('ldr r0, =0x05fa0004\n ldr r1, =0xe000ed0c\n str r0, [r1]'));
  machine.run(20000);
  assert.deepEqual([BOOTS, NOTE].map(word), [2, 0xcafe]);
});

test('devices are attached again, and wires stay', () => {
  const { machine } = boot(twoRuns(TRIGGER));
  let attached = 0;
  machine.attach({ attach: () => attached++ });
  machine.setPin(5, 1);
  machine.run(20000);
  assert.equal(attached, 2);
  assert.equal(machine.pin(5), 1);
});

test('time and cycles go on across a reboot', () => {
  const { machine } = boot(twoRuns(TRIGGER));
  machine.run(20000);
  assert.equal(machine.cycles, 20000);
  assert.equal(Math.round(machine.nanos), 20000 * 8);
});

test('reset_to_usb_boot, looked up in the ROM as firmware does, is BOOTSEL mode', () => {
  const { machine } = boot(`
        .thumb_func
main:   movs    r4, #0
        ldrh    r0, [r4, #0x14]         @ the function table
        ldr     r1, ='U' | ('B' << 8)
        ldrh    r2, [r4, #0x18]         @ rom_table_lookup(table, code)
        blx     r2
        mov     r2, r0
        movs    r0, #0
        movs    r1, #0
        blx     r2
        udf     #0`);
  machine.run(20000);
  assert.equal(machine.inBootsel, true);
  assert.match(machine.stop.message, /BOOTSEL/);
});

test('flash without a valid second stage is BOOTSEL mode too', () => {
  const machine = new Machine();
  machine.run(1000);
  assert.equal(machine.inBootsel, true);
  assert.match(machine.stop.message, /no valid second-stage boot loader/);
});
