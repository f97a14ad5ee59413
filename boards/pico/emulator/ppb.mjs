// A core's private peripheral bus: NVIC, system control, SysTick and MPU.
//
// What rp2040js has right is passed on to it.

import { RPPPB } from './rp2040js-parts.mjs';
import { SysTick, isSysTick } from './systick.mjs';

const NVIC_ISPR = 0x200;
const NVIC_ICPR = 0x280;
const AIRCR = 0xd0c;
const SCR = 0xd10;
const CCR = 0xd14;
const MPU_FIRST = 0xd90;
const MPU_LAST = 0xda0;

const AIRCR_KEY = 0x05fa0000;
const AIRCR_KEY_READ = 0xfa050000;
const AIRCR_SYSRESETREQ = 1 << 2;
const CCR_VALUE = 0x208; // stack aligned to 8, unaligned accesses trap

export class Ppb {
  /** @param onResetRequest called when the core asks for a reset of the system */
  constructor(chip, core, onResetRequest) {
    this.core = core;
    this.onResetRequest = onResetRequest;
    this.systick = new SysTick(core, () => chip.clkSys / 1e6);
    this.mpu = new Mpu();
    this.rest = new RPPPB(chip, `PPB${core.index}`);
  }

  /** rp2040js sets the frequency of this one; it is stopped, and nobody reads it. */
  get systickTimer() {
    return this.rest.systickTimer;
  }

  reset() {
    this.systick.reset();
    this.mpu = new Mpu();
  }

  readUint32(offset) {
    if (isSysTick(offset)) {
      return this.systick.read(offset);
    }
    if (offset >= MPU_FIRST && offset <= MPU_LAST) {
      return this.mpu.read(offset - MPU_FIRST);
    }
    switch (offset) {
      case SCR:
        return this.core.scr;
      case CCR:
        return CCR_VALUE;
      case AIRCR:
        return AIRCR_KEY_READ;
      default:
        return this.rest.readUint32(offset);
    }
  }

  writeUint32(offset, value) {
    if (isSysTick(offset)) {
      this.systick.write(offset, value);
    } else if (offset >= MPU_FIRST && offset <= MPU_LAST) {
      this.mpu.write(offset - MPU_FIRST, value);
    } else if (offset === NVIC_ISPR) {
      this.core.pend(value);
    } else if (offset === NVIC_ICPR) {
      this.core.unpend(value);
    } else if (offset === SCR) {
      this.core.scr = value;
    } else if (offset === AIRCR) {
      if ((value & 0xffff0000) === AIRCR_KEY && value & AIRCR_SYSRESETREQ) {
        this.onResetRequest();
      }
    } else {
      this.rest.writeUint32(offset, value);
    }
  }
}

const REGIONS = 8;
const TYPE = 0x0;
const CTRL = 0x4;
const RNR = 0x8;
const RBAR = 0xc;
const RBAR_VALID = 1 << 4;

/** The memory protection unit's registers. They read back; nothing is protected. */
class Mpu {
  control = 0;
  region = 0;
  bases = new Uint32Array(REGIONS);
  attributes = new Uint32Array(REGIONS);

  read(offset) {
    switch (offset) {
      case TYPE:
        return REGIONS << 8;
      case CTRL:
        return this.control;
      case RNR:
        return this.region;
      case RBAR:
        return this.bases[this.region] | this.region;
      default:
        return this.attributes[this.region];
    }
  }

  write(offset, value) {
    if (offset === CTRL) {
      this.control = value & 7;
    } else if (offset === RNR) {
      this.region = value % REGIONS;
    } else if (offset === RBAR) {
      if (value & RBAR_VALID) {
        this.region = value % REGIONS;
      }
      this.bases[this.region] = value & ~0x1f;
    } else if (offset !== TYPE) {
      this.attributes[this.region] = value;
    }
  }
}
