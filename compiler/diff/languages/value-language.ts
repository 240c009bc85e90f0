import { textsOf } from '../../shape/shape.ts';
import type { Field, ValidationRule } from '../../1-read/spec-shape.ts';
import type { DateLayout, DatePart } from '../../dates/plan/layout.ts';
import { planDatePattern } from '../../dates/plan/pattern.ts';
import { type MatcherPlan, planMatcher } from '../../patterns/plan-matcher.ts';
import { normalizeDecimal } from '../../kernel/values/number.ts';
import { decimalType } from '../../types/decimal.ts';
import { patternOf } from '../../types/date.ts';
import { typeKinds } from '../../types/type-kinds.ts';
import { atLeastPattern, atMostPattern, equalPattern } from './number-pattern.ts';

/** Automata for longer lengths are too large. */
const MOST_LENGTH = 1000;

/** Returns the automaton of the values that a rule accepts. `null` if the rule has none, or if it is too large. */
export function languageOfRule(rule: ValidationRule, field: Field): MatcherPlan | null {
  const pattern = patternOfRule(rule, field);
  return pattern === null ? null : languageOf(pattern);
}

/**
 * Returns an automaton that accepts every value of a field. For DATE it also accepts some texts that are no dates.
 * `null` if it is too large.
 */
export function languageOfType(field: Field): MatcherPlan | null {
  return languageOf(patternOfType(field));
}

/** Returns the automaton of a regex. `null` if it is too large. */
export function languageOf(pattern: string): MatcherPlan | null {
  const planned = planMatcher(pattern);
  return planned.kind === 'ok' ? planned.plan : null;
}

function patternOfType(field: Field): string {
  switch (field.type) {
    case 'STRING':
      return '[^]+';
    case 'BOOLEAN':
      return 'true|false';
    case 'INTEGER':
      return INTEGER;
    case 'DECIMAL':
      return field.scale === undefined
        ? `${INTEGER}(?:\\.\\d+)?`
        : field.scale === 0
          ? INTEGER
          : `${INTEGER}\\.\\d{${field.scale}}`;
    case 'DATE':
      return patternOfDates(patternOf(field)) ?? '[^]+';
    default:
      return field.type satisfies never;
  }
}

/** A regex for integers in canonical form: no `+`, no leading zeros. */
export const INTEGER = '-?(?:0|[1-9]\\d*)';

/** DATE_RANGE has no regex because it depends on the date and its pattern, and REQUIRED because it is about null. */
function patternOfRule(rule: ValidationRule, field: Field): string | null {
  switch (rule.ruleType) {
    case 'REGEX':
      return rule.value;
    case 'MIN_LENGTH':
      return Number(rule.value) > MOST_LENGTH ? null : `[^]{${Number(rule.value)},}`;
    case 'MAX_LENGTH':
      return Number(rule.value) > MOST_LENGTH ? null : `[^]{0,${Number(rule.value)}}`;
    case 'MIN_VALUE':
      return atLeastPattern(canonical(rule.value, field));
    case 'MAX_VALUE':
      return atMostPattern(canonical(rule.value, field));
    case 'ALLOWED_VALUES':
      return textsOf(rule.value)
        .map((text) => patternOfAllowed(text, field))
        .join('|');
    case 'DATE_RANGE':
    case 'REQUIRED':
      return null;
    default:
      return rule satisfies never;
  }
}

function canonical(number: string, field: Field): string {
  return decimalType.canonical(number, field) ?? number;
}

function patternOfAllowed(text: string, field: Field): string {
  const value = typeKinds[field.type].canonical(text, field) ?? text;
  return field.type === 'INTEGER' || field.type === 'DECIMAL'
    ? equalPattern(normalizeDecimal(value))
    : escapePattern(value);
}

/** Returns a regex that matches only this text. */
export function escapePattern(text: string): string {
  return [...text]
    .map((character) =>
      /[A-Za-z0-9]/.test(character) ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    )
    .join('');
}

/**
 * Returns a regex that matches every date of a date pattern, and some other texts. `null` if the date pattern is
 * invalid.
 */
export function patternOfDates(datePattern: string): string | null {
  const planned = planDatePattern(datePattern);
  return planned.kind === 'wrong' ? null : patternOfParts(planned.layout.parts);
}

function patternOfParts(parts: DateLayout['parts']): string {
  return parts.map(patternOfPart).join('');
}

function patternOfPart(part: DatePart): string {
  switch (part.kind) {
    case 'literal':
      return escapePattern(part.text);
    case 'year':
      return `[+\\x2d]?\\d{${part.least},}`;
    case 'shortYear':
      return '\\d\\d';
    case 'number':
      return part.least === part.most ? `\\d{${part.least}}` : `\\d{${part.least},}`;
    case 'monthName':
    case 'weekdayName':
      return '[A-Za-z]+';
    case 'half':
      return '[AaPp][Mm]';
    case 'fraction':
      return `\\d{${part.digits}}`;
    case 'offset':
      return '[Zz0-9:+\\x2d]+';
    case 'optional':
      return `(?:${patternOfParts(part.parts)})?`;
    default:
      return part satisfies never;
  }
}
