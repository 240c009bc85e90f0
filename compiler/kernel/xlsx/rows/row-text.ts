import { BOOLEAN, CELL_END, DATE, DIGITS, ERROR, ROW_END, TEXT_START } from '../package/marks.ts';

/** Separates the cells of a line. */
export const SEPARATOR = String.fromCharCode(CELL_END);
const TAIL = String.fromCharCode(ROW_END);

/** Returns the texts of the cells of a row, as a person reads them. */
export function cellsOfRow(line: string): string[] {
  return splitRow(line).cells.map(textOfCell);
}

/** Returns the texts of a row with tabs between them, for fields that read lines before the records. */
export function textOfRow(line: string): string {
  return cellsOfRow(line).join('\t');
}

/** Splits a line into its cells and its tail; see marks.ts. */
export function splitRow(line: string): { cells: string[]; tail: string | null } {
  const from = line.charCodeAt(0) === TEXT_START ? 1 : 0;
  const end = line.lastIndexOf(TAIL);
  const cells = line.slice(from, end < 0 ? undefined : end).split(SEPARATOR);
  return { cells, tail: end < 0 ? null : line.slice(end + 1) };
}

/** Returns the text of a cell. */
export function textOfCell(cell: string): string {
  const first = cell.charCodeAt(0);
  return first < 0x20 ? textOf(cell, first) : withLineEnds(cell);
}

/** Returns the text of a cell whose first character is that of `first`, a mark or a line end. */
export function textOf(cell: string, first: number): string {
  if (first === 0x0b || first === 0x0c || first === 0x09) return withLineEnds(cell);
  if (first === ERROR || first === DATE || first === BOOLEAN) return cell.slice(1);
  const end = cell.indexOf(String.fromCharCode(DIGITS));
  if (end < 0) return cell.slice(1);
  const [, sign = '', digits = '', rest = ''] = /^(-?)(\d+)(.*)$/u.exec(cell.slice(1, end)) ?? [];
  return sign + digits.padStart(Number(cell.slice(end + 1)), '0') + rest;
}

/** Returns a text with the line ends of the cell. */
export function withLineEnds(cell: string): string {
  return cell.replaceAll('\u000b', '\n').replaceAll('\u000c', '\r');
}

/** Returns the name of the sheet of a row. Null: the line is no row with text. */
export function sheetOfRow(line: string): string | null {
  const { tail } = splitRow(line);
  return tail === null ? null : tail.slice(tail.indexOf('|', tail.indexOf('|') + 1) + 1);
}
