// The command: console, exit codes, messages.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { flashImage } from './program.mjs';

const COMMAND = fileURLToPath(new URL('../emulate.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'emulate-'));
after(() => rmSync(folder, { recursive: true }));

function emulate(args, input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { input, encoding: 'utf8' });
  return { status, stdout, stderr };
}

function imageOf(name, source) {
  const path = join(folder, `${name}.bin`);
  writeFileSync(path, flashImage(source));
  return path;
}

// Sends each byte from UART0 back, plus one; 'z' means trouble.
const PLUS_ONE = `
        .thumb_func
main:   ldr     r4, =0x40034000
        ldr     r0, =0x301
        str     r0, [r4, #0x30]         @ UARTCR: on
1:      ldr     r0, [r4, #0x18]         @ UARTFR
        lsrs    r0, #5                  @ RXFE
        bcs     1b
        ldr     r0, [r4]
        cmp     r0, #'z'
        beq     2f
        adds    r0, #1
        str     r0, [r4]
        b       1b
2:      udf     #0`;

test('a UART console over pipes; a panic is reported, exit code 1', () => {
  const { status, stdout, stderr } = emulate([imageOf('plusone', PLUS_ONE), '--uart'], 'HAL z');
  assert.equal(stdout, 'IBM!');
  assert.match(stderr, /^running plusone.bin on an emulated Pico.*\ncore 0 stopped at 0x100[0-9a-f]{5}: UDF/);
  assert.equal(status, 1);
});

test('a firmware that sleeps at the end of its input: exit code 0', () => {
  const path = imageOf('sleeper', '.thumb_func\nmain: wfi\n b main');
  assert.equal(emulate([path, '--uart']).status, 0);
});

test('--max-seconds ends a firmware that never rests', () => {
  const path = imageOf('busy', '.thumb_func\nmain: b main');
  assert.equal(emulate([path, '--max-seconds', '0.01', '--quantum', '1']).status, 0);
});

test('wrong usage: exit code 2, and the usage', () => {
  const wrong = ['', 'a b', 'a.bin --nonsense', 'a.bin --quantum 0', 'a.bin --max-seconds x'];
  for (const args of wrong.map((line) => line.split(' ').filter(Boolean))) {
    const { status, stderr } = emulate(args);
    assert.equal(status, 2, args.join(' '));
    assert.match(stderr, /^emulate: .+\nusage: node emulate.mjs IMAGE/);
  }
});

test('a missing or broken image: exit code 1, one line', () => {
  const broken = join(folder, 'broken.uf2');
  writeFileSync(broken, 'not firmware');
  assert.deepEqual(emulate([broken]), {
    status: 1,
    stdout: '',
    stderr: 'emulate: broken.uf2: block 0: magic 0x20746f6e, want 0x0a324655\n',
  });
  assert.match(emulate(['missing.elf']).stderr, /^emulate: missing.elf: cannot be read \(ENOENT\)\n$/);
});

test('an image that does not boot: exit code 1', () => {
  const path = join(folder, 'nothing.bin');
  writeFileSync(path, Buffer.alloc(1024));
  const { status, stderr } = emulate([path]);
  assert.equal(status, 1);
  assert.match(stderr, /no valid second-stage boot loader/);
});
