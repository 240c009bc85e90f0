import type { Connection } from './connection.ts';
import type { NewRun } from './stored-run.ts';
import { describeDestination, identifyDestination } from '../model/destination.ts';
import type { Accepted } from '../model/accepted.ts';
import type { Warning } from '../../compiler/kernel/model/contract.ts';

/**
 * Returns the id of the newest run that has published the same file to the same destination. Runs that are unfinished,
 * FAILED or deleted do not count. Returns null if there is none.
 */
async function findPublished(connection: Connection, { fileSha256, destination }: NewRun): Promise<string | null> {
  const [row] = await connection.all<{ id: string }>(
    `SELECT id FROM runs WHERE file_sha256 = ? AND topic = ? AND finished_at IS NOT NULL AND deleted_at IS NULL
        AND status <> 'FAILED' ORDER BY number DESC LIMIT 1`,
    [fileSha256, identifyDestination(destination)],
  );
  return row?.id ?? null;
}

/**
 * Returns `duplicate_file` if the request refuses duplicates (`onDuplicateFile: REFUSE`), and an earlier run has
 * published the same file to the same destination. Otherwise returns null.
 */
export async function findDuplicate(connection: Connection, run: NewRun): Promise<Accepted | null> {
  const runId = run.onDuplicateFile === 'REFUSE' ? await findPublished(connection, run) : null;
  return runId === null ? null : { kind: 'duplicate_file', runId };
}

/**
 * Returns one warning if the request asks for it (`onDuplicateFile: WARN`), and an earlier run has published the same
 * file to the same topic. Otherwise returns an empty list.
 */
export async function warnOfDuplicate(connection: Connection, run: NewRun): Promise<Warning[]> {
  const runId = run.onDuplicateFile === 'WARN' ? await findPublished(connection, run) : null;
  if (runId === null) return [];
  const message = `Run ${runId} has already published this file to ${describeDestination(run.destination)}. Its messages are published again, with the same ids.`;
  return [{ code: 'FILE_SEEN_BEFORE', message }];
}
