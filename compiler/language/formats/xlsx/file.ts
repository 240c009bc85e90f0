import type { Header } from '../../../kernel/csv/header.ts';
import { cellsOfRow } from '../../../kernel/xlsx/rows/row-text.ts';
import { createFileFormat, type TextRange, withoutLineEnd } from '../model/file-format.ts';
import type { XlsxSpec } from './keys.ts';

/** Where cells are in a row. `isNamed`: the header determines the order of the columns. */
interface XlsxPlaces {
  readonly isNamed: boolean;
}

/** Separates the cells of a row that people see. No cell contains it. */
const BETWEEN = ' │ ';

/** Workbooks. Their rows are read as lines; see marks.ts of the kernel. */
export const xlsxFile = createFileFormat<XlsxSpec, XlsxPlaces>({
  title: 'Excel workbook',
  rejects: 'TABLE',
  tableEnding: '.xlsx',
  hasLines: () => true,
  places: ({ hasHeader = true, columnMatch }) => ({
    isNamed: (columnMatch ?? (hasHeader ? 'NAME' : 'POSITION')) === 'NAME',
  }),
  createFindCells({ isNamed }, fields, state) {
    const indexes = Array.from({ length: fields }, (_, index) => index);
    const columns = isNamed ? Object.values(headerOf(state)?.at ?? {}) : indexes;
    return (record) => {
      const cells = findCells(record);
      return indexes.map((index) => cells[columns[index] ?? -1] ?? null);
    };
  },
  readCell: (cell) => cell,
  showRecord: (record) => cellsOfRow(withoutLineEnd(record)).map(showCell).join(BETWEEN),
  cellsOf: (record) => cellsOfRow(withoutLineEnd(record)),
  writeCell: () => ({
    problem: 'Workbooks are not changed here. Correct the value in the workbook, and send it again.',
  }),
});

function headerOf(state: unknown): Header | null | undefined {
  // The cast is safe: the reader of this spec created the state; see LineState of the kernel.
  return (state as { header?: Header | null } | null)?.header;
}

/** Returns the range of each cell of a row that people see. */
function findCells(row: string): TextRange[] {
  let start = 0;
  return row.split(BETWEEN).map((cell) => {
    const range = { start, end: start + cell.length };
    start = range.end + BETWEEN.length;
    return range;
  });
}

function showCell(cell: string): string {
  return cell.replace(/\r\n?|\n/gu, '↵').replaceAll('│', '|');
}
