// A serial terminal on UART0.

const BITS_PER_BYTE = 10; // start, eight data, stop
const DEFAULT_BAUD = 115200;

export class Uart {
  /** @param onData called with the bytes received */
  constructor({ onData } = {}) {
    this.onData = onData;
    this.queue = [];
  }

  /** Called by the machine, at the start and after each reboot. */
  attach(machine) {
    this.uart = machine.rp.uart[0];
    this.uart.onByte = (byte) => this.onData?.(Uint8Array.of(byte));
    this.alarm = machine.rp.clock.createAlarm(() => this.feed());
    this.waiting = false;
    this.wake();
  }

  /** Bytes given to send() and not yet received by the chip. */
  get unsent() {
    return this.queue.length;
  }

  send(data) {
    for (const byte of Buffer.from(data)) {
      this.queue.push(byte);
    }
    this.wake();
  }

  wake() {
    if (this.queue.length > 0 && !this.waiting) {
      this.waiting = true;
      const baud = this.uart.baudDivider ? this.uart.baudRate : DEFAULT_BAUD;
      this.alarm.schedule((BITS_PER_BYTE * 1e9) / baud);
    }
  }

  /** One byte, at the line's speed. A full FIFO would lose it on a real line; here it waits. */
  feed() {
    this.waiting = false;
    if (this.uart.enabled && !this.uart.rxFIFO.full) {
      this.uart.feedByte(this.queue.shift());
    }
    this.wake();
  }
}
