import { textsOf } from '../1-read/shape.ts';
import type { Field, RuleOf, ValidationRule } from '../1-read/spec-shape.ts';
import { planDateRange } from '../3-plan/date-range.ts';
import type { MatcherPlan } from '../3-plan/patterns/plan-matcher.ts';
import { isRangeWithin } from './date-range-order.ts';
import { dayOf, judgeCell } from './judge-text.ts';
import { cellOf } from './worse-text.ts';
import { findOutside } from './pattern-containment.ts';
import { type Pipeline, ruleVerdict } from './pipeline.ts';
import { languageOfRule, languageOfType } from './value-language.ts';

/** Whether all that a rule refuses was refused before, at least as badly; and if not, a text that shows it, where one was found. */
export interface Cover {
  readonly isCovered: boolean;
  readonly example: string | null;
}

/** How many rules of a field are put together at most to cover another one. */
const MOST_TOGETHER = 6;

/** What a rule is held against. */
export interface CoverContext {
  /** The field as it is. */
  readonly now: Pipeline;
  /** The same with the rules that it had. */
  readonly old: Pipeline;
  /** The field as it was altogether. */
  readonly was: Pipeline;
}

/** Holds one rule of a field against all rules that the field had. */
export function findCover(rule: ValidationRule, { old, now, was }: CoverContext): Cover {
  const verdict = ruleVerdict(rule);
  const binding = old.rules.filter((other) => ruleVerdict(other) >= verdict);
  if (rule.ruleType === 'DATE_RANGE')
    return { isCovered: binding.some((other) => coversRange(other, rule, now.field)), example: null };
  const wide = languageOfRule(rule, now.field);
  if (wide === null) return { isCovered: binding.some((other) => coversByLength(other, rule)), example: null };
  const outside = findOutside(wide, languagesOf(binding, now.field, rule));
  if (outside.kind !== 'example') return { isCovered: outside.kind === 'contained', example: null };
  return { isCovered: false, example: isWorse(outside.example, was, now) ? outside.example : null };
}

/** Rules of the same kind first: they are the ones that most often decide. */
function languagesOf(rules: readonly ValidationRule[], field: Field, like: ValidationRule): MatcherPlan[] {
  const ranked = rules.toSorted((a, b) => Number(b.ruleType === like.ruleType) - Number(a.ruleType === like.ruleType));
  const languages = ranked.slice(0, MOST_TOGETHER).flatMap((rule) => languageOfRule(rule, field) ?? []);
  return [...languages, ...[languageOfType(field) ?? []].flat()];
}

/** An example of the automata may be one that corrections never let through; then it shows nothing. */
function isWorse(value: string, was: Pipeline, now: Pipeline): boolean {
  const cell = cellOf(value, now.field);
  return judgeCell(now, cell).least > judgeCell(was, cell).most;
}

/** Lengths too large for automata compare as numbers. */
function coversByLength(old: ValidationRule, rule: ValidationRule): boolean {
  if (rule.ruleType === 'MAX_LENGTH') return old.ruleType === 'MAX_LENGTH' && Number(old.value) <= Number(rule.value);
  return rule.ruleType === 'MIN_LENGTH' && old.ruleType === 'MIN_LENGTH' && Number(old.value) >= Number(rule.value);
}

function coversRange(old: ValidationRule, rule: RuleOf<'DATE_RANGE'>, field: Field): boolean {
  const planned = planDateRange(rule.value);
  if (planned.kind === 'wrong') return false;
  if (old.ruleType === 'DATE_RANGE') {
    const before = planDateRange(old.value);
    return before.kind === 'ok' && isRangeWithin(before.range, planned.range);
  }
  if (old.ruleType !== 'ALLOWED_VALUES') return false;
  const { from, to } = planned.range;
  if (from?.kind === 'today' || to?.kind === 'today') return false;
  return textsOf(old.value).every((text) => {
    const day = dayOf(text, field);
    return day >= (from?.epochDay ?? -Infinity) && day <= (to?.epochDay ?? Infinity);
  });
}
