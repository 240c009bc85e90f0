import type { Checkpoint } from '../../base/model/checkpoint.ts';
import type { JournalEntry, RunEnding } from '../../base/model/journal.ts';
import {
  bytesOf,
  type Cut,
  cutPieces,
  type PieceCount,
  type PieceRange,
  type PlannedRange,
} from '../../base/model/pieces.ts';
import type { Survey } from '../../base/model/survey.ts';
import type { TakenPiece } from './cluster/pieces.ts';
import type { Connection } from './engine/connection.ts';
import { LeaseLost } from './engine/lease-lost.ts';
import type { Writer } from './engine/writer.ts';
import { createEntryQueue, lastEntryOf, type Pending } from './entry-queue.ts';
import { divideInstead, joinPieces, readPieces, readStop, storeDivided } from './piece-rows.ts';
import type { RunJournal } from './run-journal.ts';
import { findFailureOfPieces } from '../../base/model/piece-limits.ts';
import { mergeCheckpoints } from '../../base/model/merge-checkpoints.ts';
import { toRunEnding } from '../../base/model/journal-entries.ts';
import { createResult, parseErrors } from '../../base/model/result.ts';
import { sealJson } from './sealed-json.ts';
import { RUN_COLUMNS, type RunRow, toStoredRun } from './stored-run.ts';

/** A piece that was taken, and the number of transactions of its journals. */
interface JournalPiece extends TakenPiece {
  run: number;
  commits: number;
  /** Its limits; null if they are unknown. */
  range: PieceRange | PlannedRange | null;
}

/** Creates the journal of a piece. Each transaction locks the piece, so that no instance can take it before the end. */
export function createPieceJournal(writer: Writer, piece: JournalPiece): RunJournal {
  const queue = createEntryQueue((take) =>
    writer.transaction(async (connection) => {
      await storeAll(connection, piece, take());
      piece.commits++;
    }),
  );
  return {
    commit: (entry) => queue.add({ kind: 'entry', entry }),
    finish: (ending) => queue.add({ kind: 'ending', ending }),
    storeCount: (count) => writer.transaction((connection) => storeCount(connection, piece, count)),
    storeKeys: (step, keys) => writer.transaction((connection) => storeKeys(connection, piece, { step, keys })),
    storeSurvey: (survey) => writer.transaction((connection) => storeSurvey(connection, piece, survey)),
    storePieces: (pieces) => writer.transaction((connection) => storePieces(connection, piece, pieces)),
    async close() {
      queue.close();
      await writer.settled();
    },
  };
}

/** Throws LeaseLost unless the piece was taken last as `attempt`, by this journal. */
async function hold(
  connection: Connection,
  { run, piece, attempt, commits }: JournalPiece,
): Promise<{ phase: string }> {
  const [row] = await connection.all<{ attempt: number; commits: number; phase: string }>(
    'SELECT attempt, commits, phase FROM run_pieces WHERE run = ? AND piece = ? FOR UPDATE',
    [run, piece],
  );
  if (row === undefined || row.attempt !== attempt || row.phase === 'DONE') throw new LeaseLost();
  if (row.commits !== commits) throw new Error('the piece has ended, or another attempt works on it');
  return row;
}

async function storeAll(connection: Connection, piece: JournalPiece, taken: readonly Pending[]): Promise<void> {
  await hold(connection, piece);
  const last = lastEntryOf(taken);
  await connection.run(
    `UPDATE run_pieces SET commits = commits + 1, losses = 0, checkpoint = coalesce(?, checkpoint), duration_ms = coalesce(?, duration_ms)
      WHERE run = ? AND piece = ?`,
    [last === null ? null : sealJson(last.checkpoint), last?.durationMs ?? null, piece.run, piece.piece],
  );
  for (const one of taken) {
    if (one.kind === 'entry') await storeErrors(connection, piece, one.entry);
    else await storeEnding(connection, piece, one.ending);
  }
  // The first piece has stored where the run publishes to.
  if (last !== null && piece.range?.from === null) await startOthers(connection, piece);
}

async function storeErrors(
  connection: Connection,
  { run, piece }: JournalPiece,
  { newErrors }: JournalEntry,
): Promise<void> {
  if (newErrors.length === 0) return;
  await connection.run(
    `INSERT INTO run_piece_errors (run, piece, position, errors)
       VALUES (?, ?, (SELECT coalesce(max(position), 0) + 1 FROM run_piece_errors WHERE run = ? AND piece = ?), ?)`,
    [run, piece, run, piece, newErrors.join('\n')],
  );
}

async function startOthers(connection: Connection, { run }: JournalPiece): Promise<void> {
  const { changes } = await connection.run(
    "UPDATE run_pieces SET phase = 'PUBLISH' WHERE run = ? AND phase = 'READY'",
    [run],
  );
  if (changes > 0) await connection.notify('tasks', '');
}

async function storeEnding(
  connection: Connection,
  { run, runId, piece, range }: JournalPiece,
  { status, failure }: RunEnding,
): Promise<void> {
  const bytes = range === null ? 0 : bytesOf(range);
  await connection.run(
    "UPDATE run_pieces SET phase = 'DONE', failure = ?, bytes = CASE WHEN ? = 1 THEN ? ELSE bytes END WHERE run = ? AND piece = ?",
    [
      status === 'FAILED' && failure !== null ? JSON.stringify(failure) : null,
      status === 'FAILED' ? 0 : 1,
      bytes,
      run,
      piece,
    ],
  );
  // The pieces that must end now are taken for that.
  if (!(await endRunInPieces(connection, { run, runId })) && status === 'FAILED') await connection.notify('tasks', '');
}

async function storeCount(connection: Connection, piece: JournalPiece, count: PieceCount | null): Promise<void> {
  if ((await hold(connection, piece)).phase !== 'COUNT') throw new LeaseLost();
  const { run } = piece;
  if (count === null) return divideInstead(connection, run);
  await connection.run(
    "UPDATE run_pieces SET phase = 'COUNTED', place = ?, losses = 0, commits = commits + 1 WHERE run = ? AND piece = ?",
    [JSON.stringify(count), run, piece.piece],
  );
  piece.commits++;
  const rows = await connection.all<{ phase: string; place: string | null }>(
    'SELECT phase, place FROM run_pieces WHERE run = ? ORDER BY piece',
    [run],
  );
  if (rows.some(({ phase }) => phase !== 'COUNTED')) return;
  await storeCut(connection, run, cutPieces(rows.map(({ place }) => JSON.parse(place ?? '') as PieceCount)));
  await connection.notify('tasks', '');
}

async function storeKeys(
  connection: Connection,
  piece: JournalPiece,
  { step, keys }: { step: number; keys: Uint8Array },
): Promise<void> {
  if ((await hold(connection, piece)).phase !== 'SURVEY') throw new LeaseLost();
  await connection.run('INSERT INTO run_piece_keys (run, piece, step, content) VALUES (?, ?, ?, ?)', [
    piece.run,
    piece.piece,
    step,
    keys,
  ]);
}

/** With the last survey, an instance can join them. */
async function storeSurvey(connection: Connection, piece: JournalPiece, survey: Survey | null): Promise<void> {
  if ((await hold(connection, piece)).phase !== 'SURVEY') throw new LeaseLost();
  const { run } = piece;
  if (survey === null) return divideInstead(connection, run);
  await connection.run(
    "UPDATE run_pieces SET phase = 'SURVEYED', place = ?, losses = 0, commits = commits + 1 WHERE run = ? AND piece = ?",
    [JSON.stringify(survey), run, piece.piece],
  );
  piece.commits++;
  const open = await connection.all("SELECT 1 FROM run_pieces WHERE run = ? AND phase <> 'SURVEYED' LIMIT 1", [run]);
  if (open.length > 0) return;
  await connection.run("UPDATE run_pieces SET phase = 'DIVIDE' WHERE run = ? AND piece = 0", [run]);
  await connection.notify('tasks', '');
}

async function storePieces(
  connection: Connection,
  piece: JournalPiece,
  pieces: readonly PlannedRange[] | null,
): Promise<void> {
  if ((await hold(connection, piece)).phase !== 'DIVIDE') throw new LeaseLost();
  if (pieces === null) return joinPieces(connection, piece.run);
  await connection.run('UPDATE run_pieces SET commits = commits + 1 WHERE run = ? AND piece = ?', [
    piece.run,
    piece.piece,
  ]);
  piece.commits++;
  await storeDivided(connection, piece.run, pieces);
}

async function storeCut(connection: Connection, run: number, cut: Cut): Promise<void> {
  const store = (piece: number, phase: string, place: unknown) =>
    connection.run('UPDATE run_pieces SET phase = ?, place = ?, bytes = 0 WHERE run = ? AND piece = ?', [
      phase,
      JSON.stringify(place),
      run,
      piece,
    ]);
  if (cut.kind === 'recount') {
    await store(cut.piece, 'COUNT', cut.from);
    return;
  }
  for (const [piece, range] of cut.ranges.entries())
    await store(piece, range === null ? 'DONE' : piece === 0 ? 'PUBLISH' : 'READY', range);
}

/**
 * Ends a run if each of its pieces has ended. Its result is that of all pieces, in the order of the file. Returns false
 * if a piece has not ended.
 */
async function endRunInPieces(
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
  merged.failure = failureOf(pieces) ?? findFailureOfPieces(run.options, merged, await readStop(connection, number));
  if (merged.failure !== null && isContiguous(pieces)) merged.hasNoGap = true;
  const { status, failure, durationMs } = toRunEnding(parseErrors(createResult(run, merged, run.fileSha256)));
  await connection.run(
    `UPDATE runs SET commits = commits + 1, checkpoint = ?, duration_ms = ?, finished_at = ?, status = ?, failure = ? WHERE number = ?`,
    [
      sealJson(JSON.stringify({ ...merged, errors: [] })),
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

/** A piece that had to end because of another one is cancelled. */
function failureOf(pieces: readonly Checkpoint[]): Checkpoint['failure'] {
  const failures = pieces.flatMap(({ failure }) => failure ?? []);
  return failures.find(({ code }) => code !== 'cancelled') ?? failures[0] ?? null;
}

/** Returns whether nothing was published after the first piece that has failed. */
function isContiguous(pieces: readonly Checkpoint[]): boolean {
  const failed = pieces.findIndex(({ failure }) => failure !== null);
  const after = failed === -1 ? [] : pieces.slice(failed + 1);
  return after.every(({ counters: { totalRecords }, failure }) => totalRecords === 0 && failure === null);
}
