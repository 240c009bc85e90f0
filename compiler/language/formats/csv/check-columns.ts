import type { Report } from '../../../diagnostics/diagnostic.ts';
import type { CsvSpec } from './keys.ts';

/**
 * Reports fields that read the same CSV column by name, and columnMatch NAME without a header. Warns of column names
 * with blanks around them, which no header cell can equal. If columns are matched by position, names are not checked.
 */
export function checkCsvColumns(spec: CsvSpec, report: Report): void {
  const hasHeader = spec.hasHeader ?? true;
  if (spec.columnMatch === 'NAME' && !hasHeader) report('column_match_without_header', '/columnMatch', {});
  if ((spec.columnMatch ?? (hasHeader ? 'NAME' : 'POSITION')) === 'NAME') checkNames(spec, report);
}

function checkNames({ fields }: CsvSpec, report: Report): void {
  const first = new Map<string, number>();
  for (const [index, field] of fields.entries()) {
    if (field.from !== undefined) continue;
    const column = field.columnName ?? field.name;
    const pointer = (place: number) =>
      `/fields/${place}/${fields[place]?.columnName === undefined ? 'name' : 'columnName'}`;
    if (/^\p{White_Space}|\p{White_Space}$/u.test(column))
      report('blanks_around', pointer(index), {
        value: column,
        because: 'blanks around the cells of a header are removed',
      });
    const earlier = first.get(column);
    if (earlier === undefined) first.set(column, index);
    // Two fields with the same name were already reported by checkFieldNames.
    else if (fields[earlier]?.name !== field.name)
      report(
        'duplicate_column',
        pointer(index),
        { column, field: fields[earlier]?.name ?? '' },
        { seeAlso: pointer(earlier) },
      );
  }
}
