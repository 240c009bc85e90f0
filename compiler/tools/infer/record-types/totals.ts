import { type Blocks, findBlocks } from './blocks.ts';
import { findCounts } from './counts.ts';
import type { KindLine } from './kinds.ts';
import { findNestedSums } from './nested-sums.ts';
import { createTrailerNumbers } from './numbers.ts';
import { findScopes } from './scopes.ts';
import type { PlacedType } from './structure.ts';
import { findSums } from './sums.ts';
import type { FoundTotal } from './total.ts';
import { separate } from './wanted.ts';

/** Totals are searched in the first lines. The draft is then tested with all of them. */
const MAX_LINES = 2_000;

/** The records of a file, their types, and the lines of the file. */
export interface TypedFile {
  readonly types: readonly PlacedType[];
  readonly lines: readonly KindLine[];
  readonly blocks: Blocks;
}

/**
 * Finds the control totals in all trailers: sums of the totals of enclosed trailers, other sums, and numbers of lines. Each
 * holds in all scopes of the sample.
 */
export function findTotals(file: TypedFile): FoundTotal[] {
  const trailers = file.types.filter(({ node }) => node.isTrailer);
  // A trailer adds up totals of the trailers that it encloses, which the list contains before it.
  return trailers.reduce<FoundTotal[]>((found, type) => [...found, ...findTrailerTotals(type, file, found)], []);
}

function findTrailerTotals(
  type: PlacedType,
  { types, lines, blocks }: TypedFile,
  found: readonly FoundTotal[],
): FoundTotal[] {
  const scopes = findScopes(type, lines.slice(0, MAX_LINES));
  if (scopes.length === 0) return [];
  const numbers = createTrailerNumbers(type.node.kind, scopes);
  return separate(
    [
      ...findNestedSums(found, types, { parent: type.parent, scopes, numbers }),
      ...findSums(type, types, { scopes, numbers }),
      ...findCounts(type, { types, scopes, numbers }),
      ...(type.parent === null ? findBlocks(blocks, numbers) : []),
    ],
    scopes.map(({ trailer }) => trailer.text),
  );
}
