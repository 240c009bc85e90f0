import { rmSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { packDetails } from '../../../runtime/state/store/batch-details.ts';
import { createMessageFile } from '../../../runtime/state/store/message-file.ts';
import { openClient } from '../../../runtime/state/store/postgresql/client.ts';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import { openConnection } from '../../../runtime/state/store/sqlite/open-connection.ts';
import { collect, newRun, rejectionOf } from '../../runtime/data-folder.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { testOnPostgres } from './stores.ts';

const PASSWORD = 'SPECMILL_STORE_PASSWORD';

await testOnPostgres('specmill store copy', (test) => {
  test('an installation continues in PostgreSQL: every table, its numbers, messages and an unfinished run', async ({
    postgres,
  }) => {
    if (postgres === null) throw new Error('no database');
    const at = createWorkplace();
    const data = at.path('.data');
    const ended = await fill(data);
    const url = `postgresql://${postgres.user}@127.0.0.1:${postgres.port}/${postgres.database}`;
    const env = { [PASSWORD]: postgres.password ?? '' };
    const copy = () => at.call(['store', 'copy', '--from', '.data', '--to', url], { env });

    const refused = copy();
    assert.is(refused.code, 3);
    assert.match(refused.stderr, '1 unfinished runs publish to the embedded broker');
    const sqlite = await openStore(data);
    await (await sqlite.runs.openJournal('embedded')).journal.finish(ended);
    const before = await collect(sqlite.topics.messages('t', { from: 0, limit: 9 }));
    await sqlite.close();

    const copied = copy();
    assert.equal([copied.code, copied.stderr.includes('--store postgresql://')], [0, true], copied.stderr);
    assert.match(copied.stdout, /^\d+ rows were copied\n$/);
    assert.not.match(copied.stdout + copied.stderr, postgres.password ?? '');
    assert.equal(await readTables(data, postgres), []);
    assert.match((await rejectionOf(openStore(data))).message, 'are in a PostgreSQL database');
    assert.match(copy().stderr, 'are in a PostgreSQL database');
    assert.match(at.call(['runs', '--data', '.data']).stderr, 'are in a PostgreSQL database. Ask the service');

    const store = await openStore(data, { postgres });
    assert.equal(await collect(store.topics.messages('t', { from: 0, limit: 9 })), before);
    assert.equal(
      (await store.runs.unfinished()).map(({ runId, spoolName }) => [runId, spoolName]),
      [['kafka', 'spooled-kafka']],
    );
    assert.equal(await store.smallFiles.read('spooled-kafka'), new Uint8Array(Buffer.from('a\0b')));
    // Number 3 was used for a run that was removed.
    assert.is((await store.runs.insert(newRun('next'))).run?.number, 4);
    await store.close();
    at.remove();
  });

  test('batches in message files are copied into the database', async ({ postgres }) => {
    if (postgres === null) throw new Error('no database');
    const at = createWorkplace();
    const data = at.path('.data');
    const sqlite = await openStore(data);
    await sqlite.runs.insert(newRun('r', { topic: 't' }));
    const { journal, messageFile } = await sqlite.runs.openJournal('r');
    const { folder = '', name = '' } = messageFile ?? {};
    const file = createMessageFile(folder, name);
    file.append(Buffer.from('not used'), packDetails(BATCH));
    const two = { ...BATCH, valueEnds: Uint32Array.of(1, 2) };
    const { messages, firstRecord } = BATCH;
    const filed = { messages, firstRecord, place: file.append(Buffer.from('ab'), packDetails(two)) };
    await file.close();
    await journal.commit({
      published: [BATCH, filed],
      deadLetters: [],
      newErrors: [],
      checkpoint: '{}',
      durationMs: 1,
    });
    await journal.finish({ status: 'SUCCESS', failure: null, durationMs: 1 });
    await journal.close();
    const before = await collect(sqlite.topics.messages('t', { from: 0, limit: 9 }));
    await sqlite.close();
    const url = `postgresql://${postgres.user}@127.0.0.1:${postgres.port}/${postgres.database}`;
    const copied = at.call(['store', 'copy', '--from', '.data', '--to', url], {
      env: { [PASSWORD]: postgres.password ?? '' },
    });
    assert.is(copied.code, 0, copied.stderr);
    rmSync(folder, { recursive: true });
    const store = await openStore(data, { postgres });
    assert.equal(await collect(store.topics.messages('t', { from: 0, limit: 9 })), before);
    assert.equal(
      before
        .flat()
        .map(({ value }) => value)
        .slice(2),
      ['a', 'b'],
    );
    await store.close();
    at.remove();
  });

  test('a database that is in use, a folder without a database, and a password in the URL are refused', async ({
    postgres,
    open,
  }) => {
    if (postgres === null) throw new Error('no database');
    await (await open()).close();
    const at = createWorkplace();
    const url = `postgresql://${postgres.user}@127.0.0.1:${postgres.port}/${postgres.database}`;
    const copy = (to: string) =>
      at.call(['store', 'copy', '--from', '.data', '--to', to], { env: { [PASSWORD]: postgres.password ?? '' } });
    assert.match(copy(url).stderr, 'has no database to copy');
    await (await openStore(at.path('.data'))).close();
    assert.match(copy(url).stderr, 'is in use. Name an empty database with --to');
    const leaked = copy(url.replace('@', ':hunter2@'));
    assert.equal([leaked.code, leaked.stderr.includes('hunter2')], [2, false]);
    assert.match(leaked.stderr, '--to must not contain a password');
    at.remove();
  });
});

const BATCH = {
  messages: 2,
  firstRecord: 1,
  recordJumps: null,
  values: Buffer.from([0, 255, 65, 66]),
  valueEnds: Uint32Array.of(2, 4),
  keys: null,
  keyEnds: null,
  issues: null,
  recordTypes: null,
};

/** Fills every table. Two runs are unfinished: `embedded` and `kafka`. Returns how a run ends. */
async function fill(data: string): Promise<{ status: 'SUCCESS'; failure: null; durationMs: number }> {
  const ended = { status: 'SUCCESS', failure: null, durationMs: 1.5 } as const;
  const store = await openStore(data);
  await store.specs.insert({ id: 's1', name: 'é', body: '{"a":"\u{1f600}"}', version: 'v1' });
  await store.specs.replace('s1', { name: 'é', body: '{}', version: 'v2' });
  await store.runs.insert(newRun('embedded', { topic: 't', moduleSource: '{}', principal: 'p' }));
  await store.runs.insert(newRun('kafka', { content: Buffer.from('a\0b'), broker: 'kafka' }));
  await store.runs.insert(newRun('removed', { broker: 'kafka' }));
  await (await store.runs.openJournal('removed')).journal.finish(ended);
  await store.runs.remove('removed');
  while (await store.runs.removeDeleted());
  const { journal } = await store.runs.openJournal('embedded');
  await journal.commit({
    published: [BATCH],
    deadLetters: [],
    newErrors: ['{"e":1}'],
    checkpoint: '{"position":null}',
    durationMs: 0.1,
  });
  await journal.close();
  await store.audit.append(() => [
    {
      ...{ at: 1, principal: 'p', keyId: null, address: 'x', method: 'GET', path: '/', target: null, runId: null },
      ...{ specVersionBefore: null, specVersionAfter: null, status: 200, comment: null },
    },
  ]);
  const sealed = { keyId: 'k', wrappedKey: 'w', ciphertext: 'c' };
  await store.credentials.insert({
    ...{ id: 'c1', name: 'c', type: 'T', metadata: {}, hint: '', version: 1, createdAt: 'x' },
    ...{ rotatedAt: null, expiresAt: null, hosts: null, types: null, sealed },
  });
  await store.integrations.insert('i1', { name: 'i', type: 'T', credentialId: 'c1', config: {} });
  await store.jobs.definitions.insert({ id: 'j1', name: 'j', body: '{}' });
  await store.jobs.definitions.setState('j1', { isPaused: true });
  const file = { path: 'a', name: 'a', size: 1, modified: 5, version: '1', identity: 'a', ignored: null };
  // More rows than are copied at a time.
  const files = Array.from({ length: 1234 }, (_, index) => ({ ...file, identity: `a${index}`, path: `a${index}` }));
  await store.jobs.files.compare('j1', files, 1);
  await store.jobs.alerts.add({ id: 'a1', kind: 'k', payload: '{}' });
  await store.close();
  return ended;
}

/** Compares all rows of all tables. Returns the tables that are empty or differ. */
async function readTables(data: string, postgres: Parameters<typeof openClient>[0]): Promise<string[]> {
  const sqlite = await openConnection(`${data}/specmill.sqlite`, { mode: 'read', busyMs: 0 });
  const { client } = await openClient(postgres, 'test');
  const tables = await sqlite.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sqlite_sequence'",
  );
  const bad: string[] = [];
  for (const { name } of tables) {
    const rows = (await sqlite.all<object>(`SELECT * FROM ${name}`)).map(toText).sort();
    const copies = (await client.query<object>(`SELECT * FROM ${name}`)).rows.map(toText).sort();
    if (rows.length === 0 || rows.join('\n') !== copies.join('\n')) bad.push(`${name}: ${rows[0]} ${copies[0]}`);
  }
  await sqlite.close();
  await client.end();
  assert.ok(tables.length >= 15);
  return bad;
}

function toText(row: object): string {
  return JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}
