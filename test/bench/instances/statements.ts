import type { Client } from 'pg';
import type { PostgresSettings } from '../../../runtime/state/store/postgresql/settings.ts';
import { openClient } from '../../../runtime/state/store/postgresql/client.ts';

/** What a statement is for. `completion`: stores the count or the end of a piece, and frees it. */
export type Purpose = 'claim' | 'renewal' | 'completion' | 'write' | 'notify' | 'other';

/** The number of statements of a purpose, and their time in the server, planning included. */
export interface StatementTime {
  readonly calls: number;
  readonly ms: number;
}

export type StatementTimes = Record<Purpose, StatementTime>;

/** The first pattern that matches a statement is its purpose. */
const PATTERNS: readonly (readonly [Purpose, RegExp])[] = [
  ['claim', /^\s*WITH busy AS/],
  ['renewal', /SET lease_until = (?!\$\d+, status|0)/],
  [
    'completion',
    /SET instance = NULL, lease_until|'COUNTED'|SELECT phase, place|SET phase = |phase <> \$|FROM run_pieces WHERE run = \$1 AND phase|is_small = /,
  ],
  ['notify', /pg_notify/],
  [
    'write',
    /SELECT attempt, commits, phase|UPDATE run_pieces SET commits|run_piece_errors|p\.commits|INTO run|^(BEGIN|COMMIT)|pg_advisory_xact_lock|pg_current_xact_id/,
  ],
];

/** The statements of a server. */
export interface Statements {
  readonly client: Client;
  /** Counts from now on. */
  reset(): Promise<void>;
  read(): Promise<StatementTimes>;
  /** Returns the number of transactions that wrote. */
  transactions(): Promise<number>;
  /** Returns the texts, numbers and times of all statements, the slowest first. */
  list(): Promise<string[]>;
  close(): Promise<void>;
}

interface Row {
  readonly query: string;
  readonly calls: number;
  readonly ms: number;
}

/** Opens the statistics of the statements of a database. */
export async function openStatements(database: PostgresSettings): Promise<Statements> {
  const { client } = await openClient(database, 'bench');
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const rows = async (): Promise<Row[]> =>
    (
      await client.query<Row>(
        `SELECT query, calls, total_exec_time + total_plan_time AS ms FROM pg_stat_statements
          WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) ORDER BY ms DESC`,
      )
    ).rows;
  return {
    client,
    reset: async () => void (await client.query('SELECT pg_stat_statements_reset()')),
    async read() {
      const times = Object.fromEntries(
        ['claim', 'renewal', 'completion', 'write', 'notify', 'other'].map((purpose) => [purpose, { calls: 0, ms: 0 }]),
      ) as Record<Purpose, { calls: number; ms: number }>;
      for (const { query, calls, ms } of await rows()) {
        const one = times[PATTERNS.find(([, pattern]) => pattern.test(query))?.[0] ?? 'other'];
        one.calls += calls;
        one.ms += ms;
      }
      return times;
    },
    transactions: async () => (await rows()).find(({ query }) => query === 'COMMIT')?.calls ?? 0,
    list: async () =>
      (await rows()).map(
        ({ query, calls, ms }) => `${ms.toFixed(1)} ms, ${calls} times: ${query.replace(/\s+/g, ' ').slice(0, 160)}`,
      ),
    close: () => client.end(),
  };
}
