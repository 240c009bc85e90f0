import type { CorrectionRule, CorrectionType, RuleType, Spec, ValidationRule } from '../1-read/spec-shape.ts';
import { quoted } from '../messages.ts';

/** A correction or rule with what diagnostics call it. */
export interface AnyRule {
  readonly ruleId: string;
  readonly field: string;
  readonly kind: CorrectionType | RuleType;
  /** Its JSON pointer. */
  readonly pointer: string;
  /** That of the word that says its kind. */
  readonly kindPointer: string;
  /** `rule "positive"`, `correction "trim-id"`. */
  readonly by: string;
}

/** All corrections, then all validation rules, in the order of the spec. */
export function allRules({ correctionRules = [], validationRules = [] }: Spec): AnyRule[] {
  const corrections = correctionRules.map((correction, index) => ({
    ruleId: correction.ruleId,
    field: correction.field,
    kind: correction.correctionType,
    pointer: `/correctionRules/${index}`,
    kindPointer: `/correctionRules/${index}/correctionType`,
    by: correctionName(correction),
  }));
  const rules = validationRules.map((rule, index) => ({
    ruleId: rule.ruleId,
    field: rule.field,
    kind: rule.ruleType,
    pointer: `/validationRules/${index}`,
    kindPointer: `/validationRules/${index}/ruleType`,
    by: ruleName(rule),
  }));
  return [...corrections, ...rules];
}

/** `rule "positive"`. */
export function ruleName({ ruleId }: Pick<ValidationRule, 'ruleId'>): string {
  return `rule ${quoted(ruleId)}`;
}

/** `correction "trim-id"`. */
export function correctionName({ ruleId }: Pick<CorrectionRule, 'ruleId'>): string {
  return `correction ${quoted(ruleId)}`;
}
