/**
 * Returns the known word that was probably meant, or null. It is the nearest one within two edits (one edit for words of up
 * to three letters), else the first one that starts with `written`. Ignores case.
 */
export function nearestWord(written: string, known: readonly string[]): string | null {
  const word = written.toLowerCase();
  let best: string | null = null;
  let minDistance = Math.min(3, 1 + Math.ceil(word.length / 3));
  for (const candidate of known) {
    const slips = countEdits(word, candidate.toLowerCase());
    if (slips < minDistance) [best, minDistance] = [candidate, slips];
  }
  return best ?? (word.length >= 3 ? (known.find((candidate) => candidate.startsWith(word)) ?? null) : null);
}

// The Levenshtein distance: letters to insert, delete or replace.
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const change = (row[j] ?? 0) + (from[i] === to[j] ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
