import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { checkReferences } from '../../../runtime/jobs/definition/check-references.ts';
import { readDefinition } from '../../../runtime/jobs/definition/read-definition.ts';
import { findUnfitRecords } from '../../../runtime/base/model/destination.ts';
import { RunFailure } from '../../../runtime/base/model/run-failure.ts';
import { publishRun } from '../../../runtime/runs/worker/publish-run.ts';
import type { RunTask } from '../../../runtime/reading/workers/messages.ts';
import type { TaskPort } from '../../../runtime/reading/workers/task-port.ts';
import { rejectionOf } from '../data-folder.ts';
import { QUICK_JOB } from './workplace.ts';

const test = suite('destinations of specs with record types');
const spec = { name: 'debits', recordTypes: [{ name: 'header' }, { name: 'debit' }] };

test('a CSV file cannot hold several record types, a table, a topic and NDJSON can', () => {
  assert.match(
    findUnfitRecords({ kind: 'file', format: 'CSV' }, spec) ?? '',
    /^a CSV file holds records of one type, but the spec "debits" has 2/,
  );
  assert.is(findUnfitRecords({ kind: 'table' }, spec), null);
  assert.is(findUnfitRecords({ kind: 'file', format: 'NDJSON' }, spec), null);
  assert.is(findUnfitRecords({ kind: 'topic' }, spec), null);
  assert.is(findUnfitRecords({ kind: 'file', format: 'CSV' }, { name: 'one' }), null);
});

/** Returns the problems of a job with the spec. */
async function problemsOf(to: unknown): Promise<string[]> {
  const reading = readDefinition({ ...QUICK_JOB, to });
  if (reading.kind === 'invalid') throw new Error('the job is not valid');
  const problems = await checkReferences(reading.definition, {
    // The check reads only the spec of the module.
    findSpec: () => ({ module: { spec } }) as unknown as { module: never },
    sources: { find: async (id) => ({ id, name: id, type: id === 'db' ? 'DATABASE' : 'LOCAL_FS' }) },
    others: [],
  });
  return problems.map(({ path, message }) => `${path.join('.')} ${message}`);
}

test('a job that would write several record types into a CSV file is refused', async () => {
  assert.equal(await problemsOf({ integration: 'db', table: 't' }), []);
  assert.match(
    (await problemsOf({ integration: 'x', path: 'o/{name}.csv' })).join(),
    /^spec .*does not fit "to": a CSV file/,
  );
  assert.equal(await problemsOf({ integration: 'x', path: 'o/{name}.ndjson' }), []);
  assert.equal(await problemsOf({ topic: 't' }), []);
});

test('a run whose spec got record types later ends before it reads the file', async () => {
  const task = { info: { spec }, target: { kind: 'file', format: 'CSV' }, path: '/does/not/exist' };
  // The run ends before it uses its other properties, its module or its port.
  const error = await rejectionOf(publishRun(task as unknown as RunTask, {} as SpecModule, {} as TaskPort));
  assert.instance(error, RunFailure);
  assert.is((error as RunFailure).code, 'record_types_unsupported');
});

test.run();
