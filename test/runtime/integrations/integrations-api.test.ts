import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startTestService } from './service.ts';

const service = await startTestService({ integrationHosts: ['127.0.0.1'] });
const { call, files } = service;
test.after(service.remove);

const local = (name: string, config: object = { root: files }) => ({ name, type: 'LOCAL_FS', config });
const sftp = (name: string, config: object) => ({ name, type: 'SFTP', credentialId: 'password', config });
/** Creates a password that no integration uses. */
const createPassword = (name: string) =>
  call('POST', '/credentials', { name, type: 'PASSWORD', secret: 'a long secret', metadata: { username: 'u' } });
await createPassword('password');
await call('POST', '/credentials', { name: 'token', type: 'API_TOKEN', secret: 'a long secret' });

test('POST returns the integration with its defaults and Location', async () => {
  const { status, headers, body } = await call('POST', '/integrations', sftp('created', { host: 'sftp.example' }));
  assert.is(status, 201);
  assert.is(headers.get('location'), `/api/v1/integrations/${body.id}`);
  const { id, credentialId, createdAt, updatedAt, ...others } = body;
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.is(credentialId, (await call('GET', '/credentials/password')).body.id);
  assert.is(createdAt, updatedAt);
  assert.equal(others, {
    origin: 'api',
    name: 'created',
    type: 'SFTP',
    config: { host: 'sftp.example', port: 22, root: '/', hostKeys: [], maxConnections: 4 },
    version: 1,
  });
  for (const path of [`/integrations/${id}`, '/integrations/created'])
    assert.equal((await call('GET', path)).body, body);
  assert.equal((await call('GET', '/integrations')).body, [body]);
});

test('PUT replaces: the body may contain what GET returned', async () => {
  const created = (await call('POST', '/integrations', local('replaced'))).body;
  const { status, body } = await call('PUT', `/integrations/${created.id}`, { ...created, name: 'renamed' });
  assert.equal([status, body.id, body.name, body.version], [200, created.id, 'renamed', 2]);
  assert.is((await call('GET', '/integrations/replaced')).status, 404);
});

const REJECTED: readonly (readonly [string, object])[] = [
  ['name', local('Upper')],
  ['type', { ...local('x'), type: 'NFS' }],
  ['type', { ...local('x'), type: undefined }],
  ['config', { ...local('x'), config: undefined }],
  ['config.root', local('x', {})],
  ['config.root', local('x', { root: '/etc' })],
  ['config.secret', local('x', { root: files, secret: 's' })],
  ['config.host', sftp('x', { host: 'sftp://u:p@h' })],
  ['credentialId', { ...sftp('x', { host: 'h' }), credentialId: 'token' }],
  ['credentialId', { ...sftp('x', { host: 'h' }), credentialId: 'unknown' }],
  ['credentialId', { ...sftp('x', { host: 'h' }), credentialId: undefined }],
  ['credentialId', { ...sftp('x', { host: 'h' }), credentialId: 7 }],
  ['credentialId', { ...local('x'), credentialId: 'password' }],
  ['password', { ...local('x'), password: 's' }],
];
for (const [index, [field, body]] of REJECTED.entries()) {
  test(`422 with the field ${field} (${index})`, async () => {
    const answer = await call('POST', '/integrations', body);
    assert.equal([answer.status, answer.body.code, answer.body.field], [422, 'invalid_integration', field]);
  });
}

test('names are unique, and unknown integrations are 404', async () => {
  await call('POST', '/integrations', local('once'));
  const { status, body } = await call('POST', '/integrations', local('once'));
  assert.equal([status, body.code], [409, 'name_taken']);
  const paths = [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/test'],
    ['GET', '/files'],
  ] as const;
  for (const [method, end] of paths) {
    const answer = await call(method, `/integrations/none${end}`, method === 'GET' ? undefined : {});
    assert.equal([answer.status, answer.body.code], [404, 'integration_not_found'], `${method} ${end}`);
  }
});

test('GET files lists a folder, with a pattern and a limit', async () => {
  mkdirSync(join(files, 'in'));
  for (const name of ['b.csv', 'a.csv', 'c.txt', 'übergröße.csv']) writeFileSync(join(files, 'in', name), 'id\n');
  await call('POST', '/integrations', local('folder'));
  const list = async (query: string) => call('GET', `/integrations/folder/files?${query}`);
  const names = ({ body }: { body: { name: string }[] }) => body.map(({ name }) => name).sort();
  assert.equal(names(await list('path=in&pattern=*.csv')), ['a.csv', 'b.csv', 'übergröße.csv']);
  const [first] = (await list('path=/in/&pattern=a.*')).body;
  assert.equal([first.path, first.name, first.size], ['in/a.csv', 'a.csv', 3]);
  assert.ok(first.modified.endsWith('Z') && first.version !== '');
  assert.is((await list('path=in&limit=2')).body.length, 2);
  assert.equal((await list('')).body, []);
  for (const [query, status, code] of [
    ['path=../', 400, 'invalid_value'],
    ['path=%00', 400, 'invalid_value'],
    ['path=in&pattern=[a', 400, 'invalid_value'],
    ['limit=0', 400, 'invalid_value'],
    ['limit=10001', 400, 'invalid_value'],
    ['recursive=true', 400, 'unknown_parameter'],
    ['path=none', 404, 'source_not_found'],
  ] as const) {
    const answer = await list(query);
    assert.equal([answer.status, answer.body.code], [status, code], query);
  }
});

test('a symbolic link out of the root is not followed', async () => {
  symlinkSync('/etc', join(files, 'out'));
  const { status, body } = await call('GET', '/integrations/folder/files?path=out');
  assert.equal([status, body.code], [400, 'invalid_value']);
});

test('a root that is no longer a local root is refused, also for integrations that exist', async () => {
  await service.restart({ localRoots: [join(files, 'in')], integrationHosts: ['127.0.0.1'] });
  const { status, body } = await call('GET', '/integrations/folder/files');
  assert.equal([status, body.code, body.field], [422, 'invalid_integration', 'config.root']);
  await service.restart();
});

test('the test of a folder lists it and, with write, writes and removes a file', async () => {
  const plain = await call('POST', '/integrations/folder/test');
  assert.is(plain.status, 200);
  assert.equal(
    plain.body.steps.map(({ step, ok }: { step: string; ok: boolean }) => [step, ok]),
    [
      ['resolve', true],
      ['list', true],
    ],
  );
  const before = await readdir(files);
  const { body } = await call('POST', '/integrations/folder/test', { write: true });
  assert.is(body.ok, true);
  assert.equal(
    body.steps.map(({ step }: { step: string }) => step),
    ['resolve', 'list', 'write', 'remove'],
  );
  for (const { durationMs, detail } of body.steps) assert.ok(durationMs >= 0 && detail.endsWith('.'));
  assert.equal(await readdir(files), before);
  for (const wrong of [{ write: 'yes' }, { read: true }])
    assert.is((await call('POST', '/integrations/folder/test', wrong)).status, 400);
});

/** Tests an integration, and returns the last step, whether it is ok, and its detail. */
async function testLast(config: object): Promise<{ steps: string; ok: boolean; detail: string }> {
  const name = `t${Math.floor(Math.random() * 1e9)}`;
  await createPassword(name);
  const { body } = await call('POST', '/integrations', { ...sftp(name, config), credentialId: name });
  const { body: outcome } = await call('POST', `/integrations/${body.id}/test`);
  const steps = outcome.steps.map(({ step, ok }: { step: string; ok: boolean }) => `${step} ${ok ? 'ok' : 'failed'}`);
  return { steps: steps.join(', '), ok: outcome.ok, detail: outcome.steps.at(-1).detail };
}

test('a refused address fails at resolve, and says how to allow it', async () => {
  for (const host of ['127.0.0.2', '169.254.169.254', '[::ffff:169.254.169.254]', '2130706434', '0x7f000002']) {
    const { steps, ok, detail } = await testLast({ host });
    assert.equal([steps, ok], ['resolve failed', false], host);
    assert.match(detail, /--integration-hosts|cannot be resolved/);
  }
});

test('a port without a server fails at connect', async () => {
  const { steps, detail } = await testLast({ host: '127.0.0.1', port: 1 });
  assert.is(steps, 'resolve ok, connect failed');
  assert.match(detail, 'ECONNREFUSED');
});

test('a server that speaks another protocol fails, and the steps before it are ok', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { steps, ok } = await testLast({ host: '127.0.0.1', port: (server.address() as { port: number }).port });
  assert.equal([steps, ok], ['resolve ok, connect ok, hostKey failed', false]);
  server.close();
});

test('files of an unreachable host are 502 with the step and the reason', async () => {
  await createPassword('down');
  const down = { ...sftp('down', { host: '127.0.0.1', port: 1 }), credentialId: 'down' };
  await call('POST', '/integrations', down);
  const { status, body } = await call('GET', '/integrations/down/files');
  assert.equal([status, body.code, body.reason, body.step], [502, 'source_unreachable', 'unreachable', 'connect']);
});

test.run();
