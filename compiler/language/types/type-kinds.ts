import { mergeKeys } from '../shape/merge-keys.ts';
import { booleanType } from './boolean.ts';
import { dateType } from './date.ts';
import { decimalType } from './decimal.ts';
import { integerType } from './integer.ts';
import type { TypeKind } from './type-kind.ts';
import { stringType } from './string.ts';
import { timeType } from './time.ts';
import { timestampType } from './timestamp.ts';

/** All field types of the spec language. */
export const typeKinds = {
  STRING: stringType,
  INTEGER: integerType,
  DECIMAL: decimalType,
  DATE: dateType,
  BOOLEAN: booleanType,
  TIME: timeType,
  TIMESTAMP: timestampType,
};

/** The name of a field type. */
export type FieldType = keyof typeof typeKinds;

/** Returns the types for which a test of their kinds holds, in the order of the list. */
export function typesWhere(test: (kind: TypeKind) => boolean): FieldType[] {
  // The list has no other keys.
  return (Object.keys(typeKinds) as FieldType[]).filter((type) => test(typeKinds[type]));
}

/** All types. */
export const allTypes: readonly FieldType[] = typesWhere(() => true);

/** The types whose values are texts in the readers. */
export const textTypes: readonly FieldType[] = typesWhere(({ form }) => form === 'string');

/** The keys of a field that apply only to some types, merged from all types: `decimalSeparator`, for example. */
export const typeKeys = mergeKeys(typeKinds);
