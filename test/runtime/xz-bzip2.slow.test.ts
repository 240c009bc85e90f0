import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RunFailure } from '../../runtime/base/model/run-failure.ts';
import { compressionOf } from '../../runtime/reading/source/decompress/compression.ts';
import { inflate } from '../../runtime/reading/source/decompress/inflate.ts';
import { listMembers } from '../../runtime/reading/source/archive/archive-members.ts';
import { openSource } from '../../runtime/reading/source/open-source.ts';
import { isPackingDecided } from '../../runtime/reading/source/decompress/packing.ts';
import { randomOf } from '../support/random.ts';
import { FILES, STORED_HASH, TEXT } from '../support/xz-bzip2.ts';

const bytesOf = (name: keyof typeof FILES): Buffer => Buffer.from(FILES[name], 'base64');

async function* split(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  const chunk = new Uint8Array(chunkBytes);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    // Chunks may be overwritten, so this one is.
    chunk.set(bytes.subarray(at, at + chunkBytes));
    yield chunk.subarray(0, bytes.length - at);
  }
}

/** Returns the content of a compressed file. Throws its failure. */
async function unpack(bytes: Uint8Array, { chunkBytes = 1 << 16, maxBytes = 1 << 30 } = {}): Promise<Buffer> {
  const method = compressionOf(bytes);
  if (method !== 'xz' && method !== 'bzip2') throw new Error(`it is ${method}`);
  const parts: Buffer[] = [];
  for await (const part of inflate({ chunks: split(bytes, chunkBytes), method, maxBytes }))
    parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

async function failureOf(bytes: Uint8Array): Promise<string> {
  try {
    return `content: ${(await unpack(bytes)).toString('latin1')}`;
  } catch (error) {
    if (error instanceof RunFailure) return `${error.code}: ${error.message}`;
    throw error;
  }
}

test('xz and bzip2 are recognised by their content, and a text that begins like bzip2 is not', () => {
  for (const name of ['xz', 'xzEmpty'] as const) assert.is(compressionOf(bytesOf(name)), 'xz');
  for (const name of ['bzip2', 'bzip2Empty'] as const) assert.is(compressionOf(bytesOf(name)), 'bzip2');
  for (const text of ['BZh', 'BZh9', 'BZh9;1\n2;3\n', 'BZh0\x31\x41\x59\x26\x53\x59'])
    assert.is(compressionOf(Buffer.from(text)), null, text);
  assert.not(isPackingDecided(Buffer.from('BZh9\n')));
  assert.ok(isPackingDecided(Buffer.from('BZh9\n1;2;3;')));
  assert.ok(isPackingDecided(Buffer.from('id\n1')));
});

test('the files of xz and bzip2 are read, in chunks of any size', async () => {
  for (const name of ['xz', 'xzBlocks', 'xzProperties', 'bzip2'] as const)
    for (const chunkBytes of [1, 7, 1 << 16])
      assert.is((await unpack(bytesOf(name), { chunkBytes })).toString(), TEXT, `${name}, ${chunkBytes}`);
  for (const name of ['xzEmpty', 'bzip2Empty'] as const) assert.is((await unpack(bytesOf(name))).length, 0, name);
  assert.is(
    createHash('sha256')
      .update(await unpack(bytesOf('xzStored')))
      .digest('hex'),
    STORED_HASH,
  );
});

test('streams follow each other', async () => {
  const padded = [bytesOf('xz'), Buffer.alloc(8), bytesOf('xzTail'), bytesOf('xzEmpty'), Buffer.alloc(4)];
  assert.is((await unpack(Buffer.concat(padded))).toString(), `${TEXT}tail\n`);
  const streams = [bytesOf('bzip2'), bytesOf('bzip2Empty'), bytesOf('bzip2Tail')];
  for (const chunkBytes of [1, 1 << 16])
    assert.is((await unpack(Buffer.concat(streams), { chunkBytes })).toString(), `${TEXT}tail\n`);
});

test('many short streams do not take memory of their own', async () => {
  const began = process.cpuUsage().user;
  for (const name of ['xz', 'bzip2Tail'] as const) {
    const bytes = Buffer.concat(Array.from({ length: 300 }, () => bytesOf(name)));
    assert.is((await unpack(bytes)).length, 300 * (await unpack(bytesOf(name))).length);
  }
  assert.ok(process.cpuUsage().user - began < 5e6);
});

test('other data after the end is a failure', async () => {
  for (const name of ['xz', 'bzip2'] as const)
    for (const rest of ['x', 'BZ!', 'text;1\n', '\0'])
      assert.match(await failureOf(Buffer.concat([bytesOf(name), Buffer.from(rest)])), 'data follows the end', rest);
});

test('each truncated file is a failure', async () => {
  for (const name of ['xz', 'xzBlocks', 'bzip2', 'bzip2Empty'] as const) {
    const bytes = bytesOf(name);
    for (let length = 10; length < bytes.length; length += 7)
      assert.match(
        await failureOf(bytes.subarray(0, length)),
        /^decompression_failed: .*it is truncated$/u,
        `${name}, ${length}`,
      );
  }
});

test('each damaged file is a failure', async () => {
  const random = randomOf(1, 1);
  for (const name of ['xz', 'xzBlocks', 'bzip2'] as const)
    for (let at = 0; at < bytesOf(name).length; at += 5) {
      const bytes = bytesOf(name);
      bytes[at] = (bytes[at] as number) ^ (1 << random.below(8));
      if (compressionOf(bytes) === null) continue;
      assert.match(
        await failureOf(bytes),
        /^decompression_failed: the file cannot be decompressed: /u,
        `${name}, ${at}`,
      );
    }
});

test('filters and dictionaries that are not supported are named', async () => {
  assert.match(await failureOf(bytesOf('xzDelta')), 'a filter that is not supported. Compress it with xz and no other');
  assert.match(await failureOf(bytesOf('xzLarge')), 'a dictionary of 128 MiB, which is more than the limit of 64 MiB');
});

test('members of compressed archives, and files of zip archives, are read', async () => {
  const members = await listMembers(
    { path: 'a.tar.xz', content: bytesOf('tarXz') },
    { pattern: '**', maxBytes: 1 << 20 },
  );
  const found: string[] = [];
  for await (const { name, content } of members.read()) {
    const parts: Uint8Array[] = [];
    for await (const part of content()) parts.push(Uint8Array.from(part));
    found.push(`${name}: ${Buffer.concat(parts)}`);
  }
  assert.equal(found, ['d/a.csv: id\n1\n', 'd/b.csv: id\n2\n']);
  const source = await openSource('a.zip', { maxBytes: 1 << 20, content: bytesOf('zipBzip2') });
  const parts: Uint8Array[] = [];
  for await (const part of source.chunks(0)) parts.push(Uint8Array.from(part));
  assert.is(Buffer.concat(parts).toString(), 'id\n1\n');
});

test('other work of the thread is done between chunks', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  await failureOf(bytesOf('bzip2Zeros'));
  clearInterval(timer);
  assert.ok(turns > 10, `${turns} turns`);
});

test('content is limited in size, and in its ratio to the compressed bytes', async () => {
  assert.match(
    await failureOf(bytesOf('bzip2Zeros')),
    'decompressed_too_large: the decompressed file is more than 500 times',
  );
  for (const name of ['xz', 'bzip2'] as const)
    try {
      await unpack(bytesOf(name), { maxBytes: 100 });
      assert.unreachable();
    } catch (error) {
      assert.is((error as RunFailure).code, 'decompressed_too_large');
    }
});

test.run();
