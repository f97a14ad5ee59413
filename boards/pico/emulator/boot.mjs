// What the boot ROM does on core 0 between reset and the firmware.
//
// The ROM's own code runs on core 1, and for every ROM function the firmware
// calls. Core 0's way through it (finding flash over QSPI, falling back to USB)
// needs hardware that is not modelled, so its outcome is worked out here.

import { readFileSync } from 'node:fs';

const ROM_BYTES = 16 * 1024;
const FUNCTION_TABLE = 0x14; // pointer to pairs of (code, address), ended by a 0
const CODE_USB_BOOT = 'U'.charCodeAt(0) | ('B'.charCodeAt(0) << 8);
const OPCODE_BKPT = 0xbe00;

const BOOT2_BYTES = 256;
export const BOOT2_RAM = 0x20041f00;
const RAM = 0x20000000;

const SCRATCH_MAGIC = 0xb007c0d3;

const BOOTROM_FILE = new URL('./cache/bootrom.bin', import.meta.url);

export function readBootrom(file = BOOTROM_FILE) {
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new Error('no boot ROM: run setup.sh in the emulator folder first');
  }
  if (bytes.length !== ROM_BYTES) {
    throw new Error(`the boot ROM has ${bytes.length} bytes, not ${ROM_BYTES}: remove it and run setup.sh`);
  }
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + ROM_BYTES));
}

/** The address of the ROM function reset_to_usb_boot. */
export function usbBootAddress(bootrom) {
  const rom = new Uint16Array(bootrom.buffer, bootrom.byteOffset, ROM_BYTES / 2);
  for (let at = rom[FUNCTION_TABLE / 2] / 2; rom[at] !== 0; at += 2) {
    if (rom[at] === CODE_USB_BOOT) {
      return rom[at + 1] & ~1;
    }
  }
  throw new Error('the boot ROM has no function UB: is it an RP2040 boot ROM?');
}

/** The ROM with a breakpoint where BOOTSEL mode starts: any way of getting there is seen. */
export function withBreakAtUsbBoot(bootrom) {
  const rom = bootrom.slice();
  new Uint16Array(rom.buffer)[usbBootAddress(bootrom) / 2] = OPCODE_BKPT;
  return rom;
}

/**
 * Where core 0 goes after reset: `{ pc, sp }`, or null for BOOTSEL mode.
 * Datasheet 2.8.1: first a vector left in the watchdog's scratch registers, then
 * the second stage at the start of flash, if its checksum is right.
 */
export function findEntry(rp, watchdog) {
  const [magic, check, sp, pc] = watchdog.scratchData.subarray(4);
  if (magic === SCRATCH_MAGIC && ((check ^ pc) + magic) >>> 0 === 0) {
    watchdog.scratchData[4] = 0;
    return { pc: (pc & ~1) >>> 0, sp };
  }
  const boot2 = rp.flash.subarray(0, BOOT2_BYTES);
  if (crc32(boot2.subarray(0, -4)) !== rp.flashView.getUint32(BOOT2_BYTES - 4, true)) {
    return null;
  }
  // It runs from the end of RAM, as it reprograms the flash interface: what
  // firmware leaves there does not outlive a reboot, here as on the chip.
  rp.sram.set(boot2, BOOT2_RAM - RAM);
  return { pc: BOOT2_RAM, sp: BOOT2_RAM };
}

/** CRC-32 as the boot ROM computes it: polynomial 0x04c11db7, most significant bit first, not inverted. */
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
    }
  }
  return crc >>> 0;
}
