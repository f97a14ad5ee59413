// PIO at the right rate, and the LED strip that reads what it sends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ws2812, ansiPicture, asciiPicture } from '../ws2812.mjs';
import { load } from './program.mjs';

const PIN = 16;
const PIO0 = 0x50200000;
const IO_BANK0 = 0x40014000;

// Ten PIO cycles a bit: side-set is the pin, the brackets are delays.
const PROGRAM = [
  0x6221, //  0: out x, 1    side 0 [2]
  0x1123, //  1: jmp !x, 3   side 1 [1]
  0x1400, //  2: jmp 0       side 1 [4]
  0xa442, //  3: nop         side 0 [4]
];

const BITS_24 = 24 << 25; // pull threshold
const AUTOPULL = 1 << 17;
const JOIN_TX = 1 << 30;

/** Register writes that set state machine 0 up. @param divisor of the 125 MHz clock, in 256ths */
const setUp = (divisor, shiftctrl) => [
  ...PROGRAM.map((opcode, i) => [PIO0 + 0x48 + 4 * i, opcode]),
  [PIO0 + 0xc8, (divisor << 8) >>> 0], // CLKDIV
  [PIO0 + 0xcc, 3 << 12], // EXECCTRL: wrap from 3 to 0
  [PIO0 + 0xd0, shiftctrl >>> 0], // SHIFTCTRL: out to the left
  [PIO0 + 0xdc, ((1 << 29) | (1 << 26) | (PIN << 10) | (PIN << 5)) >>> 0], // PINCTRL: one side-set pin
  [PIO0 + 0xd8, 0xe081], // set pindirs, 1
  [IO_BANK0 + 8 * PIN + 4, 6], // the pin is PIO0's
  [PIO0, 1], // go
];

/** Sends words, one colour each; `waits` counts how often there was no room. */
function send(colours, options = {}) {
  const { divisor = 15.625 * 256, shiftctrl = BITS_24 | AUTOPULL } = options;
  const { quantum = 1, pixels = colours.length, rounds = 1, onRise } = options;
  const pokes = setUp(divisor, shiftctrl);
  const grb = colours.map((c) => ((((c >> 8) & 255) << 24) | ((c >> 16) << 16) | ((c & 255) << 8)) >>> 0);
  const { machine, word } = load(`
        .thumb_func
main:   ldr     r4, =pokes
        ldr     r5, =${pokes.length}
1:      ldmia   r4!, {r0, r1}
        str     r1, [r0]
        subs    r5, #1
        bne     1b
        ldr     r4, =colours
        ldr     r5, =${grb.length}
        ldr     r7, =${PIO0}
        ldr     r6, =waits
2:      ldr     r0, [r7, #4]            @ FSTAT
        lsrs    r0, #17                 @ TXFULL of machine 0
        bcc     3f
        ldr     r0, [r6]
        adds    r0, #1
        str     r0, [r6]
        b       2b
3:      ldmia   r4!, {r0}
        str     r0, [r7, #0x10]         @ TXF0
        subs    r5, #1
        bne     2b
        ldr     r0, =10000              @ 240 us: the strip latches, the state machine waits
4:      subs    r0, #1
        bne     4b
        ldr     r6, =rounds
        ldr     r0, [r6]
        subs    r0, #1
        str     r0, [r6]
        bne     1f
5:      wfi
        b       5b
1:      ldr     r4, =colours
        ldr     r5, =${grb.length}
        ldr     r6, =waits
        b       2b
        .pool
        .balign 4
waits:  .word   0
rounds: .word   ${rounds}
pokes:  .word   ${pokes.flat().join(', ')}
colours: .word  ${grb.join(', ')}`);
  const strip = new Ws2812({ pin: PIN, pixels });
  machine.attach(strip);
  machine.rp.gpio[PIN].addListener((state) => state === 1 && onRise?.(machine.edgeNanos));
  machine.run(120_000, quantum);
  assert.equal(machine.stop, null);
  return { strip, machine, waits: word('waits') };
}

const COLOURS = [0xff0000, 0x00ff00, 0x0000ff, 0x123456, 0xfedcba, 0x000000, 0xffffff, 0x800001, 0x010203, 0xa5a5a5];

for (const quantum of [1, 64]) {
  test(`a PIO program's pixels come out as they went in (quantum ${quantum})`, () => {
    const { strip } = send(COLOURS, { quantum });
    assert.deepEqual(strip.frames, [COLOURS]);
  });
}

test('a state machine that waited goes on when it is fed, not when it stopped', () => {
  const { strip } = send(COLOURS, { rounds: 2 });
  assert.deepEqual(strip.frames, [COLOURS, COLOURS]);
});

test('the state machine runs at the divided clock', () => {
  const edges = [];
  const { machine } = send([0x555555, 0x555555], { onRise: (nanos) => edges.push(nanos) });
  assert.equal(machine.nanosPerCycle, 8);
  // Ten PIO cycles of 15.625 system cycles of 8 ns: 1250 ns a bit.
  assert.equal(edges.length, 48);
  const perBit = (edges[47] - edges[0]) / 47;
  assert.ok(Math.abs(perBit - 1250) < 1, `${perBit} ns a bit`);
});

test('joined FIFOs take eight words', () => {
  const eight = COLOURS.slice(0, 8);
  assert.ok(send(eight).waits > 0, 'four words fill it');
  assert.equal(send(eight, { shiftctrl: BITS_24 | AUTOPULL | JOIN_TX }).waits, 0);
});

test('a stream too slow or too fast is refused', () => {
  const slow = /ws2812 on GP16: frame 0, bit 1: 2400 ns from bit to bit, want 650 to 1850/;
  assert.throws(() => send(COLOURS, { divisor: 30 * 256 }), slow);
  const fast = /high for 1\d\d ns, want 200 to 500 \(0\) or 550 to 900 \(1\)/;
  assert.throws(() => send(COLOURS, { divisor: 8 * 256 }), fast);
});

test('a frame of the wrong length is refused', () => {
  assert.throws(() => send(COLOURS, { pixels: 11 }), /a frame of 240 bits, want 264 for 11 pixels/);
});

test('pictures', () => {
  const frame = new Array(64).fill(0);
  frame[0] = 0xff0000;
  frame[9] = 0x00ff00;
  frame[63] = 0x123456;
  const chars = new Map([[0, '.'], [0xff0000, 'R'], [0x00ff00, 'G']]);
  const want = ['R.......', '.G......', ...new Array(5).fill('........'), '.......?'].join('\n');
  assert.equal(asciiPicture(frame, chars), want);
  const snake = (x, y, width) => y * width + (y % 2 ? width - 1 - x : x);
  assert.equal(asciiPicture(frame, chars, { layout: snake }).split('\n')[1], '......G.');
  assert.equal(ansiPicture(frame)[0].startsWith('\x1b[48;2;255;0;0m  \x1b[48;2;0;0;0m  '), true);
});
