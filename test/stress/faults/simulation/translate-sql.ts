import { NOW } from '../../../../runtime/state/store/cluster/now.ts';

/** What PostgreSQL writes differently, in the statements of instances that are simulated. */
const REPLACED: readonly (readonly [string | RegExp, string])[] = [
  [/ FOR UPDATE( OF t)?( SKIP LOCKED)?/g, ''],
  ['json_array_elements_text(CAST(? AS json)) AS listed(value)', 'json_each(?) AS listed'],
  ['json_array_elements(CAST(? AS json)) AS listed(value)', 'json_each(?) AS listed'],
  // RETURNING of SQLite names no other table.
  [
    'RETURNING runs.id AS "runId", runs.cancelled_at IS NOT NULL AS "isCancelled"',
    `RETURNING (SELECT id FROM runs WHERE number = run) AS "runId",
       (SELECT cancelled_at IS NOT NULL FROM runs WHERE number = run) AS "isCancelled"`,
  ],
  [
    'RETURNING runs.id AS "runId", run_tasks.attempt',
    'RETURNING (SELECT id FROM runs WHERE number = run) AS "runId", attempt',
  ],
];

/** Returns a statement of PostgreSQL as one of SQLite, at a time in milliseconds since 1970. */
export function toSqlite(sql: string, time: number): string {
  let text = sql;
  for (const [from, to] of REPLACED) text = text.replace(from, to);
  return text.replaceAll(NOW, String(time));
}
