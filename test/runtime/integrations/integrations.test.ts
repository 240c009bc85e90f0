import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createInstallation } from './installation.ts';

const USE = { type: 'SFTP', host: 'sftp.example', port: 22, usualPort: 22, isPlainHttp: false };

const { store, vault, integrations, files, close } = await createInstallation();
test.after(close);

/** Returns the name and the field of the error that `work` rejects with. */
const errorOf = (work: Promise<unknown>): Promise<[string, string | undefined]> =>
  work.then(
    () => assert.unreachable('it resolved') as never,
    (error: Error & { field?: string }) => [error.name, error.field],
  );

const local = (name: string, root = files) => ({ name, type: 'LOCAL_FS', credentialId: null, config: { root } });
const sftp = (name: string, credentialId: string | null, config: object = { host: 'h' }) => ({
  name,
  type: 'SFTP',
  credentialId,
  config,
});

test('an integration is found by its id and its name, and an id wins', async () => {
  const first = await integrations.create(local('first'));
  const second = await integrations.create(local(first.id));
  assert.is((await integrations.find(first.id.toUpperCase()))?.name, 'first');
  assert.is((await integrations.find('first'))?.id, first.id);
  assert.equal((await integrations.list()).map(({ id }) => id).sort(), [first.id, second.id].sort());
  assert.is(await integrations.find('unknown'), null);
  assert.equal(await errorOf(integrations.openConnector('unknown')), ['IntegrationNotFound', undefined]);
});

test('a name is used once, also after a change', async () => {
  const { id } = await integrations.create(local('unique'));
  assert.equal(await errorOf(integrations.create(local('unique'))), ['IntegrationNameTaken', undefined]);
  assert.equal(await errorOf(integrations.replace(id, local('first'))), ['IntegrationNameTaken', undefined]);
  assert.is((await integrations.replace(id, local('renamed'))).version, 2);
});

test('the credential is taken by its id or name, must exist and must fit', async () => {
  const made = await vault.create({ name: 'bank', type: 'PASSWORD', secret: 'x', metadata: { username: 'u' } });
  const token = await vault.create({ name: 'token', type: 'API_TOKEN', secret: 'x', metadata: {} });
  assert.is((await integrations.create(sftp('by-name', 'bank'))).credentialId, made.id);
  for (const wrong of [null, token.id, 'nothing', 7 as never])
    assert.equal(await errorOf(integrations.create(sftp('wrong', wrong))), ['InvalidConfig', 'credentialId']);
  const { id } = await integrations.create(sftp('by-id', made.id));
  assert.equal((await vault.get(made.id))?.usedBy.includes(id), true);
  assert.is((await vault.remove(made.id)).kind, 'in_use');
  for (const name of ['by-id', 'by-name']) {
    const found = await integrations.find(name);
    assert.equal(await integrations.remove(found?.id ?? ''), { kind: 'removed' });
  }
  assert.equal(await vault.remove(made.id), { kind: 'removed' });
});

test('users of an integration share a connector until the integration or its credential changes', async () => {
  writeFileSync(join(files, 'a.csv'), 'a\n1\n');
  const { id } = await integrations.create(local('shared'));
  const [one, two] = [await integrations.openConnector('shared'), await integrations.openConnector(id)];
  assert.is(one.connector, two.connector);
  assert.is((await one.connector.stat('a.csv'))?.size, 4);
  await integrations.replace(id, local('shared'));
  const three = await integrations.openConnector(id);
  assert.is.not(three.connector, one.connector);
  for (const { release } of [one, one, two, three]) release();

  const { id: credential } = await vault.create({
    name: 'rotating',
    type: 'PASSWORD',
    secret: 'x',
    metadata: { username: 'u' },
  });
  await integrations.create(sftp('rotated', credential));
  const before = await integrations.openConnector('rotated');
  await vault.rotate(credential, { secret: 'y', metadata: null });
  const after = await integrations.openConnector('rotated');
  assert.is.not(after.connector, before.connector);
  before.release();
  after.release();
});

test('a row of a credential that was copied to another id cannot be opened', async () => {
  const [a, b] = await Promise.all(
    ['swap-a', 'swap-b'].map((name) =>
      vault.create({ name, type: 'PASSWORD', secret: `secret of ${name}`, metadata: { username: 'u' } }),
    ),
  );
  const [from, to] = [await store.credentials.get(a?.id ?? ''), await store.credentials.get(b?.id ?? '')];
  assert.ok(from !== null && to !== null);
  await store.credentials.replace({ ...to, sealed: from.sealed }, to.version);
  assert.equal(await errorOf(vault.open(to.id, USE)), ['TamperedSecret', undefined]);
});

test('an integration that a job uses is not removed', async () => {
  const { openIntegrations } = await import('../../../runtime/jobs/integrations/open-integrations.ts');
  const guard = { pin: () => assert.unreachable() as never };
  const used = openIntegrations({
    ...{ store: store.integrations, credentials: store.credentials, git: { list: () => [] }, vault, guard },
    localRoots: [files],
    usersOf: async ({ name }) => [`job of ${name}`],
  });
  const { id } = await used.create(local('used'));
  assert.equal(await used.remove(id), { kind: 'in_use', usedBy: ['job of used'] });
  assert.equal(await integrations.remove(id), { kind: 'removed' });
  assert.equal(await integrations.remove(id), { kind: 'not_found' });
});

test.run();
