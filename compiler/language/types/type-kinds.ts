import { mergeKeys } from '../shape/merge-keys.ts';
import { booleanType } from './boolean.ts';
import { dateType } from './date.ts';
import { decimalType } from './decimal.ts';
import { integerType } from './integer.ts';
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

/** The keys of a field that apply only to some types, merged from all types: `decimalSeparator`, for example. */
export const typeKeys = mergeKeys(typeKinds);
