import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CRASH_JOB, outcomeOf, type Outcome, putFiles } from './crash-job.ts';
import { openWorkplace } from './workplace.ts';

const test = suite('a job whose service is killed');

/** The steps of the job without a crash, in their order, and what it leaves. */
async function watchJob(): Promise<{ steps: readonly string[]; outcome: Outcome }> {
  const steps: string[] = [];
  const at = await openWorkplace({ onStep: (step) => void steps.push(step) });
  try {
    putFiles(at);
    await at.jobs.create(CRASH_JOB);
    return { outcome: await outcomeOf(at), steps };
  } finally {
    await at.close();
  }
}

/** Executes the job in another process, which dies before a step. Then executes the rest here, and returns the outcome. */
async function crashAt(step: number): Promise<Outcome> {
  const prepared = await openWorkplace();
  putFiles(prepared);
  await prepared.stop();
  const folders = { data: prepared.data, files: prepared.files };
  const child = fork(join(import.meta.dirname, 'crash-process.ts'), [folders.data, folders.files, String(step)]);
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
  const { steps, outcome } = await watchJob();
  // The second file repeats the steps of the first one until its run ends.
  const [again, other] = [steps.lastIndexOf('seen → taken'), steps.lastIndexOf('finish')];
  assert.ok(again > 0 && other > again, steps.join(', '));
  for (const [index, step] of steps.entries())
    if (index < again || index >= other)
      assert.equal(await crashAt(index + 1), outcome, `killed before step ${index + 1}: ${step}`);
});

test.run();
