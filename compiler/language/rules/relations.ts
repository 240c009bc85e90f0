import { ruleKinds, type ValidationRule } from './rule-kinds.ts';

/** A field that a rule names besides its own, and the key of the rule that contains the name. */
export interface RelationField {
  readonly field: string;
  readonly key: string;
}

/** The key of a rule that contains an expression, whose check reports unknown names at their places. */
export const EXPRESSION_KEY = 'value';

/** Returns the fields whose values a rule needs besides that of its own field. */
export function relationFields(rule: ValidationRule): RelationField[] {
  const other = ruleKinds[rule.ruleType].otherField(rule);
  return [
    ...(other === null ? [] : [{ field: other, key: 'other' }]),
    ...ruleKinds[rule.ruleType].otherFieldsOf(rule).map((field) => ({ field, key: EXPRESSION_KEY })),
    ...(rule.when === undefined ? [] : [{ field: rule.when.field, key: 'when/field' }]),
  ];
}

/** Returns whether a rule needs the value of another field, so that it is checked after all fields were read. */
export function isRelation(rule: ValidationRule): boolean {
  return ruleKinds[rule.ruleType].expression(rule) !== null || relationFields(rule).length > 0;
}
