import { type Checkpoint, laterCheckpoint } from '../model/checkpoint.ts';
import type { Connection } from './connection.ts';
import { readProgress } from './progress-file.ts';

/** A run and the path of its progress file, which may not exist. */
export interface ProgressLocation {
  runId: string;
  progressPath: string;
}

/**
 * Copies the checkpoint of the progress file into the row of an unfinished run if it is ahead of the row. After that,
 * the row alone determines where the run resumes. Throws the system's errors if the file cannot be read.
 */
export async function reconcileProgress(
  connection: Connection,
  { runId, progressPath }: ProgressLocation,
): Promise<void> {
  const saved = await readProgress(progressPath, runId);
  if (saved === null) return;
  const [row] = await connection.all<{ checkpoint: string | null }>(
    'SELECT checkpoint FROM runs WHERE id = ? AND finished_at IS NULL',
    [runId],
  );
  if (row === undefined) return;
  // The column was written by a journal of the run.
  const stored = row.checkpoint === null ? null : (JSON.parse(row.checkpoint) as Checkpoint);
  if (laterCheckpoint(stored, saved) === stored) return;
  await connection.run('UPDATE runs SET checkpoint = ?, duration_ms = ? WHERE id = ?', [
    JSON.stringify(saved),
    saved.durationMs,
    runId,
  ]);
}
