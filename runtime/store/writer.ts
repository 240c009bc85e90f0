import type { Connection } from './connection.ts';

/** The only connection that writes. */
export interface Writer {
  /**
   * Calls `work` in a transaction, which is durable when the promise resolves and has no effect if it rejects.
   * Transactions run one at a time, in call order. `work` must use the connection it receives, and must not wait for
   * another transaction.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Calls `work` in call order with the transactions, but without starting one: each statement is a transaction of its
   * own.
   */
  inTurn<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Waits for all requested transactions, then closes the connection. */
  close(): Promise<void>;
}

/**
 * Creates a queue for a connection. Without it, node-sqlite3 would run the statements of all callers in one
 * transaction.
 */
export function createWriter(connection: Connection): Writer {
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const done = last.then(() => work(connection));
    last = done.catch(() => {});
    return done;
  }

  return {
    transaction: (work) => inTurn(() => inTransaction(connection, work)),
    inTurn,
    async close() {
      await last;
      await connection.close();
    },
  };
}

/** Calls `work` in a transaction: commits if it resolves, and rolls back if it rejects. */
export async function inTransaction<T>(
  connection: Connection,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  await connection.exec('BEGIN IMMEDIATE');
  try {
    const value = await work(connection);
    await connection.exec('COMMIT');
    return value;
  } catch (error) {
    // On a full disk, SQLite has already rolled back, and ROLLBACK fails.
    await connection.exec('ROLLBACK').catch(() => {});
    throw error;
  }
}
