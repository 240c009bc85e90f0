import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startTestService } from './service.ts';

const service = await startTestService();
const { call, files } = service;
test.after(service.remove);

const CSV = 'id,amount\na,1\nb,2\nc,x\n';
mkdirSync(join(files, 'in'));
writeFileSync(join(files, 'in/orders.csv'), CSV);
writeFileSync(join(files, 'in/orders.csv.gz'), gzipSync(CSV));
await call('POST', '/specs', {
  name: 'orders',
  format: 'CSV',
  fields: [
    { name: 'id', type: 'STRING', required: true },
    { name: 'amount', type: 'INTEGER' },
  ],
});
await call('POST', '/integrations', { name: 'folder', type: 'LOCAL_FS', config: { root: files } });

const source = (path: string, integrationId = 'folder') => ({ integrationId, path });
const request = (path: string, others: object = {}) => ({ specId: 'orders', source: source(path), ...others });

/** Sends the same file as a form. */
function upload(route: string, fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ specId: 'orders', ...fields })) form.append(name, value);
  form.append('file', new File([CSV], 'orders.csv'));
  return call('POST', route, form);
}

const comparable = ({ durationMs: _, runId: __, warnings: ___, ...result }: Record<string, unknown>) => result;

test('a file of an integration is validated with the response of an upload', async () => {
  const expected = await upload('/transform/validate', { errorLimit: '5' });
  for (const path of ['in/orders.csv', '/in/./orders.csv']) {
    const { status, body } = await call('POST', '/transform/validate', request(path, { errorLimit: 5 }));
    assert.is(status, 200);
    assert.equal(comparable(body), comparable(expected.body));
  }
  // The response does not wait until the file is removed.
  const spool = join(service.folder, 'data/spool');
  for (let tries = 0; readdirSync(spool).length > 0; tries++) {
    assert.ok(tries < 1000);
    await sleep(10);
  }
});

test('a file of an integration is published with the response of an upload', async () => {
  const options = { brokerTopic: 'uploaded', skipInvalidRecords: 'true' };
  const expected = await upload('/transform/file-to-events', options);
  const body = request('in/orders.csv', { brokerTopic: 'read', skipInvalidRecords: true, maxErrors: null });
  const { status, body: result } = await call('POST', '/transform/file-to-events', body);
  assert.is(status, 200);
  assert.equal(comparable(result), comparable(expected.body));
  assert.is(result.fileName, 'orders.csv');
  assert.is(result.fileSha256, createHash('sha256').update(CSV).digest('hex'));
  const messages = async (topic: string) =>
    (await call('GET', `/topics/${topic}/messages`)).body.map(({ value }: { value: string }) => value);
  assert.equal(await messages('read'), await messages('uploaded'));
});

test('a compressed file works, and limits apply to the file and its content', async () => {
  const { body } = await call('POST', '/transform/validate', request('in/orders.csv.gz'));
  assert.equal([body.totalRecords, body.fileName], [3, 'orders.csv.gz']);
  await service.restart({ maxFileBytes: 15 } as never);
  for (const route of ['validate', 'file-to-events']) {
    const big = { ...request('in/orders.csv'), ...(route === 'validate' ? {} : { brokerTopic: 'big' }) };
    const answer = await call('POST', `/transform/${route}`, big);
    assert.equal([answer.status, answer.body.code], [413, 'too_large'], route);
  }
  await service.restart();
});

const REJECTED: readonly (readonly [number, string, string | undefined, object])[] = [
  [400, 'missing_part', 'source', { specId: 'orders' }],
  [400, 'missing_part', 'specId', { source: source('in/orders.csv') }],
  [400, 'invalid_value', 'source', { specId: 'orders', source: 'in/orders.csv' }],
  [400, 'invalid_value', 'source.integrationId', { specId: 'orders', source: { path: 'x' } }],
  [400, 'invalid_value', 'source.path', { specId: 'orders', source: { integrationId: 'folder' } }],
  [400, 'invalid_value', 'source.query', { specId: 'orders', source: { ...source('x'), query: 'x' } }],
  [400, 'invalid_value', 'path', request('../orders.csv')],
  [400, 'invalid_value', 'path', request('in/a\u0000')],
  [400, 'unknown_part', 'brokerTopics', request('in/orders.csv', { brokerTopics: 't' })],
  [400, 'invalid_value', 'errorLimit', request('in/orders.csv', { errorLimit: -1 })],
  [400, 'invalid_value', 'skipInvalidRecords', request('in/orders.csv', { skipInvalidRecords: 'yes' })],
  [400, 'invalid_value', 'skipInvalidRecords', request('in/orders.csv', { skipInvalidRecords: {} })],
  [404, 'spec_not_found', 'specId', { ...request('in/orders.csv'), specId: 'none' }],
  [404, 'integration_not_found', undefined, { specId: 'orders', source: source('x', 'none') }],
  [404, 'source_not_found', undefined, request('in/none.csv')],
  [404, 'source_not_found', undefined, request('in')],
];
for (const [status, code, field, body] of REJECTED) {
  test(`${status} ${code} ${field ?? ''} for ${JSON.stringify(body)}`, async () => {
    const answer = await call('POST', '/transform/validate', body);
    assert.equal([answer.status, answer.body.code, answer.body.field], [status, code, field], answer.text);
  });
}

test('a file that grows while it is read is 409, and nothing is published', async () => {
  const path = join(files, 'in/growing.csv');
  writeFileSync(path, `id,amount\n${'a,1\n'.repeat(3_000_000)}`);
  const timer = setInterval(() => appendFileSync(path, 'b,2\n'), 1);
  try {
    const body = request('in/growing.csv', { brokerTopic: 'growing' });
    const { status, body: problem } = await call('POST', '/transform/file-to-events', body);
    assert.equal([status, problem.code], [409, 'source_changed']);
  } finally {
    clearInterval(timer);
  }
  assert.is((await call('GET', '/topics/growing/messages')).status, 404);
});

test('with --vault off, a source is 501, and an upload still works', async () => {
  await service.restart({ vault: false });
  const { status, body } = await call('POST', '/transform/validate', request('in/orders.csv'));
  assert.equal([status, body.code], [501, 'not_released']);
  assert.is((await upload('/transform/validate', {})).status, 200);
  await service.restart();
});

test.run();
