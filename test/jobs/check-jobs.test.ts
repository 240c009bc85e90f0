import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkJobFolder } from '../../runtime/jobs/git/check-job-folder.ts';
import { CLAIMS_JOB } from './claims-job.ts';

const test = suite('jobs in git are checked');

/** Checks jobs by name, and returns their diagnostics as `name:line:column code message`. */
async function check(jobs: Readonly<Record<string, string>>, integrationType = 'SFTP'): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-jobs-'));
  mkdirSync(join(folder, 'jobs'));
  for (const [name, text] of Object.entries(jobs)) writeFileSync(join(folder, 'jobs', `${name}.yaml`), text);
  const checked = await checkJobFolder(join(folder, 'jobs'), {
    specs: new Set(['claims']),
    integrationTypes: new Map([['insurer-sftp', integrationType]]),
  });
  rmSync(folder, { recursive: true });
  return checked.flatMap(({ input, diagnostics }) =>
    diagnostics.map(({ line, column, code, message }) => `${input.expectedName}:${line}:${column} ${code} ${message}`),
  );
}

const job = (name: string, pattern: string, path = '/out') =>
  `name: ${name}\nsource: { integration: sftp, path: ${path}, pattern: "${pattern}" }\nspec: claims\nschedule: { every: 30s }\nto: { topic: t }\n`;

test('a valid job has no diagnostic, and a folder without jobs none either', async () => {
  assert.equal(await check({ claims: CLAIMS_JOB }), []);
  assert.equal(await checkJobFolder('/does/not/exist', { specs: new Set(), integrationTypes: new Map() }), []);
});

test('a wrong value and an unknown key have their positions', async () => {
  const text = CLAIMS_JOB.replace('topic: claims }', 'topic: "a b" }').replace('retry:', 'retries:');
  const found = await check({ claims: text });
  assert.is(found.length, 2, found.join('\n'));
  assert.match(found.join('\n'), /claims:8:14 invalid_job "to\.topic" takes a topic name/);
  assert.match(found.join('\n'), /claims:11:1 invalid_job "retries" is not a key of a job/);
});

test('a spec that is not in the folder is reported', async () => {
  const found = await check({ claims: CLAIMS_JOB.replace('spec: claims', 'spec: clams') });
  assert.match(found[0] ?? '', /^claims:4:7 invalid_job there is no spec "clams"/);
});

test('a job that moves files of a source that is read only is reported', async () => {
  const found = await check({ claims: CLAIMS_JOB }, 'REST_API');
  assert.equal(
    found.map((line) => line.replace(/( changes the integration "insurer-sftp", which is read only)\..*/, '$1')),
    ['done', 'failed', 'rejects'].map(
      (member) =>
        `claims:10:${{ done: 15, failed: 58, rejects: 108 }[member]} invalid_job "then.${member}" changes the integration "insurer-sftp", which is read only`,
    ),
  );
});

test('two jobs that read the same files are reported once', async () => {
  const found = await check({ a: job('a', '*.csv'), b: job('b', 'x*'), c: job('c', '*.xml'), d: job('d', '*', '/in') });
  assert.equal(
    found.map((line) => line.replace(/ invalid_job .*of the job (\S+):.*/, ' $1')),
    ['b:2:51 "a"', 'c:2:51 "b"'],
  );
});

test('a file that is no YAML, or has another name than its job, is reported', async () => {
  assert.match((await check({ a: 'name: [' }))[0] ?? '', /^a:\d+:\d+ invalid_yaml /);
  assert.match((await check({ a: job('b', '*') }))[0] ?? '', /^a:1:7 name_differs /);
  assert.match((await check({ a: 'name: a\nname: b\n' }))[0] ?? '', /^a:2:1 invalid_yaml /);
});

test.run();
