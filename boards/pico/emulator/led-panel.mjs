// Shows the LED matrix: in the upper right of a terminal, or as text when there is none.

import { ansiPicture, asciiPicture } from './ws2812.mjs';

const SIZE = 8;
const REDRAW_MILLIS = 30; // a terminal need not see every frame
const FIRST_CONSOLE_ROW = SIZE + 2; // the picture, and a line under it
const HELP = ['LED matrix on GP16', '', 'left / right arrow: GP17, GP19', 'down arrow: drop, GP18'];

const COLOUR_NAMES = '.BGCRMYW'; // indexed by the bits red, green, blue

/** One letter for a colour, by the channels that are at least half as bright as the brightest. */
export function colourLetter(colour) {
  const channels = [colour >> 16, (colour >> 8) & 255, colour & 255];
  const brightest = Math.max(...channels);
  const bits = channels.map((channel) => (channel > 0 && channel * 2 >= brightest ? 1 : 0));
  return COLOUR_NAMES[bits[0] * 4 + bits[1] * 2 + bits[2]];
}

/** In a terminal: the top rows hold still, and the console scrolls below them. */
export class TerminalPanel {
  constructor(out) {
    this.out = out;
    this.frame = new Array(SIZE * SIZE).fill(0);
    this.led = false;
    this.stale = false;
    this.drawnAt = 0;
    this.layOut = () => {
      out.write(`\x1b[2J\x1b[${FIRST_CONSOLE_ROW};${out.rows}r\x1b[${FIRST_CONSOLE_ROW};1H`);
      this.redraw();
    };
    out.on('resize', this.layOut);
    this.layOut();
  }

  show(frame, led) {
    this.frame = frame ?? this.frame;
    this.led = led;
    this.stale = true;
  }

  /** Call often: draws what show() was given, but not too often. */
  refresh() {
    if (this.stale && performance.now() - this.drawnAt >= REDRAW_MILLIS) {
      this.redraw();
    }
  }

  redraw() {
    this.stale = false;
    this.drawnAt = performance.now();
    const { out } = this;
    const at = (row, column, text) => `\x1b[${row};${column}H${text}`;
    const right = Math.max(1, out.columns - 2 * SIZE + 1);
    const picture = ansiPicture(this.frame).map((line, row) => at(row + 1, right, line));
    const help = [...HELP, '', `board LED: ${this.led ? 'on ' : 'off'}`].map((line, row) => at(row + 1, 1, line));
    const rule = at(SIZE + 1, 1, '\u2500'.repeat(out.columns));
    out.write(`\x1b7${help.join('')}${picture.join('')}${rule}\x1b8`);
  }

  close() {
    this.redraw();
    this.out.off('resize', this.layOut);
    this.out.write(`\x1b[r\x1b[${this.out.rows};1H\n`);
  }
}

/** Without a terminal: a picture for every change. */
export class TextPanel {
  constructor(out) {
    this.out = out;
    this.last = '';
  }

  show(frame) {
    const picture = frame ? asciiPicture(frame, colourLetter) : this.last;
    if (picture !== this.last) {
      this.last = picture;
      this.out.write(`leds:\n${picture}\n`);
    }
  }

  refresh() {}

  close() {}
}
