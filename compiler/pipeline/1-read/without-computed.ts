import { relationFields } from '../../language/rules/relations.ts';
import { isApart } from './computed-fields.ts';
import type { Spec } from './spec-shape.ts';

/**
 * Returns the spec without the fields that are not in its records: those that are computed, or in a line before them. Also without the rules and corrections that need them. It describes the
 * values in the file.
 */
export function withoutComputed(spec: Spec): Spec {
  if (!spec.fields.some(isApart)) return spec;
  const fields = spec.fields.filter((field) => !isApart(field));
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
