// What typed keys mean: bytes for the console, buttons on the board, or the end.

const QUIT = '\x1d'; // Ctrl-]
const ARROWS = { '\x1b[D': 17, '\x1b[C': 19, '\x1b[B': 18 }; // left, right, down: drop
const PRESS_NANOS = 60e6; // longer than any debouncing
const ESCAPES = /(\x1d|\x1b\[[BCD])/;

/** The push buttons. They pull their pin low; the chip's pull-ups must do the rest. */
export class Buttons {
  constructor(machine) {
    this.machine = machine;
    this.waiting = [];
    this.down = null;
    this.changesAt = 0;
  }

  press(pin) {
    this.waiting.push(pin);
  }

  /** Call now and then: lets go of a button that was held long enough, presses the next. */
  update() {
    const { machine } = this;
    if (machine.nanos < this.changesAt) {
      return;
    }
    if (this.down !== null) {
      machine.setPin(this.down, null);
      this.down = null;
    } else if (this.waiting.length > 0) {
      this.down = this.waiting.shift();
      machine.setPin(this.down, 0);
    } else {
      return;
    }
    this.changesAt = machine.nanos + PRESS_NANOS;
  }
}

/**
 * Sorts the bytes of a raw terminal.
 * @param actions send(bytes), press(pin) or null where arrows are the console's, quit()
 */
export function handleKeys(bytes, { send, press, quit }) {
  for (const part of bytes.toString('latin1').split(ESCAPES)) {
    if (part === QUIT) {
      quit();
      return;
    }
    if (press && part in ARROWS) {
      press(ARROWS[part]);
    } else if (part) {
      send(Buffer.from(part, 'latin1'));
    }
  }
}
