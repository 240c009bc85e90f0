import * as assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { RunFailure } from '../../../runtime/base/model/run-failure.ts';
import { listMembers } from '../../../runtime/reading/source/archive/archive-members.ts';
import type { Source } from '../../../runtime/reading/source/contract.ts';
import { packingOf } from '../../../runtime/reading/source/decompress/packing.ts';
import { openSource, unpackStream } from '../../../runtime/reading/source/open-source.ts';
import { createPaxRecord, createTar } from '../../runtime/tar.ts';
import { createZip } from '../../runtime/zip.ts';
import { FILES } from '../../support/xz-bzip2.ts';
import { mutate } from './mutate.ts';
import type { Random } from '../../support/random.ts';
import type { Target } from './target.ts';

const MAX_BYTES = 1_000_000;
const CODES = /^(?:decompression_failed|decompressed_too_large|unsupported_file|member_not_found)$/;
const TABLE = Buffer.from(Array.from({ length: 60 }, (_, at) => `${at},${(at * 7919) % 1000}\n`).join(''));
const members = [
  { name: 'a.csv', content: TABLE },
  { name: 'd/b.csv', content: Buffer.from('id\n1\n') },
];
const tar = createTar([
  { name: 'pax', type: 'x', content: createPaxRecord('path', 'd/é.csv') },
  ...members,
  { name: 'd/', type: '5' },
]);
const { bzip2Zeros: _zeros, xzLarge: _large, ...packed } = FILES;

/** Files of each kind that is unpacked. */
const SEEDS: readonly [Uint8Array, ...Uint8Array[]] = [
  createZip(members),
  createZip([{ name: 'a.csv', content: TABLE, streamed: true }]),
  createZip([{ name: 'a.csv', content: TABLE, stored: true, zip64: true }], { comment: 'PK' }),
  tar,
  createTar([{ name: 'a.csv', content: TABLE, isBase256: true }]),
  gzipSync(tar),
  gzipSync(TABLE),
  Buffer.concat([gzipSync(TABLE), gzipSync('x')]),
  ...Object.values(packed).map((text) => Buffer.from(text, 'base64')),
];
const encode = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const TOKENS = [
  '\0',
  '\xff\xff\xff\xff',
  'PK\x01\x02',
  'PK\x03\x04',
  'PK\x05\x06',
  'ustar',
  '\x1f\x8b\x08',
  'BZh9',
  '\xfd7zXZ\0',
  '../',
  '77777777777',
  '\x80',
];

/** Creates the target of mutated archives and compressed files: they are unpacked, or refused with a code, always alike. */
export async function createTarget(): Promise<Target> {
  const [first = new Uint8Array(0), ...others] = TOKENS.map(encode);
  const tokens = [first, ...others] as const;
  return {
    make: (random) => ({
      origin: 'archives',
      bytes: mutate(random.pick(SEEDS), random, { tokens, other: random.pick(SEEDS) }),
      random,
    }),
    revive: (origin, bytes) => ({
      origin,
      bytes,
      random: { below: () => 0, oneIn: () => true, pick: (list) => list[0] },
    }),
    async judge({ bytes, random }) {
      const whole = await outcomeOf(() => readWhole(bytes));
      const listed = await outcomeOf(() => readMembers(bytes));
      const packing = packingOf(bytes);
      if (packing === null) assert.equal(whole, digest([bytes]), 'a file that is not packed is read as it is');
      else if (packing !== 'zip' && packing !== 'tar' && random.oneIn(2))
        assert.equal(await outcomeOf(() => readStream(bytes, random)), whole, 'in chunks');
      if (!random.oneIn(8)) return;
      assert.equal(await outcomeOf(() => readWhole(bytes)), whole, 'read again');
      assert.equal(await outcomeOf(() => readMembers(bytes)), listed, 'listed again');
    },
  };
}

/** Returns what was read, or the code with which it was refused. */
async function outcomeOf(read: () => Promise<string>): Promise<string> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    assert.match(error.code, CODES);
    return error.code;
  }
}

async function readWhole(content: Uint8Array): Promise<string> {
  const source = await openSource('a', { maxBytes: MAX_BYTES, content, hashes: false });
  return collect(source.chunks(0));
}

async function readMembers(content: Uint8Array): Promise<string> {
  const { names, read } = await listMembers({ path: 'a', content }, { pattern: '**', maxBytes: MAX_BYTES });
  const found: string[] = [];
  for await (const member of read()) found.push(`${member.name} ${await collect(member.content())}`);
  assert.ok(found.length <= names.length, 'more members than listed');
  return found.join('\n');
}

/** Reads the bytes as from a pipe, in chunks of a drawn size. */
async function readStream(content: Uint8Array, random: Random): Promise<string> {
  const size = 1 + random.below(200) + (content.length >> 8);
  const source: Source = {
    fileName: 'a',
    totalBytes: null,
    bytesRead: () => 0,
    async *chunks() {
      for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
    },
    sha256: async () => null,
    close: async () => {},
  };
  return collect(unpackStream(source, MAX_BYTES).chunks(0));
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const copies: Uint8Array[] = [];
  let bytes = 0;
  // A chunk may be overwritten when the next one is requested.
  for await (const chunk of chunks) {
    copies.push(Uint8Array.from(chunk));
    bytes += chunk.length;
    assert.ok(bytes <= MAX_BYTES + 256 * 1024, `${bytes} bytes were unpacked`);
  }
  return digest(copies);
}

function digest(chunks: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
