import type { CsvSpec } from './keys.ts';
import type { NamedColumn, NamedColumns } from '../../../kernel/csv/header.ts';
import type { CsvDialect } from '../../../kernel/csv/line-parser.ts';
import { type FieldPlan, hasPlace } from '../../plan/plan.ts';
import { columnNamesOf } from '../model/column-names.ts';
import type { ConditionPlan } from '../../plan/condition-plan.ts';
import { conditionsOf, hasOnlyValues, planConditions } from '../model/record-when.ts';
import { type PlannedTitles, planTitles } from '../model/emit-titles.ts';
import { severityOf } from '../model/structure-severity.ts';

/** The delimiter of a spec whose files have different ones. */
export const AUTO = 'AUTO';

/** The plan of a CSV spec: the dialect, except for settings that are known only at run time, and the columns. */
export interface CsvPlan extends PlannedTitles {
  dialect: Omit<CsvDialect, 'maxRecordBytes' | 'maxColumns' | 'columns' | 'selecting' | 'titles'>;
  /**
   * NAMED: columns are found by header name, and `named` contains the header name for each field key. PLACED: columns
   * are in the order of the fields, and `width` is their number.
   */
  /** The conditions that select records, if exact values of one column do not. */
  conditions?: readonly ConditionPlan[];
  columns: { kind: 'NAMED'; named: NamedColumns } | { kind: 'PLACED'; width: number };
}

/** Returns the plan of a CSV spec, with defaults for all missing keys. */
export function planCsv(spec: CsvSpec, fields: readonly FieldPlan[]): CsvPlan {
  const hasHeader = spec.hasHeader ?? true;
  const isNamed = (spec.columnMatch ?? (hasHeader ? 'NAME' : 'POSITION')) === 'NAME';
  const quote = spec.quote ?? '"';
  return {
    dialect: {
      delimiter: spec.delimiter ?? ',',
      quote,
      escape: spec.escape ?? (spec.escapeOutsideQuotes === true ? '\\' : quote),
      comment: spec.comment ?? '',
      skipTop: spec.skipLines?.top ?? 0,
      skipBottom: spec.skipLines?.bottom ?? 0,
      skipBlankLines: spec.skipBlankLines ?? true,
      hasHeader,
      onExtraColumns: severityOf(spec.onExtraColumns),
      onMissingColumns: severityOf(spec.onMissingColumns),
      onNoRecords: spec.onNoRecords ?? 'FATAL',
      recordWhen: planRecordWhen(spec),
      ...(spec.skipLines?.until === 'HEADER' && hasHeader && isNamed && { skipsToHeader: true }),
      ...(spec.skipBlanks === true && { skipBlanks: true }),
      ...(spec.recordSeparator !== undefined && { separator: spec.recordSeparator }),
      ...(spec.escapeOutsideQuotes === true && { escapesOutside: true }),
      ...(spec.wholeRowQuoted === true && quote !== '' && { quotesRows: true }),
      ...(spec.skipRepeatedHeader === true && { skipsRepeatedHeader: true }),
      ...(spec.trailingDelimiter !== undefined && { trailingDelimiter: spec.trailingDelimiter }),
      ...(spec.headerMatch === 'IGNORE_CASE' && { headerMatch: spec.headerMatch }),
      ...(spec.ignoreColumns !== undefined && { ignoredColumns: spec.ignoreColumns }),
      ...(isNamed && fields.some(({ sensitive }) => sensitive) ? { masksUnknownColumns: true } : {}),
    },
    ...planSelection(spec),
    ...planTitles(fields),
    columns: isNamed
      ? { kind: 'NAMED', named: namedColumns(spec, fields) }
      : { kind: 'PLACED', width: fields.filter(hasPlace).length },
  };
}

/**
 * Returns the plan of recordWhen, or null if there is none. A column in digits is a column number, even if a header
 * cell has the same text. The plan contains it as an index from 0.
 */
function planRecordWhen({ recordWhen }: CsvSpec): CsvDialect['recordWhen'] {
  const column = recordWhen === undefined ? undefined : conditionsOf(recordWhen)[0]?.condition.column;
  if (recordWhen === undefined || column === undefined) return null;
  return { column: findColumn(column), values: hasOnlyValues(recordWhen) ? (recordWhen.values ?? []) : [] };
}

function planSelection({ recordWhen }: CsvSpec): Pick<CsvPlan, 'conditions'> {
  return recordWhen === undefined || hasOnlyValues(recordWhen) ? {} : { conditions: planConditions(recordWhen) };
}

/** Returns the index from 0 of a column in digits, or the name of any other column. */
export function findColumn(column: string): number | string {
  return /^[1-9]\d*$/.test(column) ? Number(column) - 1 : column;
}

function namedColumns(spec: CsvSpec, fields: readonly FieldPlan[]): NamedColumns {
  const named: Record<string, NamedColumn> = {};
  fields.forEach((field, index) => {
    const { key, column, name } = field;
    if (!hasPlace(field)) return;
    const written = spec.fields[index];
    const names = written === undefined ? [] : [...new Set(columnNamesOf(written))];
    named[key] = { column: names.length > 1 ? names : column, field: name, required: written?.required ?? false };
  });
  return named;
}
