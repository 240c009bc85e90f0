import { ruleKinds, type ValidationRule } from './rule-kinds.ts';

/** A field that a rule names besides its own, and the key of the rule that contains the name. */
export interface OtherField {
  readonly field: string;
  readonly key: string;
}

/** Returns the fields whose values a rule needs besides that of its own field. */
export function otherFields(rule: ValidationRule): OtherField[] {
  const other = ruleKinds[rule.ruleType].otherField(rule);
  return [
    ...(other === null ? [] : [{ field: other, key: 'other' }]),
    ...(rule.when === undefined ? [] : [{ field: rule.when.field, key: 'when/field' }]),
  ];
}

/** Returns whether a rule needs the value of another field, so that it is checked after all fields were read. */
export function isRelation(rule: ValidationRule): boolean {
  return otherFields(rule).length > 0;
}
