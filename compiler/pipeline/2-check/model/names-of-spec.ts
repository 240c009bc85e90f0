import type { Spec } from '../../1-read/spec-shape.ts';
import type { ExpressionNames } from '../../../language/expressions/compile-expression.ts';
import { masksOf } from '../../1-read/masked-fields.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';

/**
 * Returns what the expressions of computed fields may name: as namesOfSpec(), but they read the masked texts of fields
 * with a mask.
 */
export function namesForComputed(spec: Pick<Spec, 'fields' | 'reference'>): ExpressionNames {
  return { ...namesOfSpec(spec), masks: masksOf(spec.fields) };
}

/** Returns what expressions of a spec may name: its fields and its reference tables. */
export function namesOfSpec({ fields, reference = {} }: Pick<Spec, 'fields' | 'reference'>): ExpressionNames {
  return {
    fields: new Map(fields.map(({ name, type }) => [name, typeKinds[type].expression.type])),
    tables: Object.keys(reference),
  };
}
