// A core's SysTick: a 24-bit down-counter on the core's own cycle counter.
//
// rp2040js has one, but it is one cycle short a round, fires when the counter is
// cleared, and stands still between two turns of a core. This one is computed
// from the cycle counter when it is looked at, so it is exact in every quantum.

const CSR = 0x010;
const RVR = 0x014;
const CVR = 0x018;
const CALIB = 0x01c;

const ENABLE = 1 << 0;
const TICKINT = 1 << 1;
const CLKSOURCE = 1 << 2;
const COUNTFLAG = 1 << 16;

export const isSysTick = (offset) => offset >= CSR && offset <= CALIB;

export class SysTick {
  /** @param cyclesPerMicrosecond the slow clock source, one tick a microsecond */
  constructor(core, cyclesPerMicrosecond) {
    this.core = core;
    this.cyclesPerMicrosecond = cyclesPerMicrosecond;
    this.reset();
  }

  reset() {
    this.control = 0;
    this.reload = 0;
    this.countFlag = false;
    /** The counter was `value` at cycle `since`. */
    this.value = 0;
    this.since = this.core.cycles;
    this.plan();
  }

  read(offset) {
    this.catchUp();
    switch (offset) {
      case CSR: {
        const flag = this.countFlag ? COUNTFLAG : 0;
        this.countFlag = false;
        return this.control | flag;
      }
      case RVR:
        return this.reload;
      case CVR:
        return this.value;
      default:
        return 0xc0000000; // CALIB: no reference, not exact
    }
  }

  write(offset, word) {
    this.catchUp();
    if (offset === CSR) {
      this.control = word & (ENABLE | TICKINT | CLKSOURCE);
    } else if (offset === RVR) {
      this.reload = word & 0xffffff;
    } else if (offset === CVR) {
      this.value = 0;
      this.countFlag = false;
    }
    this.plan();
  }

  get period() {
    return this.control & CLKSOURCE ? 1 : this.cyclesPerMicrosecond();
  }

  /** Computes `deadline`, the cycle of the next arrival at 0. */
  plan() {
    const running = this.control & ENABLE && (this.value || this.reload);
    // From 0 the counter first loads, then counts down.
    const ticks = this.value || this.reload + 1;
    this.deadline = running ? this.since + ticks * this.period : Infinity;
  }

  /** Brings `value` to the present, with all that happens at 0 on the way. */
  catchUp() {
    const now = this.core.cycles;
    if (!(this.control & ENABLE)) {
      this.since = now;
      return;
    }
    while (this.deadline <= now) {
      this.since = this.deadline;
      this.value = 0;
      this.countFlag = true;
      if (this.control & TICKINT) {
        this.core.pendingSystick = true;
        this.core.interruptsUpdated = true;
      }
      this.plan();
    }
    const ticks = Math.floor((now - this.since) / this.period);
    if (ticks > 0) {
      this.since += ticks * this.period;
      this.value = this.value ? this.value - ticks : Math.max(0, this.reload + 1 - ticks);
      this.plan();
    }
  }
}
