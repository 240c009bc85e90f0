import * as assert from 'node:assert/strict';
import type { FileHandle } from 'node:fs/promises';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { RunFailure } from '../../../runtime/base/model/run-failure.ts';
import { listMembers } from '../../../runtime/reading/source/archive/archive-members.ts';
import { packingOf } from '../../../runtime/reading/source/decompress/packing.ts';
import { unpack } from '../../../runtime/reading/source/decompress/unpack.ts';
import { FILES } from '../../support/xz-bzip2.ts';
import { createTar } from '../../runtime/tar.ts';
import { createZip } from '../../runtime/zip.ts';
import { mutate } from './mutate.ts';
import type { Target } from './target.ts';

const MOST_BYTES = 100_000;
const content = Buffer.from('id,n\n1,2\nä,"x"\n'.repeat(20));
const PACKED = [
  gzipSync(content),
  Buffer.concat([gzipSync('a'), gzipSync(content)]),
  gzipSync(''),
  gzipSync(Buffer.alloc(MOST_BYTES * 3)),
  createZip([{ name: 'a.csv', content }]),
  createZip([{ name: 'a.csv', content, stored: true }]),
  createZip([{ name: 'a.csv', content, streamed: true }]),
  createZip([{ name: 'a.csv', content, zip64: true }]),
  createZip(
    [
      { name: 'a/', content: Buffer.alloc(0) },
      { name: 'a/b.csv', content },
    ],
    { comment: 'x'.repeat(40) },
  ),
  createZip([{ name: 'a', content: Buffer.alloc(MOST_BYTES * 3) }]),
  createZip([{ name: 'a', content, method: 93 }]),
  createZip([]),
  Buffer.from('28b52ffd04004100006869', 'hex'),
  createTar([{ name: 'a.csv', content }]),
  createTar([
    { name: 'a/b.csv', content },
    { name: 'a/c.csv', content },
  ]),
  gzipSync(createTar([{ name: 'a.csv', content }])),
  ...Object.values(FILES).map((file) => Buffer.from(file, 'base64')),
] as const;
const TOKENS = [
  Buffer.from([0x1f, 0x8b, 8]),
  Buffer.from('PK\x03\x04'),
  Buffer.from('PK\x01\x02'),
  Buffer.from('PK\x05\x06'),
  Buffer.from('PK\x06\x06'),
  Buffer.from('PK\x06\x07'),
  Buffer.from('PK\x07\x08'),
  Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
  Buffer.alloc(8),
  Buffer.alloc(8, 0xff),
  Buffer.alloc(4, 0x7f),
  deflateRawSync(content),
] as const;

/** Creates the target of mutated compressed files and archives, which have bounded output and clear failures. */
export async function createTarget(): Promise<Target> {
  return {
    make: (random) => ({
      origin: 'packed',
      bytes: mutate(random.pick(PACKED), random, { tokens: TOKENS, other: random.pick(PACKED) }),
      random,
    }),
    revive: (origin, bytes) => ({
      origin,
      bytes,
      random: { below: () => 0, oneIn: () => false, pick: (list) => list[0] },
    }),
    async judge({ bytes }) {
      const packing = packingOf(bytes);
      if (packing === null) return;
      await readMembers(bytes);
      let got = 0;
      try {
        for await (const piece of unpack({ handle: handleOf(bytes), packing, maxBytes: MOST_BYTES }))
          got += piece.length;
      } catch (error) {
        if (!(error instanceof RunFailure)) throw error;
        assert.match(error.code, /^(?:decompression_failed|decompressed_too_large)$/u);
      }
      assert.ok(got <= MOST_BYTES, `${got} bytes of output`);
    },
  };
}

const MEMBER_CODES = /^(?:decompression_failed|decompressed_too_large|unsupported_file|member_not_found)$/u;

/** Reads all members of an archive: each one that is listed, with the size that is listed, or a failure with a code. */
async function readMembers(content: Uint8Array): Promise<void> {
  try {
    const members = await listMembers({ path: '', content }, { pattern: '**', maxBytes: MOST_BYTES });
    const read: string[] = [];
    for await (const member of members.read()) {
      let got = 0;
      for await (const piece of member.content()) got += piece.length;
      const size = members.sizes[members.names.indexOf(member.name)];
      // A size of Zip64 is not listed.
      assert.ok(size === got || size === 0, `${member.name}: ${got} bytes instead of ${size}`);
      read.push(member.name);
    }
    assert.deepEqual(read, members.names);
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    assert.match(error.code, MEMBER_CODES);
  }
}

/** Returns the used members of a file handle over bytes in memory. */
function handleOf(bytes: Uint8Array): FileHandle {
  const handle = {
    stat: async () => ({ size: bytes.length }),
    read: async (into: Uint8Array, at: number, length: number, position: number) => {
      if (position < 0 || length < 0 || length > 2 ** 30) throw new RangeError(`${length} bytes at ${position}`);
      const part = bytes.subarray(position, position + length);
      into.set(part, at);
      return { bytesRead: part.length };
    },
  };
  return handle as unknown as FileHandle;
}
