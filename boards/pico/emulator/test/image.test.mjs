// Images: what is loaded from each kind, and what is said about broken ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseImage, readImage } from '../image.mjs';
import { assemble } from './program.mjs';

/** A UF2 file of so many blocks; `change(block, index)` may break them. */
function uf2(count, change = () => {}) {
  return Buffer.concat(
    Array.from({ length: count }, (_, index) => {
      const block = Buffer.alloc(512, index + 1);
      [0x0a324655, 0x9e5d5157, 0x2000, 0x10000000 + 256 * index, 256, index, count, 0xe48bff56].forEach((word, i) =>
        block.writeUInt32LE(word, 4 * i),
      );
      block.writeUInt32LE(0x0ab16f30, 508);
      change(block, index);
      return block;
    }),
  );
}

test('UF2 blocks become segments', () => {
  const { kind, segments } = parseImage(uf2(3), 'a.uf2');
  assert.equal(kind, 'uf2');
  assert.deepEqual(segments.map(({ address }) => address), [0x10000000, 0x10000100, 0x10000200]);
  assert.ok(segments[2].bytes.length === 256 && segments[2].bytes.every((byte) => byte === 3));
});

const brokenBlocks = {
  'magic 0x00000000, want 0x0a324655': (block) => block.writeUInt32LE(0, 0),
  'second magic 0x00000000, want 0x9e5d5157': (block) => block.writeUInt32LE(0, 4),
  'end magic 0x00000000, want 0x0ab16f30': (block) => block.writeUInt32LE(0, 508),
  'family 0xada52840, want 0xe48bff56': (block) => block.writeUInt32LE(0xada52840, 28),
  'payload of 477, want 256': (block) => block.writeUInt32LE(477, 16),
  'block number 7, want 1': (block) => block.writeUInt32LE(7, 20),
  'number of blocks 9, want 3': (block) => block.writeUInt32LE(9, 24),
  'address 0x10000104 is not a multiple of 256': (block) => block.writeUInt32LE(0x10000104, 12),
  '256 bytes at 0x40000000 are outside flash and RAM': (block) => block.writeUInt32LE(0x40000000, 12),
};

for (const [message, damage] of Object.entries(brokenBlocks)) {
  test(`UF2: ${message}`, () => {
    const file = uf2(3, (block, index) => index === 1 && damage(block));
    assert.throws(() => parseImage(file, 'a.uf2'), { message: `a.uf2: block 1: ${message}` });
  });
}

test('a UF2 cut short is refused', () => {
  const cut = uf2(3).subarray(0, 1000);
  assert.throws(() => parseImage(cut, 'a.uf2'), /a.uf2: 1000 bytes are not a whole number of 512-byte blocks/);
  const missing = uf2(3).subarray(0, 1024);
  assert.throws(() => parseImage(missing, 'a.uf2'), { message: 'a.uf2: block 0: number of blocks 3, want 2' });
});

test('ELF: segments at their addresses, and symbols', () => {
  const elf = assemble('.thumb\n.globl here\nnop\nnop\nhere: .word 0x12345678', 0x20001000);
  const { kind, segments, symbols } = parseImage(elf, 'a.elf');
  assert.equal(kind, 'elf');
  assert.equal(symbols.get('here'), 0x20001004);
  const { address, bytes } = segments.at(-1);
  assert.equal(bytes.readUInt32LE(symbols.get('here') - address), 0x12345678);
});

test('broken ELF files are refused in one line', () => {
  const elf = assemble('.thumb\nnop', 0x20001000);
  const messageFor = (bytes) => {
    try {
      parseImage(bytes, 'a.elf');
    } catch ({ message }) {
      return message;
    }
    return 'no error';
  };
  assert.match(messageFor(elf.subarray(0, 40)), /^a.elf: an ELF header has 52 bytes, the file 40$/);
  assert.match(messageFor(elf.subarray(0, 60)), /^a.elf: program header 0 reaches to byte \d+, the file has 60/);
  const foreign = Buffer.from(elf);
  foreign.writeUInt16LE(62, 18);
  assert.match(messageFor(foreign), /^a.elf: an ELF file, but not for a 32-bit little-endian ARM/);
});

test('raw binaries, and files that are nothing', () => {
  const [{ address, bytes }] = parseImage(Buffer.from([1, 2, 3]), 'a.bin').segments;
  assert.deepEqual([address, [...bytes]], [0x10000000, [1, 2, 3]]);
  assert.throws(() => parseImage(Buffer.alloc(0), 'a.bin'), { message: 'a.bin: the file is empty' });
  assert.throws(() => parseImage(Buffer.from('text'), 'a.txt'), /a.txt: neither UF2 nor ELF, and not named .bin/);
  assert.throws(() => parseImage(Buffer.alloc(17 << 20), 'a.bin'), /outside flash and RAM/);
  assert.throws(() => readImage('/no/such/file.uf2'), { message: '/no/such/file.uf2: cannot be read (ENOENT)' });
});
