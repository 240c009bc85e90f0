import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JournalEntry } from '../../runtime/model/journal.ts';
import { createRunOptions } from '../../runtime/model/run-info.ts';
import type { StoredBatch } from '../../runtime/model/stored-batch.ts';
import { createMessageMemory } from '../../runtime/model/message-memory.ts';
import { createRemoteJournal } from '../../runtime/runs/worker/remote-journal.ts';
import { createMessageFile, type MessageFile } from '../../runtime/store/message-file.ts';
import { SCHEMA_STEPS } from '../../runtime/store/engine/schema.ts';
import { openStore } from '../../runtime/store/open-store.ts';
import type { RunJournal } from '../../runtime/store/run-journal.ts';
import { openConnection } from '../../runtime/store/sqlite/open-connection.ts';
import type { Store } from '../../runtime/store/store.ts';
import { collect, createDataFolder, newRun, rejectionOf } from './data-folder.ts';

/** The version of the tables without message files. */
const VERSION_BEFORE = SCHEMA_STEPS.findIndex((step) => typeof step === 'string' && step.includes('value_file'));

const test = suite<{ folder: string; remove(): void; store: Store }>('message files');
test.before.each(async (context) => {
  Object.assign(context, createDataFolder());
  context.store = await openStore(context.folder);
});
const opened: RunJournal[] = [];
test.after.each(async ({ store, remove }) => {
  for (const journal of opened.splice(0)) await journal.close();
  await store.close();
  remove();
});

const ENDED = { status: 'SUCCESS' as const, failure: null, durationMs: 2 };
const KIB = 1024;

/** Creates a batch of two messages, whose values have together `size` bytes. */
function batchOf(letter: string, size: number): StoredBatch {
  return {
    messages: 2,
    firstRecord: 1,
    recordJumps: null,
    values: Buffer.alloc(size, letter),
    valueEnds: Uint32Array.of(size - 1, size),
    keys: null,
    keyEnds: null,
    issues: null,
    recordTypes: null,
  };
}

function entryOf(published: StoredBatch[]): JournalEntry {
  return { published, deadLetters: [], checkpoint: '{}', newErrors: [], durationMs: 1 };
}

interface OpenedAttempt {
  journal: RunJournal;
  file: MessageFile;
  path: string;
}

async function openAttempt(store: Store, runId: string): Promise<OpenedAttempt> {
  const { journal, messageFile } = await store.runs.openJournal(runId);
  if (messageFile === null) throw new Error('the run has no message file');
  const { folder, name } = messageFile;
  opened.push(journal);
  return { journal, file: createMessageFile(folder, name), path: join(folder, name) };
}

async function openRun(store: Store, runId: string, given: Parameters<typeof newRun>[1] = {}): Promise<OpenedAttempt> {
  await store.runs.insert(newRun(runId, given));
  return openAttempt(store, runId);
}

/** Publishes a batch whose values are in the message file. */
async function publish({ journal, file }: OpenedAttempt, letter: string, size = 10): Promise<void> {
  const { values, ...batch } = batchOf(letter, size);
  await journal.commit(entryOf([{ ...batch, values: new Uint8Array(0), valuesPlace: file.append(values) }]));
}

async function valuesOf(store: Store, topic = 't', from = 0): Promise<string[]> {
  const messages = await collect(store.topics.messages(topic, { from, limit: Infinity }));
  return messages.flat().map(({ value }) => value ?? '');
}

const filesOf = (folder: string): string[] => readdirSync(join(folder, 'messages')).sort();

test('values of a file are read like those of the database, from any offset', async ({ store }) => {
  const attempt = await openRun(store, 'r');
  await publish(attempt, 'a', 3);
  await attempt.journal.commit(entryOf([batchOf('b', 4)]));
  await publish(attempt, 'c', 5);
  await attempt.file.close();
  await attempt.journal.finish(ENDED);
  assert.equal(await valuesOf(store), ['aa', 'a', 'bbb', 'b', 'cccc', 'c']);
  assert.equal(await valuesOf(store, 't', 5), ['c']);
  assert.is(readFileSync(attempt.path, 'utf8'), 'aaaccccc');
});

test('only the owner can read a message file and its folder', async ({ store, folder }) => {
  const attempt = await openRun(store, 'r');
  await publish(attempt, 'a');
  assert.equal(
    [attempt.path, join(folder, 'messages')].map((path) => statSync(path).mode & 0o777),
    [0o600, 0o700],
  );
  await attempt.file.close();
});

test('each attempt of a run has a file of its own', async ({ store, folder }) => {
  const first = await openRun(store, 'r');
  await publish(first, 'a');
  // A thread that was lost may still write after the next attempt has begun.
  const second = await openAttempt(store, 'r');
  first.file.append(Buffer.from('late'));
  await publish(second, 'b');
  await rejectionOf(publish(first, 'c'));
  assert.equal(await valuesOf(store), ['a'.repeat(9), 'a', 'b'.repeat(9), 'b']);
  assert.is(filesOf(folder).length, 2);
  await first.file.close();
  await second.file.close();
});

test('a file is removed with its last message, not before', async ({ store, folder }) => {
  const ended = await openRun(store, 'ended', { topic: 'a' });
  const going = await openRun(store, 'going', { topic: 'b' });
  await publish(ended, 'a');
  await ended.journal.finish(ENDED);
  // The run is not over: it may refer to its file later.
  going.file.append(Buffer.from('unfinished'));
  await store.runs.removeMessageFiles();
  assert.is(filesOf(folder).length, 2);
  assert.ok(await store.topics.remove('a'));
  await store.runs.removeMessageFiles();
  assert.is(filesOf(folder).length, 2, 'the rows of the topic still exist');
  while (await store.runs.removeDeleted()) continue;
  writeFileSync(join(folder, 'messages/notes.txt'), 'not a message file');
  await store.runs.removeMessageFiles();
  assert.equal([existsSync(ended.path), existsSync(going.path)], [false, true]);
  assert.ok(filesOf(folder).includes('notes.txt'));
  await ended.file.close();
  await going.file.close();
});

test('the file of a failed all-or-nothing run is removed', async ({ store, folder }) => {
  const attempt = await openRun(store, 'r', { options: createRunOptions({ delivery: 'all-or-nothing' }) });
  await publish(attempt, 'a');
  await attempt.journal.finish({ status: 'FAILED', failure: { code: 'c', message: 'm' }, durationMs: 1 });
  assert.equal(await valuesOf(store), []);
  while (await store.runs.removeFailedBatches()) continue;
  await store.runs.removeMessageFiles();
  assert.equal(filesOf(folder), []);
  await attempt.file.close();
});

test('an entry is rejected if its file cannot be flushed, and so is every later one', async ({ store, folder }) => {
  const attempt = await openRun(store, 'r');
  await attempt.file.close();
  mkdirSync(join(folder, 'messages'), { recursive: true });
  const missing = { ...batchOf('a', 4), values: new Uint8Array(0), valuesPlace: { file: '1-1', position: 0 } };
  assert.match((await rejectionOf(attempt.journal.commit(entryOf([missing])))).message, /ENOENT/);
  await rejectionOf(attempt.journal.commit(entryOf([batchOf('b', 4)])));
  assert.equal(await valuesOf(store), []);
});

test('a missing or short message file is an error, not an end of the topic', async ({ store }) => {
  const attempt = await openRun(store, 'r');
  await publish(attempt, 'a');
  await attempt.file.close();
  await attempt.journal.finish(ENDED);
  truncateSync(attempt.path, 4);
  assert.match((await rejectionOf(valuesOf(store))).message, /the message file 1-1 ends at 4/);
  rmSync(attempt.path);
  assert.match((await rejectionOf(valuesOf(store))).message, /the message file 1-1 is missing in .*messages/);
});

test('the messages of a data folder that had no message files remain', async (context) => {
  const { folder } = context;
  const before = await openRun(context.store, 'before');
  await before.journal.commit(entryOf([batchOf('a', 3)]));
  await before.journal.finish(ENDED);
  await before.journal.close();
  await context.store.close();
  const connection = await openConnection(join(folder, 'specmill.sqlite'), { mode: 'write', busyMs: 0 });
  await connection.exec(`DROP TABLE small_files; DROP INDEX batch_contents_by_file; ALTER TABLE batch_contents DROP COLUMN value_file;
    ALTER TABLE batch_contents DROP COLUMN value_position; PRAGMA user_version = ${VERSION_BEFORE}`);
  await connection.close();
  context.store = await openStore(folder);
  const after = await openRun(context.store, 'after');
  await publish(after, 'b', 3);
  await after.file.close();
  await after.journal.finish(ENDED);
  assert.equal(await valuesOf(context.store), ['aa', 'a', 'bb', 'b']);
});

test('a short run stores its values in the database, a longer one most of them in its file', async ({
  store,
  folder,
}) => {
  const attempt = await openRun(store, 'r');
  // A message to another thread copies the buffers as this does.
  const journal = createRemoteJournal(
    {
      call: (what) => (what.kind === 'commit' ? attempt.journal.commit(structuredClone(what.entry)) : Promise.reject()),
    },
    attempt.file,
    createMessageMemory(),
  );
  await journal.commit(entryOf([batchOf('a', 512 * KIB), batchOf('b', 512 * KIB)]));
  assert.not(existsSync(join(folder, 'messages')));
  const filed = batchOf('c', 64 * KIB);
  await journal.commit(entryOf([filed]));
  await journal.commit(entryOf([batchOf('d', 64 * KIB - 1)]));
  assert.is(filed.values.length, 64 * KIB, 'the buffers of the thread remain');
  await attempt.journal.finish(ENDED);
  assert.is(readFileSync(attempt.path, 'latin1'), 'c'.repeat(64 * KIB));
  assert.equal(
    (await valuesOf(store)).map((value) => `${value[0]}${value.length}`),
    ['a524287', 'a1', 'b524287', 'b1', 'c65535', 'c1', 'd65534', 'd1'],
  );
  await attempt.file.close();
});

test.run();
