// Anything at all, on either port, at any time: no panic, no lost move, and the prompt returns.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Board } from './board.mjs';
import { PROMPT, answers, clean } from './talk.mjs';

let board;
beforeEach(async () => {
  board = new Board();
  board.usb.until(PROMPT);
  board.uart.until(PROMPT);
  board.hush();
  await board.usb.ask('plain');
  await board.usb.ask('level 3');
});

/** Whatever was typed is gone, and the console answers. */
async function stillThere(port = board.usb) {
  port.send('\x03\r');
  port.until(PROMPT);
  board.hush();
  assert.match(await port.ask('version'), /^version\nplywood \d/);
  assert.equal(board.machine.reboots, 0);
}

/** Everything that was given to a port has been taken and dealt with. */
function drain(port, seconds = 600) {
  board.runUntil(() => port.port.unsent === 0, seconds * 1000, () => assert.fail(`${port.port.unsent} bytes not taken`));
  board.wait(1000);
}

/** Repeatable noise: Marsaglia's xorshift. */
function* noise(seed) {
  for (let x = seed; ; ) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    yield x & 0xff;
  }
}

for (const name of ['usb', 'uart']) {
  test(`100 KB of random bytes on ${name}`, async () => {
    const random = noise(name.length);
    board[name].send(Uint8Array.from({ length: 100_000 }, () => random.next().value));
    drain(board[name]);
    await stillThere(board[name]);
  });

  test(`lines of 10,000 characters on ${name}`, async () => {
    for (const letter of ['4', 'x', ' ', '\u00e9']) {
      board[name].send(letter.repeat(10_000));
      drain(board[name]);
      board.hush();
      const said = await board[name].ask('');
      assert.match(said, /that line is too long: at most \d+ characters\nBlack X > $/);
    }
    await stillThere(board[name]);
  });
}

test('a full column is refused, and the game goes on', async () => {
  await board.usb.ask('moves 444444');
  assert.match(await board.usb.ask('4'), /column 4 is full: choose another one\nBlack X > $/);
  assert.equal(answers(await board.usb.ask('3')).length, 1);
});

test('every command with wrong arguments gets one line', async () => {
  const help = await board.usb.ask('help');
  const commands = help.match(/^  [a-z]+(?= )/gm).map((word) => word.trim());
  assert.ok(commands.length > 15, commands.join());
  for (const word of commands.filter((word) => word !== 'any' && word !== 'plain')) {
    for (const argument of ['-1', '99999999999999999999', 'x y z', '4\u00e94', '%s%n']) {
      const said = await board.usb.ask(`${word} ${argument}`);
      assert.match(said, /^.*\n.+\nBlack X > $/, `${word} ${argument}: ${said}`);
    }
  }
  await stillThere();
});

test('typing while it thinks stops it: it plays, and what was typed stands behind the prompt', async () => {
  await board.usb.ask('level 8');
  await board.usb.ask('time 60000');
  board.usb.send('4\r');
  board.wait(200);
  board.usb.rest = '';
  board.usb.send('5');
  const said = board.usb.until(/Black X > 5$/, { seconds: 1 });
  assert.equal(answers(clean(said)).length, 1);
  board.usb.send('\b');
  await stillThere();
});

test('the bus is reset in mid-search: the move is not lost', async () => {
  await board.usb.ask('level 6');
  board.usb.send('4\r');
  board.wait(100);
  board.usb.port.resetBus();
  board.uart.until(/Red plays \d/);
  board.uart.until(PROMPT);
  board.runUntil(() => board.usb.port.connected, 5000, () => assert.fail('not enumerated again'));
  board.wait(100);
  board.usb.rest = '';
  const said = await board.usb.ask('board');
  assert.match(said, /X/);
  assert.match(said, /O/);
  await stillThere();
});

test('the terminal is closed in mid-search and opened again: it is shown the board', async () => {
  await board.usb.ask('level 6');
  board.usb.send('4\r');
  board.wait(100);
  board.usb.port.setDtr(false);
  board.uart.until(/Red plays \d/);
  board.uart.until(PROMPT);
  board.wait(100);
  board.usb.rest = '';
  board.usb.port.setDtr(true);
  const said = board.usb.until(PROMPT, { seconds: 5 });
  assert.match(said, /Type help/);
  assert.match(said, /X/);
  assert.match(said, /O/);
  await stillThere();
});

test('a terminal that is open and reads nothing does not hold up the game', async () => {
  board.usb.port.setReading(false);
  for (const line of ['help', '4', 'stats', 'board']) {
    await board.uart.ask(line);
  }
  board.usb.port.setReading(true);
  await stillThere();
});

test('both ports at once: each line is read whole', async () => {
  const text = (word) => [...`${word}\r`];
  const [one, two] = [text('level 5'), text('seed 77')];
  while (one.length || two.length) {
    if (one.length) board.usb.send(one.shift());
    if (two.length) board.uart.send(two.shift());
    board.wait(1);
  }
  board.wait(50);
  assert.match(board.uart.all, /level 5: looks up to/);
  assert.match(board.usb.all, /chance starts again from 77/);
  await stillThere(board.usb);
  await stillThere(board.uart);
});
