import type { Checkpoint } from '../base/model/checkpoint.ts';
import type { PiecePlan } from './plan-file.ts';
import type { TextStore } from './store/text-store.ts';

/** What a piece has published. */
export interface PieceResult {
  readonly runId: string;
  /** The number of the piece, from 0. */
  readonly piece: number;
  /** Where it was published, for comparison. */
  readonly destination: string;
  /** The counters, issues and warnings of the piece. */
  readonly checkpoint: Checkpoint;
}

/**
 * Stores the result of a piece. If two attempts store theirs, one replaces the other: both say the same. Throws the
 * errors of the store.
 */
export async function writePieceResult(store: TextStore, result: PieceResult): Promise<void> {
  await store.write(suffixOf(result.piece), `${JSON.stringify(result)}\n`);
}

/** Returns the result of a piece; null if it has none, or the one of another plan. Throws the errors of the store. */
export async function readPieceResult(
  store: TextStore,
  { runId }: Pick<PiecePlan, 'runId'>,
  piece: number,
): Promise<PieceResult | null> {
  const text = await store.read(suffixOf(piece));
  // This program has written the text, and replaces it as a whole.
  const result = text === null ? null : (JSON.parse(text) as PieceResult);
  return result?.runId === runId ? result : null;
}

/** The results are in a folder beside the plan. */
function suffixOf(piece: number): string {
  return `.results/${formatNumber(piece)}.json`;
}

/** Returns the number of a piece as part of a file name, so that the names of all pieces sort in the order of the file. */
export function formatNumber(piece: number): string {
  return String(piece).padStart(6, '0');
}
