// Runs the PIO state machines at their own clocks.
//
// rp2040js steps them from setTimeout, a thousand instructions at a time and
// with no relation to the cores. Here each machine has a time, in system cycles,
// that its divider advances; after every turn of the cores it is run up to theirs.

import { FIFO } from 'rp2040js';

const SHIFTCTRL = 0x08; // offsets inside one state machine's registers
const FJOIN_TX = 1 << 30;
const FJOIN_RX = 1 << 31;

export class PioClock {
  /** @param now tells the system cycle that the cores have reached */
  constructor(pios, now) {
    this.now = now;
    /** The cycle of the instruction that is being run, for whoever times an edge. */
    this.edge = null;
    /** Nothing happens before this cycle. */
    this.due = Infinity;
    this.wokenAt = 0;
    this.clocks = pios.flatMap((pio) => pio.machines.map((machine) => ({ pio, machine, time: 0, seen: 0 })));
    pios.forEach((pio) => this.takeOver(pio));
  }

  takeOver(pio) {
    pio.run = () => {};
    const write = pio.writeUint32.bind(pio);
    pio.writeUint32 = (offset, value) => {
      write(offset, value);
      pio.checkChangedPins(); // an instruction forced on a stopped machine may set pins
      this.wake();
    };
    for (const machine of pio.machines) {
      machine.outputShiftCount = 32; // the shift register is empty at reset, not full
      joinFifos(machine);
    }
  }

  /** Something changed that a waiting machine may have been waiting for. */
  wake() {
    this.due = 0;
    this.wokenAt = this.now();
  }

  /** Runs every machine up to the cores' time. */
  advance() {
    const now = this.now();
    this.due = Infinity;
    for (const clock of this.clocks) {
      this.advanceOne(clock, now);
    }
    this.edge = null;
  }

  advanceOne(clock, now) {
    const { pio, machine } = clock;
    // An integer divisor of 0 means 65536.
    const divisor = (machine.clockDivInt || 65536) + machine.clockDivFrac / 256;
    skipTo(this.wokenAt, clock, divisor);
    while (machine.enabled) {
      // Cycles spent outside step(), such as the delay of an instruction that a
      // FIFO write set going again, pass before the next instruction.
      if (machine.cycles > clock.seen) {
        clock.time += (machine.cycles - clock.seen) * divisor;
      }
      clock.seen = machine.cycles;
      if (clock.time >= now) {
        this.due = Math.min(this.due, clock.time);
        return;
      }
      this.edge = Math.floor(clock.time); // the divider can only skip whole cycles
      machine.step();
      pio.checkChangedPins();
      if (machine.waiting) {
        break;
      }
    }
    clock.seen = machine.cycles;
    skipTo(now, clock, divisor);
  }
}

/** Time passes for a stalled or stopped machine too, in whole steps of its divider. */
function skipTo(cycle, clock, divisor) {
  if (clock.time < cycle) {
    clock.time += Math.ceil((cycle - clock.time) / divisor) * divisor;
  }
}

/** FJOIN gives one FIFO the other's four words; rp2040js leaves both at four. */
function joinFifos(machine) {
  const write = machine.writeUint32.bind(machine);
  machine.writeUint32 = (offset, value) => {
    const changed = (machine.shiftCtrl ^ value) & (FJOIN_TX | FJOIN_RX);
    write(offset, value);
    if (offset === SHIFTCTRL && changed) {
      const rx = value & FJOIN_TX ? 0 : value & FJOIN_RX ? 8 : 4;
      const tx = value & FJOIN_RX ? 0 : value & FJOIN_TX ? 8 : 4;
      machine.rxFIFO = new FIFO(rx);
      machine.txFIFO = new FIFO(tx);
      machine.updateDMARx();
      machine.updateDMATx();
    }
  };
}
