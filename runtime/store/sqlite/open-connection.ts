import sqlite3 from 'sqlite3';
import { asDiskFull } from '../../model/disk-full.ts';
import type { Connection, Param } from '../engine/connection.ts';
import { sqliteDialect } from './dialect.ts';

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
  const prepared = new Map<string, Promise<sqlite3.Statement>>();
  const exec = (sql: string): Promise<void> =>
    new Promise((resolve, reject) => database.exec(sql, settle(resolve, reject)));
  return {
    dialect: sqliteDialect,
    exec,
    begin: () => exec('BEGIN IMMEDIATE'),
    commit: () => exec('COMMIT'),
    // On a full disk, SQLite has already rolled back, and ROLLBACK fails.
    rollback: () => exec('ROLLBACK').catch(() => {}),
    run: (sql, params = []) =>
      new Promise((resolve, reject) => {
        database.run(sql, toBound(params), function (error) {
          if (error === null) resolve({ changes: this.changes });
          else reject(asDiskFull(error));
        });
      }),
    insert: (sql, params) =>
      new Promise((resolve, reject) => {
        database.run(sql, toBound(params), function (error) {
          if (error === null) resolve(this.lastID);
          else reject(asDiskFull(error));
        });
      }),
    async runPrepared(sql, params) {
      let statement = prepared.get(sql);
      if (statement === undefined) prepared.set(sql, (statement = prepare(database, sql)));
      const ready = await statement;
      return new Promise((resolve, reject) => {
        ready.run(toBound(params), function (error) {
          if (error === null) resolve({ changes: this.changes });
          else reject(asDiskFull(error));
        });
      });
    },
    all: <Row>(sql: string, params: readonly Param[] = []) =>
      new Promise<Row[]>((resolve, reject) => {
        database.all<Row>(sql, toBound(params), (error, rows) =>
          error === null ? resolve(rows) : reject(asDiskFull(error)),
        );
      }),
    notify: async () => {},
    stopWaiting() {},
    async close() {
      for (const statement of prepared.values()) await statement.then(finalize, () => {});
      await new Promise<void>((resolve, reject) => database.close(settle(resolve, reject)));
    },
  };
}

function prepare(database: sqlite3.Database, sql: string): Promise<sqlite3.Statement> {
  return new Promise((resolve, reject) => {
    const statement = database.prepare(sql, (error) =>
      error === null ? resolve(statement) : reject(asDiskFull(error)),
    );
  });
}

function finalize(statement: sqlite3.Statement): Promise<void> {
  return new Promise((resolve) => statement.finalize(() => resolve()));
}

function settle(resolve: () => void, reject: (error: unknown) => void): (error: Error | null) => void {
  return (error) => (error === null ? resolve() : reject(asDiskFull(error)));
}

// node-sqlite3 accepts bytes only as a Buffer. It copies the bytes before the call returns.
function toBound(params: readonly Param[]): unknown[] {
  return params.map((param) =>
    param instanceof Uint8Array && !Buffer.isBuffer(param)
      ? Buffer.from(param.buffer, param.byteOffset, param.byteLength)
      : param,
  );
}
