import type { Connection } from '../engine/connection.ts';
import { LEASE_MS, NOW } from './now.ts';
import type { TaskState } from './run-tasks.ts';

/** A piece of the file of a run. */
export interface PieceKey {
  readonly runId: string;
  /** From 0. */
  readonly piece: number;
}

/** A piece that this instance has taken. `attempt` counts how often it was taken. */
export interface TakenPiece extends PieceKey {
  readonly attempt: number;
}

/** A piece that was taken now. */
export interface NewlyTakenPiece extends TakenPiece {
  /** How often its lease has ended since it has last made progress. */
  readonly losses: number;
  /** Whether it must end without being published further: the run was cancelled, or cannot succeed. */
  readonly mustEnd: boolean;
}

/** The pieces of unfinished runs as tasks, which instances take. All methods throw StoreUnavailable. */
export interface PieceTaskStore {
  /** Takes at most `limit` free pieces. Those of callers who have few of them taken come first. */
  take(limit: number): Promise<NewlyTakenPiece[]>;
  /** Renews the lease of a piece, and reports its state. Returns null if another instance has taken it. */
  renew(piece: TakenPiece, state: TaskState): Promise<Pick<NewlyTakenPiece, 'mustEnd'> | null>;
  /**
   * Frees a piece. `free`: instances can take it now. `waiting`: it is published, or waits for other pieces. `lost`:
   * another instance has taken it. `ended`: the run has ended.
   */
  release(piece: TakenPiece): Promise<'free' | 'waiting' | 'lost' | 'ended'>;
  /** Returns the states of those runs that are unfinished and have pieces, by their ids. */
  states(runIds: readonly string[]): Promise<Map<string, TaskState>>;
}

/** The phases of pieces that an instance can take, and of those that are not published yet. */
const OPEN = "'COUNT', 'SURVEY', 'DIVIDE', 'PUBLISH'";
const UNPUBLISHED = "'COUNT', 'COUNTED', 'SURVEY', 'SURVEYED', 'DIVIDE', 'READY'";

const IS_FREE = `(p.instance IS NULL OR p.lease_until <= ${NOW})`;

/**
 * True if a piece must end. A failure ends all pieces that are not published yet, and the pieces after it that are. Of the
 * others, those before it are completed, as if one thread had read the file.
 */
const MUST_END = `(runs.cancelled_at IS NOT NULL OR EXISTS (
    SELECT 1 FROM run_pieces failed WHERE failed.run = p.run AND failed.failure IS NOT NULL
       AND (failed.piece < p.piece OR p.phase IN (${UNPUBLISHED}))))`;

/**
 * Runs are ranked first, and the pieces of the first runs then, so that a claim takes the same time whatever waits: the
 * pieces of other runs are not read.
 */
const TAKE = `
  WITH busy AS (SELECT t.turn, count(*) AS pieces FROM run_pieces p JOIN run_tasks t ON t.run = p.run
                 WHERE p.instance IS NOT NULL AND p.lease_until > ${NOW} GROUP BY t.turn),
       failed AS (SELECT run, min(piece) AS piece FROM run_pieces WHERE failure IS NOT NULL GROUP BY run),
       ranked AS (
         SELECT t.run, runs.id, t.turn, runs.cancelled_at IS NOT NULL AS is_cancelled, failed.piece AS failed, coalesce(busy.pieces, 0) AS busy,
                coalesce(busy.pieces, 0) + row_number() OVER (PARTITION BY t.turn ORDER BY t.run) AS place
           FROM run_tasks t JOIN runs ON runs.number = t.run LEFT JOIN busy ON busy.turn = t.turn LEFT JOIN failed ON failed.run = t.run
          WHERE t.is_small IN (2, 3, 4) ORDER BY place, t.run),
       open AS (
         SELECT ranked.run, ranked.id, ranked.turn, ranked.busy, one.piece, one.must_end
           FROM ranked CROSS JOIN LATERAL (
             SELECT p.piece, own.must_end
               FROM run_pieces p CROSS JOIN LATERAL (
                 SELECT ranked.is_cancelled OR ranked.failed IS NOT NULL AND
                        (ranked.failed < p.piece OR p.phase IN (${UNPUBLISHED})) AS must_end) AS own
              WHERE p.run = ranked.run AND p.phase <> 'DONE' AND ${IS_FREE} AND (p.phase IN (${OPEN}) OR own.must_end)
              ORDER BY p.piece LIMIT ?) AS one LIMIT ?),
       waiting AS (
         SELECT open.*, open.busy + row_number() OVER (PARTITION BY open.turn ORDER BY open.run, open.piece) AS place
           FROM open ORDER BY place, open.run, open.piece LIMIT ?),
       taken AS (
         SELECT p.run, waiting.id, p.piece, waiting.must_end FROM run_pieces p JOIN waiting ON waiting.run = p.run AND waiting.piece = p.piece
          WHERE ${IS_FREE} AND p.phase <> 'DONE' ORDER BY waiting.place, p.run, p.piece LIMIT ? FOR UPDATE OF p SKIP LOCKED),
       begun AS (UPDATE run_tasks SET status = 'RUNNING' WHERE status = 'QUEUED' AND run IN (SELECT run FROM taken))
  UPDATE run_pieces SET attempt = attempt + 1, instance = ?, lease_until = ${NOW} + ${LEASE_MS}, status = 'QUEUED', pause = NULL,
         losses = losses + CASE WHEN instance IS NULL THEN 0 ELSE 1 END
    FROM taken WHERE run_pieces.run = taken.run AND run_pieces.piece = taken.piece
  RETURNING taken.id AS "runId", run_pieces.piece, run_pieces.attempt, run_pieces.losses, taken.must_end AS "mustEnd"`;

/** Of this many more pieces than wanted, some may be taken by others at the same moment. */
const SPARE = 64;

/** Creates the store of pieces. Each statement on the connection is a transaction. `own` is the id of this instance. */
export function createPieceTaskStore(connection: Connection, own: string): PieceTaskStore {
  return {
    take(limit) {
      const most = limit + SPARE;
      return connection.all<NewlyTakenPiece>(TAKE, [most, most * limit, most, limit, own]);
    },
    async renew({ runId, piece, attempt }, { status, pause, bytes }) {
      const [renewed] = await connection.all<Pick<NewlyTakenPiece, 'mustEnd'>>(
        `UPDATE run_pieces p SET lease_until = ${NOW} + ${LEASE_MS}, status = ?, pause = ?, bytes = CASE WHEN p.phase = 'PUBLISH' THEN ? ELSE p.bytes END
           FROM runs WHERE runs.id = ? AND p.run = runs.number AND p.piece = ? AND p.attempt = ? AND p.instance = ?
         RETURNING ${MUST_END} AS "mustEnd"`,
        [status, pause, bytes, runId, piece, attempt, own],
      );
      return renewed ?? null;
    },
    async release({ runId, piece, attempt }) {
      const key = [runId, piece];
      const [freed] = await connection.all<{ isOpen: boolean }>(
        `UPDATE run_pieces SET instance = NULL, lease_until = 0, status = 'QUEUED', pause = NULL
          WHERE run = (SELECT number FROM runs WHERE id = ?) AND piece = ? AND attempt = ? AND instance = ?
         RETURNING phase IN (${OPEN}) AS "isOpen"`,
        [...key, attempt, own],
      );
      if (freed !== undefined) return freed.isOpen ? 'free' : 'waiting';
      const rows = await connection.all(
        'SELECT 1 FROM run_pieces WHERE run = (SELECT number FROM runs WHERE id = ?) AND piece = ?',
        key,
      );
      return rows.length === 0 ? 'ended' : 'lost';
    },
    async states(runIds) {
      const rows = await connection.all<TaskState & { id: string; running: number; paused: number; bytes: number }>(
        `SELECT runs.id, sum(p.bytes) AS bytes, min(p.pause) FILTER (WHERE NOT ${IS_FREE}) AS pause,
                count(*) FILTER (WHERE NOT ${IS_FREE} AND p.status = 'RUNNING') AS running,
                count(*) FILTER (WHERE NOT ${IS_FREE} AND p.status = 'PAUSED') AS paused
           FROM run_pieces p JOIN runs ON runs.number = p.run
          WHERE runs.id IN (SELECT value FROM json_array_elements_text(CAST(? AS json)) AS listed(value)) GROUP BY runs.id`,
        [JSON.stringify(runIds)],
      );
      return new Map(rows.map(({ id, ...row }) => [id, toState(row)]));
    },
  };
}

/** A run is paused if no piece of it can continue. */
function toState({
  running,
  paused,
  pause,
  bytes,
}: Pick<TaskState, 'pause'> & { running: number; paused: number; bytes: number }): TaskState {
  if (running > 0) return { status: 'RUNNING', pause: null, bytes };
  return paused > 0 ? { status: 'PAUSED', pause, bytes } : { status: 'QUEUED', pause: null, bytes };
}
