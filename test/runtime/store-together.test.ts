import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRunOptions } from '../../runtime/base/model/run-info.ts';
import type { JournalEntry } from '../../runtime/base/model/journal.ts';
import type { StoredBatch } from '../../runtime/base/model/stored-batch.ts';
import type { RunJournal } from '../../runtime/state/store/run-journal.ts';
import type { Store } from '../../runtime/state/store/store.ts';
import { openTestStore } from '../support/test-store.ts';
import { collect, createDataFolder, newRun, rejectionOf } from './data-folder.ts';

type GivenRun = Parameters<typeof newRun>[1];

const test = suite<{ remove(): void; store: Store }>('runs that are stored together');
test.before.each(async (context) => {
  const { folder, remove } = createDataFolder();
  Object.assign(context, { remove, store: await openTestStore(folder) });
});
test.after.each(async ({ store, remove }) => {
  await store.close();
  remove();
});

const ENDED = { status: 'SUCCESS' as const, failure: null, durationMs: 2 };
const RUNS = 20;
const NAMES = Array.from({ length: RUNS }, (_, index) => `run-${String(index).padStart(2, '0')}`);

function batchOf(values: readonly string[]): StoredBatch {
  let end = 0;
  return {
    messages: values.length,
    firstRecord: 1,
    recordJumps: null,
    values: Buffer.from(values.join('')),
    valueEnds: Uint32Array.from(values, (value) => (end += value.length)),
    ...{ keys: null, keyEnds: null, issues: null, recordTypes: null },
  };
}

function entryOf(published: StoredBatch[], given: Partial<JournalEntry> = {}): JournalEntry {
  return { published, deadLetters: [], checkpoint: '{}', newErrors: [], durationMs: 1, ...given };
}

/** Stores runs at the same time. Returns the kind of each outcome and, if it names a run, its id. */
async function insertAll(store: Store, runs: readonly (readonly [string, GivenRun?])[]): Promise<string[]> {
  const outcomes = await Promise.all(runs.map(([runId, given]) => store.runs.insertOpened(newRun(runId, given))));
  return outcomes.map(({ accepted, run, journal }, index) => {
    assert.equal(
      [run?.runId, journal !== null],
      accepted.kind === 'accepted' ? [runs[index]?.[0], true] : [undefined, false],
    );
    return 'runId' in accepted ? `${accepted.kind} ${accepted.runId}` : accepted.kind;
  });
}

async function openAll(store: Store, given: (name: string) => GivenRun = () => ({})): Promise<RunJournal[]> {
  const opened = await Promise.all(NAMES.map((name) => store.runs.insertOpened(newRun(name, given(name)))));
  return opened.map(({ journal }) => {
    if (journal === null) throw new Error('a run was not stored');
    return journal.journal;
  });
}

const valuesOf = async (store: Store, topic = 't'): Promise<string[]> =>
  (await collect(store.topics.messages(topic, { from: 0, limit: Infinity }))).flat().map(({ value }) => String(value));

test('each run is stored with its own columns and its small file', async ({ store }) => {
  const content = (name: string) => Buffer.from(`content of ${name}`);
  await openAll(store, (name) => ({ fileName: `${name}.csv`, topic: `topic-${name}`, content: content(name) }));
  for (const name of NAMES) {
    const run = await store.runs.find(name);
    assert.equal(
      [run?.fileName, run?.destination, run?.ended],
      [`${name}.csv`, { kind: 'topic', topic: `topic-${name}`, deadLetterTopic: null }, null],
    );
    assert.equal(Buffer.from((await store.smallFiles.read(`spooled-${name}`)) ?? []), content(name));
  }
  assert.equal((await store.topics.list()).map(({ name }) => name).sort(), NAMES.map((name) => `topic-${name}`).sort());
});

test('a run is stored as if those before it had been stored earlier', async ({ store }) => {
  const same = { fileSha256: 'f'.repeat(64) };
  assert.equal(
    await insertAll(store, [
      ['a', same],
      ['b', same],
      ['c', { ...same, topic: 'other' }],
      ['d', { idempotencyKey: 'k' }],
      ['e', { idempotencyKey: 'k' }],
      ['f', { idempotencyKey: 'k', requestHash: 'other' }],
      ['g'],
    ]),
    ['accepted a', 'in_progress a', 'accepted c', 'accepted d', 'repeated d', 'key_conflict', 'accepted g'],
  );
});

test('a key that the database stores with a replacement character is found again', async ({ store }) => {
  const key = { idempotencyKey: 'jwt:\ud800 k' };
  assert.equal(await insertAll(store, [['a', key]]), ['accepted a']);
  assert.equal(await insertAll(store, [['b', key], ['c']]), ['repeated a', 'accepted c']);
});

test('each run knows which earlier one has published its file, if its caller may see it', async ({ store }) => {
  const fileOf = (letter: string) => ({ fileSha256: letter.repeat(64) });
  const earlier = await store.runs.insertOpened(newRun('old', fileOf('a')));
  await earlier.journal?.journal.finish(ENDED);
  const hidden = { visibleRuns: { topics: ['x*'], specs: null } };
  assert.equal(
    await insertAll(store, [
      ['r', { ...fileOf('a'), onDuplicateFile: 'REFUSE' }],
      ['h', { ...fileOf('a'), onDuplicateFile: 'REFUSE', ...hidden }],
      ['n', { ...fileOf('b'), onDuplicateFile: 'REFUSE' }],
      ['w', { ...fileOf('a'), ...hidden }],
    ]),
    ['duplicate_file old', 'hidden_duplicate', 'accepted n', 'accepted w'],
  );
  assert.equal(
    await Promise.all(['n', 'w'].map(async (id) => (await store.runs.find(id))?.warnings.map(({ code }) => code))),
    [[], ['FILE_SEEN_BEFORE']],
  );
});

test('a file that was published with another version of its spec was seen before, and has other ids', async ({
  store,
}) => {
  const known = { fileSha256: 'c'.repeat(64) };
  const earlier = await store.runs.insertOpened(newRun('first', known));
  await earlier.journal?.journal.finish(ENDED);
  const { spec } = newRun('first', known);
  const next = { ...known, spec: { ...spec, version: 'e'.repeat(64) } };
  assert.equal(
    await insertAll(store, [
      ['again', known],
      ['next', next],
    ]),
    ['accepted again', 'accepted next'],
  );
  const messageOf = async (id: string) => (await store.runs.find(id))?.warnings[0]?.message ?? '';
  assert.match(await messageOf('again'), /^Run first has .* published again, with the same ids\.$/);
  assert.match(await messageOf('next'), /^Run first has .* with other ids, because the spec has another version/);
  const refused = { ...known, spec: { ...spec, version: 'f'.repeat(64) }, onDuplicateFile: 'REFUSE' as const };
  assert.equal(await insertAll(store, [['refused', refused]]), ['duplicate_file first']);
});

test('the batches of runs that end together have consecutive offsets, and each run has its own', async ({ store }) => {
  const journals = await openAll(store);
  await Promise.all(
    journals.flatMap((journal, index) => [
      journal.commit(entryOf([batchOf([`${index}-a`, `${index}-b`]), batchOf([`${index}-c`])])),
      journal.finish({ ...ENDED, durationMs: index }),
    ]),
  );
  const messages = (await collect(store.topics.messages('t', { from: 0, limit: Infinity }))).flat();
  assert.equal(
    messages.map(({ offset }) => offset),
    Array.from({ length: 3 * RUNS }, (_, offset) => offset),
  );
  for (const [index, name] of NAMES.entries()) {
    const id = name.padEnd(16, '0').slice(0, 16);
    const own = messages.filter(({ headers }) => headers['ce_id']?.startsWith(`${id}-`));
    assert.equal(
      own.map(({ value }) => value),
      [`${index}-a`, `${index}-b`, `${index}-c`],
    );
    const run = await store.runs.find(name);
    assert.equal([run?.ended?.status, run?.checkpoint?.durationMs], ['SUCCESS', index]);
  }
  assert.equal(await store.topics.list(), [{ name: 't', messages: 3 * RUNS }]);
});

test('long batches, dead letters and errors are stored with those of other runs', async ({ store }) => {
  const journals = await openAll(store, (name) => ({ topic: `t${name.at(-1)}`, deadLetterTopic: 'd' }));
  const long = 'x'.repeat(20_000);
  await Promise.all(
    journals.map((journal, index) =>
      journal.commit(
        entryOf([batchOf([String(index)]), batchOf([long]), batchOf([`${index}!`])], {
          deadLetters: [batchOf([`dead ${index}`])],
          newErrors: [`{"error":${index}}`],
        }),
      ),
    ),
  );
  for (let topic = 0; topic < 10; topic++)
    assert.equal(
      await valuesOf(store, `t${topic}`),
      [topic, topic + 10].flatMap((run) => [String(run), long, `${run}!`]),
    );
  assert.equal(
    await valuesOf(store, 'd'),
    NAMES.map((_, index) => `dead ${index}`),
  );
  for (const [index, name] of NAMES.entries()) {
    const run = await store.runs.find(name);
    assert.equal(run === null ? null : await store.runs.errors(run), [`{"error":${index}}`]);
  }
});

test('a journal that was opened again, or closed, rejects its entries, and those of other runs are stored', async ({
  store,
}) => {
  const journals = await openAll(store);
  await store.runs.openJournal('run-03');
  const outcomes = await Promise.allSettled(
    journals.map(async (journal, index) => {
      const stored = journal.commit(entryOf([batchOf([String(index)])]));
      if (index === 5) void journal.close();
      return stored;
    }),
  );
  const rejected = outcomes.flatMap(({ status }, index) => (status === 'rejected' ? index : []));
  assert.equal(rejected, [3, 5]);
  const stored = NAMES.map((_, index) => index).filter((index) => !rejected.includes(index));
  assert.equal(
    (await valuesOf(store)).map(Number).sort((a, b) => a - b),
    stored,
  );
  assert.equal(await store.topics.list(), [{ name: 't', messages: stored.length }]);
  const [fourth] = journals.slice(3);
  assert.match((await rejectionOf(fourth?.finish(ENDED) ?? Promise.resolve())).message, /another process works on it/);
});

test('the messages of all-or-nothing runs are counted once if others fail at the same time', async ({ store }) => {
  const options = createRunOptions({ delivery: 'all-or-nothing' });
  const journals = await openAll(store, (name) => (name.endsWith('1') ? { options } : {}));
  await store.runs.openJournal('run-03');
  const both = (text: string) =>
    Promise.allSettled(journals.map((journal, index) => journal.commit(entryOf([batchOf([`${index}${text}`])]))));
  await both('a');
  await both('b');
  assert.is((await valuesOf(store)).length, 2 * (RUNS - 3));
  await Promise.all([1, 11].map((index) => journals[index]?.finish(ENDED)));
  assert.equal((await valuesOf(store)).slice(2 * (RUNS - 3)).sort(), ['11a', '11b', '1a', '1b']);
});

test.run();
