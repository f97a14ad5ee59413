// The firmware's very .uf2 on an emulated Pico, with a person at each of its serial ports.

import { StringDecoder } from 'node:string_decoder';
import { fileURLToPath } from 'node:url';
import { Machine, describeStop } from '../emulator/machine.mjs';
import { Uart } from '../emulator/uart.mjs';
import { UsbHost } from '../emulator/usb-host.mjs';
import { Ws2812 } from '../emulator/ws2812.mjs';
import { readImage } from '../emulator/image.mjs';
import { Talk } from './talk.mjs';

export const path = (relative) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
export const UF2 = path('target/pico/plywood.uf2');
export const ELF = path('target/pico/plywood.elf');

/** Two cores take turns of so many cycles: fast, and close enough where no race is looked for. */
const QUANTUM = 64;
const SLICE = 20_000;
/** RAM that nobody has written to, so that the deepest use of the stack shows. */
const PAINT = 0xa5;
const RAM = 0x20000000;

export class Board {
  constructor({ usb = true, image = UF2 } = {}) {
    this.machine = new Machine();
    this.machine.rp.sram.fill(PAINT);
    this.machine.load(readImage(image));
    this.usb = new Terminal(this, (onData) => new UsbHost({ onData }), usb);
    this.uart = new Terminal(this, (onData) => new Uart({ onData }));
    this.frames = [];
    const strip = new Ws2812({ onFrame: (frame) => this.frames.push({ frame, millis: this.millis }) });
    this.machine.attach(strip);
  }

  get millis() {
    return this.machine.nanos / 1e6;
  }

  /** Runs for some of the chip's milliseconds. */
  wait(millis) {
    this.runUntil(() => false, millis, () => {});
  }

  /** Runs until `happened()`, at most for some of the chip's milliseconds. */
  runUntil(happened, millis, late) {
    const end = this.millis + millis;
    while (!happened()) {
      if (this.millis >= end) {
        return late();
      }
      this.machine.run(SLICE, QUANTUM);
      if (this.machine.stop) {
        throw new Error(describeStop(this.machine.stop));
      }
    }
  }

  /** Until neither port has said anything for a while; whatever was said is then behind us. */
  hush() {
    const said = () => this.usb.all.length + this.uart.all.length;
    for (let before = -1; before !== said(); ) {
      before = said();
      this.wait(100);
    }
    this.usb.rest = this.uart.rest = '';
  }

  /** Bytes of RAM that the board lends to searches, as it says at the start. */
  get lent() {
    return Number(/(\d+) bytes of RAM to lend/.exec(this.uart.all)[1]);
  }

  /** Bytes of core 0's stack that were never used, and all of them. */
  stack() {
    const { symbols } = readImage(ELF);
    const [end, start] = [symbols.get('_stack_end') - RAM, symbols.get('_stack_start') - RAM];
    const bytes = this.machine.rp.sram.subarray(end, start);
    const untouched = bytes.findIndex((byte) => byte !== PAINT);
    return { size: bytes.length, untouched: untouched < 0 ? bytes.length : untouched };
  }
}

/** A terminal program at one of the ports. */
class Terminal extends Talk {
  constructor(board, connect, plugged = true) {
    super();
    this.board = board;
    const decoder = new StringDecoder();
    this.port = connect((bytes) => this.hear(decoder.write(Buffer.from(bytes))));
    if (plugged) {
      board.machine.attach(this.port);
    }
  }

  send(text) {
    this.port.send(text);
  }

  /** Waits for a pattern; gives back everything up to its end. */
  until(pattern, { seconds = 60 } = {}) {
    let found;
    this.board.runUntil(
      () => (found = this.take(pattern)) !== null,
      seconds * 1000,
      () => {
        throw new Error(`${pattern} did not come in ${seconds} s; the last was ${JSON.stringify(this.rest.slice(-400))}`);
      },
    );
    return found;
  }
}
