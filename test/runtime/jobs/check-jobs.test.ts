import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkJobFolder } from '../../../runtime/jobs/git/check-job-folder.ts';
import { CLAIMS_JOB } from './claims-job.ts';

const test = suite('jobs in git are checked');

/** Checks jobs by name, and returns their diagnostics as `name:line:column code message`. */
async function check(jobs: Readonly<Record<string, string>>, integrationType = 'SFTP'): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-jobs-'));
  mkdirSync(join(folder, 'jobs'));
  for (const [name, text] of Object.entries(jobs)) writeFileSync(join(folder, 'jobs', `${name}.yaml`), text);
  const checked = await checkJobFolder(join(folder, 'jobs'), {
    specs: new Set(['claims', 'typed', 'strict']),
    contents: new Map([['typed', { name: 'typed', recordTypes: [{ name: 'a' }, { name: 'b' }] }]]),
    errorRules: new Map([
      ['claims', 0],
      ['strict', 2],
    ]),
    integrationTypes: new Map([
      ['insurer-sftp', integrationType],
      ['files', 'SFTP'],
      ['rest', 'REST_API'],
    ]),
  });
  rmSync(folder, { recursive: true });
  return checked.flatMap(({ input, diagnostics }) =>
    diagnostics.map(({ line, column, code, message }) => `${input.expectedName}:${line}:${column} ${code} ${message}`),
  );
}

const SET = 'options: { skipInvalidRecords: true, delivery: exactly-once, onDuplicateFile: REFUSE }\n';

const job = (name: string, pattern: string, path = '/out') =>
  `name: ${name}\nsource: { integration: sftp, path: ${path}, pattern: "${pattern}" }\nspec: claims\nschedule: { every: 30s }\nto: { topic: t }\n${SET}`;

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

test('a spec with several record types is reported if the destination is a CSV file or a table', async () => {
  const write = (to: string) =>
    CLAIMS_JOB.replace('spec: claims', 'spec: typed')
      .replace(/^to: .*$/m, `to: ${to}`)
      .replace(', deadLetterTopic: claims-rejects', '');
  const found = await check({ claims: write('{ integration: files, path: "out/{name}.csv" }') });
  assert.is(found.length, 1, found.join('\n'));
  assert.match(found[0] ?? '', /^claims:4:7 invalid_job a CSV file holds records of one type.* has 2 record types/);
  assert.equal(await check({ claims: write('{ integration: files, path: "out/{name}.ndjson" }') }), []);
});

test('a job that publishes records that break ERROR rules has a warning', async () => {
  const strict = job('strict', '*.csv').replace('spec: claims', 'spec: strict');
  const [unset, found, ...others] = await check({ strict: strict.replace(SET, '') });
  assert.match(
    unset ?? '',
    /^strict:1:1 job_default_unset the defaults of skipInvalidRecords, delivery, onDuplicateFile have/,
  );
  assert.match(found ?? '', /^strict:1:1 errors_are_published the spec "strict" has 2 rules with the severity ERROR/);
  assert.equal(others, []);
  const [written] = await check({ strict: strict.replace('Records: true', 'Records: false') });
  assert.match(written ?? '', /^strict:6:32 errors_are_published/);
  assert.equal(await check({ strict }), []);
  assert.equal(await check({ strict: job('strict', '*.csv') }), []);
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

test('a destination that cannot be written is reported', async () => {
  const to = (text: string): string => job('a', '*').replace('{ topic: t }', text);
  assert.match(
    (await check({ a: to('{ integration: files, table: t }') }))[0] ?? '',
    /^a:5:20 invalid_job "to\.integration" names the integration "files", which is a SFTP. A table needs a DATABASE/,
  );
  assert.match((await check({ a: to('{ integration: rest, path: "e/{name}" }') }))[0] ?? '', /cannot write files/);
  assert.equal(await check({ a: to('{ integration: files, path: "e/{name}" }') }), []);
});

test('a file that cannot be read is reported, and the others are checked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-jobs-'));
  const path = (name: string): string => join(folder, name);
  mkdirSync(path('jobs'));
  writeFileSync(path('outside.yaml'), job('link', '*'));
  writeFileSync(path('jobs/bytes.yaml'), Buffer.from([0x6e, 0xff, 0xfe]));
  writeFileSync(path('jobs/huge.yaml'), `# ${'x'.repeat(1024 * 1024)}\n`);
  symlinkSync(path('outside.yaml'), path('jobs/link.yaml'));
  symlinkSync(path('nowhere.yaml'), path('jobs/lost.yaml'));
  spawnSync('mkfifo', [path('jobs/pipe.yaml')]);
  writeFileSync(path('jobs/twice.json'), '{');
  writeFileSync(path('jobs/twice.yaml'), job('twice', '*'));
  writeFileSync(path('jobs/wrong.yaml'), job('wrong', '*').replace('claims', 'clams'));
  const checked = await checkJobFolder(path('jobs'), { specs: new Set(['claims']), integrationTypes: new Map() });
  rmSync(folder, { recursive: true });
  assert.equal(
    checked.map(({ input, diagnostics }) => [input.expectedName, diagnostics.map(({ message }) => message).join()]),
    [
      ['bytes', 'the file is not valid UTF-8'],
      ['huge', 'it is larger than 1048576 bytes'],
      ['link', 'it is a link that leads out of the folder'],
      ['lost', 'the file cannot be read: no such file or folder'],
      ['pipe', 'it is not a regular file'],
      ['twice', checked[5]?.diagnostics[0]?.message],
      ['twice', 'another file is named "twice", too'],
      ['wrong', 'there is no spec "clams" in the specs folder'],
    ],
  );
  assert.is(checked[5]?.diagnostics[0]?.code, 'invalid_yaml');
});

test('a file that is no mapping, or is nested without end, is reported', async () => {
  for (const text of ['- a', 'text', '', 'null', '42', '['.repeat(20_000), `${'{a: '.repeat(20_000)}`])
    assert.match((await check({ a: text }))[0] ?? 'valid', /^a:\d+:\d+ invalid_(job|yaml) /, text.slice(0, 20));
  assert.match((await check({ a: '- a' }))[0] ?? '', /the definition takes a mapping with the keys name, source/);
});

test.run();
