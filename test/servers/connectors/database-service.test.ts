import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { startTestService, type TestService } from '../../runtime/integrations/service.ts';
import { testDatabases } from './database-servers.ts';
import type { DatabaseServer } from './servers/database-server.ts';

const SPEC = {
  name: 'claims',
  format: 'CSV',
  fields: [
    { name: 'id', type: 'STRING', required: true },
    { name: 'pieces', type: 'INTEGER' },
  ],
};

/** Starts a service with the integration `db`, whose database has the table `source`. */
async function startService({ settings, ca, connect }: DatabaseServer): Promise<TestService> {
  const service = await startTestService({ integrationHosts: ['127.0.0.1', '::1', 'localhost'] });
  const { driver, port, database, username, password } = settings;
  await service.call('POST', '/credentials', {
    name: 'db-user',
    type: 'PASSWORD',
    secret: { password },
    metadata: { username },
  });
  const created = await service.call('POST', '/integrations', {
    name: 'db',
    type: 'DATABASE',
    credentialId: 'db-user',
    config: { driver, host: 'localhost', port, database, ssl: { ca } },
  });
  assert.is(created.status, 201, created.text);
  assert.is((await service.call('POST', '/specs', SPEC)).status, 201);
  const session = await connect();
  await session.run('CREATE TABLE IF NOT EXISTS source (id varchar(20) PRIMARY KEY, pieces int)');
  await session.run('DELETE FROM source');
  await session.run("INSERT INTO source VALUES ('b', NULL), ('a', 1), ('c', 3)");
  await session.close();
  return service;
}

await testDatabases('a database in the service', ({ test }) => {
  test('the connection test has all steps', async (server) => {
    const service = await startService(server);
    const { body } = await service.call('POST', '/integrations/db/test');
    assert.equal(
      body.steps.map(({ step }: { step: string }) => step),
      ['resolve', 'connect', 'tls', 'authenticate', 'list'],
      JSON.stringify(body),
    );
    assert.is(body.ok, true);
    await service.remove();
  });

  test('rows of a query and of a table become messages, and the responses are those of an upload', async (server) => {
    const service = await startService(server);
    const options = { specId: 'claims', brokerTopic: 'claims' };
    const query = { integrationId: 'db', query: 'SELECT id, pieces FROM source WHERE pieces IS NOT NULL ORDER BY id' };
    const published = await service.call('POST', '/transform/file-to-events', { ...options, source: query });
    assert.equal([published.status, published.body.status, published.body.processedRecords], [200, 'SUCCESS', 2]);
    const messages = await service.call('GET', '/topics/claims/messages');
    assert.equal(
      messages.body.map(({ value }: { value: string }) => JSON.parse(value)),
      [
        { id: 'a', pieces: 1 },
        { id: 'c', pieces: 3 },
      ],
    );
    const table = { integrationId: 'db', table: 'source', cursorColumn: 'id' };
    const checked = await service.call('POST', '/transform/validate', { specId: 'claims', source: table });
    assert.equal(
      [checked.status, checked.body.totalRecords, checked.body.fileName],
      [200, 3, 'source.csv'],
      checked.text,
    );
    await service.remove();
  });

  test('what is wrong with a source is a problem without a secret', async (server) => {
    const service = await startService(server);
    const validate = (source: object) =>
      service.call('POST', '/transform/validate', { specId: 'claims', source: { integrationId: 'db', ...source } });
    const cases: [object, number, string][] = [
      [{ query: 'DROP TABLE source' }, 400, 'invalid_value'],
      [{ query: 'SELECT 1', path: 'x' }, 400, 'invalid_value'],
      [{ table: 'source' }, 400, 'invalid_value'],
      [{}, 400, 'invalid_value'],
      [{ table: 'nowhere', cursorColumn: 'id' }, 404, 'source_not_found'],
      [{ query: 'SELECT FROM WHERE' }, 502, 'source_failed'],
      [{ path: 'source' }, 502, 'source_failed'],
    ];
    for (const [source, status, code] of cases) {
      const answer = await validate(source);
      assert.equal([answer.status, answer.body.code], [status, code], `${JSON.stringify(source)} ${answer.text}`);
    }
    await service.call('PUT', `/credentials/${(await service.call('GET', '/credentials')).body[0].id}`, {
      secret: { password: 'wr0ng-m4rk3r' },
    });
    const rejected = await validate({ query: 'SELECT 1' });
    assert.is(rejected.body.reason ?? rejected.body.code, 'authentication_failed', rejected.text);
    assert.not.match(rejected.text + service.log.join(), /m4rk3r|p4ssw0rd/);
    await service.remove();
  });

  test('a job writes its files into a table', async (server) => {
    const service = await startService(server);
    const session = await server.connect();
    await session.run('DROP TABLE IF EXISTS arrived');
    await session.run('CREATE TABLE arrived (id varchar(20) NOT NULL PRIMARY KEY, pieces int)');
    await service.call('POST', '/integrations', { name: 'folder', type: 'LOCAL_FS', config: { root: service.files } });
    writeFileSync(join(service.files, 'one.csv'), 'id,pieces\na,1\nb,\na,5\n');
    const job = await service.call('POST', '/jobs', {
      name: 'arrivals',
      source: { integration: 'folder', path: '/', pattern: '*.csv' },
      spec: 'claims',
      schedule: { every: '1s' },
      ready: { unchangedFor: '0s', minAge: '0s' },
      to: { integration: 'db', table: 'arrived', key: ['id'] },
    });
    assert.is(job.status, 201, job.text);
    const count = async () => (await session.rows('SELECT id FROM arrived')).length;
    for (let tries = 0; (await count()) === 0; tries++) {
      assert.ok(tries < 600, service.log.join());
      await sleep(100);
    }
    const rows = await session.rows<{ id: string; pieces: number | string | null }>(
      'SELECT id, pieces FROM arrived ORDER BY id',
    );
    assert.equal(
      rows.map(({ id, pieces }) => [id, pieces === null ? null : Number(pieces)]),
      [
        ['a', 5],
        ['b', null],
      ],
    );
    const [run] = (await service.call('GET', '/runs')).body;
    assert.equal([run.topic, run.destination.table, run.destination.key], [null, 'arrived', ['id']]);
    await session.close();
    await service.remove();
  });
});
