import type { CorrectionRule, Spec } from '../1-read/spec-shape.ts';
import { ruleName } from './all-rules.ts';
import type { Check } from './check.ts';

/** REQUIRED that a field has twice. */
export const checkRequiredTwice: Check = ({ fields, validationRules = [] }, report) => {
  const first = new Map(
    fields.flatMap(({ name, required }, index) => (required ? [[name, `/fields/${index}/required`]] : [])),
  );
  for (const [index, rule] of validationRules.entries()) {
    if (rule.ruleType !== 'REQUIRED') continue;
    const pointer = `/validationRules/${index}`;
    const earlier = first.get(rule.field);
    if (earlier === undefined) first.set(rule.field, pointer);
    else report('required_twice', pointer, { by: ruleName(rule), field: rule.field }, { seeAlso: earlier });
  }
};

/** REQUIRED that never breaks, because a correction fills the field. */
export const checkDeadRequired: Check = (spec, report) => {
  const filling = fillingCorrections(spec);
  const dead = (field: string, by: string, pointer: string) => {
    const filler = filling.get(field);
    if (filler === undefined) return;
    report('dead_required', pointer, { by, correction: filler.ruleId, field }, { seeAlso: filler.pointer });
  };
  for (const [index, { name, required }] of spec.fields.entries()) {
    if (required) dead(name, '`required: true`', `/fields/${index}/required`);
  }
  for (const [index, rule] of (spec.validationRules ?? []).entries()) {
    if (rule.ruleType === 'REQUIRED') dead(rule.field, ruleName(rule), `/validationRules/${index}`);
  }
};

/** For each field that is never null after its corrections, the one that sees to it. */
function fillingCorrections({
  fields,
  correctionRules = [],
  nullValues = [],
}: Spec): ReadonlyMap<string, { ruleId: string; pointer: string }> {
  const corrections = new Map<string, [number, CorrectionRule][]>();
  for (const [index, correction] of correctionRules.entries()) {
    const own = corrections.get(correction.field);
    if (own === undefined) corrections.set(correction.field, [[index, correction]]);
    else own.push([index, correction]);
  }
  const filling = new Map<string, { ruleId: string; pointer: string }>();
  for (const field of fields) {
    const own = corrections.get(field.name) ?? [];
    const place = own.findLastIndex(([, correction]) => fills(correction, nullValues));
    const [index, filler] = own[place] ?? [];
    if (index === undefined || filler === undefined) continue;
    if (
      staysFilled(
        own.map(([, correction]) => correction),
        place,
        nullValues,
      )
    )
      filling.set(field.name, { ruleId: filler.ruleId, pointer: `/correctionRules/${index}` });
  }
  return filling;
}

function fills(correction: CorrectionRule, nullValues: readonly string[]): boolean {
  if (correction.correctionType !== 'DEFAULT_IF_NULL') return false;
  return /\P{White_Space}/u.test(correction.defaultValue) && !nullValues.includes(correction.defaultValue);
}

/** Null is asked again after the corrections, so what comes behind the default must not be able to make null again. */
function staysFilled(own: readonly CorrectionRule[], place: number, nullValues: readonly string[]): boolean {
  if (nullValues.some((text) => text !== ''))
    return own.every(({ correctionType }) => correctionType === 'DEFAULT_IF_NULL');
  const harmless = ['TRIM', 'UPPER_CASE', 'LOWER_CASE', 'DEFAULT_IF_NULL'];
  return own.slice(place + 1).every(({ correctionType }) => harmless.includes(correctionType));
}
