// From power-on to the prompt, and what becomes of a panic.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { PROMPT } from './talk.mjs';

test('boots to the prompt on USB and on UART', () => {
  const board = new Board();
  for (const port of [board.uart, board.usb]) {
    const said = port.until(PROMPT, { seconds: 5 });
    assert.match(said, /plywood \d+\.\d+\.\d+: Connect-Four\r\n/);
    assert.match(said, /Type help\./);
  }
  assert.equal(board.machine.led, false, 'nothing to think about yet');
});

test('says how much RAM is lent to the searches, and how many table slots that makes', () => {
  const said = new Board().uart.until(PROMPT);
  const [, bytes, slots] = /(\d+) bytes of RAM to lend: (\d+) table slots of 28 bytes/.exec(said).map(Number);
  assert.ok(bytes > 200 * 1024, `${bytes}`);
  assert.equal(slots, Math.floor(bytes / 28));
});

test('boots with no cable in the USB port, and works over UART', async () => {
  const board = new Board({ usb: false });
  board.uart.until(PROMPT);
  assert.match(await board.uart.ask('version'), /plywood \d/);
});

test('both ports show the same, and either can type', async () => {
  const board = new Board();
  board.usb.until(PROMPT);
  board.uart.until(PROMPT);
  board.hush();
  await board.uart.ask('plain');
  await board.usb.ask('level 1');
  board.hush();
  assert.equal(board.usb.all.slice(-300), board.uart.all.slice(-300));
  assert.match(board.uart.all, /level 1: looks up to 1 plies ahead/);
});

test('the LED is on while it thinks, and off again', async () => {
  const board = new Board();
  board.usb.until(PROMPT);
  board.usb.send('4\r');
  board.runUntil(() => board.machine.led, 1000, () => assert.fail('no LED'));
  board.usb.until(PROMPT);
  board.wait(5);
  assert.equal(board.machine.led, false);
});

test('a panic is told after the restart, once', async () => {
  const board = new Board();
  board.usb.until(PROMPT);
  board.usb.send('crash\r');
  const said = board.usb.until(/Type help\./);
  assert.match(said, /panicking\r\n/, 'the last words came through');
  assert.match(said, /The board was restarted after a panic: asked to crash \(.*board\.rs:\d+\)/);
  assert.equal(board.machine.reboots, 1);
  assert.match(await board.usb.ask('version'), /plywood \d/);
  assert.match(board.uart.all, /asked to crash/, 'on both ports');
  const again = new Board();
  assert.doesNotMatch(again.uart.until(PROMPT), /panicked/);
});

test('bootsel restarts into the USB bootloader', () => {
  const board = new Board();
  board.usb.until(PROMPT);
  board.usb.send('bootsel\r');
  assert.throws(() => board.usb.until(/never said/), /BOOTSEL/);
  assert.ok(board.machine.inBootsel);
  assert.match(board.usb.all, /restarting into the bootloader/);
});
