import type { FileRecords } from '../../base/model/file-records.ts';
import type { RejectsOrder } from '../../base/model/rejects-order.ts';
import type { RetryOrder } from '../../base/model/retry-order.ts';
import type { FileState } from '../../base/model/file-state.ts';
import type { Param } from './engine/connection.ts';
import type { FileChange, StoredFile } from './job-file-store.ts';

/** A row of the table `job_files`. */
export interface FileRow {
  number: number;
  path: string;
  name: string;
  size: number;
  modified: number | null;
  version: string;
  identity: string;
  state: string;
  reason_code: string | null;
  reason: string | null;
  location: string;
  moving_to: string | null;
  run_id: string | null;
  spec: string | null;
  sha256: string | null;
  attempts: number;
  generation: number;
  then_pending: number;
  first_seen: number;
  unchanged_since: number;
  taken_at: number | null;
  published_at: number | null;
  finished_at: number | null;
  retry_at: number | null;
  gone_since: number | null;
  records: string | null;
  retry_order: string | null;
  rejects_order: string | null;
}

/** The columns of a FileRow, as SQL. */
export const FILE_COLUMNS = `number, path, name, size, modified, version, identity, state, reason_code, reason, location, moving_to,
  run_id, spec, sha256, attempts, generation, then_pending, first_seen, unchanged_since, taken_at, published_at, finished_at,
  retry_at, gone_since, records, retry_order, rejects_order`;

/** Converts a row of the table. */
export function toStoredFile(row: FileRow): StoredFile {
  return {
    number: row.number,
    path: row.path,
    name: row.name,
    size: row.size,
    modified: row.modified,
    version: row.version,
    identity: row.identity,
    // Only this program writes states.
    state: row.state as FileState,
    reason: row.reason_code === null ? null : { code: row.reason_code, message: row.reason ?? '' },
    location: row.location,
    movingTo: row.moving_to,
    runId: row.run_id,
    spec: row.spec,
    sha256: row.sha256,
    attempts: row.attempts,
    generation: row.generation,
    isThenPending: row.then_pending === 1,
    firstSeen: row.first_seen,
    unchangedSince: row.unchanged_since,
    takenAt: row.taken_at,
    publishedAt: row.published_at,
    finishedAt: row.finished_at,
    retryAt: row.retry_at,
    goneSince: row.gone_since,
    // This program wrote the JSON, also that of the orders.
    retryOrder: row.retry_order === null ? null : (JSON.parse(row.retry_order) as RetryOrder),
    rejectsOrder: row.rejects_order === null ? null : (JSON.parse(row.rejects_order) as RejectsOrder),
    records: row.records === null ? null : (JSON.parse(row.records) as FileRecords),
  };
}

/** Returns the columns that a change sets, with their values. */
export function toColumns({
  reason,
  isThenPending,
  records,
  retryOrder,
  rejectsOrder,
  ...change
}: FileChange): Record<string, Param> {
  const names: Record<keyof typeof change, string> = {
    size: 'size',
    modified: 'modified',
    version: 'version',
    state: 'state',
    location: 'location',
    movingTo: 'moving_to',
    runId: 'run_id',
    spec: 'spec',
    sha256: 'sha256',
    attempts: 'attempts',
    generation: 'generation',
    unchangedSince: 'unchanged_since',
    takenAt: 'taken_at',
    publishedAt: 'published_at',
    finishedAt: 'finished_at',
    retryAt: 'retry_at',
    goneSince: 'gone_since',
    rejectsSpool: 'rejects_spool',
  };
  const columns: Record<string, Param> = {};
  for (const [key, value] of Object.entries(change))
    if (value !== undefined) columns[names[key as keyof typeof change]] = value;
  if (reason !== undefined)
    Object.assign(columns, { reason_code: reason?.code ?? null, reason: reason?.message ?? null });
  if (retryOrder !== undefined) columns['retry_order'] = retryOrder === null ? null : JSON.stringify(retryOrder);
  if (rejectsOrder !== undefined)
    columns['rejects_order'] = rejectsOrder === null ? null : JSON.stringify(rejectsOrder);
  if (records !== undefined) columns['records'] = records === null ? null : JSON.stringify(records);
  if (isThenPending !== undefined) columns['then_pending'] = isThenPending ? 1 : 0;
  return columns;
}
