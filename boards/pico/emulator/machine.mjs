// The machine: an RP2040 with two cores, run for a number of cycles at a time.
//
//     const machine = new Machine();
//     machine.load(readImage('firmware.uf2'));
//     machine.attach(new UsbHost({ onData: console.log }));
//     machine.run(125e6);

import { buildChip } from './chip.mjs';
import { findEntry, readBootrom, usbBootAddress, withBreakAtUsbBoot } from './boot.mjs';

const FLASH = 0x10000000;
const RAM = 0x20000000;
const PINS = 30;
const LED_PIN = 25;
const MAX_WARNINGS = 100;

export class Machine {
  constructor({ bootrom = readBootrom() } = {}) {
    this.usbBoot = usbBootAddress(bootrom);
    this.bootrom = withBreakAtUsbBoot(bootrom);
    /** System cycles since power-on. Reboots do not set it back. */
    this.cycles = 0;
    /** Cycles each core spent awake, and the instructions it ran. */
    this.busy = [0, 0];
    this.instructions = [0, 0];
    /** Why the machine stopped: `{ core, pc, message }`; null while it can run. */
    this.stop = null;
    this.inBootsel = false;
    this.reboots = 0;
    /** What rp2040js does not model and firmware used anyway; for looking at. */
    this.warnings = [];
    this.external = new Array(PINS).fill(null);
    this.devices = [];
    this.nanosAtReset = 0;
    this.pendingReset = null;
    this.build();
    this.booted = false;
  }

  /** Puts an image into memory (see image.mjs). The machine boots it at the first run. */
  load(image) {
    for (const { address, bytes } of image.segments) {
      const [memory, start] = address < RAM ? [this.rp.flash, FLASH] : [this.rp.sram, RAM];
      memory.set(bytes, address - start);
    }
  }

  /** Starts core 0 at an address instead of booting from flash. */
  start(pc, sp) {
    const [core] = this.cores;
    core.PC = pc & ~1;
    core.SP = sp;
    this.booted = true;
  }

  /** Connects a device: `device.attach(machine)` is called now and after every reboot. */
  attach(device) {
    this.devices.push(device);
    device.attach(this);
  }

  /** Drives a pin from outside: 0, 1, or null to let go. Holds across reboots. */
  setPin(index, level) {
    this.pads.drive(index, level);
  }

  /** The level at a pin, whoever drives it. */
  pin(index) {
    return this.pads.level(index);
  }

  /** The on-board LED. */
  get led() {
    return this.pin(LED_PIN) === 1;
  }

  /** Emulated time since power-on. */
  get nanos() {
    return this.nanosAtReset + this.rp.clock.nanos;
  }

  /** The time of the pin change that is being reported, exact also for PIO. */
  get edgeNanos() {
    const { edge } = this.pioClock;
    return edge === null ? this.nanos : this.nanos + (edge - this.cycles) * this.nanosPerCycle;
  }

  /**
   * Runs for a number of cycles, or until the machine stops.
   * @param quantum how many cycles the cores run between two looks at each other:
   *   1 for lock-step, 64 for speed
   */
  run(cycles, quantum = 1) {
    if (!this.booted) {
      this.boot();
    }
    const end = this.cycles + cycles;
    while (this.cycles < end && !this.stop) {
      const until = Math.min(end, this.endOfTurn(quantum));
      this.runCore(this.cores[0], until);
      this.runCore(this.cores[1], until);
      this.passTime(until);
      if (this.pendingReset !== null) {
        this.reboot(this.pendingReset);
      }
    }
  }

  endOfTurn(quantum) {
    const [core0, core1] = this.cores;
    const awake0 = !core0.waiting || core0.wakes();
    const awake1 = !core1.held && (!core1.waiting || core1.wakes());
    if (awake0 || awake1) {
      // From where the core that is behind has got to: no turn goes by with nothing run.
      const start0 = awake0 ? core0.cycles : Infinity;
      const start1 = awake1 ? core1.cycles : Infinity;
      return (start0 < start1 ? start0 : start1) + quantum;
    }
    return this.pioClock.due < Infinity ? this.cycles + quantum : this.nextEvent();
  }

  /** The cycle of the next thing that happens by itself, all else being asleep. */
  nextEvent() {
    const { nextAlarm, nanosToNextAlarm } = this.rp.clock;
    const alarm = nextAlarm ? this.cycles + Math.ceil(nanosToNextAlarm / this.nanosPerCycle) : Infinity;
    const ticks = this.cores.map((core) => (core.held ? Infinity : core.systick.deadline));
    return Math.max(this.cycles + 1, Math.min(alarm, ...ticks));
  }

  runCore(core, until) {
    const { index } = core;
    if (core.systick.deadline <= core.cycles) {
      core.systick.catchUp();
    }
    const before = core.cycles;
    let instructions = 0;
    while (core.cycles < until && !this.stop && this.pendingReset === null) {
      if (core.held || (core.waiting && !core.wakes())) {
        this.busy[index] -= until - core.cycles;
        core.cycles = until;
        break;
      }
      core.executeInstruction();
      instructions++;
    }
    this.busy[index] += core.cycles - before;
    this.instructions[index] += instructions;
  }

  passTime(until) {
    const nanos = (until - this.cycles) * this.nanosPerCycle;
    this.cycles = until;
    this.rp.clock.tick(nanos);
    if (this.pioClock.due < until) {
      this.pioClock.advance();
    }
  }

  // --- Reset and stop.

  build() {
    const chip = buildChip({
      bootrom: this.bootrom,
      external: this.external,
      now: () => this.cycles,
      hooks: {
        sendEvent: () => this.cores.forEach((core) => (core.eventRegistered = true)),
        fault: (core, message) => this.halt(core, message),
        breakpoint: (core) => this.breakpoint(core),
        warning: (message) => this.warnings.length < MAX_WARNINGS && this.warnings.push(message),
        reset: (reason) => (this.pendingReset = reason),
      },
    });
    Object.assign(this, chip);
    this.nanosPerCycle = 1e9 / this.rp.clkSys;
    this.rp.addClockListener((frequency) => (this.nanosPerCycle = 1e9 / frequency));
    this.cores.forEach((core) => (core.cycles = this.cycles));
    this.pendingReset = null;
  }

  boot() {
    this.booted = true;
    const entry = findEntry(this.rp, this.watchdog);
    if (entry) {
      this.start(entry.pc, entry.sp);
    } else {
      this.enterBootsel('no valid second-stage boot loader at the start of flash: the chip is in BOOTSEL mode');
    }
  }

  /** Everything starts afresh but RAM, flash, the watchdog's memory, and what is wired up. */
  reboot(reason) {
    const { rp: old, watchdog: oldWatchdog, nanos } = this;
    this.build();
    for (const memory of ['flash', 'flash16', 'flashView', 'sram', 'sramView']) {
      this.rp[memory] = old[memory];
    }
    this.watchdog.scratchData.set(oldWatchdog.scratchData);
    this.watchdog.reason = reason;
    this.nanosAtReset = nanos;
    this.reboots++;
    this.boot();
    this.devices.forEach((device) => device.attach(this));
  }

  breakpoint(index) {
    const pc = this.cores[index].PC - 2;
    if (pc === this.usbBoot) {
      this.enterBootsel('the firmware asked for BOOTSEL mode');
      return;
    }
    const opcode = this.rp.readUint16(pc);
    this.halt(index, opcode >> 8 === 0xbe ? `BKPT ${opcode & 0xff}` : 'UDF (a panic, or unreachable code)');
  }

  enterBootsel(message) {
    this.inBootsel = true;
    this.stop = { core: 0, pc: this.usbBoot, message };
  }

  /** The first reason to stop is the one that counts. */
  halt(index, message) {
    const { PC } = this.cores[index];
    // Reading the opcode comes before PC moves on; all else comes after.
    const fetching = message.endsWith(((PC & ~3) >>> 0).toString(16));
    this.stop ??= { core: index, pc: fetching ? PC : PC - 2, message };
  }
}

/** One line for people: where and why a machine stopped. */
export function describeStop({ core, pc, message }) {
  return `core ${core} stopped at 0x${pc.toString(16).padStart(8, '0')}: ${message}`;
}
