import { countCodePoints, trimBlanks } from './blanks.ts';
import { compareDays, moveDay } from './calendar.ts';
import type { Day } from './calendar.ts';
import { readDate } from './dates.ts';
import { hasCheckDigits } from './check-digits.ts';
import { compareDecimals } from './decimals.ts';
import type { Field, Rule } from './spec.ts';

/** Returns whether a value (as text, or null) violates a rule. `today` is an ISO date. */
export function violates(value: string | null, rule: Rule, { field, today }: { field: Field; today: string }): boolean {
  if (rule.kind === 'REQUIRED') return value === null;
  if (value === null) return false;
  switch (rule.kind) {
    case 'MIN_VALUE':
      return compareDecimals(value, rule.value) < 0;
    case 'MAX_VALUE':
      return compareDecimals(value, rule.value) > 0;
    case 'MIN_LENGTH':
      return countCodePoints(value) < Number(rule.value);
    case 'MAX_LENGTH':
      return countCodePoints(value) > Number(rule.value);
    case 'REGEX':
      return !new RegExp(`^(?:${rule.value})$`, 'u').test(value);
    case 'ALLOWED_VALUES':
      return !rule.list.some((allowed) => isSame(value, allowed, field));
    case 'DATE_RANGE':
      return !isWithin(value, rule, field, today);
    case 'CHECK_DIGIT':
      return !hasCheckDigits(value, rule.operand('algorithm'));
    default:
      throw new Error(`no rule is called ${rule.kind}`);
  }
}

/** Returns whether a value equals one of the spec. Numbers compare by value. */
export function isSame(value: string, allowed: string, field: Field): boolean {
  if (field.type === 'INTEGER' || field.type === 'DECIMAL') return compareDecimals(value, allowed) === 0;
  return value === allowed;
}

function isWithin(value: string, rule: Rule, { format, centuryStart }: Field, today: string): boolean {
  const [from, to] = rule.list.map((end) => readRangeEnd(end, today));
  const day = readDate(value, format, centuryStart)?.day;
  if (day === undefined) throw new Error(`${value} reached a DATE_RANGE, but is not a date`);
  return (!from || compareDays(day, from) >= 0) && (!to || compareDays(day, to) <= 0);
}

function readRangeEnd(text: string, today: string): Day | null {
  const bare = trimBlanks(text);
  if (bare === '') return null;
  const relative = /^today(?:([+-])(\d+)([dmy]))?$/u.exec(bare);
  if (relative === null) return readDay(bare);
  const [, sign = '+', count = '0', unit = 'd'] = relative;
  return moveDay(readDay(today), Number(sign + count), unit);
}

function readDay(text: string): Day {
  const date = readDate(text, 'yyyy-MM-dd');
  if (date === null) throw new Error(`${text} is no ISO date`);
  return date.day;
}
