import type { Spec } from '../../../pipeline/1-read/spec-shape.ts';
import type { Cell } from '../../../language/formats/model/samples/file-writer.ts';
import { type FieldCandidates, mismatchCells, nullCells, rejectsTexts } from './field-candidates.ts';

/** Returns all cells to try for a field. `required` are those that the format requires, which come first. */
export function cellsToTry(spec: Spec, candidate: FieldCandidates, required: readonly string[]): Cell[] {
  const plain = candidate.cellsNear(null);
  const aimed = candidate.rules.flatMap(({ boundaryValues }) => candidate.cellsNear(boundaryValues));
  const cells = [...required, ...plain, ...aimed];
  const before = candidate.corrections.flatMap((correction) =>
    cells.slice(0, 50).flatMap((cell) => (cell === null ? [] : candidate.cellsBefore(correction, cell))),
  );
  return [...cells, ...before, ...nullCells(spec), ...(rejectsTexts(candidate) ? mismatchCells(candidate, plain) : [])];
}
