/** Every route with the largest legal spec and table: no turn of the event loop takes long, so other callers are not delayed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipIf } from '../support/skip.ts';
import { csvFile, eventually, formOf, jsonInit, startService } from './service.ts';
import { sendFile, waitForEnd } from './service-run.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace }>('pauses of the event loop');
const testOnLinux = skipIf(process.platform === 'linux' ? null : 'reads /proc', test);

/** The longest turn that is allowed, in ms of processor time of the main thread. */
const MAX_MS = 200;

const FIELDS = Array.from({ length: 2000 }, (_, i) => ({ name: `f${i}`, type: 'STRING' }));
const LARGEST = {
  name: 'largest',
  format: 'CSV',
  fields: FIELDS,
  correctionRules: Array.from({ length: 5000 }, (_, i) => ({
    ...{ ruleId: `c${i}`, field: `f${i % 2000}`, correctionType: 'TRIM' },
  })),
  validationRules: Array.from({ length: 5000 }, (_, i) => ({
    ...{ ruleId: `r${i}`, field: `f${i % 2000}`, ruleType: 'MAX_LENGTH', value: 2, message: 'too long' },
  })),
};
const HEAD = FIELDS.map(({ name }) => name).join(',');
const FILE = `${HEAD}\n${`${'long,'.repeat(1999)}long\n`.repeat(20)}${`${'ok,'.repeat(1999)}ok\n`.repeat(20)}`;

test.before((context) => {
  const env = {
    SPECMILL_TEST_PAUSES: 'pauses.txt',
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'watch-loop.mjs')}`,
  };
  context.at = createWorkplace({ env });
  context.at.write('specs/none.txt', '');
});

testOnLinux('no route with the largest legal spec occupies the event loop', async ({ at }) => {
  const file = at.path('pauses.txt');
  const service = await startService(at, ['--threads', '1']);
  const pauses: Record<string, number> = {};
  let seen = 0;
  const measure = async (name: string, path: string, init?: RequestInit): Promise<string> => {
    await wait(50);
    seen = read(file).length;
    const response = await service.fetch(path, init);
    const text = await response.text();
    await wait(50);
    pauses[name] = Math.max(0, ...read(file).slice(seen));
    assert.ok(response.status < 400, `${name}: ${response.status} ${text.slice(0, 300)}`);
    return text;
  };
  const body = JSON.stringify(LARGEST);
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const yaml = { method: 'POST', headers: { 'content-type': 'application/yaml' } };
  assert.ok(body.length > 700_000 && body.length < 1024 * 1024, String(body.length));

  const { id } = JSON.parse(await measure('POST /specs', '/specs', { ...json, body })) as { id: string };
  await measure('PUT /specs/{id}', `/specs/${id}`, { ...yaml, method: 'PUT', body: `# YAML\n${body}` });
  await measure('GET /specs', '/specs');
  await measure('GET /specs?include', '/specs?include=spec');
  await measure('GET /specs/{id}', `/specs/${id}`);
  for (const as of ['typescript', 'esm', 'dts']) await measure(`module ${as}`, `/specs/${id}/module?as=${as}`);
  await measure('description', `/specs/${id}/description`);
  await measure('samples', `/specs/${id}/samples`);
  await measure('validate stored', `/specs/${id}/validate`, { method: 'POST' });
  await measure('validate body', `/specs/${id}/validate`, { ...json, body });
  await measure('drafts', '/drafts', { ...json, body: JSON.stringify({ text: body, specId: id }) });
  const form = (more: Record<string, string>) => ({
    method: 'POST',
    body: formOf({ specId: id, skipInvalidRecords: 'true', ...more, file: csvFile(FILE) }),
  });
  await measure('dry run', '/transform/validate', form({}));
  await measure('dry run, NDJSON', '/transform/validate', {
    ...form({}),
    headers: { accept: 'application/x-ndjson' },
  });
  const run = await measure('run', '/transform/file-to-events', form({ brokerTopic: 'largest' }));
  const { runId } = JSON.parse(run) as { runId: string };
  await measure('run, repeated', '/transform/file-to-events', form({ brokerTopic: 'largest' }));
  await measure('GET /runs', '/runs');
  await measure('GET /runs/{id}', `/runs/${runId}`);
  await measure('errors', `/runs/${runId}/errors`);
  await measure('rejects', `/runs/${runId}/rejects`);
  await measure('messages', '/topics/largest/messages?limit=1000');
  for (const path of ['/topics', '/audit', '/openapi.json', '/caller', '/jobs', '/integrations', '/credentials'])
    await measure(path, path);
  for (const path of ['//docs', '//', '//health/ready', '//metrics']) await measure(path, path);
  await measure('DELETE /topics', '/topics/largest', { method: 'DELETE' });
  await measure('DELETE /runs', `/runs/${runId}`, { method: 'DELETE' });
  await measure('DELETE /specs', `/specs/${id}`, { method: 'DELETE' });
  await service.stop();
  assertShort(pauses);
});

testOnLinux('no route with the largest reference table occupies the event loop', async ({ at }) => {
  const file = at.path('pauses.txt');
  const service = await startService(at, ['--threads', '1']);
  const pauses: Record<string, number> = {};
  let seen = 0;
  const measure = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    await wait(50);
    seen = read(file).length;
    const result = await work();
    await wait(50);
    pauses[name] = Math.max(0, ...read(file).slice(seen));
    return result;
  };
  const send = (body: string) => ({ method: 'PUT', body, headers: { 'content-type': 'text/csv' } });
  const fields = [
    { name: 'code', type: 'STRING' },
    { name: 'word', type: 'STRING', value: 'lookup("codes", code, "word")' },
  ];
  const ofService = { name: 'of-service', format: 'CSV', reference: { codes: { key: 'code' } }, fields };
  const inFolder = { ...ofService, name: 'in-folder', reference: { codes: { key: 'code', file: 'codes.csv' } } };
  const version = async (specId: string, name: string): Promise<string> => {
    const body = { specId, brokerTopic: 'codes', file: csvFile(`code\nK1\n`, name) };
    const run = await waitForEnd(service, await sendFile(service, body));
    assert.is(run.status, 'SUCCESS');
    return (run as unknown as { reference: { version: string }[] }).reference[0]?.version ?? '';
  };

  const put = async (body: string) => (await service.fetch('/reference/codes', send(body))).status;
  assert.is(await measure('PUT a new table', () => put(tableOf('one'))), 201);
  const posted = await service.fetch('/specs', jsonInit('POST', ofService));
  assert.is(posted.status, 201, await posted.text());
  assert.is(await measure('PUT a version', () => put(tableOf('two'))), 200);
  assert.is(await measure('PUT a key twice', () => put(tableOf('one').replace('K7,', 'K8,'))), 422);
  await measure('run', () => version('of-service', 'a.csv'));
  await measure('GET', async () => (await service.fetch('/reference/codes')).text());
  at.write('specs/codes.csv', tableOf('three'));
  at.write('specs/in-folder.yaml', JSON.stringify(inFolder));
  await measure('a new table in the folder', () =>
    eventually(async () => (await service.fetch('/specs/in-folder')).status === 200),
  );
  const before = await measure('run with the folder', () => version('in-folder', 'b.csv'));
  at.write('specs/codes.csv', tableOf('four'));
  let runs = 0;
  await measure('a changed table in the folder', () =>
    eventually(async () => (await version('in-folder', `c${runs++}.csv`)) !== before),
  );
  await service.stop();
  assertShort(pauses);
});

test.after(({ at }) => at.remove());

/** Returns a table of 1,000,000 rows and about 61 MB. */
function tableOf(word: string): string {
  const rows: string[] = [];
  for (let i = 0; i < 1_000_000; i++) rows.push(`K${i},${word} ${'x'.repeat(48)}\n`);
  return `code,word\n${rows.join('')}`;
}

function assertShort(pauses: Record<string, number>): void {
  const slowest = Object.entries(pauses).sort(([, one], [, other]) => other - one);
  console.log(
    `note: ${slowest
      .slice(0, 6)
      .map(([name, ms]) => `${name} ${ms} ms`)
      .join(', ')}`,
  );
  assert.ok(
    slowest.some(([, ms]) => ms > 0),
    'nothing was measured',
  );
  assert.equal(
    slowest.filter(([, ms]) => ms > MAX_MS),
    [],
  );
}

function read(file: string): number[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
}

test.run();
