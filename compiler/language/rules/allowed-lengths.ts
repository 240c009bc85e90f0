import { ruleKinds, type ValidationRule } from './rule-kinds.ts';

/**
 * Returns the minimum and maximum length in code points that MIN_LENGTH and MAX_LENGTH rules of a field allow together.
 * Invalid rules are ignored. A null maximum means no limit. The minimum may be greater than the maximum.
 */
export function allowedLengths(rules: readonly ValidationRule[]): [min: number, max: number | null] {
  const bounds = rules.map((rule) => ruleKinds[rule.ruleType].lengths(rule));
  const max = Math.min(...bounds.map((bound) => bound.max ?? Infinity));
  return [Math.max(0, ...bounds.map((bound) => bound.min ?? 0)), max === Infinity ? null : max];
}
