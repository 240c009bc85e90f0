import type { Connection } from './connection.ts';

/** Access to the only connection that writes, for one user at a time. */
export interface Writer {
  /**
   * Calls `work` in a transaction, which is durable when the promise resolves and has no effect if it rejects.
   * Transactions run one at a time, in call order. `work` must use the connection it receives, and must not wait for
   * another transaction.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Calls `work` when all earlier calls have ended, but does not start a transaction. Each statement of `work` is a
   * separate transaction.
   */
  inTurn<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Waits for all earlier calls, then closes the connection. */
  close(): Promise<void>;
}

/** Creates a queue for the users of a connection. Without the queue, their statements would mix in one transaction. */
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

/**
 * Calls `work` in a transaction, and returns its result. Commits if `work` resolves. Rolls back and throws if it
 * rejects.
 */
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
