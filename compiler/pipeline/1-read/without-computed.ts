import { relationFields } from '../../language/rules/relations.ts';
import { isComputed } from './computed-fields.ts';
import type { Spec } from './spec-shape.ts';

/**
 * Returns the spec without its computed fields, and without the rules and corrections that need them. It describes the
 * values in the file.
 */
export function withoutComputed(spec: Spec): Spec {
  if (!spec.fields.some(isComputed)) return spec;
  const fields = spec.fields.filter((field) => !isComputed(field));
  const names = new Set(fields.map(({ name }) => name));
  const { messageKey: _, correctionRules, validationRules, ...settings } = spec;
  return {
    ...settings,
    fields,
    ...(correctionRules !== undefined && { correctionRules: correctionRules.filter(({ field }) => names.has(field)) }),
    ...(validationRules !== undefined && {
      validationRules: validationRules.filter((rule) =>
        [rule.field, ...relationFields(rule).map(({ field }) => field)].every((field) => names.has(field)),
      ),
    }),
  };
}
