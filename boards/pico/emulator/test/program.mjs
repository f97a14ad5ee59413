// Small machine-code programs for the tests, assembled by the GNU assembler.
//
// A program runs from RAM: `main` on core 0, and `core1` on core 1 once main has
// called `launch_core1`, which goes through the boot ROM as real firmware does.
// Tests look at its variables by name.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { Machine } from '../machine.mjs';
import { crc32 } from '../boot.mjs';
import { parseImage } from '../image.mjs';

const RAM = 0x20000000;
const FLASH = 0x10000000;
const BOOT2_BYTES = 256;
const STACK_0 = 0x20040000;
const STACK_1 = 0x20041000;

const LIBRARY = `
        .syntax unified
        .cpu cortex-m0plus
        .thumb
        .equ SIO,        0xd0000000
        .equ FIFO_ST,    0x50
        .equ FIFO_WR,    0x54
        .equ FIFO_RD,    0x58
        .equ SPINLOCK0,  0xd0000100
        .equ PPB,        0xe000e000
        .equ NVIC_ISER,  0xe000e100
        .equ NVIC_ISPR,  0xe000e200
        .equ VTOR,       0xe000ed08
        .equ TIMER,      0x40054000
        .equ WATCHDOG,   0x40058000
        .equ PSM,        0x40010000

        @ Sends 0, 0, 1, vector table, stack, entry; each word must come back.
        .thumb_func
launch_core1:
        push    {r4-r7, lr}
        ldr     r7, =SIO
1:      movs    r0, #200                @ core 1 says 0 when it is ready: let that come first
0:      subs    r0, #1
        bne     0b
        ldr     r4, =launch_words
        movs    r5, #6
2:      ldr     r6, [r4]
        cmp     r6, #0
        bne     4f
3:      ldr     r0, [r7, #FIFO_ST]      @ empty our own mailbox before a 0
        lsrs    r0, #1
        bcc     4f
        ldr     r0, [r7, #FIFO_RD]
        b       3b
4:      str     r6, [r7, #FIFO_WR]
        sev
5:      ldr     r0, [r7, #FIFO_ST]
        lsrs    r0, #1
        bcs     6f
        wfe
        b       5b
6:      ldr     r0, [r7, #FIFO_RD]
        cmp     r0, r6
        bne     1b
        adds    r4, #4
        subs    r5, #1
        bne     2b
        pop     {r4-r7, pc}
        .pool
        .weak   core1
        .balign 4
launch_words:
        .word   0, 0, 1, vectors1, ${STACK_1}, core1

        .thumb_func
unexpected:
        udf     #0xee                   @ an interrupt nobody asked for
`;

function vectorTable(label, stack, reset, handlers) {
  const words = Array.from({ length: 48 }, (_, number) => handlers[number] ?? 'unexpected');
  return `.balign 256\n${label}: .word ${[stack, reset, ...words.slice(2)].join(', ')}\n`;
}

/** Assembles and links; returns the ELF file's bytes. */
export function assemble(source, base = RAM) {
  const folder = mkdtempSync(join(tmpdir(), 'program-'));
  try {
    writeFileSync(join(folder, 'program.s'), source);
    const options = { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] };
    execFileSync('arm-none-eabi-as', ['-o', 'program.o', 'program.s'], options);
    const place = ['--nmagic', '-e', '0', `-Ttext=0x${base.toString(16)}`];
    execFileSync('arm-none-eabi-ld', [...place, '-o', 'program.elf', 'program.o'], options);
    return readFileSync(join(folder, 'program.elf'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * A machine with the program loaded and core 0 about to run `main`.
 * @param vectors0 handlers of core 0, by exception number
 * @param vectors1 handlers of core 1
 * @returns the machine; `word(name, index)` reads a variable; `address(name)`
 */
export function load(source, { vectors0 = {}, vectors1 = {} } = {}) {
  const tables =
    vectorTable('vectors0', STACK_0, 'main', vectors0) + vectorTable('vectors1', STACK_1, 'core1', vectors1);
  const image = parseImage(assemble(`${LIBRARY}${source}\n.pool\n${tables}`), 'program.elf');
  const machine = new Machine();
  machine.load(image);
  const address = (name) => image.symbols.get(name);
  machine.cores[0].VTOR = address('vectors0');
  machine.start(address('main'), STACK_0);
  const word = (name, index = 0) => machine.rp.sramView.getUint32(address(name) - RAM + 4 * index, true);
  return { machine, word, address };
}

/** A second stage that goes straight to the vector table behind it, and passes the ROM's check. */
function boot2() {
  const stage = parseImage(
    assemble(`.syntax unified\n.cpu cortex-m0plus\n.thumb
        ldr     r0, =0x10000100
        ldr     r1, =0xe000ed08
        str     r0, [r1]
        ldmia   r0, {r0, r1}
        msr     msp, r0
        bx      r1
        .pool`),
    'boot2.elf',
  );
  const bytes = Buffer.alloc(BOOT2_BYTES);
  bytes.set(stage.segments[0].bytes);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), BOOT2_BYTES - 4);
  return bytes;
}

/** A raw flash image that boots into `main`; its variables must be at RAM addresses of their own. */
export function flashImage(source) {
  const table = vectorTable('vectors0', STACK_0, 'main', {}) + 'vectors1 = 0\n';
  const program = parseImage(assemble(`${table}${LIBRARY}${source}\n.pool`, FLASH + BOOT2_BYTES), 'program.elf');
  return Buffer.concat([boot2(), ...program.segments.map(({ bytes }) => bytes)]);
}

/** A machine that will boot the program from flash. */
export function boot(source) {
  const machine = new Machine();
  machine.load(parseImage(flashImage(source), 'program.bin'));
  const word = (address) => machine.rp.sramView.getUint32(address - RAM, true);
  return { machine, word };
}
