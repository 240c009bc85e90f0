import { readdirSync } from 'node:fs';
import * as assert from 'uvu/assert';
import type { Batch } from '../../compiler/kernel/model/contract.ts';
import { createCheckpoint } from '../../runtime/base/model/checkpoint.ts';
import { createIssueCounter, type IssueCount } from '../../runtime/base/model/issue-counts.ts';
import { createRunOptions } from '../../runtime/base/model/run-info.ts';
import { spendBatch } from '../../runtime/reading/run/run-limits.ts';
import { openConnection } from '../../runtime/state/store/sqlite/open-connection.ts';
import { createRequest, suiteOfRuns } from './data-folder.ts';

const test = suiteOfRuns('limits of a run', 'each');

const lines = (count: number, letter = 'a'): string => `${letter} line of a file\n`.repeat(count);

for (const [option, code] of [
  [{ maxOutputBytes: 100_000 }, 'output_too_large'],
  [{ maxProcessorMs: 0 }, 'too_costly'],
] as const) {
  test(`${Object.keys(option)[0]} ends a run as FAILED, ${code}, with what was published`, async ({ all, folder }) => {
    const request = await createRequest(folder, lines(60_000), { options: { ...option, batchRecords: 500 } });
    const { runId } = (await all.runs.accept(request)) as { runId: string };
    const result = await all.runs.finished(runId);
    assert.equal([result.status, result.failure?.code], ['FAILED', code]);
    const [topic] = await all.store.topics.list();
    assert.is(topic?.messages, result.processedRecords);
    assert.ok(result.processedRecords < 10_000);
  });
}

test('messages may be 100 times as large as the file, once they exceed 1 GiB', () => {
  const spend = (bytes: number, read: number): void => {
    const batch = {
      bytes: { length: bytes },
      keys: [],
      recordIssues: [],
      next: { byteOffset: read },
    } as unknown as Batch;
    const kind = { options: createRunOptions(), hasMessages: true, hasDeadLetters: false };
    spendBatch(createCheckpoint(), batch, kind);
  };
  spend(2 ** 30, 1);
  spend(1.1e9, 11_000_000);
  assert.throws(() => spend(1.1e9, 10_000_000), /more than 100 times as many/);
});

test('issues in headers and dead letters count as messages', async ({ all, folder }) => {
  const options = { maxOutputBytes: 100_000, batchRecords: 500, skipInvalidRecords: true };
  const request = await createRequest(folder, lines(3000, 'E'), { options, deadLetterTopic: 'd' });
  const { runId } = (await all.runs.accept(request)) as { runId: string };
  assert.is((await all.runs.finished(runId)).failure?.code, 'output_too_large');
});

test('counting an issue does not search the counts of other rules', () => {
  let compared = 0;
  const counts = Array.from(
    { length: 10_000 },
    (_, rule): IssueCount => ({
      get code() {
        compared++;
        return 'MIN_VALUE';
      },
      ruleId: `r${rule}`,
      field: 'amount',
      severity: 'ERROR',
      count: 1,
    }),
  );
  const count = createIssueCounter(counts);
  compared = 0;
  count({ code: 'MIN_VALUE', ruleId: 'r9999', field: 'amount', severity: 'ERROR' });
  assert.is(compared, 1);
  assert.is(counts[9999]?.count, 2);
});

test('the space of deleted messages is returned to the disk', async ({ all, folder }) => {
  // Small batches are stored in the database, and large ones in message files.
  for (const [topic, batchRecords] of [
    ['t', 1666],
    ['filed', 10_000],
  ] as const) {
    const request = await createRequest(folder, lines(1_000_000), { topic, options: { batchRecords } });
    const { runId } = (await all.runs.accept(request)) as { runId: string };
    await all.runs.finished(runId);
  }
  const pages = async (): Promise<number> => {
    const connection = await openConnection(`${folder}/specmill.sqlite`, { mode: 'read', busyMs: 1000 });
    const [row] = await connection.all<{ page_count: number }>('PRAGMA page_count');
    await connection.close();
    return row?.page_count ?? 0;
  };
  const before = await pages();
  assert.ok(before > 1500, String(before));
  const files = (): number => readdirSync(`${folder}/messages`).length;
  assert.is(files(), 1);
  for (const topic of ['t', 'filed']) await all.store.topics.remove(topic);
  while (await all.store.runs.removeDeleted()) continue;
  await all.store.runs.removeMessageFiles();
  assert.is(files(), 0);
  while (await all.store.runs.releasePages()) continue;
  assert.ok((await pages()) < 1200);
});

test.run();
