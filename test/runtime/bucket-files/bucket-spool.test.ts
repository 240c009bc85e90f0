import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createBucketGuard } from '../../../runtime/connector/bucket-files/bucket-guard.ts';
import { createBucketSpool } from '../../../runtime/connector/bucket-files/bucket-spool.ts';
import { ConnectorFailure } from '../../../runtime/connector/failure.ts';
import type { Log } from '../../../runtime/base/log/json-log.ts';
import { BLOCK_BYTES } from '../../../runtime/reading/source/disk/file-blocks.ts';
import { openSliceReader } from '../../../runtime/reading/source/open-slice-reader.ts';
import { openSource } from '../../../runtime/reading/source/open-source.ts';
import { verifyFile } from '../../../runtime/reading/source/verify-file.ts';
import { createZip } from '../zip.ts';
import { createMemoryBucket, unreachable } from './memory-bucket.ts';

const MAX = { maxBytes: Infinity };
const signal = new AbortController().signal;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const rejectionOf = (work: Promise<unknown>): Promise<Error & { code?: string }> =>
  work.then(
    () => assert.unreachable('it did not fail') as never,
    (error) => error,
  );

function createPlace() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'specmill-bucket-'));
  const bucket = createMemoryBucket();
  const events: string[] = [];
  const note = (event: string, details?: object) => void events.push(`${event} ${JSON.stringify(details)}`);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const parts = {
    address: 's3://b/p',
    root: 'p/',
    objects: bucket,
    transfers: bucket,
    dataFolder,
    log,
    use: createBucketGuard(log),
  };
  const spool = createBucketSpool(parts);
  const receive = (bytes: Uint8Array, more: object = {}) =>
    spool.receive(
      (async function* () {
        for (let at = 0; at < bytes.length; at += 300_000) yield bytes.subarray(at, at + 300_000);
      })(),
      { fileName: 'f.csv', ...MAX, ...more },
    );
  const local = (): string[] => (existsSync(join(dataFolder, 'spool')) ? readdirSync(join(dataFolder, 'spool')) : []);
  return { bucket, spool, receive, local, events, remove: () => rmSync(dataFolder, { recursive: true }) };
}

const nameOf = ({ path }: { path: string }): string => path.split('/').at(-1) ?? '';

test('a received file is an object with its hash, and nothing of it is on the disk', async () => {
  const { bucket, spool, receive, local, remove } = createPlace();
  const content = randomBytes(1_000_000);
  const file = await receive(content);
  assert.equal([file.bytes, file.sha256, file.fileName], [content.length, sha256(content), 'f.csv']);
  assert.match(file.path, /^s3:\/\/b\/p\/spool\/[0-9a-f-]{36}$/);
  assert.equal([...bucket.contents.keys()], [`p/spool/${nameOf(file)}`]);
  assert.equal(local(), []);
  assert.is(await spool.has(nameOf(file)), true);
  await spool.discard(file);
  assert.is(await spool.has(nameOf(file)), false);
  remove();
});

test('an upload that ends early, is too large or aborted leaves nothing', async () => {
  const { bucket, receive, remove } = createPlace();
  assert.is((await rejectionOf(receive(randomBytes(1000), { maxBytes: 999 }))).name, 'FileTooLarge');
  assert.is((await rejectionOf(receive(randomBytes(1000), { signal: AbortSignal.abort() }))).name, 'AbortError');
  await turn();
  assert.equal([bucket.contents.size, bucket.uploads.size], [0, 0]);
  remove();
});

test('an opened object is read in blocks, ahead of its reader; closing it removes the copy', async () => {
  const { bucket, spool, receive, local, remove } = createPlace();
  const content = randomBytes(6 * BLOCK_BYTES + 7);
  const name = nameOf(await receive(content));
  const file = await spool.open(name, content.length);
  const slices = await openSliceReader(file, { maxBytes: Infinity });
  assert.ok(content.subarray(10, 20).equals(await slices.readSlice(10, 10)));
  assert.equal(
    bucket.reads,
    [0, 1, 2, 3].map((block) => `${block * BLOCK_BYTES}-${(block + 1) * BLOCK_BYTES}`),
  );
  assert.ok(content.subarray(-7).equals(await slices.readSlice(6 * BLOCK_BYTES, 100)));
  assert.is(bucket.reads.at(-1), `${6 * BLOCK_BYTES}-${content.length}`);
  assert.is(bucket.reads.length, 5);
  await slices.close();
  await verifyFile(file, sha256(content), signal);
  assert.is(bucket.reads.length, 7);
  assert.is(local().length, 1);
  await Promise.all([file.close(), file.close()]);
  assert.equal(local(), []);
  remove();
});

test('compressed and empty objects have the content of files', async () => {
  const { spool, receive, remove } = createPlace();
  const text = 'id,amount\n'.repeat(1_000_000);
  const zip = createZip([{ name: 'f', content: Buffer.from(text), stored: true }]);
  for (const content of [gzipSync(text), zip, Buffer.from(text), Buffer.alloc(0)]) {
    const file = await spool.open(nameOf(await receive(content)), content.length);
    const source = await openSource(file.path, { blocks: file.blocks, fileName: 'f', ...MAX });
    const hash = createHash('sha256');
    for await (const chunk of source.chunks(0)) hash.update(chunk);
    assert.is(hash.digest('hex'), sha256(Buffer.from(content.length === 0 ? '' : text)));
    assert.is(await source.sha256(), sha256(content));
    await source.close();
    await file.close();
  }
  remove();
});

test('an object that is missing, altered or replaced is a failure of the run', async () => {
  const { bucket, spool, receive, remove } = createPlace();
  const content = randomBytes(100);
  const name = nameOf(await receive(content));
  assert.is((await rejectionOf(spool.open('missing', 1))).code, 'file_lost');
  assert.is((await rejectionOf(spool.open(name, 99))).code, 'file_altered');
  for (const [change, code] of [
    [() => bucket.put(`p/spool/${name}`, randomBytes(100)), 'file_altered'],
    [() => bucket.contents.delete(`p/spool/${name}`), 'file_lost'],
  ] as const) {
    const file = await spool.open(name, 100);
    change();
    assert.is((await rejectionOf(verifyFile(file, sha256(content), signal))).code, code);
    await file.close();
  }
  remove();
});

test('a store that is unreachable is FilesUnavailable without its host, and is logged with it', async () => {
  const { bucket, spool, receive, events, remove } = createPlace();
  const content = randomBytes(100);
  const name = nameOf(await receive(content));
  const file = await spool.open(name, 100);
  bucket.fails(unreachable);
  for (const work of [
    () => receive(content),
    () => spool.has(name),
    () => spool.open(name, 100),
    () => spool.remove(name),
    () => verifyFile(file, '', signal),
  ]) {
    const error = await rejectionOf(work());
    assert.equal([error.name, error.code], ['FilesUnavailable', 'files_unavailable']);
    assert.not.match(error.message, 'store.example');
  }
  assert.match(events.join(), 'store.example cannot be reached');
  bucket.fails(null);
  await file.close();
  // The failed copy is not used again.
  const again = await spool.open(name, 100);
  await verifyFile(again, sha256(content), signal);
  await again.close();
  remove();
});

test('a missing bucket is not a missing file', async () => {
  const { bucket, spool, receive, remove } = createPlace();
  const file = await spool.open(nameOf(await receive(randomBytes(10))), 10);
  bucket.fails(new ConnectorFailure('not_found', 'The store has no such bucket.'));
  assert.is((await rejectionOf(verifyFile(file, '', signal))).code, 'files_unavailable');
  await file.close();
  remove();
});

test('closing an opened object ends the waits of its readers', async () => {
  const { bucket, spool, receive, remove } = createPlace();
  const file = await spool.open(nameOf(await receive(randomBytes(10))), 10);
  bucket.fails(unreachable);
  const reading = rejectionOf(verifyFile(file, '', signal));
  await turn();
  await file.close();
  assert.is((await reading).name, 'FilesUnavailable');
  remove();
});

test('objects and uploads that are a day old and belong to no run are removed', async () => {
  const { bucket, spool, local, events, remove } = createPlace();
  await spool.receiveTransient((async function* () {})(), { fileName: 'f', ...MAX, expectedBytes: null }).received;
  const old = Date.now() - 25 * 3600 * 1000;
  for (const [key, modified] of [
    ['p/spool/new', Date.now()],
    ['p/spool/old', old],
    ['p/spool/claimed', old],
    ['p/store-id', old],
    ['q/spool/old', old],
  ] as const)
    bucket.put(key, Buffer.from('x'), modified);
  for (const [key, startedAt] of [
    ['p/spool/a', Date.now()],
    ['p/spool/b', old],
    ['p/spool/c', Number.NaN],
    ['q/d', old],
  ] as const)
    bucket.uploads.set(key, { key, id: key, startedAt });
  assert.is(local().length, 1);
  await spool.removeOrphans((name) => name === 'claimed');
  assert.equal(local(), []);
  while (!events.some((event) => event.startsWith('orphans_removed'))) await turn();
  assert.equal([...bucket.contents.keys()].sort(), ['p/spool/claimed', 'p/spool/new', 'p/store-id', 'q/spool/old']);
  assert.equal([...bucket.uploads.keys()].sort(), ['p/spool/a', 'p/spool/c', 'q/d']);
  remove();
});

test.run();
