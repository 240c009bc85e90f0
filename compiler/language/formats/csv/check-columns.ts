import type { Report } from '../../../diagnostics/diagnostic.ts';
import { columnNamesOf } from '../model/column-names.ts';
import { checkCondition, conditionsOf, type PlacedCondition, reportWithoutEffect } from '../model/record-when.ts';
import type { CsvSpec } from './keys.ts';

/** The settings of files with a header, whose fields are columns. */
type ColumnSpec = Pick<
  CsvSpec,
  | 'fields'
  | 'hasHeader'
  | 'columnMatch'
  | 'headerMatch'
  | 'skipLines'
  | 'skipRepeatedHeader'
  | 'ignoreColumns'
  | 'recordWhen'
>;

/** Reports settings for the header and the columns of fields that conflict or have no effect. */
export function checkColumns(spec: ColumnSpec, report: Report): void {
  checkHeaderKeys(spec, report);
  checkRecordWhen(spec, report);
}

/**
 * Reports columnMatch NAME without a header. Warns of column names with blanks around them, which no header cell can
 * equal. If columns are matched by position, names are not checked.
 */
export function checkColumnNames(spec: ColumnSpec, report: Report): void {
  const hasHeader = spec.hasHeader ?? true;
  if (spec.columnMatch === 'NAME' && !hasHeader) report('column_match_without_header', '/columnMatch', {});
  if ((spec.columnMatch ?? (hasHeader ? 'NAME' : 'POSITION')) === 'NAME') checkNames(spec, report);
}

function checkNames({ fields, headerMatch = 'EXACT' }: ColumnSpec, report: Report): void {
  for (const [index, field] of fields.entries()) {
    if (field.from !== undefined || field.value !== undefined || field.fromLine !== undefined) continue;
    for (const [at, column] of columnNamesOf(field).entries()) {
      const place = Array.isArray(field.columnName) ? `/${at}` : '';
      if (headerMatch === 'EXACT' && /^\p{White_Space}|\p{White_Space}$/u.test(column))
        report('blanks_around', `/fields/${index}/${field.columnName === undefined ? 'name' : 'columnName'}${place}`, {
          value: column,
          because: 'blanks around the cells of a header are removed',
        });
    }
  }
}

/**
 * Reports a recordWhen without a column, or with a column that cannot exist in the file. Warns of the keys of
 * recordWhen that only FIXED_WIDTH uses.
 */
function checkRecordWhen(spec: ColumnSpec, report: Report): void {
  if (spec.recordWhen === undefined) return;
  const conditions = conditionsOf(spec.recordWhen);
  for (const placed of conditions) {
    reportWithoutEffect(placed, ['start', 'length'], report, 'in a CSV file, column selects the value');
    checkColumn(placed, conditions, spec, report);
    checkCondition(placed, null, report);
  }
}

function checkColumn(
  { condition: { column }, pointer }: PlacedCondition,
  conditions: readonly PlacedCondition[],
  { hasHeader = true, columnMatch = hasHeader ? 'NAME' : 'POSITION' }: ColumnSpec,
  report: Report,
): void {
  const place = `/recordWhen${pointer}`;
  if (column === undefined) {
    report(
      'key_due',
      place,
      { key: 'column', because: 'in a CSV file, it selects the value' },
      { at: 'key', hint: 'add column with the name of a header cell, or the number of the column from 1' },
    );
    return;
  }
  const isNumber = /^[1-9]\d*$/.test(column);
  if (column === '0') report('invalid_record_when', `${place}/column`, { detail: 'column numbers begin at 1' });
  else if (!isNumber && !hasHeader)
    report('invalid_record_when', `${place}/column`, {
      detail: 'without a header, "column" must be the number of a column',
    });
  else if (!isNumber && columnMatch === 'POSITION' && conditions.some(({ condition }) => condition.column !== column))
    report('invalid_record_when', `${place}/column`, {
      detail: 'with columnMatch POSITION, conditions for several columns need the numbers of the columns',
    });
}

/** Warns of keys that need a header, and of columns that are both ignored and read. */
function checkHeaderKeys(spec: ColumnSpec, report: Report): void {
  const { hasHeader = true, columnMatch = hasHeader ? 'NAME' : 'POSITION', ignoreColumns = [] } = spec;
  const unused = (key: 'skipRepeatedHeader' | 'ignoreColumns' | 'headerMatch', because: string): void => {
    if (spec[key] !== undefined) report('key_without_effect', `/${key}`, { key, because }, { at: 'key' });
  };
  if (spec.skipLines?.until !== undefined && columnMatch !== 'NAME')
    report(
      'key_without_effect',
      '/skipLines/until',
      { key: 'until', because: 'columns are found by their positions, so the header has no known names' },
      { at: 'key' },
    );
  if (!hasHeader) unused('skipRepeatedHeader', 'without a header, no record repeats it');
  if (columnMatch !== 'NAME') {
    unused('ignoreColumns', 'columns are found by their positions');
    if (!hasHeader || /^[1-9]\d*$/.test(spec.recordWhen?.column ?? '1'))
      unused('headerMatch', 'columns are found by their positions');
    for (const [index, field] of spec.fields.entries())
      if (columnNamesOf(field).length > 1)
        report(
          'key_without_effect',
          `/fields/${index}/columnName`,
          { key: 'columnName', because: 'columns are found by their positions, so only its first name is shown' },
          { at: 'key' },
        );
  }
  const read = new Set(spec.fields.filter(({ fromLine }) => fromLine === undefined).flatMap(columnNamesOf));
  for (const [index, column] of ignoreColumns.entries())
    if (read.has(column)) report('ignored_column_read', `/ignoreColumns/${index}`, { column });
}
