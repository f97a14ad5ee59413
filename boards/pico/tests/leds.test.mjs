// The WS2812 stream, decoded into pixels, through a game played with the buttons, whose contacts bounce.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { asciiPicture } from '../emulator/ws2812.mjs';
import { Board } from './board.mjs';
import { PROMPT } from './talk.mjs';

const [LEFT, DROP, RIGHT] = [17, 18, 19];
/** What src/front/leds.rs calls off, Black, Red, thinking and draw. */
const COLOURS = new Map([[0, '.'], [0x000018, 'B'], [0x180000, 'R'], [0x060606, 't'], [0x0c0c00, 'd']]);

let board;
before(async () => {
  board = new Board();
  board.usb.until(PROMPT);
  await board.usb.ask('plain');
  await board.usb.ask('level 1');
  await board.usb.ask('seed 3');
});

const picture = (frame) => asciiPicture(frame, COLOURS);
const shown = () => picture(board.frames.at(-1).frame);
const rows = (text) => text.trim().split(/\s+/);

/** Contacts chatter for a few milliseconds when they close and when they open. */
function press(pin, millis = 60) {
  for (const settled of [0, null]) {
    for (const bounce of [0, null, 0, null]) {
      board.machine.setPin(pin, bounce);
      board.wait(0.7);
    }
    board.machine.setPin(pin, settled);
    board.wait(millis);
  }
}

/** Until the machine has answered and every disc lies still. */
function settle() {
  board.usb.until(PROMPT);
  board.wait(1200);
}

test('the empty board: a cursor over the middle, and whose turn it is', () => {
  board.wait(20);
  assert.deepEqual(rows(shown()), rows(`
    ...B...B
    ........
    ........
    ........
    ........
    ........
    ........
    ........`));
});

test('left and right move the cursor, a press at a time, and it stops at the edge', () => {
  press(LEFT);
  assert.equal(rows(shown())[0], '..B....B');
  press(RIGHT);
  press(RIGHT);
  assert.equal(rows(shown())[0], '....B..B');
  for (let i = 0; i < 4; i++) press(RIGHT);
  assert.equal(rows(shown())[0], '......BB');
  for (let i = 0; i < 7; i++) press(LEFT);
  assert.equal(rows(shown())[0], 'B......B');
});

test('contacts that chatter and never stay closed press nothing', () => {
  for (let i = 0; i < 40; i++) {
    board.machine.setPin(DROP, i % 2 ? null : 0);
    board.wait(3);
  }
  board.wait(60);
  assert.equal(rows(shown())[7], '........');
});

test('a disc falls row by row and lies; the machine answers; both consoles tell of it', () => {
  const first = board.frames.length;
  press(DROP);
  settle();
  const seen = board.frames.slice(first).map(({ frame }) => rows(picture(frame)));
  const inFirstColumn = seen.map((frame) => frame.slice(1).findIndex((row) => row[0] === 'B')).filter((at) => at >= 0);
  const falls = inFirstColumn.filter((at, i) => at !== inFirstColumn[i - 1]);
  assert.deepEqual(falls, [0, 1, 2, 3, 4, 5, 6], 'from the row under the cursor to where it lies');
  const bottom = rows(shown())[7];
  assert.equal(bottom[0], 'B');
  assert.equal([...bottom].filter((pixel) => pixel === 'R').length, 1);
  assert.match(board.usb.all, /> 1\r\n/);
  assert.match(board.uart.all, /Red plays \d/);
});

test('a whole game with the buttons: four in a line blink, and drop starts another', async () => {
  await board.usb.ask('moves 2332');
  board.wait(1000);
  assert.deepEqual(rows(shown()), rows(`
    B......B
    ........
    ........
    ........
    ........
    ........
    .RB.....
    .BR.....`), 'set up from the console, shown here');
  let over = false;
  for (let turn = 0; turn < 18 && !over; turn++) {
    const from = board.usb.all.length;
    press(DROP);
    settle();
    over = /four in a line|a draw/.test(board.usb.all.slice(from));
    if (!over && rows(shown())[2][0] !== '.') press(RIGHT);
    if (!over && /column/.test(board.usb.all.slice(from))) press(RIGHT);
  }
  assert.ok(over, 'the game has come to its end');
  const winner = /(Black|Red) has four in a line/.exec(board.usb.all)[1][0];
  const first = board.frames.length;
  board.wait(1200);
  const seen = new Set(board.frames.slice(first).map(({ frame }) => picture(frame)));
  assert.equal(seen.size, 2, 'on and off');
  const [on, off] = [...seen].map((text) => rows(text).join('')).sort((a, b) => count(b, winner) - count(a, winner));
  assert.equal(count(on, winner) - count(off, winner), 4, 'the four blink');
  assert.ok(rows(shown()).every((row) => row[7] === winner), 'a bar in the colour of the winner');
  press(DROP);
  board.wait(600);
  assert.match(board.usb.all.slice(-400), /Black X > $/);
  assert.equal(count(rows(shown()).slice(2).join(''), '.'), 48, 'an empty board');
});

test('while it thinks, a light runs beside the board', async () => {
  await board.usb.ask('level 6');
  const first = board.frames.length;
  board.usb.send('4\r');
  board.usb.until(PROMPT);
  const places = new Set();
  for (const { frame } of board.frames.slice(first)) {
    const at = rows(picture(frame)).findIndex((row) => row[7] === 't');
    if (at >= 0) places.add(at);
  }
  assert.ok(places.size >= 2, `${[...places]}`);
});

const count = (text, letter) => [...text].filter((pixel) => pixel === letter).length;
