/** Archives that are cut, zeroed or flipped at each of their bytes: they are read whole, or not at all. */
import type { FileHandle } from 'node:fs/promises';
import * as zlib from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RunFailure } from '../../runtime/base/model/run-failure.ts';
import { compressionOf } from '../../runtime/reading/source/decompress/compression.ts';
import { unpack } from '../../runtime/reading/source/decompress/unpack.ts';
import { randomOf } from '../support/random.ts';
import { createZip, type Zipped } from './zip.ts';

const LARGE = 1 << 24;
const LINES = Array.from({ length: 12 }, (_, i) => `${i};${String(i * 7919).repeat(3)}\n`);
const TEXT = LINES.join('');
const [FIRST = '', SECOND = ''] = [LINES.slice(0, 5).join(''), LINES.slice(5).join('')];

/** Returns the content of a file, or the code of the failure. Null: it does not begin as an archive any more. */
async function read(bytes: Buffer): Promise<string | null> {
  const compression = compressionOf(bytes);
  if (compression === null) return null;
  const handle = {
    stat: async () => ({ size: bytes.length }),
    read: async (into: Uint8Array, at: number, length: number, position: number) => {
      const part = bytes.subarray(position, position + length);
      into.set(part, at);
      return { bytesRead: part.length };
    },
  };
  const pieces: Uint8Array[] = [];
  try {
    const unpacked = unpack({ handle: handle as unknown as FileHandle, packing: compression, maxBytes: LARGE });
    for await (const piece of unpacked) pieces.push(Uint8Array.from(piece));
  } catch (error) {
    if (error instanceof RunFailure) return error.code;
    throw error;
  }
  return Buffer.concat(pieces).toString('latin1');
}

/**
 * Damages an archive at every byte in three ways. Returns how many of the damaged ones were read. Cut where a part ends,
 * it has fewer parts and is not damaged.
 */
async function damage(parts: readonly Buffer[], content: string, name: string): Promise<{ all: number; read: number }> {
  const archive = Buffer.concat(parts);
  const ends = parts.map((_, i) => Buffer.concat(parts.slice(0, i)).length);
  const random = randomOf(20261127, archive.length);
  const counts = { all: 0, read: 0 };
  const judge = async (what: string, bytes: Buffer): Promise<void> => {
    const found = await read(bytes);
    counts.all++;
    if (found === content) counts.read++;
    else
      assert.ok(
        found === null ||
          found === 'decompression_failed' ||
          found === 'unsupported_file' ||
          found === 'decompressed_too_large',
        `${name}, ${what}: ${found?.slice(0, 60)}`,
      );
  };
  for (let at = 0; at < archive.length; at++) {
    if (!ends.includes(at)) await judge(`cut at ${at}`, archive.subarray(0, at));
    for (let bit = 0; bit < 8; bit++) {
      const flipped = Buffer.from(archive);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
      await judge(`bit ${bit} of byte ${at} flipped`, flipped);
    }
    const length = 1 + random.below(24);
    await judge(`${length} zeros at ${at}`, Buffer.from(archive).fill(0, at, Math.min(at + length, archive.length)));
  }
  return counts;
}

const GZIP: Readonly<Record<string, readonly Buffer[]>> = {
  'one member': [zlib.gzipSync(TEXT)],
  'two members': [zlib.gzipSync(FIRST), zlib.gzipSync(SECOND)],
  'an empty member between two': [zlib.gzipSync(FIRST), zlib.gzipSync(''), zlib.gzipSync(SECOND)],
  'two members with several blocks': [withBlocks(FIRST), withBlocks(SECOND)],
};

/** A member whose lines are in a block each. */
function withBlocks(text: string): Buffer {
  const deflated = text
    .split(/(?<=\n)/u)
    .map((line) => zlib.deflateRawSync(line, { finishFlush: zlib.constants.Z_SYNC_FLUSH }));
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crcOf(text));
  end.writeUInt32LE(text.length, 4);
  return Buffer.concat([zlib.gzipSync('').subarray(0, 10), ...deflated, zlib.deflateRawSync(''), end]);
}

function crcOf(text: string): number {
  return zlib.gzipSync(text).readUInt32LE(zlib.gzipSync(text).length - 8);
}

for (const [name, members] of Object.entries(GZIP))
  test(`gzip, ${name}: damaged at any byte, it is read whole or not at all`, async () => {
    assert.is(await read(Buffer.concat(members)), TEXT);
    const counts = await damage(members, TEXT, name);
    // A few bits are of no importance, such as those of the time and the system.
    assert.ok(counts.read > 0 && counts.read < counts.all / 4, JSON.stringify(counts));
  });

const entry: Zipped = { name: 'a.csv', content: Buffer.from(TEXT) };
const ZIP: Readonly<Record<string, readonly Zipped[]>> = {
  deflated: [entry],
  stored: [{ ...entry, stored: true }],
  'with sizes after the data': [{ ...entry, streamed: true }],
  Zip64: [{ ...entry, zip64: true }],
  'after a folder': [
    { name: 'in/', content: Buffer.alloc(0) },
    { ...entry, name: 'in/a.csv' },
  ],
};

for (const [name, files] of Object.entries(ZIP))
  test(`zip, ${name}: damaged at any byte, it is read whole or not at all`, async () => {
    const archive = createZip(files);
    assert.is(await read(archive), TEXT);
    const counts = await damage([archive], TEXT, name);
    assert.ok(counts.read > 0 && counts.read < counts.all / 2, JSON.stringify(counts));
  });

test('zip, two files: damaged at any byte, none of them is read as the only one', async () => {
  for (const zip64 of [false, true]) {
    const archive = createZip([
      { name: 'a.csv', content: Buffer.from(FIRST), zip64 },
      { name: 'b.csv', content: Buffer.from(SECOND), zip64 },
    ]);
    assert.is((await damage([archive], TEXT, 'two files')).read, 0);
  }
});

const compress = (zlib as { zstdCompressSync?: (text: Uint8Array, options: object) => Buffer }).zstdCompressSync;

test('zstd with checksums: damaged at any byte, it is read whole or not at all', async () => {
  if (compress === undefined) return;
  const { ZSTD_c_checksumFlag: flag = 201 } = zlib.constants as { ZSTD_c_checksumFlag?: number };
  const frame = (text: string) => compress(Buffer.from(text), { params: { [flag]: 1 } });
  for (const frames of [[frame(TEXT)], [frame(FIRST), frame(SECOND)]]) {
    // Node.js 22 decompresses the first frame alone. What follows it is never left out without a word.
    assert.ok(
      [TEXT, ...(frames.length > 1 ? ['decompression_failed'] : [])].includes(
        (await read(Buffer.concat(frames))) ?? '',
      ),
    );
    const counts = await damage(frames, TEXT, 'zstd');
    assert.ok(counts.read < counts.all / 4, JSON.stringify(counts));
  }
});

test.run();
