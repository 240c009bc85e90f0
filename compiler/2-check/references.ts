import type { Check } from './check.ts';
import { allRules } from './all-rules.ts';

/** Corrections, rules and a message key that name a field which is not there. */
export const checkReferences: Check = (spec, report) => {
  const known = spec.fields.map(({ name }) => name);
  const names = new Set(known);
  for (const { field, by, pointer } of allRules(spec)) {
    if (!names.has(field)) report('unknown_field', `${pointer}/field`, { by, field, known });
  }
  for (const [index, field] of (spec.messageKey ?? []).entries()) {
    if (!names.has(field)) report('unknown_field', `/messageKey/${index}`, { by: 'messageKey', field, known });
  }
};
