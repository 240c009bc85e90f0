import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import { mergeCheckpoints } from '../base/model/merge-checkpoints.ts';
import { findFailureOfPieces } from '../base/model/piece-limits.ts';
import { createResult, parseErrors, type ProcessingResult } from '../base/model/result.ts';
import { type PieceResult, readPieceResult } from './piece-results.ts';
import type { PiecePlan } from './plan-file.ts';
import type { TextStore } from './store/text-store.ts';

/** The results of the pieces of a plan that have one, and the numbers of the others. */
export interface FoundResults {
  results: PieceResult[];
  missing: number[];
}

/** Reads the results of all pieces of a plan. Throws the errors of the store. */
export async function readResults(store: TextStore, plan: PiecePlan): Promise<FoundResults> {
  const found: FoundResults = { results: [], missing: [] };
  for (const piece of plan.pieces.keys()) {
    const result = await readPieceResult(store, plan, piece);
    if (result === null) found.missing.push(piece);
    else found.results.push(result);
  }
  return found;
}

/**
 * Returns the result of a run from those of all of its pieces, in the order of the file: the sums, and the lists one
 * after another. `hasRunId`: it was published to a broker or a database, and not to files.
 */
export function mergeResults(
  { plan, spec, hasRunId }: { plan: PiecePlan; spec: SpecModule['spec']; hasRunId: boolean },
  results: readonly PieceResult[],
): ProcessingResult {
  const { file, options } = plan;
  const merged = mergeCheckpoints(
    results.map(({ checkpoint }) => checkpoint),
    options.errorLimit,
  );
  merged.failure ??= findFailureOfPieces(options, merged, plan.stop);
  const runId = hasRunId ? plan.runId : null;
  const info = { runId, spec, specId: plan.spec.id, fileName: file.name, fileSha256: file.sha256, options };
  return parseErrors(createResult(info, merged, file.sha256));
}
