import type { Check } from './check.ts';
import { allRules } from './all-rules.ts';

/** So many of them are told with a suggestion: looking for one among 10,000 fields takes its time. */
const mostSuggestions = 20;

/** Corrections, rules and a message key that name a field which is not there. */
export const checkReferences: Check = (spec, report) => {
  const known = spec.fields.map(({ name }) => name);
  const names = new Set(known);
  let told = 0;
  const tell = (by: string, field: string, pointer: string) => {
    report('unknown_field', pointer, { by, field, known: told++ < mostSuggestions ? known : [] });
  };
  for (const { field, by, pointer } of allRules(spec)) {
    if (!names.has(field)) tell(by, field, `${pointer}/field`);
  }
  for (const [index, field] of (spec.messageKey ?? []).entries()) {
    if (!names.has(field)) tell('messageKey', field, `/messageKey/${index}`);
  }
};
