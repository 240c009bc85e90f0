/**
 * Rows of real databases as CSV. The number of rows of the memory test is SPECMILL_RECORDS, by default 200,000; with
 * SPECMILL_LONG 1,000,000.
 */
import * as assert from 'uvu/assert';
import type { RowSelection } from '../../../runtime/connector/database/database-source.ts';
import { createDatabaseConnector } from '../../../runtime/connector/database/database.ts';
import { readRows } from '../../../runtime/connector/database/read-rows.ts';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import type { DatabaseFailure } from '../../../runtime/base/database/failure.ts';
import { eventually } from '../../runtime/service.ts';
import { testDatabases } from './database-servers.ts';
import type { DatabaseServer } from './servers/database-server.ts';

const RECORDS = Number(process.env['SPECMILL_RECORDS'] ?? (process.env['SPECMILL_LONG'] ? 1_000_000 : 200_000));
/** Reading may take this much memory, whatever the number of rows. */
const MAX_GROWTH = 80 * 1024 * 1024;

async function readText({ settings }: DatabaseServer, selection: RowSelection): Promise<string> {
  let text = '';
  for await (const chunk of readRows(settings, { selection })) text += Buffer.from(chunk).toString();
  return text;
}

async function failureOf(server: DatabaseServer, query: string): Promise<DatabaseFailure> {
  try {
    await readText(server, { kind: 'query', query });
  } catch (error) {
    return error as DatabaseFailure;
  }
  throw new Error(`"${query}" was executed`);
}

await testDatabases('rows', ({ driver, test }) => {
  const isPostgres = driver === 'postgresql';
  const quote = (name: string): string => (isPostgres ? `"${name}"` : `\`${name}\``);
  const table = quote('we ird');
  const zone = isPostgres ? 'timestamptz' : 'timestamp NULL';
  const truth = isPostgres ? ['true', 'false'] : ['1', '0'];

  test('a table becomes CSV in the order of a column: nulls, empty texts, dates, times, quotes', async (server) => {
    const session = await server.connect();
    await session.run(
      `CREATE TABLE ${table} (id int PRIMARY KEY, ${quote('na,me')} text, b boolean, d date, t ${isPostgres ? 'timestamp' : 'datetime(1)'}, z ${zone}, n decimal(20,4))`,
    );
    await session.run(
      `INSERT INTO ${table} VALUES (2, 'a,"b"', true, '2024-02-29', '2024-02-29 12:00:00.5', '2024-02-29 12:00:00', 1.50),
       (1, '', NULL, NULL, NULL, NULL, NULL), (3, 'ü', false, '0999-01-01', NULL, NULL, 123456789012345.1234)`,
    );
    assert.equal((await readText(server, { kind: 'table', table: 'we ird', cursorColumn: 'id' })).split('\n'), [
      'id,"na,me",b,d,t,z,n',
      '1,"",,,,,',
      `2,"a,""b""",${truth[0]},2024-02-29,2024-02-29T12:00:00.5,2024-02-29T12:00:00Z,1.5000`,
      `3,ü,${truth[1]},0999-01-01,,,123456789012345.1234`,
      '',
    ]);
    assert.is(await readText(server, { kind: 'query', query: 'SELECT 1 AS x WHERE 1 = 0' }), 'x\n');
    await session.close();
  });

  test('no statement can change data, and no message contains a value', async (server) => {
    const statements = [
      `SELECT 1; DROP TABLE ${table}`,
      isPostgres ? `WITH x AS (DELETE FROM ${table} RETURNING 1) SELECT * FROM x` : `DELETE FROM ${table}`,
      `DROP TABLE ${table}`,
      `CREATE TABLE copied AS SELECT * FROM ${table}`,
      'COMMIT; SELECT 1',
    ];
    for (const statement of statements)
      assert.is((await failureOf(server, statement)).name, 'DatabaseFailure', statement);
    assert.match(await readText(server, { kind: 'query', query: `SELECT count(*) AS n FROM ${table}` }), /^n\n3\n$/);
    assert.is((await failureOf(server, 'SELECT x FROM nowhere')).code, 'not_found');
    if (isPostgres) assert.not.match((await failureOf(server, "SELECT 'm4rk3r'::int")).message, /m4rk3r/);
  });

  test('rows that are changed while they are read remain those of the first moment', async (server) => {
    const session = await server.connect();
    await session.run('CREATE TABLE moment (id int PRIMARY KEY)');
    const values = Array.from({ length: 5000 }, (_, index) => `(${index})`).join(', ');
    await session.run(`INSERT INTO moment VALUES ${values}`);
    const rows = readRows(server.settings, { selection: { kind: 'table', table: 'moment', cursorColumn: 'id' } });
    let lines = 0;
    for await (const chunk of rows) {
      if (lines === 0) await session.run('DELETE FROM moment WHERE id > 100');
      lines += Buffer.from(chunk).toString().split('\n').length - 1;
    }
    // The first chunk may be the only one: the rows are read before the delete, or not affected by it.
    assert.is(lines, 5001);
    await session.close();
  });

  test(`${RECORDS} rows are read in bounded memory`, async (server) => {
    const query = isPostgres
      ? `SELECT i AS id, repeat('x', 100) AS text FROM generate_series(1, ${RECORDS}) AS i`
      : `SELECT seq AS id, repeat('x', 100) AS text FROM seq_1_to_${RECORDS}`;
    const before = process.memoryUsage().rss;
    let [bytes, most] = [0, 0];
    const began = performance.now();
    for await (const chunk of readRows(server.settings, { selection: { kind: 'query', query } })) {
      bytes += chunk.length;
      most = Math.max(most, process.memoryUsage().rss - before);
    }
    const seconds = (performance.now() - began) / 1000;
    console.log(
      `note: ${driver}: ${RECORDS} rows, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s, ${(most / 1e6).toFixed(0)} MB of memory`,
    );
    assert.ok(bytes > RECORDS * 100);
    assert.ok(most < MAX_GROWTH, `${most} bytes`);
  });

  test('a wait for rows is limited, and the time of a slow consumer does not count', async (server) => {
    const sleep = isPostgres ? 'pg_sleep(20)' : 'SLEEP(20)';
    const waiting = readRows(server.settings, {
      selection: { kind: 'query', query: `SELECT ${sleep} AS x` },
      waitMs: 200,
    });
    await waiting[Symbol.asyncIterator]()
      .next()
      .then(
        () => assert.unreachable('it waited'),
        (error: DatabaseFailure) => assert.is(error.code, 'timed_out'),
      );
    const waitMs = 3_000;
    const query = isPostgres
      ? "SELECT i AS id, repeat('x', 1000) AS text FROM generate_series(1, 20000) AS i"
      : "SELECT seq AS id, repeat('x', 1000) AS text FROM seq_1_to_20000";
    let [bytes, chunks] = [0, 0];
    for await (const chunk of readRows(server.settings, { selection: { kind: 'query', query }, waitMs })) {
      bytes += chunk.length;
      if (chunks++ === 3) await new Promise((resolve) => setTimeout(resolve, waitMs + 500));
    }
    assert.ok(bytes > 20_000_000, `${bytes}`);
  });

  test('nothing holds the process after a reading, also one that its caller ends', async (server) => {
    const countTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = countTimers();
    const query = isPostgres ? 'SELECT generate_series(1, 50000) AS i' : 'SELECT seq AS i FROM seq_1_to_50000';
    for await (const chunk of readRows(server.settings, { selection: { kind: 'query', query } }))
      if (chunk.length > 0) break;
    for await (const chunk of readRows(server.settings, { selection: { kind: 'query', query } }))
      assert.ok(chunk.length > 0);
    await eventually(() => countTimers() <= before);
  });

  test('an integration lists its tables, and reports the step that fails', async (server) => {
    const { host, port, database, username, password } = server.settings;
    const steps: string[] = [];
    const open = (secret: string, ca = server.ca) =>
      createDatabaseConnector({
        config: { driver, host: 'localhost', port, database, ssl: { ca }, schema: null },
        openCredential: async () => ({
          id: 'c',
          type: 'PASSWORD',
          version: 1,
          metadata: { username },
          secret: { password: secret },
        }),
        guard: createHostGuard(['127.0.0.1', '::1', 'localhost'], async () => [{ address: host, family: 4 }]),
        onStep: (step) => steps.push(step),
      });
    const names: string[] = [];
    for await (const { name } of open(password).list('')) names.push(name);
    assert.ok(names.includes('we ird'), names.join());
    assert.equal(steps.slice(0, 3), ['resolve', 'connect', 'tls']);
    const codeOf = (work: Promise<void>) =>
      work.then(
        () => 'ok',
        (error: { code: string }) => error.code,
      );
    assert.is(await codeOf(open('wrong').test()), 'authentication_failed');
    assert.is(await codeOf(open(password, '').test()), 'tls_failed');
  });
});
