import { readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type { SerializedResult } from '../../runtime/base/model/result.ts';
import { type DryRunRequest, RunNotFinished, type RunRequest } from '../../runtime/runs/run-request.ts';
import { openSpool } from '../../runtime/reading/source/spool.ts';
import {
  cacheModule,
  collect,
  createRequest,
  type Given,
  openAll,
  type Opened,
  rejectionOf,
  spoolText,
  suiteOfRuns,
  toTopic,
} from './data-folder.ts';
import { eventually } from './service.ts';
import { fakeEsm } from './specmill.ts';

const FILE = 'a\nC b\n# c\nW d\nE e\nCF f\ng\n';

const test = suiteOfRuns('runs', 'each');

async function accept(
  { all, folder }: { all: Opened; folder: string },
  text: string,
  given: Given = {},
): Promise<string> {
  const accepted = await all.runs.accept(await createRequest(folder, text, given));
  assert.is(accepted.kind, 'accepted');
  return 'runId' in accepted ? accepted.runId : '';
}

/**
 * Occupies the only thread with a run that waits for a file, so that other runs are queued. Returns a function that
 * writes the file.
 */
async function occupyThread(at: { all: Opened; folder: string }): Promise<() => void> {
  const gate = join(at.folder, 'gate');
  const esm = `${fakeEsm.replace(/var \{ spec, read.*$/s, '')}
import { existsSync } from 'node:fs';
export const { spec, read, check } = fakeModule;
export function createTransformer(options) {
  const never = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(${JSON.stringify(gate)})) Atomics.wait(never, 0, 0, 5);
  return fakeModule.createTransformer(options);
}
`;
  const runId = await accept(at, 'gate', { topic: 'gate', module: cacheModule(at.folder, esm) });
  await eventually(async () => (await at.all.runs.get(runId))?.status === 'RUNNING');
  return () => writeFileSync(gate, '');
}

async function values({ all }: { all: Opened }, topic = 't'): Promise<string[]> {
  return (await collect(all.store.topics.messages(topic, { from: 0, limit: Infinity })))
    .flat()
    .map(({ value, valueBase64 }) => value ?? valueBase64 ?? '');
}

const timeless = ({ durationMs: _, ...result }: SerializedResult) => result;
const lines = (count: number, line = 'line of some length') =>
  Array.from({ length: count }, (_, index) => `${line} ${index}\n`).join('');

test('a file becomes events, and its result can be fetched repeatedly', async (at) => {
  const runId = await accept(at, FILE, { options: { skipInvalidRecords: true } });
  const result = await at.all.runs.finished(runId);
  assert.equal(
    [result.status, result.totalRecords, result.processedRecords, result.failedRecords, result.skippedRecords],
    ['PARTIAL_SUCCESS', 6, 4, 1, 1],
  );
  assert.equal(
    [result.runId, result.fileName, result.errors.length, result.issueCounts.length],
    [runId, 'a.txt', 3, 3],
  );
  assert.equal(await values(at), ['{"line":"a"}', '{"line":"C b"}', '{"line":"W d"}', '{"line":"g"}']);
  assert.equal(await at.all.runs.finished(runId), result);
});

test('the view of a run has the members of its result and its location', async (at) => {
  const runId = await accept(at, FILE, { deadLetterTopic: 'd' });
  const { runId: _, specId: __, ...result } = await at.all.runs.finished(runId);
  const view = await at.all.runs.get(runId);
  assert.ok(view !== null);
  const { topic, deadLetterTopic, progress, createdAt, finishedAt, runId: ___, specId, ...rest } = view;
  assert.equal(rest, result);
  assert.equal(
    [topic, deadLetterTopic, progress, specId.length],
    ['t', 'd', { bytes: FILE.length, totalBytes: FILE.length }, 36],
  );
  assert.ok(Date.parse(createdAt) <= Date.parse(finishedAt ?? ''));
  assert.is(await at.all.runs.get('no'), null);
  assert.is((await rejectionOf(at.all.runs.finished('no'))).name, 'NoSuchRun');
});

test('runs are listed newest first, in pages, without their records with issues', async (at) => {
  const ids: string[] = [];
  for (const text of ['a\n', 'b\n', 'E c\n']) ids.unshift(await accept(at, text));
  for (const id of ids) await at.all.runs.finished(id);
  const list = await at.all.runs.list({ limit: 10 });
  assert.equal(
    list.map(({ runId }) => runId),
    ids,
  );
  assert.equal([list[0]?.errorRecords, 'errors' in (list[0] ?? {})], [1, false]);
  assert.equal(
    (await at.all.runs.list({ limit: 1, cursor: ids[0] ?? '' })).map(({ runId }) => runId),
    [ids[1]],
  );
  assert.equal(await at.all.runs.list({ limit: 5, cursor: 'no' }), []);
});

test('a file being processed is not accepted again; another file, topic or spec version is', async (at) => {
  const release = await occupyThread(at);
  const text = lines(5);
  const runId = await accept(at, text);
  const again = await createRequest(at.folder, text);
  assert.equal(await at.all.runs.accept(again), { kind: 'in_progress', runId });
  assert.equal(
    await at.all.runs.accept({ ...again, requestHash: 'other', options: { ...again.options, maxErrors: 1 } }),
    { kind: 'in_progress', runId },
  );
  const others = [
    { ...again, destination: toTopic('u') },
    { ...again, module: { ...again.module, spec: { ...again.module.spec, version: 'cd'.repeat(32) } } },
    await createRequest(at.folder, `${text}more\n`),
  ];
  for (const other of others) assert.is((await at.all.runs.accept(other)).kind, 'accepted');
  release();
  await at.all.runs.finished(runId);
  assert.is(
    (await at.all.runs.accept(await createRequest(at.folder, text))).kind,
    'accepted',
    'a finished file sent again is a new run',
  );
});

test('of many simultaneous requests with one file, one is accepted', async (at) => {
  const release = await occupyThread(at);
  const text = lines(5);
  const requests = await Promise.all(Array.from({ length: 8 }, () => createRequest(at.folder, text)));
  const kinds = (await Promise.all(requests.map((request) => at.all.runs.accept(request))))
    .map(({ kind }) => kind)
    .sort();
  release();
  assert.equal(kinds, ['accepted', ...Array<string>(7).fill('in_progress')]);
});

test('an Idempotency-Key: the same request returns the same run, finished or not; another request is a conflict', async (at) => {
  const runId = await accept(at, FILE, { idempotencyKey: 'k' });
  const again = { idempotencyKey: 'k' };
  assert.equal(await at.all.runs.accept(await createRequest(at.folder, FILE, again)), { kind: 'repeated', runId });
  await at.all.runs.finished(runId);
  assert.equal(await at.all.runs.accept(await createRequest(at.folder, FILE, again)), { kind: 'repeated', runId });
  assert.equal(await at.all.runs.accept(await createRequest(at.folder, FILE, { ...again, requestHash: 'other' })), {
    kind: 'key_conflict',
  });
  assert.is((await values(at)).length, 5);
});

test('dead letters contain the unpublished records byte for byte', async (at) => {
  const runId = await accept(at, 'a\nE b\r\nF c\nW d\nF \u{1f600}', {
    deadLetterTopic: 'd',
    options: { skipInvalidRecords: true },
  });
  await at.all.runs.finished(runId);
  assert.equal(
    [await values(at), await values(at, 'd')],
    [
      ['{"line":"a"}', '{"line":"W d"}'],
      ['E b\r\n', 'F c\n', 'F \u{1f600}'],
    ],
  );
  const [first] = (await collect(at.all.store.topics.messages('d', { from: 1, limit: 1 }))).flat();
  assert.match(first?.headers['ce_id'] ?? '', /:3$/);
  assert.is(JSON.parse(first?.headers['issues'] ?? '')[0].ruleId, 'rule-F');
});

test('dead letters: many of them, and long ones, which are truncated at maxRecordBytes', async (at) => {
  const text = `F ${'x'.repeat(3_000_000)}\n${lines(3000, 'F')}F ${'y'.repeat(2_000_000)}\n`;
  await at.all.runs.finished(await accept(at, text, { deadLetterTopic: 'd', options: { maxRecordBytes: 2_500_000 } }));
  const letters = await values(at, 'd');
  assert.equal([letters.length, letters[0]?.length, letters.at(-1)?.length], [3002, 2_500_000, 2_000_003]);
  assert.is(letters.slice(1).join(''), text.slice(3_000_003));
});

test('the errors of a run include every record with issues, beyond those that the result lists', async (at) => {
  const text = `a\n${lines(5000, 'E')}b\n`;
  const runId = await accept(at, text, { options: { errorLimit: 10 } });
  const result = await at.all.runs.finished(runId);
  assert.equal([result.errors.length, result.errorsTruncated], [10, true]);
  const listed = (await collect(at.all.runs.errors(runId))).join('').split('\n');
  assert.is(listed.pop(), '');
  assert.equal(
    listed.map((line) => (JSON.parse(line) as { record: number }).record),
    Array.from({ length: 5000 }, (_, index) => index + 2),
  );
  assert.equal(listed.slice(0, 10), result.errors);
});

test('a run stopped by maxErrors reports no record after the stop', async (at) => {
  const text = lines(50, 'E');
  const runId = await accept(at, text, { options: { maxErrors: 4, skipInvalidRecords: true } });
  const result = await at.all.runs.finished(runId);
  assert.equal([result.status, result.failure?.code, result.totalRecords], ['FAILED', 'too_many_errors', 5]);
  assert.is((await collect(at.all.runs.errors(runId))).join('').split('\n').length, 6);
  const view = await at.all.runs.get(runId);
  assert.equal(view?.progress, { bytes: text.split('\n').slice(0, 5).join('\n').length + 1, totalBytes: text.length });
});

test('all or nothing: one invalid record hides every message; with an allowance all are visible', async (at) => {
  const delivery = 'all-or-nothing' as const;
  const refused = await at.all.runs.finished(await accept(at, `${lines(5000)}E\n`, { options: { delivery } }));
  assert.equal([refused.status, refused.failure?.code], ['FAILED', 'too_many_errors']);
  assert.equal(await values(at), []);
  const passed = await at.all.runs.finished(
    await accept(at, `${lines(5000)}E\n`, { options: { delivery, maxErrors: 1 } }),
  );
  assert.equal([passed.status, (await values(at)).length], ['PARTIAL_SUCCESS', 5001]);
});

const asDryRun = (request: RunRequest): DryRunRequest => ({ ...request, file: request.spooled });

test('a dry run reports the same as a run and leaves nothing', async ({ all, folder }) => {
  const request = await createRequest(folder, FILE, { options: { skipInvalidRecords: true } });
  const before = readdirSync(join(folder, 'spool'));
  const dry = await all.runs.dryRun(asDryRun(request));
  assert.equal(
    [readdirSync(join(folder, 'spool')), await all.runs.list({ limit: 1 }), await all.store.topics.list()],
    [before, [], []],
  );
  const accepted = await all.runs.accept(request);
  const {
    runId: _,
    ordering,
    ...result
  } = timeless(await all.runs.finished('runId' in accepted ? accepted.runId : ''));
  assert.is(ordering, 'FILE');
  assert.equal(timeless(dry), result);
});

test('a dry run reports every record with issues, at the pace of its listener', async ({ all, folder }) => {
  const request = await createRequest(folder, lines(5000, 'W'), { options: { errorLimit: 1 } });
  let reported = '';
  let isBusy = false;
  const result = await all.runs.dryRun(asDryRun(request), {
    async onErrors(text) {
      assert.not(isBusy);
      isBusy = true;
      await new Promise((resolve) => setTimeout(resolve, 1));
      reported += text;
      isBusy = false;
    },
  });
  assert.equal([reported.split('\n').length - 1, result.warningRecords, result.errors.length], [5000, 5000, 1]);
});

test('a dry run ends when its signal aborts or its listener throws', async ({ all, folder }) => {
  const request = await createRequest(folder, lines(20_000, 'W'));
  const abort = new AbortController();
  assert.match(
    (
      await rejectionOf(
        all.runs.dryRun(asDryRun(request), {
          signal: abort.signal,
          onErrors: async () => abort.abort(new Error('gone')),
        }),
      )
    ).message,
    /gone/,
  );
  assert.match(
    (await rejectionOf(all.runs.dryRun(asDryRun(request), { onErrors: () => Promise.reject(new Error('deaf')) })))
      .message,
    /deaf/,
  );
  assert.match(
    (await rejectionOf(all.runs.dryRun(asDryRun(request), { signal: AbortSignal.abort(new Error('never')) }))).message,
    /never/,
  );
});

test('closing the list of issues early ends the reading, and the thread serves others', async (at) => {
  const runId = await accept(at, lines(20_000, 'W'));
  await at.all.runs.finished(runId);
  for (let time = 0; time < 20; time++) {
    for await (const _ of at.all.runs.errors(runId)) break;
    for await (const _ of at.all.runs.errors(runId)) break;
  }
  await at.all.runs.finished(await accept(at, 'a\n'));
});

test('slow readers do not delay runs', async (at) => {
  const runId = await accept(at, lines(20_000, 'W'));
  await at.all.runs.finished(runId);
  const slow = Array.from({ length: 20 }, () => at.all.runs.errors(runId)[Symbol.asyncIterator]());
  const first = slow.slice(0, 8).map((reader) => reader.next());
  await Promise.all(first);
  assert.is((await at.all.runs.finished(await accept(at, 'a\n'))).status, 'SUCCESS');
  for (const reader of slow) await reader.return?.();
});

test('a run stopped midway resumes in the next process with the same result', async (at) => {
  const text = Array.from(
    { length: 12_000 },
    (_, index) => `${['', 'E ', 'W ', 'F ', 'C ', '# '][(index % 7) % 6]}line ${index}\n`,
  ).join('');
  const options = { skipInvalidRecords: true, errorLimit: 50, batchRecords: 100 };
  const undisturbed = await at.all.runs.finished(
    await accept(at, text, { topic: 'u', deadLetterTopic: 'ud', options }),
  );
  const runId = await accept(at, text, { deadLetterTopic: 'd', options });
  let stops = 0;
  for (let seen = 0; (await at.all.runs.get(runId))?.finishedAt === null; ) {
    const records = (await at.all.runs.get(runId))?.totalRecords ?? 0;
    if (records <= seen) {
      await sleep(2);
      continue;
    }
    seen = records + 2000;
    const waiting = at.all.runs.finished(runId).catch((error: unknown) => error);
    await at.all.close();
    at.all = await openAll(at.folder);
    if ((await at.all.runs.get(runId))?.finishedAt !== null) break;
    assert.ok((await waiting) instanceof RunNotFinished);
    assert.equal([await at.all.runs.resume(), (await at.all.runs.get(runId))?.specId.length], [1, 36]);
    stops++;
  }
  assert.ok(stops >= 3, `${stops} stops interrupted the run`);
  const result = await at.all.runs.finished(runId);
  const same = ({ runId: _, durationMs: __, ...rest }: SerializedResult) => rest;
  assert.equal(same(result), same(undisturbed));
  assert.equal([await values(at), await values(at, 'd')], [await values(at, 'u'), await values(at, 'ud')]);
});

test('a run is never resumed by accident: not twice, and only if it is named', async (at) => {
  const runId = await accept(at, lines(60_000));
  assert.is(await at.all.runs.resume(), 0);
  await at.all.close();
  at.all = await openAll(at.folder);
  assert.is(await at.all.runs.resume([]), 0);
  assert.equal((await at.all.runs.get(runId))?.status, 'QUEUED');
  assert.is((await rejectionOf(at.all.runs.finished(runId))).name, 'RunNotFinished');
  assert.equal([await at.all.runs.resume([runId]), (await at.all.runs.finished(runId)).processedRecords], [1, 60_000]);
});

test('after the stop nothing is accepted', async (at) => {
  const request = await createRequest(at.folder, 'a\n');
  await at.all.runs.stop();
  assert.is((await rejectionOf(at.all.runs.accept(request))).name, 'RunsStopped');
});

test('a lost module or file ends the run as FAILED, with the reason', async (at) => {
  const request = await createRequest(at.folder, lines(5));
  await at.all.runs.accept({ ...request, destination: toTopic('first') });
  writeFileSync(request.module.path, 'export const spec = null;');
  const changed = await at.all.runs.accept({ ...(await createRequest(at.folder, 'b\n', { module: request.module })) });
  const result = await at.all.runs.finished('runId' in changed ? changed.runId : '');
  assert.equal([result.status, result.failure?.code, result.totalRecords], ['FAILED', 'module_lost', 0]);
  const gone = await createRequest(at.folder, 'c\n');
  unlinkSync(gone.spooled.path);
  const lost = await at.all.runs.accept(gone);
  assert.is((await at.all.runs.finished('runId' in lost ? lost.runId : '')).failure?.code, 'file_lost');
});

test('orphaned spool files are removed at the start, files of pending runs are not', async (at) => {
  await at.all.runs.finished(await accept(at, 'a\n'));
  await spoolText(at.folder, 'unclaimed');
  writeFileSync(join(at.folder, 'spool', 'x.partial'), 'half');
  await at.all.close();
  at.all = await openAll(at.folder);
  await at.all.runs.resume();
  assert.is(readdirSync(join(at.folder, 'spool')).length, 1);
});

test('files of finished runs are kept for the configured time, and so are their modules', async (at) => {
  const runId = await accept(at, 'E a\n');
  await at.all.runs.finished(runId);
  assert.equal([await at.all.runs.hasFile(runId), (await at.all.runs.modulesInUse()).size], [true, 1]);
  await at.all.close();
  at.all = await openAll(at.folder, { keepFilesMs: 0 });
  await at.all.runs.resume();
  await eventually(async () => (await at.all.runs.modulesInUse()).size === 0);
  assert.equal(
    [await at.all.runs.hasFile(runId), (await at.all.runs.modulesInUse()).size, readdirSync(join(at.folder, 'spool'))],
    [false, 0, []],
  );
  assert.is((await rejectionOf(collect(at.all.runs.errors(runId)))).name, 'FileGone');
  assert.is((await at.all.runs.get(runId))?.errors.length, 1, 'the result is still returned');
});

test('a spooled file is complete, hashed and limited in size; an aborted one is removed', async ({ folder }) => {
  const spool = openSpool(join(folder, 'other'));
  const received = await spool.receive(
    (async function* () {
      yield Buffer.from('ab');
      yield Buffer.from('c');
    })(),
    { fileName: '../x', maxBytes: 3 },
  );
  assert.equal(
    [received.bytes, received.sha256, received.fileName],
    [3, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', '../x'],
  );
  await spool.discard(received);
  const chunks = async function* () {
    yield Buffer.from('abcd');
    throw new Error('gone');
  };
  assert.is((await rejectionOf(spool.receive(chunks(), { fileName: 'a', maxBytes: 3 }))).name, 'FileTooLarge');
  assert.is((await rejectionOf(spool.receive(chunks(), { fileName: 'a', maxBytes: 4 }))).message, 'gone');
  assert.is(
    (
      await rejectionOf(
        spool.receive(chunks(), { fileName: 'a', maxBytes: 4, signal: AbortSignal.abort(new Error('left')) }),
      )
    ).message,
    'left',
  );
  assert.equal(readdirSync(join(folder, 'other/spool')), []);
  rmSync(join(folder, 'other'), { recursive: true });
});

test.run();
