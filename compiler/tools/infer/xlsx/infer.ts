import { DATE, ERROR, TEXT_START } from '../../../kernel/xlsx/package/marks.ts';
import { sheetOfRow, splitRow, textOfCell } from '../../../kernel/xlsx/rows/row-text.ts';
import { formatKeys, hasKey } from '../../../language/formats/format-kinds.ts';
import { inferCsv } from '../csv/infer.ts';
import { inferCellTypes } from '../record-types/cells/infer.ts';
import type { DraftPart, TextSample } from '../model/draft.ts';

const FORMAT = 'XLSX';

/** Returns whether a sample is the rows of a workbook as lines; see marks.ts of the kernel. */
export function areRows(bytes: Uint8Array): boolean {
  return bytes[0] === TEXT_START;
}

/** Infers a spec of workbooks from the rows of a sheet: like that of a CSV file with the texts of the cells. */
export function inferRows({ text, ...sample }: TextSample): DraftPart {
  const lines = text.split('\n');
  // The last line of a part of a file may be incomplete.
  const table = readTable(sample.isWhole ? lines : lines.slice(0, -1)).map((cells) => cells.join('\t'));
  const part = inferCsv({ ...sample, text: table.map((line) => (line.trim() === '' ? '' : line)).join('\n') });
  return toWorkbook(part, lines);
}

/**
 * Infers a spec of workbooks with record types from all rows of a sheet, as inferCellTypes() does from lines. Returns null if
 * the first cells show no types, or if no trailer has a number or a sum.
 */
export function inferRowTypes(text: string): DraftPart | null {
  const lines = text.split('\n');
  const rows = readTable(lines)
    .map(withoutEmptyEnd)
    .filter(({ length }) => length > 0);
  const widths = new Map<string, number>();
  for (const { 0: kind = '', length } of rows) widths.set(kind, Math.max(length, widths.get(kind) ?? 0));
  // The empty cells at the end of a row are not stored.
  const table = rows.map((cells) => [
    ...cells,
    ...Array<string>((widths.get(cells[0] ?? '') ?? 0) - cells.length).fill(''),
  ]);
  const part = inferCellTypes(table.map((cells) => `${cells.join('\t')}\n`).join(''));
  const found = new Map<string, unknown>(part?.settings.map(({ value }) => value));
  return part === null || found.get('delimiter') !== '\t' || found.has('continuation') ? null : toWorkbook(part, lines);
}

/** Returns the texts of all cells of a sheet, each row with the same number of them. */
function readTable(lines: readonly string[]): string[][] {
  const rows = lines.map((line) => (line.length < 2 ? [] : splitRow(line).cells));
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const columns = Array.from({ length: width }, (_, index) => readerOf(rows.map((cells) => cells[index] ?? '')));
  return rows.map((cells) => columns.map((read, index) => read(cells[index] ?? '')));
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

function toWorkbook(part: DraftPart, lines: readonly string[]): DraftPart {
  const sheet = lines.map(sheetOfRow).find((name) => name !== null) ?? null;
  return {
    ...part,
    format: FORMAT,
    settings: [
      ...(sheet === null ? [] : [{ value: ['sheet', sheet] as const, note: null }]),
      ...part.settings.filter(({ value: [key] }) => !isOnlyOfText(key)),
    ],
  };
}

const MIDNIGHT = 'T00:00:00';

/** Returns the function that reads the cells of a column. If no date in it has a time, each is a day. */
function readerOf(cells: readonly string[]): (cell: string) => string {
  const dates = cells.filter((cell) => cell.charCodeAt(0) === DATE);
  const areDays = dates.every((cell) => cell.endsWith(MIDNIGHT) || /^.\d{4}-\d\d-\d\d$/u.test(cell));
  return (cell) => {
    const mark = cell.charCodeAt(0);
    // An error is no value, so it says nothing about the type.
    if (mark === ERROR) return '';
    return plain(
      mark === DATE && areDays && cell.endsWith(MIDNIGHT) ? cell.slice(1, -MIDNIGHT.length) : textOfCell(cell),
    );
  };
}

/** Each cell is one cell of the table, whatever characters it has. */
function plain(text: string): string {
  return text.replace(/[\t\r\n]/gu, ' ').replaceAll('"', "'");
}

/** Returns whether a key belongs to other formats. */
function isOnlyOfText(key: string): boolean {
  return key in formatKeys && !hasKey(FORMAT, key as keyof typeof formatKeys);
}
