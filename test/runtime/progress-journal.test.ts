import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Journal, JournalEntry, RunEnding } from '../../runtime/base/model/journal.ts';
import { createProgressJournal } from '../../runtime/runs/worker/progress-journal.ts';
import type { ProgressFile } from '../../runtime/state/store/progress-file.ts';
import { rejectionOf } from './data-folder.ts';

const ENDED: RunEnding = { status: 'SUCCESS', failure: null, durationMs: 1 };
/** Longer than the store may lag. */
const LATER_MS = 300;

const step = (name: string): JournalEntry => ({
  published: [],
  deadLetters: [],
  checkpoint: name,
  newErrors: [],
  durationMs: 1,
});
const withError = (name: string): JournalEntry => ({ ...step(name), newErrors: ['{}'] });

/**
 * A file and a store that record what they receive. Steps called `long` do not fit. After `hold` and `holdFile`, a
 * write of the store and of the file ends when the test says so.
 */
function createPlace({ fails = false } = {}) {
  const filed: string[] = [];
  const stored: string[] = [];
  const waiting: { resolve(): void; reject(error: Error): void }[] = [];
  const writing: (() => void)[] = [];
  let isOpen = true;
  let isHeld = false;
  let isFileHeld = false;
  const file: ProgressFile = {
    async write({ checkpoint }) {
      if (fails) throw new Error('no space');
      if (checkpoint === 'long') return false;
      filed.push(checkpoint);
      if (isFileHeld) await new Promise<void>((resolve) => writing.push(resolve));
      return true;
    },
    close: async () => void (isOpen = false),
  };
  const store: Journal = {
    commit({ checkpoint }) {
      stored.push(checkpoint);
      return isHeld ? new Promise((resolve, reject) => waiting.push({ resolve, reject })) : Promise.resolve();
    },
    finish: async ({ status }) => void stored.push(status),
  };
  return {
    ...{ file, store, filed, stored, waiting, writing },
    hold: () => (isHeld = true),
    holdFile: () => (isFileHeld = true),
    isOpen: () => isOpen,
  };
}

test('a step is written to the file, and the store receives the latest one, one write at a time', async () => {
  const { file, store, filed, stored, waiting, hold } = createPlace();
  const journal = createProgressJournal(file, store);
  hold();
  for (const name of ['a', 'b', 'c']) await journal.commit(step(name));
  assert.equal([filed, stored], [['a', 'b', 'c'], []]);
  await sleep(LATER_MS);
  assert.equal(stored, ['c']);
  for (const name of ['d', 'e']) await journal.commit(step(name));
  await sleep(LATER_MS);
  assert.equal([filed, stored], [['a', 'b', 'c', 'd', 'e'], ['c']], 'the write is still in progress');
  waiting[0]?.resolve();
  await sleep(LATER_MS);
  assert.equal(stored, ['c', 'e']);
  await journal.close();
});

test('steps that arrive during a write are written together, and count once they are durable', async () => {
  const { file, store, filed, writing, holdFile } = createPlace();
  const journal = createProgressJournal(file, store);
  holdFile();
  const kept: string[] = [];
  const commit = (name: string) => journal.commit(step(name)).then(() => kept.push(name));
  const all = [commit('a')];
  await sleep(1);
  all.push(commit('b'), commit('c'));
  await sleep(1);
  assert.equal([filed, kept], [['a'], []], 'one write at a time');
  writing[0]?.();
  await sleep(1);
  assert.equal([filed, kept], [['a', 'c'], ['a']], 'the last step contains the one before');
  writing[1]?.();
  await Promise.all(all);
  assert.equal(kept, ['a', 'b', 'c']);
  await journal.close();
});

test('a step with errors or of excess length counts once the store has it, and no later step overtakes it', async () => {
  for (const more of [withError('more'), step('long')]) {
    const { file, store, filed, stored, waiting, hold } = createPlace();
    const journal = createProgressJournal(file, store);
    await journal.commit(step('a'));
    hold();
    const kept: string[] = [];
    const commit = (entry: JournalEntry) => journal.commit(entry).then(() => kept.push(entry.checkpoint));
    const both = [commit(more)];
    await sleep(1);
    both.push(commit(step('b')));
    await sleep(1);
    assert.equal([filed, stored[0], kept], [['a'], more.checkpoint, []]);
    for (let round = 0; round < 2; round++) {
      for (const { resolve } of waiting) resolve();
      await sleep(1);
    }
    await Promise.all(both);
    await journal.commit(step('c'));
    const names = [more.checkpoint, 'b'];
    assert.equal([filed, stored, kept], [['a', 'c'], names, names]);
    await journal.close();
  }
});

test('the store receives a step with errors after the steps before it', async () => {
  const { file, store, filed, stored, writing, holdFile } = createPlace();
  const journal = createProgressJournal(file, store);
  holdFile();
  const all = [journal.commit(step('a'))];
  await sleep(1);
  all.push(journal.commit(step('b')), journal.commit(withError('more')));
  for (const end of [0, 1]) {
    await sleep(1);
    assert.equal(stored, []);
    writing[end]?.();
  }
  await Promise.all(all);
  assert.equal([filed, stored], [['a', 'b'], ['more']]);
  await sleep(LATER_MS);
  assert.equal(stored, ['more'], 'no earlier step follows');
  await journal.close();
});

test('at the end the store has the same step as the file', async () => {
  const { file, store, stored } = createPlace();
  const journal = createProgressJournal(file, store);
  for (const name of ['a', 'b']) await journal.commit(step(name));
  await journal.finish(ENDED);
  assert.equal(stored, ['b', 'SUCCESS']);
  await sleep(LATER_MS);
  assert.equal(stored, ['b', 'SUCCESS'], 'nothing follows');
  await journal.close();
});

test('without a writable file every step goes to the store', async () => {
  const failing = createPlace({ fails: true });
  const { store, stored } = createPlace();
  const journals = [createProgressJournal(failing.file, failing.store), createProgressJournal(null, store)];
  for (const journal of journals) {
    for (const name of ['a', 'b']) await journal.commit(step(name));
    await journal.finish(ENDED);
  }
  assert.equal(
    [failing.stored, stored],
    [
      ['a', 'b', 'SUCCESS'],
      ['a', 'b', 'SUCCESS'],
    ],
  );
  assert.is(failing.isOpen(), false);
});

test('a failed write of the store ends the journal', async () => {
  const { file, store, filed, waiting, hold } = createPlace();
  const journal = createProgressJournal(file, store);
  hold();
  await journal.commit(step('a'));
  await sleep(LATER_MS);
  waiting[0]?.reject(new Error('the disk is full'));
  await sleep(1);
  for (const promise of [journal.commit(step('b')), journal.finish(ENDED)])
    assert.is((await rejectionOf(promise)).message, 'the disk is full');
  assert.equal(filed, ['a']);
  await journal.close();
});

test('a closed journal writes nothing', async () => {
  const { file, store, filed, stored, isOpen } = createPlace();
  const journal = createProgressJournal(file, store);
  await journal.commit(step('a'));
  await journal.close();
  for (const late of [journal.commit(step('b')), journal.finish(ENDED)])
    assert.match((await rejectionOf(late)).message, /closed/);
  await sleep(LATER_MS);
  assert.equal([filed, stored, isOpen()], [['a'], [], false]);
});

test('a step that the store rejects ends the journal', async () => {
  const { file, store, filed, waiting, hold } = createPlace();
  const journal = createProgressJournal(file, store);
  hold();
  const failed = rejectionOf(journal.commit(withError('more')));
  await sleep(1);
  waiting[0]?.reject(new Error('the disk is full'));
  assert.is((await failed).message, 'the disk is full');
  // In the file, it would be further than the step that is missing in the store.
  assert.is((await rejectionOf(journal.commit(step('b')))).message, 'the disk is full');
  assert.equal(filed, []);
  await journal.close();
});

test('a journal closed during a write of the file stores the steps it has, and nothing afterwards', async () => {
  const { file, store, filed, stored, writing, holdFile, isOpen } = createPlace();
  const journal = createProgressJournal(file, store);
  holdFile();
  const first = journal.commit(step('a'));
  await sleep(1);
  const second = journal.commit(step('b'));
  const closed = journal.close();
  assert.match((await rejectionOf(journal.commit(step('c')))).message, /closed/);
  for (const end of [0, 1]) {
    await sleep(1);
    assert.is(isOpen(), true);
    writing[end]?.();
  }
  await Promise.all([first, second, closed]);
  await sleep(LATER_MS);
  assert.equal([filed, stored, isOpen()], [['a', 'b'], [], false]);
});

test('a journal closed during a store write writes nothing afterwards', async () => {
  const { file, store, stored, waiting, hold } = createPlace();
  const journal = createProgressJournal(file, store);
  hold();
  await journal.commit(step('a'));
  await sleep(LATER_MS);
  await journal.commit(step('b'));
  await journal.close();
  waiting[0]?.resolve();
  await sleep(LATER_MS);
  assert.equal(stored, ['a']);
});

test.run();
