import { databasePath, hasDatabase } from './database-file.ts';
import type { Connection, Param } from './engine/connection.ts';
import { inTransaction } from './engine/writer.ts';
import { bindFolder, checkNotMoved } from './folder-binding.ts';
import { CannotCopy } from './folder-failures.ts';
import { lockFolder } from './lock.ts';
import { type ContentRow, readContents } from './content-row.ts';
import { messagesFolder } from './message-file.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { createPostgresConnection } from './postgresql/connection.ts';
import { describeDatabase, type PostgresSettings } from './postgresql/settings.ts';
import { createWritingSession } from './postgresql/take-store.ts';
import { openConnection } from './sqlite/open-connection.ts';

/** The tables in an order in which each refers to earlier ones, with the number of rows to copy at a time. */
const TABLES: readonly (readonly [name: string, rows: number])[] = [
  ['specs', 200],
  ['spec_versions', 20],
  ['runs', 200],
  ['run_errors', 20],
  ['small_files', 20],
  ['topics', 500],
  ['batches', 500],
  ['batch_contents', 4],
  ['module_sources', 20],
  ['credentials', 200],
  ['integrations', 200],
  ['jobs', 200],
  ['job_states', 500],
  ['job_files', 500],
  ['alerts', 200],
  ['audit', 500],
];

/**
 * Copies everything in the SQLite database of a data folder to an empty PostgreSQL database, in one transaction, and
 * binds the folder to that database. The SQLite database remains, but is no longer used. Returns the number of rows.
 * Throws CannotCopy, and the errors of openStore().
 */
export async function copyStore(dataFolder: string, postgres: PostgresSettings): Promise<number> {
  if (!(await hasDatabase(dataFolder))) throw new CannotCopy(`the data folder ${dataFolder} has no database to copy`);
  const lock = await lockFolder(dataFolder);
  try {
    await checkNotMoved(dataFolder);
    await prepareSource(dataFolder);
    return await copyLocked(dataFolder, postgres);
  } finally {
    await lock.release();
  }
}

/** Migrates the tables of the SQLite database. Runs into the embedded broker must have ended, because they cannot resume. */
async function prepareSource(dataFolder: string): Promise<void> {
  const store = await openSqliteStore(dataFolder, { maxSpecsBytes: Infinity, lock: { release: async () => {} } });
  try {
    const runs = (await store.runs.unfinished()).filter(
      ({ broker, destination }) => broker === 'embedded' && destination.kind === 'topic',
    );
    if (runs.length > 0)
      throw new CannotCopy(
        `${runs.length} unfinished runs publish to the embedded broker, which exists with SQLite only. Let them finish, or cancel them with specmill cancel: ${runs[0]?.runId}`,
      );
  } finally {
    await store.close();
  }
}

async function copyLocked(dataFolder: string, postgres: PostgresSettings): Promise<number> {
  const { session } = createWritingSession(postgres);
  const target = createPostgresConnection(session, postgres);
  const source = await openConnection(databasePath(dataFolder), { mode: 'read', busyMs: 0 });
  try {
    await session.acquire();
    const [state] = await target.all<{ id: string; has_folder: number }>('SELECT id, has_folder FROM store_state');
    if (state === undefined || state.has_folder !== 0 || !(await isEmpty(target)))
      throw new CannotCopy(`the database ${describeDatabase(postgres)} is in use. Name an empty database with --to`);
    const rows = await inTransaction(target, async () => {
      let total = 0;
      for (const [name, page] of TABLES)
        total += await copyTable({ source, target, messages: messagesFolder(dataFolder) }, name, page);
      await continueNumbers({ source, target });
      await target.run('UPDATE store_state SET has_folder = 1');
      return total;
    });
    await bindFolder(dataFolder, state.id);
    return rows;
  } finally {
    await source.close();
    await target.close();
  }
}

async function isEmpty(target: Connection): Promise<boolean> {
  for (const [name] of TABLES) if ((await target.all(`SELECT 1 FROM ${name} LIMIT 1`)).length > 0) return false;
  return true;
}

interface Ends {
  source: Connection;
  target: Connection;
  /** The folder of the message files of `source`. */
  messages: string;
}

/** Replaces the places of contents in message files by the contents. `rows` are those of `batch_contents`. */
async function inlineContents(rows: readonly Record<string, Param>[], messages: string): Promise<void> {
  for (const row of rows) {
    // The cast is safe: the row has all columns of the table.
    const contents = await readContents(row as unknown as ContentRow, messages);
    if (contents === null) throw new CannotCopy(`the message file ${row['value_file']} is missing in ${messages}`);
    Object.assign(row, contents);
  }
}

/** Throws an Error if the numbers of rows differ in the end. */
async function copyTable({ source, target, messages }: Ends, table: string, page: number): Promise<number> {
  const found = await source.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`);
  const names = found.map(({ name }) => name);
  for (let after = 0; ; ) {
    const rows = await source.all<Record<string, Param> & { copied_row: number }>(
      `SELECT rowid AS copied_row, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${page}`,
      [after],
    );
    if (rows.length === 0) break;
    if (table === 'batch_contents') await inlineContents(rows, messages);
    const row = `(${names.map(() => '?').join(', ')})`;
    await target.run(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES ${rows.map(() => row).join(', ')}`,
      rows.flatMap((values) => names.map((name) => values[name] ?? null)),
    );
    after = rows.at(-1)?.copied_row ?? after;
  }
  const counts = await Promise.all([source, target].map((end) => countRows(end, table)));
  if (counts[0] !== counts[1]) throw new Error(`of ${counts[0]} rows of ${table}, ${counts[1]} were copied`);
  return counts[0] ?? 0;
}

async function countRows(connection: Connection, table: string): Promise<number> {
  const [row] = await connection.all<{ count: number }>(`SELECT count(*) AS count FROM ${table}`);
  return row?.count ?? 0;
}

/** Sets the next number of each numbered table. A number is never used again, also if its row was removed. */
async function continueNumbers({ source, target }: Omit<Ends, 'messages'>): Promise<void> {
  const used = await source.all<{ name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence');
  for (const [table, column] of [
    ['runs', 'number'],
    ['job_files', 'number'],
    ['alerts', 'number'],
    ['audit', 'number'],
    ['topics', 'id'],
    ['batches', 'id'],
  ] as const) {
    const last = used.find(({ name }) => name === table)?.seq ?? 0;
    await target.all(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), greatest(?, 1, (SELECT max(${column}) FROM ${table})))`,
      [last],
    );
  }
}
