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
  let leastTypos = Math.min(MAX_TYPOS, Math.floor(wanted.length / 3)) + 1;
  for (const index of candidates.slice(0, MAX_CANDIDATES)) {
    const name = names[index] ?? '';
    if (name === '' || SEVERAL.test(name) || Math.max(name.length, wanted.length) > MAX_LENGTH) continue;
    const typos = countTypos(wanted, simplify(name), leastTypos);
    if (typos >= leastTypos && !(typos === 0 && best < 0)) continue;
    leastTypos = typos;
    best = index;
  }
  return best;
}

function simplify(name: string): string {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? name : letters;
}

/**
 * Returns the Levenshtein distance: the number of letters to insert, remove or replace. Returns `max` if the lengths
 * alone differ by that much.
 */
function countTypos(one: string, other: string, max: number): number {
  if (one === other) return 0;
  if (Math.abs(one.length - other.length) >= max) return max;
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? max;
}
