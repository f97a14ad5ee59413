// A core's single-cycle I/O block, and the mailboxes between the two.
//
// GPIO and spinlocks are one for both cores and live in core 0's block; CPUID,
// the mailbox ends, the divider and the interpolators are each core's own.

import { RPSIO } from './rp2040js-parts.mjs';

const CPUID = 0x000;
const FIFO_ST = 0x050;
const FIFO_WR = 0x054;
const FIFO_RD = 0x058;
const SPINLOCK_ST = 0x05c;
const SPINLOCK_FIRST = 0x100;

const ST_VLD = 1 << 0; // something to read
const ST_RDY = 1 << 1; // room to write
const ST_WOF = 1 << 2; // written when full
const ST_ROE = 1 << 3; // read when empty

const DEPTH = 8;
const SIO_PROC0 = 15; // and SIO_PROC1 is the next

const isShared = (offset) =>
  (offset > CPUID && offset < FIFO_ST) || offset === SPINLOCK_ST || offset >= SPINLOCK_FIRST;

/** The two FIFOs, one to each core, with the sticky error flags and interrupts. */
export class Mailboxes {
  constructor(cores) {
    this.cores = cores;
    this.words = [[], []];
    this.errors = [0, 0];
  }

  status(me) {
    const valid = this.words[me].length > 0 ? ST_VLD : 0;
    const ready = this.words[1 - me].length < DEPTH ? ST_RDY : 0;
    return valid | ready | this.errors[me];
  }

  write(me, word) {
    if (this.words[1 - me].length < DEPTH) {
      this.words[1 - me].push(word);
      this.updateInterrupt(1 - me);
    } else {
      this.fail(me, ST_WOF);
    }
  }

  read(me) {
    if (this.words[me].length === 0) {
      this.fail(me, ST_ROE);
      return 0;
    }
    const word = this.words[me].shift();
    this.updateInterrupt(me);
    return word;
  }

  clearErrors(me) {
    this.errors[me] = 0;
    this.updateInterrupt(me);
  }

  fail(me, flag) {
    this.errors[me] |= flag;
    this.updateInterrupt(me);
  }

  updateInterrupt(me) {
    this.cores[me].setInterrupt(SIO_PROC0 + me, this.words[me].length > 0 || this.errors[me] !== 0);
  }
}

export class Sio extends RPSIO {
  /** @param primary core 0's block; none for core 0 itself */
  constructor(chip, index, mailboxes, primary = null) {
    super(chip);
    this.index = index;
    this.mailboxes = mailboxes;
    this.primary = primary;
  }

  readUint32(offset) {
    if (this.primary && isShared(offset)) {
      return this.primary.readUint32(offset);
    }
    switch (offset) {
      case CPUID:
        return this.index;
      case FIFO_ST:
        return this.mailboxes.status(this.index);
      case FIFO_RD:
        return this.mailboxes.read(this.index);
      default:
        return super.readUint32(offset) >>> 0;
    }
  }

  writeUint32(offset, value) {
    if (this.primary && isShared(offset)) {
      this.primary.writeUint32(offset, value);
    } else if (offset === FIFO_ST) {
      this.mailboxes.clearErrors(this.index);
    } else if (offset === FIFO_WR) {
      this.mailboxes.write(this.index, value >>> 0);
    } else {
      super.writeUint32(offset, value);
    }
  }

  /** rp2040js charges eight cycles here and gets signs wrong on division by 0. */
  updateHardwareDivider(signed) {
    const dividend = signed ? this.divDividend | 0 : this.divDividend >>> 0;
    const divisor = signed ? this.divDivisor | 0 : this.divDivisor >>> 0;
    if (divisor === 0) {
      this.divQuotient = dividend < 0 ? 1 : -1;
      this.divRemainder = dividend;
    } else {
      this.divQuotient = Math.trunc(dividend / divisor);
      this.divRemainder = dividend % divisor;
    }
    this.divCSR = 0b11;
  }
}
