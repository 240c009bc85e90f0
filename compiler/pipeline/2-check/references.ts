import type { Check } from './model/check.ts';
import { allRules } from './model/all-rules.ts';

/**
 * Maximum number of unknown field names that get a suggestion. Each suggestion compares the name with those of all
 * fields.
 */
const maxSuggestions = 20;

/** Reports corrections, rules and a messageKey that name a field that does not exist. */
export const checkReferences: Check = (spec, report) => {
  const known = spec.fields.map(({ name }) => name);
  const names = new Set(known);
  let reported = 0;
  const reportUnknown = (by: string, field: string, pointer: string) => {
    report('unknown_field', pointer, { by, field, known: reported++ < maxSuggestions ? known : [] });
  };
  for (const { field, others, by, pointer } of allRules(spec)) {
    if (!names.has(field)) reportUnknown(by, field, `${pointer}/field`);
    for (const other of others) if (!names.has(other.field)) reportUnknown(by, other.field, other.pointer);
  }
  for (const [index, field] of (spec.messageKey ?? []).entries()) {
    if (!names.has(field)) reportUnknown('messageKey', field, `/messageKey/${index}`);
  }
};
