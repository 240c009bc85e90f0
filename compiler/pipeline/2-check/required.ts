import type { CorrectionRule, Spec } from '../1-read/spec-shape.ts';
import { correctionKinds } from '../../language/corrections/correction-kinds.ts';
import { ruleKinds } from '../../language/rules/rule-kinds.ts';
import { ruleName } from './model/all-rules.ts';
import type { Check } from './model/check.ts';

/** Warns of each further REQUIRED rule for a field that is already required. `required: true` counts as the first. */
export const checkRequiredTwice: Check = ({ fields, validationRules = [] }, report) => {
  const first = new Map(
    fields.flatMap(({ name, required }, index) => (required ? [[name, `/fields/${index}/required`]] : [])),
  );
  for (const [index, rule] of validationRules.entries()) {
    if (!ruleKinds[rule.ruleType].checksNull || rule.when !== undefined) continue;
    const pointer = `/validationRules/${index}`;
    const earlier = first.get(rule.field);
    if (earlier === undefined) first.set(rule.field, pointer);
    else report('required_twice', pointer, { by: ruleName(rule), field: rule.field }, { seeAlso: earlier });
  }
};

/**
 * Warns of REQUIRED for a field in which a default always replaces null, so that the rule is never broken. The key
 * `required` of a field whose last correction is the default is no mistake.
 */
export const checkDeadRequired: Check = (spec, report) => {
  const filling = fillingCorrections(spec);
  const dead = (field: string, by: string, pointer: string) => {
    const filler = filling.get(field);
    if (filler === undefined) return;
    report('dead_required', pointer, { by, correction: filler.ruleId, field }, { seeAlso: filler.pointer });
  };
  const last = new Map((spec.correctionRules ?? []).map((correction) => [correction.field, correction]));
  for (const [index, { name, required }] of spec.fields.entries()) {
    const ending = last.get(name);
    // Beside a default at the end, `required: true` only says what the default achieves.
    const isFilledLast = ending !== undefined && correctionKinds[ending.correctionType].fallback(ending) !== null;
    if (required && !isFilledLast) dead(name, '`required: true`', `/fields/${index}/required`);
  }
  for (const [index, rule] of (spec.validationRules ?? []).entries()) {
    if (ruleKinds[rule.ruleType].checksNull) dead(rule.field, ruleName(rule), `/validationRules/${index}`);
  }
};

/**
 * Returns, by field name, the correction that keeps a field from being null. Fields that may be null after their
 * corrections are not in the result.
 */
function fillingCorrections({
  fields,
  correctionRules = [],
  nullValues = [],
}: Spec): ReadonlyMap<string, { ruleId: string; pointer: string }> {
  const corrections = new Map<string, [number, CorrectionRule][]>();
  for (const [index, correction] of correctionRules.entries()) {
    const fieldCorrections = corrections.get(correction.field);
    if (fieldCorrections === undefined) corrections.set(correction.field, [[index, correction]]);
    else fieldCorrections.push([index, correction]);
  }
  const filling = new Map<string, { ruleId: string; pointer: string }>();
  for (const field of fields) {
    const fieldCorrections = corrections.get(field.name) ?? [];
    const defaultIndex = fieldCorrections.findLastIndex(([, correction]) => fills(correction, nullValues));
    const [index, filler] = fieldCorrections[defaultIndex] ?? [];
    if (index === undefined || filler === undefined) continue;
    if (
      staysFilled(
        fieldCorrections.map(([, correction]) => correction),
        defaultIndex,
        nullValues,
      )
    )
      filling.set(field.name, { ruleId: filler.ruleId, pointer: `/correctionRules/${index}` });
  }
  return filling;
}

function fills(correction: CorrectionRule, nullValues: readonly string[]): boolean {
  const fallback = correctionKinds[correction.correctionType].fallback(correction);
  return fallback !== null && /\P{White_Space}/u.test(fallback.text) && !nullValues.includes(fallback.text);
}

/**
 * Returns whether the value is certainly not null after the corrections. The correction at `defaultIndex` replaces null.
 * A later result that is empty or in `nullValues` would be null again. If `nullValues` is not empty, returns true only if
 * the field has only corrections that replace null. Otherwise, returns true if no correction after the
 * default can make the text empty.
 */
function staysFilled(
  fieldCorrections: readonly CorrectionRule[],
  defaultIndex: number,
  nullValues: readonly string[],
): boolean {
  if (nullValues.some((text) => text !== ''))
    return fieldCorrections.every(({ correctionType }) => correctionKinds[correctionType].changesOnly === 'NULL');
  const later = fieldCorrections.slice(defaultIndex + 1);
  return later.every(({ correctionType }) => correctionKinds[correctionType].changesOnly !== null);
}
