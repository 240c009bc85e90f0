import { connectMariadb } from '../../../base/database/mariadb/connect.ts';
import { quoteName } from '../../../base/database/quote.ts';
import type { Session } from '../../../base/database/session.ts';
import type { DatabaseSettings } from '../../../base/database/settings.ts';
import { createCheckpointTable } from '../table/ddl.ts';
import { CHECKPOINT_TABLE, type TableConnection } from '../table/table-connection.ts';
import { columnNamesOf, type TablePlan } from '../table/plan-columns.ts';
import type { RowSyntax } from '../table/row-syntax.ts';
import { describeMariadbTable } from './describe-table.ts';

/** The rows of VALUES, with string literals whose special characters are preceded by a backslash. */
const SYNTAX: RowSyntax = {
  begin: '(',
  separator: ',',
  end: ')',
  between: ',',
  null: 'NULL',
  true: '1',
  false: '0',
  quote: "'",
  escapes: new Map([
    [0, '\\0'],
    [10, '\\n'],
    [13, '\\r'],
    [26, '\\Z'],
    [39, "\\'"],
    [92, '\\\\'],
  ]),
  holdsNul: true,
};

/** Size of the rows of one INSERT, in bytes, if the server accepts packets of twice this size. */
const INSERT_BYTES = 1024 * 1024;

const quote = (name: string): string => quoteName('mariadb', name);

/** Connects to MariaDB to write the rows of a run, with INSERT statements of many rows. Throws DatabaseFailure. */
export async function openMariadbTable(settings: DatabaseSettings): Promise<TableConnection> {
  const session = await connectMariadb(settings);
  const packet = await readPacketSize(session);
  let isOpen = false;
  const inserts: { before: string; after: string }[] = [];

  async function begin(): Promise<void> {
    if (isOpen) return;
    await session.run('START TRANSACTION');
    isOpen = true;
  }

  return {
    syntax: SYNTAX,
    maxBytes: Math.min(INSERT_BYTES, Math.floor(packet / 2)),
    needsNumber: false,
    describe: (table) => describeMariadbTable(session, table),
    async openProgress(runId) {
      if ((await describeMariadbTable(session, CHECKPOINT_TABLE)) === null)
        await session.run(createCheckpointTable('mariadb').replace('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS'));
      await session.run('START TRANSACTION');
      await session.change(
        `INSERT INTO ${CHECKPOINT_TABLE} (run_id, record, attempt, updated_at) VALUES (?, 0, 1, utc_timestamp())
         ON DUPLICATE KEY UPDATE attempt = attempt + 1, updated_at = utc_timestamp()`,
        [runId],
      );
      const [row] = await session.rows<{ record: string; attempt: string }>(
        `SELECT record, attempt FROM ${CHECKPOINT_TABLE} WHERE run_id = ?`,
        [runId],
      );
      await session.run('COMMIT');
      if (row === undefined) throw new Error('the checkpoint that was just written does not exist');
      return { record: Number(row.record), attempt: Number(row.attempt) };
    },
    async prepare(table, plan) {
      inserts.push(insertStatement(table, plan));
    },
    async write({ table, rows: { bytes } }) {
      const insert = inserts[table];
      if (insert === undefined) throw new Error('a table was not prepared');
      await begin();
      await session.run(`${insert.before}${bytes.toString('utf8')}${insert.after}`);
    },
    async commit({ runId, attempt, record }) {
      await begin();
      const changed = await session.change(
        `UPDATE ${CHECKPOINT_TABLE} SET record = ?, updated_at = utc_timestamp() WHERE run_id = ? AND attempt = ?`,
        [record, runId, attempt],
      );
      const isCurrent = changed === 1;
      await session.run(isCurrent ? 'COMMIT' : 'ROLLBACK');
      isOpen = false;
      return isCurrent;
    },
    close: () => session.close(),
  };
}

async function readPacketSize(session: Session): Promise<number> {
  try {
    const [row] = await session.rows<{ bytes: string }>('SELECT @@max_allowed_packet AS bytes');
    return Number(row?.bytes ?? INSERT_BYTES);
  } catch (error) {
    await session.close();
    throw error;
  }
}

function insertStatement(table: string, plan: TablePlan): { before: string; after: string } {
  const { key } = plan;
  const names = columnNamesOf(plan);
  const rest = names.filter((name) => !key.includes(name));
  // Without other columns, the row with this key is already the same.
  const updated = rest.length === 0 ? key.slice(0, 1) : rest;
  return {
    before: `INSERT INTO ${quote(table)} (${names.map(quote).join(', ')}) VALUES `,
    after: ` ON DUPLICATE KEY UPDATE ${updated.map((name) => `${quote(name)} = VALUES(${quote(name)})`).join(', ')}`,
  };
}
