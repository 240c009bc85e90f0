import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openFileSource } from '../../runtime/reading/source/file-source.ts';
import { createStreamSource } from '../../runtime/reading/source/stdin-source.ts';
import type { Source } from '../../runtime/reading/source/contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'specmill-source-'));
const bytes = randomBytes(512 * 1024 * 3 + 17);
const path = join(folder, 'a.bin');
writeFileSync(path, bytes);
const sha256 = createHash('sha256').update(bytes).digest('hex');

test.after(() => rmSync(folder, { recursive: true }));

/** Copies while reading, because a chunk is only valid until the next one is requested. */
async function readAll(source: Source, byteOffset = 0): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source.chunks(byteOffset)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

test('a file returns all its bytes and its hash', async () => {
  const source = await openFileSource(path);
  assert.equal([source.fileName, source.totalBytes], ['a.bin', bytes.length]);
  assert.ok(bytes.equals(await readAll(source)));
  assert.equal([source.bytesRead(), await source.sha256()], [bytes.length, sha256]);
  await source.close();
});

test('a file can be read from the middle, and its hash is still that of the whole file', async () => {
  const source = await openFileSource(path);
  assert.ok(bytes.subarray(700_001).equals(await readAll(source, 700_001)));
  assert.is(await source.sha256(), sha256);
  await source.close();
});

test('a file closed early still has its hash', async () => {
  const source = await openFileSource(path);
  for await (const _ of source.chunks(0)) break;
  assert.is(await source.sha256(), sha256);
  await source.close();
});

test('a folder and a missing file fail with the error of the system', async () => {
  for (const [wrong, code] of [
    [folder, 'EISDIR'],
    [join(folder, 'no'), 'ENOENT'],
  ] as const) {
    const error = await openFileSource(wrong).then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.is((error as { code?: string } | null)?.code, code);
  }
});

test('a stream returns its bytes unchanged; closed early it has no hash', async () => {
  const parts = [bytes.subarray(0, 3), bytes.subarray(3, 100_000), bytes.subarray(100_000)];
  const source = createStreamSource(Readable.from(parts), '-');
  assert.ok(bytes.equals(await readAll(source)));
  assert.equal([source.totalBytes, source.bytesRead(), await source.sha256()], [null, bytes.length, sha256]);

  const left = createStreamSource(Readable.from(parts), '-');
  for await (const _ of left.chunks(0)) break;
  assert.is(await left.sha256(), null);

  const unhashed = createStreamSource(Readable.from(parts), '-', false);
  assert.ok(bytes.equals(await readAll(unhashed)));
  assert.is(await unhashed.sha256(), null);
});

test('waiting for a stream ends with the reason of the signal', async () => {
  const controller = new AbortController();
  const source = createStreamSource(new Readable({ read() {} }), '-');
  setTimeout(() => controller.abort(new Error('stopped')), 5);
  try {
    for await (const _ of source.chunks(0, controller.signal)) assert.unreachable();
    assert.unreachable();
  } catch (error) {
    assert.match(String(error), /stopped/);
  }
});

test.run();
