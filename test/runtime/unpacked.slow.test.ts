import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RunFailure } from '../../runtime/base/model/run-failure.ts';
import { compressionOf } from '../../runtime/reading/source/decompress/compression.ts';
import { hasZstd } from '../../runtime/reading/source/decompress/inflate.ts';
import type { Source } from '../../runtime/reading/source/contract.ts';
import { createStreamSource } from '../../runtime/reading/source/stdin-source.ts';
import { openSliceReader } from '../../runtime/reading/source/open-slice-reader.ts';
import { openSource, unpackStream } from '../../runtime/reading/source/open-source.ts';
import { ZstdFrames } from '../../runtime/reading/source/decompress/zstd-frames.ts';
import { createZip, type Zipped } from './zip.ts';
import { seed } from '../support/property.ts';
import { randomOf } from '../support/random.ts';
import { skipIf } from '../support/skip.ts';
import { compressZstd } from '../support/zstd.ts';

/**
 * Compressed files are recognised by content, whatever their names, and rejected with a clear message if they cannot be
 * read.
 */
const folder = mkdtempSync(join(tmpdir(), 'specmill-unpacked-'));
test.after(() => rmSync(folder, { recursive: true }));

const GiB = 1024 ** 3;
const random = randomOf(seed, 0);
const randomBytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => random.below(256)));
const lines = Array.from(
  { length: 60_000 },
  (_, i) => `${String(i).padStart(8, '0')} ${randomBytes(6).toString('hex')}\n`,
).join('');
const content = Buffer.from(lines);
const file: Zipped = { name: 'a.csv', content };

const zstd = compressZstd(content);
const packed: Readonly<Record<string, Buffer>> = {
  gzip: gzipSync(content),
  'gzip with several members': Buffer.concat([
    gzipSync(content.subarray(0, 700_001)),
    gzipSync(content.subarray(700_001)),
  ]),
  'gzip with zeros after it': Buffer.concat([gzipSync(content), Buffer.alloc(512)]),
  zip: createZip([file]),
  'zip, stored': createZip([{ ...file, stored: true }]),
  'zip, written to a pipe': createZip([{ ...file, streamed: true }]),
  'zip with a comment': createZip([file], { comment: 'PK\x05\x06 is how a directory ends' }),
  'zip with folders': createZip([
    { name: 'out/', content: Buffer.alloc(0), stored: true },
    { ...file, name: 'out/ä.csv' },
    { name: '__MACOSX/out/._ä.csv', content: randomBytes(120) },
  ]),
  zip64: createZip([{ ...file, zip64: true }]),
  ...(zstd !== null && { zstd }),
};

const wrong: Readonly<Record<string, readonly [Buffer, RegExp]>> = {
  'truncated gzip': [gzipSync(content).subarray(0, 300_000), /truncated/],
  'gzip with a wrong byte': [spoilt(gzipSync(content), 200_000), /cannot be decompressed/],
  'gzip with a wrong sum': [spoilt(gzipSync(content), -6), /cannot be decompressed/],
  'zip with two files': [createZip([file, { ...file, name: 'b.csv' }]), /more than one file/],
  'zip with no file': [createZip([]), /contains no file/],
  'zip with a folder only': [createZip([{ name: 'out/', content: Buffer.alloc(0) }]), /contains no file/],
  'truncated zip': [createZip([file]).subarray(0, -30), /no central directory/],
  'encrypted zip': [createZip([{ ...file, encrypted: true }]), /encrypted/],
  'zip of another method': [createZip([{ ...file, method: 14 }]), /method 14/],
  'zip with a wrong sum': [createZip([{ ...file, crc32: 1 }]), /differs from its directory/],
  'zip with another size': [createZip([{ ...file, bytes: content.length - 1 }]), /differs from its directory/],
  'zip with wrong data': [spoilt(createZip([file]), 200_000), /decompressed|directory/],
  'zip with a wrong directory': [spoilt(createZip([file]), -22 - 46 - 5), /damaged/],
};

function spoilt(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  const place = at < 0 ? copy.length + at : at;
  copy[place] = (copy[place] ?? 0) ^ 0x55;
  return copy;
}

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, `${name.replace(/\W/g, '-')}.csv`);
  writeFileSync(path, bytes);
  return path;
}

/** Copies while reading, because a chunk is only valid until the next one is requested. */
async function readAll(source: Source, byteOffset = 0): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source.chunks(byteOffset)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function failureOf(work: Promise<unknown>): Promise<RunFailure> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.instance(error, RunFailure, String(error));
  return error as RunFailure;
}

/** A stream that returns its bytes in small buffers, which it reuses. */
function streamOf(bytes: Buffer): Source {
  const parts = function* () {
    yield bytes.subarray(0, 2);
    for (let at = 2; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
  };
  return unpackStream(createStreamSource(Readable.from(parts()), '-'), GiB);
}

for (const [name, bytes] of Object.entries(packed)) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');

  test(`${name}: content read from the disk`, async () => {
    const source = await openSource(write(name, bytes), { maxBytes: GiB });
    assert.ok(content.equals(await readAll(source)));
    assert.is(await source.sha256(), sha256);
    assert.is(source.totalBytes, bytes.length);
    assert.ok(source.bytesRead() > 0 && source.bytesRead() <= bytes.length);
    await source.close();
  });

  test(`${name}: content read through a pipe`, async () => {
    const source = streamOf(bytes);
    assert.ok(content.equals(await readAll(source)));
    assert.is(await source.sha256(), sha256);
    await source.close();
  });

  test(`${name}: content read from any offset`, async () => {
    for (const from of [1, 262_144, 700_001, content.length]) {
      const source = await openSource(write(name, bytes), { maxBytes: GiB });
      assert.ok(content.subarray(from).equals(await readAll(source, from)), `from ${from}`);
      await source.close();
    }
  });
}

if (zstd === null) skipIf('it requires Node.js 22.15', test)('zstd: what it holds', () => {});

for (const [name, [bytes, message]] of Object.entries(wrong)) {
  test(`${name} is reported as a failure`, async () => {
    const path = write(name, bytes);
    for (const source of [await openSource(path, { maxBytes: GiB }), streamOf(bytes)]) {
      const failure = await failureOf(readAll(source));
      assert.is(failure.code, 'decompression_failed');
      assert.match(failure.message, message);
      await source.close();
    }
  });
}

test('a file whose content is too large is rejected', async () => {
  const limit = content.length - 1;
  for (const [name, bytes] of Object.entries(packed)) {
    const source = await openSource(write(name, bytes), { maxBytes: limit });
    const failure = await failureOf(readAll(source));
    assert.is(failure.code, 'decompressed_too_large', name);
    await source.close();
  }
});

test('a decompression bomb is recognised by its ratio; a table of blanks is not one', async () => {
  const bomb = await openSource(write('bomb', gzipSync(Buffer.alloc(200_000_000))), { maxBytes: GiB });
  let bytes = 0;
  const failure = await failureOf(
    (async () => {
      for await (const chunk of bomb.chunks(0)) bytes += chunk.length;
    })(),
  );
  await bomb.close();
  assert.is(failure.code, 'decompressed_too_large');
  assert.ok(bytes < 100_000_000, `${bytes}`);

  const blanks = Buffer.from(
    Array.from({ length: 30_000 }, (_, i) => `${String(i).padStart(10, '0')}${' '.repeat(800)}\n`).join(''),
  );
  const source = await openSource(write('blanks', gzipSync(blanks)), { maxBytes: GiB });
  assert.is((await readAll(source)).length, blanks.length);
  await source.close();
});

test('an uncompressed file is read unchanged, also from the middle', async () => {
  for (const bytes of [content, Buffer.from('PK'), Buffer.alloc(0), Buffer.from([0x1f])]) {
    const source = await openSource(write('plain', bytes), { maxBytes: 1 });
    assert.ok(bytes.equals(await readAll(source)));
    await source.close();
    assert.ok(bytes.equals(await readAll(streamOf(bytes))));
  }
  const source = await openSource(write('plain', content), { maxBytes: 1 });
  assert.ok(content.subarray(1000).equals(await readAll(source, 1000)));
  await source.close();
});

test('closing a file early releases everything', async () => {
  for (const bytes of [packed['gzip'], packed['zip']]) {
    const source = streamOf(bytes ?? Buffer.alloc(0));
    for await (const _ of source.chunks(0)) break;
    await source.close();
  }
  assert.equal(
    readdirSync(tmpdir()).filter((name) => /^specmill-[-0-9a-f]{36}\.zip$/.test(name)),
    [],
  );
});

test('ranges of the decompressed content are copied', async () => {
  for (const [name, bytes] of [...Object.entries(packed), ['plain', content] as const]) {
    const slices = await openSliceReader({ path: write(name, bytes) }, { maxBytes: GiB });
    for (const [at, length] of [
      [0, 22],
      [22, 22],
      [262_130, 60],
      [700_000, 300_000],
      [5, 4],
      [content.length - 3, 100],
      [content.length + 5, 3],
    ] as const) {
      assert.ok(
        content.subarray(at, at + length).equals(await slices.readSlice(at, length)),
        `${name}: ${length} bytes at ${at}`,
      );
    }
    for (const [from, to] of [
      [0, Infinity],
      [700_000, 700_010],
      [262_144, 600_000],
    ] as const) {
      const readRange: Uint8Array[] = [];
      for await (const piece of slices.readRange(from, to)) readRange.push(Uint8Array.from(piece));
      assert.ok(
        content.subarray(from, to === Infinity ? undefined : to).equals(Buffer.concat(readRange)),
        `${name}: ${from} to ${to}`,
      );
    }
    await slices.close();
  }
});

test('ranges before the damage of a damaged file are copied', async () => {
  const slices = await openSliceReader(
    { path: write('damaged', gzipSync(content).subarray(0, 400_000)) },
    { maxBytes: GiB },
  );
  assert.ok(content.subarray(100, 200).equals(await slices.readSlice(100, 100)));
  let bytes = 0;
  for await (const piece of slices.readRange(0, Infinity)) bytes += piece.length;
  assert.ok(bytes > 100_000 && bytes < content.length);
  await slices.close();
});

test('zstd is recognised by its bytes, and read if Node.js supports it', async () => {
  const bytes = Buffer.from('KLUv/QRoWQAAaWQKMQoyCjMKNAodfP9n', 'base64');
  assert.is(compressionOf(bytes), 'zstd');
  assert.is(compressionOf(Uint8Array.of(0x5a, 0x2a, 0x4d, 0x18)), 'zstd');
  const source = await openSource(write('zstd', bytes), { maxBytes: GiB });
  if (hasZstd()) assert.is((await readAll(source)).toString(), 'id\n1\n2\n3\n4\n');
  else assert.match((await failureOf(readAll(source))).message, /zstd, which requires Node\.js 22\.15/);
  await source.close();
});

test('truncated zstd is recognised', () => {
  const frame = Buffer.from('KLUv/QRoWQAAaWQKMQoyCjMKNAodfP9n', 'base64');
  const skippable = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
  const run = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x05, 0x2b, 0, 0, 0x78]);
  const data = Buffer.concat([frame, skippable, run, frame]);
  const ends = [
    0,
    frame.length,
    frame.length + skippable.length,
    frame.length + skippable.length + run.length,
    data.length,
  ];
  for (let length = 0; length <= data.length; length++) {
    const [whole, bytewise] = [new ZstdFrames(), new ZstdFrames()];
    whole.add(data.subarray(0, length));
    for (const byte of data.subarray(0, length)) bytewise.add(Uint8Array.of(byte));
    assert.is(whole.isWhole, ends.includes(length), `${length} bytes`);
    assert.is(bytewise.isWhole, ends.includes(length), `${length} bytes, one by one`);
  }
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
skipIf(hasPython ? null : 'python3 is not installed', test)('archives written by other programs', async () => {
  const script =
    'import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z: z.write(sys.argv[2], "in/a.csv")';
  const [archive, plain] = [join(folder, 'python.zip'), write('plain', content)];
  execFileSync('python3', ['-c', script, archive, plain], { stdio: 'ignore' });
  const source = await openSource(archive, { maxBytes: GiB });
  assert.ok(content.equals(await readAll(source)));
  await source.close();
});

test.run();
