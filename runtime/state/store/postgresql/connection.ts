import type { QueryConfig, QueryResult } from 'pg';
import type { Connection, Param } from '../engine/connection.ts';
import { StoreUnavailable } from '../engine/store-unavailable.ts';
import type { OpenedClient } from './client.ts';
import { isConnectionLost, toStoreFailure } from './failures.ts';
import type { Session } from './session.ts';
import type { PostgresSettings } from './settings.ts';
import type { Dialect } from '../engine/dialect.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** A transaction: its client, and its id in the server. */
interface Transaction {
  readonly opened: OpenedClient;
  readonly id: string;
}

/** The channel of the events that instances send each other. */
export const EVENTS = 'specmill';
/** The key of the advisory lock of transactions that write, in a store that several processes use. */
const WRITE_LOCK = 0x73706d77;

/** The options of a connection to a database that several processes use. */
export interface SharedOptions {
  readonly instanceId: string;
  /**
   * Whether the server stores the plans of the statements. For the statements of leases, planning takes several times as
   * long as executing. Their texts must be constant.
   */
  readonly hasPlans?: boolean;
}

/**
 * Creates a connection that uses a session. A transaction never continues on another client. If the answer to a commit
 * is lost, commit() waits until the server reports its outcome. With `shared`, a transaction
 * waits for those of other processes, so that what it reads remains true until it is committed.
 */
export function createPostgresConnection(
  session: Session,
  settings: PostgresSettings,
  shared: SharedOptions | null = null,
): Connection {
  let transaction: Transaction | null = null;
  const lock = shared === null ? '' : `SELECT pg_advisory_xact_lock(${WRITE_LOCK}); `;
  const translated = new Map<string, { text: string; name?: string }>();

  function translate(sql: string): { text: string; name?: string } {
    let known = translated.get(sql);
    if (known === undefined) {
      let number = 0;
      const text = sql.replace(/\?/g, () => `$${++number}`);
      known = shared?.hasPlans === true ? { text, name: `specmill_${translated.size}` } : { text };
      translated.set(sql, known);
    }
    return known;
  }

  async function query(config: QueryConfig): Promise<QueryResult> {
    const opened = transaction?.opened ?? (await session.acquire());
    return send(opened, config);
  }

  async function send(opened: OpenedClient, config: QueryConfig): Promise<QueryResult> {
    if (!opened.isAlive()) throw new StoreUnavailable('the connection to the database of the store was lost');
    try {
      return await opened.query(config);
    } catch (error) {
      // After a time-out, the answer may still arrive, and the next statement must not receive it.
      if (isConnectionLost(error)) opened.destroy();
      throw toStoreFailure(error, settings);
    }
  }

  const run = async (sql: string, params: readonly Param[] = []): Promise<{ changes: number }> => ({
    changes: (await query({ ...translate(sql), values: toBound(params) })).rowCount ?? 0,
  });

  return {
    dialect: postgresDialect,
    exec: async (sql) => void (await query({ text: sql })),
    run,
    async insert(sql, params) {
      const { rows } = await query({ text: `${translate(sql).text} RETURNING id`, values: toBound(params) });
      return (rows as { id: number }[]).at(-1)?.id ?? 0;
    },
    async all<Row>(sql: string, params: readonly Param[] = []) {
      return (await query({ ...translate(sql), values: toBound(params) })).rows as Row[];
    },
    async begin() {
      const opened = await session.acquire();
      const results = (await send(opened, {
        text: `BEGIN; ${lock}SELECT CAST(pg_current_xact_id() AS text) AS id`,
      })) as unknown as QueryResult<{ id: string }>[];
      transaction = { opened, id: results.at(-1)?.rows[0]?.id ?? '' };
    },
    async commit() {
      const ending = transaction;
      transaction = null;
      if (ending === null) throw new Error('there is no transaction');
      const { opened, id } = ending;
      if (!opened.isAlive()) throw new StoreUnavailable('the connection to the database of the store was lost');
      let command: string;
      try {
        ({ command } = await opened.query({ text: 'COMMIT' }));
      } catch (error) {
        if (!isConnectionLost(error)) throw toStoreFailure(error, settings);
        opened.destroy();
        return findOutcome(session, id);
      }
      // The server ends a transaction in which a statement has failed with ROLLBACK, and reports no error.
      if (command !== 'COMMIT')
        throw new Error('the transaction was rolled back, because a statement of it had failed');
    },
    async rollback() {
      const ending = transaction;
      transaction = null;
      if (ending !== null) await send(ending.opened, { text: 'ROLLBACK' }).catch(() => ending.opened.destroy());
    },
    async notify(kind, id) {
      if (shared === null) return;
      await query({ text: 'SELECT pg_notify($1, $2)', values: [EVENTS, `${shared.instanceId} ${kind} ${id}`] });
    },
    stopWaiting: session.stopWaiting,
    close: session.close,
  };
}

// A text of PostgreSQL cannot contain U+0000.
function toBound(params: readonly Param[]): (string | number | Buffer | null)[] {
  return params.map((param) => {
    if (typeof param === 'string') return param.includes('\0') ? param.replaceAll('\0', '\uFFFD') : param;
    return param instanceof Uint8Array ? Buffer.from(param.buffer, param.byteOffset, param.byteLength) : param;
  });
}

/** A parameter with a pattern in which only `*` is special, as a pattern of LIKE. */
const LIKE_PATTERN = String.raw`replace(replace(replace(replace(CAST(? AS text), '\', '\\'), '%', '\%'), '_', '\_'), '*', '%')`;

/** The dialect of PostgreSQL 13 and newer. */
export const postgresDialect: Dialect = {
  name: 'postgresql',
  indexedBy: () => '',
  // OFFSET prevents a hash join: without recent statistics, PostgreSQL would read the whole table for it.
  lookUp: (table, where) =>
    `json_array_elements_text(CAST(? AS json)) AS wanted(value)
       CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${where} OFFSET 0) AS ${table}`,
  numbers: '(SELECT CAST(value AS bigint) AS value FROM json_array_elements_text(CAST(? AS json))) AS wanted',
  rows: 'json_array_elements(CAST(? AS json)) AS wanted(value)',
  element: (index, type) => (type === 'text' ? `value ->> ${index}` : `CAST(value ->> ${index} AS bigint)`),
  member: (column, name) => `(CAST(${column} AS json) ->> '${name}')`,
  matches: (column) => `${column} LIKE ${LIKE_PATTERN}`,
  isLike: (column) => `${column} ILIKE ? ESCAPE '\\'`,
};

/** How long to wait before the server is asked again, in milliseconds. */
const AGAIN_MS = 500;

/**
 * Waits until the server reports the outcome of a transaction whose commit had no answer. Resolves if it was committed.
 * Throws StoreUnavailable if it was not, or if the store is being closed.
 */
async function findOutcome(session: Session, transactionId: string): Promise<void> {
  while (!session.isEnding) {
    const status = await findStatus(session, transactionId);
    if (status === 'committed') return;
    if (status === 'aborted') break;
    await sleep(AGAIN_MS);
  }
  throw new StoreUnavailable('the connection to the database of the store was lost before the commit');
}

/** `unknown`: the server cannot be asked now, or the transaction has not ended. */
async function findStatus(session: Session, id: string): Promise<'committed' | 'aborted' | 'unknown'> {
  try {
    const opened = await session.acquire();
    const { rows } = await opened.query<{ status: string | null }>({
      text: 'SELECT pg_xact_status(CAST(CAST($1 AS text) AS xid8)) AS status',
      values: [id],
    });
    const status = rows[0]?.status ?? 'aborted';
    return status === 'committed' || status === 'aborted' ? status : 'unknown';
  } catch (error) {
    // A server that has never seen the transaction is another one: it does not have its data.
    if ((error as { code?: string }).code === '22023') return 'aborted';
    if (error instanceof StoreUnavailable || !(error instanceof Error) || !('name' in error)) return 'unknown';
    if (error.name === 'StoreInUse') throw error;
    return 'unknown';
  }
}
