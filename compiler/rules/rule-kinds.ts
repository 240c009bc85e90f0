import type { RuleType } from '../1-read/spec-shape.ts';
import { allowedValues } from './allowed-values.ts';
import { dateRange } from './date-range.ts';
import { maxLength } from './max-length.ts';
import { maxValue } from './max-value.ts';
import { minLength } from './min-length.ts';
import { minValue } from './min-value.ts';
import { regex } from './regex.ts';
import { required } from './required.ts';
import type { AnyRuleKind } from './rule-kind.ts';

/** All rules of the spec language. */
export const ruleKinds: Readonly<Record<RuleType, AnyRuleKind>> = {
  REQUIRED: required,
  MIN_VALUE: minValue,
  MAX_VALUE: maxValue,
  REGEX: regex,
  MIN_LENGTH: minLength,
  MAX_LENGTH: maxLength,
  DATE_RANGE: dateRange,
  ALLOWED_VALUES: allowedValues,
};
