import type { Spec } from '../../1-read/spec-shape.ts';
import type { ReadableFields } from '../../../language/expressions/compile-expression.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';

/** Returns the fields that expressions of a spec may read. */
export function readableFields({ fields }: Pick<Spec, 'fields'>): ReadableFields {
  return new Map(fields.map(({ name, type }) => [name, typeKinds[type].expression.type]));
}
