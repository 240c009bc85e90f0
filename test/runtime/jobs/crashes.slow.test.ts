import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CRASH_JOB, FILE_JOB, outcomeOf, type Outcome, putFiles } from './crash-job.ts';
import { openWorkplace } from './workplace.ts';

const test = suite('a job whose service is killed');

/** The steps of a job without a crash, in their order, and what it leaves. */
async function watchJob(job: object): Promise<{ steps: readonly string[]; outcome: Outcome }> {
  const steps: string[] = [];
  const at = await openWorkplace({ onStep: (step) => void steps.push(step) });
  try {
    putFiles(at);
    await at.jobs.create(job);
    return { outcome: await outcomeOf(at), steps };
  } finally {
    await at.close();
  }
}

/** Executes a job in another process, which dies before a step. Then executes the rest here, and returns the outcome. */
async function crashAt(step: number, job: object): Promise<Outcome> {
  const prepared = await openWorkplace();
  putFiles(prepared);
  await prepared.stop();
  const folders = { data: prepared.data, files: prepared.files };
  const args = [folders.data, folders.files, String(step), JSON.stringify(job)];
  const child = fork(join(import.meta.dirname, 'crash-process.ts'), args);
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  assert.is(signal, 'SIGKILL', `the process did not die at step ${step}`);
  const at = await openWorkplace({ folders });
  try {
    return await outcomeOf(at);
  } finally {
    await at.close();
  }
}

test('at any step publishes each file once, and ends with the same files and ledger', async () => {
  const { steps, outcome } = await watchJob(CRASH_JOB);
  // The second file repeats the steps of the first one until its run ends.
  const [again, other] = [steps.lastIndexOf('seen → taken'), steps.lastIndexOf('finish')];
  assert.ok(again > 0 && other > again, steps.join(', '));
  for (const [index, step] of steps.entries())
    if (index < again || index >= other)
      assert.equal(await crashAt(index + 1, CRASH_JOB), outcome, `killed before step ${index + 1}: ${step}`);
});

test('while its run writes a file leaves the complete file, and no other', async () => {
  const { steps, outcome } = await watchJob(FILE_JOB);
  assert.equal(outcome.files.slice(0, 2), ['archive/a.txt: one\nE two\nthree\n', 'events/a.csv: line\none\nthree\n']);
  const first = steps.indexOf('write events/a.csv');
  const last = steps.indexOf('running → published');
  assert.ok(first > 0 && last > first + 2, steps.join(', '));
  for (let index = first; index <= last; index++)
    assert.equal(await crashAt(index + 1, FILE_JOB), outcome, `killed before step ${index + 1}: ${steps[index]}`);
});

test.run();
