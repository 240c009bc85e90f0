/** The number of columns and rows that a sheet may have. */
export const MAX_COLUMNS = 16_384;
export const MAX_ROWS = 1_048_576;

/** Returns the letters of a column. `index` counts from 0: `A`, `AA`. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(0x41 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** Returns the index of a column, from 0, by its letters. -1: no sheet has it. */
export function columnIndex(letters: string): number {
  if (!/^[A-Z]{1,3}$/u.test(letters)) return -1;
  let index = 0;
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 0x40;
  return index <= MAX_COLUMNS ? index - 1 : -1;
}

/** A part of a sheet. Columns count from 0, and rows from 1. `to` belongs to it. */
export interface CellRange {
  readonly columns: { readonly from: number; readonly to: number };
  readonly rows: { readonly from: number; readonly to: number };
}

/** The whole sheet. */
export const WHOLE_SHEET: CellRange = { columns: { from: 0, to: MAX_COLUMNS - 1 }, rows: { from: 1, to: MAX_ROWS } };

/** Returns a range such as `A5:H`, `A5:H200`, `A:H` or `A5`, which has all that follows. Null: it is none. */
export function readRange(text: string): CellRange | null {
  const [, first, firstRow, second, last, lastRow] =
    /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})?(:\$?([A-Z]{1,3})\$?([1-9]\d{0,6})?)?$/u.exec(text.toUpperCase()) ?? [];
  if (first === undefined) return null;
  const columns = { from: columnIndex(first), to: second === undefined ? MAX_COLUMNS - 1 : columnIndex(last ?? '') };
  const rows = { from: Number(firstRow ?? 1), to: Number(lastRow ?? MAX_ROWS) };
  const isRange = columns.from >= 0 && columns.from <= columns.to && rows.from <= rows.to && rows.to <= MAX_ROWS;
  return isRange ? { columns, rows } : null;
}
