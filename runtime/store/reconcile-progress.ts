import { type Checkpoint, laterCheckpoint } from '../model/checkpoint.ts';
import type { Connection } from './connection.ts';
import { readProgress } from './progress-file.ts';

/** A run, and where its progress file lies if there is one. */
export interface ProgressLocation {
  runId: string;
  progressPath: string;
}

/**
 * Brings the row of a run that goes on up to what its progress file holds, where that is further: from here on the
 * row alone says where the run goes on. Throws the system's errors where the file cannot be read.
 */
export async function reconcileProgress(
  connection: Connection,
  { runId, progressPath }: ProgressLocation,
): Promise<void> {
  const kept = await readProgress(progressPath, runId);
  if (kept === null) return;
  const [row] = await connection.all<{ checkpoint: string | null }>(
    'SELECT checkpoint FROM runs WHERE id = ? AND finished_at IS NULL',
    [runId],
  );
  if (row === undefined) return;
  // The column holds what a run's journal wrote.
  const stored = row.checkpoint === null ? null : (JSON.parse(row.checkpoint) as Checkpoint);
  if (laterCheckpoint(stored, kept) === stored) return;
  await connection.run('UPDATE runs SET checkpoint = ?, duration_ms = ? WHERE id = ?', [
    JSON.stringify(kept),
    kept.durationMs,
    runId,
  ]);
}
