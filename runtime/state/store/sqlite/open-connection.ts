import sqlite3 from 'sqlite3';
import { asDiskFull } from '../../../base/model/disk-full.ts';
import type { Connection, Param } from '../engine/connection.ts';
import { createStatements } from './statements.ts';
import type { Dialect } from '../engine/dialect.ts';

/** The options of a connection. */
export interface ConnectionOptions {
  mode: 'read' | 'write';
  /** How long a statement waits for a lock of another process, in milliseconds. */
  busyMs: number;
}

/** Opens a SQLite database. Mode `write` creates the file if it is missing. Throws DiskFull and SQLite's errors. */
export async function openConnection(path: string, { mode, busyMs }: ConnectionOptions): Promise<Connection> {
  const flags = mode === 'read' ? sqlite3.OPEN_READONLY : sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE;
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened: sqlite3.Database = new sqlite3.Database(path, flags, (error) =>
      error === null ? resolve(opened) : reject(asDiskFull(error)),
    );
  });
  database.configure('busyTimeout', busyMs);
  const statements = createStatements(database);
  const exec = (sql: string): Promise<void> =>
    new Promise((resolve, reject) => database.exec(sql, settle(resolve, reject)));
  return {
    dialect: sqliteDialect,
    exec,
    begin: () => exec('BEGIN IMMEDIATE'),
    commit: () => exec('COMMIT'),
    // On a full disk, SQLite has already rolled back, and ROLLBACK fails.
    rollback: () => exec('ROLLBACK').catch(() => {}),
    run: async (sql, params = []) => ({ changes: (await statements.run(sql, params)).changes }),
    insert: async (sql, params) => (await statements.run(sql, params)).lastID,
    all: <Row>(sql: string, params: readonly Param[] = []) => statements.all<Row>(sql, params),
    notify: async () => {},
    stopWaiting() {},
    close: () => statements.close(),
  };
}

function settle(resolve: () => void, reject: (error: unknown) => void): (error: Error | null) => void {
  return (error) => (error === null ? resolve() : reject(asDiskFull(error)));
}

/** The dialect of SQLite. */
const sqliteDialect: Dialect = {
  name: 'sqlite',
  indexedBy: (index) => `INDEXED BY ${index}`,
  // CROSS JOIN makes SQLite look up each value.
  lookUp: (table, where, index) => `json_each(?) AS wanted CROSS JOIN ${table} INDEXED BY ${index} WHERE ${where}`,
  numbers: 'json_each(?) AS wanted',
  rows: 'json_each(?) AS wanted',
  element: (index) => `json_extract(value, '$[${index}]')`,
  member: (column, name) => `json_extract(${column}, '$.${name}')`,
  matches: (column) => `${column} GLOB ?`,
  isLike: (column) => `${column} LIKE ? ESCAPE '\\'`,
};
