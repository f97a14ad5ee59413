// One run of a firmware: the machine, with its console and LEDs on a terminal or on pipes.

import { basename } from 'node:path';
import { setImmediate as yieldToEvents, setTimeout as sleep } from 'node:timers/promises';
import { Buttons, handleKeys } from './keyboard.mjs';
import { Machine, describeStop } from './machine.mjs';
import { TerminalPanel, TextPanel } from './led-panel.mjs';
import { Uart } from './uart.mjs';
import { UsbHost } from './usb-host.mjs';
import { Ws2812 } from './ws2812.mjs';
import { readImage } from './image.mjs';

const SLICE_NANOS = 1e6;
// With its input at an end, a chip that says nothing is done when it also sleeps.
// One that works gets much longer: a search may be silent for seconds.
const QUIET_ASLEEP_NANOS = 0.5e9;
const QUIET_BUSY_NANOS = 20e9;

export class FirmwareRun {
  /** @param options image (a path), uart, leds, quantum, maxSeconds */
  constructor(options, { stdin, stdout, stderr }) {
    Object.assign(this, { options, stdin, stdout, stderr });
    const image = readImage(options.image);
    this.machine = new Machine();
    this.machine.load(image);
    this.quitting = false;
    this.inputEnded = false;
    this.reboots = 0;
    this.noteActivity();

    const onData = (bytes) => {
      this.noteActivity();
      stdout.write(bytes);
    };
    this.port = options.uart ? new Uart({ onData }) : new UsbHost({ onData });
    this.machine.attach(this.port);
    this.buttons = new Buttons(this.machine);
    this.machine.attach({ attach: () => this.noteReboot() });
  }

  say(message) {
    this.stderr.write(`${message}\n`);
  }

  noteActivity() {
    this.lastActivity = { nanos: this.machine.nanos, cycles: this.machine.cycles, busy: [...this.machine.busy] };
  }

  noteReboot() {
    if (this.machine.reboots > this.reboots) {
      this.reboots = this.machine.reboots;
      this.say('[the firmware rebooted the chip]');
    }
  }

  openTerminal() {
    const { stdin, stdout, stderr, options } = this;
    const quit = () => (this.quitting = true);
    const name = basename(options.image);
    if (options.leds) {
      this.panel = stdout.isTTY ? new TerminalPanel(stdout) : new TextPanel(stderr);
      const strip = new Ws2812({ onFrame: (frame) => this.panel.show(frame, this.machine.led) });
      this.machine.attach(strip);
    }
    const keys = {
      send: (bytes) => {
        this.noteActivity();
        this.port.send(bytes);
      },
      press: options.leds ? (pin) => this.buttons.press(pin) : null,
      quit,
    };
    if (stdin.isTTY) {
      this.say(`running ${name} on an emulated Pico; Ctrl-] quits`);
      stdin.setRawMode(true);
      stdin.on('data', (bytes) => handleKeys(bytes, keys));
    } else {
      this.say(`running ${name} on an emulated Pico until the input ends and it is quiet`);
      stdin.on('data', keys.send);
    }
    stdin.on('end', () => {
      this.inputEnded = true;
      this.noteActivity();
    });
    stdout.on('error', quit); // the reader went away
  }

  closeTerminal() {
    this.panel?.close();
    if (this.stdin.isTTY) {
      this.stdin.setRawMode(false);
    }
    this.stdin.destroy();
  }

  /** @returns the exit code */
  async run() {
    const { machine, options } = this;
    const start = performance.now();
    this.openTerminal();
    try {
      while (!this.quitting && !machine.stop && !this.isDone()) {
        this.buttons.update();
        const led = machine.led;
        machine.run(Math.ceil(SLICE_NANOS / machine.nanosPerCycle), options.quantum);
        if (machine.led !== led) {
          this.panel?.show(null, machine.led);
        }
        this.panel?.refresh();
        // At a terminal a sleeping chip must not outrun the clock on the wall.
        const ahead = machine.nanos / 1e6 - (performance.now() - start);
        await (this.stdin.isTTY && ahead > 5 ? sleep(ahead) : yieldToEvents());
      }
    } finally {
      this.closeTerminal();
    }
    if (machine.stop) {
      this.say(machine.inBootsel ? `[${machine.stop.message}]` : describeStop(machine.stop));
      return machine.inBootsel && machine.instructions[0] > 0 ? 0 : 1;
    }
    return 0;
  }

  isDone() {
    const { machine, lastActivity } = this;
    if (machine.nanos >= this.options.maxSeconds * 1e9) {
      return true;
    }
    if (!this.inputEnded) {
      return false;
    }
    const quiet = machine.nanos - lastActivity.nanos;
    const cycles = machine.cycles - lastActivity.cycles;
    const asleep = machine.busy.every((busy, core) => busy - lastActivity.busy[core] < cycles / 2);
    return quiet > (asleep ? QUIET_ASLEEP_NANOS : QUIET_BUSY_NANOS);
  }
}
