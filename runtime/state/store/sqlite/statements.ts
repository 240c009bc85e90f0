import type sqlite3 from 'sqlite3';
import { asDiskFull } from '../../../base/model/disk-full.ts';
import type { Param } from '../engine/connection.ts';

/** Executes statements. Each text is compiled once. All methods throw DiskFull and SQLite's errors. */
export interface Statements {
  /** Executes a statement that has no rows. */
  run(sql: string, params: readonly Param[]): Promise<sqlite3.RunResult>;
  /** Executes a statement and returns its rows. */
  all<Row>(sql: string, params: readonly Param[]): Promise<Row[]>;
  /** Frees all statements and closes the database, when those in progress have ended. */
  close(): Promise<void>;
}

/** Maximum number of compiled statements. */
const MAX_COMPILED = 400;
/** A compiled statement keeps its last parameters in memory. With a larger parameter, it is not kept. */
const MAX_KEPT_PARAM = 16 * 1024;

/** Creates the compiled statements of a database. Those that were not used for the longest time are freed first. */
export function createStatements(database: sqlite3.Database): Statements {
  const compiled = new Map<string, Promise<sqlite3.Statement>>();
  /** What uses a statement or frees one. SQLite does not close a database that has statements. */
  const active = new Set<Promise<unknown>>();
  let isClosing = false;

  function track<T>(work: Promise<T>): Promise<T> {
    active.add(work);
    const end = (): void => void active.delete(work);
    work.then(end, end);
    return work;
  }

  /** Returns a compiled statement, which is the last one in `compiled`. */
  function keep(sql: string): Promise<sqlite3.Statement> {
    const statement = compiled.get(sql) ?? compile(database, sql);
    compiled.delete(sql);
    compiled.set(sql, statement);
    statement.catch(() => compiled.delete(sql));
    const [oldest] = compiled.keys();
    if (compiled.size > MAX_COMPILED && oldest !== undefined) {
      track(free(compiled.get(oldest)));
      compiled.delete(oldest);
    }
    return statement;
  }

  /** Calls `work` with a statement that is kept, or with one that is freed afterwards. */
  const using: typeof use = (sql, params, work) => track(use(sql, params, work));

  async function use<T>(
    sql: string,
    params: readonly Param[],
    work: (statement: sqlite3.Statement, bound: unknown[]) => Promise<T>,
  ): Promise<T> {
    const bound = toBound(params);
    if (!isClosing && !params.some(isLarge)) return work(await keep(sql), bound);
    const statement = await compile(database, sql);
    try {
      return await work(statement, bound);
    } finally {
      await finalize(statement);
    }
  }

  return {
    run: (sql, params) =>
      using(
        sql,
        params,
        (statement, bound) =>
          new Promise((resolve, reject) => {
            statement.run(bound, function (error) {
              if (error === null) resolve(this);
              else reject(asDiskFull(error));
            });
          }),
      ),
    all: <Row>(sql: string, params: readonly Param[]) =>
      using(
        sql,
        params,
        (statement, bound) =>
          new Promise<Row[]>((resolve, reject) => {
            statement.all<Row>(bound, (error, rows) => (error === null ? resolve(rows) : reject(asDiskFull(error))));
          }),
      ),
    async close() {
      isClosing = true;
      while (active.size + compiled.size > 0) {
        await Promise.allSettled(active);
        for (const statement of compiled.values()) track(free(statement));
        compiled.clear();
      }
      // No other call may come between the last one and this one.
      await new Promise<void>((resolve, reject) =>
        database.close((error) => (error === null ? resolve() : reject(asDiskFull(error)))),
      );
    },
  };
}

function isLarge(param: Param): boolean {
  return (typeof param === 'string' || param instanceof Uint8Array) && param.length > MAX_KEPT_PARAM;
}

function compile(database: sqlite3.Database, sql: string): Promise<sqlite3.Statement> {
  return new Promise((resolve, reject) => {
    const statement = database.prepare(sql, (error) =>
      error === null ? resolve(statement) : reject(asDiskFull(error)),
    );
  });
}

/** Frees a statement, if it could be compiled. */
async function free(statement: Promise<sqlite3.Statement> | undefined): Promise<void> {
  const compiled = await statement?.catch(() => null);
  if (compiled !== null && compiled !== undefined) await finalize(compiled);
}

function finalize(statement: sqlite3.Statement): Promise<void> {
  return new Promise((resolve) => statement.finalize(() => resolve()));
}

// node-sqlite3 accepts bytes only as a Buffer. It copies the bytes before the call returns.
function toBound(params: readonly Param[]): unknown[] {
  return params.map((param) =>
    param instanceof Uint8Array && !Buffer.isBuffer(param)
      ? Buffer.from(param.buffer, param.byteOffset, param.byteLength)
      : param,
  );
}
