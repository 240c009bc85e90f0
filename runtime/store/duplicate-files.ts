import type { Connection } from './engine/connection.ts';
import { ALL_RUNS, visibleRuns } from './run-visibility.ts';
import type { NewRun } from './stored-run.ts';
import { describeDestination, identifyDestination } from '../model/destination.ts';
import type { Accepted } from '../model/accepted.ts';
import type { Warning } from '../../compiler/kernel/model/contract.ts';

/**
 * Returns the newest run that has published the same file to the same destination. A run that the caller may see
 * precedes others. `visibleId` is null if the caller may not see it. Runs that are unfinished, FAILED or deleted do not
 * count. Returns null if there is none.
 */
async function findPublished(
  connection: Connection,
  { fileSha256, destination, visibleRuns: visible = ALL_RUNS }: NewRun,
): Promise<{ visibleId: string | null } | null> {
  const [isVisible, ...patterns] = visibleRuns(connection.dialect, visible);
  const [row] = await connection.all<{ visible_id: string | null }>(
    `SELECT visible_id FROM (
       SELECT CASE WHEN ${isVisible} THEN id END AS visible_id, number FROM runs
        WHERE file_sha256 = ? AND topic = ? AND finished_at IS NOT NULL AND deleted_at IS NULL
          AND status <> 'FAILED') AS published ORDER BY visible_id IS NULL, number DESC LIMIT 1`,
    [...patterns, fileSha256, identifyDestination(destination)],
  );
  return row === undefined ? null : { visibleId: row.visible_id };
}

/**
 * Returns `duplicate_file` or `hidden_duplicate` if the request refuses duplicates (`onDuplicateFile: REFUSE`), and an earlier run has
 * published the same file to the same destination. Otherwise returns null.
 */
export async function findDuplicate(connection: Connection, run: NewRun): Promise<Accepted | null> {
  const published = run.onDuplicateFile === 'REFUSE' ? await findPublished(connection, run) : null;
  if (published === null) return null;
  const { visibleId } = published;
  return visibleId === null ? { kind: 'hidden_duplicate' } : { kind: 'duplicate_file', runId: visibleId };
}

/**
 * Returns one warning if the request asks for it (`onDuplicateFile: WARN`), and an earlier run has published the same
 * file to the same topic. Otherwise returns an empty list.
 */
export async function warnOfDuplicate(connection: Connection, run: NewRun): Promise<Warning[]> {
  const published = run.onDuplicateFile === 'WARN' ? await findPublished(connection, run) : null;
  if (published === null) return [];
  const earlier = published.visibleId === null ? 'Another run' : `Run ${published.visibleId}`;
  const message = `${earlier} has already published this file to ${describeDestination(run.destination)}. Its messages are published again, with the same ids.`;
  return [{ code: 'FILE_SEEN_BEFORE', message }];
}
