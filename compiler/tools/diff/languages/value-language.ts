import type { Field, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import type { DateLayout, DatePart } from '../../../emitting/dates/plan/layout.ts';
import { planDatePattern } from '../../../emitting/dates/plan/pattern.ts';
import { type MatcherPlan, planMatcher } from '../../../emitting/patterns/plan-matcher.ts';
import { patternOf } from '../../../language/types/date.ts';
import { escapePattern } from '../../../emitting/patterns/escape-pattern.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';

/**
 * Returns an automaton for the values that a rule accepts. Returns null if the rule cannot be expressed as a regex, or
 * if the automaton is too large.
 */
export function languageOfRule(rule: ValidationRule, field: Field): MatcherPlan | null {
  const pattern = ruleKinds[rule.ruleType].pattern(rule, field);
  return pattern === null ? null : languageOf(pattern);
}

/**
 * Returns an automaton that accepts every value of the field's type. For DATE it also accepts some texts that are not
 * dates. `null` if the automaton is too large.
 */
export function languageOfType(field: Field): MatcherPlan | null {
  return languageOf(patternOfType(field));
}

/**
 * Returns the automaton of a regex. `null` if the regex is invalid or not supported, or if the automaton is too large.
 */
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
    case 'TIME':
      return '\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?';
    case 'TIMESTAMP':
      return '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?(?:Z|[+\\x2d]\\d\\d:\\d\\d)';
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

/**
 * Returns a regex that matches every date of a date pattern. It also matches some texts that are not dates. `null` if
 * the date pattern is invalid.
 */
export function patternOfDates(datePattern: string): string | null {
  const planned = planDatePattern(datePattern);
  return planned.kind === 'invalid' ? null : patternOfParts(planned.layout.parts);
}

function patternOfParts(parts: DateLayout['parts']): string {
  return parts.map(patternOfPart).join('');
}

function patternOfPart(part: DatePart): string {
  switch (part.kind) {
    case 'literal':
      return escapePattern(part.text);
    case 'year':
      return `[+\\x2d]?\\d{${part.minDigits},}`;
    case 'shortYear':
      return '\\d\\d';
    case 'number':
      return part.minDigits === part.maxDigits ? `\\d{${part.minDigits}}` : `\\d{${part.minDigits},}`;
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
