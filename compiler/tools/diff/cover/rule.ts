import type { Field, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import type { MatcherPlan } from '../../../emitting/patterns/plan-matcher.ts';
import { judgeCell } from './judge-text.ts';
import { cellOf } from './worse-text.ts';
import { findOutside } from '../languages/containment.ts';
import { type Pipeline, ruleVerdict } from '../model/pipeline.ts';
import { languageOfRule, languageOfType } from '../languages/value-language.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';

/**
 * Whether every value that violates a rule already had the same or a worse verdict. `isCovered` is false if this cannot
 * be proved. `example` is a value whose verdict is now worse, or null if none was found.
 */
export interface Cover {
  readonly isCovered: boolean;
  readonly example: string | null;
}

/** The maximum number of old rules whose automata are combined in one search. */
const MAX_TOGETHER = 6;

/** Three states of a field that a rule of the new spec is compared with. */
export interface CoverContext {
  /** The field after the change. */
  readonly now: Pipeline;
  /** The field after the change, but with its old rules. */
  readonly old: Pipeline;
  /** The field before the change. */
  readonly was: Pipeline;
}

/**
 * Determines whether every value that violates `rule` already violated an old rule with the same or a worse verdict, or
 * is not a value of the field's type.
 */
export function findCover(rule: ValidationRule, { old, now, was }: CoverContext): Cover {
  const verdict = ruleVerdict(rule);
  const binding = old.rules.filter((other) => ruleVerdict(other) >= verdict);
  if (binding.some((other) => isCoveredBy(rule, other, now.field))) return { isCovered: true, example: null };
  const wide = languageOfRule(rule, now.field);
  if (wide === null) return { isCovered: false, example: null };
  const outside = findOutside(wide, languagesOf(binding, now.field, rule));
  if (outside.kind !== 'example') return { isCovered: outside.kind === 'contained', example: null };
  return { isCovered: false, example: isWorse(outside.example, was, now) ? outside.example : null };
}

/** Whether every value that violates `rule` violates another rule. Returns false if that is not certain. */
export function isCoveredBy(rule: ValidationRule, other: ValidationRule, field: Field): boolean {
  const listed = ruleKinds[other.ruleType].listedValues(other);
  return ruleKinds[rule.ruleType].isCoveredBy(rule, { rule: other, listed }, field);
}

/**
 * Returns the automata of at most six rules, and the automaton of the field's type. Omits those that do not exist.
 * Rules of the same kind as `like` are preferred, because they decide most often.
 */
function languagesOf(rules: readonly ValidationRule[], field: Field, like: ValidationRule): MatcherPlan[] {
  const ranked = rules.toSorted((a, b) => Number(b.ruleType === like.ruleType) - Number(a.ruleType === like.ruleType));
  const languages = ranked.slice(0, MAX_TOGETHER).flatMap((rule) => languageOfRule(rule, field) ?? []);
  return [...languages, ...[languageOfType(field) ?? []].flat()];
}

/**
 * Whether the example really gets a worse verdict. The automata ignore corrections, and a correction may change the
 * example.
 */
function isWorse(value: string, was: Pipeline, now: Pipeline): boolean {
  const cell = cellOf(value, now.field);
  return judgeCell(now, cell).min > judgeCell(was, cell).max;
}
