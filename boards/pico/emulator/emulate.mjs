#!/usr/bin/env node
// Runs a firmware image on the emulated Pico, with its console on the terminal.

import { parseArgs } from 'node:util';

const USAGE = `usage: node emulate.mjs IMAGE [--uart] [--leds] [--quantum N] [--max-seconds N]

  IMAGE            firmware: .uf2, .elf (or no suffix) or .bin
  --uart           the console is UART0 (GP0, GP1), not the USB serial port
  --leds           show the 8x8 LED matrix on GP16; arrow keys press the buttons
  --quantum N      cycles the cores run in turn: 1 is lock-step, 64 (the default) is fast
  --max-seconds N  end after N seconds of the chip's time

Ctrl-] quits. With piped input, it ends when the input has ended and the chip is quiet.
`;

class UsageError extends Error {}

function parseOptions(args) {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        uart: { type: 'boolean', default: false },
        leds: { type: 'boolean', default: false },
        quantum: { type: 'string', default: '64' },
        'max-seconds': { type: 'string', default: 'Infinity' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error.message);
  }
  const { values, positionals } = parsed;
  const quantum = Number(values.quantum);
  const maxSeconds = Number(values['max-seconds']);
  if (!values.help && positionals.length !== 1) {
    throw new UsageError(`want one image, got ${positionals.length}`);
  }
  if (!Number.isInteger(quantum) || quantum < 1) {
    throw new UsageError(`--quantum ${values.quantum}: want a whole number from 1`);
  }
  if (!(maxSeconds > 0)) {
    throw new UsageError(`--max-seconds ${values['max-seconds']}: want a number above 0`);
  }
  return { ...values, image: positionals[0], quantum, maxSeconds };
}

/** Loaded late, so that what setup.sh has not fetched yet is a message and not a stack trace. */
async function loadFirmwareRun() {
  try {
    return await import('./firmware-run.mjs');
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') {
      throw new Error('rp2040js is not installed: run setup.sh in the emulator folder first');
    }
    throw error;
  }
}

async function main(args) {
  try {
    const options = parseOptions(args);
    if (options.help) {
      process.stdout.write(USAGE);
      return 0;
    }
    const { FirmwareRun } = await loadFirmwareRun();
    return await new FirmwareRun(options, process).run();
  } catch (error) {
    process.stderr.write(`emulate: ${error.message}\n${error instanceof UsageError ? USAGE : ''}`);
    return error instanceof UsageError ? 2 : 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
