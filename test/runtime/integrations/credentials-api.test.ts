import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMasterKeyText } from '../../../runtime/state/vault/master-key.ts';
import { startTestService } from './service.ts';

const service = await startTestService();
const { call } = service;
test.after(service.remove);

const password = (name: string, secret: unknown = 'correct horse battery') => ({
  name,
  type: 'PASSWORD',
  secret,
  metadata: { username: 'u' },
});

test('the first credential creates the master key and logs a warning', async () => {
  const { status, headers, body } = await call('POST', '/credentials', password('first'));
  assert.is(status, 201);
  assert.is(headers.get('location'), `/api/v1/credentials/${body.id}`);
  const { id, createdAt, ...others } = body;
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.match(createdAt, /^\d{4}-.*Z$/);
  assert.equal(others, {
    name: 'first',
    type: 'PASSWORD',
    metadata: { username: 'u' },
    hint: '****tery',
    version: 1,
    rotatedAt: null,
    expiresAt: null,
    hosts: null,
    types: null,
    usedBy: [],
  });
  const key = join(service.folder, 'data/master.key');
  assert.is(statSync(key).mode & 0o777, 0o600);
  assert.is(Buffer.from(readFileSync(key, 'utf8'), 'base64').length, 32);
  const warnings = service.log.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');
  assert.equal(
    warnings.map(({ event }) => event),
    ['master_key_created'],
  );
  assert.match(warnings[0].message, 'stored together');
});

test('a credential is read by id and by name, and never with its secret', async () => {
  const created = (await call('POST', '/credentials', password('readable'))).body;
  for (const path of [
    `/credentials/${created.id}`,
    '/credentials/readable',
    `/credentials/${created.id.toUpperCase()}`,
  ])
    assert.equal((await call('GET', path)).body, created);
  const list = await call('GET', '/credentials');
  assert.ok(list.body.some(({ id }: { id: string }) => id === created.id));
  assert.not.match(list.text, 'correct horse');
  assert.is((await call('HEAD', '/credentials')).text, '');
});

const REJECTED: readonly (readonly [string, object])[] = [
  ['name', { ...password('x'), name: undefined }],
  ['name', password('X')],
  ['name', password('1x')],
  ['name', password('x'.repeat(101))],
  ['name', { ...password('x'), name: ['x'] }],
  ['type', { ...password('x'), type: undefined }],
  ['type', { ...password('x'), type: 'SECRET' }],
  ['type', { ...password('x'), type: 'constructor' }],
  ['secret', { ...password('x'), secret: undefined }],
  ['secret', password('x', 7)],
  ['secret', password('x', [])],
  ['secret.password', password('x', {})],
  ['secret.password', password('x', '')],
  ['secret.pin', password('x', { password: 'p', pin: '1' })],
  ['metadata.username', { ...password('x'), metadata: {} }],
  ['metadata.role', { ...password('x'), metadata: { username: 'u', role: 'r' } }],
  ['metadata', { ...password('x'), metadata: 'u' }],
  ['owner', { ...password('x'), owner: 'me' }],
  ['secret.privateKey', { ...password('x', 'not a key'), type: 'SSH_KEY' }],
];
for (const [index, [field, body]] of REJECTED.entries()) {
  test(`422 with the field ${field} (${index})`, async () => {
    const answer = await call('POST', '/credentials', body);
    assert.equal([answer.status, answer.body.code, answer.body.field], [422, 'invalid_credential', field]);
    assert.is(answer.headers.get('content-type'), 'application/problem+json');
  });
}

test('bodies that are not a JSON object are 400, and their text is not repeated', async () => {
  const cases: [string, string][] = [
    ['{"secret":"m4rk3r"', 'malformed_json'],
    ['["m4rk3r"]', 'malformed_request'],
    ['"m4rk3r"', 'malformed_request'],
    ['null', 'malformed_request'],
    [`{"secret":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'malformed_request'],
  ];
  for (const [text, code] of cases) {
    const answer = await call('POST', '/credentials', text);
    assert.equal([answer.status, answer.body.code], [400, code], text.slice(0, 30));
    assert.not.match(answer.text, 'm4rk3r');
  }
  assert.is((await call('POST', '/credentials', password('x', 'p'.repeat(300_000)))).status, 413);
  assert.is((await call('POST', '/credentials', new FormData())).status, 415);
});

test('a name is used once', async () => {
  assert.is((await call('POST', '/credentials', password('twice'))).status, 201);
  const { status, body } = await call('POST', '/credentials', password('twice'));
  assert.equal([status, body.code, body.field], [409, 'name_taken', 'name']);
});

test('PUT rotates: the same id, the next version, and the type cannot change', async () => {
  const created = (await call('POST', '/credentials', password('rotated'))).body;
  const path = `/credentials/${created.id}`;
  const { status, body } = await call('PUT', path, { secret: 'another long secret!' });
  assert.equal([status, body.id, body.version, body.hint], [200, created.id, 2, '****ret!']);
  assert.equal(body.metadata, { username: 'u' });
  assert.ok(body.rotatedAt >= body.createdAt);
  assert.is((await call('PUT', path, { secret: 'x', metadata: { username: 'v' } })).body.metadata.username, 'v');
  // What GET returns may stay in the body.
  const again = await call('PUT', path, { ...(await call('GET', path)).body, secret: { password: 'short' } });
  assert.equal([again.status, again.body.version, again.body.hint], [200, 4, '****']);
  for (const [field, change] of Object.entries({ type: 'API_TOKEN', name: 'other', secret: undefined, owner: 'me' })) {
    const answer = await call('PUT', path, { secret: 'x', [field]: change });
    assert.equal([answer.status, answer.body.code, answer.body.field], [422, 'invalid_credential', field]);
  }
  assert.is((await call('GET', path)).body.version, 4);
});

test('an unknown credential is 404, also with a body that is not valid', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const { status, body } = await call(method, '/credentials/none', method === 'PUT' ? {} : undefined);
    assert.equal([status, body.code], [404, 'credential_not_found'], method);
  }
  assert.is((await call('POST', '/credentials/none')).status, 405);
});

test('a credential that an integration uses is not deleted', async () => {
  const { id } = (await call('POST', '/credentials', password('used'))).body;
  const integration = { name: 'user', type: 'SFTP', credentialId: id, config: { host: 'sftp.example' } };
  const user = (await call('POST', '/integrations', integration)).body;
  assert.equal((await call('GET', '/credentials/used')).body.usedBy, [user.id]);
  const { status, body } = await call('DELETE', `/credentials/${id}`);
  assert.equal([status, body.code, body.usedBy], [409, 'credential_in_use', [user.id]]);
  assert.is((await call('DELETE', `/integrations/${user.id}`)).status, 204);
  const removed = await call('DELETE', `/credentials/${id}`);
  assert.equal([removed.status, removed.text], [204, '']);
  assert.is((await call('GET', `/credentials/${id}`)).status, 404);
});

test('with another master key the service starts, and credentials are 503 until the right one is back', async () => {
  await service.restart({ masterKey: createMasterKeyText() });
  const calls: [string, string, unknown?][] = [
    ['GET', '/credentials'],
    ['GET', '/credentials/first'],
    ['POST', '/credentials', password('locked')],
    ['PUT', '/credentials/first', { secret: 'x' }],
    ['DELETE', '/credentials/first'],
    ['POST', '/integrations', { name: 'locked', type: 'SFTP', credentialId: 'first', config: { host: 'h' } }],
  ];
  for (const [method, path, body] of calls) {
    const answer = await call(method, path, body);
    assert.equal([answer.status, answer.body.code], [503, 'vault_locked'], `${method} ${path}`);
  }
  assert.is((await call('GET', '/integrations')).status, 200);
  assert.ok(service.log.some((line) => JSON.parse(line).event === 'vault_locked'));
  await service.restart();
  assert.is((await call('GET', '/credentials/first')).status, 200);
});

test('a key that cannot be read, or two keys, lock the vault', async () => {
  const file = join(service.folder, 'short.key');
  writeFileSync(file, 'c2hvcnQ=');
  for (const settings of [
    { masterKeyFile: file },
    { masterKeyFile: join(service.folder, 'missing') },
    { masterKeyCommand: 'false' },
    { masterKeyFile: file, masterKey: createMasterKeyText() },
  ]) {
    await service.restart(settings);
    const { status, text } = await call('GET', '/credentials');
    assert.is(status, 503);
    assert.not.match(text, 'c2hvcnQ');
  }
  await service.restart();
});

test('with --vault off, credentials and integrations are 501 for every method, and say how to switch them on', async () => {
  await service.restart({ vault: false });
  assert.is((await call('GET', '/credentialsx')).status, 404);
  for (const path of [
    '/credentials',
    '/credentials/',
    '/credentials/x',
    '/integrations',
    '/integrations/x/test',
    '/integrations/x/y',
  ])
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      const { status, body } = await call(method, `${path}?unknown=1`, method === 'GET' ? undefined : {});
      assert.equal([status, body.code], [501, 'not_released'], `${method} ${path}`);
      assert.match(body.detail, '--vault on');
    }
  await service.restart();
});

test.run();
