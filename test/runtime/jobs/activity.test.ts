import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Job } from '../../../runtime/jobs/definition/job.ts';
import { pauseEnd } from '../../../runtime/jobs/ledger/readiness.ts';
import { findMissing } from '../../../runtime/jobs/schedule/check-expectation.ts';
import { openTestStore } from '../../support/test-store.ts';
import { createDataFolder } from '../data-folder.ts';

const test = suite('what a person should know of a job');

const FRIDAY = Date.UTC(2026, 6, 3);
const HOUR = 3_600_000;
const DEADLINE = FRIDAY + 7.5 * HOUR;
const expect = { by: '07:30', timeZone: 'UTC', days: 'MON-FRI' };
// Only these members are used.
const JOB = { id: 'j', definition: { expect } } as Job;

test('the files that have ended since a time are counted with their records', async () => {
  const { folder, remove } = createDataFolder();
  const store = await openTestStore(folder);
  const { files } = store.jobs;
  const listed = ['a', 'b', 'c', 'd'].map((name) => ({
    ...{ path: `in/${name}`, name, size: 1, modified: 1, version: 'v', identity: name, ignored: null },
  }));
  const numbers = await files.compare('j', listed, FRIDAY);
  const end = (index: number, finishedAt: number, rejected: number | null) =>
    files.change(numbers[index] ?? 0, 'seen', {
      state: 'done',
      finishedAt,
      records:
        rejected === null ? null : { total: 14, processed: 14 - rejected, failed: rejected, skipped: 0, rejected },
    });
  assert.is(await end(0, FRIDAY - 1, 9), true);
  await end(1, FRIDAY, 3);
  await end(2, FRIDAY + HOUR, 3);
  await end(3, FRIDAY + HOUR, null);
  assert.equal(await files.ended('j', FRIDAY), { files: 3, records: 28, rejected: 6 });
  assert.equal(await files.ended('j', FRIDAY + 2 * HOUR), { files: 0, records: 0, rejected: 0 });
  assert.equal(await files.ended('other', FRIDAY), { files: 0, records: 0, rejected: 0 });
  await store.close();
  remove();
});

test('a file waits for the time of "unchangedFor" from now, if the clock was set back', async () => {
  const { folder, remove } = createDataFolder();
  const store = await openTestStore(folder);
  const { files } = store.jobs;
  const file = { path: 'in/a', name: 'a', size: 1, modified: 1, version: 'v', identity: 'a', ignored: null };
  const [number = 0] = await files.compare('j', [file], FRIDAY);
  await files.compare('j', [file], FRIDAY - HOUR);
  await files.compare('j', [file], FRIDAY);
  assert.is((await files.find('j', number))?.unchangedSince, FRIDAY - HOUR);
  await store.close();
  remove();
});

test('a pause that is longer than the longest of the job is over: the clock was set back', async () => {
  const job = { retry: { max: 5, backoff: { firstMs: 1000, maxMs: HOUR } } };
  const until = (retryAt: number | null) => pauseEnd({ retryAt }, job, FRIDAY);
  assert.equal([null, FRIDAY, FRIDAY + 1, FRIDAY + HOUR, FRIDAY + HOUR + 1].map(until), [
    ...[null, null, FRIDAY + 1],
    ...[FRIDAY + HOUR, null],
  ]);
  const { folder, remove } = createDataFolder();
  const store = await openTestStore(folder);
  const { files } = store.jobs;
  for (const [index, retryAt] of [null, FRIDAY, FRIDAY + 1, FRIDAY + HOUR + 1].entries()) {
    const name = String(index);
    const file = { path: name, name, size: 1, modified: 1, version: 'v', identity: name, ignored: null };
    const [number = 0] = await files.compare('j', [file], FRIDAY);
    await files.change(number, 'seen', { state: 'waiting', isThenPending: true, retryAt });
  }
  const due = await files.pending('j', { now: FRIDAY, latest: FRIDAY + HOUR }, 0);
  assert.equal(
    due.map(({ name }) => name),
    ['0', '1', '3'],
  );
  await store.close();
  remove();
});

test('a file is missing from its deadline until one is seen, also on the days after', async () => {
  const missing = (now: number, seenAt: number, expectedUntil: number | null = DEADLINE) => {
    const hasSeen = async (_: string, since: number): Promise<boolean> => seenAt >= since;
    return findMissing({ job: JOB, state: { expectedUntil }, files: { hasSeen }, now });
  };
  const never = FRIDAY - HOUR;
  assert.is(await missing(DEADLINE + HOUR, never), DEADLINE);
  assert.is(await missing(DEADLINE + 48 * HOUR, never), DEADLINE);
  assert.is(await missing(DEADLINE + HOUR, FRIDAY + HOUR), null, 'seen on the day');
  assert.is(await missing(DEADLINE + HOUR, DEADLINE + 1), null, 'seen late');
  assert.is(
    await missing(DEADLINE - HOUR, FRIDAY - 25 * HOUR, DEADLINE - 24 * HOUR),
    DEADLINE - 24 * HOUR,
    'missing since Thursday',
  );
  assert.is(await missing(DEADLINE + HOUR, never, DEADLINE + 1), null, 'the job is newer than the deadline');
  assert.is(await missing(DEADLINE + HOUR, never, null), null, 'the job was never executed');
});

test.run();
