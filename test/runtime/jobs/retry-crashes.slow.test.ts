import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CRASH_JOB } from './crash-job.ts';
import { type JobWorkplace, openWorkplace } from './workplace.ts';

const test = suite('a retry whose service is killed');

/** Creates the folders of a job that has a failed file, which was corrected. */
async function prepare(): Promise<{ data: string; files: string }> {
  const at = await openWorkplace();
  at.put('in/a.txt', 'X broken\n');
  await at.jobs.create(CRASH_JOB);
  await at.fileIn('a.txt', 'failed');
  at.put('failed/a.txt', 'one\nE two\nthree\n');
  await at.stop();
  return { data: at.data, files: at.files };
}

/** Repeats the retry if it is not stored, waits for its end, and returns what is there then. */
async function outcomeOf(at: JobWorkplace) {
  const order = { state: 'failed', specVersion: 'CURRENT', force: false } as const;
  const retried = (await at.jobs.retryFiles('job', order)).length;
  const { location, state, records } = await at.fileIn('a.txt', 'done');
  const contentOf = (path: string): string => (path.endsWith('.json') ? '' : at.read(path));
  const outcome = {
    ...{ location, state, records },
    messages: (await at.messages()).map((text) => (JSON.parse(text) as { line: string }).line),
    files: at.paths().map((path) => `${path}: ${contentOf(path)}`),
    runs: (await at.all.runs.list({ limit: 10 })).map(({ status }) => status).sort(),
  };
  return { retried, outcome };
}

test('at any step publishes the file once, and moves what the first attempt has left once', async () => {
  const steps: string[] = [];
  const watched = await openWorkplace({ folders: await prepare(), onStep: (step) => void steps.push(step) });
  const { retried, outcome } = await outcomeOf(watched).finally(() => watched.close());
  assert.is(retried, 1);
  assert.equal(outcome.messages, ['one', 'three']);
  assert.equal(outcome.files, [
    'archive/a.txt: one\nE two\nthree\n',
    'archive/a.txt.reason.json: ',
    'archive/a.txt.rejects: X broken\n',
    'rejects/a.txt: E two\n',
  ]);
  assert.equal(outcome.runs, ['FAILED', 'PARTIAL_SUCCESS']);
  let repeated = 0;
  for (const [index, step] of steps.entries()) {
    const folders = await prepare();
    const args = [folders.data, folders.files, String(index + 1)];
    const child = fork(join(import.meta.dirname, 'crash-retry.ts'), args);
    const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    assert.is(signal, 'SIGKILL', `the process did not die at step ${index + 1}`);
    const at = await openWorkplace({ folders });
    const after = await outcomeOf(at).finally(() => at.close());
    repeated += after.retried;
    assert.equal(after.outcome, outcome, `killed before step ${index + 1}: ${step}`);
  }
  assert.ok(repeated < steps.length, 'most retries were stored when the service died');
});

test.run();
