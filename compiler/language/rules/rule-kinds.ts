import type { ShapeValue } from '../shape/shape.ts';
import { shapesOf } from '../shape/shapes-of.ts';
import { allowedValues } from './allowed-values.ts';
import { checkDigit } from './check-digit.ts';
import { compare } from './compare.ts';
import { expressionRule } from './expression.ts';
import { dateRange } from './date-range.ts';
import { inReference } from './in-reference.ts';
import { maxLength } from './max-length.ts';
import { maxValue } from './max-value.ts';
import { minLength } from './min-length.ts';
import { minValue } from './min-value.ts';
import { regex } from './regex.ts';
import { required } from './required.ts';
import { tagged } from '../shape/create-shape.ts';

/** All kinds of rules. To add one, create its file and list it here. */
export const ruleKinds = {
  REQUIRED: required,
  MIN_VALUE: minValue,
  MAX_VALUE: maxValue,
  REGEX: regex,
  MIN_LENGTH: minLength,
  MAX_LENGTH: maxLength,
  DATE_RANGE: dateRange,
  ALLOWED_VALUES: allowedValues,
  CHECK_DIGIT: checkDigit,
  COMPARE: compare,
  EXPRESSION: expressionRule,
  IN_REFERENCE: inReference,
};

/** Returns whether the verdict of a rule depends on the day of the run. */
export function dependsOnToday(rule: ValidationRule): boolean {
  return ruleKinds[rule.ruleType].dependsOnToday(rule);
}

/** Returns the end of the sentence "The value …" for messages: `must be at least 0.01`, or `is required`. */
export function demandOf(ruleType: RuleType, plan: unknown): string {
  const kind = ruleKinds[ruleType];
  return kind.checksNull ? 'is required' : `must ${kind.demand(plan)}`;
}

/** The shape of a rule in a spec. `ruleType` selects the kind. */
export const ruleShape = tagged(
  'A rule for the value of a field. Null breaks no rule except REQUIRED.',
  'ruleType',
  shapesOf(ruleKinds),
);

/** A rule of a spec, of any kind. */
export type ValidationRule = ShapeValue<typeof ruleShape>;
/** The name of a kind of rule. */
export type RuleType = keyof typeof ruleKinds;
