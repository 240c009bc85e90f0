import type { Field, RuleOf, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import { planDateRange, type DateBound, type DateRange } from '../../../emitting/dates/plan/range.ts';
import type { MatcherPlan } from '../../../emitting/patterns/plan-matcher.ts';
import { dayOf, judgeCell } from './judge-text.ts';
import { cellOf } from './worse-text.ts';
import { findOutside } from '../languages/containment.ts';
import { type Pipeline, ruleVerdict } from '../model/pipeline.ts';
import { languageOfRule, languageOfType } from '../languages/value-language.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';
import { textsOf } from '../../../language/shape/create-shape.ts';

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
  if (rule.ruleType === 'DATE_RANGE')
    return { isCovered: binding.some((other) => coversRange(other, rule, now.field)), example: null };
  if (rule.ruleType === 'CHECK_DIGIT' && binding.some((other) => coversCheckDigits(other, rule, now.field)))
    return { isCovered: true, example: null };
  const wide = languageOfRule(rule, now.field);
  if (wide === null) return { isCovered: binding.some((other) => coversByLength(other, rule)), example: null };
  const outside = findOutside(wide, languagesOf(binding, now.field, rule));
  if (outside.kind !== 'example') return { isCovered: outside.kind === 'contained', example: null };
  return { isCovered: false, example: isWorse(outside.example, was, now) ? outside.example : null };
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

/**
 * Whether the rules are both MAX_LENGTH or both MIN_LENGTH, and every value that satisfies `old` also satisfies `rule`.
 * Compares their numbers, because large lengths have no automaton.
 */
function coversByLength(old: ValidationRule, rule: ValidationRule): boolean {
  if (rule.ruleType === 'MAX_LENGTH') return old.ruleType === 'MAX_LENGTH' && Number(old.value) <= Number(rule.value);
  return rule.ruleType === 'MIN_LENGTH' && old.ruleType === 'MIN_LENGTH' && Number(old.value) >= Number(rule.value);
}

/** Whether the old rule is the same, or allows only values with valid check digits. */
function coversCheckDigits(old: ValidationRule, rule: RuleOf<'CHECK_DIGIT'>, field: Field): boolean {
  if (old.ruleType === 'CHECK_DIGIT') return old.algorithm === rule.algorithm;
  const { plan, violates } = ruleKinds.CHECK_DIGIT;
  return old.ruleType === 'ALLOWED_VALUES' && textsOf(old.value).every((text) => !violates(plan(rule, field), text));
}

function coversRange(old: ValidationRule, rule: RuleOf<'DATE_RANGE'>, field: Field): boolean {
  const planned = planDateRange(rule.value);
  if (planned.kind === 'invalid') return false;
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

/**
 * Whether every day of the inner range is also in the outer range, whatever date `today` is. Returns false if this
 * cannot be proved.
 */
function isRangeWithin(inner: DateRange, outer: DateRange): boolean {
  const fromFits = outer.from === null || (inner.from !== null && isNotBefore(inner.from, outer.from));
  const toFits = outer.to === null || (inner.to !== null && isNotBefore(outer.to, inner.to));
  return fromFits && toFits;
}

/** The average length of a month over 400 years, after which the Gregorian calendar repeats. */
const DAYS_OF_MONTH = 146_097 / 4800;
/** The length of n consecutive months differs from the length of n average months by at most this number of days. */
const MAX_OFF = 10;

/** Whether `bound` is never before `other`, whatever date `today` is. Returns false if this cannot be proved. */
function isNotBefore(bound: DateBound, other: DateBound): boolean {
  if (bound.kind === 'fixed' || other.kind === 'fixed')
    return bound.kind === 'fixed' && other.kind === 'fixed' && bound.epochDay >= other.epochDay;
  const [a, b] = [distanceOf(bound), distanceOf(other)];
  if (a.unit === b.unit) return a.amount >= b.amount;
  if (a.amount === 0 || b.amount === 0) return a.amount >= b.amount;
  return daysOf(a) >= daysOf(b) + MAX_OFF;
}

interface Distance {
  readonly unit: 'day' | 'month';
  readonly amount: number;
}

/** Converts a distance from today to days or months. A year is exactly twelve months. */
function distanceOf({ unit, amount }: Extract<DateBound, { kind: 'today' }>): Distance {
  return unit === 'day' ? { unit, amount } : { unit: 'month', amount: unit === 'year' ? amount * 12 : amount };
}

function daysOf({ unit, amount }: Distance): number {
  return unit === 'day' ? amount : amount * DAYS_OF_MONTH;
}
