// Reads a firmware's log out of its RAM, as a debug probe does: SEGGER RTT, up-channel 0.
//
//     const rtt = new Rtt(machine, image.symbols.get('_SEGGER_RTT'));
//     machine.run(125e6);
//     process.stdout.write(rtt.drain());

const RAM = 0x20000000;
const ID = Buffer.from('SEGGER RTT');

// The control block: id (16 bytes), number of up- and down-channels, then the
// channels. A channel: name, buffer, size, write offset, read offset, flags.
const UP_CHANNEL_0 = 24;
const BUFFER = UP_CHANNEL_0 + 4;
const SIZE = UP_CHANNEL_0 + 8;
const WRITE = UP_CHANNEL_0 + 12;
const READ = UP_CHANNEL_0 + 16;

export class Rtt {
  /** @param address of the symbol `_SEGGER_RTT` */
  constructor(machine, address) {
    if (address === undefined) {
      throw new Error('rtt: the image has no symbol _SEGGER_RTT: log with RTT, and load the ELF');
    }
    this.machine = machine;
    this.base = address - RAM;
  }

  /** Takes what is in the buffer. Empty before the firmware has set it up. */
  drain() {
    const { sram, sramView } = this.machine.rp;
    const word = (offset) => sramView.getUint32(this.base + offset, true);
    if (ID.compare(sram, this.base, this.base + ID.length) !== 0) {
      return Buffer.alloc(0);
    }
    const [start, size, write, read] = [word(BUFFER) - RAM, word(SIZE), word(WRITE), word(READ)];
    if (start < 0 || start + size > sram.length || write >= size || read >= size) {
      throw new Error('rtt: the control block is damaged: did something write over it?');
    }
    const buffer = sram.subarray(start, start + size);
    const parts = write >= read ? [buffer.subarray(read, write)] : [buffer.subarray(read), buffer.subarray(0, write)];
    sramView.setUint32(this.base + READ, write, true);
    return Buffer.concat(parts);
  }
}
