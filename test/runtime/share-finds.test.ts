import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shareFinds } from '../../runtime/runs/share-finds.ts';
import type { StoredRun } from '../../runtime/state/store/stored-run.ts';
import { rejectionOf } from './data-folder.ts';

/** A store with the runs 1 to 9, whose reads wait for next(). */
function createSlowStore() {
  const reads: { numbers: readonly number[]; settle: (error?: Error) => void }[] = [];
  const findAll = (numbers: readonly number[]): Promise<StoredRun[]> =>
    new Promise((resolve, reject) => {
      const found = numbers.filter((number) => number < 10).map((number) => ({ number }) as StoredRun);
      reads.push({ numbers, settle: (error) => (error === undefined ? resolve(found) : reject(error)) });
    });
  return { reads, find: shareFinds({ findAll }) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('calls that wait at the same time share a read, and each gets its run', async () => {
  const { reads, find } = createSlowStore();
  const first = [find(1), find(2), find(1), find(99)];
  await turn();
  const second = [find(2), find(3)];
  await turn();
  assert.equal(
    reads.map(({ numbers }) => numbers),
    [[1, 2, 99]],
  );
  reads[0]?.settle();
  assert.equal(
    (await Promise.all(first)).map((run) => run?.number),
    [1, 2, 1, undefined],
  );
  await turn();
  assert.equal(reads[1]?.numbers, [2, 3]);
  reads[1]?.settle();
  assert.equal(
    (await Promise.all(second)).map((run) => run?.number),
    [2, 3],
  );
});

test('a call begins a read of its own if the last one began before it', async () => {
  const { reads, find } = createSlowStore();
  const before = find(1);
  await turn();
  const after = find(1);
  reads[0]?.settle();
  await before;
  await turn();
  assert.is(reads.length, 2);
  reads[1]?.settle();
  assert.is((await after)?.number, 1);
});

test('a read that fails rejects its calls, and not those of the next read', async () => {
  const { reads, find } = createSlowStore();
  const failing = [rejectionOf(find(1)), rejectionOf(find(2))];
  await turn();
  const next = find(1);
  reads[0]?.settle(new Error('disk'));
  assert.equal(
    (await Promise.all(failing)).map(({ message }) => message),
    ['disk', 'disk'],
  );
  await turn();
  reads[1]?.settle();
  assert.is((await next)?.number, 1);
});

test.run();
