import type { FieldType } from '../1-read/spec-shape.ts';
import { booleanType } from './boolean.ts';
import { dateType } from './date.ts';
import { decimalType } from './decimal.ts';
import { integerType } from './integer.ts';
import { stringType } from './string.ts';
import type { AnyTypeKind } from './type-kind.ts';

/** All field types of the spec language. */
export const typeKinds: Readonly<Record<FieldType, AnyTypeKind>> = {
  STRING: stringType,
  INTEGER: integerType,
  DECIMAL: decimalType,
  DATE: dateType,
  BOOLEAN: booleanType,
};
