import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../service.ts';
import { startTestService } from './service.ts';

const service = await startTestService();
const { call, files } = service;
test.after(service.remove);

const folder = join(service.folder, 'specs', 'integrations');
const write = (file: string, value: unknown): void => writeFileSync(join(folder, file), JSON.stringify(value));
const local = (name: string, root = files) => ({ name, type: 'LOCAL_FS', config: { root } });
const sftp = (name: string, credential: string) => ({
  name,
  type: 'SFTP',
  credential,
  config: { host: 'sftp.example' },
});
const broken = async () => (await call('GET', '/../../health/ready')).body.integrations.broken;

mkdirSync(folder);
writeFileSync(join(files, 'claims.csv'), 'id\na\n');
write('inbox.yaml', local('inbox'));
write('insurer.yaml', sftp('insurer', 'insurer-key'));
await service.restart();

test('integrations in git are listed with their origin and a stable id', async () => {
  const { body } = await call('GET', '/integrations');
  assert.equal(
    body.map(({ name, origin }: { name: string; origin: string }) => [name, origin]),
    [
      ['inbox', 'git'],
      ['insurer', 'git'],
    ],
  );
  const { id } = body[0];
  assert.equal((await call('GET', `/integrations/${id}`)).body, {
    ...{ id, origin: 'git', name: 'inbox', type: 'LOCAL_FS', credentialId: null, config: { root: files } },
    ...{ version: null, createdAt: null, updatedAt: null },
  });
  await service.restart();
  assert.is((await call('GET', '/integrations/inbox')).body.id, id);
  assert.equal((await call('GET', '/../../health/ready')).body.integrations, { git: 2, broken: {} });
});

test('they change in git alone, and their names are taken', async () => {
  const { body } = await call('GET', '/integrations/inbox');
  for (const [method, sent] of [
    ['PUT', body],
    ['PUT', {}],
    ['DELETE', undefined],
  ] as const) {
    const answer = await call(method, '/integrations/inbox', sent);
    assert.equal([answer.status, answer.body.code], [409, 'integration_in_git'], method);
  }
  const { name, type, config } = body;
  const posted = await call('POST', '/integrations', { name, type, config });
  assert.equal([posted.status, posted.body.code], [409, 'name_taken']);
  const other = (await call('POST', '/integrations', local('other'))).body;
  assert.is(other.origin, 'api');
  const renamed = await call('PUT', `/integrations/${other.id}`, { name, type, config });
  assert.equal([renamed.status, renamed.body.code], [409, 'name_taken']);
  assert.is((await call('DELETE', '/integrations/other')).status, 204);
});

test('their files are listed, tested, and read as the source of a request and of a job', async () => {
  const spec = 'name: claims\nformat: CSV\nfields: [{ name: id, type: STRING }]\n';
  writeFileSync(join(service.folder, 'specs', 'claims.yaml'), spec);
  await service.restart();
  assert.equal(
    (await call('GET', '/integrations/inbox/files')).body.map(({ name }: { name: string }) => name),
    ['claims.csv'],
  );
  assert.is((await call('POST', '/integrations/inbox/test')).body.ok, true);
  const source = { integrationId: 'inbox', path: 'claims.csv' };
  const read = await call('POST', '/transform/validate', { specId: 'claims', source });
  assert.equal([read.status, read.body.processedRecords], [200, 1], read.text);
  const job = { name: 'j', source: { integration: 'inbox', path: '/', pattern: '*.none' }, spec: 'claims' };
  const created = await call('POST', '/jobs', { ...job, schedule: { every: '1h' }, to: { topic: 't' } });
  assert.is(created.status, 201, created.text);
  assert.is((await call('DELETE', `/jobs/${created.body.id}`)).status, 204);
});

test('a credential is found by its name, also if it is created later, and is then in use', async () => {
  const { id } = (await call('GET', '/integrations/insurer')).body;
  const missing = await call('POST', '/integrations/insurer/test');
  assert.equal([missing.status, missing.body.code], [422, 'invalid_integration']);
  assert.match(missing.body.detail, 'There is no credential with the name "insurer-key"');
  const secret = { name: 'insurer-key', type: 'PASSWORD', secret: 'a long secret', metadata: { username: 'u' } };
  assert.equal((await call('POST', '/credentials', secret)).body.usedBy, [id]);
  const credential = (await call('GET', '/credentials/insurer-key')).body;
  assert.equal([credential.usedBy, (await call('GET', '/credentials')).body[0].usedBy], [[id], [id]]);
  assert.is((await call('GET', '/integrations/insurer')).body.credentialId, credential.id);
  const removed = await call('DELETE', '/credentials/insurer-key');
  assert.equal([removed.status, removed.body.code, removed.body.usedBy], [409, 'credential_in_use', [id]]);
});

test('a credential of a type that does not fit is reported when the integration is used', async () => {
  await call('POST', '/credentials', { name: 'token', type: 'API_TOKEN', secret: 'a long secret' });
  write('wrong.yaml', sftp('wrong', 'token'));
  await eventually(async () => (await call('GET', '/integrations/wrong')).status === 200);
  const answer = await call('POST', '/integrations/wrong/test');
  assert.equal([answer.status, answer.body.field], [422, 'credentialId']);
  rmSync(join(folder, 'wrong.yaml'));
  await eventually(async () => (await call('GET', '/integrations/wrong')).status === 404);
});

test('a change is loaded, and the last good state of a broken file remains', async () => {
  const rootOf = async () => (await call('GET', '/integrations/inbox')).body.config.root;
  const inner = join(files, 'inner');
  mkdirSync(inner);
  write('inbox.yaml', local('inbox', inner));
  await eventually(async () => (await rootOf()) === inner);
  assert.equal((await call('GET', '/integrations/inbox/files')).body, [], 'the new root is used');
  write('inbox.yaml', { ...local('inbox', '/etc'), password: 'MARKER' });
  await eventually(async () => (await broken()).invalid_integration === 2);
  assert.is(await rootOf(), inner);
  assert.ok(service.log.some((line) => line.includes('integrations_broken')));
  assert.not.match(service.log.join(''), 'MARKER');
  write('inbox.yaml', local('inbox'));
  await eventually(async () => (await rootOf()) === files);
  assert.equal(await broken(), {});
});

test('hostile files are broken, and the others remain in service', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
  symlinkSync('/etc/passwd', join(folder, 'link.yaml'));
  symlinkSync('/dev/zero', join(folder, 'zero.yaml'));
  writeFileSync(join(folder, 'bytes.yaml'), Buffer.from([0xff, 0xfe, 0x00]));
  writeFileSync(join(folder, 'large.yaml'), `# ${'x'.repeat(2 ** 21)}`);
  write('inbox.yml', local('inbox'));
  mkdirSync(join(folder, 'deeper.yaml'));
  await eventually(async () => (await broken()).unreadable === 5 && (await broken()).name_taken === 1);
  assert.is((await call('GET', '/integrations')).body.length, 2);
  rmSync(folder, { recursive: true });
  await eventually(async () => (await call('GET', '/integrations')).body.length === 0);
  assert.equal(await broken(), {});
});

test('an integration of the API takes precedence over one of git with its name', async () => {
  const { id } = (await call('POST', '/integrations', local('both'))).body;
  mkdirSync(folder);
  write('both.yaml', local('both', join(files, 'inner')));
  await eventually(async () => service.log.some((line) => line.includes('integration_name_taken')));
  assert.equal(
    (await call('GET', '/integrations')).body.map((one: { id: string }) => one.id),
    [id],
  );
  assert.is((await call('DELETE', '/integrations/both')).status, 204);
  assert.is((await call('GET', '/integrations/both')).body.origin, 'git');
});

test.run();
