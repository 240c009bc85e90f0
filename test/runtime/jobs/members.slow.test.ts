import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rejectionOf } from '../data-folder.ts';
import { createZip } from '../zip.ts';
import { eventually } from '../service.ts';
import { type JobWorkplace, openWorkplace, QUICK_JOB } from './workplace.ts';

const test = suite('a job that publishes the members of archives');

const JOB = {
  ...QUICK_JOB,
  source: { integration: 'inbox', path: 'in', pattern: '*.zip', members: '**/*.txt' },
  options: { skipInvalidRecords: true, delivery: 'exactly-once' },
  then: {
    done: { move: 'archive/{name}' },
    failed: { move: 'failed/{name}', reason: true },
    rejects: { path: 'rejects/{name}' },
  },
};

function putZip(
  at: Pick<JobWorkplace, 'files' | 'put'>,
  name: string,
  members: Readonly<Record<string, string>>,
): void {
  const files = Object.entries(members).map(([path, text]) => ({ name: path, content: Buffer.from(text) }));
  at.put('in/.keep', '');
  writeFileSync(join(at.files, 'in', name), createZip(files));
}

const GOOD = { 'a.txt': 'one\nE two\n', 'deep/b.txt': 'three\n', 'c.csv': 'not read\n' };
const WRONG = { 'a.txt': 'four\n', 'b.txt': 'five\nX broken\n' };

/** Waits until both archives have ended, and returns what the job has left. */
async function outcomeOf(at: JobWorkplace): Promise<unknown> {
  await at.fileIn('good.zip', 'done');
  await at.fileIn('wrong.zip', 'failed');
  const ledger = (await at.jobs.files('job', { limit: 20 })).map(({ path, state, reason, location, spec }) =>
    [path, state, reason?.code ?? '', location, spec ?? ''].join(' '),
  );
  const lines = (await at.messages()).map((text) => (JSON.parse(text) as { line: string }).line);
  const runs = (await at.all.runs.list({ limit: 20 })).map(({ fileName, status }) => `${fileName} ${status}`);
  return { ledger: ledger.sort(), lines, runs: runs.sort(), paths: at.paths() };
}

const OUTCOME = {
  ledger: [
    'in/good.zip done  archive/good.zip ',
    'in/good.zip/a.txt done  in/good.zip fake',
    'in/good.zip/deep/b.txt done  in/good.zip fake',
    'in/wrong.zip failed members_failed failed/wrong.zip ',
    'in/wrong.zip/a.txt done  in/wrong.zip fake',
    'in/wrong.zip/b.txt failed MALFORMED_XML in/wrong.zip fake',
  ],
  lines: ['one', 'three', 'four', 'five'],
  runs: [
    'good.zip/a.txt PARTIAL_SUCCESS',
    'good.zip/deep/b.txt SUCCESS',
    'wrong.zip/a.txt SUCCESS',
    'wrong.zip/b.txt FAILED',
  ],
  paths: ['archive/good.zip', 'failed/wrong.zip', 'failed/wrong.zip.reason.json', 'in/.keep', 'rejects/good.zip/a.txt'],
};

test('each member has a row and a run of its own, and the archive is moved after them', async () => {
  const at = await openWorkplace();
  try {
    putZip(at, 'good.zip', GOOD);
    putZip(at, 'wrong.zip', WRONG);
    await at.jobs.create(JOB);
    assert.equal(await outcomeOf(at), OUTCOME);
    assert.is(at.read('rejects/good.zip/a.txt'), 'E two\n');
    const reason = JSON.parse(at.read('failed/wrong.zip.reason.json')) as Record<string, unknown>;
    assert.match(
      String(reason['message']),
      /^1 of 2 members have failed: "wrong\.zip\/b\.txt" \(\w+\)\. Each can be retried/,
    );
    const run = await at.all.runs.get((await at.fileIn('good.zip/deep/b.txt', 'done')).runId ?? '');
    assert.is(run?.fileSha256, createHash('sha256').update('three\n').digest('hex'), 'the hash of its plain bytes');
  } finally {
    await at.close();
  }
});

test('one member is retried from the archive where it is now, the archive itself is not', async () => {
  let at = await openWorkplace();
  try {
    putZip(at, 'wrong.zip', { 'a.txt': 'one\n', 'b.txt': 'E two\nE three\n' });
    await at.jobs.create({ ...JOB, options: { skipInvalidRecords: true, maxErrors: 1 } });
    await at.fileIn('wrong.zip', 'failed');
    const error = await rejectionOf(
      at.jobs.retryFiles('job', { files: ['wrong.zip'], specVersion: 'CURRENT', force: false }),
    );
    assert.match(String(error), /"wrong\.zip" is an archive\. Retry its members/);
    const folders = { data: at.data, files: at.files };
    await at.stop();
    at = await openWorkplace({ folders, isMended: true });
    const retried = await at.jobs.retryFiles('job', { specVersion: 'CURRENT', force: false });
    assert.equal(
      retried.map(({ name }) => name),
      ['wrong.zip/b.txt'],
    );
    await at.fileIn('wrong.zip/b.txt', 'done');
    assert.equal((await at.messages()).map((text) => (JSON.parse(text) as { line: string }).line).sort(), [
      'E three',
      'E two',
      'one',
    ]);
    assert.ok(at.paths().includes('failed/wrong.zip'), 'the archive remains where it is');
    // Another archive at this place has other members.
    writeFileSync(join(at.files, 'failed/wrong.zip'), createZip([{ name: 'b.txt', content: Buffer.from('other\n') }]));
    await at.jobs.retryFiles('job', { files: ['wrong.zip/b.txt'], specVersion: 'CURRENT', force: true });
    assert.is((await at.fileIn('wrong.zip/b.txt', 'failed')).reason?.code, 'source_changed');
  } finally {
    await at.close();
  }
});

test('an archive that cannot be read fails with the reason, and one without a member, too', async () => {
  const at = await openWorkplace();
  try {
    writeFileSync(
      join(at.files, 'in/damaged.zip'),
      createZip([{ name: 'a.txt', content: Buffer.from('x') }]).subarray(0, 60),
    );
    at.put('in/text.zip', 'one\n');
    putZip(at, 'other.zip', { 'a.csv': 'one\n' });
    putZip(at, 'inner.zip', { 'a.txt': createZip([]).toString('latin1'), 'b.txt': 'two\n' });
    await at.jobs.create(JOB);
    for (const [name, code] of [
      ['damaged.zip', 'decompression_failed'],
      ['text.zip', 'unsupported_file'],
      ['other.zip', 'member_not_found'],
      ['inner.zip', 'members_failed'],
      ['inner.zip/a.txt', 'unsupported_file'],
    ] as const)
      assert.is((await at.fileIn(name, 'failed')).reason?.code, code, name);
    assert.is((await at.fileIn('inner.zip/b.txt', 'done')).records?.processed, 1);
    assert.ok(at.paths().includes('failed/inner.zip'));
  } finally {
    await at.close();
  }
});

test('killed before any step, the rest is done later: each member once, the archive moved last', async () => {
  const steps: string[] = [];
  const at = await openWorkplace({ onStep: (step) => void steps.push(step) });
  putZip(at, 'good.zip', GOOD);
  putZip(at, 'wrong.zip', WRONG);
  await at.jobs.create(JOB);
  assert.equal(await outcomeOf(at), OUTCOME);
  await at.close();
  assert.ok(steps.lastIndexOf('running → failed') < steps.indexOf('move in/wrong.zip'), steps.join(', '));
  // Steps repeat with each member and archive: the second of each is inside of an archive.
  const times = new Map<string, number>();
  for (const [index, step] of steps.entries()) {
    times.set(step, (times.get(step) ?? 0) + 1);
    if ((times.get(step) ?? 0) === 2 || step.startsWith('move'))
      assert.equal(await crashAt(index + 1), OUTCOME, `step ${index + 1}: ${step}`);
  }
});

test('the members of an archive that disappears while the service is down end with the reason', async () => {
  const steps: string[] = [];
  const first = await openWorkplace({ onStep: (step) => void steps.push(step) });
  putZip(first, 'good.zip', GOOD);
  await first.jobs.create(JOB);
  await first.fileIn('good.zip', 'done');
  await first.close();
  const claims = steps.flatMap((step, index) => (step === 'seen → taken' ? [index + 1] : []));
  assert.is(claims.length, 3, steps.join(', '));
  const folders = await killAt(claims[2] ?? 0, { 'good.zip': GOOD });
  rmSync(join(folders.files, 'in/good.zip'));
  const at = await openWorkplace({ folders });
  try {
    // It fails after the retries of the job, like a file that cannot be transferred.
    await eventually(async () => {
      const [member] = await at.jobs.files('job', { limit: 1, name: 'good.zip/deep/b.txt' });
      return member?.reason?.code === 'not_found' && member.attempts === 1;
    });
    assert.is((await at.fileIn('good.zip/a.txt', 'done')).records?.processed, 1);
  } finally {
    await at.close();
  }
});

/** Executes the job in another process, which dies before a step, and the rest here. Returns the outcome. */
async function crashAt(step: number): Promise<unknown> {
  const folders = await killAt(step, { 'good.zip': GOOD, 'wrong.zip': WRONG });
  const at = await openWorkplace({ folders });
  try {
    return await outcomeOf(at);
  } finally {
    await at.close();
  }
}

/** Executes the job in another process, which dies before a step. Returns its folders. */
async function killAt(
  step: number,
  archives: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<{ data: string; files: string }> {
  const prepared = await openWorkplace();
  for (const [name, members] of Object.entries(archives)) putZip(prepared, name, members);
  await prepared.stop();
  const folders = { data: prepared.data, files: prepared.files };
  const args = [folders.data, folders.files, String(step), JSON.stringify(JOB)];
  const child = fork(join(import.meta.dirname, 'crash-process.ts'), args);
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  assert.is(signal, 'SIGKILL', `the process did not die at step ${step}`);
  return folders;
}

test.run();
