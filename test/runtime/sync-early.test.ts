import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createEarlySync } from '../../runtime/reading/source/disk/early-sync.ts';
import { rejectionOf } from './data-folder.ts';

const MIB = 1024 * 1024;

/** A file that records its calls. Its early syncs finish when the test says so. */
function createHandle() {
  const asked: string[] = [];
  const waiting: { resolve(): void; reject(error: Error): void }[] = [];
  return {
    asked,
    waiting,
    datasync: () => (asked.push('early'), new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }))),
    sync: async () => void asked.push('end'),
  };
}

test('a large file is synced while it is written, one sync at a time, and again at its end', async () => {
  const handle = createHandle();
  const sync = createEarlySync(handle);
  for (const written of [10, 33, 40, 80]) sync.written(written * MIB);
  assert.equal(handle.asked, ['early']);
  handle.waiting[0]?.resolve();
  await new Promise(setImmediate);
  for (const written of [81, 90]) sync.written(written * MIB);
  assert.equal(handle.asked, ['early', 'early']);
  const ended = sync.end();
  await new Promise(setImmediate);
  assert.equal(handle.asked, ['early', 'early'], 'one sync is in progress');
  handle.waiting[1]?.resolve();
  await ended;
  assert.equal(handle.asked, ['early', 'early', 'end']);
});

test('a failed early sync is reported at the end, even if the last sync succeeds', async () => {
  const handle = createHandle();
  const sync = createEarlySync(handle);
  sync.written(40 * MIB);
  handle.waiting[0]?.reject(new Error('EIO'));
  assert.is((await rejectionOf(sync.end())).message, 'EIO');
});

test('a small file is synced once, at its end', async () => {
  const handle = createHandle();
  const sync = createEarlySync(handle);
  sync.written(MIB);
  await sync.end();
  assert.equal(handle.asked, ['end']);
});

test.run();
