/** How workbooks become lines, for programs that unpack them. Apart from `formats.ts`, so that a page loads it for workbooks only. */
export { explainForeign } from './kernel/input/foreign-file.ts';
export { WorkbookFailure } from './kernel/xlsx/package/malformed-workbook.ts';
export type { SpillFile } from './kernel/xlsx/package/string-table.ts';
export { readWorkbook, type WorkbookFiles, type WorkbookPlace } from './kernel/xlsx/read-workbook.ts';
