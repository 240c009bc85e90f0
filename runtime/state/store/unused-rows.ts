import type { Connection, Param } from './engine/connection.ts';
import { CHECKED_COLUMNS, checksumAfter } from './run-checksum.ts';

/** Number of batches to remove at a time. It is small, so that runs do not wait long for the store. */
const REMOVE_BATCH_SIZE = 32;
/** Number of the oldest batches among which those to remove are searched. The batches of long runs may precede them. */
const EXAMINED_BATCHES = 10_000;

/**
 * Hides a finished run, and removes its errors. Its row remains while messages refer to it for their headers. Returns
 * false if there is no finished run with this id.
 */
export async function removeRun(connection: Connection, runId: string): Promise<boolean> {
  const [run] = await connection.all<{ number: number } & Record<string, Param>>(
    `SELECT number, ${CHECKED_COLUMNS} FROM runs WHERE id = ? AND finished_at IS NOT NULL AND deleted_at IS NULL`,
    [runId],
  );
  if (run === undefined) return false;
  await connection.run('DELETE FROM run_errors WHERE run = ?', [run.number]);
  // The idempotency key is removed, so that a new request can use it.
  await connection.run(
    "UPDATE runs SET deleted_at = ?, spool_name = NULL, idempotency_key = NULL, checkpoint = NULL, failure = NULL, file_name = '', checksum = ? WHERE number = ?",
    [Date.now(), checksumAfter(run, { idempotency_key: null, file_name: '' }), run.number],
  );
  return true;
}

/**
 * Removes some rows of deleted topics and runs. Returns the number of removed rows; 0 if there is nothing left to
 * remove.
 */
export async function removeDeleted(connection: Connection): Promise<number> {
  const batches = await connection.run(
    `DELETE FROM batches WHERE id IN (
       SELECT b.id FROM batches b JOIN topics t ON t.id = b.topic WHERE t.deleted_at IS NOT NULL LIMIT ${REMOVE_BATCH_SIZE})`,
  );
  if (batches.changes > 0) return batches.changes;
  const topics = await connection.run('DELETE FROM topics WHERE deleted_at IS NOT NULL');
  const runs = await connection.run(
    'DELETE FROM runs WHERE deleted_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM batches WHERE run = runs.number)',
  );
  if (runs.changes > 0)
    await connection.run('DELETE FROM module_sources WHERE hash NOT IN (SELECT module_hash FROM runs)');
  return topics.changes + runs.changes;
}

/**
 * Removes some visible batches that were published at or before `before` (milliseconds since 1970), and whose runs have
 * finished. The offsets of the other messages do not change. Returns the number of removed batches; 0 if there is nothing
 * left to remove.
 */
export async function removeOldBatches(connection: Connection, before: number): Promise<number> {
  // Batches have ids in the order in which they were stored, so the oldest ones are found without an index on the time.
  const { changes } = await connection.run(
    `DELETE FROM batches WHERE id IN (
       SELECT b.id FROM (SELECT * FROM batches ORDER BY id LIMIT ${EXAMINED_BATCHES}) b JOIN runs r ON r.number = b.run
        WHERE b.published_at <= ? AND b.first_offset IS NOT NULL AND r.finished_at IS NOT NULL LIMIT ${REMOVE_BATCH_SIZE})`,
    [before],
  );
  return changes;
}

/**
 * Removes some batches that failed all-or-nothing runs have stored. These batches never became visible. Returns the
 * number of removed batches; 0 if there is nothing left to remove.
 */
export async function removeFailedBatches(connection: Connection): Promise<number> {
  const { changes } = await connection.run(
    `DELETE FROM batches WHERE id IN (
       SELECT b.id FROM batches b JOIN runs r ON r.number = b.run
        WHERE b.first_offset IS NULL AND r.finished_at IS NOT NULL LIMIT ${REMOVE_BATCH_SIZE})`,
  );
  return changes;
}
