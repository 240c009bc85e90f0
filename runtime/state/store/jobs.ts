import type { Connection, Param } from './engine/connection.ts';
import type { JobState, JobStore, StoredJob } from './job-store.ts';
import type { Writer } from './engine/writer.ts';

interface JobRow {
  id: string;
  name: string;
  body: string;
  created_at: number;
  updated_at: number;
}

interface StateRow {
  is_paused: number;
  last_check: number | null;
  listed: number;
  last_error: string | null;
  failures: number;
  retry_at: number | null;
  expected_until: number | null;
}

const EMPTY: JobState = {
  isPaused: false,
  lastCheck: null,
  listed: 0,
  lastError: null,
  failures: 0,
  retryAt: null,
  expectedUntil: null,
};

/** Creates the store of jobs. `reader` is a connection that only reads. */
export function createJobStore(writer: Writer, reader: Connection): JobStore {
  const select = async (rest: string, params: Param[] = []): Promise<StoredJob[]> =>
    (await reader.all<JobRow>(`SELECT id, name, body, created_at, updated_at FROM jobs ${rest}`, params)).map(toJob);
  const change = <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
    writer.transaction(async (connection) => {
      const outcome = await work(connection);
      await connection.notify('jobs', '');
      return outcome;
    });
  return {
    list: () => select('ORDER BY name'),
    get: async (id) => (await select('WHERE id = ?', [id]))[0] ?? null,
    insert: ({ id, name, body }) =>
      change(async (connection) => {
        const now = Date.now();
        const { changes } = await connection.run(
          'INSERT INTO jobs (id, name, body, created_at, updated_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
          [id, name, body, now, now],
        );
        return changes === 1;
      }),
    replace: ({ id, name, body }) =>
      change(async (connection) => {
        const { changes } = await connection.run(
          `UPDATE jobs SET name = ?, body = ?, updated_at = ?
            WHERE id = ? AND NOT EXISTS (SELECT 1 FROM jobs WHERE name = ? AND id <> ?)`,
          [name, body, Date.now(), id, name, id],
        );
        return changes === 1;
      }),
    remove: (id) =>
      change(async (connection) => {
        await connection.run('DELETE FROM jobs WHERE id = ?', [id]);
        await connection.run('DELETE FROM job_states WHERE job = ?', [id]);
      }),
    state: (id) => readState(reader, id),
    setState: (id, change) =>
      writer.transaction(async (connection) =>
        writeState(connection, id, { ...(await readState(connection, id)), ...change }),
      ),
  };
}

async function readState(connection: Connection, id: string): Promise<JobState> {
  const [row] = await connection.all<StateRow>('SELECT * FROM job_states WHERE job = ?', [id]);
  if (row === undefined) return EMPTY;
  return {
    isPaused: row.is_paused === 1,
    lastCheck: row.last_check,
    listed: row.listed,
    // This program wrote the JSON.
    lastError: row.last_error === null ? null : (JSON.parse(row.last_error) as JobState['lastError']),
    failures: row.failures,
    retryAt: row.retry_at,
    expectedUntil: row.expected_until,
  };
}

async function writeState(connection: Connection, id: string, state: JobState): Promise<void> {
  await connection.run(
    `INSERT INTO job_states (job, is_paused, last_check, listed, last_error, failures, retry_at, expected_until)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (job) DO UPDATE SET is_paused = excluded.is_paused, last_check = excluded.last_check,
         listed = excluded.listed, last_error = excluded.last_error, failures = excluded.failures,
         retry_at = excluded.retry_at, expected_until = excluded.expected_until`,
    [
      id,
      state.isPaused ? 1 : 0,
      state.lastCheck,
      state.listed,
      state.lastError === null ? null : JSON.stringify(state.lastError),
      state.failures,
      state.retryAt,
      state.expectedUntil,
    ],
  );
}

function toJob({ created_at, updated_at, ...row }: JobRow): StoredJob {
  return { ...row, createdAt: new Date(created_at).toISOString(), updatedAt: new Date(updated_at).toISOString() };
}
