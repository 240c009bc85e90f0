import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { readDefinition } from '../../../runtime/jobs/definition/read-definition.ts';
import { CLAIMS_JOB } from '../jobs/claims-job.ts';
import { compareWithRecorded, digest, mistakesIn } from './recorded-answers.ts';

const test = suite('the answers to wrong definitions of jobs');

const claims = parse(CLAIMS_JOB) as Record<string, unknown>;
const source = { integrationId: 'files', path: 'in', pattern: '*.csv', recursive: true };
const JOBS: Readonly<Record<string, unknown>> = {
  claims,
  'cron and CONTENT': {
    ...{ name: 'a', source, specs: [{ pattern: 'a*', spec: 's' }, { spec: 't' }], to: { topic: 't' } },
    schedule: { cron: '0 6 * * MON-FRI', timeZone: 'Europe/Zurich', jitter: '5s' },
    take: { order: 'SIZE', max: 3, identity: 'CONTENT' },
    then: { done: { delete: true } },
    expect: null,
  },
  'a table': {
    ...{ name: 'b', source, spec: 's', schedule: { every: '1m' }, keepFor: '7d' },
    to: { integration: 'db', table: 'claims', key: ['id', 'part'] },
    take: { identity: ['VERSION'] },
  },
  'a file': {
    ...{ name: 'c', source, spec: 's', schedule: { every: '1m' } },
    to: { integration: 'files', path: 'out/{stem}.csv', escapeFormulas: true },
  },
};

test('they are those that were recorded', () => {
  const lines = Object.entries(JOBS).flatMap(([job, whole]) =>
    [...mistakesIn(whole)].map(([mistake, value]) => `${job}: ${mistake} → ${answerTo(value)}`),
  );
  assert.ok(lines.length > 500);
  compareWithRecorded('job-definitions', lines);
});

function answerTo(value: unknown): string {
  const reading = readDefinition(value);
  if (reading.kind === 'valid') return digest(reading.definition);
  return reading.problems.map(({ path, at, message }) => `${at} ${path.join('.')}: ${message}`).join(' | ');
}

test.run();
