// The same console on the host: `plywood play` over pipes.

import { spawn } from 'node:child_process';
import { path } from './board.mjs';
import { Talk } from './talk.mjs';

const PLYWOOD = path('target/release/plywood');

export class Host extends Talk {
  constructor(...args) {
    super();
    this.process = spawn(PLYWOOD, ['play', ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.process.stdout.setEncoding('utf8');
    this.process.stdout.on('data', (text) => {
      this.hear(text);
      this.wake?.();
    });
    this.process.on('close', () => {
      this.ended = true;
      this.wake?.();
    });
  }

  send(text) {
    this.process.stdin.write(text.replaceAll('\r', '\n'));
  }

  async until(pattern) {
    for (;;) {
      const found = this.take(pattern);
      if (found !== null) {
        return found;
      }
      if (this.ended) {
        throw new Error(`plywood ended before ${pattern}; the last was ${JSON.stringify(this.rest.slice(-400))}`);
      }
      await new Promise((resolve) => (this.wake = resolve));
    }
  }

  close() {
    this.process.stdin.end();
  }
}
