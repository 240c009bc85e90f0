import type { Report } from '../../../diagnostics/diagnostic.ts';
import { hasMatchOfLength, shortestMatch } from '../../../emitting/patterns/match-lengths.ts';
import { hintOfPattern } from '../../../emitting/patterns/pattern-hint.ts';
import { type MatcherPlan, planMatcher } from '../../../emitting/patterns/plan-matcher.ts';
import { findTexts } from '../../../emitting/patterns/texts-of-length.ts';
import { toProduct } from '../../../emitting/patterns/product.ts';
import { isMatch } from '../../../emitting/patterns/is-match.ts';
import { codeList, codeSpan } from './markdown.ts';
import type { ConditionPlan } from '../../plan/condition-plan.ts';
import type { ShapeValue } from '../../shape/shape.ts';
import type { lineKeys } from './line-keys.ts';

/** The value of the key `recordWhen`, which selects the lines that are records. */
export type RecordWhen = ShapeValue<typeof lineKeys.recordWhen.shape>;

/** A condition for one value of a line, as its author wrote it. */
export type WrittenCondition = Omit<RecordWhen, 'all'>;

/** Returns whether exact values of one place select the lines. */
export function hasOnlyValues(when: RecordWhen): boolean {
  return when.startsWith === undefined && when.pattern === undefined && when.all === undefined;
}

/** A condition with its place below `when`. */
export interface PlacedCondition {
  readonly condition: WrittenCondition;
  readonly pointer: string;
}

/** Returns the conditions that must all hold: that of `when` itself, if it has one, and those of `all`. */
export function conditionsOf(when: RecordWhen): PlacedCondition[] {
  const { all = [], ...own } = when;
  const listed = all.map((condition, index) => ({ condition, pointer: `/all/${index}` }));
  const isSet = Object.values(own).some((value) => value !== undefined);
  return isSet || listed.length === 0 ? [{ condition: own, pointer: '' }, ...listed] : listed;
}

/** Warns of the listed keys of recordWhen if they are set. `because` explains why the format does not use them. */
export function reportWithoutEffect(
  { condition, pointer }: PlacedCondition,
  keys: readonly (keyof WrittenCondition)[],
  report: Report,
  because: string,
): void {
  for (const key of keys) {
    if (condition[key] !== undefined)
      report('key_without_effect', `/recordWhen${pointer}/${key}`, { key, because }, { at: 'key' });
  }
}

/**
 * Reports a condition that says nothing about the value, and patterns that are invalid or match no value. `longest` is
 * the length of the value in characters. Null: any length.
 */
export function checkCondition(
  { condition: { values, startsWith, pattern }, pointer }: PlacedCondition,
  longest: number | null,
  report: Report,
): void {
  const place = `/recordWhen${pointer}`;
  if (values === undefined && startsWith === undefined && pattern === undefined)
    report('missing_key', place, { key: 'values', of: null, doc: 'exact values, or add "startsWith" or "pattern"' });
  if (pattern === undefined) return;
  const planned = planMatcher(pattern);
  if (planned.kind === 'invalid') {
    const hint = hintOfPattern(pattern);
    report(planned.code, `${place}/pattern`, { detail: `pattern: ${planned.reason}` }, hint === null ? {} : { hint });
  } else if (!hasMatchOfLength(planned.plan, 0, longest)) {
    const most = longest === null ? '' : ` of at most ${longest} characters`;
    report('invalid_record_when', `${place}/pattern`, { detail: `no value${most} matches the pattern` });
  }
}

/** Returns the plans of all conditions. Throws Error if a pattern is invalid, which the checks report. */
export function planConditions(when: RecordWhen): ConditionPlan[] {
  return conditionsOf(when).map(({ condition }) => planCondition(condition));
}

function planCondition(condition: WrittenCondition): ConditionPlan {
  const {
    start = 1,
    length = defaultLength(condition) ?? 1,
    column = '1',
    values = [],
    startsWith = [],
    pattern,
  } = condition;
  return { start, length, column, values, startsWith, pattern: pattern === undefined ? null : planPattern(pattern) };
}

/** Returns the length of the longest beginning if only beginnings select. Undefined: the length must be written. */
export function defaultLength({ values, startsWith, pattern }: WrittenCondition): number | undefined {
  if (values !== undefined || pattern !== undefined || startsWith === undefined) return undefined;
  return Math.max(...startsWith.map((beginning) => [...beginning].length));
}

function planPattern(source: string): NonNullable<ConditionPlan['pattern']> {
  const planned = planMatcher(source);
  if (planned.kind === 'invalid') throw new Error(`an invalid pattern passed the checks: ${planned.reason}`);
  return { source, matcher: planned.plan };
}

/** Returns whether a text satisfies a condition. */
export function isSatisfied({ values, startsWith, pattern }: ConditionPlan, text: string): boolean {
  return (
    values.includes(text) ||
    startsWith.some((beginning) => text.startsWith(beginning)) ||
    (pattern !== null && isMatch(pattern.matcher, text))
  );
}

/** The longest text that is looked for, in characters. */
const MAX_LENGTH = 200;

/**
 * Returns texts that satisfy a condition. With `length`, each has this many characters, or would have them after
 * blanks at its end.
 */
export function satisfyingTexts(condition: ConditionPlan, length: number | null): string[] {
  const { values, startsWith, pattern } = condition;
  const more = startsWith.flatMap((beginning) => [beginning, `${beginning}1`, `${beginning}A`]);
  const found = [...values, ...more, ...(pattern === null ? [] : matchingTexts(pattern.matcher, length))];
  const known = new Set(values);
  const isFitting = (text: string) =>
    length === null ||
    ([...text].length <= length && (known.has(text + blanks(length, text)) || isSelected(condition, text, length)));
  return [...new Set(found)].filter(isFitting);
}

/** Returns whether a text with blanks at its end begins as demanded, or matches the pattern. */
function isSelected(condition: ConditionPlan, text: string, length: number): boolean {
  return isSatisfied({ ...condition, values: [] }, text + blanks(length, text));
}

function blanks(length: number, text: string): string {
  return ' '.repeat(Math.max(0, length - [...text].length));
}

function matchingTexts(matcher: MatcherPlan, length: number | null): string[] {
  const shortest = shortestMatch(matcher);
  const product = toProduct([matcher]);
  if (product === null) return shortest === null ? [] : [shortest];
  const finder = findTexts(product, [true], Math.min(length ?? MAX_LENGTH, MAX_LENGTH));
  const lengths = length === null ? finder.lengths.slice(0, 8) : finder.lengths.filter((one) => one === length);
  const texts = lengths.flatMap((one) => [0, 1, 2].map((turn) => finder.textOf(one, turn)));
  return [...(shortest === null ? [] : [shortest]), ...texts.filter((text) => text !== null)];
}

/** Describes what a value of a line must be: "is `A` or `B`", "begins with `A`", "matches `[A-C]`". */
export function describeCondition(
  { values, startsWith, pattern }: Pick<WrittenCondition, 'values' | 'startsWith' | 'pattern'>,
  verbs: { readonly is: string; readonly begins: string; readonly matches: string },
): string {
  return [
    ...(values === undefined ? [] : [`${verbs.is} ${codeList(values)}`]),
    ...(startsWith === undefined ? [] : [`${verbs.begins} with ${codeList(startsWith)}`]),
    ...(pattern === undefined ? [] : [`${verbs.matches} ${codeSpan(pattern)}`]),
  ].join(' or ');
}
