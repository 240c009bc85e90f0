import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createEarlySync } from '../../runtime/source/disk/early-sync.ts';
import { rejectionOf } from './data-folder.ts';

const MIB = 1024 * 1024;

/** A file that tells what was asked of it; its early syncs end when they are let. */
function makeHandle() {
  const asked: string[] = [];
  const waiting: { resolve(): void; reject(error: Error): void }[] = [];
  return {
    asked,
    waiting,
    datasync: () => (asked.push('early'), new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }))),
    sync: async () => void asked.push('end'),
  };
}

test('a large file is brought to the disk while it is written, one sync at a time, and at its end', async () => {
  const handle = makeHandle();
  const sync = createEarlySync(handle);
  for (const written of [10, 33, 40, 80]) sync.written(written * MIB);
  assert.equal(handle.asked, ['early']);
  handle.waiting[0]?.resolve();
  await new Promise(setImmediate);
  for (const written of [81, 90]) sync.written(written * MIB);
  assert.equal(handle.asked, ['early', 'early']);
  const ended = sync.end();
  await new Promise(setImmediate);
  assert.equal(handle.asked, ['early', 'early'], 'one is under way');
  handle.waiting[1]?.resolve();
  await ended;
  assert.equal(handle.asked, ['early', 'early', 'end']);
});

test('what did not get to the disk is told at the end, though the last sync is well', async () => {
  const handle = makeHandle();
  const sync = createEarlySync(handle);
  sync.written(40 * MIB);
  handle.waiting[0]?.reject(new Error('EIO'));
  assert.is((await rejectionOf(sync.end())).message, 'EIO');
});

test('a small file is brought there at its end alone', async () => {
  const handle = makeHandle();
  const sync = createEarlySync(handle);
  sync.written(MIB);
  await sync.end();
  assert.equal(handle.asked, ['end']);
});

test.run();
