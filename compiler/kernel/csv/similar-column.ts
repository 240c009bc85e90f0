import { editDistance } from '../values/edit-distance.ts';

const MAX_LENGTH = 64;
const MAX_CANDIDATES = 1000;
const MAX_TYPOS = 3;
/** Matches names that contain another delimiter. These are probably several columns. */
const SEVERAL = /[;,\t|]/u;

/**
 * Returns the index of the header column that is probably a misspelling of `column`, or -1 if there is none. It differs
 * only in case, blanks and punctuation, or in at most one third of its letters and at most three. `candidates` are the
 * indexes in `names` that are compared.
 */
export function findSimilarColumn(column: string, names: readonly string[], candidates: readonly number[]): number {
  const wanted = simplify(column);
  let best = -1;
  let limit = Math.min(MAX_TYPOS, Math.floor(wanted.length / 3));
  for (const index of candidates.slice(0, MAX_CANDIDATES)) {
    const name = names[index] ?? '';
    if (name === '' || SEVERAL.test(name) || Math.max(name.length, wanted.length) > MAX_LENGTH) continue;
    const typos = editDistance(wanted, simplify(name), limit);
    if (typos === null) continue;
    best = index;
    if (typos === 0) break;
    limit = typos - 1;
  }
  return best;
}

function simplify(name: string): string {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? name : letters;
}
