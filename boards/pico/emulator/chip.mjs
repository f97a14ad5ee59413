// Puts a chip together: rp2040js's, a second core, and the parts set right.

import { RP2040 } from 'rp2040js';
import { Core } from './core.mjs';
import { Mailboxes, Sio } from './sio.mjs';
import { Pads } from './pads.mjs';
import { PioClock } from './pio-clock.mjs';
import { Ppb } from './ppb.mjs';

const PSM = 0x40010;
const WATCHDOG = 0x40058;

const IRQ_IO_BANK0 = 13;

const PSM_PROC0 = 1 << 15;
const PSM_PROC1 = 1 << 16;

// On the chip, but not in rp2040js: the flash cache's control registers and its RAM.
const isUnmodelled = (address) => address >= 0x14000000 && address < 0x16000000;

/**
 * @param bootrom the ROM's words
 * @param external levels wired to the pins
 * @param now tells the system cycle
 * @param hooks fault(core, message), breakpoint(core), warning(message), sendEvent(), reset(reason)
 */
export function buildChip({ bootrom, external, now, hooks }) {
  const rp = new RP2040();
  rp.bootrom.set(bootrom);

  // Core 1 sees the same chip through a view in which the core and its private
  // blocks are its own. Nothing needs switching when the cores take turns.
  const view1 = Object.create(rp);
  const views = [rp, view1];
  const cores = views.map((view, index) => new Core(view, index, hooks));
  const mailboxes = new Mailboxes(cores);

  views.forEach((view, index) => {
    const own = {
      core: cores[index],
      sio: new Sio(view, index, mailboxes, index === 0 ? null : rp.sio),
      ppb: new Ppb(view, cores[index], () => hooks.reset(0)),
      logger: faultLogger(cores[index], hooks.warning),
      onBreak: () => hooks.breakpoint(index),
    };
    for (const [name, value] of Object.entries(own)) {
      Object.defineProperty(view, name, { value, writable: true, enumerable: true });
    }
    cores[index].systick = view.ppb.systick;
  });

  routeInterrupts(rp, cores);
  resetCore1ByPsm(rp, view1);
  const watchdog = rebootByWatchdog(rp, hooks);
  const pioClock = new PioClock(rp.pio, now);
  const pads = new Pads(rp.gpio, external, () => pioClock.wake());
  cores.forEach((core) => core.reset());
  return { rp, cores, watchdog, pioClock, pads };
}

/**
 * The peripherals' interrupt lines go to both cores (the mailboxes', which are
 * private, do not come this way). The pins have one set of enable registers a
 * core, of which rp2040js models core 0's only: so they interrupt core 0 only.
 */
function routeInterrupts(rp, cores) {
  rp.setInterrupt = (irq, high) => {
    cores[0].setInterrupt(irq, high);
    if (irq !== IRQ_IO_BANK0) {
      cores[1].setInterrupt(irq, high);
    }
  };
}

/** The power-on state machine holds core 1 in reset and lets it go: how firmware starts it. */
function resetCore1ByPsm(rp, view1) {
  const psm = rp.peripherals[PSM];
  const write = psm.writeUint32.bind(psm);
  psm.writeUint32 = (offset, value) => {
    write(offset, value);
    const { core, ppb } = view1;
    const held = !!(psm.frceOff & ~psm.frceOn & PSM_PROC1);
    if (held && !core.held) {
      core.reset();
      ppb.reset();
    }
    core.held = held;
  };
}

/** rp2040js counts the watchdog down; what happens then is ours. */
function rebootByWatchdog(rp, hooks) {
  const watchdog = rp.peripherals[WATCHDOG];
  watchdog.onWatchdogTrigger = () => {
    // Or it would fire again at once, for ever, in the same instant.
    watchdog.timer.enable = false;
    watchdog.alarm.enable = false;
    if (rp.peripherals[PSM].wdsel & PSM_PROC0) {
      hooks.reset(watchdog.reason);
    } else {
      hooks.warning('the watchdog fired, but PSM.WDSEL does not name core 0: nothing was reset');
    }
  };
  return watchdog;
}

/** Turns rp2040js's complaints about impossible accesses into faults; the rest are warnings. */
function faultLogger(core, warning) {
  const report = (source, message) => {
    const address = /address:? ([0-9a-f]+)/.exec(message);
    if (source === 'RP2040' && address && !isUnmodelled(parseInt(address[1], 16))) {
      core.fault(message[0].toLowerCase() + message.slice(1));
    } else {
      warning(`${source}: ${message}`);
    }
  };
  return { debug() {}, info() {}, warn: report, error: report };
}
