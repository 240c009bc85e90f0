import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeAt } from '../../runtime/base/files/write-at.ts';
import { checksumOf } from '../../runtime/base/model/stored-data-damaged.ts';
import type { HeldMessages } from '../../runtime/base/model/held-messages.ts';
import type { JournalEntry } from '../../runtime/base/model/journal.ts';
import { createMessageMemory } from '../../runtime/base/model/message-memory.ts';
import { isFiled, type StoredBatch } from '../../runtime/base/model/stored-batch.ts';
import { createRemoteJournal } from '../../runtime/runs/worker/remote-journal.ts';
import { createMessageFile } from '../../runtime/state/store/message-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'specmill-held-values-'));
test.after(() => rmSync(folder, { recursive: true }));
const SIZE = 64 * 1024;
/** The size of the details of the batches here. */
const DETAILS = 28;
const ENDING = { status: 'SUCCESS' as const, failure: null, durationMs: 1 };

/** Values that another thread writes when `release` is called; with an error, it fails to. */
function heldValues(letter: string): { held: HeldMessages; release: (error?: Error) => void } {
  let release = (_error?: Error): void => {};
  const released = new Promise<Error | undefined>((resolve) => (release = resolve));
  const held: HeldMessages = {
    bytes: SIZE,
    async write(path, position) {
      const error = await released;
      if (error !== undefined) throw error;
      const descriptor = openSync(path, 'r+');
      const values = Buffer.alloc(SIZE, letter);
      writeAt(descriptor, values, position);
      closeSync(descriptor);
      return checksumOf(values);
    },
  };
  return { held, release: (error) => release(error) };
}

function entryOf(checkpoint: string, held?: HeldMessages): JournalEntry {
  const batch: StoredBatch = {
    messages: 1,
    firstRecord: 1,
    recordJumps: null,
    values: held === undefined ? Buffer.alloc(SIZE, checkpoint) : new Uint8Array(0),
    ...(held !== undefined && { held }),
    valueEnds: Uint32Array.of(SIZE),
    keys: null,
    keyEnds: null,
    issues: null,
    recordTypes: null,
  };
  return { published: [batch], deadLetters: [], checkpoint, newErrors: [], durationMs: 1 };
}

/** A journal, the checkpoints of the entries that were sent, and the places of their values. */
function openJournal(name: string) {
  const sent: string[] = [];
  const places: (number | undefined)[] = [];
  const file = createMessageFile(folder, name);
  const call = async (what: { kind: string; entry?: JournalEntry }): Promise<void> => {
    // Another thread receives a copy.
    const { kind, entry } = structuredClone(what);
    sent.push(entry?.checkpoint ?? kind);
    for (const batch of entry?.published ?? []) {
      assert.not('held' in batch);
      places.push(isFiled(batch) ? batch.place.position : undefined);
    }
  };
  return { sent, places, file, journal: createRemoteJournal({ call }, file, createMessageMemory()) };
}

const turns = (ms = 5): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('entries are sent together, after their values are written', async () => {
  const { journal, sent, places, file } = openJournal('1-1');
  const [a, b] = [heldValues('a'), heldValues('b')];
  await journal.commit(entryOf('a', a.held));
  await journal.commit(entryOf('b', b.held));
  await journal.commit(entryOf('c'));
  b.release();
  await turns();
  assert.equal(sent, []);
  a.release();
  await journal.finish(ENDING);
  assert.equal(sent, ['c', 'finish']);
  // The first values of a run that this thread has are sent: a short run needs no file.
  assert.equal(places, [0, SIZE + DETAILS, undefined]);
  await file.close();
  const written = readFileSync(join(folder, '1-1'), 'latin1');
  assert.is(written.slice(0, SIZE), 'a'.repeat(SIZE));
  assert.is(written.slice(SIZE + DETAILS, -DETAILS), 'b'.repeat(SIZE));
});

test('an entry is sent after all earlier ones, soon after it was committed', async () => {
  const { journal, sent, file } = openJournal('4-1');
  const [a, b] = [heldValues('a'), heldValues('b')];
  await journal.commit(entryOf('a', a.held));
  await journal.commit(entryOf('first'));
  await journal.commit(entryOf('b', b.held));
  b.release();
  await turns(100);
  assert.equal(sent, []);
  a.release();
  await turns();
  assert.equal(sent, ['first', 'b']);
  await file.close();
});

test('values that could not be written before their entry is sent break the journal', async () => {
  const { journal, sent, file } = openJournal('6-1');
  const a = heldValues('a');
  await journal.commit(entryOf('a', a.held));
  a.release(new Error('the disk is broken'));
  await turns();
  assert.is(await journal.finish(ENDING).then(String, (error: Error) => error.message), 'the disk is broken');
  assert.equal(sent, []);
  await file.close();
});

test('entries that were not sent are discarded when the journal is closed', async () => {
  const { journal, sent, file } = openJournal('5-1');
  const a = heldValues('a');
  await journal.commit(entryOf('a', a.held));
  journal.close();
  a.release();
  await turns(100);
  assert.equal(sent, []);
  await file.close();
});

test('after values could not be written, no later entry is sent, and the file is closed after all writes', async () => {
  const { journal, sent, file } = openJournal('2-1');
  const [a, b, c] = [heldValues('a'), heldValues('b'), heldValues('c')];
  for (const [name, { held }] of Object.entries({ a, b, c })) {
    await journal.commit(entryOf(name, held));
    // Without the wait, all would be sent together.
    await turns(60);
  }
  a.release();
  await turns();
  b.release(new Error('the disk is broken'));
  await turns();
  const failed = async (work: Promise<void>): Promise<string> => work.then(String, (error: Error) => error.message);
  assert.is(await failed(journal.commit(entryOf('d'))), 'the disk is broken');
  let isClosed = false;
  const closed = file.close().then(() => (isClosed = true));
  await turns();
  assert.not(isClosed);
  c.release();
  await closed;
  assert.is(await failed(journal.finish(ENDING)), 'the disk is broken');
  assert.equal(sent, ['a']);
});

test('a run waits while 16 entries are not stored', async () => {
  const { journal, file } = openJournal('3-1');
  const first = heldValues('a');
  await journal.commit(entryOf('a', first.held));
  for (let i = 0; i < 14; i++) await journal.commit({ ...entryOf('b'), published: [] });
  let isOver = false;
  const last = journal.commit(entryOf('c')).then(() => (isOver = true));
  await turns();
  assert.not(isOver);
  first.release();
  await last;
  await file.close();
});

test.run();
