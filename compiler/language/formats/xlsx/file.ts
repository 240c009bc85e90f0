import type { Header } from '../../../kernel/csv/header.ts';
import { cellsOfRow, textOfCell } from '../../../kernel/xlsx/rows/row-text.ts';
import { createFileFormat, type TextRange, withoutLineEnd } from '../model/file-format.ts';
import type { XlsxSpec } from './keys.ts';

/** Where cells are in a row. `isNamed`: the header determines the order of the columns. */
interface XlsxPlaces {
  readonly isNamed: boolean;
}

const CELL_END = '\u001f';
const ROW_END = '\u001e';

/** Workbooks. Their rows are read as lines; see marks.ts of the kernel. */
export const xlsxFile = createFileFormat<XlsxSpec, XlsxPlaces>({
  title: 'Excel workbook',
  rejects: 'TABLE',
  hasLines: () => true,
  places: ({ hasHeader = true, columnMatch }) => ({
    isNamed: (columnMatch ?? (hasHeader ? 'NAME' : 'POSITION')) === 'NAME',
  }),
  createFindCells({ isNamed }, fields, state) {
    const indexes = Array.from({ length: fields }, (_, index) => index);
    const columns = isNamed ? Object.values(headerOf(state)?.at ?? {}) : indexes;
    return (record) => {
      const cells = findCells(withoutLineEnd(record));
      return indexes.map((index) => cells[columns[index] ?? -1] ?? null);
    };
  },
  readCell: textOfCell,
  cellsOf: (record) => cellsOfRow(withoutLineEnd(record)),
  writeCell: () => ({
    problem: 'Workbooks are not changed here. Correct the value in the workbook, and send it again.',
  }),
});

function headerOf(state: unknown): Header | null | undefined {
  // The cast is safe: the reader of this spec created the state; see LineState of the kernel.
  return (state as { header?: Header | null } | null)?.header;
}

/** Returns the range of each cell of a row, without the marks of its kind. */
function findCells(row: string): TextRange[] {
  const limit = row.lastIndexOf(ROW_END);
  const end = limit < 0 ? row.length : limit;
  const ranges: TextRange[] = [];
  for (let at = /^[\u001d]/u.test(row) ? 1 : 0; at <= end; ) {
    const next = row.indexOf(CELL_END, at);
    const to = next < 0 || next > end ? end : next;
    ranges.push({ start: at, end: to });
    at = to + 1;
  }
  return ranges;
}
