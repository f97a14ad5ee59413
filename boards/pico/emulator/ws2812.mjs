// A strip of WS2812 LEDs on a pin: decodes its data into frames of pixels.
//
// It is strict: a pulse outside the datasheet's limits, a pause inside a frame or
// a wrong number of bits is an error that ends the run, for on a desk it would be
// a flicker that comes and goes.

// Nanoseconds, from the WS2812B datasheet's table of pulse times.
const HIGH_FOR_0 = { min: 200, max: 500 };
const HIGH_FOR_1 = { min: 550, max: 900 };
const BIT = { min: 650, max: 1850 };
const LATCH = 50_000;

const PIXEL_BITS = 24;
const LOW = 0;
const HIGH = 1;

const within = ({ min, max }, nanos) => nanos >= min && nanos <= max;

export class Ws2812 {
  /**
   * @param pin the GPIO the strip's data input is wired to
   * @param pixels how many LEDs there are; a frame must have exactly as many
   * @param onFrame called with each frame: an array of colours 0xRRGGBB
   */
  constructor({ pin = 16, pixels = 64, onFrame } = {}) {
    this.pin = pin;
    this.pixels = pixels;
    this.onFrame = onFrame;
    /** All frames so far; the LEDs show the last. */
    this.frames = [];
  }

  /** Called by the machine, at the start and after each reboot. */
  attach(machine) {
    this.machine = machine;
    this.bits = [];
    this.rose = null;
    this.fell = null;
    // The latch is noticed by waiting for it; one alarm a frame, not one a bit.
    this.latch = machine.rp.clock.createAlarm(() => this.checkLatch());
    machine.rp.gpio[this.pin].addListener((state) => {
      if (state === HIGH) {
        this.rise(machine.edgeNanos);
      } else if (state === LOW && this.rose !== null) {
        this.fall(machine.edgeNanos);
      }
    });
  }

  rise(now) {
    if (this.fell === null) {
      this.latch.schedule(LATCH);
    } else if (now - this.fell >= LATCH) {
      this.finish();
      this.latch.schedule(LATCH);
    } else if (!within(BIT, now - this.rose)) {
      this.fail(`${Math.round(now - this.rose)} ns from bit to bit, want ${BIT.min} to ${BIT.max}`);
    }
    this.rose = now;
  }

  fall(now) {
    const high = now - this.rose;
    if (within(HIGH_FOR_0, high)) {
      this.bits.push(0);
    } else if (within(HIGH_FOR_1, high)) {
      this.bits.push(1);
    } else {
      const limits = [HIGH_FOR_0, HIGH_FOR_1].map(({ min, max }) => `${min} to ${max}`);
      this.fail(`high for ${Math.round(high)} ns, want ${limits[0]} (0) or ${limits[1]} (1)`);
    }
    this.fell = now;
  }

  checkLatch() {
    const low = this.fell > this.rose ? this.machine.nanos - this.fell : 0;
    if (low >= LATCH) {
      this.finish();
    } else {
      this.latch.schedule(LATCH - low);
    }
  }

  /** The line was low long enough: the LEDs show what they were sent. */
  finish() {
    const want = this.pixels * PIXEL_BITS;
    if (this.bits.length !== want) {
      this.fail(`a frame of ${this.bits.length} bits, want ${want} for ${this.pixels} pixels`);
    }
    const frame = [];
    for (let at = 0; at < this.bits.length; at += PIXEL_BITS) {
      const byte = (start) => parseInt(this.bits.slice(at + start, at + start + 8).join(''), 2);
      const [green, red, blue] = [byte(0), byte(8), byte(16)]; // in the order they are sent
      frame.push((red << 16) | (green << 8) | blue);
    }
    this.bits = [];
    this.fell = null;
    this.latch.cancel();
    this.frames.push(frame);
    this.onFrame?.(frame);
  }

  fail(message) {
    throw new Error(`ws2812 on GP${this.pin}: frame ${this.frames.length}, bit ${this.bits.length}: ${message}`);
  }
}

// --- Pictures of a frame.

const rowByRow = (x, y, width) => y * width + x;

function rows(frame, width, layout, draw) {
  const height = frame.length / width;
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => draw(frame[layout(x, y, width)])).join(''),
  );
}

/**
 * A frame as text, one character a pixel.
 * @param chars a Map from colour to character, or a function; a colour the Map
 *   does not have is drawn as `?`
 * @param layout which LED is at (x, y); row by row from the upper left if absent
 */
export function asciiPicture(frame, chars, { width = 8, layout = rowByRow } = {}) {
  const charOf = typeof chars === 'function' ? chars : (colour) => chars.get(colour) ?? '?';
  return rows(frame, width, layout, charOf).join('\n');
}

/** A frame in a terminal's true colours, two columns a pixel; an array of lines. */
export function ansiPicture(frame, { width = 8, layout = rowByRow } = {}) {
  return rows(frame, width, layout, (colour) => {
    const channels = [colour >> 16, (colour >> 8) & 255, colour & 255].map(asSeen);
    return `\x1b[48;2;${channels.join(';')}m  `;
  }).map((line) => `${line}\x1b[0m`);
}

/** LEDs are driven far below full power and still look bright: a screen needs more. */
function asSeen(channel) {
  return Math.round(255 * Math.sqrt(channel / 255));
}
