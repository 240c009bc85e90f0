import { mergeCheckpoints } from '../../base/model/merge-checkpoints.ts';
import { toRunEnding } from '../../base/model/journal-entries.ts';
import { createResult, parseErrors } from '../../base/model/result.ts';
import type { Connection } from './engine/connection.ts';
import { readPieces } from './piece-rows.ts';
import { RUN_COLUMNS, type RunRow, toStoredRun } from './stored-run.ts';

/**
 * Ends a run if each of its pieces has ended. Its result is that of all pieces, in the order of the file. Returns false
 * if a piece has not ended.
 */
export async function endRunInPieces(
  connection: Connection,
  { run: number, runId }: { run: number; runId: string },
): Promise<boolean> {
  const open = await connection.all("SELECT 1 FROM run_pieces WHERE run = ? AND phase <> 'DONE' LIMIT 1", [number]);
  if (open.length > 0) return false;
  const [row] = await connection.all<RunRow>(`SELECT ${RUN_COLUMNS} FROM runs WHERE number = ? FOR UPDATE`, [number]);
  if (row === undefined) throw new Error(`the run ${runId} has pieces, but does not exist`);
  const run = toStoredRun(row);
  const pieces = await readPieces(connection, number, { hasErrors: true });
  const merged = mergeCheckpoints(pieces, run.options.errorLimit);
  // A piece that had to end because of another one is cancelled.
  const failures = pieces.flatMap(({ failure }) => failure ?? []);
  merged.failure = failures.find(({ code }) => code !== 'cancelled') ?? failures[0] ?? null;
  const { status, failure, durationMs } = toRunEnding(parseErrors(createResult(run, merged, run.fileSha256)));
  await connection.run(
    `UPDATE runs SET commits = commits + 1, checkpoint = ?, duration_ms = ?, finished_at = ?, status = ?, failure = ? WHERE number = ?`,
    [
      JSON.stringify({ ...merged, errors: [] }),
      durationMs,
      Date.now(),
      status,
      failure === null ? null : JSON.stringify(failure),
      number,
    ],
  );
  if (merged.errors.length > 0)
    await connection.run('INSERT INTO run_errors (run, position, errors) VALUES (?, 1, ?)', [
      number,
      merged.errors.join('\n'),
    ]);
  await connection.run('DELETE FROM run_pieces WHERE run = ?', [number]);
  await connection.run('DELETE FROM run_tasks WHERE run = ?', [number]);
  await connection.notify('run', runId);
  return true;
}
