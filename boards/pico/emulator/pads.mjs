// The level at each pin: what the chip drives, else what is wired to it, else its pull.
//
// rp2040js reads as 0 what the chip itself drives, and ignores the pull resistors.

const PAD_AT_RESET = 0x56; // input enabled, 4 mA, pulled down, Schmitt trigger
const INTERRUPT_BITS = 0b1100; // the two edge flags

export class Pads {
  /**
   * @param pins the chip's GPIO pins
   * @param external a level, 0 or 1, for each pin that is wired up; null for the others
   * @param onInput called when a pin's level changes
   */
  constructor(pins, external, onInput) {
    this.pins = pins;
    this.external = external;
    this.onInput = onInput;
    for (const pin of pins) {
      pin.padValue = PAD_AT_RESET;
      pin.addListener(() => this.settle(pin));
      this.settle(pin);
      pin.irqStatus &= ~INTERRUPT_BITS; // no edge has happened yet
    }
  }

  /** @param level 0, 1, or null to let go of the pin */
  drive(index, level) {
    this.external[index] = level;
    this.settle(this.pins[index]);
  }

  level(index) {
    const pin = this.pins[index];
    if (pin.outputEnable) {
      return pin.outputValue ? 1 : 0;
    }
    if (this.external[index] !== null) {
      return this.external[index];
    }
    if (pin.pullupEnabled !== pin.pulldownEnabled) {
      return pin.pullupEnabled ? 1 : 0;
    }
    return pin.rawInputValue ? 1 : 0; // both pulls keep the level; none leaves it
  }

  settle(pin) {
    const high = this.level(pin.index) === 1;
    if (high !== pin.rawInputValue) {
      pin.setInputValue(high);
      this.onInput();
    }
  }
}
