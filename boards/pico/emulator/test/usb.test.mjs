// The USB host: enumeration, data in both directions, lines, resets, and devices that fail.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsbHost } from '../usb-host.mjs';
import { FakeDevice } from './fake-device.mjs';
import { boot } from './program.mjs';

const MILLISECOND = 125_000;
const PSM_WDSEL = 0x40010008;
const WATCHDOG_CTRL = 0x40058000;

function plugIn(prepare = () => {}) {
  const { machine } = boot(`
        .thumb_func
main:   wfi
        b       main`);
  const device = new FakeDevice();
  prepare(device);
  const log = [];
  const received = [];
  const host = new UsbHost({
    onData: (bytes) => received.push(...bytes),
    onConnect: () => log.push('connect'),
    onDisconnect: () => log.push('disconnect'),
  });
  machine.attach(host);
  machine.attach(device);
  const run = (milliseconds) => machine.run(milliseconds * MILLISECOND, 64);
  return { machine, device, host, log, run, text: () => Buffer.from(received).toString() };
}

test('enumerates, and raises DTR and RTS', () => {
  const { host, device, log, run } = plugIn();
  run(30);
  assert.equal(host.connected, true);
  assert.deepEqual(log, ['connect']);
  assert.deepEqual(device.requests, [6, 5, 6, 6, 6, 9, 0x20, 0x22]);
  assert.deepEqual(device.lines, [3]);
});

test('what is sent before the device is there is not lost', () => {
  const { host, run, text } = plugIn();
  host.send('early bird');
  run(40);
  assert.equal(text(), 'early bird');
  assert.equal(host.unsent, 0);
});

test('20,000 bytes go there and back, in order', () => {
  const { host, device, run, text } = plugIn();
  const big = Array.from({ length: 2500 }, (_, i) => String(i).padStart(8, '0')).join('');
  run(30);
  host.send(big);
  run(100);
  assert.equal(Buffer.from(device.received).toString(), big);
  assert.equal(text(), big);
});

test('a device that takes nothing makes the host wait, and loses nothing', () => {
  const { host, device, run, text } = plugIn();
  const message = 'x'.repeat(1000) + 'end';
  run(30);
  device.accepting = false;
  host.send(message);
  run(20);
  assert.ok(host.unsent >= message.length - 64);
  device.accepting = true;
  run(20);
  assert.equal(text(), message);
});

test('a closed port reads nothing; what was waiting comes when it opens', () => {
  const { host, device, run, text } = plugIn();
  run(30);
  host.setDtr(false);
  run(5);
  assert.deepEqual(device.lines, [3, 0]);
  device.echo.push(...Buffer.from('patience'));
  run(20);
  assert.equal(text(), '');
  host.setDtr(true);
  run(5);
  assert.deepEqual(device.lines, [3, 0, 3]);
  assert.equal(text(), 'patience');
});

test('an open port may stop reading for a while', () => {
  const { host, device, run, text } = plugIn();
  run(30);
  host.setReading(false);
  device.echo.push(...Buffer.from('later'));
  run(20);
  assert.equal(text(), '');
  host.setReading(true);
  run(5);
  assert.equal(text(), 'later');
});

test('a bus reset in mid-run is survived', () => {
  const { host, device, log, run, text } = plugIn();
  run(30);
  host.send('before ');
  run(5);
  host.resetBus();
  host.send('after');
  run(30);
  assert.deepEqual(log, ['connect', 'disconnect', 'connect']);
  assert.deepEqual(device.lines, [3, 3]);
  assert.equal(text(), 'before after');
});

test('a reboot is a disconnection, and the device is found again', () => {
  const { machine, host, log, run } = plugIn();
  run(30);
  machine.rp.writeUint32(PSM_WDSEL, 0x1ffff);
  machine.rp.writeUint32(WATCHDOG_CTRL, 1 << 31);
  run(1);
  assert.deepEqual(log, ['connect', 'disconnect']);
  run(30);
  assert.equal(host.connected, true);
});

test('a wrong data toggle is an error: a real host would drop the packet', () => {
  const { device, run } = plugIn();
  run(30);
  device.wrongToggle = true;
  device.echo.push(1);
  assert.throws(() => run(5), /usb: IN 2: the device has DATA1, the host DATA0/);
});

test('a refused request and a silent device are errors', () => {
  const refusing = plugIn((device) => (device.stallRequest = 0x20));
  assert.throws(() => refusing.run(30), /usb: the device stalled SET_LINE_CODING/);
  const silent = plugIn((device) => (device.answering = false));
  assert.throws(() => silent.run(6000), /usb: no answer to the bus reset for 5 s/);
});
