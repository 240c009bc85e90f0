import { groupByField } from '../1-read/group-by-field.ts';
import type { Field, Spec, ValidationRule } from '../1-read/spec-shape.ts';
import { correctionKinds } from '../../language/corrections/correction-kinds.ts';
import type { Report } from '../../diagnostics/diagnostic.ts';
import { allowedLengths } from '../../language/rules/allowed-lengths.ts';
import { ruleKinds } from '../../language/rules/rule-kinds.ts';
import { typeKinds } from '../../language/types/type-kinds.ts';
import { correctionName, ruleName } from './model/all-rules.ts';

/**
 * Runs the checks that each type, correction and rule defines for its own keys. Skips corrections and rules whose field
 * does not exist, or to whose type they do not apply.
 */
export function checkOperands(spec: Spec, report: Report): void {
  const tables = Object.keys(spec.reference ?? {});
  const fields = new Map(spec.fields.map((field) => [field.name, field]));
  // A rule with a condition does not always limit the values of its field.
  const siblings = groupByField(spec.validationRules?.filter(({ when }) => when === undefined));
  const corrections = groupByField(spec.correctionRules);
  // A key that a computed field cannot have is an error of its own.
  const reportOfComputed: Report = (code, ...rest) => {
    if (code !== 'key_without_effect') report(code, ...rest);
  };
  spec.fields.forEach((field, index) => {
    if (field.from !== undefined) return;
    typeKinds[field.type].check(field, `/fields/${index}`, field.value === undefined ? report : reportOfComputed);
  });
  spec.correctionRules?.forEach((correction, index) => {
    const field = fields.get(correction.field);
    const kind = correctionKinds[correction.correctionType];
    if (field === undefined || !kind.types.includes(field.type)) return;
    kind.check(correction, {
      field,
      isLast: corrections.get(field.name)?.at(-1) === correction,
      rules: siblings.get(field.name) ?? [],
      pointer: `/correctionRules/${index}`,
      by: correctionName(correction),
      report,
    });
  });
  spec.validationRules?.forEach((rule, index) => {
    const field = fields.get(rule.field);
    if (field === undefined || !isApplicable(rule, field)) return;
    ruleKinds[rule.ruleType].check(rule, {
      field,
      lengths: allowedLengths(siblings.get(field.name) ?? []),
      fields,
      tables,
      pointer: `/validationRules/${index}`,
      by: ruleName(rule),
      report,
    });
  });
}

function isApplicable({ ruleType }: ValidationRule, { type }: Field): boolean {
  return ruleKinds[ruleType].types.includes(type);
}
