import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FileTooLarge } from '../../runtime/reading/source/disk/write-chunks.ts';
import { receiveUnpacked } from '../../runtime/reading/source/receive-unpacked.ts';
import { openSpool, type SpooledFile } from '../../runtime/reading/source/spool.ts';
import { randomOf } from '../support/random.ts';
import { seed } from '../support/property.ts';

const folder = mkdtempSync(join(tmpdir(), 'specmill-unpacked-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const spool = openSpool(folder);
const random = randomOf(seed, 9);

const CONTENT = Buffer.from(
  Array.from({ length: 300_000 }, (_, index) => `${index};${random.below(1e9)}\n`).join(''),
  'latin1',
);
const PACKED = gzipSync(CONTENT, { level: 1 });
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Yields bytes in one buffer, which the next chunk overwrites. Fails after `failAfter` bytes. */
async function* inOneBuffer(bytes: Uint8Array, failAfter = Infinity): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(50_000);
  for (let at = 0; at < bytes.length; at += buffer.length) {
    if (at > failAfter) throw new Error('the client is gone');
    const part = bytes.subarray(at, at + buffer.length);
    buffer.set(part);
    yield buffer.subarray(0, part.length);
  }
}

function receive(chunks: AsyncIterable<Uint8Array>, { moreThan = 1000, maxBytes = 1e9 } = {}): Promise<SpooledFile> {
  return receiveUnpacked(spool, chunks, { fileName: 'f.gz', maxBytes, moreThan, reusesChunks: true });
}

/** Checks what is stored of a file: these bytes and nothing else. Removes it. */
async function checkStored(file: SpooledFile, sent: Uint8Array, stored: Uint8Array): Promise<void> {
  assert.equal(readdirSync(join(folder, 'spool')), [file.path.split('/').at(-1)]);
  assert.ok(readFileSync(file.path).equals(stored));
  const unpacked = stored === sent ? undefined : hashOf(stored);
  assert.equal([file.bytes, file.sha256, file.storedSha256], [stored.length, hashOf(sent), unpacked]);
  assert.is(file.fileName, 'f.gz');
  await spool.discard(file);
}

test('the content of a compressed file is stored, with the hash of what was sent', async () => {
  await checkStored(await receive(inOneBuffer(PACKED)), PACKED, CONTENT);
  const members = Buffer.concat([gzipSync(CONTENT.subarray(0, 5000)), gzipSync(CONTENT.subarray(5000))]);
  await checkStored(await receive(inOneBuffer(members)), members, CONTENT);
});

const asSent: [string, Uint8Array, { moreThan?: number; maxBytes?: number }?][] = [
  ['a file that is not compressed', CONTENT],
  ['an empty file', new Uint8Array(0)],
  ['a file with few bytes of content', PACKED, { moreThan: CONTENT.length }],
  ['a file with more content than permitted', PACKED, { maxBytes: CONTENT.length - 1 }],
  ['a file that ends too early', PACKED.subarray(0, PACKED.length - 1000)],
  ['a damaged file', damaged()],
  ['a file with other bytes after its end', Buffer.concat([PACKED, Buffer.from('other')])],
  ['a file that is compressed twice', gzipSync(PACKED)],
  ['a compressed archive', gzipSync(tarOf(CONTENT))],
];

for (const [title, bytes, options] of asSent) {
  test(`${title} is stored as it was sent`, async () => {
    await checkStored(await receive(inOneBuffer(bytes), options), bytes, bytes);
  });
}

test('nothing is left of a file that does not arrive, or that is too large', async () => {
  const left = await receive(inOneBuffer(PACKED, 1_000_000)).catch((error: Error) => error.message);
  assert.is(left, 'the client is gone');
  const refused = await receive(inOneBuffer(PACKED), { maxBytes: 100_000 }).catch((error: unknown) => error);
  assert.instance(refused, FileTooLarge);
  assert.equal(readdirSync(join(folder, 'spool')), []);
});

test.run();

function damaged(): Uint8Array {
  const bytes = Buffer.from(PACKED);
  bytes.fill(0x5a, 1_000_000, 1_000_100);
  return bytes;
}

/** Returns an archive with one file. */
function tarOf(content: Uint8Array): Uint8Array {
  const header = Buffer.alloc(512);
  header.write('f.csv', 0);
  header.write('0000644\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write('0ustar\0', 156);
  header.write('00', 263);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc(1024 + ((512 - (content.length % 512)) % 512))]);
}
