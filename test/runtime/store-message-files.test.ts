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
import type { JournalEntry } from '../../runtime/base/model/journal.ts';
import { createRunOptions } from '../../runtime/base/model/run-info.ts';
import type { FiledBatch, StoredBatch } from '../../runtime/base/model/stored-batch.ts';
import { createMessageMemory } from '../../runtime/base/model/message-memory.ts';
import { createRemoteJournal } from '../../runtime/runs/worker/remote-journal.ts';
import { packDetails } from '../../runtime/state/store/batch-details.ts';
import { createMessageFile, createMessageSync, type MessageFile } from '../../runtime/state/store/message-file.ts';
import { SCHEMA_STEPS } from '../../runtime/state/store/engine/schema.ts';
import { openStore } from '../../runtime/state/store/open-store.ts';
import type { RunJournal } from '../../runtime/state/store/run-journal.ts';
import { openConnection } from '../../runtime/state/store/sqlite/open-connection.ts';
import type { Store } from '../../runtime/state/store/store.ts';
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

/** Writes a batch into a message file. */
function fileBatch(file: MessageFile, batch: StoredBatch): FiledBatch {
  const { messages, firstRecord, values } = batch;
  return { messages, firstRecord, place: file.append(values, packDetails(batch)) };
}

function entryOf(published: (StoredBatch | FiledBatch)[]): JournalEntry {
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
  await journal.commit(entryOf([fileBatch(file, batchOf(letter, size))]));
}

async function valuesOf(store: Store, topic = 't', from = 0): Promise<string[]> {
  const messages = await collect(store.topics.messages(topic, { from, limit: Infinity }));
  return messages.flat().map(({ value }) => value ?? '');
}

const filesOf = (folder: string): string[] => readdirSync(join(folder, 'messages')).sort();

test('batches of a file are read like those of the database, from any offset', async ({ store }) => {
  const attempt = await openRun(store, 'r');
  await publish(attempt, 'a', 3);
  await attempt.journal.commit(entryOf([batchOf('b', 4)]));
  await publish(attempt, 'c', 5);
  await attempt.file.close();
  await attempt.journal.finish(ENDED);
  assert.equal(await valuesOf(store), ['aa', 'a', 'bbb', 'b', 'cccc', 'c']);
  assert.equal(await valuesOf(store, 't', 5), ['c']);
  const details = packDetails(batchOf('a', 3)).length;
  const file = readFileSync(attempt.path, 'latin1');
  assert.equal([file.slice(0, 3), file.slice(3 + details, 8 + details)], ['aaa', 'ccccc']);
});

test('a batch of a file has all details of a batch in the database', async ({ store }) => {
  const attempt = await openRun(store, 'r');
  const whole: StoredBatch = {
    messages: 3,
    firstRecord: 4,
    recordJumps: Uint32Array.of(1, 3),
    values: Buffer.from('xyyzzz'),
    valueEnds: Uint32Array.of(1, 3, 6),
    keys: Buffer.from('käk'),
    keyEnds: Uint32Array.of(3, 3, 4),
    issues: JSON.stringify([[1, '[{"code":"ß"}]']]),
    recordTypes: JSON.stringify([[0, 'detail']]),
  };
  await attempt.journal.commit(entryOf([whole]));
  await attempt.journal.commit(entryOf([fileBatch(attempt.file, whole)]));
  await attempt.file.close();
  await attempt.journal.finish(ENDED);
  const messages = (await collect(store.topics.messages('t', { from: 0, limit: Infinity }))).flat();
  const withoutPlace = messages.map(({ offset: _, timestamp: __, ...message }) => message);
  assert.equal(withoutPlace.slice(3), withoutPlace.slice(0, 3));
  assert.equal(
    messages.map(({ offset }) => offset),
    [0, 1, 2, 3, 4, 5],
  );
});

test('batches that are stored together have consecutive offsets', async ({ store }) => {
  for (const delivery of ['at-least-once', 'all-or-nothing'] as const) {
    const topic = delivery;
    const attempt = await openRun(store, delivery, { topic, options: createRunOptions({ delivery }) });
    const { journal, file } = attempt;
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const filed = letters.map((letter) => fileBatch(file, batchOf(letter, 3)));
    // Between them, one that is stored in the database.
    await journal.commit(entryOf([...filed.slice(0, 20), batchOf('#', 3), ...filed.slice(20)]));
    await journal.commit(entryOf([batchOf('!', 3)]));
    await file.close();
    await journal.finish(ENDED);
    const expected = [...letters.slice(0, 20), '#', ...letters.slice(20), '!'].flatMap((letter) => [
      letter + letter,
      letter,
    ]);
    assert.equal(await valuesOf(store, topic), expected);
    assert.equal(await valuesOf(store, topic, 41), expected.slice(41));
    assert.is((await store.topics.find(topic))?.messages, expected.length);
  }
});

test('values in a file whose details are in the database remain', async ({ store, folder }) => {
  const attempt = await openRun(store, 'r');
  await publish(attempt, 'a', 3);
  await attempt.file.close();
  await attempt.journal.finish(ENDED);
  const connection = await openConnection(join(folder, 'specmill.sqlite'), { mode: 'write', busyMs: 1000 });
  await connection.run(
    'UPDATE batch_contents SET value_ends = ?, value_length = NULL, details_length = NULL, checksum = NULL',
    [Buffer.from(Uint32Array.of(2, 3).buffer)],
  );
  await connection.close();
  assert.equal(await valuesOf(store), ['aa', 'a']);
});

test('a flipped bit in a message file or in its row is named, and never changes a message', async ({
  store,
  folder,
}) => {
  const attempt = await openRun(store, 'r');
  await publish(attempt, 'a', 3);
  await publish(attempt, 'b', 2);
  await attempt.file.close();
  await attempt.journal.finish(ENDED);
  const whole = readFileSync(attempt.path);
  for (let bit = 0; bit < whole.length * 8; bit += 3) {
    const flipped = Buffer.from(whole);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    writeFileSync(attempt.path, flipped);
    assert.is((await rejectionOf(valuesOf(store))).name, 'StoredDataDamaged', `bit ${bit}`);
  }
  writeFileSync(attempt.path, whole);
  const values = await valuesOf(store);
  const connection = await openConnection(join(folder, 'specmill.sqlite'), { mode: 'write', busyMs: 1000 });
  for (const change of [
    'first_record = first_record + 8',
    'value_length = value_length - 1',
    'checksum = checksum + 1',
  ]) {
    const [column = ''] = change.split(' ');
    const [before] = await connection.all<Record<string, number>>(`SELECT ${column} AS was FROM batch_contents`);
    await connection.run(`UPDATE batch_contents SET ${change} WHERE batch = 1`);
    assert.is((await rejectionOf(valuesOf(store))).name, 'StoredDataDamaged', change);
    await connection.run(`UPDATE batch_contents SET ${column} = ? WHERE batch = 1`, [before?.['was'] ?? 0]);
  }
  await connection.close();
  assert.equal(await valuesOf(store), values);
});

test('a flipped bit in the contents of a row is named, and never changes a message', async ({ store, folder }) => {
  const attempt = await openRun(store, 'r');
  await attempt.journal.commit(entryOf([batchOf('a', 3)]));
  await attempt.file.close();
  await attempt.journal.finish(ENDED);
  const values = await valuesOf(store);
  const connection = await openConnection(join(folder, 'specmill.sqlite'), { mode: 'write', busyMs: 1000 });
  for (const column of ['value_bytes', 'value_ends']) {
    const [row] = await connection.all<Record<string, Buffer>>(`SELECT ${column} AS was FROM batch_contents`);
    const was = row?.['was'] ?? Buffer.alloc(0);
    assert.ok(was.length > 0);
    for (let bit = 0; bit < was.length * 8; bit++) {
      const flipped = Buffer.from(was);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await connection.run(`UPDATE batch_contents SET ${column} = ?`, [flipped]);
      assert.is((await rejectionOf(valuesOf(store))).name, 'StoredDataDamaged', `${column}, bit ${bit}`);
    }
    await connection.run(`UPDATE batch_contents SET ${column} = ?`, [was]);
  }
  await connection.close();
  assert.equal(await valuesOf(store), values);
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
  fileBatch(first.file, batchOf('l', 4));
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
  fileBatch(going.file, batchOf('u', 4));
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
  const place = { file: '1-1', position: 0, valueBytes: 4, detailBytes: 8, checksum: 0 };
  const missing = { messages: 2, firstRecord: 1, place };
  assert.match((await rejectionOf(attempt.journal.commit(entryOf([missing])))).message, /ENOENT/);
  await rejectionOf(attempt.journal.commit(entryOf([batchOf('b', 4)])));
  assert.equal(await valuesOf(store), []);
});

test('a missing, short or damaged message file is an error, not an end of the topic', async ({ store }) => {
  const attempt = await openRun(store, 'r');
  await publish(attempt, 'a');
  await attempt.file.close();
  await attempt.journal.finish(ENDED);
  const whole = readFileSync(attempt.path);
  writeFileSync(attempt.path, Buffer.concat([whole.subarray(0, 10), Buffer.alloc(whole.length - 10)]));
  assert.match((await rejectionOf(valuesOf(store))).message, /the batch 1 of messages is damaged/);
  truncateSync(attempt.path, 4);
  assert.match(
    (await rejectionOf(valuesOf(store))).message,
    /the message file 1-1, which ends in the middle of a batch, is damaged/,
  );
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
  await connection.exec(`ALTER TABLE batch_contents DROP COLUMN value_length; ALTER TABLE batch_contents DROP COLUMN details_length;
    DROP TABLE small_files; DROP INDEX batch_contents_by_file; ALTER TABLE batch_contents DROP COLUMN value_file;
    ALTER TABLE batch_contents DROP COLUMN value_position; ALTER TABLE batch_contents DROP COLUMN checksum;
    ALTER TABLE credentials DROP COLUMN hosts; ALTER TABLE credentials DROP COLUMN types;
    DROP INDEX job_files_number; DROP INDEX job_files_name; DROP INDEX job_files_finished;
    DROP INDEX job_files_published; ALTER TABLE job_files DROP COLUMN records; ALTER TABLE job_files DROP COLUMN retry_order;
    DROP INDEX job_files_rejects; ALTER TABLE job_files DROP COLUMN rejects_order; ALTER TABLE audit DROP COLUMN comment;
    ALTER TABLE job_files DROP COLUMN rejects_spool;
    ALTER TABLE runs DROP COLUMN checksum; ALTER TABLE run_errors DROP COLUMN checksum; PRAGMA user_version = ${VERSION_BEFORE}`);
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
  assert.is(readFileSync(attempt.path, 'latin1').slice(0, 64 * KIB), 'c'.repeat(64 * KIB));
  assert.is(statSync(attempt.path).size, 64 * KIB + packDetails(filed).length);
  assert.equal(
    (await valuesOf(store)).map((value) => `${value[0]}${value.length}`),
    ['a524287', 'a1', 'b524287', 'b1', 'c65535', 'c1', 'd65534', 'd1'],
  );
  await attempt.file.close();
});

test('after a flush of a message file has failed, no later one succeeds', async ({ folder }) => {
  const messages = join(folder, 'messages');
  const sync = createMessageSync(messages, '7-1');
  const [first, second] = [await rejectionOf(sync.sync()), rejectionOf(sync.sync())];
  mkdirSync(messages, { recursive: true });
  writeFileSync(join(messages, '7-1'), 'x');
  assert.is(await second, first);
  assert.is(await rejectionOf(sync.sync()), first);
  await sync.close();
});

test.run();
