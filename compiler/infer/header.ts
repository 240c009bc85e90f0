/** Whether the first of some rows names the columns of the others. */
export interface HeaderGuess {
  readonly hasHeader: boolean;
  /** Why it is not certain; null where it is. */
  readonly doubt: string | null;
}

/** Rows that the first is held against. */
const MOST_ROWS = 200;

/** Guesses whether the first row is a header: its cells are names, and not of the shape that those below have. */
export function guessHeader(rows: readonly (readonly string[])[]): HeaderGuess {
  const [first, ...others] = rows.slice(0, MOST_ROWS + 1).map((cells) => cells.map((cell) => cell.trim()));
  if (first === undefined) return { hasHeader: false, doubt: 'there is no row' };
  const names = nameScore(first);
  if (others.length === 0) return { hasHeader: names > 0.5, doubt: 'there is but one row' };
  const votes = first.map((cell, column) =>
    vote(
      cell,
      others.map((row) => row[column] ?? '').filter((one) => one !== ''),
    ),
  );
  const sum = votes.reduce((total, one) => total + one, 0) / Math.max(1, first.length) + (names - 0.5);
  return { hasHeader: sum > 0, doubt: Math.abs(sum) < 0.25 ? 'the first row may be one or not' : null };
}

/** How much the cells of a row look like names of columns: from 0 to 1. */
function nameScore(cells: readonly string[]): number {
  const filled = cells.filter((cell) => cell !== '');
  const isUnique = new Set(filled.map((cell) => cell.toLowerCase())).size === filled.length;
  const named = filled.filter(
    (cell) => /^[\p{L}_#@$][\p{L}\p{M}\p{N}_ ./()#%:°&@$'’-]{0,79}$/u.test(cell) && !isTyped(cell),
  );
  if (filled.length === 0) return 0;
  return (named.length / cells.length) * (isUnique ? 1 : 0.5);
}

/** For (up to 1) and against (down to -1) the first cell being the name of the column below it. */
function vote(cell: string, below: readonly string[]): number {
  if (below.length === 0) return cell === '' ? 0 : 0.1;
  if (cell === '') return -0.4;
  if (below.includes(cell)) return -1;
  const typed = below.filter(isTyped).length / below.length;
  if (typed > 0.8) return isTyped(cell) ? -1 : 1;
  const shapes = new Set(below.map(shapeOf));
  if (shapes.has(shapeOf(cell))) return shapes.size === 1 ? -0.8 : -0.3;
  // All below are alike in a way that the first is not.
  return shapes.size <= 3 || sameLength(below, cell) ? 0.7 : 0.3;
}

function sameLength(below: readonly string[], cell: string): boolean {
  const [first = ''] = below;
  return below.length > 2 && below.every(({ length }) => length === first.length) && cell.length !== first.length;
}

/** Whether a cell is a number, a date or a truth value rather than a word. */
function isTyped(cell: string): boolean {
  return (
    /^[+-]?[\d.,' \u00a0]*\d[\d.,' \u00a0]*%?$/.test(cell) ||
    /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?$/.test(cell) ||
    /^(?:true|false)$/i.test(cell) ||
    /^\d{1,2}[-. ][A-Za-z]{3,9}[-. ]\d{2,4}$/.test(cell)
  );
}

/** A cell with every letter and digit as one of its kind, runs as one. */
function shapeOf(cell: string): string {
  return cell
    .replace(/\p{Lu}\p{Ll}+/gu, 'Aa')
    .replace(/\p{Lu}+(?!a)/gu, 'A')
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/A(?:a)+/g, 'Aa')
    .replace(/\d+/g, '9')
    .replace(/\s+/g, ' ')
    .replace(/(Aa|a)(?: \1)+/g, '$1');
}
