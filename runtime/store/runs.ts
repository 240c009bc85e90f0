import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from './connection.ts';
import { type OpenedRun, openRunJournal } from './run-journal.ts';
import { type NewRun, RUN_COLUMNS, type RunRow, type StoredRun, toNewRow, toStoredRun } from './stored-run.ts';
import type { Writer } from './writer.ts';
import type { Accepted } from '../model/accepted.ts';

/** The rows of runs; for runtime/run. Throws DiskFull. */
export interface RunStore {
  /** Keeps a new run and makes its topics, unless it is one that is there already. `run`: as it is kept, where it is new. */
  insert(run: NewRun): Promise<{ accepted: Accepted; run: StoredRun | null }>;
  find(runId: string): Promise<StoredRun | null>;
  /** The newest first; `before`: those taken on before that run. */
  list(page: { limit: number; before?: string }): Promise<StoredRun[]>;
  /** Runs that have not ended, the oldest first. */
  unfinished(): Promise<StoredRun[]>;
  /** The records with issues that the run's result lists, each as JSON, in the order of the file. */
  errors(run: StoredRun): Promise<string[]>;
  /** Where to go on with a run, and where to keep what it does. Only one journal of a run is written at a time: an older one throws. */
  openJournal(runId: string): Promise<OpenedRun>;
  /** Removes the progress files that runs which have ended left behind. No run may be worked on meanwhile. */
  removeStrayProgress(): Promise<void>;
  /** Names of the spooled files that belong to runs. */
  spoolNames(): Promise<Set<string>>;
  /** Runs that ended by a time (milliseconds since 1970) and whose spooled file is still kept. */
  endedWithFile(before: number): Promise<{ number: number; spoolName: string }[]>;
  /** The spooled file of a run is removed. */
  forgetFile(number: number): Promise<void>;
  /** Hashes of the modules of runs that go on, or whose file is kept. */
  modulesInUse(): Promise<Set<string>>;
  /** Removes a few of the batches that refused all-or-nothing runs have left; false where none is left. */
  removeFailedBatches(): Promise<boolean>;
}

const REMOVED_AT_ONCE = 32;

/** Runs in tables: written through `writer`, read on a connection of their own. `progress`: the folder of the runs' progress files. */
export function createRunStore(writer: Writer, reader: Connection, progress: string): RunStore {
  const select = async (rest: string, params: (string | number)[] = []): Promise<StoredRun[]> =>
    (await reader.all<RunRow>(`SELECT ${RUN_COLUMNS} FROM runs ${rest}`, params)).map(toStoredRun);
  return {
    insert: (run) => writer.transaction((connection) => insertRun(connection, run)),
    find: async (runId) => (await select('WHERE id = ?', [runId]))[0] ?? null,
    list: ({ limit, before }) =>
      before === undefined
        ? select('ORDER BY number DESC LIMIT ?', [limit])
        : select('WHERE number < (SELECT number FROM runs WHERE id = ?) ORDER BY number DESC LIMIT ?', [before, limit]),
    unfinished: () => select('WHERE finished_at IS NULL ORDER BY number'),
    errors: ({ number }) => readErrors(reader, number),
    openJournal: (runId) => openRunJournal(writer, { runId, progressPath: join(progress, runId) }),
    async removeStrayProgress() {
      const rows = await reader.all<{ id: string }>('SELECT id FROM runs WHERE finished_at IS NULL');
      const going = new Set(rows.map(({ id }) => id));
      for (const name of await readdir(progress).catch(() => []))
        if (!going.has(name)) await rm(join(progress, name), { force: true });
    },
    async spoolNames() {
      const rows = await reader.all<{ spool_name: string }>('SELECT spool_name FROM runs WHERE spool_name IS NOT NULL');
      return new Set(rows.map(({ spool_name }) => spool_name));
    },
    endedWithFile: (before) =>
      reader.all(
        'SELECT number, spool_name AS spoolName FROM runs WHERE spool_name IS NOT NULL AND finished_at <= ? ORDER BY finished_at LIMIT 100',
        [before],
      ),
    forgetFile: (number) =>
      writer.transaction(async (connection) => {
        await connection.run('UPDATE runs SET spool_name = NULL WHERE number = ?', [number]);
      }),
    async modulesInUse() {
      const rows = await reader.all<{ module_hash: string }>(
        'SELECT DISTINCT module_hash FROM runs WHERE spool_name IS NOT NULL OR finished_at IS NULL',
      );
      return new Set(rows.map(({ module_hash }) => module_hash));
    },
    removeFailedBatches: () => writer.transaction(async (connection) => (await removeFailedBatches(connection)) > 0),
  };
}

async function insertRun(connection: Connection, run: NewRun): Promise<{ accepted: Accepted; run: StoredRun | null }> {
  const known = await findRepeated(connection, run);
  if (known !== null) return { accepted: known, run: null };
  const columns = toNewRow(run, Date.now());
  const names = Object.keys(columns);
  await connection.run(
    `INSERT INTO runs (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    Object.values(columns),
  );
  for (const topic of [run.topic, run.deadLetterTopic]) {
    // The embedded broker has no topic of a run that publishes elsewhere.
    if (topic !== null && run.broker === 'embedded')
      await connection.run('INSERT OR IGNORE INTO topics (name) VALUES (?)', [topic]);
  }
  const [row] = await connection.all<RunRow>(`SELECT ${RUN_COLUMNS} FROM runs WHERE id = ?`, [run.runId]);
  if (row === undefined) throw new Error('a run that was just written is not there');
  return { accepted: { kind: 'accepted', runId: run.runId }, run: toStoredRun(row) };
}

async function findRepeated(connection: Connection, run: NewRun): Promise<Accepted | null> {
  if (run.idempotencyKey !== null) {
    const [keyed] = await connection.all<{ id: string; request_hash: string }>(
      'SELECT id, request_hash FROM runs WHERE idempotency_key = ?',
      [run.idempotencyKey],
    );
    if (keyed !== undefined)
      return keyed.request_hash === run.requestHash ? { kind: 'repeated', runId: keyed.id } : { kind: 'key_conflict' };
  }
  const [same] = await connection.all<{ id: string }>(
    'SELECT id FROM runs WHERE finished_at IS NULL AND file_sha256 = ? AND spec_version = ? AND topic = ?',
    [run.fileSha256, run.spec.version, run.topic],
  );
  return same === undefined ? null : { kind: 'in_progress', runId: same.id };
}

async function readErrors(connection: Connection, run: number): Promise<string[]> {
  const rows = await connection.all<{ errors: string }>(
    'SELECT errors FROM run_errors WHERE run = ? ORDER BY position',
    [run],
  );
  return rows.flatMap(({ errors }) => errors.split('\n'));
}

async function removeFailedBatches(connection: Connection): Promise<number> {
  const { changes } = await connection.run(
    `DELETE FROM batches WHERE id IN (
       SELECT b.id FROM batches b JOIN runs r ON r.number = b.run
        WHERE b.first_offset IS NULL AND r.finished_at IS NOT NULL LIMIT ${REMOVED_AT_ONCE})`,
  );
  return changes;
}
