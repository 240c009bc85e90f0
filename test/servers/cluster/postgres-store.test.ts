import { MIGRATED_JOBS, OLD_JOBS, STEPS_BEFORE_DEFAULTS } from '../../support/old-jobs.ts';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { TABLES_VERSION } from '../../../runtime/state/store/engine/schema.ts';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import { openStoreReader } from '../../../runtime/state/store/open-store-reader.ts';
import { type OpenedClient, openClient } from '../../../runtime/state/store/postgresql/client.ts';
import { postgresDialect } from '../../../runtime/state/store/postgresql/connection.ts';
import { migrate } from '../../../runtime/state/store/postgresql/migrate.ts';
import type { PostgresSettings } from '../../../runtime/state/store/postgresql/settings.ts';
import { createDataFolder, newRun, rejectionOf } from '../../runtime/data-folder.ts';
import { eventually } from '../../runtime/service.ts';
import { type Cut, startProxy } from './proxy.ts';
import { testOnPostgres } from './stores.ts';

const spec = (name: string) => ({ id: `id-${name}`, name, body: '{}', version: 'v' });

async function withClient<T>(
  postgres: PostgresSettings,
  work: (client: OpenedClient['client']) => Promise<T>,
): Promise<T> {
  const { client } = await openClient(postgres, 'test');
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

await testOnPostgres('the store in PostgreSQL', (test) => {
  test('tables of every earlier version are migrated, and those of a newer one are refused', async (at) => {
    const { postgres = null, open } = at;
    if (postgres === null) throw new Error('no database');
    for (let to = 1; to <= TABLES_VERSION; to++)
      await withClient(postgres, async (client) => {
        // The next step writes the old defaults into stored jobs.
        if (to === STEPS_BEFORE_DEFAULTS + 1)
          for (const [id, body] of Object.entries(OLD_JOBS))
            await client.query('INSERT INTO jobs (id, name, body, created_at, updated_at) VALUES ($1, $1, $2, 1, 1)', [
              ...[id, JSON.stringify(body)],
            ]);
        await migrate(client, { settings: postgres, newId: 'x', to });
      });
    const store = await open();
    const jobs = await store.jobs.definitions.list();
    assert.equal(Object.fromEntries(jobs.map(({ id, body }) => [id, JSON.parse(body)])), MIGRATED_JOBS);
    await store.runs.insert(newRun('r1'));
    await store.close();
    await withClient(postgres, (client) => client.query('UPDATE store_state SET tables_version = 99'));
    assert.match((await rejectionOf(open())).message, 'a newer specmill wrote the database');
  });

  test('a database with another encoding, a wrong password and a missing one are refused, without the password', async ({
    postgres,
    folder,
  }) => {
    if (postgres === null) throw new Error('no database');
    await withClient(postgres, (client) =>
      client.query("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0"),
    );
    const fail = async (change: Partial<PostgresSettings>) => {
      const error = await rejectionOf(openStore(folder, { postgres: { ...postgres, ...change } }));
      assert.not.match(`${error.stack} ${JSON.stringify(error)}`, /marker|s3cret/);
      return error.message;
    };
    assert.match(await fail({ database: 'latin' }), 'has the encoding LATIN1. Create it with ENCODING UTF8');
    assert.match(await fail({ password: 's3cret' }), 'rejects the user or the password');
    assert.match(await fail({ database: 'none' }), 'does not exist');
    assert.match(await fail({ port: 1 }), 'cannot be reached');
    assert.match(await fail({ tls: { verifies: 'host', ca: null } }), 'check sslmode and sslrootcert');
  });

  test('TLS is used as sslmode says', async ({ postgres, server, folder }) => {
    if (postgres === null) throw new Error('no database');
    for (const tls of [
      { verifies: 'nothing', ca: null },
      { verifies: 'authority', ca: server.ca },
      { verifies: 'host', ca: server.ca },
    ] as const) {
      const store = await openStore(folder, { postgres: { ...postgres, tls } });
      const used = await withClient(postgres, (client) =>
        client.query(
          "SELECT bool_and(ssl) AS all_ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name LIKE 'specmill %' AND datname = current_database()",
        ),
      );
      assert.is(used.rows[0]?.all_ssl, true);
      await store.close();
    }
  });

  test('a data folder and a database belong together', async ({ postgres, folder, open }) => {
    const store = await open();
    await store.runs.insert(newRun('r1'));
    await store.close();
    assert.is((await rejectionOf(openStore(folder))).name, 'FolderMoved');
    assert.is((await rejectionOf(openStoreReader(folder))).name, 'FolderMoved');
    const other = createDataFolder();
    const refused = await rejectionOf(openStore(other.folder, { postgres }));
    assert.is(refused.name, 'FolderMismatch');
    assert.match(refused.message, 'are in another data folder');
    await (await openStore(other.folder)).close();
    assert.match((await rejectionOf(openStore(other.folder, { postgres }))).message, 'specmill store copy --from');
    rmSync(join(other.folder, 'specmill.sqlite'));
    mkdirSync(join(other.folder, 'spool'));
    writeFileSync(join(other.folder, 'spool/file'), 'x');
    assert.match((await rejectionOf(openStore(other.folder, { postgres }))).message, 'specmill store copy --from');
    // The way out that the message of a lost folder states.
    const [, line = ''] = /write the line (\S+) into the file/.exec(refused.message) ?? [];
    assert.is(readFileSync(join(folder, 'store-id'), 'utf8'), `${line}\n`);
    writeFileSync(join(other.folder, 'store-id'), `${line}\n`);
    await (await openStore(other.folder, { postgres })).close();
    writeFileSync(join(other.folder, 'store-id'), 'another\n');
    assert.match((await rejectionOf(openStore(other.folder, { postgres }))).message, 'belongs to another database');
    other.remove();
  });

  test('while the server is down, nothing is stored and the store says so; then it works again', async (at) => {
    const store = await at.open();
    await store.specs.insert(spec('a'));
    await at.server.kill();
    for (const call of [() => store.specs.insert(spec('b')), store.specs.list, store.runs.unfinished])
      assert.is((await rejectionOf(call())).name, 'StoreUnavailable');
    assert.is(await store.findProblem(), 'store_unavailable');
    await at.server.restart();
    await eventually(async () => (await store.findProblem()) === null);
    assert.is((await store.specs.insert(spec('b'))).kind, 'inserted');
    assert.is((await store.specs.list()).length, 2);
    // The lock was taken again.
    const other = createDataFolder();
    assert.is((await rejectionOf(openStore(other.folder, { postgres: at.postgres }))).name, 'StoreInUse');
    other.remove();
  });

  test('a process that lost its connection to another one never writes again', async ({ folder, postgres, server }) => {
    if (postgres === null) throw new Error('no database');
    const proxy = await startProxy(server.port);
    const store = await openStore(folder, { postgres: { ...postgres, port: proxy.port } });
    await store.specs.insert(spec('a'));
    proxy.cutAll(true);
    assert.is((await rejectionOf(store.specs.insert(spec('b')))).name, 'StoreUnavailable');
    const other = createDataFolder();
    await (await openStore(other.folder, { postgres })).close();
    other.remove();
    proxy.cutAll(false);
    await eventually(async () => (await rejectionOf(store.specs.insert(spec('c')))).name === 'StoreInUse');
    assert.match((await rejectionOf(store.specs.insert(spec('c')))).message, 'Restart this one');
    assert.is(await store.findProblem(), 'store_unavailable');
    assert.is((await store.specs.list()).length, 1);
    await store.close();
    await proxy.close();
  });

  for (const [when, result] of [
    ['before', 'rejected'],
    ['after', 'fulfilled'],
  ] as const)
    test(`a commit whose connection is cut ${when} the server gets it is ${result}, as it is stored`, async (at) => {
      const { postgres, server, folder } = at;
      if (postgres === null) throw new Error('no database');
      const proxy = await startProxy(server.port);
      const store = await openStore(folder, { postgres: { ...postgres, port: proxy.port } });
      await store.specs.list();
      const cut: Cut = { when, text: 'COMMIT' };
      for (let round = 0; round < 5; round++) {
        void proxy.cut(cut).then(() => proxy.cutAll(false));
        const [outcome] = await Promise.allSettled([store.specs.insert(spec(`${round}`))]);
        assert.is(outcome?.status, result);
      }
      assert.is((await store.specs.list()).length, result === 'fulfilled' ? 5 : 0);
      await store.close();
      await proxy.close();
    });

  test('a commit without an answer waits for the server, and not longer than the store is open', async (at) => {
    const { postgres, server, folder } = at;
    if (postgres === null) throw new Error('no database');
    const proxy = await startProxy(server.port);
    const store = await openStore(folder, { postgres: { ...postgres, port: proxy.port } });
    const states: string[] = [];
    const insert = (name: string) =>
      store.specs.insert(spec(name)).then(
        () => void states.push('stored'),
        () => void states.push('rejected'),
      );
    const waitWhileDown = async (name: string): Promise<void> => {
      const isCut = proxy.cut({ when: 'after', text: 'COMMIT' });
      void insert(name);
      await isCut;
      await new Promise((resolve) => setTimeout(resolve, 1500));
    };
    await waitWhileDown('a');
    assert.equal(states, []);
    proxy.cutAll(false);
    await eventually(() => states.length > 0);
    assert.equal(states, ['stored']);
    await waitWhileDown('b');
    await store.close();
    assert.equal(states, ['stored', 'rejected']);
    await proxy.close();
  });

  test('the ledger of a job is searched by its index, also while the server has no statistics', async ({
    postgres,
    open,
  }) => {
    if (postgres === null) throw new Error('no database');
    const { files } = (await open()).jobs;
    const file = { name: 'a', size: 1, modified: 5, version: '1', ignored: null };
    for (let page = 0; page < 5; page++)
      await files.compare(
        'j',
        Array.from({ length: 1000 }, (_, index) => ({
          ...file,
          path: `${page}/${index}`,
          identity: `${page}/${index}`,
        })),
        1,
      );
    const sql = postgresDialect.lookUp('job_files', "job = 'j' AND identity = wanted.value", 'job_files_identity');
    const plan = await withClient(postgres, (client) =>
      client.query(`EXPLAIN SELECT number FROM ${sql.replace('?', '$1')}`, ['["0/1"]']),
    );
    const text = plan.rows.map((row) => row['QUERY PLAN']).join(' ');
    assert.match(text, /Nested Loop.*Index Scan using job_files_identity/);
  });

  test('a text with U+0000 is stored with a replacement character, and finds nothing', async ({ open }) => {
    const { runs } = await open();
    await runs.insert(newRun('r1', { fileName: 'a\0b', topic: 't' }));
    assert.is((await runs.find('r1'))?.fileName, 'a\uFFFDb');
    assert.equal(await runs.list({ limit: 1, topic: 't\0' }), []);
  });

  test('a commit is durable where the default of the server is not', async ({ postgres, folder }) => {
    if (postgres === null) throw new Error('no database');
    await withClient(postgres, (client) =>
      client.query(`ALTER DATABASE ${postgres.database} SET synchronous_commit = off`),
    );
    const store = await openStore(folder, { postgres });
    assert.is(
      await withClient(
        postgres,
        async (client) => (await client.query('SHOW synchronous_commit')).rows[0]?.synchronous_commit,
      ),
      'on',
    );
    await store.close();
  });
});
