// A USB host with a serial port driver: what a computer does with the Pico's cable.
//
//     const host = new UsbHost({ onData: (bytes) => process.stdout.write(bytes) });
//     machine.attach(host);
//     host.send('solve\n');
//
// It enumerates the device when that shows itself on the bus, and again after
// every bus reset and reboot. The bus works in slots: one step of a control
// transfer, one IN and one OUT packet each. Slots are scheduled only while there
// is something to do, so an idle bus costs nothing.

import { NAK, STALL, UsbWire } from './usb-wire.mjs';
import * as requests from './usb-requests.mjs';

const SLOT_NANOS = 50_000; // about what a full-speed bulk packet of 64 bytes takes
const ATTACH_NANOS = 1_000_000; // computers wait 100 ms for the contacts to settle
const RECOVERY_NANOS = 10_000_000; // after a reset, before the first request (USB 2.0, 7.1.7.5)
const TIMEOUT_NANOS = 5_000_000_000; // what Linux gives a control transfer
const ADDRESS = 1;

export class UsbHost {
  /**
   * @param onData called with the bytes of each packet received
   * @param onConnect called when the port is there and open
   * @param onDisconnect called when it is gone
   * @param onError called with an error the bus cannot go on after; thrown if absent
   */
  constructor({ onData, onConnect, onDisconnect, onError } = {}) {
    this.callbacks = { onData, onConnect, onDisconnect, onError };
    this.connected = false;
    this.dtr = true;
    /** Does the host ask for data? Without, the device's buffers stay full. */
    this.reading = true;
    this.queue = [];
    /** Bytes given to send() and not yet taken by the device. */
    this.unsent = 0;
    this.wire = null;
  }

  /** Called by the machine, at the start and after each reboot. */
  attach(machine) {
    this.disconnect();
    this.clock = machine.rp.clock;
    this.slot = this.clock.createAlarm(() => this.runSlot());
    this.slotTaken = false;
    this.wire = new UsbWire(machine.rp, {
      onArmed: () => this.wake(),
      onPullUp: (up) => (up ? this.begin(ATTACH_NANOS) : this.disconnect()),
    });
    if (this.wire.pulledUp) {
      this.begin(ATTACH_NANOS);
    }
  }

  /** Queues bytes or text. Everything is delivered in order, as fast as the device takes it. */
  send(data) {
    const bytes = typeof data === 'string' ? Buffer.from(data) : Uint8Array.from(data);
    if (bytes.length > 0) {
      this.queue.push(bytes);
      this.unsent += bytes.length;
      this.wake();
    }
  }

  /** Opens (true) or closes the port. A closed port neither reads nor sends. */
  setDtr(on) {
    this.dtr = on;
    this.reading = on;
    if (this.connected) {
      this.jobs.push(this.announceLines());
    }
    this.wake();
  }

  /** Stops or resumes reading while the port stays open. */
  setReading(on) {
    this.reading = on;
    this.wake();
  }

  /** Resets the bus in mid-run and enumerates again. Unsent bytes are kept. */
  resetBus() {
    this.disconnect();
    this.begin(0);
  }

  // --- The bus, slot by slot.

  begin(delay) {
    this.jobs = [this.enumerate(delay)];
    this.wake();
  }

  disconnect() {
    const was = this.connected;
    this.connected = false;
    this.jobs = [];
    if (was) {
      this.callbacks.onDisconnect?.();
    }
  }

  wake() {
    if (this.wire && !this.slotTaken) {
      this.slotTaken = true;
      this.slot.schedule(SLOT_NANOS);
    }
  }

  runSlot() {
    this.slotTaken = false;
    try {
      const busy = [this.runJob(), this.receive(), this.transmit()];
      if (busy.includes(true)) {
        this.wake();
      }
    } catch (error) {
      this.disconnect();
      if (!this.callbacks.onError) {
        throw error;
      }
      this.callbacks.onError(error);
    }
  }

  /** Control transfers are jobs: generators that do one step a slot. */
  runJob() {
    const [job] = this.jobs;
    if (job?.next().done) {
      this.jobs = this.jobs.filter((other) => other !== job);
    }
    return this.jobs.length > 0 || job !== undefined;
  }

  receive() {
    if (!this.connected || !this.reading) {
      return false;
    }
    const data = this.accepted(this.wire.in(this.port.in, this.toggleIn));
    if (data === NAK) {
      return false;
    }
    this.toggleIn ^= 1;
    if (data.length > 0) {
      this.callbacks.onData?.(data);
    }
    return true;
  }

  transmit() {
    if (!this.connected || !this.dtr || this.queue.length === 0) {
      return false;
    }
    const [first] = this.queue;
    const packet = first.subarray(0, this.port.packet);
    if (this.accepted(this.wire.out(this.port.out, packet, this.toggleOut)) === NAK) {
      return false; // the device will wake us when it arms a buffer
    }
    this.toggleOut ^= 1;
    this.unsent -= packet.length;
    if (packet.length < first.length) {
      this.queue[0] = first.subarray(packet.length);
    } else {
      this.queue.shift();
    }
    return true;
  }

  accepted(answer) {
    if (answer === STALL) {
      throw new Error('usb: the device stalled its serial port');
    }
    return answer;
  }

  // --- Control transfers.

  *enumerate(delay) {
    yield* this.pause(delay);
    this.wire.reset();
    this.toggleIn = 0;
    this.toggleOut = 0;
    yield* this.until('the bus reset', () => (this.wire.inReset ? NAK : true));
    yield* this.pause(RECOVERY_NANOS);

    this.packet0 = 8; // until the descriptor tells; every device can do that
    const start = yield* this.control(requests.getDeviceDescriptor(8));
    this.packet0 = start[7];
    yield* this.control(requests.setAddress(ADDRESS));
    yield* this.control(requests.getDeviceDescriptor(18));
    const head = yield* this.control(requests.getConfiguration(9));
    const total = head[2] | (head[3] << 8);
    this.port = requests.findSerialPort(yield* this.control(requests.getConfiguration(total)));
    yield* this.control(requests.setConfiguration(this.port.configuration));
    yield* this.control(requests.setLineCoding(this.port.control), requests.LINE_CODING);
    yield* this.announceLines();
    this.connected = true;
    this.callbacks.onConnect?.();
  }

  *announceLines() {
    let announced;
    do {
      announced = this.dtr;
      const lines = announced ? requests.DTR | requests.RTS : 0;
      yield* this.control(requests.setControlLineState(this.port.control, lines));
    } while (this.dtr !== announced); // it may have changed meanwhile
  }

  /** Setup, data and status stages. @returns the bytes of an IN transfer */
  *control(request, payload = new Uint8Array()) {
    const { name, packet, length, isIn } = request;
    const received = [];
    let toggle = 1; // the data stage starts with DATA1
    this.wire.setup(packet);
    if (isIn) {
      for (let last = false; !last; toggle ^= 1) {
        const data = yield* this.until(name, () => this.wire.in(0, toggle));
        received.push(...data);
        last = data.length < this.packet0 || received.length >= length;
      }
      yield* this.until(name, () => this.wire.out(0, new Uint8Array(), 1));
    } else {
      for (let at = 0; at < payload.length; at += this.packet0, toggle ^= 1) {
        const part = payload.subarray(at, at + this.packet0);
        yield* this.until(name, () => this.wire.out(0, part, toggle));
      }
      yield* this.until(name, () => this.wire.in(0, 1));
    }
    return Uint8Array.from(received);
  }

  /** Repeats a transaction, one a slot, until the device answers. */
  *until(what, transaction) {
    const deadline = this.clock.nanos + TIMEOUT_NANOS;
    for (;;) {
      yield;
      const answer = transaction();
      if (answer === STALL) {
        throw new Error(`usb: the device stalled ${what}`);
      }
      if (answer !== NAK) {
        return answer;
      }
      if (this.clock.nanos > deadline) {
        throw new Error(`usb: no answer to ${what} for ${TIMEOUT_NANOS / 1e9} s`);
      }
    }
  }

  *pause(nanos) {
    const deadline = this.clock.nanos + nanos;
    while (this.clock.nanos < deadline) {
      yield;
    }
  }
}
