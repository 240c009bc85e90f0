import { isTypedText } from '../column/typed-text.ts';
import { logFieldsOf } from './log-fields.ts';
import { areOneValue } from './one-value.ts';
import { readRows, type SampleDialect, type SampleRow } from './rows.ts';

const MAX_ROWS = 500;
const MIN_ROWS = 3;
/** A number with decimals. Two of them are not one number in groups. */
const DECIMAL = /^[-+]?\d*[.,]\d+(?:[eE][-+]?\d+)?$/;
/** Texts of one value that have blanks: a date with a time of day, and a number in groups. */
const ONE_VALUE = /^"?(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4} \d{1,2}:\S+|[-+]?\d{1,3}(?: \d{3})+(?:[.,]\d+)?)"?$/;
/** A line whose cells, more than one, are all within single quotes. */
const SINGLE_QUOTED = /^(?:'[^' ]*' )+'[^' ]*' ?$/;
/** Words in place of a value that is missing. */
const MISSING = /^(?:-|NA|N\/A|null|NaN|\.)$/i;

/**
 * Returns the number of cells of a table whose cells are divided by one blank: all its lines have equally many, and some
 * columns are numbers or dates. Returns null for any other text, such as sentences and names.
 */
export function countBlankSeparated(text: string, comment: string): { dialect: SampleDialect; width: number } | null {
  const lines = text.split(/\r\n|\n|\r/, MAX_ROWS).filter((line) => line.trim() !== '' && !isComment(line, comment));
  const declared = logFieldsOf(text)?.length;
  // Lines of one length are rather columns of fixed width.
  const isOneLength = declared === undefined && lines.every(({ length }) => length === lines[0]?.length);
  if (lines.length < MIN_ROWS || isOneLength || lines.some((line) => ONE_VALUE.test(line))) return null;
  const quote = lines.some((line) => SINGLE_QUOTED.test(line)) ? "'" : '"';
  const dialect = { delimiter: ' ', quote, escape: quote, comment };
  const rows = readRows(text, dialect, MAX_ROWS).map(withoutLastBlank);
  const [first] = rows;
  const width = rows[1]?.cells.length ?? 0;
  // The header may have no name for the names of rows.
  const isRegular = rows.every(
    ({ cells }, at) => (cells.length === width || (at === 0 && cells.length === width - 1)) && !cells.includes(''),
  );
  if (first === undefined || width < 2 || !isRegular || rows.length < MIN_ROWS) return null;
  if (declared === width) return { dialect, width };
  return areTyped(rows, width) && !areOneValue(lines) ? { dialect, width } : null;
}

function isComment(line: string, comment: string): boolean {
  return comment !== '' && line.startsWith(comment);
}

/** Lines may end with a blank. */
function withoutLastBlank(row: SampleRow): SampleRow {
  return row.cells.at(-1) === '' ? { ...row, cells: row.cells.slice(0, -1) } : row;
}

/** Whether columns are numbers or dates: one of them below a header, or else half of them. */
function areTyped(rows: readonly SampleRow[], width: number): boolean {
  const [first, ...below] = rows.map(({ cells }) => cells);
  const isTyped = (at: number, column: readonly (readonly string[])[]) =>
    column.every((cells) => isTypedText(cells[at] ?? '') || MISSING.test(cells[at] ?? '') || isExponent(cells[at]));
  const typed = Array.from({ length: width }, (_, at) => at).filter((at) => isTyped(at, below));
  const hasHeader =
    first?.every((cell) => !isTypedText(cell)) === true && new Set(first).size === first.length && typed.length > 0;
  if (hasHeader) return width > 2 || below.every((cells) => cells.some((cell) => isTypedText(cell)));
  const all = typed.filter((at) =>
    isTyped(
      at,
      rows.map(({ cells }) => cells),
    ),
  );
  return 2 * all.length >= width && (width > 2 || rows.some(({ cells }) => cells.some((cell) => DECIMAL.test(cell))));
}

function isExponent(text: string | undefined): boolean {
  return text !== undefined && DECIMAL.test(text);
}
