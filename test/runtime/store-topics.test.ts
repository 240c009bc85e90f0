import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JournalEntry } from '../../runtime/base/model/journal.ts';
import { createRunOptions } from '../../runtime/base/model/run-info.ts';
import type { Param } from '../../runtime/state/store/engine/connection.ts';
import { createTopicReader } from '../../runtime/state/store/topics.ts';
import { openConnection } from '../../runtime/state/store/sqlite/open-connection.ts';
import type { RunJournal } from '../../runtime/state/store/run-journal.ts';
import { createRecordJumps, readStored, type StoredBatch } from '../../runtime/base/model/stored-batch.ts';
import { openStoreReader } from '../../runtime/state/store/open-store-reader.ts';
import { isOnPostgres, openTestStore } from '../support/test-store.ts';
import type { Store } from '../../runtime/state/store/store.ts';
import type { Message } from '../../runtime/state/store/topic-reader.ts';
import { collect, createDataFolder, newRun, rejectionOf } from './data-folder.ts';

const test = suite<{ folder: string; remove(): void; store: Store }>('the embedded broker');
/** Declares a test that reads the SQLite database itself. */
const testOnSqlite: typeof test = isOnPostgres ? suite() : test;
test.before.each(async (context) => {
  Object.assign(context, createDataFolder());
  context.store = await openTestStore(context.folder);
});
test.after.each(async ({ store, remove }) => {
  await store.close();
  remove();
});

const ALL = { delivery: 'all-or-nothing' as const };

/** Creates a batch with a message per record. The default values are the record numbers. */
function batchOf(
  records: readonly number[],
  { values = records.map(String), keys }: { values?: (string | Uint8Array)[]; keys?: string[] } = {},
): StoredBatch {
  const endsOf = (parts: readonly (string | Uint8Array)[]): Uint32Array => {
    let end = 0;
    return Uint32Array.from(parts, (part) => (end += Buffer.from(part as string).length));
  };
  return {
    messages: records.length,
    firstRecord: records[0] ?? 0,
    recordJumps: createRecordJumps(records),
    values: Buffer.concat(values.map((value) => Buffer.from(value as string))),
    valueEnds: endsOf(values),
    keys: keys === undefined ? null : Buffer.from(keys.join('')),
    keyEnds: keys === undefined ? null : endsOf(keys),
    issues: null,
    recordTypes: null,
  };
}

function entryOf(published: StoredBatch[], given: Partial<JournalEntry> = {}): JournalEntry {
  return {
    published,
    deadLetters: [],
    checkpoint: JSON.stringify({ records: published.length }),
    newErrors: [],
    durationMs: 1,
    ...given,
  };
}

async function openRun(store: Store, runId: string, given: Parameters<typeof newRun>[1] = {}): Promise<RunJournal> {
  assert.equal((await store.runs.insert(newRun(runId, given))).accepted, { kind: 'accepted', runId });
  return (await store.runs.openJournal(runId)).journal;
}

async function read(store: Store, topic = 't', from = 0, limit = Infinity): Promise<Message[]> {
  return (await collect(store.topics.messages(topic, { from, limit }))).flat();
}
const valuesOf = async (store: Store, topic = 't') => (await read(store, topic)).map(({ value }) => value);
const ENDED = { status: 'SUCCESS' as const, failure: null, durationMs: 2 };
const REFUSED = { status: 'FAILED' as const, failure: { code: 'too_many_errors', message: 'm' }, durationMs: 2 };

test('messages have consecutive offsets, their headers, keys and values', async ({ store }) => {
  const journal = await openRun(store, 'r1');
  await journal.commit(
    entryOf([batchOf([1, 3, 4], { keys: ['k1', '', 'k4'] }), { ...batchOf([7]), issues: '[[0,"[7]"]]' }]),
  );
  await journal.commit(
    entryOf([batchOf([8], { values: [Buffer.from([0xff, 0x00])] }), batchOf([9], { values: ['\ufeffü😀'] })]),
  );
  const messages = await read(store);
  assert.equal(
    messages.map(({ offset, key }) => [offset, key]),
    [
      [0, 'k1'],
      [1, null],
      [2, 'k4'],
      [3, null],
      [4, null],
      [5, null],
    ],
  );
  assert.equal(
    messages.map(({ value, valueBase64 }) => value ?? { valueBase64 }),
    ['1', '3', '4', '7', { valueBase64: '/wA=' }, '\ufeffü😀'],
  );
  assert.equal(
    messages.map(({ headers }) => headers['ce_id']?.replace(/^.*:/, '')),
    ['1', '3', '4', '7', '8', '9'],
  );
  assert.equal(messages[3]?.headers, {
    'content-type': 'application/json',
    ce_specversion: '1.0',
    ce_source: '/specs/fake',
    ce_type: 'fake.record',
    ce_dataschema: `/specs/fake/${'ab'.repeat(8)}`,
    ce_id: `r1${'0'.repeat(14)}-abababab:7`,
    issues: '[7]',
  });
  assert.equal(
    messages.map(({ headers }) => 'issues' in headers),
    [false, false, false, true, false, false],
  );
  assert.ok(messages.every(({ timestamp }) => Math.abs(Date.parse(timestamp) - Date.now()) < 60_000));
});

test('reading starts at any offset, also inside a batch, and ends at the limit', async ({ store }) => {
  const journal = await openRun(store, 'r1');
  for (let first = 1; first < 40; first += 4)
    await journal.commit(entryOf([batchOf([first, first + 1, first + 2, first + 3])]));
  for (const from of [0, 1, 3, 4, 17, 39]) {
    for (const limit of [0, 1, 3, 4, 5, 11, 100]) {
      const expected = Array.from({ length: Math.min(limit, 40 - from) }, (_, index) => [
        from + index,
        String(from + index + 1),
      ]);
      assert.equal(
        (await read(store, 't', from, limit)).map(({ offset, value }) => [offset, value]),
        expected,
        `${from} ${limit}`,
      );
    }
  }
  assert.equal([await read(store, 't', 40), await read(store, 't', 1e15), await read(store, 'no')], [[], [], []]);
});

test('several runs into one topic: one after the other, without a gap', async ({ store }) => {
  const journals = [await openRun(store, 'a'), await openRun(store, 'b')];
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => journals[index % 2]?.commit(entryOf([batchOf([index + 1, index + 100])]))),
  );
  const messages = await read(store);
  assert.equal(
    messages.map(({ offset }) => offset),
    Array.from({ length: 40 }, (_, offset) => offset),
  );
  for (const run of ['a', 'b']) {
    const own = messages.filter(({ headers }) => headers['ce_id']?.startsWith(run)).map(({ value }) => Number(value));
    assert.equal(own.length, 20);
    assert.equal(
      own.filter((value) => value < 100),
      own.filter((value) => value < 100).sort((x, y) => x - y),
    );
  }
  assert.equal(await store.topics.list(), [{ name: 't', messages: 40 }]);
});

test('all or nothing: nothing is visible until the run has ended, then everything, after messages published meanwhile', async ({
  store,
}) => {
  const [all, other] = [
    await openRun(store, 'a', { options: createRunOptions(ALL), deadLetterTopic: 'd' }),
    await openRun(store, 'b'),
  ];
  await all.commit(entryOf([batchOf([1, 2])], { deadLetters: [batchOf([3])] }));
  await other.commit(entryOf([batchOf([11])]));
  await all.commit(entryOf([batchOf([4, 5]), batchOf([6])], { deadLetters: [batchOf([7, 8])] }));
  assert.equal([await valuesOf(store), await valuesOf(store, 'd')], [['11'], []]);
  assert.equal(await store.topics.list(), [
    { name: 'd', messages: 0 },
    { name: 't', messages: 1 },
  ]);
  await all.finish(ENDED);
  await other.commit(entryOf([batchOf([12])]));
  assert.equal(
    [await valuesOf(store), await valuesOf(store, 'd')],
    [
      ['11', '1', '2', '4', '5', '6', '12'],
      ['3', '7', '8'],
    ],
  );
  assert.equal(
    (await read(store)).map(({ offset }) => offset),
    [0, 1, 2, 3, 4, 5, 6],
  );
  assert.equal(await store.topics.list(), [
    { name: 'd', messages: 3 },
    { name: 't', messages: 7 },
  ]);
});

test('all or nothing: a run resumed in another process retains its messages', async ({ store }) => {
  const first = await openRun(store, 'a', { options: createRunOptions(ALL), deadLetterTopic: 't' });
  await first.commit(entryOf([batchOf([1, 2])], { deadLetters: [batchOf([3])] }));
  const { journal } = await store.runs.openJournal('a');
  await journal.commit(entryOf([batchOf([4])], { deadLetters: [batchOf([5])] }));
  await journal.finish(ENDED);
  assert.equal(await valuesOf(store), ['1', '2', '3', '4', '5']);
});

testOnSqlite('all or nothing: a refused run is never visible, and is removed in steps', async ({ folder, store }) => {
  const [refused, going] = [
    await openRun(store, 'a', { options: createRunOptions(ALL) }),
    await openRun(store, 'b', { options: createRunOptions(ALL) }),
  ];
  for (let record = 1; record <= 70; record++) await refused.commit(entryOf([batchOf([record])]));
  await going.commit(entryOf([batchOf([1])]));
  assert.is(await store.runs.removeFailedBatches(), false, 'it may still be shown');
  await refused.finish(REFUSED);
  assert.equal(await valuesOf(store), []);
  let steps = 0;
  while (await store.runs.removeFailedBatches()) steps++;
  assert.is(steps, 3);
  const connection = await openConnection(join(folder, 'specmill.sqlite'), { mode: 'read', busyMs: 0 });
  assert.equal(
    await connection.all(
      'SELECT (SELECT count(*) FROM batches) AS batches, (SELECT count(*) FROM batch_contents) AS contents',
    ),
    [{ batches: 1, contents: 1 }],
  );
  await connection.close();
  await going.finish(ENDED);
  assert.equal(await valuesOf(store), ['1']);
  assert.equal((await store.runs.find('a'))?.ended?.failure, REFUSED.failure);
});

test('after a failed write the journal writes nothing', async ({ store }) => {
  const journal = await openRun(store, 'r');
  await journal.commit(entryOf([batchOf([1])], { newErrors: ['{"record":1}'] }));
  const impossible = { ...batchOf([3]), values: null as unknown as Uint8Array };
  // Handled at once, because some reject before the last is created.
  const outcomeOf = (call: Promise<void>) =>
    call.then(
      () => 'kept',
      () => 'refused',
    );
  const calls = [outcomeOf(journal.commit(entryOf([impossible])))];
  // Some of these arrive during the transaction of that one.
  for (let record = 3; record < 40; record++) {
    await new Promise((resolve) => setImmediate(resolve));
    calls.push(outcomeOf(journal.commit(entryOf([batchOf([record])], { checkpoint: '{}' }))));
  }
  calls.push(outcomeOf(journal.finish(ENDED)));
  assert.equal([...new Set(await Promise.all(calls))], ['refused']);
  await rejectionOf(journal.commit(entryOf([batchOf([50])])));
  const { checkpoint } = await store.runs.openJournal('r');
  assert.equal(await valuesOf(store), ['1']);
  assert.equal([checkpoint?.errors, (await store.runs.find('r'))?.ended], [['{"record":1}'], null]);
});

test('waiting steps are stored together, in order', async ({ store }) => {
  const journal = await openRun(store, 'r');
  const entries = Array.from({ length: 30 }, (_, index) =>
    entryOf([batchOf([index + 1])], {
      checkpoint: JSON.stringify({ at: index + 1 }),
      newErrors: [`{"record":${index + 1}}`],
    }),
  );
  await Promise.all([...entries.map((entry) => journal.commit(entry)), journal.finish(ENDED)]);
  assert.equal(
    await valuesOf(store),
    entries.map((_, index) => String(index + 1)),
  );
  const run = await store.runs.find('r');
  assert.equal([(run?.checkpoint as unknown as { at: number }).at, run?.ended?.status], [30, 'SUCCESS']);
  assert.equal(
    run === null ? [] : await store.runs.errors(run),
    entries.map((_, index) => `{"record":${index + 1}}`),
  );
});

test('a superseded journal, a closed one, and one of an ended run write nothing', async ({ store }) => {
  const old = await openRun(store, 'r');
  const { journal } = await store.runs.openJournal('r');
  assert.match((await rejectionOf(old.commit(entryOf([batchOf([1])])))).message, /another process works on it/);
  await journal.commit(entryOf([batchOf([2])]));
  const late = journal.commit(entryOf([batchOf([3])])).catch(() => {});
  await journal.close();
  await late;
  await rejectionOf(journal.commit(entryOf([batchOf([4])])));
  const { journal: last } = await store.runs.openJournal('r');
  await last.finish(ENDED);
  await rejectionOf(last.commit(entryOf([batchOf([5])])));
  await rejectionOf(store.runs.openJournal('r'));
  assert.equal(
    (await valuesOf(store)).filter((value) => value !== '3'),
    ['2'],
  );
});

testOnSqlite('another process reads while one writes', async ({ folder, store }) => {
  const journal = await openRun(store, 'r');
  const reader = await openStoreReader(folder);
  await journal.commit(entryOf([batchOf([1])]));
  assert.equal(await reader.topics.list(), [{ name: 't', messages: 1 }]);
  await journal.commit(entryOf([batchOf([2])]));
  assert.equal(
    (await collect(reader.topics.messages('t', { from: 1, limit: 10 }))).flat().map(({ value }) => value),
    ['2'],
  );
  await reader.close();
});

test('consecutive records take no space; others are found', () => {
  assert.is(createRecordJumps([5, 6, 7]), null);
  for (const records of [[1], [1, 3], [1, 2, 5, 6, 9], [7, 100_000, 100_001], [2, 4, 6, 8]]) {
    assert.equal(
      [...readStored(batchOf(records), 0, records.length)].map(({ record }) => record),
      records,
    );
    assert.equal(
      [...readStored(batchOf(records), 1, records.length)].map(({ record }) => record),
      records.slice(1),
    );
  }
});

testOnSqlite(
  'a reader at the end of a topic skips nothing that is published while it looks',
  async ({ store, folder }) => {
    const journal = await openRun(store, 'r');
    await journal.commit(entryOf([batchOf([1])]));
    const connection = await openConnection(join(folder, 'specmill.sqlite'), { mode: 'read', busyMs: 1000 });
    let isPublished = false;
    const reader = createTopicReader(
      {
        ...connection,
        async all<Row>(sql: string, params?: readonly Param[]) {
          const rows = await connection.all<Row>(sql, params);
          // Between the two statements that find the next batch, two more are published.
          if (sql.includes('DESC') && !isPublished) await journal.commit(entryOf([batchOf([2]), batchOf([3])]));
          isPublished = true;
          return rows;
        },
      },
      join(folder, 'messages'),
    );
    const values = (await collect(reader.messages('t', { from: 1, limit: Infinity }))).flat().map(({ value }) => value);
    assert.equal(values, ['2', '3']);
    await connection.close();
  },
);

test.run();
