// A USB serial device for the host to talk to: firmware's part of the bargain, in JavaScript.
//
// It works the controller's registers and buffers as a driver does, every 20
// microseconds, while the cores sleep. It sends back what it receives.

const USB = 0x50110000;
const DPRAM = 0x50100000;
const SIE_CTRL = USB + 0x4c;
const SIE_STATUS = USB + 0x50;
const BUFF_STATUS = USB + 0x58;
const EP_STALL_ARM = USB + 0x68;

const PULLUP_EN = 1 << 16;
const BUS_RESET = 1 << 19;
const SETUP_REC = 1 << 17;

const AVAILABLE = 1 << 10;
const STALL = 1 << 11;
const DATA1 = 1 << 13;
const FULL = 1 << 15;

const SERVICE_NANOS = 20_000;
const DATA_IN = 2;
const DATA_OUT = 1;
const BUFFERS = { in: 0x180, out: 0x1c0 };

const DEVICE = [18, 1, 0, 2, 2, 0, 0, 64, 0xc0, 0x16, 0xdd, 0x27, 0, 1, 0, 0, 0, 1];
const CONFIGURATION = [
  ...[9, 2, 67, 0, 2, 1, 0, 0x80, 50],
  ...[9, 4, 0, 0, 1, 2, 2, 0, 0], // control interface, with its functional descriptors
  ...[5, 0x24, 0, 0x10, 1, 4, 0x24, 2, 2, 5, 0x24, 6, 0, 1, 5, 0x24, 1, 0, 1],
  ...[7, 5, 0x83, 3, 8, 0, 255],
  ...[9, 4, 1, 0, 2, 10, 0, 0, 0], // data interface
  ...[7, 5, 0x80 | DATA_IN, 2, 64, 0, 0, 7, 5, DATA_OUT, 2, 64, 0, 0],
];

export class FakeDevice {
  constructor() {
    this.received = [];
    this.lines = [];
    this.requests = [];
    /** Knobs for misbehaviour. */
    this.accepting = true;
    this.answering = true;
    this.wrongToggle = false;
    this.stallRequest = null;
  }

  attach(machine) {
    this.rp = machine.rp;
    this.alarm = machine.rp.clock.createAlarm(() => this.service());
    this.alarm.schedule(SERVICE_NANOS);
    this.write(SIE_CTRL, PULLUP_EN);
  }

  write(address, value) {
    this.rp.writeUint32(address, value >>> 0);
  }

  read(address) {
    return this.rp.readUint32(address);
  }

  service() {
    this.alarm.schedule(SERVICE_NANOS);
    if (!this.answering) {
      return;
    }
    const status = this.read(SIE_STATUS);
    if (status & BUS_RESET) {
      this.write(SIE_STATUS, BUS_RESET);
      this.reset();
    }
    const done = this.read(BUFF_STATUS);
    this.write(BUFF_STATUS, done);
    if (status & SETUP_REC) {
      this.write(SIE_STATUS, SETUP_REC);
      this.setup([...this.rp.usbDPRAM.subarray(0, 8)]);
    } else if (done & 3) {
      this.continueControl();
    }
    this.pumpOut();
    this.pumpIn();
  }

  reset() {
    for (let at = 0x80; at < 0x100; at += 4) {
      this.write(DPRAM + at, 0);
    }
    this.write(DPRAM + 8 * DATA_IN, (1 << 31) | (1 << 29) | BUFFERS.in);
    this.write(DPRAM + 8 * DATA_OUT + 4, (1 << 31) | (1 << 29) | BUFFERS.out);
    this.toggles = { in: 0, out: 0 };
    this.echo = [];
    this.control = [];
    this.configured = false;
  }

  // --- Endpoint 0: packets to send, one after another, or null to receive one.

  setup([type, code, value, descriptor, , , length]) {
    this.requests.push(code);
    this.toggle0 = 1;
    if (code === this.stallRequest) {
      this.write(DPRAM + 0x80, STALL);
      this.write(DPRAM + 0x84, STALL);
      this.write(EP_STALL_ARM, 3);
      return;
    }
    if (type & 0x80) {
      const data = (descriptor === 1 ? DEVICE : CONFIGURATION).slice(0, length);
      this.control = data.length > 64 ? [data.slice(0, 64), data.slice(64), null] : [data, null];
    } else if (length > 0) {
      this.control = [null, []];
    } else {
      this.control = [[]];
    }
    if (code === 9) {
      this.configured = true;
      this.toggles = { in: 0, out: 0 };
      this.arm('out', DATA_OUT, 64);
    } else if (code === 0x22) {
      this.lines.push(value);
    }
    this.continueControl();
  }

  continueControl() {
    if (this.control.length === 0) {
      return;
    }
    const packet = this.control.shift();
    const isStatus = this.control.length === 0;
    const pid = isStatus || this.toggle0 ? DATA1 : 0;
    this.toggle0 ^= 1;
    if (packet === null) {
      this.write(DPRAM + 0x84, AVAILABLE | pid | 64);
    } else {
      this.rp.usbDPRAM.set(packet, 0x100);
      this.write(DPRAM + 0x80, AVAILABLE | FULL | pid | packet.length);
    }
  }

  // --- The bulk endpoints.

  arm(direction, endpoint, length) {
    const full = direction === 'in' ? FULL : 0;
    const pid = this.toggles[direction] ? DATA1 : 0;
    this.toggles[direction] ^= 1;
    this.write(DPRAM + 0x80 + 8 * endpoint + (full ? 0 : 4), AVAILABLE | full | pid | length);
  }

  pumpOut() {
    const control = this.read(DPRAM + 0x84 + 8 * DATA_OUT);
    if (this.configured && this.accepting && control & FULL) {
      const data = this.rp.usbDPRAM.slice(BUFFERS.out, BUFFERS.out + (control & 0x3ff));
      this.received.push(...data);
      this.echo.push(...data);
      this.arm('out', DATA_OUT, 64);
    }
  }

  pumpIn() {
    const control = this.read(DPRAM + 0x80 + 8 * DATA_IN);
    if (this.configured && this.echo.length > 0 && !(control & AVAILABLE)) {
      const data = this.echo.splice(0, 64);
      this.rp.usbDPRAM.set(data, BUFFERS.in);
      if (this.wrongToggle) {
        this.toggles.in ^= 1;
      }
      this.arm('in', DATA_IN, data.length);
    }
  }
}
