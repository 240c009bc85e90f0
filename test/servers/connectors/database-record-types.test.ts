/** Runs of specs with several record types into the tables of real databases: one table for each published type. */
import * as assert from 'uvu/assert';
import { RunNotFinished } from '../../../runtime/runs/run-request.ts';
import type { SerializedRun } from '../../../runtime/runs/run-request.ts';
import { rejectionOf, createDataFolder, openAll } from '../../runtime/data-folder.ts';
import { compileModule, createTable, createTableRequest } from './claims.ts';
import { testDatabases } from './database-servers.ts';
import type { DatabaseServer } from './servers/database-server.ts';

const SPEC = `name: orders
format: FIXED_WIDTH
recordTypes:
  - name: head
    when: { start: 1, length: 1, values: [H] }
    occurs: ONCE
    publish: false
    fields: [{ name: day, type: DATE, start: 2, length: 10 }]
  - name: order
    when: { start: 1, length: 1, values: [O] }
    fields:
      - { name: id, type: STRING, start: 2, length: 4 }
      - { name: day, from: head.day }
  - name: orderLine
    in: order
    when: { start: 1, length: 1, values: [L] }
    fields:
      - { name: id, type: STRING, start: 2, length: 4 }
      - { name: order, from: order.id }
      - { name: amount, type: DECIMAL, start: 6, length: 8, required: true }
`;

const FILE = ['H2024-02-29', 'Oo1', 'Ll1    1.50', 'Ll2     bad', 'Oo2', 'Ll3    2.25', 'Ll4    3.00'].map(
  (line) => `${line}\n`,
);

interface TypedRun {
  table: string;
  key?: string[] | null;
  file?: string;
  spec?: string;
  /** The types whose tables are created. Default: both. */
  created?: boolean;
}

async function runInto(server: DatabaseServer, run: TypedRun): Promise<SerializedRun> {
  const { table, key = null, file = FILE.join(''), spec = SPEC, created = true } = run;
  const { folder, remove } = createDataFolder();
  const all = await openAll(folder, { openDatabase: async () => server.settings });
  const session = await server.connect();
  try {
    const module = await compileModule(folder, spec);
    if (created) await createTable(session, { driver: server.settings.driver, spec: module.spec, table, key });
    const request = await createTableRequest(folder, [Buffer.from(file)], { module, table, key });
    const accepted = await all.runs.accept(request);
    const runId = 'runId' in accepted ? accepted.runId : '';
    await all.runs.finished(runId);
    const finished = await all.runs.get(runId);
    assert.ok(finished !== null);
    return finished;
  } finally {
    await session.close();
    await all.close();
    remove();
  }
}

async function readTable(server: DatabaseServer, table: string, columns: string): Promise<string[]> {
  const session = await server.connect();
  const quoted = server.settings.driver === 'postgresql' ? `"${table}"` : `\`${table}\``;
  try {
    const rows = await session.rows<Record<string, unknown>>(`SELECT ${columns} FROM ${quoted} ORDER BY id`);
    return rows.map((row) => Object.values(row).join('|'));
  } finally {
    await session.close();
  }
}

/** The columns with the copied order, which is a word of SQL. */
const lineColumns = (server: DatabaseServer) =>
  server.settings.driver === 'postgresql'
    ? 'id, "order", CAST(amount AS CHAR(4)) AS amount'
    : 'id, `order`, CAST(amount AS CHAR(4)) AS amount';

await testDatabases('runs of record types into tables', ({ test }) => {
  test('each published type has its own table, and records keep their numbers in the file', async (server) => {
    const run = await runInto(server, { table: 'orders' });
    assert.equal([run.status, run.publishedRecords, run.failedRecords], ['PARTIAL_SUCCESS', 5, 1], JSON.stringify(run));
    const numbers = (rows: string[]) => rows.map((row) => row.replace(/\|.*:/, '|'));
    assert.equal(numbers(await readTable(server, 'orders_order', 'id, ce_id')), ['o1|2', 'o2|5']);
    assert.equal(await readTable(server, 'orders_orderLine', lineColumns(server)), [
      'l1|o1|1.50',
      'l3|o2|2.25',
      'l4|o2|3.00',
    ]);
  });

  test('a file that is published again replaces its rows, and keys hold for every table', async (server) => {
    await runInto(server, { table: 'keyed', key: ['id'] });
    const file = FILE.join('').replace('2.25', '9.99');
    const run = await runInto(server, { table: 'keyed', key: ['id'], file, created: false });
    assert.equal([run.status, run.publishedRecords], ['PARTIAL_SUCCESS', 5]);
    assert.equal(await readTable(server, 'keyed_orderLine', lineColumns(server)), [
      'l1|o1|1.50',
      'l3|o2|9.99',
      'l4|o2|3.00',
    ]);
  });

  test('a missing table pauses the run before anything is written, and is named', async (server) => {
    const session = await server.connect();
    await session.run('CREATE TABLE lonely_order (id VARCHAR(4), day DATE, ce_id VARCHAR(64) NOT NULL PRIMARY KEY)');
    await session.close();
    const paused = await rejectionOf(runInto(server, { table: 'lonely', created: false }));
    assert.ok(paused instanceof RunNotFinished);
    assert.is(paused.code, 'table_not_found');
    assert.match(paused.message, /no table "lonely_orderLine"/);
    assert.equal(await readTable(server, 'lonely_order', 'id'), []);
  });

  test('members of events have tables of their own, with the id of the record around them', async (server) => {
    const spec = SPEC.replace('    in: order\n', '    in: order\n    as: lines\n');
    const file = `${FILE.join('')}Oo3\n`;
    const run = await runInto(server, { table: 'parts', spec, file });
    assert.equal([run.status, run.failedRecords], ['PARTIAL_SUCCESS', 3], JSON.stringify(run));
    const numbers = (rows: string[]) => rows.map((row) => row.replaceAll(/\|[^|]*:/g, '|'));
    assert.equal(numbers(await readTable(server, 'parts_order', 'id, ce_id')), ['o2|5', 'o3|8']);
    assert.equal(numbers(await readTable(server, 'parts_orderLine', 'id, ce_id, parent_ce_id')), ['l3|6|5', 'l4|7|5']);
  });

  test('a broken rule of the file leaves all tables empty', async (server) => {
    const spec = `${SPEC}fileRules:\n  - { ruleId: few, ruleType: COUNT_RANGE, of: orderLine, value: "5," }\n`;
    const run = await runInto(server, { table: 'gated', spec });
    assert.equal([run.status, run.failure?.code], ['FAILED', 'file_rule_broken']);
    assert.equal(await readTable(server, 'gated_order', 'id'), []);
    assert.equal(await readTable(server, 'gated_orderLine', 'id'), []);
  });
});
