import type { Failure } from '../../../compiler/kernel/model/contract.ts';
import { type Checkpoint, createCheckpoint } from '../../base/model/checkpoint.ts';
import type { FirstPieces, PlannedRange } from '../../base/model/pieces.ts';
import { MAX_ERROR_CHARACTERS } from '../../base/model/error-list.ts';
import { mergeCheckpoints } from '../../base/model/merge-checkpoints.ts';
import type { RunOptions } from '../../base/model/run-info.ts';
import type { Connection } from './engine/connection.ts';
import { openSealed } from './sealed-json.ts';
import type { StoredRun } from './stored-run.ts';

/**
 * What is next for a piece. COUNT: its limits must be found. COUNTED: it waits until those of all pieces are known. SURVEY: it
 * must be read without what is before it. SURVEYED: it waits until all are, and one instance has joined the surveys. DIVIDE:
 * the limits of all pieces must be found, from the surveys or by reading the whole file.
 * READY: it waits until the first piece has stored where the run publishes to. PUBLISH: it can be published. DONE: it was
 * published, or the run has failed.
 */
export type PiecePhase = 'COUNT' | 'SURVEY' | 'SURVEYED' | 'DIVIDE' | 'COUNTED' | 'READY' | 'PUBLISH' | 'DONE';

/**
 * What `run_tasks.is_small` is for a run in pieces. Earlier versions of the program do not know the later ones, and take no
 * such piece.
 */
const TASK = { counted: 2, divided: 3, surveyed: 4 } as const;

/**
 * Stores the pieces of a new run, as a part of the transaction that stores the run. Its task is not one to take. With
 * UNKNOWN, there is one piece until an instance has read the file.
 */
export async function insertPieces(connection: Connection, runId: string, first: FirstPieces): Promise<void> {
  const { phase, pieces, task } = toRows(first);
  await connection.run(
    `INSERT INTO run_pieces (run, piece, phase)
       SELECT runs.number, listed.piece, ? FROM runs, generate_series(0, CAST(? AS bigint) - 1) AS listed(piece) WHERE runs.id = ?`,
    [phase, pieces, runId],
  );
  await connection.run('UPDATE run_tasks SET is_small = ? WHERE run = (SELECT number FROM runs WHERE id = ?)', [
    task,
    runId,
  ]);
}

function toRows(first: FirstPieces): { phase: PiecePhase; pieces: number; task: number } {
  if (first === 'UNKNOWN') return { phase: 'DIVIDE', pieces: 1, task: TASK.divided };
  if (typeof first === 'number') return { phase: 'COUNT', pieces: first, task: TASK.counted };
  return { phase: 'SURVEY', pieces: first.surveyed, task: TASK.surveyed };
}

/** Lets an instance read the whole file of a run, because the starts of its pieces cannot be guessed. Nothing of it was published. */
export async function divideInstead(connection: Connection, run: number): Promise<void> {
  await connection.run('DELETE FROM run_pieces WHERE run = ? AND piece > 0', [run]);
  await connection.run("UPDATE run_pieces SET phase = 'DIVIDE', place = NULL, losses = 0 WHERE run = ?", [run]);
  await connection.run('UPDATE run_tasks SET is_small = ? WHERE run = ?', [TASK.divided, run]);
  await connection.notify('tasks', '');
}

/** Stores the pieces of a file that was read as a whole. The first one can be published. */
export async function storeDivided(
  connection: Connection,
  run: number,
  pieces: readonly PlannedRange[],
): Promise<void> {
  await connection.run('DELETE FROM run_piece_keys WHERE run = ?', [run]);
  // There may be more surveys than pieces.
  await connection.run('DELETE FROM run_pieces WHERE run = ? AND piece >= ?', [run, pieces.length]);
  for (const [piece, range] of pieces.entries())
    await connection.run(
      `INSERT INTO run_pieces (run, piece, phase, place) VALUES (?, ?, ?, ?)
         ON CONFLICT (run, piece) DO UPDATE SET phase = excluded.phase, place = excluded.place, losses = 0, bytes = 0`,
      [run, piece, piece === 0 ? 'PUBLISH' : 'READY', JSON.stringify(range)],
    );
  await connection.notify('tasks', '');
}

/** Makes a run one task, because its file cannot be divided. Nothing of it was published. */
export async function joinPieces(connection: Connection, run: number): Promise<void> {
  const [row] = await connection.all<{ options: string }>('SELECT options FROM runs WHERE number = ?', [run]);
  const { pieceBytes: _, ...options } = JSON.parse(row?.options ?? '{}') as RunOptions;
  await connection.run('UPDATE runs SET options = ? WHERE number = ?', [JSON.stringify(options), run]);
  await connection.run('DELETE FROM run_pieces WHERE run = ?', [run]);
  await connection.run("UPDATE run_tasks SET is_small = 0, status = 'QUEUED' WHERE run = ?", [run]);
  await connection.notify('tasks', '');
}

/** Returns the runs with the progress of their pieces as their checkpoints. Those that have no pieces remain as they are. */
export async function withPieces(connection: Connection, runs: readonly StoredRun[]): Promise<StoredRun[]> {
  const all: StoredRun[] = [];
  for (const run of runs)
    all.push(
      isInPieces(run) ? { ...run, checkpoint: mergeCheckpoints(await readPieces(connection, run.number), 0) } : run,
    );
  return all;
}

/** Returns true if the progress of a run is that of its pieces. */
export function isInPieces({ options, ended }: Pick<StoredRun, 'options' | 'ended'>): boolean {
  return options.pieceBytes !== undefined && ended === null;
}

/** Returns the first records with issues of all pieces, each as JSON, in the order of the file. */
export async function readPieceErrors(connection: Connection, { number, options }: StoredRun): Promise<string[]> {
  const pieces = await readPieces(connection, number, { hasErrors: true });
  return mergeCheckpoints(pieces, options.errorLimit).errors;
}

/** Returns the checkpoints of the pieces, in the order of the file. Their `errors` are empty, unless `hasErrors`. */
export async function readPieces(
  connection: Connection,
  run: number,
  { hasErrors = false }: { hasErrors?: boolean } = {},
): Promise<Checkpoint[]> {
  const rows = await connection.all<{
    piece: number;
    checkpoint: string | null;
    duration_ms: number;
    failure: string | null;
  }>('SELECT piece, checkpoint, duration_ms, failure FROM run_pieces WHERE run = ? ORDER BY piece', [run]);
  const errors = hasErrors ? await readErrors(connection, run) : new Map<number, string[]>();
  return rows.map(({ piece, checkpoint, duration_ms: durationMs, failure }) => ({
    // The casts are safe: this program wrote the columns.
    ...(checkpoint === null
      ? createCheckpoint()
      : (openSealed(checkpoint, 'the checkpoint of a piece of a run') as Checkpoint)),
    durationMs,
    errors: errors.get(piece) ?? [],
    ...(failure !== null && { failure: JSON.parse(failure) as Checkpoint['failure'] }),
  }));
}

/** Returns why the run stops after its last piece, before the end of the file; null if it does not. */
export async function readStop(connection: Connection, run: number): Promise<Failure | null> {
  const [last] = await connection.all<{ place: string | null }>(
    'SELECT place FROM run_pieces WHERE run = ? ORDER BY piece DESC LIMIT 1',
    [run],
  );
  const place = last?.place ?? null;
  return place === null ? null : ((JSON.parse(place) as Partial<PlannedRange> | null)?.stop ?? null);
}

/** Returns the errors of pieces. Those that are not returned do not fit into a result. */
async function readErrors(connection: Connection, run: number): Promise<Map<number, string[]>> {
  const rows = await connection.all<{ piece: number; errors: string }>(
    `SELECT piece, errors FROM (
       SELECT piece, position, errors, sum(length(errors)) OVER (ORDER BY piece, position) - length(errors) AS before
         FROM run_piece_errors WHERE run = ?) AS listed
      WHERE before <= ${MAX_ERROR_CHARACTERS} ORDER BY piece, position`,
    [run],
  );
  const errors = new Map<number, string[]>();
  for (const row of rows) errors.set(row.piece, [...(errors.get(row.piece) ?? []), ...row.errors.split('\n')]);
  return errors;
}
