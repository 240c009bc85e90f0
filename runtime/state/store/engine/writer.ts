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
   * Like transaction(), for work that needs fewer statements for several items than for each of them. Calls `work` with
   * `item` and with the items of other calls that wait with the same function. They may precede earlier transactions.
   */
  together<Item, Result>(work: SharedWork<Item, Result>, item: Item): Promise<Result>;
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

/**
 * Stores one or more items, and returns the result of each. If it rejects for several items, it has no effect, and is
 * called for each of them alone. So it must not change an item before it has stored all.
 */
export type SharedWork<Item, Result> = (connection: Connection, items: readonly Item[]) => Promise<Result[]>;

/** No further transactions are added to a common one after this number. The first of them waits for the last. */
const MAX_GROUP = 32;
/** Limit of the items of one call. Each number of items can be a statement that is compiled once. */
const MAX_ITEMS = 16;

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
      if (taken.length === 0) takeNext(waiting, taken, 1);
      for (const { reject } of taken) reject(error);
    }
  }

  function together<Item, Result>(work: SharedWork<Item, Result>, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      // The casts are safe: the function defines the types of its items and results.
      waiting.push({ work: work as Waiting['work'], item, resolve: resolve as Waiting['resolve'], reject });
      void inTurn(commitWaiting);
    });
  }

  return {
    together,
    // No other call has this function.
    transaction: (work) => together(async (connection) => [await work(connection)], null),
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

/** An item that waits for its turn. */
interface Waiting {
  work: SharedWork<unknown, unknown>;
  item: unknown;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

/**
 * Moves the first item from `waiting` to `taken`, and those with the same work that wait before the next turn of another
 * kind, up to `limit`. Returns them; an empty list if there is none.
 */
function takeNext(waiting: (Waiting | 'turn')[], taken: Waiting[], limit = MAX_ITEMS): Waiting[] {
  const [first] = waiting;
  const group: Waiting[] = [];
  if (first === undefined || first === 'turn') return group;
  for (let at = 0; group.length < limit; ) {
    const next = waiting[at];
    if (next === undefined || next === 'turn') break;
    if (next.work === first.work) {
      group.push(next);
      waiting.splice(at, 1);
    } else at++;
  }
  taken.push(...group);
  return group;
}

/** The work of a common transaction: returns the calls that resolve its promises after the commit. */
type CommonWork = (connection: Connection, waiting: (Waiting | 'turn')[], taken: Waiting[]) => Promise<(() => void)[]>;

const runFirst: CommonWork = (connection, waiting, taken) => runGroup(connection, takeNext(waiting, taken, 1));

/** Runs the transactions that wait. Those that remain have later turns. */
const runWaiting: CommonWork = async (connection, waiting, taken) => {
  const resolvers: (() => void)[] = [];
  // One statement ends a savepoint and begins the next one. The commit ends the last one.
  let begin = 'SAVEPOINT work';
  const runInSavepoint = async (group: readonly Waiting[]): Promise<void> => {
    await connection.exec(begin);
    begin = 'RELEASE work; SAVEPOINT work';
    try {
      resolvers.push(...(await runGroup(connection, group)));
    } catch (error) {
      // On a full disk, SQLite has rolled back the whole transaction, and its savepoints no longer exist.
      await connection.exec('ROLLBACK TO work').catch(() => {
        throw error;
      });
      if (group.length > 1) for (const one of group) await runInSavepoint([one]);
      else group[0]?.reject(error);
    }
  };
  while (taken.length < MAX_GROUP) {
    const group = takeNext(waiting, taken);
    if (group.length === 0) break;
    await runInSavepoint(group);
  }
  return resolvers;
};

async function runGroup(connection: Connection, group: readonly Waiting[]): Promise<(() => void)[]> {
  const [first] = group;
  if (first === undefined) return [];
  const items = group.map(({ item }) => item);
  const results = await first.work(connection, items);
  return group.map(
    ({ resolve }, index) =>
      () =>
        resolve(results[index]),
  );
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
