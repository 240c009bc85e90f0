import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CRASH_JOB } from './crash-job.ts';
import { APPROVAL_JOB, FILE, goOn, type Way, WAYS } from './rejects-flow.ts';
import { type JobWorkplace, openWorkplace } from './workplace.ts';

const test = suite('a retry of rejects whose service is killed');

function hasApproval(way: Way): boolean {
  return way === 'approve' || way === 'refuse';
}

interface Folders {
  readonly data: string;
  readonly files: string;
}

/** Creates the folders of a job that has published a file but two of its records. */
async function prepare(way: Way): Promise<Folders> {
  const at = await openWorkplace();
  at.put('in/a.txt', FILE);
  await at.jobs.create(hasApproval(way) ? APPROVAL_JOB : CRASH_JOB);
  await at.fileIn('a.txt', 'done');
  await at.stop();
  return { data: at.data, files: at.files };
}

function copy({ data, files }: Folders): Folders {
  const copyOf = (folder: string): string => {
    const path = mkdtempSync(join(tmpdir(), 'specmill-copy-'));
    cpSync(folder, path, { recursive: true, preserveTimestamps: true });
    return path;
  };
  return { data: copyOf(data), files: copyOf(files) };
}

/** Does what is left to do, and returns what is there then. */
async function outcomeOf(at: JobWorkplace, way: Way) {
  const { location, state, records, approval, runId } = await goOn(at, way);
  const { requestedBy, decision } = approval ?? {};
  const all = await at.all.runs.list({ limit: 10 });
  const entries = await at.all.store.audit.list({ limit: 10 });
  // What belongs to no run and no file is removed at a start.
  await at.restart();
  return {
    ...{ location, state, records, requestedBy, isAccepted: decision?.accepted, by: decision?.by },
    messages: (await at.messages()).map((text) => (JSON.parse(text) as { line: string }).line),
    files: at.paths().map((path) => `${path}: ${at.read(path)}`),
    runs: all.map((run) => [run.status, run.totalRecords, run.rejectsOf !== undefined, run.runId === runId]),
    audit: entries.map(({ principal, path, comment }) => `${principal} ${path} ${comment}`),
    stored: readdirSync(join(at.data, 'spool')).length,
  };
}

for (const way of WAYS)
  test(`at any step: nothing twice, nothing forgotten, one entry of the audit for each request (${way})`, async () => {
    const steps: string[] = [];
    const isMended = way === 'stored';
    const prepared = await prepare(way);
    const watched = await openWorkplace({
      ...{ folders: copy(prepared), isMended },
      onStep: (step) => void steps.push(step),
    });
    await goOn(watched, way);
    const during = steps.length;
    const outcome = await outcomeOf(watched, way).finally(() => watched.close());
    const isPublished = way !== 'refuse';
    assert.equal(outcome.messages, ['one', 'three', ...(isPublished ? [isMended ? 'E two' : 'two'] : [])]);
    assert.equal(
      outcome.records,
      isPublished
        ? { total: 4, processed: 3, failed: isMended ? 1 : 0, skipped: isMended ? 0 : 1, rejected: 1 }
        : { total: 4, processed: 2, failed: 1, skipped: 1, rejected: 2 },
    );
    assert.equal(outcome.files, [
      `archive/a.txt: ${FILE}`,
      ...(isPublished
        ? ['archive/a.txt.rejects: E two\nF four\n', `rejects/a.txt: ${isMended ? 'F' : 'E'} four\n`]
        : []),
      ...(isPublished ? [] : ['rejects/a.txt: E two\nF four\n']),
    ]);
    assert.is(outcome.runs.length, isPublished ? 2 : 1);
    assert.is(outcome.stored, isPublished ? 2 : 1, 'nothing is left in the spool');
    assert.is(outcome.audit.length, hasApproval(way) ? 2 : 1);
    assert.ok(during > 3, steps.join(', '));
    for (let step = 1; step <= during; step++) {
      const folders = copy(prepared);
      const child = fork(join(import.meta.dirname, 'crash-rejects.ts'), [
        ...[folders.data, folders.files, String(step), way],
      ]);
      const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      // A run may commit both of its batches at once. Then the last step does not exist.
      const isEnd = code === 0 && step === during;
      assert.ok(isEnd || signal === 'SIGKILL', `the process did not die at step ${step} of ${steps.join(', ')}`);
      const at = await openWorkplace({ folders, isMended });
      const after = await outcomeOf(at, way).finally(() => at.close());
      assert.equal(after, outcome, `killed before step ${step}: ${steps[step - 1]}`);
    }
    for (const folder of Object.values(prepared)) rmSync(folder, { recursive: true, force: true });
  });

test.run();
