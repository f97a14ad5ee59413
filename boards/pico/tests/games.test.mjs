// Whole games on the board against the same engine on the host: with the same seed it plays the same moves, with the same
// scores and node counts, and host and board agree on how the game ends.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Board } from './board.mjs';
import { Host } from './host.mjs';
import { PROMPT, answers, board as drawn, outcome } from './talk.mjs';

/** Who a person could be. Each is told what the console said last and gives a column. */
const careless = async () => 1;
const careful = async (talk) => /^try (\d)/m.exec(await talk.ask('hint'))[1];

/** Plays a game; gives back what the machine said, what the person played, how it ended and the last board. */
async function play(talk, { seed, level, person }) {
  await talk.ask('plain');
  await talk.ask(`level ${level}`);
  await talk.ask('moves 4'); // the person is Black, so the machine answers
  await talk.ask('new');
  await talk.ask(`seed ${seed}`);
  const game = { answers: [], moves: '', end: null };
  for (let text = ''; !game.end; ) {
    assert.ok(game.answers.length <= 21, 'a game has 42 moves, half of them the machine\'s');
    assert.doesNotMatch(text, /the game is over/, 'the end was told before');
    // A careless person does not look whether the column is full: the next one will do.
    const wish = await person(talk);
    for (let column = Number(wish); ; column = (column % 7) + 1) {
      text = await talk.ask(column);
      if (!/column \d is full/.test(text)) break;
    }
    game.answers.push(...answers(text));
    game.end = outcome(text);
    game.moves = /^The moves were (\d+)$/m.exec(text)?.[1];
    game.board = drawn(text);
  }
  return game;
}

/** The first seed whose game, on the host, ends like this. */
async function findGame(end, options) {
  for (let seed = 1; seed <= 300; seed++) {
    const host = new Host();
    await host.until(PROMPT);
    const game = await play(host, { seed, ...options });
    host.close();
    if (game.end === end) {
      return { seed, ...options, game };
    }
  }
  throw new Error(`no game in 300 ends in a ${end}`);
}

let board;
before(() => {
  board = new Board();
  board.usb.until(PROMPT);
  board.uart.until(PROMPT);
});

for (const [port, end, options] of [
  ['usb', 'win', { level: 2, person: careful }],
  ['uart', 'loss', { level: 3, person: careless }],
  ['usb', 'draw', { level: 4, person: careful }],
  ['uart', 'win', { level: 4, person: careful }],
  ['usb', 'loss', { level: 6, person: careless }],
]) {
  test(`a ${end} over ${port} at level ${options.level}, as on the host`, async (t) => {
    const found = await findGame(end, options);
    board.hush();
    const game = await play(board[port], found);
    assert.deepEqual(game, found.game);
    assert.ok(game.answers.length > 3 && game.answers.every((answer) => / \d+ nodes\)$/.test(answer)));
    t.diagnostic(`seed ${found.seed}: ${game.moves}, the last answer was ${game.answers.at(-1)}`);

    // The host's rules, given the moves alone, say the same.
    const host = new Host();
    await host.until(PROMPT);
    const replayed = await host.ask(`moves ${game.moves}`);
    host.close();
    assert.equal(outcome(replayed), end);
    assert.deepEqual(drawn(replayed), game.board);
  });
}

test('every engine plays the same on the board as on the host', async () => {
  const [, list] = /there are(.*)/.exec(await board.usb.ask('engine x'));
  const engines = list.trim().split(' ').filter((name) => name !== 'test');
  assert.ok(engines.length >= 14);
  for (const engine of engines) {
    const ask = async (talk) => {
      await talk.ask('level 3');
      await talk.ask('seed 7');
      await talk.ask(`engine ${engine}`);
      return answers(await talk.ask('moves 44435')).concat(answers(await talk.ask('hint')));
    };
    const host = new Host('--table-bytes', board.lent);
    await host.until(PROMPT);
    const [onBoard, onHost] = [await ask(board.usb), await ask(host)];
    host.close();
    assert.equal(onHost.length, 2);
    assert.deepEqual(onBoard, onHost, engine);
  }
});

test('a match of mma and alpha-beta at equal calls of play is the same as on the host', async (t) => {
  // A hint is the first one's move, the answer to it the second one's.
  const game = async (talk, opening, first, second) => {
    await talk.ask('plain');
    await talk.ask('budget 400');
    await talk.ask('seed 1');
    await talk.ask(`moves ${opening}`);
    const said = [];
    for (;;) {
      await talk.ask(`engine ${first}`);
      const hint = await talk.ask('hint');
      await talk.ask(`engine ${second}`);
      const text = await talk.ask(/^try (\d)/m.exec(hint)[1]);
      said.push(...answers(hint), ...answers(text));
      if (outcome(text)) {
        return { said, end: outcome(text), moves: /^The moves were (\d+)$/m.exec(text)[1] };
      }
    }
  };
  const host = new Host('--table-bytes', board.lent);
  t.after(() => host.close());
  await host.until(PROMPT);
  board.hush();
  for (const [opening, first, second] of [['44', 'mma', 'ab'], ['44', 'ab', 'mma'], ['17', 'mma', 'ab']]) {
    const [onHost, onBoard] = [await game(host, opening, first, second), await game(board.usb, opening, first, second)];
    assert.deepEqual(onBoard, onHost, `${first} against ${second} after ${opening}`);
    assert.ok(onHost.said.length >= 5 && onHost.moves.startsWith(opening), onHost.moves);
    t.diagnostic(`${first} against ${second} after ${opening}: ${onHost.end} for ${first} in ${onHost.moves}`);
  }
  await board.usb.ask('budget 0');
});
