import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Checkpoint, createCheckpoint } from '../../runtime/base/model/checkpoint.ts';
import type { JournalEntry } from '../../runtime/base/model/journal.ts';
import { openProgressFile } from '../../runtime/state/store/progress-file.ts';
import { openTestStore } from '../support/test-store.ts';
import type { Store } from '../../runtime/state/store/store.ts';
import { createDataFolder, newRun } from './data-folder.ts';

interface Place {
  folder: string;
  remove(): void;
  store: Store;
}

const test = suite<Place>('the store and the progress files of its runs');
test.before.each(async (context) => {
  Object.assign(context, createDataFolder());
  context.store = await openTestStore(context.folder);
  await context.store.runs.insert(newRun('r1', { broker: 'kafka' }));
});
test.after.each(async ({ store, remove }) => {
  await store.close();
  remove();
});

const ENDED = { status: 'SUCCESS' as const, failure: null, durationMs: 9 };

function entryAt(record: number, newErrors: string[] = []): JournalEntry {
  const counters = { ...createCheckpoint().counters, totalRecords: record, processedRecords: record };
  const checkpoint: Checkpoint = {
    ...createCheckpoint(),
    counters,
    position: { byteOffset: 10 * record, line: record, record, state: null },
  };
  return { published: [], deadLetters: [], checkpoint: JSON.stringify(checkpoint), newErrors, durationMs: record };
}

/** Leaves the state of a killed run: records in the store, and steps that only its progress file has. */
async function leave(
  store: Store,
  { stored, filed }: { stored: JournalEntry[]; filed: JournalEntry[] },
): Promise<string> {
  const { journal, progressPath: path } = await store.runs.openJournal('r1');
  const progressPath = path ?? '';
  for (const entry of stored) await journal.commit(entry);
  const file = await openProgressFile(progressPath, 'r1');
  for (const entry of filed) await file.write(entry);
  await file.close();
  return progressPath;
}

test('a run resumes from its progress file if that is further, with the errors of the store', async ({ store }) => {
  await leave(store, { stored: [entryAt(1, ['{"record":1}'])], filed: [entryAt(7), entryAt(8)] });
  const { checkpoint } = await store.runs.openJournal('r1');
  assert.equal(
    [checkpoint?.position?.record, checkpoint?.counters.totalRecords, checkpoint?.durationMs, checkpoint?.errors],
    [8, 8, 8, ['{"record":1}']],
  );
  assert.is((await store.runs.find('r1'))?.checkpoint?.position?.record, 8, 'the store now has the checkpoint');
});

test('a run resumes from the store if that is further; an outdated progress file is ignored', async ({ store }) => {
  await leave(store, { stored: [entryAt(9, ['{"record":9}'])], filed: [entryAt(7), entryAt(8)] });
  const { checkpoint } = await store.runs.openJournal('r1');
  assert.equal([checkpoint?.position?.record, checkpoint?.durationMs, checkpoint?.errors], [9, 9, ['{"record":9}']]);
});

test('the progress file of a run without a stored checkpoint', async ({ store }) => {
  await leave(store, { stored: [], filed: [entryAt(3)] });
  assert.is((await store.runs.openJournal('r1')).checkpoint?.position?.record, 3);
});

test('a first checkpoint, before any record, is stored at once', async ({ store }) => {
  const first = { ...createCheckpoint(), destination: { partitions: 3 } };
  await leave(store, { stored: [], filed: [{ ...entryAt(0), checkpoint: JSON.stringify(first) }] });
  assert.equal((await store.runs.openJournal('r1')).checkpoint?.destination, { partitions: 3 });
});

test('a progress file of an earlier process does not revive a run', async ({ store }) => {
  const path = await leave(store, { stored: [entryAt(1)], filed: [entryAt(5)] });
  const { journal } = await store.runs.openJournal('r1');
  await journal.commit(entryAt(6));
  assert.ok(existsSync(path));
  assert.is((await store.runs.openJournal('r1')).checkpoint?.position?.record, 6);
});

test('closing a journal moves the steps of the file to the store and removes the file', async ({ store }) => {
  const { journal, progressPath: path } = await store.runs.openJournal('r1');
  const progressPath = path ?? '';
  await journal.commit(entryAt(1));
  const file = await openProgressFile(progressPath, 'r1');
  await file.write(entryAt(4));
  await file.close();
  await journal.close();
  assert.equal([(await store.runs.find('r1'))?.checkpoint?.position?.record, existsSync(progressPath)], [4, false]);
});

test('an ended run does not change', async ({ store }) => {
  const { journal, progressPath: path } = await store.runs.openJournal('r1');
  const progressPath = path ?? '';
  await journal.commit(entryAt(2));
  await journal.finish(ENDED);
  const file = await openProgressFile(progressPath, 'r1');
  await file.write(entryAt(4));
  await file.close();
  await journal.close();
  const run = await store.runs.find('r1');
  assert.equal(
    [run?.checkpoint?.position?.record, run?.ended?.status, existsSync(progressPath)],
    [2, 'SUCCESS', false],
  );
});

test('progress files of ended runs are removed, others are not', async ({ folder, store }) => {
  await store.runs.insert(newRun('r2', { broker: 'kafka' }));
  await (await store.runs.openJournal('r2')).journal.finish(ENDED);
  for (const runId of ['r1', 'r2', 'r3'])
    await (await openProgressFile(join(folder, 'progress', runId), runId)).close();
  await store.runs.removeOrphanedProgress();
  assert.equal(readdirSync(join(folder, 'progress')), ['r1']);
});

test.run();
