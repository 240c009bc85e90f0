import type { Statement } from '../../../emitting/code/statements.ts';
import { code } from '../../../emitting/code/literal.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import { createRawRecord } from '../csv/emit-records.ts';
import { createFormatKind } from '../model/format-kind.ts';
import { checkXlsx } from './check.ts';
import { emitXlsxTypes } from './emit-types.ts';
import { emitXlsxColumns, emitXlsxDialect, emitXlsxRecords } from './emit-records.ts';
import { xlsxKeys } from './keys.ts';
import { planXlsx } from './plan.ts';
import { createXlsxWriter } from './sample-writer.ts';
import { xlsxText } from './text.ts';

/** XLSX: the rows of a sheet of a workbook (ECMA-376). Columns are matched by header name or by position. */
export const xlsx = createFormatKind({
  format: 'XLSX',
  locator: 'column',
  structure: 'LINES',
  hasHeader: true,
  columns: ({ hasHeader = true, columnMatch }) => columnMatch ?? (hasHeader ? 'NAME' : 'POSITION'),
  rawRecord: 'CsvRecord',
  text: xlsxText,
  samples: {
    createWriter: createXlsxWriter,
    whyNone: 'its header cannot be written, or its range has too few columns',
  },
  keys: xlsxKeys,
  fieldKeys: {},
  check: checkXlsx,
  checkEncoding(_spec, report) {
    report(
      'key_without_effect',
      '/encoding',
      { key: 'encoding', because: 'a workbook says its encoding itself' },
      { at: 'key' },
    );
  },
  plan: planXlsx,
  emit: (formatPlan, plan, scope): Statement[] => [
    emitXlsxColumns(formatPlan),
    emitXlsxDialect(formatPlan, scope),
    emitReadRecord(plan, createRawRecord(code`columns`, scope), scope),
    emitXlsxRecords(plan, scope),
  ],
  emitTypes: emitXlsxTypes,
  linesAreWhole: true,
  workbook: ({ place }) => place,
  splits: () => null,
  fast: () => null,
  findType: () => null,
});
