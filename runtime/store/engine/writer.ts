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
  /** Waits for all earlier calls. */
  settled(): Promise<void>;
  /** Waits for all earlier calls, then closes the connection. */
  close(): Promise<void>;
}

/** Limit of the transactions that are committed together. The first of them waits for the last. */
const MAX_GROUP = 32;

/**
 * Creates a queue for the users of a connection. Without the queue, their statements would mix in one transaction.
 *
 * Transactions that wait at the same time are committed together, because a commit waits for the disk. Each is a
 * savepoint of the common transaction: if its work fails, it alone has no effect.
 *
 * `check` is called before and after each common transaction, and before each turn. If it throws, so do their calls.
 */
export function createWriter(connection: Connection, check: () => Promise<void> = async () => {}): Writer {
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
    const work = second !== undefined && second !== 'turn' ? runWaiting : runFirst;
    const taken: Waiting[] = [];
    try {
      await check();
      const resolvers = await inTransaction(connection, () => work(connection, waiting, taken));
      await check();
      for (const resolve of resolvers) resolve();
    } catch (error) {
      // Nothing of this transaction is stored, or what is stored was lost with its folder.
      if (taken.length === 0) takeFirst(waiting, taken);
      for (const { reject } of taken) reject(error);
    }
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
      return inTurn(async (connection) => {
        // Each earlier transaction had a turn, so that none is left.
        waiting.shift();
        await check();
        return work(connection);
      });
    },
    settled: async () => void (await last),
    async close() {
      connection.stopWaiting();
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

/** Moves the first transaction from `waiting` to `taken`, and returns it; null if there is none. */
function takeFirst(waiting: (Waiting | 'turn')[], taken: Waiting[]): Waiting | null {
  const [first] = waiting;
  if (first === undefined || first === 'turn') return null;
  waiting.shift();
  taken.push(first);
  return first;
}

/** The work of a common transaction: returns the calls that resolve its promises after the commit. */
type CommonWork = (connection: Connection, waiting: (Waiting | 'turn')[], taken: Waiting[]) => Promise<(() => void)[]>;

const runFirst: CommonWork = async (connection, waiting, taken) => {
  const first = takeFirst(waiting, taken);
  return first === null ? [] : [await first.run(connection)];
};

/** Runs the transactions that wait. Those that remain have later turns. */
const runWaiting: CommonWork = async (connection, waiting, taken) => {
  const resolvers: (() => void)[] = [];
  // One statement ends a savepoint and begins the next one. The commit ends the last one.
  let begin = 'SAVEPOINT work';
  while (taken.length < MAX_GROUP) {
    const next = takeFirst(waiting, taken);
    if (next === null) break;
    await connection.exec(begin);
    const resolve = await runInSavepoint(connection, next);
    if (resolve !== null) resolvers.push(resolve);
    begin = 'RELEASE work; SAVEPOINT work';
  }
  return resolvers;
};

/** Returns null if the work failed and has no effect. Throws if the whole transaction has failed. */
async function runInSavepoint(connection: Connection, { run, reject }: Waiting): Promise<(() => void) | null> {
  try {
    return await run(connection);
  } catch (error) {
    // On a full disk, SQLite has rolled back the whole transaction, and its savepoints no longer exist.
    await connection.exec('ROLLBACK TO work').catch(() => {
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
  await connection.begin();
  try {
    const value = await work(connection);
    await connection.commit();
    return value;
  } catch (error) {
    await connection.rollback();
    throw error;
  }
}
