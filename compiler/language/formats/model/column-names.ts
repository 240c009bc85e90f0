import type { Texts } from '../../shape/shape.ts';

/** The maximum number of names of one column. */
export const MAX_COLUMN_NAMES = 20;

interface NamedField {
  readonly name: string;
  readonly columnName?: Texts;
}

/** Returns the alternative names of a field's column. For an XML field, it is one path. */
export function columnNamesOf({ name, columnName = name }: NamedField): readonly string[] {
  return typeof columnName === 'string' ? [columnName] : columnName;
}

/** Returns the name of a field's column that issues and documents show: the first one. */
export function columnNameOf(field: NamedField): string {
  return columnNamesOf(field)[0] ?? field.name;
}
