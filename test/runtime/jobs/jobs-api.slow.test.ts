import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startTestService, type TestService } from '../integrations/service.ts';
import { eventually } from '../service.ts';

const test = suite<{ service: TestService }>('jobs over REST');
test.before.each(async (context) => {
  context.service = await startTestService();
  const config = { root: context.service.files };
  await context.service.call('POST', '/integrations', { name: 'inbox', type: 'LOCAL_FS', config });
  await context.service.call('POST', '/specs', SPEC);
});
test.after.each(async ({ service }) => service.remove());

const SPEC = { name: 'orders', format: 'CSV', fields: [{ name: 'id', type: 'STRING', required: true }] };
const JOB = {
  name: 'claims',
  source: { integration: 'inbox', path: '/', pattern: '*.csv' },
  spec: 'orders',
  schedule: { every: '1s' },
  ready: { unchangedFor: '0s' },
  to: { topic: 'claims' },
};

test('a job is created, shown, run, paused, resumed, replaced and removed', async ({ service }) => {
  writeFileSync(join(service.files, 'a.csv'), 'id\n1\n2\n');
  const created = await service.call('POST', '/jobs', JOB);
  assert.equal([created.status, created.body.origin, created.body.status], [201, 'api', 'active']);
  assert.is(created.headers.get('location'), `/api/v1/jobs/${created.body.id}`);
  await eventually(async () => (await service.call('GET', '/jobs/claims')).body.counts.done === 1);
  const { body: job } = await service.call('GET', `/jobs/${created.body.id}`);
  assert.equal([job.source, job.lastError, typeof job.lastCheck], [JOB.source, null, 'string']);
  const { body: files } = await service.call('GET', '/jobs/claims/files?state=done&name=a*');
  assert.equal([files.length, files[0].name, files[0].state], [1, 'a.csv', 'done']);
  assert.equal((await service.call('GET', '/jobs/claims/files?state=failed')).body, []);
  writeFileSync(join(service.files, 'b.csv'), 'id\n3\n');
  await eventually(async () => (await service.call('GET', '/jobs/claims')).body.counts.done === 2);
  const namesOf = async (query: string) =>
    ((await service.call('GET', `/jobs/claims/files?${query}`)).body as { name: string }[]).map(({ name }) => name);
  assert.equal(await namesOf(''), ['a.csv', 'b.csv']);
  assert.equal(await namesOf('order=newest'), ['b.csv', 'a.csv']);
  const [newest] = (await service.call('GET', '/jobs/claims/files?order=newest&limit=1')).body;
  assert.equal(await namesOf(`order=newest&cursor=${newest.id}`), ['a.csv']);
  assert.is((await service.call('GET', '/jobs/claims/files?order=x')).status, 400);
  assert.is((await service.call('POST', `/jobs/claims/files/${files[0].id}/retry`)).body.code, 'file_not_retryable');
  assert.is((await service.call('POST', '/jobs/claims/files/99/retry')).body.code, 'job_file_not_found');
  const retry = (body: unknown) => service.call('POST', '/jobs/claims/retry', body);
  const without = await retry({ files: [files[0].id] });
  assert.equal([without.status, without.body.code], [409, 'already_published']);
  assert.equal([without.body.publishedRecords, without.body.runId], [files[0].records.total, files[0].runId]);
  for (const [body, code] of [
    [{}, 'missing_part'],
    [{ files: [] }, 'invalid_value'],
    [{ state: 'running' }, 'invalid_value'],
    [{ state: 'done', specVersion: 'OLD' }, 'invalid_value'],
    [{ state: 'done', since: 'yesterday' }, 'invalid_value'],
    [{ state: 'done', all: true }, 'unknown_part'],
    [{ files: ['nothing.csv'] }, 'job_file_not_found'],
  ] as const)
    assert.is((await retry(body)).body.code, code);
  const forced = await retry({ files: [files[0].name], force: true });
  assert.equal([forced.status, forced.body.map((file: { id: string }) => file.id)], [202, [files[0].id]]);
  assert.is((await service.call('POST', '/jobs/claims/run')).status, 202);
  assert.is((await service.call('POST', '/jobs/claims/pause')).body.status, 'paused');
  assert.equal((await service.call('POST', '/jobs/claims/run')).body.code, 'job_paused');
  assert.is((await service.call('POST', '/jobs/claims/resume')).body.status, 'active');
  const replaced = await service.call('PUT', '/jobs/claims', { ...job, schedule: { every: '5s' } });
  assert.equal([replaced.status, replaced.body.id, replaced.body.schedule], [200, job.id, { every: '5s' }]);
  const { body: integration } = await service.call('GET', '/integrations/inbox');
  const refused = await service.call('DELETE', `/integrations/${integration.id}`);
  assert.equal([refused.status, refused.body.code, refused.body.usedBy], [409, 'integration_in_use', [job.id]]);
  assert.is((await service.call('DELETE', '/jobs/claims')).status, 204);
  assert.is((await service.call('GET', '/jobs/claims')).body.code, 'job_not_found');
});

test('a wrong member is 422 with its field, and nothing is stored', async ({ service }) => {
  for (const [change, field] of [
    [{ schedule: { every: '30' } }, 'schedule.every'],
    [{ spec: 'nope' }, 'spec'],
    [{ source: { integration: 'nope' } }, 'source.integration'],
    [{ to: { topic: 'a b' } }, 'to.topic'],
    [{ colour: 'red' }, 'colour'],
  ] as const) {
    const { status, body } = await service.call('POST', '/jobs', { ...JOB, ...change });
    assert.equal([status, body.code, body.field], [422, 'invalid_job', field]);
    assert.is(body.problems[0].field, field);
  }
  assert.is((await service.call('POST', '/jobs', '{')).status, 400);
  assert.equal((await service.call('GET', '/jobs')).body, []);
  assert.is((await service.call('POST', '/jobs', JOB)).status, 201);
  assert.equal((await service.call('POST', '/jobs', JOB)).body.code, 'name_taken');
});

test('files are paged with a Link to the next page', async ({ service }) => {
  for (const name of ['a.csv', 'b.csv', 'c.csv']) writeFileSync(join(service.files, name), `id\n${name}\n`);
  await service.call('POST', '/jobs', JOB);
  await eventually(async () => (await service.call('GET', '/jobs/claims')).body.counts.done === 3);
  const first = await service.call('GET', '/jobs/claims/files?limit=2');
  const [, next] = /^<\/api\/v1(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
  const second = await service.call('GET', next ?? '');
  assert.equal([first.body.length, second.body.length, second.headers.get('link')], [2, 1, null]);
});

test('jobs in git are in service, change with their file, and only there', async ({ service }) => {
  const folder = join(service.folder, 'specs', 'jobs');
  mkdirSync(folder);
  const write = (every: string) =>
    writeFileSync(join(folder, 'claims.yaml'), JSON.stringify({ ...JOB, schedule: { every } }));
  const isEvery = async (every: string) => (await service.call('GET', '/jobs/claims')).body.schedule?.every === every;
  write('1s');
  await eventually(() => isEvery('1s'));
  assert.is((await service.call('GET', '/jobs/claims')).body.origin, 'git');
  for (const [method, body] of [
    ['PUT', JOB],
    ['DELETE', undefined],
  ] as const) {
    const answer = await service.call(method, '/jobs/claims', body);
    assert.equal([answer.status, answer.body.code], [409, 'job_in_git']);
  }
  assert.is((await service.call('POST', '/jobs', JOB)).body.code, 'name_taken');
  write('soon');
  await eventually(() => service.log.some((line) => line.includes('jobs_broken')));
  assert.ok(await isEvery('1s'), 'the earlier state remains');
  write('2s');
  await eventually(() => isEvery('2s'));
});

test('with --vault off, there are no jobs', async ({ service }) => {
  await service.restart({ vault: false });
  for (const [method, path] of [
    ['GET', '/jobs'],
    ['POST', '/jobs'],
    ['GET', '/jobs/x/files'],
  ] as const) {
    const { status, body } = await service.call(method, path, method === 'POST' ? JOB : undefined);
    assert.equal([status, body.code], [501, 'not_released']);
  }
});

test.run();
