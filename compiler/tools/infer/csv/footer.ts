import { isBlank } from '../../../kernel/values/text.ts';
import { isTypedText } from '../column/typed-text.ts';
import { countFilled, describeRows, isSparse, type RowShape } from './row-shape.ts';
import type { SampleRow } from './rows.ts';

const MAX_FOOTER = 5;
/** Matches the beginning of lines after the records, such as sums and remarks. */
const FOOTER_WORD =
  /^(?:(?:grand |sub)?totals?|sums?|summen?|gesamt(?:summe)?|anzahl|count|rows?|records?|datensätze|zeilen|end(?:e| of .*)?|eof|page|seite|created|generated|erstellt|stand)\b/iu;

/**
 * Counts the rows at the end of a table that are not records: sums, remarks and empty lines, at most 5. An incomplete
 * record is not counted, because the last record of other files will be complete.
 */
export function countFooterRows(rows: readonly SampleRow[], width: number): number {
  if (width < 2 || rows.length < 3) return 0;
  const shape = describeRows(rows, width);
  let count = 0;
  while (count < MAX_FOOTER && rows.length - count > 2) {
    const row = rows[rows.length - count - 1];
    if (row === undefined || !isFooter(row, shape)) break;
    count++;
  }
  return count;
}

function isFooter(row: SampleRow, shape: RowShape): boolean {
  const { cells } = row;
  const at = cells.findIndex((cell) => !isBlank(cell));
  if (at < 0) return true;
  const text = (cells[at] ?? '').trim();
  if (countFilled(cells) < shape.filled && FOOTER_WORD.test(text)) return true;
  const isOdd = shape.typed.has(at) && !isTypedText(text) && /\p{L}/u.test(text);
  return isOdd && (cells.length < shape.width || isSparse(row, shape)) && countFilled(cells) <= shape.filled / 2;
}
