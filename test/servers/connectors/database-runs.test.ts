/** Runs into the tables of real databases. */
import * as assert from 'uvu/assert';
import { RunNotFinished } from '../../../runtime/runs/run-request.ts';
import type { Session } from '../../../runtime/base/database/session.ts';
import type { RunOptions } from '../../../runtime/base/model/run-info.ts';
import type { SerializedRun } from '../../../runtime/runs/run-request.ts';
import { rejectionOf, createDataFolder, openAll } from '../../runtime/data-folder.ts';
import { eventually } from '../../runtime/service.ts';
import { claimChunks, claimOf, compileModule, createTable, createTableRequest, HEADER } from './claims.ts';
import { testDatabases } from './database-servers.ts';
import type { DatabaseServer } from './servers/database-server.ts';

interface TableRun {
  file: Iterable<Buffer> | string;
  table: string;
  key?: string[] | null;
  options?: Partial<RunOptions>;
  /** The spec. Absent: SPEC. */
  text?: string;
}

/** Executes a run into a table, and returns it when it has finished. */
async function runInto(
  server: DatabaseServer,
  { file, table, key = ['id'], options = {}, text }: TableRun,
): Promise<SerializedRun> {
  const { folder, remove } = createDataFolder();
  const all = await openAll(folder, { openDatabase: async () => server.settings });
  try {
    const module = await compileModule(folder, text);
    const chunks = typeof file === 'string' ? [Buffer.from(file)] : file;
    const accepted = await all.runs.accept(await createTableRequest(folder, chunks, { module, table, key, options }));
    const runId = 'runId' in accepted ? accepted.runId : '';
    await all.runs.finished(runId);
    const run = await all.runs.get(runId);
    assert.ok(run !== null);
    return run;
  } finally {
    await all.close();
    remove();
  }
}

async function withTable(
  server: DatabaseServer,
  { table, key = ['id'], sql }: { table: string; key?: string[] | null; sql?: string },
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const session = await server.connect();
  const { folder, remove } = createDataFolder();
  try {
    const { spec } = await compileModule(folder);
    if (sql === undefined) await createTable(session, { driver: server.settings.driver, spec, table, key });
    else await session.run(sql);
    await work(session);
  } finally {
    await session.close();
    remove();
  }
}

/** Selects all rows as texts, so that both databases and both drivers give the same. */
async function readRows(session: Session, table: string): Promise<(string | null)[][]> {
  const text = (name: string): string => `CAST(${name} AS CHAR(200)) AS ${name}`;
  const rows = await session.rows<Record<string, string | null>>(
    `SELECT id, person, ${text('pieces')}, ${text('amount')}, ${text('booked')}, CASE WHEN urgent THEN 'true' WHEN NOT urgent THEN 'false' END AS urgent FROM ${table} ORDER BY id`,
  );
  const plain = (amount: string | null | undefined) =>
    amount
      ?.trim()
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '') ?? null;
  return rows.map(({ id, person, pieces, amount, booked, urgent }) => [
    id ?? null,
    person ?? null,
    pieces?.trim() ?? null,
    plain(amount),
    booked?.trim() ?? null,
    urgent?.trim() ?? null,
  ]);
}

await testDatabases('runs into tables', ({ driver, test }) => {
  test('values of all types arrive as they are in the file', async (server) => {
    await withTable(server, { table: 'typed' }, async (session) => {
      const texts = [`"tab\there, ""quoted"", 'single' and \\ back"`, '"two\nlines\r\n"', 'grüezi 😀', '\\N', 'NULL'];
      const file = [
        HEADER,
        ...texts.map((text, index) => `t${index},${text},${index},${index}.50,2024-02-29,true`),
        'u1,,,,,',
        'u2,x,123456789012345678901234567890,-0.000000000000000001,0999-12-31,false',
      ].join('\n');
      const run = await runInto(server, { file, table: 'typed' });
      assert.equal([run.status, run.processedRecords, run.topic], ['SUCCESS', 7, null], JSON.stringify(run));
      assert.equal(run.destination, { kind: 'table', integrationId: 'i', table: 'typed', key: ['id'] });
      const rows = await readRows(session, 'typed');
      assert.equal(
        rows.slice(0, 5).map(([, person]) => person),
        [`tab\there, "quoted", 'single' and \\ back`, 'two\nlines\r\n', 'grüezi 😀', '\\N', 'NULL'],
      );
      assert.equal(rows[1], ['t1', 'two\nlines\r\n', '1', '1.5', '2024-02-29', 'true']);
      assert.equal(rows[5], ['u1', null, null, null, null, null]);
      assert.equal(rows[6], [
        'u2',
        'x',
        '123456789012345678901234567890',
        '-0.000000000000000001',
        '0999-12-31',
        'false',
      ]);
    });
  });

  test('a record replaces the row with the same key, within a file and between files', async (server) => {
    await withTable(server, { table: 'replaced' }, async (session) => {
      await runInto(server, {
        file: `${HEADER}\na,one,1,,,\nb,one,1,,,\na,two,2,,,\na,three,3,,,\n`,
        table: 'replaced',
      });
      assert.equal(
        (await readRows(session, 'replaced')).map(([id, person]) => [id, person]),
        [
          ['a', 'three'],
          ['b', 'one'],
        ],
      );
      await runInto(server, { file: `${HEADER}\nb,four,4,,,\n`, table: 'replaced' });
      assert.equal(
        (await readRows(session, 'replaced')).map(([id, person]) => [id, person]),
        [
          ['a', 'three'],
          ['b', 'four'],
        ],
      );
    });
  });

  test('without a key, ce_id identifies the record: the same file twice gives the same rows', async (server) => {
    await withTable(server, { table: 'by_id', key: null }, async (session) => {
      const file = `${HEADER}\na,one,1,,,\na,two,2,,,\n`;
      for (const _ of [1, 2]) assert.is((await runInto(server, { file, table: 'by_id', key: null })).status, 'SUCCESS');
      assert.is((await readRows(session, 'by_id')).length, 2);
    });
  });

  test('with skipInvalidRecords only valid records arrive', async (server) => {
    await withTable(server, { table: 'skipped' }, async (session) => {
      const file = `${HEADER}\na,one,x,,,\nb,two,2,,,\n`;
      const run = await runInto(server, { file, table: 'skipped', options: { skipInvalidRecords: true } });
      assert.equal([run.status, run.skippedRecords, run.processedRecords], ['PARTIAL_SUCCESS', 1, 1]);
      assert.equal(
        (await readRows(session, 'skipped')).map(([id]) => id),
        ['b'],
      );
    });
  });

  test('all-or-nothing: a failed file leaves nothing, a valid one everything', async (server) => {
    await withTable(server, { table: 'whole' }, async (session) => {
      const lines = Array.from({ length: 60_000 }, (_, index) => claimOf(index));
      const options = { delivery: 'all-or-nothing' as const };
      const failed = await runInto(server, { file: [HEADER, ...lines, 'z,,x,,,'].join('\n'), table: 'whole', options });
      assert.equal([failed.status, failed.failure?.code], ['FAILED', 'too_many_errors']);
      assert.equal(await readRows(session, 'whole'), []);
      const run = await runInto(server, { file: [HEADER, ...lines].join('\n'), table: 'whole', options });
      assert.is(run.status, 'SUCCESS');
      assert.is((await readRows(session, 'whole')).length, lines.length);
    });
  });

  test('a table that does not fit is refused before anything is written, with every reason', async (server) => {
    const number = driver === 'postgresql' ? 'integer' : 'int';
    const sql = `CREATE TABLE narrow (id varchar(50) PRIMARY KEY, person ${number}, pieces ${number}, amount ${number}, booked date, extra ${number} NOT NULL)`;
    await withTable(server, { table: 'narrow', sql }, async (session) => {
      const run = await runInto(server, { file: `${HEADER}\na,one,1,,,\n`, table: 'narrow' });
      assert.equal([run.status, run.failure?.code, run.totalRecords], ['FAILED', 'table_mismatch', 0]);
      for (const name of ['person', 'amount', 'urgent', 'extra']) assert.match(run.failure?.message ?? '', `"${name}"`);
      for (const name of ['"id"', 'pieces', 'booked']) assert.not.match(run.failure?.message ?? '', name);
      assert.equal(await session.rows('SELECT id FROM narrow'), []);
    });
    const missing = await rejectionOf(runInto(server, { file: `${HEADER}\na,one,1,,,\n`, table: 'there_is_none' }));
    assert.ok(missing instanceof RunNotFinished);
    assert.is(missing.code, 'table_not_found', 'the run waits until someone has created the table');
  });

  if (driver === 'mariadb')
    test('an index in which different records may be the same never replaces a row without a word', async (server) => {
      const columns = 'person varchar(200), pieces bigint, amount decimal(20,2), booked date, urgent boolean';
      const refused = {
        text: 'person(3))',
        field: 'pieces)',
        generated: 'half)',
        constant: 'kind)',
        'a part of the key': 'id)',
      };
      const harmless = {
        counted: 'n)',
        'several columns': 'pieces, n)',
        'NULL in new rows': 'note)',
        identifier: 'uid)',
      };
      const more =
        "half varchar(3) AS (left(person, 3)) PERSISTENT, kind varchar(9) DEFAULT 'x', n bigint AUTO_INCREMENT, note varchar(9), uid varchar(36) NOT NULL DEFAULT uuid()";
      const file = `${HEADER}\na,the first,1,,,\na,the second,1,,,\n`;
      for (const [name, index] of Object.entries({ ...refused, ...harmless })) {
        const table = `indexed_${name.replaceAll(' ', '_')}`;
        const key = name === 'a part of the key' ? ['id', 'person'] : ['id'];
        const sql = `CREATE TABLE ${table} (id varchar(50), ${columns}, ${more}, UNIQUE(${key.join(', ')}), INDEX(n), UNIQUE other(${index})`;
        await withTable(server, { table, sql }, async (session) => {
          const run = await runInto(server, { file, table, key });
          const rows = await session.rows(`SELECT person FROM ${table}`);
          if (name in harmless) assert.equal([run.status, rows.length], ['SUCCESS', 1], name);
          else {
            assert.equal([run.failure?.code, rows.length], ['table_mismatch', 0], name);
            assert.match(run.failure?.message ?? '', /another unique index on .* could replace other rows/, name);
          }
        });
      }
    });

  test('a value that the column would cut, round or reject fails the run, and names the record', async (server) => {
    const sql = `CREATE TABLE tight (id varchar(50) NOT NULL PRIMARY KEY, person varchar(5) NOT NULL, pieces smallint, amount decimal(9,2), booked date, urgent boolean)`;
    await withTable(server, { table: 'tight', sql }, async (session) => {
      const cases = [
        ['a,sixsix,1,,,', 'value_not_storable', 'record 1 .*"person".* 5'],
        ['a,five  ,1,,,', 'value_not_storable', 'record 1 .*"person"'],
        ['a,,1,,,', 'value_not_storable', 'record 1 .*"person" is null'],
        ['a,ok,1,1.005,,', 'value_not_storable', 'record 1 .*"amount" has 3 decimals'],
        ['a,ok,40000,,,', 'database_rejected', ''],
      ] as const;
      for (const [line, code, message] of cases) {
        const run = await runInto(server, { file: `${HEADER}\n${line}\n`, table: 'tight' });
        assert.equal([run.status, run.failure?.code], ['FAILED', code], JSON.stringify(run.failure));
        assert.match(run.failure?.message ?? '', new RegExp(message));
        assert.not.match(run.failure?.message ?? '', /sixsix|40000|1\.005/);
        assert.equal(await session.rows('SELECT id FROM tight'), []);
      }
      const run = await runInto(server, { file: `${HEADER}\na,grüße,1,1.50,,\n`, table: 'tight' });
      assert.is(run.status, 'SUCCESS', JSON.stringify(run.failure));
    });
  });

  test('a TIME arrives with all its decimals, or the run fails', async (server) => {
    const text = `name: times\nformat: CSV\nfields:\n  - { name: id, type: STRING }\n  - { name: at, type: TIME, format: "HH:mm:ss.SSSSSSSSS" }\n`;
    const session = await server.connect();
    const { folder, remove } = createDataFolder();
    const { spec } = await compileModule(folder, text);
    await createTable(session, { driver, spec, table: 'times', key: ['id'] });
    const run = (file: string) => runInto(server, { file: `id,at\n${file}\n`, table: 'times', text });
    assert.is((await run('a,23:59:59.123456000\nb,00:00:00.000000000\nc,')).status, 'SUCCESS');
    const refused = await run('d,12:00:00.123456700');
    assert.match(refused.failure?.message ?? '', /record 1 .*"at" has 7 decimals, and its column holds 6/);
    const rows = await session.rows<{ shown: string | null }>(
      'SELECT CAST(at AS CHAR(20)) AS shown FROM times ORDER BY id',
    );
    assert.equal(
      rows.map(({ shown }) => shown?.trim().replace(/\.0+$/, '') ?? null),
      ['23:59:59.123456', '00:00:00', null],
    );
    await session.close();
    remove();
  });

  test('names with quotes and blanks are names, not SQL', async (server) => {
    const table = `a "b\` c'; DROP TABLE x`;
    await withTable(server, { table }, async () => {
      const run = await runInto(server, { file: `${HEADER}\na,one,1,,,\n`, table });
      assert.is(run.status, 'SUCCESS', JSON.stringify(run.failure));
    });
  });

  test('a server that ends during a run pauses it, and the run resumes by itself', async (server) => {
    await withTable(server, { table: 'restarted' }, async () => {
      const { folder, remove } = createDataFolder();
      const all = await openAll(folder, { openDatabase: async () => server.settings });
      const module = await compileModule(folder);
      const request = await createTableRequest(folder, claimChunks(200_000), {
        module,
        table: 'restarted',
        key: ['id'],
      });
      const accepted = await all.runs.accept(request);
      const runId = 'runId' in accepted ? accepted.runId : '';
      await eventually(async () => ((await all.runs.get(runId))?.processedRecords ?? 0) > 0);
      await server.kill();
      await eventually(async () => (await all.runs.get(runId))?.status === 'PAUSED');
      assert.is((await all.runs.get(runId))?.pause?.code, 'database_unavailable');
      await server.restart();
      await eventually(async () => (await all.runs.get(runId))?.finishedAt != null);
      const session = await server.connect();
      const [row] = await session.rows<{ n: string | number }>('SELECT count(*) AS n FROM restarted');
      assert.is(Number(row?.n), 200_000);
      await session.close();
      await all.close();
      remove();
    });
  });
});
