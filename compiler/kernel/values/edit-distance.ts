/**
 * Returns the optimal string alignment distance of two words: the number of inserted, deleted, replaced and swapped
 * letters. Returns null if it exceeds the limit. Only the table cells near the diagonal are computed, because all
 * others exceed the limit.
 */
export function editDistance(a: string, b: string, limit: number): number | null {
  if (Math.abs(a.length - b.length) > limit) return null;
  let before: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = alignmentRow({ a, b, i, limit, previous, before });
    if (Math.min(...row.slice(Math.max(0, i - limit), i + limit + 1)) > limit) return null;
    before = previous;
    previous = row;
  }
  const distance = previous[b.length] ?? Infinity;
  return distance <= limit ? distance : null;
}

interface Alignment {
  a: string;
  b: string;
  i: number;
  limit: number;
  previous: readonly number[];
  before: readonly number[];
}

function alignmentRow({ a, b, i, limit, previous, before }: Alignment): number[] {
  const row = new Array<number>(b.length + 1).fill(Infinity);
  if (i <= limit) row[0] = i;
  for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j++) {
    const same = a[i - 1] === b[j - 1];
    const cost = Math.min(at(previous, j) + 1, at(row, j - 1) + 1, at(previous, j - 1) + (same ? 0 : 1));
    const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    row[j] = swapped ? Math.min(cost, at(before, j - 2) + 1) : cost;
  }
  return row;
}

function at(cells: readonly number[], index: number): number {
  return cells[index] ?? Infinity;
}
