import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../base/files/replace-file.ts';
import { systemCode } from '../base/files/error-reason.ts';
import type { Checkpoint } from '../base/model/checkpoint.ts';
import type { PiecePlan } from './plan-file.ts';

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

/** Returns the folder with the results of the pieces of a plan. */
function resultsFolderOf(plan: string): string {
  return `${plan}.results`;
}

/**
 * Stores the result of a piece. If two attempts store theirs, one replaces the other: both say the same. Throws the
 * system's error.
 */
export async function writePieceResult(plan: string, result: PieceResult): Promise<void> {
  await replaceFile(pathOf(plan, result.piece), `${JSON.stringify(result)}\n`, { access: 'private' });
}

/** Returns the result of a piece; null if it has none, or the one of another plan. Throws the system's error. */
export async function readPieceResult(
  path: string,
  { runId }: Pick<PiecePlan, 'runId'>,
  piece: number,
): Promise<PieceResult | null> {
  const text = await readFile(pathOf(path, piece), 'utf8').catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    return null;
  });
  // This program has written the file, and replaces it as a whole.
  const result = text === null ? null : (JSON.parse(text) as PieceResult);
  return result?.runId === runId ? result : null;
}

function pathOf(plan: string, piece: number): string {
  return join(resultsFolderOf(plan), `${formatNumber(piece)}.json`);
}

/** Returns the number of a piece as part of a file name, so that the names of all pieces sort in the order of the file. */
export function formatNumber(piece: number): string {
  return String(piece).padStart(6, '0');
}
