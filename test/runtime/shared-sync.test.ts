import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSharedSync } from '../../runtime/base/files/shared-sync.ts';

const test = suite('shared flushes');

/** A flush whose calls end when the test says so. */
function createFlush() {
  const calls: { resolve(): void; reject(reason: unknown): void }[] = [];
  const sync = createSharedSync('folder', () => new Promise((resolve, reject) => calls.push({ resolve, reject })));
  return { sync, calls };
}

test('calls during a flush share the next one, which starts after them', async () => {
  const { sync, calls } = createFlush();
  const first = sync();
  const second = sync();
  const third = sync();
  assert.is(calls.length, 1);
  calls[0]?.resolve();
  await first;
  await Promise.resolve();
  assert.is(calls.length, 2);
  calls[1]?.resolve();
  await Promise.all([second, third]);
  assert.is(calls.length, 2);
});

test('a flush that fails rejects its own calls only', async () => {
  const { sync, calls } = createFlush();
  const first = sync().catch((error: Error) => error.message);
  const second = sync();
  calls[0]?.reject(new Error('no space'));
  assert.is(await first, 'no space');
  await Promise.resolve();
  calls[1]?.resolve();
  await second;
});

test('a call after the end of a flush starts a new one', async () => {
  const { sync, calls } = createFlush();
  const first = sync();
  calls[0]?.resolve();
  await first;
  const second = sync();
  assert.is(calls.length, 2);
  calls[1]?.resolve();
  await second;
});

test.run();
