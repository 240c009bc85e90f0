/** The rejects of files of jobs: what the ledger shows of them, and the approval of another person. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FileView } from '../../../runtime/jobs/job-view.ts';
import { rejectionOf } from '../data-folder.ts';
import { eventually } from '../service.ts';
import { CRASH_JOB } from './crash-job.ts';
import { APPROVAL_JOB, ask, decide, FILE } from './rejects-flow.ts';
import { type JobWorkplace, openWorkplace } from './workplace.ts';

const test = suite<{ at: JobWorkplace }>('rejects of files of jobs');
test.before.each(async (context) => {
  context.at = await openWorkplace();
});
test.after.each(({ at }) => at.close());

const RETRY = { specVersion: 'CURRENT', force: false } as const;

async function publish(at: JobWorkplace, job: unknown = APPROVAL_JOB, text = FILE): Promise<FileView> {
  at.put('in/a.txt', text);
  await at.jobs.create(job);
  return at.fileIn('a.txt', 'done');
}

/** Waits until the file has another run, and its work has ended. */
async function afterRun(at: JobWorkplace, runId: string | null, state: FileView['state'] = 'done'): Promise<FileView> {
  let file = await at.fileIn('a.txt', state);
  await eventually(async () => (file = await at.fileIn('a.txt', state)).runId !== runId);
  return file;
}

async function linesOf(at: JobWorkplace): Promise<string[]> {
  return (await at.messages()).map((text) => (JSON.parse(text) as { line: string }).line);
}

function auditOf({ all }: JobWorkplace): Promise<string[]> {
  return all.store.audit
    .list({ limit: 9 })
    .then((entries) => entries.map(({ principal, path, comment }) => `${principal} ${path} ${comment}`));
}

test('the counts and the files say what is true after each retry', async ({ at }) => {
  const first = await publish(at, CRASH_JOB);
  assert.equal(first.records, { total: 4, processed: 2, failed: 1, skipped: 1, rejected: 2 });
  const asked = await ask(at, first.runId ?? '', { repaired: 'two\nE four\n' });
  const second = await afterRun(at, first.runId);
  assert.is(asked?.newRunId, second.runId);
  assert.equal(second.records, { total: 4, processed: 3, failed: 0, skipped: 1, rejected: 1 });
  assert.equal([second.location, second.approval], ['archive/a.txt', null]);
  assert.equal(at.paths(), ['archive/a.txt', 'archive/a.txt.rejects', 'rejects/a.txt']);
  assert.is(at.read('rejects/a.txt'), 'E four\n');
  await ask(at, first.runId ?? '', { repaired: 'four\n' });
  const third = await afterRun(at, second.runId);
  assert.equal(third.records, { total: 4, processed: 4, failed: 0, skipped: 0, rejected: 0 });
  assert.equal(at.paths(), ['archive/a.1.txt.rejects', 'archive/a.txt', 'archive/a.txt.rejects']);
  assert.equal(await linesOf(at), ['one', 'three', 'two', 'four']);
  const error = await rejectionOf(ask(at, third.runId ?? ''));
  assert.is((error as { code?: string }).code, 'no_rejects');
  const published = await rejectionOf(at.jobs.retryFiles('job', { ...RETRY, files: [third.id] }));
  assert.is((published as { publishedRecords?: number }).publishedRecords, 4, 'of all of its runs');
});

test('a file that was refused as a whole: after its repair it is done, and its reason file is moved', async ({
  at,
}) => {
  const options = { delivery: 'all-or-nothing', skipInvalidRecords: true, maxErrors: 0 };
  at.put('in/a.txt', 'one\nE two\n');
  await at.jobs.create({ ...CRASH_JOB, options });
  const failed = await at.fileIn('a.txt', 'failed');
  assert.equal(failed.records?.rejected, 2);
  assert.equal(at.paths(), ['failed/a.txt', 'failed/a.txt.reason.json', 'rejects/a.txt']);
  await ask(at, failed.runId ?? '', { repaired: 'one\ntwo\n' });
  const { location, records } = await at.fileIn('a.txt', 'done');
  assert.equal([location, records?.processed, records?.rejected], ['archive/a.txt', 2, 0]);
  assert.equal(at.paths(), ['archive/a.txt', 'archive/a.txt.reason.json', 'archive/a.txt.rejects']);
});

test('a retry that publishes nothing leaves the file where and what it is, with the reason', async ({ at }) => {
  const first = await publish(at, CRASH_JOB);
  await ask(at, first.runId ?? '');
  const { records, reason, location, runId } = await afterRun(at, first.runId);
  assert.equal([records, location, reason?.code], [first.records, 'archive/a.txt', 'no_record_processed']);
  assert.equal(at.paths(), ['archive/a.txt', 'rejects/a.txt']);
  await ask(at, runId ?? '', { repaired: 'two\nfour\n' });
  assert.equal((await afterRun(at, runId)).records?.rejected, 0);
  assert.equal(at.paths(), ['archive/a.txt', 'archive/a.txt.rejects']);
});

test('rejects wait for another person, who accepts what was asked for', async ({ at }) => {
  const first = await publish(at);
  const asked = await ask(at, first.runId ?? '', { repaired: 'two\nfour\n' });
  assert.equal(
    [asked?.newRunId, asked?.file.state, asked?.file.reason?.code],
    [null, 'needs_approval', 'needs_approval'],
  );
  assert.equal(asked?.file.records, first.records);
  const { decision, requestedBy, records, repaired } = asked?.file.approval ?? {};
  assert.equal([decision, requestedBy, records, repaired], [null, 'key:anna', 2, true]);
  assert.is((await at.jobs.get('job')).counts.needs_approval, 1);
  for (const again of [() => ask(at, first.runId ?? '', { repaired: 'x\ny\n' }), () => at.jobs.retry('job', first.id)])
    assert.is((await rejectionOf(again())).name, 'CannotRetry');
  await at.restart();
  const waiting = await at.fileIn('a.txt', 'needs_approval');
  for (const isAccepted of [true, false])
    assert.is((await rejectionOf(decide(at, waiting, isAccepted, 'key:anna'))).name, 'DecidedByRequester');
  assert.equal(await linesOf(at), ['one', 'three'], 'nothing is published yet');
  const running = await decide(at, waiting, true);
  assert.equal([running.approval?.decision?.by, running.approval?.decision?.comment], ['key:berta', 'seen']);
  const done = await afterRun(at, first.runId);
  assert.equal(done.records, { total: 4, processed: 4, failed: 0, skipped: 0, rejected: 0 });
  assert.equal(await linesOf(at), ['one', 'three', 'two', 'four']);
  assert.equal(at.paths(), ['archive/a.txt', 'archive/a.txt.rejects']);
  for (const isAccepted of [true, false])
    assert.is((await rejectionOf(decide(at, done, isAccepted))).name, 'CannotDecide');
  assert.equal(await auditOf(at), ['key:berta approve seen', 'key:anna ask null']);
  assert.equal((await at.all.runs.find(done.runId ?? ''))?.rejectsOf, first.runId);
});

test('what was refused can be asked for again', async ({ at }) => {
  const first = await publish(at);
  const asked = await ask(at, first.runId ?? '', { repaired: 'two\nfour\n' });
  const stored = readdirSync(join(at.data, 'spool')).length;
  const refused = await decide(at, asked?.file ?? first, false);
  assert.equal([refused.state, refused.reason, refused.records], ['done', null, first.records]);
  assert.equal([refused.runId, refused.approval?.decision?.accepted], [first.runId, false]);
  assert.is(readdirSync(join(at.data, 'spool')).length, stored - 1);
  await ask(at, first.runId ?? '', { repaired: 'two\nE four\n' });
  await decide(at, await at.fileIn('a.txt', 'needs_approval'), true);
  assert.is((await afterRun(at, first.runId)).records?.rejected, 1);
  assert.equal(await linesOf(at), ['one', 'three', 'two']);
  assert.equal((await auditOf(at)).length, 4);
});

test('at most `above` records need no approval, a share neither', async ({ at }) => {
  const first = await publish(at, { ...APPROVAL_JOB, approval: { above: 2 } });
  assert.ok((await ask(at, first.runId ?? '', { repaired: 'two\nE four\n' }))?.newRunId);
  await afterRun(at, first.runId);
  const { id: _, ...job } = await at.jobs.get('job');
  await at.jobs.replace('job', { ...job, approval: { above: '24 %' } });
  const file = await at.fileIn('a.txt', 'done');
  assert.is((await ask(at, file.runId ?? '', { repaired: 'four\n' }))?.file.state, 'needs_approval', '1 of 4 is 25 %');
});

test('an approval of another spec is not possible, and a change after it makes the file wait again', async ({ at }) => {
  const first = await publish(at);
  await ask(at, first.runId ?? '', { repaired: 'two\nfour\n' });
  const waiting = await at.fileIn('a.txt', 'needs_approval');
  at.hasSpec = false;
  assert.is((await rejectionOf(decide(at, waiting, true))).name, 'CannotDecide');
  const { files } = at.all.store.jobs;
  const row = await files.find((await at.jobs.get('job')).id, Number(waiting.id));
  const decision = { isAccepted: true, by: 'key:berta', at: 1, comment: 'c' };
  const rejectsOrder = row?.rejectsOrder === null || row === null ? null : { ...row.rejectsOrder, decision };
  await files.change(Number(waiting.id), 'needs_approval', { state: 'taken', rejectsOrder });
  const again = await at.fileIn('a.txt', 'needs_approval');
  assert.equal([again.reason?.code, again.approval?.decision], ['spec_not_found', null]);
  at.hasSpec = true;
  await decide(at, again, true);
  assert.is((await afterRun(at, first.runId)).records?.rejected, 0);
});

test('stored records that were changed on disk are not published', async ({ at }) => {
  const first = await publish(at);
  const before = new Set(readdirSync(join(at.data, 'spool')));
  const asked = await ask(at, first.runId ?? '', { repaired: 'two\nfour\n' });
  const [stored = ''] = readdirSync(join(at.data, 'spool')).filter((name) => !before.has(name));
  writeFileSync(join(at.data, 'spool', stored), 'one\nbad\nthree\nbad!\n');
  const waiting = asked?.file ?? first;
  const error = await rejectionOf(decide(at, waiting, true));
  assert.equal(
    [error.name, /were changed after the request\. Refuse them/.test(error.message)],
    ['CannotDecide', true],
  );
  rmSync(join(at.data, 'spool', stored));
  assert.match((await rejectionOf(decide(at, waiting, true))).message, 'are no longer stored. Refuse them');
  assert.is((await at.fileIn('a.txt', 'needs_approval')).approval?.decision, null);
  assert.is((await decide(at, waiting, false)).state, 'done');
  assert.equal(await linesOf(at), ['one', 'three']);
});

test('a decision is one about the request that was seen', async ({ at }) => {
  const first = await publish(at);
  const seen = (await ask(at, first.runId ?? '', { repaired: 'two\nfour\n' }))?.file ?? first;
  await decide(at, seen, false);
  const other = (await ask(at, first.runId ?? '', { repaired: 'two\nfive\n' }))?.file ?? first;
  assert.is.not(other.approval?.request, seen.approval?.request);
  for (const isAccepted of [true, false]) {
    const error = await rejectionOf(decide(at, seen, isAccepted));
    assert.equal([error.name, /is another one now\. Review it/.test(error.message)], ['CannotDecide', true]);
  }
  assert.equal(await linesOf(at), ['one', 'three']);
  await decide(at, other, true);
  await afterRun(at, first.runId);
  assert.equal(await linesOf(at), ['one', 'three', 'two', 'five']);
});

test('a decision is one about the tables and the keys of masks of the request', async ({ at }) => {
  const first = await publish(at);
  const binding = {
    reference: [{ name: 'insurers', version: 'ab'.repeat(32), rows: 2 }],
    maskKeys: [{ name: 'masks', version: '0123456789abcdef' }],
  };
  const bind = (now: object) => Object.assign(at.all.runs, { bindRejects: async () => now });
  bind(binding);
  const waiting = (await ask(at, first.runId ?? '', { repaired: 'two\nfour\n' }))?.file ?? first;
  const changes: [object, RegExp][] = [
    [
      { ...binding, reference: [{ ...binding.reference[0], version: 'cd'.repeat(32) }] },
      /^The reference table "insurers"/,
    ],
    [{ maskKeys: binding.maskKeys }, /^The reference table "insurers"/],
    [{ ...binding, maskKeys: [] }, /^The secret of the credential "masks"/],
    [
      { ...binding, maskKeys: [...binding.maskKeys, { name: 'more', version: '0' }] },
      /^The secret of the credential "more"/,
    ],
  ];
  for (const [now, message] of changes) {
    bind(now);
    const error = await rejectionOf(decide(at, waiting, true));
    assert.is(error.name, 'CannotDecide');
    assert.match(error.message, message);
    assert.match(error.message, 'Refuse it, and ask for the rejects again');
  }
  bind(binding);
  await decide(at, waiting, true);
  const { runId } = await afterRun(at, first.runId);
  const run = await at.all.store.runs.find(runId ?? '');
  assert.equal([run?.options.reference, run?.options.maskKeys], [binding.reference, binding.maskKeys]);
});

test('what waits outlives sweeps and the row of its file, and is removed with the job', async ({ at }) => {
  const first = await publish(at);
  const before = readdirSync(join(at.data, 'spool')).length;
  await ask(at, first.runId ?? '', { repaired: 'two\nfour\n' });
  await at.restart();
  const { id } = await at.jobs.get('job');
  const { files } = at.all.store.jobs;
  await files.markGone(id, () => false, 1);
  assert.is(await files.removeGone(id, Date.now()), 0);
  assert.is(readdirSync(join(at.data, 'spool')).length, before + 1);
  assert.ok((await at.all.runs.spooledBytes('key:anna')) > 0, 'the file counts for who has asked');
  await at.jobs.remove('job');
  assert.is(readdirSync(join(at.data, 'spool')).length, before);
});

test('an earlier run of a file that was read again is no way around the approval', async ({ at }) => {
  const first = await publish(at);
  await at.jobs.retryFiles('job', { ...RETRY, files: [first.id], force: true });
  await afterRun(at, first.runId);
  assert.is((await rejectionOf(ask(at, first.runId ?? '', { repaired: 'two\nfour\n' }))).name, 'CannotRetry');
});

test('a removed first run is no way around the approval of a later retry', async ({ at }) => {
  const first = await publish(at);
  await ask(at, first.runId ?? '', { repaired: 'two\nE four\n' });
  await decide(at, await at.fileIn('a.txt', 'needs_approval'), true);
  const second = await afterRun(at, first.runId);
  await at.all.runs.remove(first.runId ?? '');
  const asked = await ask(at, second.runId ?? '', { repaired: 'four\n' });
  assert.equal([asked?.newRunId, asked?.file.state], [null, 'needs_approval']);
  assert.equal(await linesOf(at), ['one', 'three', 'two']);
});

test('nothing is published past a job that is not in service, or does not know the file', async ({ at }) => {
  const first = await publish(at);
  const askNow = () => rejectionOf(ask(at, first.runId ?? '', { repaired: 'two\nfour\n' }));
  const { id } = await at.jobs.get('job');
  await at.all.store.jobs.files.removeJob(id);
  const unknown = await askNow();
  assert.equal([unknown.name, unknown.message.includes('no longer knows the file')], ['CannotRetry', true]);
  await at.jobs.remove('job');
  const removed = await askNow();
  assert.equal([removed.name, removed.message.includes('Put the job into service again')], ['CannotRetry', true]);
  assert.equal(await linesOf(at), ['one', 'three']);
});

test.run();
