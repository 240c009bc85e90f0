/**
 * One line of a diff. The sign is ' ' if both texts have the line, '-' if only the expected text has it, '+' if only
 * the actual one has it.
 */
export interface DifferentLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Lines of context around a difference. */
const CONTEXT_LINES = 1;
/**
 * Maximum number of cells of the table that the comparison needs. If it needed more, all lines of the differing part
 * are shown as removed and added.
 */
const MAX_CELLS = 4_000_000;

/**
 * Returns the line diff of two texts, with one line of context around each difference. One line `…` replaces each run
 * of other equal lines. The diff is empty if the texts are equal.
 */
export function findDifference(expected: string, actual: string): DifferentLine[] {
  const before = expected.split('\n');
  const after = actual.split('\n');
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  if (start === before.length && start === after.length) return [];
  const middle = compareLines(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return withContext([...same(before.slice(0, start)), ...middle, ...same(end === 0 ? [] : before.slice(-end))]);
}

function same(lines: readonly string[]): DifferentLine[] {
  return lines.map((text) => ({ sign: ' ', text }));
}

function compareLines(before: readonly string[], after: readonly string[]): DifferentLine[] {
  const lines: DifferentLine[] = [];
  const common = before.length * after.length > MAX_CELLS ? null : countCommon(before, after);
  let [i, j] = [0, 0];
  while (common !== null && i < before.length && j < after.length) {
    const width = after.length + 1;
    if (before[i] === after[j]) lines.push({ sign: ' ', text: before[i++] ?? '' }) && j++;
    else if ((common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
      lines.push({ sign: '-', text: before[i++] ?? '' });
    else lines.push({ sign: '+', text: after[j++] ?? '' });
  }
  const gone = before.slice(i).map((text): DifferentLine => ({ sign: '-', text }));
  return [...lines, ...gone, ...after.slice(j).map((text): DifferentLine => ({ sign: '+', text }))];
}

/**
 * Returns a table with a cell for each line index i of `before` and j of `after`. The cell is the length of the longest
 * common subsequence of the lines from i and from j on.
 */
function countCommon(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const here = i * width + j;
      common[here] =
        before[i] === after[j]
          ? 1 + (common[here + width + 1] ?? 0)
          : Math.max(common[here + width] ?? 0, common[here + 1] ?? 0);
    }
  }
  return common;
}

function withContext(lines: readonly DifferentLine[]): DifferentLine[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1).some(({ sign }) => sign !== ' '),
  );
  return lines.flatMap((line, at) => {
    if (isNear[at]) return [line];
    return at === 0 || isNear[at - 1] ? [{ sign: ' ', text: '…' } as const] : [];
  });
}
