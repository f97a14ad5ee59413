// One Cortex-M0+ core: rp2040js's, with its interrupts, sleep and flags set right.

import { CortexM0Core } from './rp2040js-parts.mjs';

const FIRST_IRQ = 16; // exceptions 16 and up are the NVIC's interrupts
const ROM_END = 0x4000;
const OPCODE_WFE = 0xbf20;
const SCR_SEVONPEND = 1 << 4;

const isAdcs = (opcode) => opcode >> 6 === 0b0100000101;
const isSbcs = (opcode) => opcode >> 6 === 0b0100000110;

export class Core extends CortexM0Core {
  /**
   * @param chip what this core sees of the chip
   * @param index 0 or 1
   * @param hooks `sendEvent()` for SEV, `fault(index, message)` for what a real core faults on
   */
  constructor(chip, index, { sendEvent, fault }) {
    super(chip);
    this.index = index;
    this.fault = (message) => fault(index, message);
    /** Held in reset by the power-on state machine. */
    this.held = false;
    /** The interrupt lines that are high now; `pendingInterrupts` is what the NVIC latched. */
    this.lines = 0;
    /** System control register: only SEVONPEND has an effect. */
    this.scr = 0;
    // rp2040js tells of SEV and of unknown opcodes through its logger only.
    this.log = {
      debug() {},
      info: (_, message) => message === 'SEV' && sendEvent(),
      warn: (_, message) => message.includes('not implemented') && this.fault(`undefined instruction (${message})`),
      error() {},
    };
  }

  get logger() {
    return this.log;
  }

  /** Back to the reset state; the cycle counter is time, and goes on. */
  reset() {
    const { cycles } = this;
    Object.assign(this, {
      VTOR: 0, SHPR2: 0, SHPR3: 0, scr: 0,
      PM: false, SPSEL: 0, nPRIV: false, currentMode: 0, IPSR: 0,
      enabledInterrupts: 0, pendingInterrupts: this.lines, interruptPriorities: [0xffffffff, 0, 0, 0],
      pendingNMI: false, pendingPendSV: false, pendingSVCall: false, pendingSystick: false,
      waiting: false, eventRegistered: false,
    });
    super.reset();
    this.cycles = cycles;
  }

  // --- Interrupts. The NVIC latches a line's rising edge, forgets it on entry,
  // and latches again on return while the line is still high. rp2040js follows the
  // line instead: an interrupt that core 0 serves first would never reach core 1.

  setInterrupt(irq, high) {
    const bit = 1 << irq;
    if (!high) {
      this.lines &= ~bit;
    } else if (!(this.lines & bit)) {
      this.lines |= bit;
      this.pend(bit);
    }
  }

  pend(mask) {
    if (this.scr & SCR_SEVONPEND && mask & ~this.pendingInterrupts) {
      this.eventRegistered = true;
    }
    this.pendingInterrupts |= mask;
    this.interruptsUpdated = true;
  }

  unpend(mask) {
    this.pendingInterrupts &= ~(mask & ~this.lines);
  }

  exceptionEntry(number) {
    super.exceptionEntry(number);
    // Vectors are odd. Left in PC, bit 0 would make `add rX, pc` compute odd
    // addresses, and a jump table in a handler run off.
    this.PC &= ~1;
    if (number >= FIRST_IRQ) {
      this.pendingInterrupts &= ~(1 << (number - FIRST_IRQ));
    }
  }

  exceptionReturn(excReturn) {
    const returning = this.IPSR;
    super.exceptionReturn(excReturn);
    const bit = returning >= FIRST_IRQ ? 1 << (returning - FIRST_IRQ) : 0;
    if (this.lines & bit) {
      this.pend(bit);
    }
  }

  // --- Sleep.

  /** Ends the sleep if there is a reason to; says whether the core is awake. */
  wakes() {
    const forEvent = this.readUint16(this.PC - 2) === OPCODE_WFE;
    if (forEvent && this.eventRegistered) {
      this.eventRegistered = false;
    } else if ((forEvent && this.PM) || !this.pendingPreempts()) {
      // PRIMASK keeps WFE asleep, but not WFI: that one goes on behind the
      // instruction, and takes the exception only once PRIMASK is clear.
      return false;
    }
    this.waiting = false;
    this.interruptsUpdated = true;
    return true;
  }

  /** Is an exception pending that outranks the active one, PRIMASK aside? */
  pendingPreempts() {
    const active = this.exceptionPriority(this.IPSR);
    const irqs = this.pendingInterrupts & this.enabledInterrupts;
    for (let priority = 0; irqs && priority < active; priority++) {
      if (irqs & this.interruptPriorities[priority]) {
        return true;
      }
    }
    return (
      this.pendingNMI ||
      (this.pendingSystick && this.systickPriority < active) ||
      (this.pendingPendSV && this.pendSVPriority < active)
    );
  }

  // --- Flags. rp2040js adds the carry to an operand before it looks at signs, so
  // 0x7fffffff with carry counts as negative and V comes out inverted: 64-bit
  // signed comparisons against numbers near the maximum would be wrong.

  addUpdateFlags(addend1, addend2) {
    const wrong = addend2 === 0x80000000 && this.C && isAdcs(this.readUint16(this.PC - 2));
    const result = super.addUpdateFlags(addend1, addend2);
    if (wrong) {
      this.V = !(addend1 & 0x80000000);
    }
    return result;
  }

  substractUpdateFlags(minuend, subtrahend) {
    const wrong = subtrahend === 0x80000000 && !this.C && isSbcs(this.readUint16(this.PC - 2));
    const result = super.substractUpdateFlags(minuend, subtrahend);
    if (wrong) {
      this.V = !!(minuend & 0x80000000);
    }
    return result;
  }

  // --- Accesses that fault on the chip and that rp2040js carries out in silence.
  // (Unaligned word reads and unmapped addresses it reports; see chip.mjs.)

  checkWrite(address, alignment) {
    if (address & alignment || address >>> 0 < ROM_END) {
      const what = address & alignment ? 'unaligned write' : 'write to ROM';
      this.fault(`${what} at 0x${(address >>> 0).toString(16)}`);
    }
  }

  writeUint32(address, value) {
    this.checkWrite(address, 3);
    super.writeUint32(address, value);
  }

  writeUint16(address, value) {
    this.checkWrite(address, 1);
    super.writeUint16(address, value);
  }

  writeUint8(address, value) {
    this.checkWrite(address, 0);
    super.writeUint8(address, value);
  }

  readUint16(address) {
    if (address & 1) {
      this.fault(`unaligned read at 0x${(address >>> 0).toString(16)}`);
    }
    return super.readUint16(address);
  }
}
