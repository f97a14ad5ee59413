// Reads firmware images: UF2, ELF and raw binaries.
//
// An image is `{ kind, segments: [{ address, bytes }], symbols }`. A broken file
// is refused with one line that says what is wrong and what would be right.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const FLASH = { name: 'flash', start: 0x10000000, end: 0x11000000 };
const RAM = { name: 'RAM', start: 0x20000000, end: 0x20042000 };

const hex = (value) => `0x${value.toString(16).padStart(8, '0')}`;

export function readImage(path) {
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new Error(`${path}: cannot be read (${error.code})`);
  }
  return parseImage(bytes, basename(path));
}

/** @param name for messages, and to know a raw binary by its `.bin` */
export function parseImage(bytes, name) {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const fail = (message) => {
    throw new Error(`${name}: ${message}`);
  };
  if (data.length === 0) {
    fail('the file is empty');
  }
  if (data.length >= 4 && data.readUInt32LE(0) === UF2_MAGIC_0) {
    return parseUf2(data, fail);
  }
  if (data.length >= 4 && data.readUInt32BE(0) === ELF_MAGIC) {
    return parseElf(data, fail);
  }
  if (name.endsWith('.bin')) {
    return { kind: 'bin', segments: [segment(FLASH.start, data, fail)], symbols: new Map() };
  }
  if (name.endsWith('.uf2')) {
    fail(`block 0: magic ${hex(data.length >= 4 ? data.readUInt32LE(0) : 0)}, want ${hex(UF2_MAGIC_0)}`);
  }
  return fail('neither UF2 nor ELF, and not named .bin');
}

function segment(address, bytes, fail) {
  const fits = ({ start, end }) => address >= start && address + bytes.length <= end;
  if (!fits(FLASH) && !fits(RAM)) {
    fail(`${bytes.length} bytes at ${hex(address)} are outside flash and RAM`);
  }
  return { address, bytes };
}

// --- UF2: blocks of 512 bytes.
//
//      0  magic 0            16  payload size        32  payload
//      4  magic 1            20  block number       508  end magic
//      8  flags              24  number of blocks
//     12  address            28  family

const UF2_BLOCK = 512;
const UF2_MAGIC_0 = 0x0a324655;
const UF2_MAGIC_1 = 0x9e5d5157;
const UF2_MAGIC_END = 0x0ab16f30;
const UF2_NOT_MAIN_FLASH = 0x00000001;
const UF2_HAS_FAMILY = 0x00002000;
const RP2040_FAMILY = 0xe48bff56;
const RP2040_PAYLOAD = 256; // the boot ROM takes whole flash pages only

function parseUf2(data, fail) {
  if (data.length % UF2_BLOCK !== 0) {
    fail(`${data.length} bytes are not a whole number of ${UF2_BLOCK}-byte blocks: the file is cut short`);
  }
  const count = data.length / UF2_BLOCK;
  const segments = [];
  for (let index = 0; index < count; index++) {
    const block = data.subarray(index * UF2_BLOCK, (index + 1) * UF2_BLOCK);
    const failBlock = (message) => fail(`block ${index}: ${message}`);
    const expect = (what, offset, want, show = hex) => {
      const value = block.readUInt32LE(offset);
      if (value !== want) {
        failBlock(`${what} ${show(value)}, want ${show(want)}`);
      }
    };
    expect('magic', 0, UF2_MAGIC_0);
    expect('second magic', 4, UF2_MAGIC_1);
    expect('end magic', 508, UF2_MAGIC_END);
    const flags = block.readUInt32LE(8);
    if (flags & UF2_NOT_MAIN_FLASH) {
      continue;
    }
    if (flags & UF2_HAS_FAMILY) {
      expect('family', 28, RP2040_FAMILY);
    }
    expect('payload of', 16, RP2040_PAYLOAD, String);
    expect('block number', 20, index, String);
    expect('number of blocks', 24, count, String);
    const address = block.readUInt32LE(12);
    if (address % RP2040_PAYLOAD !== 0) {
      failBlock(`address ${hex(address)} is not a multiple of ${RP2040_PAYLOAD}`);
    }
    segments.push(segment(address, block.subarray(32, 32 + RP2040_PAYLOAD), failBlock));
  }
  if (segments.length === 0) {
    fail('no block is for flash');
  }
  return { kind: 'uf2', segments, symbols: new Map() };
}

// --- ELF: 32-bit little-endian ARM; loadable segments at their physical addresses.

const ELF_MAGIC = 0x7f454c46;
const ELF_CLASS_32 = 1;
const ELF_LITTLE_ENDIAN = 1;
const EM_ARM = 40;
const PT_LOAD = 1;
const SHT_SYMTAB = 2;

function parseElf(data, fail) {
  if (data.length < 52) {
    fail(`an ELF header has 52 bytes, the file ${data.length}`);
  }
  if (data[4] !== ELF_CLASS_32 || data[5] !== ELF_LITTLE_ENDIAN || data.readUInt16LE(18) !== EM_ARM) {
    fail('an ELF file, but not for a 32-bit little-endian ARM: built for another target?');
  }
  // Every read goes through here, so that a cut file gives one message.
  const slice = (what, offset, size) => {
    if (offset + size > data.length) {
      fail(`${what} reaches to byte ${offset + size}, the file has ${data.length}: it is cut short`);
    }
    return data.subarray(offset, offset + size);
  };
  const table = (what, offset, entrySize, count) =>
    Array.from({ length: count }, (_, i) => slice(`${what} ${i}`, offset + i * entrySize, entrySize));

  const programs = table('program header', data.readUInt32LE(28), data.readUInt16LE(42), data.readUInt16LE(44));
  const segments = programs
    .filter((program) => program.readUInt32LE(0) === PT_LOAD && program.readUInt32LE(16) > 0)
    .map((program) => {
      const bytes = slice('a segment', program.readUInt32LE(4), program.readUInt32LE(16));
      return segment(program.readUInt32LE(12), bytes, fail);
    });
  if (segments.length === 0) {
    fail('nothing to load: was it linked with the linker script?');
  }

  const sections = table('section header', data.readUInt32LE(32), data.readUInt16LE(46), data.readUInt16LE(48));
  const symbols = new Map();
  for (const section of sections.filter((header) => header.readUInt32LE(4) === SHT_SYMTAB)) {
    const strings = sections[section.readUInt32LE(24)];
    if (!strings) {
      fail('the symbol table has no strings');
    }
    const names = slice('the string table', strings.readUInt32LE(16), strings.readUInt32LE(20));
    const entries = slice('the symbol table', section.readUInt32LE(16), section.readUInt32LE(20));
    for (let at = 0; at + 16 <= entries.length; at += 16) {
      const start = entries.readUInt32LE(at);
      const symbol = names.toString('latin1', start, names.indexOf(0, start));
      if (symbol) {
        symbols.set(symbol, entries.readUInt32LE(at + 4));
      }
    }
  }
  return { kind: 'elf', segments, symbols };
}
