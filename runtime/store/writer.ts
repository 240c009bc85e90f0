import type { Connection } from './connection.ts';

/** The one connection that writes. */
export interface Writer {
  /**
   * Calls `work` in a transaction: all of it is durable when the promise resolves, or nothing of it is
   * there. Transactions are worked on one after the other, in the order of the calls; `work` must use
   * the connection that it is given, and must not wait for another transaction.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Calls `work` in its turn among the transactions; each of its statements is a transaction of its own, unless it makes one. */
  inTurn<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Waits for the transactions that were asked for. */
  close(): Promise<void>;
}

/** A queue in front of a connection: node-sqlite3 would put every caller into whichever transaction is open. */
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

/** All that `work` does, or nothing of it. */
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
    // SQLite has rolled back by itself where the disk is full: then there is nothing left to roll back.
    await connection.exec('ROLLBACK').catch(() => {});
    throw error;
  }
}
