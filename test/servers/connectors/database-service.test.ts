import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { startTestService, type TestService } from '../../runtime/integrations/service.ts';
import { testDatabases } from './database-servers.ts';
import type { DatabaseServer } from './servers/database-server.ts';

const RECORDS = 9000;
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

  test('the rejects of a file are published into its table, each once, as those of the first file', async (server) => {
    const service = await startService(server);
    const session = await server.connect();
    await session.run('DROP TABLE IF EXISTS repaired_claims');
    await session.run(
      'CREATE TABLE repaired_claims (ce_id varchar(200) NOT NULL PRIMARY KEY, id varchar(20), pieces int)',
    );
    await service.call('POST', '/integrations', { name: 'folder', type: 'LOCAL_FS', config: { root: service.files } });
    // A third of them is rejected: enough for several transactions.
    const line = (record: number, pieces: string): string => `k${record},${pieces}\n`;
    const numbers = Array.from({ length: RECORDS }, (_, index) => index + 1);
    const bad = numbers.filter((record) => record % 3 === 0);
    const lines = numbers.map((record) => line(record, record % 3 === 0 ? 'x' : '1'));
    writeFileSync(join(service.files, 'many.csv'), `id,pieces\n${lines.join('')}`);
    const job = await service.call('POST', '/jobs', {
      name: 'repaired-claims',
      source: { integration: 'folder', path: '/', pattern: '*.csv' },
      spec: 'claims',
      schedule: { every: '1s' },
      ready: { unchangedFor: '0s' },
      to: { integration: 'db', table: 'repaired_claims' },
    });
    assert.is(job.status, 201, job.text);
    const doneFile = async (rejected: number) => {
      for (let tries = 0; ; tries++) {
        const [file] = (await service.call('GET', '/jobs/repaired-claims/files?state=done')).body;
        if (file?.records?.rejected === rejected) return file;
        assert.ok(tries < 900, JSON.stringify(file ?? service.log));
        await sleep(100);
      }
    };
    const { runId } = await doneFile(bad.length);
    const form = new FormData();
    // The first of the rejects remains as it is.
    const repaired = bad.map((record, index) => line(record, index === 0 ? 'x' : '2'));
    form.append('file', new Blob([`id,pieces\n${repaired.join('')}`]), 'many.csv');
    assert.is((await service.call('POST', `/runs/${runId}/rejects/retry`, form)).status, 202);
    const { runId: second } = await doneFile(1);
    const last = new FormData();
    last.append('file', new Blob([`id,pieces\n${line(3, '3')}`]), 'many.csv');
    assert.is((await service.call('POST', `/runs/${second}/rejects/retry`, last)).status, 202);
    await doneFile(0);
    const rows = await session.rows<{ ce_id: string; id: string; pieces: number | string }>(
      'SELECT ce_id, id, pieces FROM repaired_claims',
    );
    const found = rows.map((row) => `${row.ce_id.split(':')[1]} ${row.id} ${Number(row.pieces)}`);
    const expected = numbers.map((record) => `${record} k${record} ${record === 3 ? 3 : record % 3 === 0 ? 2 : 1}`);
    assert.equal(found.sort(), expected.sort());
    assert.is(new Set(rows.map((row) => row.ce_id.split(':')[0])).size, 1, 'one file and one version of the spec');
    assert.is((await service.call('POST', `/runs/${runId}/rejects/retry`)).body.code, 'no_rejects');
    await session.close();
    await service.remove();
  });
});
