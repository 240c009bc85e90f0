import type { FieldType } from '../../../pipeline/1-read/spec-shape.ts';
import { dateValues } from './dates.ts';
import { decimalValues, integerValues } from './numbers.ts';
import type { ValueSearch } from './search.ts';
import { textValues } from './texts.ts';

const makers: Readonly<Record<FieldType, (search: ValueSearch) => readonly string[]>> = {
  STRING: textValues,
  INTEGER: integerValues,
  DECIMAL: decimalValues,
  DATE: dateValues,
  BOOLEAN: () => ['true', 'false'],
};

/** Returns values to try for a field, without duplicates, the most relevant first. Some may violate rules. */
export function valuesOf(search: ValueSearch): string[] {
  return [...new Set(makers[search.field.type](search))];
}
