import { connectPostgres } from '../../../base/database/postgresql/connect.ts';
import type { DatabaseFailure } from '../../../base/database/failure.ts';
import { quoteName } from '../../../base/database/quote.ts';
import type { DatabaseSettings } from '../../../base/database/settings.ts';
import { createCheckpointTable } from '../table/ddl.ts';
import { CHECKPOINT_TABLE, type StoredProgress, type TableConnection } from '../table/table-connection.ts';
import { columnNamesOf, ID_COLUMN, type TablePlan } from '../table/plan-columns.ts';
import type { RowSyntax } from '../table/row-syntax.ts';
import { describePostgresTable } from './describe-table.ts';
import type { Client } from 'pg';

/** The text format of COPY (PostgreSQL, COPY, File Formats). */
const SYNTAX: RowSyntax = {
  begin: '',
  separator: '\t',
  end: '\n',
  between: '',
  null: '\\N',
  true: 't',
  false: 'f',
  quote: '',
  escapes: new Map([
    [9, '\\t'],
    [10, '\\n'],
    [13, '\\r'],
    [92, '\\\\'],
  ]),
  holdsNul: false,
};

/** Size of the rows of one COPY, in bytes. */
const COPY_BYTES = 4 * 1024 * 1024;

/** The temporary tables that receive rows end with a number. They have a column with the number of the record. */
const STAGE = 'specmill_rows_';
const NUMBER = 'specmill_record';

const quote = (name: string): string => quoteName('postgresql', name);

/**
 * Connects to PostgreSQL to write the rows of a run. COPY moves rows into a temporary table, and an INSERT moves them
 * from there into the table. Throws DatabaseFailure.
 */
export async function openPostgresTable(settings: DatabaseSettings): Promise<TableConnection> {
  const session = await connectPostgres(settings);
  let isOpen = false;
  const statements: { stage: string; copy: string; merge: string }[] = [];

  async function begin(): Promise<void> {
    if (isOpen) return;
    await session.run('BEGIN');
    isOpen = true;
  }

  return {
    syntax: SYNTAX,
    maxBytes: COPY_BYTES,
    needsNumber: true,
    describe: (table) => describePostgresTable(session, table),
    async openProgress(runId) {
      if ((await describePostgresTable(session, CHECKPOINT_TABLE)) === null) {
        const create = createCheckpointTable('postgresql').replace('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS');
        // Another run may create the table at the same moment. Then the next statement finds it.
        await session.run(create).catch((error: DatabaseFailure) => {
          if (error.code === 'permission_denied') throw error;
        });
      }
      const [row] = await session.rows<{ record: string; attempt: string }>(
        `INSERT INTO ${CHECKPOINT_TABLE} AS c (run_id, record, attempt, updated_at) VALUES ($1, 0, 1, now())
         ON CONFLICT (run_id) DO UPDATE SET attempt = c.attempt + 1, updated_at = now() RETURNING record, attempt`,
        [runId],
      );
      return toProgress(row);
    },
    async prepare(table, plan) {
      const columns = columnsOf(plan);
      const name = `${STAGE}${statements.length + 1}`;
      const stage = `pg_temp.${name}`;
      await session.run(
        `CREATE TEMPORARY TABLE ${name} ON COMMIT DELETE ROWS AS
         SELECT ${columns.join(', ')}, 0::bigint AS ${NUMBER} FROM ${quote(table)} LIMIT 0`,
      );
      const copy = `COPY ${stage} (${[...columns, NUMBER].join(', ')}) FROM STDIN`;
      statements.push({ stage, copy, merge: mergeStatement({ table, plan, stage }) });
    },
    async write({ table, rows: { bytes } }) {
      const statement = statements[table];
      if (statement === undefined) throw new Error('a table was not prepared');
      await begin();
      await copyIn(session.client, statement.copy, bytes).catch(session.fail);
      await session.run(`${statement.merge}; TRUNCATE ${statement.stage}`);
    },
    async commit({ runId, attempt, record }) {
      await begin();
      const changed = await session.change(
        `UPDATE ${CHECKPOINT_TABLE} SET record = $3, updated_at = now() WHERE run_id = $1 AND attempt = $2`,
        [runId, attempt, record],
      );
      await session.run(changed === 1 ? 'COMMIT' : 'ROLLBACK');
      isOpen = false;
      return changed === 1;
    },
    close: () => session.close(),
  };
}

function columnsOf(plan: TablePlan): string[] {
  return columnNamesOf(plan).map(quote);
}

/**
 * Returns the statement that moves rows from the temporary table. Of rows with the same key, the last one counts. Ids
 * are unique within a run, so they need no such selection.
 */
function mergeStatement({ table, plan, stage }: { table: string; plan: TablePlan; stage: string }): string {
  const columns = columnsOf(plan);
  const key = plan.key.map(quote);
  const rest = columns.filter((column) => !key.includes(column));
  const isById = plan.hasId && plan.key.length === 1 && plan.key[0] === ID_COLUMN;
  const rows = isById
    ? `SELECT ${columns.join(', ')} FROM ${stage}`
    : `SELECT DISTINCT ON (${key.join(', ')}) ${columns.join(', ')} FROM ${stage} ORDER BY ${key.join(', ')}, ${NUMBER} DESC`;
  const update = rest.map((column) => `${column} = EXCLUDED.${column}`).join(', ');
  return `INSERT INTO ${quote(table)} (${columns.join(', ')}) ${rows}
    ON CONFLICT (${key.join(', ')}) DO ${rest.length === 0 ? 'NOTHING' : `UPDATE SET ${update}`}`;
}

// The driver returns bigint as text.
function toProgress(row: { record: string; attempt: string } | undefined): StoredProgress {
  if (row === undefined) throw new Error('the checkpoint that was just written does not exist');
  return { record: Number(row.record), attempt: Number(row.attempt) };
}

/** The part of the connection of `pg` that sends the data of COPY. The type definitions omit it. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Size of a message with data of COPY, in bytes. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Executes `COPY … FROM STDIN` with this data (PostgreSQL, 55.2.6). Throws the errors of the server and the connection.
 * `bytes` must not change before the promise has settled.
 */
function copyIn(client: Client, sql: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = {
      submit: (connection: CopyConnection) => connection.query(sql),
      handleCopyInResponse(connection: CopyConnection) {
        for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
          connection.sendCopyFromChunk(bytes.subarray(at, at + CHUNK_BYTES));
        connection.endCopyFrom();
      },
      // pg replaces this function by one that also ends the time limit of the query.
      callback: (error?: unknown) => (error === undefined ? resolve() : reject(error)),
      handleError: (error: unknown) => query.callback(error),
      handleReadyForQuery: () => query.callback(),
      handleCommandComplete() {},
    };
    // pg accepts any object with these methods. The type definitions name only submit().
    client.query(query as unknown as Parameters<Client['query']>[0]);
  });
}
