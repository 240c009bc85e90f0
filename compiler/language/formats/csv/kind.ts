import { code } from '../../../emitting/code/literal.ts';
import type { Statement } from '../../../emitting/code/statements.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import { createFormatKind } from '../model/format-kind.ts';
import { splitsOfLines } from '../model/splits.ts';
import { checkCsvCharacters } from './check-characters.ts';
import { checkCsvColumns } from './check-columns.ts';
import { checkCsvRecordWhen } from './check-record-when.ts';
import { createRawRecord, emitColumns, emitDialect, emitRecords } from './emit-records.ts';
import { emitCsvTypes } from './emit-types.ts';
import { fastCsv, hasFastCsv } from './emit-fast.ts';
import { emitFindType } from './emit-find-type.ts';
import { csvKeys } from './keys.ts';
import { planCsv } from './plan.ts';

/** CSV (RFC 4180 with the dialect of the spec). Columns are matched by header name or by position. */
export const csv = createFormatKind({
  format: 'CSV',
  locator: 'column',
  keys: csvKeys,
  fieldKeys: {},
  check(spec, report) {
    checkCsvRecordWhen(spec, report);
    checkCsvCharacters(spec, report);
    checkCsvColumns(spec, report);
  },
  plan: planCsv,
  emit: (formatPlan, plan, scope): Statement[] => [
    emitColumns(plan.fields, formatPlan, code`columns`).source,
    emitDialect(formatPlan, scope).source,
    emitReadRecord(plan, createRawRecord(code`columns`, scope), scope),
    emitRecords(plan, scope),
  ],
  emitTypes: emitCsvTypes,
  splits: ({ dialect }, { encoding }) => splitsOfLines(encoding, dialect.skipBottom),
  fast: (formatPlan, { fields }) => (hasFastCsv(formatPlan) ? fastCsv(formatPlan, fields) : null),
  findType: emitFindType,
});
