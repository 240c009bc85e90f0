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

/** How long transactions that wait are added to one that is in progress, in milliseconds. */
const GROUP_MS = 20;

/**
 * Creates a queue for the users of a connection. Without the queue, their statements would mix in one transaction.
 *
 * Transactions that wait at the same time are committed together, because a commit waits for the disk. Each is a
 * savepoint of the common transaction: if its work fails, it alone has no effect.
 */
export function createWriter(connection: Connection): Writer {
  /** The calls that wait. The turn of a call that is no transaction separates the transactions before and after it. */
  const waiting: (Waiting | 'turn')[] = [];
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const done = last.then(() => work(connection));
    last = done.catch(() => {});
    return done;
  }

  async function commitWaiting(): Promise<void> {
    const [first, second] = waiting;
    // The transaction of this turn was committed with an earlier one.
    if (first === undefined || first === 'turn') return;
    if (second !== undefined && second !== 'turn') return commitGroup(connection, waiting);
    waiting.shift();
    await commitAlone(connection, first);
  }

  return {
    transaction: (work) =>
      new Promise((resolve, reject) => {
        waiting.push({
          async run(connection) {
            const value = await work(connection);
            return () => resolve(value);
          },
          reject,
        });
        void inTurn(commitWaiting);
      }),
    inTurn(work) {
      waiting.push('turn');
      return inTurn((connection) => {
        // Each earlier transaction had a turn, so that none is left.
        waiting.shift();
        return work(connection);
      });
    },
    async close() {
      await last;
      await connection.close();
    },
  };
}

/** A transaction that waits for its turn. `run` returns the call that resolves its promise. */
interface Waiting {
  run(connection: Connection): Promise<() => void>;
  reject(reason: unknown): void;
}

async function commitAlone(connection: Connection, { run, reject }: Waiting): Promise<void> {
  try {
    (await inTransaction(connection, run))();
  } catch (error) {
    reject(error);
  }
}

/** Takes transactions out of `waiting` and commits them together. Those that remain have later turns. */
async function commitGroup(connection: Connection, waiting: (Waiting | 'turn')[]): Promise<void> {
  const end = performance.now() + GROUP_MS;
  const taken: Waiting[] = [];
  try {
    const resolveAll = await inTransaction(connection, async () => {
      const resolvers: (() => void)[] = [];
      for (let [next] = waiting; next !== undefined && next !== 'turn'; [next] = waiting) {
        waiting.shift();
        taken.push(next);
        const resolve = await runInSavepoint(connection, next);
        if (resolve !== null) resolvers.push(resolve);
        if (performance.now() > end) break;
      }
      return resolvers;
    });
    for (const resolve of resolveAll) resolve();
  } catch (error) {
    // Nothing of this transaction is stored.
    for (const { reject } of taken) reject(error);
  }
}

/** Returns null if the work failed and has no effect. Throws if the whole transaction has failed. */
async function runInSavepoint(connection: Connection, { run, reject }: Waiting): Promise<(() => void) | null> {
  await connection.exec('SAVEPOINT work');
  try {
    const resolve = await run(connection);
    await connection.exec('RELEASE work');
    return resolve;
  } catch (error) {
    // On a full disk, SQLite has rolled back the whole transaction, and its savepoints no longer exist.
    await connection.exec('ROLLBACK TO work; RELEASE work').catch(() => {
      throw error;
    });
    reject(error);
    return null;
  }
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
