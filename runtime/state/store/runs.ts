import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createRunAcceptor, type RunAcceptor } from './accept-runs.ts';
import type { RejectsBinding, RejectsOrder } from '../../base/model/rejects-order.ts';
import type { Connection } from './engine/connection.ts';
import { type OpenedRun, openRunJournal } from './run-journal.ts';
import { readErrors } from './run-checksum.ts';
import { RUN_COLUMNS, type RunRow, type StoredRun, toStoredRun } from './stored-run.ts';
import { removeDeleted, removeFailedBatches, removeOldBatches, removeRun } from './unused-rows.ts';
import { isInPieces, readPieceErrors, withPieces } from './piece-rows.ts';
import type { Writer } from './engine/writer.ts';
import { removeMessageFiles } from './message-file.ts';
import { releasePages } from './sqlite/release-pages.ts';
import { conditionsOf, type RunQuery } from './run-query.ts';
import { createModuleSources } from './module-sources.ts';

/** The stored runs. Only code in `runtime/runs/` may use it; other code uses `Runs`. All methods throw DiskFull. */
export interface RunStore extends RunAcceptor {
  /** Returns a run; null if it does not exist or was deleted. */
  find(runId: string): Promise<StoredRun | null>;
  /** Returns the runs with these numbers that exist and were not deleted, in any order. */
  findAll(numbers: readonly number[]): Promise<StoredRun[]>;
  /** Returns the run that was stored with this idempotency key; null if there is none or it was deleted. */
  findByKey(idempotencyKey: string): Promise<StoredRun | null>;
  /** Returns at most `limit` runs that match, newest first. */
  list(query: RunQuery): Promise<StoredRun[]>;
  /** Returns the runs that have not finished, oldest first. */
  unfinished(): Promise<StoredRun[]>;
  /** Returns the items of the result's `errors` that are stored so far, each as JSON, in file order. */
  errors(run: StoredRun): Promise<string[]>;
  /**
   * Opens the journal of an unfinished run, and returns the last checkpoint. After that, earlier journals of this run
   * reject every entry. Throws an Error if there is no unfinished run with this id. With `attempt`, the journal is that
   * of a run that was taken: this call, and each of the journal, throw LeaseLost after another instance has taken it.
   */
  openJournal(runId: string, attempt?: number | null): Promise<OpenedRun>;
  /** Deletes all progress files except those of unfinished runs. Call it only while no run is executed. */
  removeOrphanedProgress(): Promise<void>;
  /** Returns the size of the spooled files of a principal's runs and retries that wait, in bytes as sent. */
  spooledBytes(principal: string): Promise<number>;
  /** Returns the idempotency key of a run; null if it has none, or if it does not exist or was deleted. */
  keyOf(runId: string): Promise<string | null>;
  /** Returns the names of the spooled files that belong to runs, finished or not, and to files of jobs. */
  spoolNames(): Promise<Set<string>>;
  /**
   * Returns at most 100 runs that finished at or before `before` (milliseconds since 1970) and still have a spooled
   * file. The run that finished first is first.
   */
  endedWithFile(before: number): Promise<{ number: number; spoolName: string }[]>;
  /** Returns the ids of at most 100 runs that finished at or before `before` (milliseconds since 1970), oldest first. */
  endedRuns(before: number): Promise<{ runId: string; spoolName: string | null }[]>;
  /**
   * Removes some messages of the embedded broker that were published at or before `before`. Returns true if it removed
   * any; call it again until it returns false.
   */
  removeOldBatches(before: number): Promise<boolean>;
  /** Records that the spooled file of a run was removed. `number` is the sequence number of the run. */
  forgetFile(number: number): Promise<void>;
  /** Returns the module hashes of runs that have not finished or still have a spooled file. */
  modulesInUse(): Promise<Set<string>>;
  /**
   * Returns the versions of the reference tables of runs that have not finished or still have a spooled file, and of what waits
   * for approval.
   */
  tablesInUse(): Promise<Set<string>>;
  /** Returns the spec of the module with this hash, as JSON of a SpecText; null if none is stored. */
  moduleSource(hash: string): Promise<string | null>;
  /**
   * Removes some batches that failed all-or-nothing runs have stored. These batches never became visible. Returns true
   * if it removed any; call it again until it returns false.
   */
  removeFailedBatches(): Promise<boolean>;
  /** Marks a run as cancelled. Returns false if there is no unfinished run with this id. */
  cancel(runId: string): Promise<boolean>;
  /**
   * Deletes a run that has finished, with its result and errors. Its messages remain. Returns false if there is no
   * finished run with this id.
   */
  remove(runId: string): Promise<boolean>;
  /**
   * Removes some rows of deleted topics and runs. Returns true if it removed any; call it again until it returns false.
   */
  removeDeleted(): Promise<boolean>;
  /**
   * Removes some unused pages from the database file, which makes it smaller. Returns true if it removed any; call it
   * again until it returns false. A number of pages is reserved for new messages, and a database of an early version
   * cannot become smaller.
   */
  releasePages(): Promise<boolean>;
  /** Removes the message files whose messages are removed. */
  removeMessageFiles(): Promise<void>;
}

/**
 * Creates the store of runs. `reader` is a connection that only reads. `progress` and `messages` are the paths of the
 * folders of the progress files and of the message files. Without `progress`, several processes use the store: they have
 * no progress files.
 */
export function createRunStore(
  writer: Writer,
  reader: Connection,
  { progress, messages }: { progress: string | null; messages: string },
): RunStore {
  const select = async (rest: string, params: (string | number)[] = []): Promise<StoredRun[]> =>
    withPieces(reader, (await reader.all<RunRow>(`SELECT ${RUN_COLUMNS} FROM runs ${rest}`, params)).map(toStoredRun));
  const sources = createModuleSources(progress !== null);
  return {
    ...createRunAcceptor(writer, { sources, progress, messages }),
    find: async (runId) => (await select('WHERE id = ? AND deleted_at IS NULL', [runId]))[0] ?? null,
    findAll: (numbers) =>
      select(`WHERE number IN (SELECT value FROM ${reader.dialect.numbers}) AND deleted_at IS NULL`, [
        JSON.stringify(numbers),
      ]),
    findByKey: async (key) => (await select('WHERE idempotency_key = ? AND deleted_at IS NULL', [key]))[0] ?? null,
    async keyOf(runId) {
      const [row] = await reader.all<{ idempotency_key: string | null }>(
        'SELECT idempotency_key FROM runs WHERE id = ? AND deleted_at IS NULL',
        [runId],
      );
      return row?.idempotency_key ?? null;
    },
    list: (query) => {
      const { where, params } = conditionsOf(reader.dialect, query);
      return select(`WHERE ${where} ORDER BY number DESC LIMIT ?`, [...params, query.limit]);
    },
    unfinished: () => select('WHERE finished_at IS NULL ORDER BY number'),
    errors: (run) => (isInPieces(run) ? readPieceErrors(reader, run) : readErrors(reader, run.number)),
    openJournal: (runId, attempt = null) =>
      openRunJournal(writer, {
        ...{ runId, attempt, messages },
        progressPath: progress === null ? null : join(progress, runId),
      }),
    async removeOrphanedProgress() {
      if (progress === null) return;
      const rows = await reader.all<{ id: string }>('SELECT id FROM runs WHERE finished_at IS NULL');
      const going = new Set(rows.map(({ id }) => id));
      for (const name of await readdir(progress).catch(() => []))
        if (!going.has(name)) await rm(join(progress, name), { force: true });
    },
    async spooledBytes(principal) {
      const [row] = await reader.all<{ bytes: number }>(
        'SELECT coalesce(sum(file_bytes), 0) AS bytes FROM runs WHERE principal = ? AND spool_name IS NOT NULL',
        [principal],
      );
      const orders = await reader.all<{ rejects_order: string }>(
        'SELECT rejects_order FROM job_files WHERE rejects_spool IS NOT NULL',
      );
      // This program wrote the JSON.
      const waiting = orders.map(({ rejects_order }) => JSON.parse(rejects_order) as RejectsOrder);
      const own = waiting.filter(({ requestedBy }) => requestedBy === principal);
      return own.reduce((sum, { bytes }) => sum + bytes, row?.bytes ?? 0);
    },
    async spoolNames() {
      const rows = await reader.all<{ spool_name: string }>(
        'SELECT spool_name FROM runs WHERE spool_name IS NOT NULL UNION ALL SELECT rejects_spool FROM job_files WHERE rejects_spool IS NOT NULL',
      );
      return new Set(rows.map(({ spool_name }) => spool_name));
    },
    endedWithFile: (before) =>
      reader.all(
        'SELECT number, spool_name AS "spoolName" FROM runs WHERE spool_name IS NOT NULL AND finished_at <= ? ORDER BY finished_at LIMIT 100',
        [before],
      ),
    endedRuns: (before) =>
      reader.all(
        'SELECT id AS "runId", spool_name AS "spoolName" FROM runs WHERE finished_at <= ? AND deleted_at IS NULL ORDER BY finished_at LIMIT 100',
        [before],
      ),
    removeOldBatches: (before) =>
      writer.transaction(async (connection) => (await removeOldBatches(connection, before)) > 0),
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
    async tablesInUse() {
      const runs = await reader.all<{ options: string }>(
        `SELECT DISTINCT options FROM runs WHERE (spool_name IS NOT NULL OR finished_at IS NULL) AND options LIKE '%"reference"%'`,
      );
      const orders = await reader.all<{ rejects_order: string }>(
        'SELECT rejects_order FROM job_files WHERE rejects_spool IS NOT NULL',
      );
      // This program wrote the JSON.
      const bindings = [
        ...runs.map(({ options }) => JSON.parse(options) as RejectsBinding),
        ...orders.map((row) => (JSON.parse(row.rejects_order) as RejectsOrder).binding),
      ];
      return new Set(bindings.flatMap((binding) => (binding?.reference ?? []).map(({ version }) => version)));
    },
    moduleSource: (hash) => sources.find(reader, hash),
    removeFailedBatches: () => writer.transaction(async (connection) => (await removeFailedBatches(connection)) > 0),
    cancel: (runId) =>
      writer.transaction(async (connection) => {
        const { changes } = await connection.run(
          'UPDATE runs SET cancelled_at = coalesce(cancelled_at, ?) WHERE id = ? AND finished_at IS NULL',
          [Date.now(), runId],
        );
        if (changes === 1) await connection.notify('cancel', runId);
        return changes === 1;
      }),
    remove: (runId) => writer.transaction((connection) => removeRun(connection, runId)),
    removeDeleted: () =>
      writer.transaction(async (connection) => {
        sources.forget();
        return (await removeDeleted(connection)) > 0;
      }),
    releasePages: () => writer.inTurn(releasePages),
    // With PostgreSQL, the folder belongs to the SQLite database that was copied.
    removeMessageFiles: async () =>
      reader.dialect.name === 'sqlite'
        ? writer.inTurn((connection) => removeMessageFiles(connection, messages))
        : undefined,
  };
}
