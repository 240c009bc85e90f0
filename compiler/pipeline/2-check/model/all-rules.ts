import type { CorrectionRule, CorrectionType, RuleType, Spec, ValidationRule } from '../../1-read/spec-shape.ts';
import { EXPRESSION_KEY, relationFields } from '../../../language/rules/relations.ts';
import { quoted } from '../../../diagnostics/messages/text.ts';

/** A correction or a validation rule, with what diagnostics need to refer to it. */
export interface AnyRule {
  readonly ruleId: string;
  /** The name of the field that the correction or rule applies to. */
  readonly field: string;
  readonly kind: CorrectionType | RuleType;
  /** JSON pointer of the correction or rule. */
  readonly pointer: string;
  /** JSON pointer of the key `correctionType` or `ruleType`. */
  readonly kindPointer: string;
  /** The other fields that the rule names, each with the JSON pointer of its name. */
  readonly others: readonly { readonly field: string; readonly pointer: string }[];
  /** The name of the correction or rule in messages: `rule "positive"` or `correction "trim-id"`. */
  readonly by: string;
}

/** Returns all corrections and then all validation rules, in the order of the spec. */
export function allRules({ correctionRules = [], validationRules = [] }: Spec): AnyRule[] {
  const corrections = correctionRules.map((correction, index) => ({
    ruleId: correction.ruleId,
    field: correction.field,
    kind: correction.correctionType,
    pointer: `/correctionRules/${index}`,
    kindPointer: `/correctionRules/${index}/correctionType`,
    others: [],
    by: correctionName(correction),
  }));
  const rules = validationRules.map((rule, index) => ({
    ruleId: rule.ruleId,
    field: rule.field,
    kind: rule.ruleType,
    pointer: `/validationRules/${index}`,
    kindPointer: `/validationRules/${index}/ruleType`,
    others: relationFields(rule)
      .filter(({ key }) => key !== EXPRESSION_KEY)
      .map(({ field, key }) => ({ field, pointer: `/validationRules/${index}/${key}` })),
    by: ruleName(rule),
  }));
  return [...corrections, ...rules];
}

/** Returns the name of a rule in messages: `rule "positive"`. */
export function ruleName({ ruleId }: Pick<ValidationRule, 'ruleId'>): string {
  return `rule ${quoted(ruleId)}`;
}

/** Returns the name of a correction in messages: `correction "trim-id"`. */
export function correctionName({ ruleId }: Pick<CorrectionRule, 'ruleId'>): string {
  return `correction ${quoted(ruleId)}`;
}
