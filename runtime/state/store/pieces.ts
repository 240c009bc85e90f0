import { type Checkpoint, createCheckpoint } from '../../base/model/checkpoint.ts';
import type { PieceRange, PlannedRange } from '../../base/model/pieces.ts';
import type { TakenPiece } from './cluster/pieces.ts';
import type { Connection } from './engine/connection.ts';
import { LeaseLost } from './engine/lease-lost.ts';
import { openSealed, sealJson } from './sealed-json.ts';
import type { Writer } from './engine/writer.ts';
import { createPieceJournal } from './piece-journal.ts';
import type { PiecePhase } from './piece-rows.ts';
import type { Survey } from '../../base/model/survey.ts';
import type { OpenedPiece, OpenedRun, StoredSurveys } from './run-journal.ts';

/** The pieces of unfinished runs. */
export interface PieceStore {
  /**
   * Opens the journal of a piece, and returns its last checkpoint. After that, earlier journals of the piece reject every
   * entry. This call, and each of the journal, throw LeaseLost after another instance has taken the piece.
   */
  open(piece: TakenPiece): Promise<OpenedRun>;
  /** Returns the progress of a piece; null if its run has ended. */
  find(piece: Pick<TakenPiece, 'runId' | 'piece'>): Promise<StoredPiece | null>;
}

/** The progress of a piece. */
export interface StoredPiece {
  readonly phase: PiecePhase;
  /** Null until something may have been published. Its `errors` are empty. */
  readonly checkpoint: Checkpoint | null;
  /** Where it starts, in bytes; 0 until that is known. */
  readonly byteOffset: number;
}

type StoredRange = PieceRange | PlannedRange;

interface PieceRow {
  run: number;
  attempt: number;
  phase: PiecePhase;
  place: string | null;
  commits: number;
  checkpoint: string | null;
  duration_ms: number;
}

const COLUMNS = 'p.run, p.attempt, p.phase, p.place, p.commits, p.checkpoint, p.duration_ms';

/** Creates the store of pieces. `reader` is a connection that only reads. */
export function createPieceStore(writer: Writer, reader: Connection): PieceStore {
  return {
    async open(piece) {
      const opened = await writer.transaction((connection) => openPiece(writer, connection, piece));
      const stored = opened.piece?.kind === 'divide' ? await findSurveys(reader, piece.runId) : null;
      return stored === null ? opened : { ...opened, piece: { kind: 'divide', stored } };
    },
    async find({ runId, piece }) {
      const [row] = await reader.all<PieceRow>(
        `SELECT ${COLUMNS} FROM run_pieces p JOIN runs ON runs.number = p.run WHERE runs.id = ? AND p.piece = ? AND runs.finished_at IS NULL`,
        [runId, piece],
      );
      return row === undefined
        ? null
        : { phase: row.phase, checkpoint: toCheckpoint(row, []), byteOffset: rangeOf(row)?.from?.byteOffset ?? 0 };
    },
  };
}

async function openPiece(writer: Writer, connection: Connection, taken: TakenPiece): Promise<OpenedRun> {
  const { runId, piece, attempt } = taken;
  const [row] = await connection.all<PieceRow>(
    `SELECT ${COLUMNS} FROM run_pieces p JOIN runs ON runs.number = p.run
      WHERE runs.id = ? AND p.piece = ? AND runs.finished_at IS NULL FOR UPDATE OF p`,
    [runId, piece],
  );
  if (row?.attempt !== attempt || row.phase === 'DONE') throw new LeaseLost();
  const range = rangeOf(row);
  const isNew = range !== null && row.checkpoint === null;
  const checkpoint = isNew
    ? await firstCheckpoint(connection, row.run, range)
    : await readCheckpoint(connection, row, piece);
  // An earlier attempt may have stored values.
  if (row.phase === 'SURVEY')
    await connection.run('DELETE FROM run_piece_keys WHERE run = ? AND piece = ?', [row.run, piece]);
  // Because the number of commits changes, any earlier journal of the piece becomes invalid. The first checkpoint
  // precedes the first message, so that a piece without one has published nothing.
  await connection.run(
    'UPDATE run_pieces SET commits = commits + 1, checkpoint = ?, duration_ms = ? WHERE run = ? AND piece = ?',
    [
      checkpoint === null ? null : sealJson(JSON.stringify({ ...checkpoint, errors: [] })),
      checkpoint?.durationMs ?? row.duration_ms,
      row.run,
      piece,
    ],
  );
  const key = { ...taken, run: row.run, commits: row.commits + 1, range };
  return {
    checkpoint,
    journal: createPieceJournal(writer, key),
    progressPath: null,
    messageFile: null,
    piece: toOpened(row, range),
  };
}

/** Returns the surveys of a run's file; null if it has none. */
async function findSurveys(reader: Connection, runId: string): Promise<StoredSurveys | null> {
  const rows = await reader.all<{ run: number; place: string | null }>(
    `SELECT p.run, p.place FROM run_pieces p JOIN runs ON runs.number = p.run
      WHERE runs.id = ? AND p.phase IN ('DIVIDE', 'SURVEYED') ORDER BY p.piece`,
    [runId],
  );
  if (rows.length === 0 || rows.some(({ place }) => place === null)) return null;
  return {
    surveys: rows.map(({ place }) => JSON.parse(place ?? '') as Survey),
    async readKeys(survey, step) {
      const [found] = await reader.all<{ content: Uint8Array }>(
        'SELECT content FROM run_piece_keys WHERE run = ? AND piece = ? AND step = ?',
        [rows[0]?.run ?? 0, survey, step],
      );
      if (found === undefined) throw new LeaseLost();
      return found.content;
    },
  };
}

function toOpened({ phase, place }: PieceRow, range: StoredRange | null): OpenedPiece {
  if (phase === 'DIVIDE') return { kind: 'divide' };
  if (phase === 'SURVEY' || phase === 'SURVEYED') return { kind: 'survey' };
  if (range !== null) return { kind: 'publish', range };
  const from =
    phase === 'COUNT' && place !== null ? (JSON.parse(place) as Extract<OpenedPiece, { kind: 'count' }>['from']) : null;
  return { kind: 'count', from };
}

/** Names a damaged checkpoint. */
const PIECE = 'the checkpoint of a piece of a run';

/** The limits of a piece that is being published; null before. */
function rangeOf({ phase, place }: PieceRow): StoredRange | null {
  return phase === 'PUBLISH' && place !== null ? (JSON.parse(place) as StoredRange) : null;
}

/** The first piece finds out where the run publishes to. The others check that it is the same place for them. */
async function firstCheckpoint(connection: Connection, run: number, range: StoredRange): Promise<Checkpoint> {
  const [first] = await connection.all<{ checkpoint: string }>(
    'SELECT checkpoint FROM run_pieces WHERE run = ? AND checkpoint IS NOT NULL ORDER BY piece LIMIT 1',
    [run],
  );
  const { from: position, durationMs, processorMs } = range;
  const own = { ...createCheckpoint(), position, durationMs, processorMs };
  if (first === undefined) return own;
  const { destination } = openSealed(first.checkpoint, PIECE) as Checkpoint;
  return { ...own, ...(destination !== undefined && { destination }) };
}

async function readCheckpoint(connection: Connection, row: PieceRow, piece: number): Promise<Checkpoint | null> {
  const rows = await connection.all<{ errors: string }>(
    'SELECT errors FROM run_piece_errors WHERE run = ? AND piece = ? ORDER BY position',
    [row.run, piece],
  );
  return toCheckpoint(
    row,
    rows.flatMap(({ errors }) => errors.split('\n')),
  );
}

function toCheckpoint({ checkpoint, duration_ms: durationMs }: PieceRow, errors: string[]): Checkpoint | null {
  return checkpoint === null ? null : { ...(openSealed(checkpoint, PIECE) as Checkpoint), errors, durationMs };
}
