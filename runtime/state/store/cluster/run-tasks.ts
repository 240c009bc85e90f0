import type { Connection } from '../engine/connection.ts';
import { LeaseLost } from '../engine/lease-lost.ts';
import { LEASE_MS, NOW } from './now.ts';

/** A run that this instance has taken. `attempt` counts how often the run was taken. */
export interface TakenRun {
  readonly runId: string;
  readonly attempt: number;
}

/** The state of an unfinished run, as its instance has reported it. */
export interface TaskState {
  readonly status: TaskStatus;
  /** Why it is PAUSED, as JSON; null otherwise. */
  readonly pause: string | null;
  /** How far the file was read, in bytes as sent. */
  readonly bytes: number;
}

type TaskStatus = 'QUEUED' | 'RUNNING' | 'PAUSED';

/** A run whose lease was renewed. */
export interface RenewedRun {
  readonly runId: string;
  readonly isCancelled: boolean;
}

/** The unfinished runs as tasks, which instances take. All methods throw StoreUnavailable. */
export interface TaskStore {
  /**
   * Takes at most `limit` free runs: those of small files, or the others. The runs of callers who have few of them taken
   * come first.
   */
  take(size: 'small' | 'large', limit: number): Promise<TakenRun[]>;
  /** Renews the leases of runs, and reports their states. Returns those that this instance still has. */
  renew(runs: readonly (TakenRun & TaskState)[]): Promise<RenewedRun[]>;
  /** Frees a run, unless another instance has taken it. Returns false if so, and if the run has ended. */
  release(run: TakenRun): Promise<boolean>;
  /** Returns the states of those runs that are unfinished, by their ids. */
  states(runIds: readonly string[]): Promise<Map<string, TaskState>>;
  /** Returns the number of all unfinished runs by their state. */
  count(): Promise<Record<TaskStatus, number>>;
  /** Returns the number of runs that wait for a thread, in all and of one caller. */
  countWaiting(turn: string | null): Promise<{ all: number; own: number }>;
}

/** The file of a small run has at most this size, in bytes as sent. */
const SMALL_BYTES = 1024 * 1024;

const IS_FREE = `(t.instance IS NULL OR t.lease_until <= ${NOW})`;

/** Creates the store of tasks. Each statement on the connection is a transaction. `own` is the id of this instance. */
export function createTaskStore(connection: Connection, own: string): TaskStore {
  return {
    take: (size, limit) =>
      connection.all<TakenRun>(
        `WITH busy AS (SELECT turn, count(*) AS runs FROM run_tasks WHERE instance IS NOT NULL AND lease_until > ${NOW} GROUP BY turn),
              waiting AS (
                SELECT t.run, coalesce(busy.runs, 0) + row_number() OVER (PARTITION BY t.turn ORDER BY t.run) AS place
                  FROM run_tasks t LEFT JOIN busy ON busy.turn = t.turn WHERE ${IS_FREE} AND t.is_small = ?),
              taken AS (
                SELECT t.run FROM run_tasks t JOIN waiting ON waiting.run = t.run WHERE ${IS_FREE}
                 ORDER BY waiting.place, t.run LIMIT ? FOR UPDATE OF t SKIP LOCKED)
         UPDATE run_tasks SET attempt = attempt + 1, instance = ?, lease_until = ${NOW} + ${LEASE_MS}, status = 'QUEUED', pause = NULL
           FROM taken, runs WHERE run_tasks.run = taken.run AND runs.number = run_tasks.run
         RETURNING runs.id AS "runId", run_tasks.attempt`,
        [size === 'small' ? 1 : 0, limit, own],
      ),
    renew: (runs) =>
      connection.all<RenewedRun>(
        `UPDATE run_tasks SET lease_until = ${NOW} + ${LEASE_MS}, status = held.status, pause = held.pause, bytes = held.bytes
           FROM (SELECT value ->> 0 AS id, CAST(value ->> 1 AS bigint) AS attempt, value ->> 2 AS status, value ->> 3 AS pause,
                        CAST(value ->> 4 AS bigint) AS bytes
                   FROM json_array_elements(CAST(? AS json)) AS listed(value)) AS held, runs
          WHERE runs.id = held.id AND run_tasks.run = runs.number AND run_tasks.attempt = held.attempt AND run_tasks.instance = ?
         RETURNING runs.id AS "runId", runs.cancelled_at IS NOT NULL AS "isCancelled"`,
        [JSON.stringify(runs.map((run) => [run.runId, run.attempt, run.status, run.pause, run.bytes])), own],
      ),
    async release({ runId, attempt }) {
      const { changes } = await connection.run(
        `UPDATE run_tasks SET instance = NULL, lease_until = 0, status = 'QUEUED', pause = NULL
          WHERE run = (SELECT number FROM runs WHERE id = ?) AND attempt = ? AND instance = ?`,
        [runId, attempt, own],
      );
      return changes === 1;
    },
    async states(runIds) {
      const rows = await connection.all<TaskState & { id: string }>(
        `SELECT runs.id, CASE WHEN ${IS_FREE} THEN 'QUEUED' ELSE t.status END AS status,
                CASE WHEN ${IS_FREE} THEN NULL ELSE t.pause END AS pause, t.bytes
           FROM run_tasks t JOIN runs ON runs.number = t.run
          WHERE runs.id IN (SELECT value FROM json_array_elements_text(CAST(? AS json)) AS listed(value))`,
        [JSON.stringify(runIds)],
      );
      return new Map(rows.map(({ id, ...state }) => [id, state]));
    },
    async count() {
      const rows = await connection.all<{ status: TaskStatus; runs: number }>(
        `SELECT CASE WHEN ${IS_FREE} AND t.is_small < 2 THEN 'QUEUED' ELSE t.status END AS status, count(*) AS runs
           FROM run_tasks t GROUP BY 1`,
      );
      const counts = { QUEUED: 0, RUNNING: 0, PAUSED: 0 };
      for (const { status, runs } of rows) counts[status] = runs;
      return counts;
    },
    async countWaiting(turn) {
      const [row] = await connection.all<{ all: number; own: number }>(
        `SELECT count(*) AS "all", count(*) FILTER (WHERE turn = ?) AS own FROM run_tasks WHERE status = 'QUEUED'`,
        [turn ?? ''],
      );
      return row ?? { all: 0, own: 0 };
    },
  };
}

/** Stores the task of a new run, as a part of the transaction that stores the run. */
export async function insertTask(
  connection: Connection,
  { runId, turn, fileBytes }: { runId: string; turn?: string; fileBytes: number },
): Promise<void> {
  await connection.run('INSERT INTO run_tasks (run, turn, is_small) SELECT number, ?, ? FROM runs WHERE id = ?', [
    turn ?? runId,
    fileBytes <= SMALL_BYTES ? 1 : 0,
    runId,
  ]);
  await connection.notify('tasks', '');
}

/** Stores the tasks of unfinished runs that have none, because a service without other instances has accepted them. */
export async function completeTasks(connection: Connection): Promise<void> {
  await connection.run(
    `INSERT INTO run_tasks (run, turn, is_small)
       SELECT number, coalesce(principal, id), CASE WHEN file_bytes <= ${SMALL_BYTES} THEN 1 ELSE 0 END
         FROM runs WHERE finished_at IS NULL ON CONFLICT DO NOTHING`,
  );
  await connection.run('DELETE FROM run_tasks WHERE run IN (SELECT number FROM runs WHERE finished_at IS NOT NULL)');
}

/**
 * Throws LeaseLost unless the run was taken last as `attempt`. No instance can take the run before the end
 * of the transaction.
 */
export async function holdTask(connection: Connection, run: number, attempt: number): Promise<void> {
  const [task] = await connection.all<{ attempt: number }>('SELECT attempt FROM run_tasks WHERE run = ? FOR UPDATE', [
    run,
  ]);
  if (task?.attempt !== attempt) throw new LeaseLost();
}
