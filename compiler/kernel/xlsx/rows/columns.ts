import type { NamedColumn } from '../../csv/header.ts';
import type { Severity } from '../../model/contract.ts';

/**
 * What a field reads. TEXT: a text, and a number with the digits that its format shows. NUMBER: a number in digits. DAY: a
 * date; midnight is no time. INSTANT: a date with a time. OTHER: the value.
 */
export type XlsxReads = 'TEXT' | 'NUMBER' | 'DAY' | 'INSTANT' | 'OTHER';

/** A column of a sheet that a field reads. */
export interface XlsxColumn extends NamedColumn {
  readonly reads: XlsxReads;
  /** The severity of CELL_ERROR. */
  readonly onError: Severity;
  /** The decimal separator that the field expects, which replaces the point of a number. Absent: a point. */
  readonly point?: string;
  readonly isSensitive?: boolean;
}

/** The columns of a sheet. The keys are the names that the generated module uses for the fields. */
export type XlsxColumns<Column extends string = string> = Readonly<Record<Column, XlsxColumn>>;

/** Returns the columns as CSV finds them: by their names in the header, or in their order. */
export function findBy(
  columns: XlsxColumns,
  isNamed: boolean,
): { named: XlsxColumns } | { indexes: Readonly<Record<string, number>>; width: number } {
  if (isNamed) return { named: columns };
  const keys = Object.keys(columns);
  return { indexes: Object.fromEntries(keys.map((key, index) => [key, index])), width: keys.length };
}
