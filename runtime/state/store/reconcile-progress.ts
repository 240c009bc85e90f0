import { type Checkpoint, laterCheckpoint } from '../../base/model/checkpoint.ts';
import type { Connection } from './engine/connection.ts';
import { readProgress } from './progress-file.ts';

/** A run, and the path of its progress file: null if it must not have one. The file may not exist. */
export interface ProgressLocation {
  runId: string;
  progressPath: string | null;
}

/**
 * Copies the checkpoint of a run's progress file into the run's row, if it is later than the checkpoint there. After
 * that, only the row determines where the run resumes. Does nothing for a finished run. Throws the system's errors.
 */
export async function reconcileProgress(
  connection: Connection,
  { runId, progressPath }: ProgressLocation,
): Promise<void> {
  const saved = progressPath === null ? null : await readProgress(progressPath, runId);
  if (saved === null) return;
  const [row] = await connection.all<{ checkpoint: string | null }>(
    'SELECT checkpoint FROM runs WHERE id = ? AND finished_at IS NULL',
    [runId],
  );
  if (row === undefined) return;
  // The cast is safe: a journal of the run wrote the column.
  const stored = row.checkpoint === null ? null : (JSON.parse(row.checkpoint) as Checkpoint);
  if (laterCheckpoint(stored, saved) === stored) return;
  await connection.run('UPDATE runs SET checkpoint = ?, duration_ms = ? WHERE id = ?', [
    JSON.stringify(saved),
    saved.durationMs,
    runId,
  ]);
}
