import { optional, text } from '../../shape/create-shape.ts';
import { csvKeys } from '../csv/keys.ts';
import type { FormatSpec } from '../model/format-kind.ts';
import { lineKeys } from '../model/line-keys.ts';

/** The keys of a spec that apply to XLSX, including those that it shares with CSV. */
export const xlsxKeys = {
  hasHeader: lineKeys.hasHeader,
  sheet: optional(
    text(
      'XLSX: the name of the sheet with the records, or its number from 1 if no sheet has this name. Default: 1, the first sheet.',
      { min: 1, max: 31 },
    ),
  ),
  range: optional(
    text(
      'XLSX: the part of the sheet with the header and the records, such as `A5:H`, which has all rows from 5 on, or `B2:H200`. Default: the whole sheet.',
      { min: 1, max: 30 },
    ),
  ),
  skipLines: lineKeys.skipLines,
  skipRepeatedHeader: csvKeys.skipRepeatedHeader,
  headerMatch: csvKeys.headerMatch,
  ignoreColumns: csvKeys.ignoreColumns,
  columnMatch: csvKeys.columnMatch,
  onExtraColumns: lineKeys.onExtraColumns,
  onMissingColumns: lineKeys.onMissingColumns,
  onNoRecords: lineKeys.onNoRecords,
  recordWhen: lineKeys.recordWhen,
};

/** A spec of a workbook, limited to its fields and the keys that apply to XLSX. */
export type XlsxSpec = FormatSpec<typeof xlsxKeys>;
