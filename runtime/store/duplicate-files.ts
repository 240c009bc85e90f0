import type { Connection } from './engine/connection.ts';
import { ALL_RUNS, visibleRuns } from './run-visibility.ts';
import type { NewRun } from './stored-run.ts';
import { describeDestination, identifyDestination } from '../model/destination.ts';
import type { Accepted } from '../model/accepted.ts';
import type { Warning } from '../../compiler/kernel/model/contract.ts';

/** An earlier run that has published the same file. `visibleId` is null if the caller may not see it. */
export interface PublishedRun {
  visibleId: string | null;
}

/**
 * Returns the newest run that has published the same file to the same destination. A run that the caller may see
 * precedes others. Runs that are unfinished, FAILED or deleted do not count. Returns null if there is none, or if the
 * request allows duplicates (`onDuplicateFile: ALLOW`).
 */
export async function findPublished(
  connection: Connection,
  { onDuplicateFile, fileSha256, destination, visibleRuns: visible = ALL_RUNS }: NewRun,
): Promise<PublishedRun | null> {
  if (onDuplicateFile === 'ALLOW') return null;
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
 * Returns `duplicate_file` or `hidden_duplicate` if the request refuses duplicates (`onDuplicateFile: REFUSE`), and there
 * is an earlier run. Otherwise returns null.
 */
export function refuseDuplicate({ onDuplicateFile }: NewRun, published: PublishedRun | null): Accepted | null {
  if (published === null || onDuplicateFile !== 'REFUSE') return null;
  const { visibleId } = published;
  return visibleId === null ? { kind: 'hidden_duplicate' } : { kind: 'duplicate_file', runId: visibleId };
}

/**
 * Returns one warning if the request asks for it (`onDuplicateFile: WARN`), and there is an earlier run. Otherwise
 * returns an empty list.
 */
export function warnOfDuplicate({ onDuplicateFile, destination }: NewRun, published: PublishedRun | null): Warning[] {
  if (published === null || onDuplicateFile !== 'WARN') return [];
  const earlier = published.visibleId === null ? 'Another run' : `Run ${published.visibleId}`;
  const message = `${earlier} has already published this file to ${describeDestination(destination)}. Its messages are published again, with the same ids.`;
  return [{ code: 'FILE_SEEN_BEFORE', message }];
}
