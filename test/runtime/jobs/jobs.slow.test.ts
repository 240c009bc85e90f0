import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Connector } from '../../../runtime/connector/connector.ts';
import { ConnectorFailure } from '../../../runtime/connector/failure.ts';
import { AlreadyPublished } from '../../../runtime/jobs/job-failures.ts';
import { collect, rejectionOf } from '../data-folder.ts';
import { eventually } from '../service.ts';
import { type JobWorkplace, openWorkplace, QUICK_JOB } from './workplace.ts';

const test = suite<{ at: JobWorkplace }>('jobs');
test.before.each(async (context) => {
  context.at = await openWorkplace();
});
test.after.each(async ({ at }) => at.close());

const THEN = {
  done: { move: 'archive/{name}' },
  failed: { move: 'failed/{name}', reason: true },
  rejects: { path: 'rejects/{name}' },
};
const values = async (at: JobWorkplace) =>
  (await at.messages()).map((text) => (JSON.parse(text) as { line: string }).line);

/** A count follows the state of a file in the store, so it may be late. */
async function expectCount(
  at: JobWorkplace,
  of: Parameters<JobWorkplace['counted']>,
  count: number,
  message?: string,
): Promise<void> {
  await eventually(() => at.counted(...of) >= count);
  assert.is(at.counted(...of), count, message);
}

test('a file becomes events once and is moved', async ({ at }) => {
  at.put('in/a.txt', 'one\ntwo\n');
  await at.jobs.create({ ...QUICK_JOB, then: THEN });
  const file = await at.fileIn('a.txt', 'done');
  assert.equal(at.paths(), ['archive/a.txt']);
  assert.is((await at.messages()).length, 2);
  await expectCount(at, ['job_files_total', 'done'], 1);
  assert.equal([file.location, file.spec, file.reason], ['archive/a.txt', 'fake', null]);
  assert.is((await at.all.runs.get(file.runId ?? ''))?.status, 'SUCCESS');
});

test('without then, a file stays and is not read twice, also after a restart', async ({ at }) => {
  at.put('in/a.txt', 'one\n');
  await at.jobs.create(QUICK_JOB);
  await at.fileIn('a.txt', 'done');
  await at.restart();
  const { lastCheck } = await at.jobs.get('job');
  await at.jobs.run('job');
  await eventually(async () => (await at.jobs.get('job')).lastCheck !== lastCheck);
  assert.is((await at.messages()).length, 1);
  assert.equal(at.paths(), ['in/a.txt']);
});

test('records that are skipped become rejects, and the file is done', async ({ at }) => {
  at.put('in/a.txt', 'one\nE two\n');
  await at.jobs.create({ ...QUICK_JOB, then: THEN, options: { skipInvalidRecords: true } });
  await at.fileIn('a.txt', 'done');
  assert.equal(at.paths(), ['archive/a.txt', 'rejects/a.txt']);
  assert.is(at.read('rejects/a.txt'), 'E two\n');
});

test('a file that its spec rejects is failed at once, with a file that says why', async ({ at }) => {
  at.put('in/a.txt', 'X broken\n');
  await at.jobs.create({ ...QUICK_JOB, then: THEN });
  const file = await at.fileIn('a.txt', 'failed');
  assert.equal(at.paths().slice(0, 2), ['failed/a.txt', 'failed/a.txt.reason.json']);
  const reason = JSON.parse(at.read('failed/a.txt.reason.json')) as Record<string, unknown>;
  assert.equal([reason['code'], reason['runId'], reason['file']], [file.reason?.code, file.runId, 'in/a.txt']);
  await expectCount(at, ['job_alerts_total', 'run_failed'], 1);
  await expectCount(at, ['job_files_total', 'failed'], 1, 'the move of a failed file does not count again');
});

test('the records of a file are counted, and rejected ones raise an alert', async ({ at }) => {
  at.put('in/a.txt', 'one\nE two\nF three\n');
  at.put('in/b.txt', 'one\n');
  at.put('in/c.txt', 'X broken\n');
  await at.jobs.create({ ...QUICK_JOB, options: { skipInvalidRecords: true } });
  const { records } = await at.fileIn('a.txt', 'done');
  assert.equal(records, { total: 3, processed: 1, failed: 1, skipped: 1, rejected: 2 });
  assert.is((await at.fileIn('b.txt', 'done')).records?.rejected, 0);
  await at.fileIn('c.txt', 'failed');
  await expectCount(at, ['job_alerts_total', 'records_rejected'], 1);
});

test('alertAbove allows some rejected records', async ({ at }) => {
  at.put('in/a.txt', 'one\nE two\n');
  at.put('in/b.txt', 'E one\nE two\nthree\n');
  await at.jobs.create({ ...QUICK_JOB, options: { skipInvalidRecords: true }, alerts: { alertAbove: '50 %' } });
  await at.fileIn('a.txt', 'done');
  await at.fileIn('b.txt', 'done');
  await expectCount(at, ['job_alerts_total', 'records_rejected'], 1);
});

test('a share of errors that is too large publishes nothing, and all records are rejects', async ({ at }) => {
  at.put('in/a.txt', 'one\nE two\nthree\n');
  await at.jobs.create({ ...QUICK_JOB, then: THEN, options: { skipInvalidRecords: true, maxErrors: '2 %' } });
  const file = await at.fileIn('a.txt', 'failed');
  assert.equal([file.reason?.code, file.records?.rejected], ['too_many_errors', 3]);
  assert.is((await at.messages()).length, 0);
  assert.is(at.read('rejects/a.txt'), 'one\nE two\nthree\n');
});

test('a file with an unusual volume raises an alert', async ({ at }) => {
  const lines = (count: number, name: string) => `${name}\n`.repeat(count);
  await at.jobs.create({ ...QUICK_JOB, expect: { volume: 'USUAL' } });
  for (const [index, count] of [10, 11, 12, 2, 40, 10].entries()) {
    at.put(`in/${index}.txt`, lines(count, String.fromCharCode(97 + index)));
    await at.fileIn(`${index}.txt`, 'done');
  }
  await expectCount(at, ['job_alerts_total', 'volume'], 2);
});

test('a file with fewer records than expected raises an alert', async ({ at }) => {
  at.put('in/a.txt', 'one\n');
  at.put('in/b.txt', 'one\ntwo\n');
  at.put('in/c.txt', 'one\ntwo\nthree\n');
  await at.jobs.create({ ...QUICK_JOB, expect: { records: { min: 2, max: 2 } } });
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await at.fileIn(name, 'done');
  await expectCount(at, ['job_alerts_total', 'volume'], 2);
});

test('chosen warnings of a run raise an alert', async ({ at }) => {
  at.put('in/a.txt', 'one\n');
  at.put('in/b.txt', 'one\n');
  await at.jobs.create({
    ...QUICK_JOB,
    options: { onDuplicateFile: 'WARN' },
    alerts: { warnings: ['FILE_SEEN_BEFORE'] },
  });
  await at.fileIn('a.txt', 'done');
  await at.fileIn('b.txt', 'done');
  await expectCount(at, ['job_alerts_total', 'warnings'], 1);
});

test('a failed file can be tried again where it is now', async ({ at }) => {
  at.put('in/a.txt', 'X broken\n');
  await at.jobs.create({ ...QUICK_JOB, then: THEN });
  const { id } = await at.fileIn('a.txt', 'failed');
  at.put('failed/a.txt', 'corrected\n');
  await at.jobs.retry('job', id);
  const file = await at.fileIn('a.txt', 'done');
  assert.equal([file.id, file.location], [id, 'archive/a.txt']);
  assert.equal(await values(at), ['corrected']);
  assert.match((await rejectionOf(at.jobs.retry('job', id))).message, /the file is done/);
  assert.equal(at.paths(), ['archive/a.txt', 'archive/a.txt.reason.json', 'archive/a.txt.rejects']);
});

const RETRY = { specVersion: 'CURRENT', force: false } as const;

test('a published file is published again only by force, and its messages name the run that they replace', async ({
  at,
}) => {
  at.put('in/a.txt', 'one\ntwo\n');
  await at.jobs.create({ ...QUICK_JOB, then: THEN, options: { onDuplicateFile: 'REFUSE' } });
  const { id, runId } = await at.fileIn('a.txt', 'done');
  const refused = await rejectionOf(at.jobs.retryFiles('job', { ...RETRY, files: [id] }));
  assert.ok(refused instanceof AlreadyPublished);
  assert.equal([refused.publishedRecords, refused.runId], [2, runId]);
  assert.is((await at.jobs.files('job', { limit: 1 }))[0]?.state, 'done', 'nothing has changed');
  const [waiting] = await at.jobs.retryFiles('job', { ...RETRY, files: ['a.txt'], force: true });
  assert.equal([waiting?.id, waiting?.state], [id, 'waiting']);
  const again = await at.fileIn('a.txt', 'done');
  assert.is.not(again.runId, runId);
  assert.is((await at.all.runs.get(again.runId ?? ''))?.supersedes, runId);
  const messages = (await collect(at.all.store.topics.messages('t', { from: 0, limit: Infinity }))).flat();
  assert.equal(
    messages.map(({ headers }) => headers['ce_supersedes'] ?? null),
    [null, null, runId, runId],
  );
});

test('content that REFUSE refuses is ignored with the way out, which is to force it', async ({ at }) => {
  at.put('in/a.txt', 'one\n');
  at.put('in/b.txt', 'one\n');
  await at.jobs.create({ ...QUICK_JOB, options: { onDuplicateFile: 'REFUSE' } });
  const { runId } = await at.fileIn('a.txt', 'done');
  const ignored = await at.fileIn('b.txt', 'ignored');
  assert.equal([ignored.reason?.code, ignored.runId], ['duplicate_file', runId]);
  assert.ok(ignored.reason?.message.endsWith(`jobs retry job ${ignored.id} --spec-version current --force.`));
  assert.ok(
    (await rejectionOf(at.jobs.retryFiles('job', { ...RETRY, files: [ignored.id] }))) instanceof AlreadyPublished,
  );
  await at.jobs.retryFiles('job', { ...RETRY, files: [ignored.id], force: true });
  const again = await at.fileIn('b.txt', 'done');
  assert.is((await at.all.runs.get(again.runId ?? ''))?.supersedes, runId);
});

test('all failed files are retried with one call, and what they have left is moved with them', async ({ at }) => {
  for (let file = 0; file < 40; file++) at.put(`in/${file}.txt`, `X ${file}\n`);
  await at.jobs.create({ ...QUICK_JOB, then: THEN });
  await eventually(async () => (await at.jobs.get('job')).counts.failed === 40);
  await eventually(async () => at.paths().filter((path) => path.startsWith('failed/')).length === 80);
  for (let file = 0; file < 40; file++) at.put(`failed/${file}.txt`, `good ${file}\n`);
  await eventually(async () => (await at.jobs.files('job', { limit: 100 })).every(({ pending }) => !pending));
  assert.is((await at.jobs.retryFiles('job', { ...RETRY, state: 'failed' })).length, 40);
  await eventually(async () => (await at.jobs.get('job')).counts.done === 40);
  await eventually(async () => at.paths().every((path) => path.startsWith('archive/')));
  assert.is(at.paths().length, 120, 'each with its reason file and its rejects');
  assert.is((await at.messages()).length, 40);
  assert.equal(await at.jobs.retryFiles('job', { ...RETRY, state: 'failed' }), []);
});

test('rejects of an earlier attempt are not mixed with those of the retry', async ({ at }) => {
  at.put('in/a.txt', 'one\nE first\n');
  await at.jobs.create({ ...QUICK_JOB, then: THEN, options: { skipInvalidRecords: true } });
  const { id } = await at.fileIn('a.txt', 'done');
  at.put('archive/a.txt', 'one\nE second\n');
  await at.jobs.retryFiles('job', { ...RETRY, files: [id], force: true });
  await at.fileIn('a.txt', 'done');
  assert.is(at.read('archive/a.txt.rejects'), 'E first\n');
  assert.is(at.read('rejects/a.txt'), 'E second\n');
});

test('SAME reads a file with the spec of its earlier run, CURRENT with that of the job', async ({ at }) => {
  at.put('in/a.txt', 'one\n');
  await at.jobs.create(QUICK_JOB);
  const { id, runId } = await at.fileIn('a.txt', 'done');
  at.hasSpec = false;
  await at.jobs.retryFiles('job', { files: [id], specVersion: 'SAME', force: true });
  const again = await at.fileIn('a.txt', 'done');
  assert.is((await at.all.runs.get(again.runId ?? ''))?.supersedes, runId);
  await at.jobs.retryFiles('job', { files: [id], specVersion: 'CURRENT', force: true });
  await eventually(async () => (await at.jobs.get('job')).lastError?.code === 'spec_not_found');
});

test('nothing is retried if one of the files cannot be', async ({ at }) => {
  at.put('in/a.txt', 'X broken\n');
  at.put('in/b.txt', 'one\n');
  await at.jobs.create(QUICK_JOB);
  const failed = await at.fileIn('a.txt', 'failed');
  const done = await at.fileIn('b.txt', 'done');
  await rejectionOf(at.jobs.retryFiles('job', { ...RETRY, files: [failed.id, done.id] }));
  await rejectionOf(at.jobs.retryFiles('job', { ...RETRY, files: [failed.id, 'nothing.txt'] }));
  assert.is((await at.jobs.get('job')).counts.failed, 1);
});

test('a file with a taken name in the archive gets a number', async ({ at }) => {
  at.put('archive/a.txt', 'older');
  at.put('in/a.txt', 'one\n');
  await at.jobs.create({ ...QUICK_JOB, then: THEN });
  assert.is((await at.fileIn('a.txt', 'done')).location, 'archive/a.1.txt');
  assert.is(at.read('archive/a.txt'), 'older');
});

test('by default, a job leaves out records with errors, and does not publish content again', async ({ at }) => {
  at.put('in/a.txt', 'one\nE two\n');
  at.put('in/b.txt', 'one\nE two\n');
  await at.jobs.create(QUICK_JOB);
  const { runId, records } = await at.fileIn('a.txt', 'done');
  assert.equal([records?.processed, records?.skipped], [1, 1]);
  const { reason } = await at.fileIn('b.txt', 'ignored');
  assert.equal([reason?.code, reason?.message.includes('retry job')], ['duplicate_file', true]);
  assert.is((await at.messages()).length, 1);
  assert.equal((await at.all.store.runs.find(runId ?? ''))?.options.delivery, 'exactly-once');
});

test('the same content under two names is two files, unless the identity is the content', async ({ at }) => {
  at.put('in/a.txt', 'one\n');
  at.put('in/b.txt', 'one\n');
  await at.jobs.create({ ...QUICK_JOB, options: { onDuplicateFile: 'ALLOW' } });
  await at.fileIn('a.txt', 'done');
  await at.fileIn('b.txt', 'done');
  assert.is((await at.messages()).length, 2);
  const other = { ...QUICK_JOB, name: 'other', take: { identity: 'CONTENT' }, to: { topic: 'content' } };
  await at.jobs.create(other);
  await eventually(async () => (await at.jobs.get('other')).counts.ignored === 1);
  const [ignored] = await at.jobs.files('other', { limit: 10, state: 'ignored' });
  assert.is(ignored?.reason?.code, 'duplicate_content');
  assert.is((await at.messages('content')).length, 1);
});

test('a file that changes is taken when it has been unchanged for long enough', async ({ at }) => {
  at.put('in/a.txt', 'one\n');
  await at.jobs.create({ ...QUICK_JOB, ready: { unchangedFor: '2s' } });
  const file = await at.fileIn('a.txt', 'waiting');
  assert.is(file.reason?.code, 'changing');
  at.put('in/a.txt', 'one\ntwo\n');
  await at.fileIn('a.txt', 'done');
  assert.is((await at.messages()).length, 2);
  assert.is((await at.jobs.files('job', { limit: 10 })).length, 1, 'it is the same row');
});

test('a replaced file is another file', async ({ at }) => {
  at.put('in/a.txt', 'one\n');
  await at.jobs.create(QUICK_JOB);
  await at.fileIn('a.txt', 'done');
  at.put('in/a.txt', 'another\n');
  await eventually(async () => (await at.jobs.get('job')).counts.done === 2);
  assert.equal(await values(at), ['one', 'another']);
});

test('names to ignore, small files and missing done files are never taken', async ({ at }) => {
  at.put('in/x.tmp', 'temporary\n');
  at.put('in/small.txt', '');
  at.put('in/undone.txt', 'no done file\n');
  at.put('in/good.txt', 'good\n');
  at.put('in/good.txt.done', '');
  const ready = { unchangedFor: 0, doneFile: '{name}.done', minBytes: 1 };
  const source = { ...QUICK_JOB.source, pattern: '*' };
  await at.jobs.create({ ...QUICK_JOB, source, ready, then: THEN });
  await at.fileIn('good.txt', 'done');
  await at.fileIn('undone.txt', 'waiting');
  const reasons = (await at.jobs.files('job', { limit: 10 })).map(({ name, reason }) => [name, reason?.code ?? null]);
  assert.equal(reasons.sort(), [
    ['good.txt', null],
    ['small.txt', 'too_small'],
    ['undone.txt', 'no_done_file'],
    ['x.tmp', 'ignored_name'],
  ]);
  // The done file has done its work, and would be wrong for the next file of the same name.
  assert.equal(at.paths(), ['archive/good.txt', 'in/small.txt', 'in/undone.txt', 'in/x.tmp']);
});

test('the first spec that fits is used, and a file without one is ignored', async ({ at }) => {
  at.put('in/a-1.txt', 'one\n');
  at.put('in/b-1.txt', 'two\n');
  const { spec: _, ...job } = QUICK_JOB;
  await at.jobs.create({ ...job, specs: [{ pattern: 'a-*', spec: 'fake' }] });
  await at.fileIn('a-1.txt', 'done');
  assert.is((await at.fileIn('b-1.txt', 'ignored')).reason?.code, 'ignored_no_spec');
});

test('an unreachable host pauses the job, counts no attempt, and raises one alert', async ({ at }) => {
  let isDown = true;
  at.wrap = (connector) => ({
    ...connector,
    read: (path, request) =>
      isDown ? Promise.reject(new ConnectorFailure('unreachable', 'The host is down.')) : connector.read(path, request),
  });
  at.put('in/a.txt', 'one\n');
  await at.jobs.create({ ...QUICK_JOB, retry: { max: 0, backoff: '1s..1s' } });
  // While a check runs, the next one has no time yet.
  await eventually(async () => {
    const { status, nextCheck } = await at.jobs.get('job');
    return status === 'paused_by_error' && nextCheck !== null;
  });
  const { lastError } = await at.jobs.get('job');
  assert.equal([lastError?.code, lastError?.message], ['unreachable', 'The host is down.']);
  assert.is((await at.jobs.files('job', { limit: 1 }))[0]?.attempts, 0);
  isDown = false;
  await at.fileIn('a.txt', 'done');
  assert.is((await at.jobs.get('job')).status, 'active');
  await expectCount(at, ['job_alerts_total', 'job_paused'], 1);
});

test('a missing source folder is a condition of the job, which names it and the way out', async ({ at }) => {
  rmSync(join(at.files, 'in'), { recursive: true });
  await at.jobs.create(QUICK_JOB);
  await eventually(async () => (await at.jobs.get('job')).status === 'paused_by_error');
  const { lastError } = await at.jobs.get('job');
  assert.equal([lastError?.code, lastError?.name], ['folder_not_found', 'in']);
  assert.match(
    lastError?.message ?? '',
    /no folder "in" of the integration "inbox". Create it, or correct the folder of the job \("source\.path"\)/,
  );
  at.put('in/a.txt', 'one\n');
  await at.fileIn('a.txt', 'done');
  assert.is((await at.jobs.get('job')).lastError, null);
});

test('a move that fails names its target', async ({ at }) => {
  let isBroken = true;
  at.wrap = (connector) => ({
    ...connector,
    move: (from, to) =>
      isBroken ? Promise.reject(new ConnectorFailure('permission_denied', 'No access.')) : connector.move(from, to),
  });
  at.put('in/a.txt', 'one\n');
  await at.jobs.create({ ...QUICK_JOB, then: THEN, retry: { max: 1, backoff: '1s..1s' } });
  let message = '';
  await eventually(async () => {
    const [file] = await at.jobs.files('job', { limit: 1 });
    message = file?.state === 'published' ? (file.reason?.message ?? '') : '';
    return message !== '';
  });
  assert.match(message, /"in\/a.txt" cannot be moved to "archive\/a.txt": No access/);
  isBroken = false;
  await at.fileIn('a.txt', 'done');
});

test('a transfer that fails is retried, then the file is quarantined, until a person asks for another try', async ({
  at,
}) => {
  let isBroken = true;
  const fail = () => Promise.reject(new ConnectorFailure('permission_denied', 'No access.'));
  at.wrap = (connector) => ({ ...connector, read: (...all) => (isBroken ? fail() : connector.read(...all)) });
  at.put('in/a.txt', 'one\n');
  await at.jobs.create({ ...QUICK_JOB, retry: { max: 1, backoff: '1s..1s' } });
  const file = await at.fileIn('a.txt', 'quarantined');
  assert.equal([file.attempts, file.reason?.code], [2, 'permission_denied']);
  assert.is((await at.jobs.get('job')).status, 'active', 'it concerns the file, not the job');
  await expectCount(at, ['job_alerts_total', 'file_quarantined'], 1);
  await expectCount(at, ['job_files_total', 'quarantined'], 1);
  isBroken = false;
  await at.jobs.retry('job', file.id);
  await at.fileIn('a.txt', 'done');
});

test('a file that is too large is failed, not tried for ever', async ({ at }) => {
  at.put('in/a.txt', 'x'.repeat(2000));
  await at.jobs.create(QUICK_JOB);
  assert.is((await at.fileIn('a.txt', 'failed')).reason?.code, 'too_large');
});

test('a file that changes while it is read is not published', async ({ at }) => {
  let reads = 0;
  at.wrap = (connector) => ({
    ...connector,
    async read(path, request) {
      const content = await connector.read(path, request);
      if (++reads === 1) at.put('in/a.txt', 'one\ntwo\n');
      return content;
    },
  });
  at.put('in/a.txt', 'one\n');
  await at.jobs.create(QUICK_JOB);
  await at.fileIn('a.txt', 'done');
  assert.equal(await values(at), ['one', 'two']);
  assert.is(reads, 2);
});

test('a file that grows after its last byte was read is not published until it is complete', async ({ at }) => {
  let reads = 0;
  at.wrap = (connector) => ({
    ...connector,
    async read(path, request) {
      const content = await connector.read(path, request);
      if (++reads > 1) return content;
      const grow = async function* () {
        yield* content.bytes;
        at.put('in/a.txt', 'one\ntwo\n');
      };
      return { ...content, bytes: grow() };
    },
  });
  at.put('in/a.txt', 'one\n');
  await at.jobs.create(QUICK_JOB);
  await at.fileIn('a.txt', 'done');
  assert.equal(await values(at), ['one', 'two']);
  assert.is(reads, 2);
});

test('the first look of a job without a done file warns once', async ({ at }) => {
  await at.jobs.create(QUICK_JOB);
  await at.jobs.create({
    ...QUICK_JOB,
    name: 'other',
    source: { ...QUICK_JOB.source, path: 'done' },
    ready: { doneFile: '{name}.ok' },
  });
  at.put('done/x', '');
  at.put('in/a.txt', 'one\n');
  await at.fileIn('a.txt', 'done');
  at.put('in/b.txt', 'two\n');
  await at.fileIn('b.txt', 'done');
  assert.equal(at.logged, ['job_waits_for_time job']);
});

test('a file that a new one has replaced before the move is published, and the new one is not touched', async ({
  at,
}) => {
  let states = 0;
  const replace = (connector: Connector): Connector => ({
    ...connector,
    async stat(path) {
      // The first one follows after the file was read, the second one before the move.
      if (path === 'in/a.txt' && ++states === 2) {
        at.put('in/new', 'another\n');
        renameSync(join(at.files, 'in/new'), join(at.files, 'in/a.txt'));
      }
      return connector.stat(path);
    },
  });
  at.wrap = replace;
  at.put('in/a.txt', 'one\n');
  await at.jobs.create({ ...QUICK_JOB, then: THEN });
  await eventually(async () => (await at.jobs.get('job')).counts.done === 2);
  assert.equal(await values(at), ['one', 'another']);
  assert.is(at.read('archive/a.txt'), 'another\n');
});

test('a move that fails is repeated, and does not publish again', async ({ at }) => {
  let failures = 2;
  at.wrap = (connector) => ({
    ...connector,
    move: (from, to) =>
      failures-- > 0 ? Promise.reject(new ConnectorFailure('connection_lost', 'Lost.')) : connector.move(from, to),
  });
  at.put('in/a.txt', 'one\n');
  await at.jobs.create({ ...QUICK_JOB, then: THEN, retry: { backoff: '1s..1s' } });
  await at.fileIn('a.txt', 'done');
  assert.equal(at.paths(), ['archive/a.txt']);
  assert.is((await at.messages()).length, 1);
});

for (const half of ['moved', 'copied']) {
  test(`a file that was ${half} before the connection was lost is moved once`, async ({ at }) => {
    let isLost = true;
    at.wrap = (connector) => ({
      ...connector,
      async move(from, to) {
        if (!isLost) return connector.move(from, to);
        isLost = false;
        if (half === 'moved') await connector.move(from, to);
        else at.put(to, at.read(from));
        throw new ConnectorFailure('connection_lost', 'Lost.');
      },
    });
    at.put('in/a.txt', 'one\n');
    await at.jobs.create({ ...QUICK_JOB, then: THEN, retry: { backoff: '1s..1s' } });
    assert.is((await at.fileIn('a.txt', 'done')).location, 'archive/a.txt');
    assert.equal(at.paths(), ['archive/a.txt']);
    assert.is((await at.messages()).length, 1);
  });
}

test('a pause holds files back, and resume ends it', async ({ at }) => {
  await at.jobs.create(QUICK_JOB);
  assert.is((await at.jobs.pause('job')).status, 'paused');
  at.put('in/a.txt', 'one\n');
  assert.is((await rejectionOf(at.jobs.run('job'))).name, 'JobIsPaused');
  assert.is((await at.jobs.get('job')).nextCheck, null);
  await at.restart();
  assert.is((await at.jobs.get('job')).status, 'paused');
  assert.is((await at.jobs.resume('job')).status, 'active');
  await at.fileIn('a.txt', 'done');
});

test('rows of files that the source no longer lists are removed after keepFor', async ({ at }) => {
  at.put('in/a.txt', 'one\n');
  await at.jobs.create(QUICK_JOB);
  const { id } = await at.fileIn('a.txt', 'done');
  rmSync(join(at.files, 'in/a.txt'));
  await eventually(async () => (await at.jobs.files('job', { limit: 1 }))[0]?.goneSince !== null);
  await at.all.store.jobs.files.change(Number(id), 'done', { goneSince: Date.now() - 91 * 86_400_000 });
  await eventually(async () => (await at.jobs.files('job', { limit: 1 })).length === 0);
});

test('a job in git that changes a source that is read only is paused by an error', async ({ at }) => {
  at.wrap = (connector) => ({
    ...connector,
    capabilities: { ...connector.capabilities, canWrite: false, canMove: false, canRemove: false },
  });
  at.put('in/a.txt', 'one\n');
  await at.jobs.create({ ...QUICK_JOB, then: THEN });
  await eventually(async () => (await at.jobs.get('job')).status === 'paused_by_error');
  assert.is((await at.jobs.get('job')).lastError?.code, 'not_supported');
  assert.equal([await at.messages(), at.paths()], [[], ['in/a.txt']]);
});

test('jobs have unique names, and what they name must exist', async ({ at }) => {
  await at.jobs.create(QUICK_JOB);
  assert.is((await rejectionOf(at.jobs.create(QUICK_JOB))).name, 'JobNameTaken');
  for (const [change, message] of [
    [{ spec: 'nope' }, /names the spec "nope", which does not exist/],
    [{ source: { integration: 'nope' } }, /names the integration "nope", which does not exist/],
    [
      { source: { integration: 'download' }, then: THEN },
      /"then.done" changes the integration "download", .* read only/,
    ],
    [{ to: { integration: 'download', path: '{name}.ndjson' } }, /which is a REST_API and cannot write files/],
    [{ then: THEN }, /overlaps "\*\.txt" of the job "job"/],
  ] as const) {
    const error = await rejectionOf(at.jobs.create({ ...QUICK_JOB, name: 'other', ...change }));
    assert.is(error.name, 'InvalidJob');
    assert.match(error.message, message);
  }
  assert.is((await rejectionOf(at.jobs.get('nope'))).name, 'JobNotFound');
});

test('a job is replaced with what a client has read, and removed with its ledger', async ({ at }) => {
  at.put('in/a.txt', 'one\n');
  const created = await at.jobs.create(QUICK_JOB);
  await at.fileIn('a.txt', 'done');
  const replaced = await at.jobs.replace(created.id, { ...(await at.jobs.get('job')), schedule: { every: '2s' } });
  assert.equal([replaced.id, replaced['schedule']], [created.id, { every: '2s' }]);
  assert.is((await at.jobs.files('job', { limit: 1 }))[0]?.state, 'done', 'the ledger remains');
  await at.jobs.remove('job');
  assert.equal(await at.jobs.list(), []);
  assert.equal(await at.all.store.jobs.files.list(created.id, { limit: 1 }), []);
});

test.run();
