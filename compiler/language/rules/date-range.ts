import { type DateBound, type DateRange, planDateRange } from '../../emitting/dates/plan/range.ts';
import { emitDateBound } from '../../emitting/dates/emit/bound.ts';
import { type Code, code, commentText, join, name as nameOf, nothing } from '../../emitting/code/literal.ts';
import type { ByteContext, ByteForm } from '../../emitting/bytes/byte-form.ts';
import { dayOf, monthOf, yearOf } from '../../kernel/values/dates/calendar.ts';
import { createRuleKind, type RuleField, ruleOfKind } from './rule-kind.ts';
import { dayOfText } from '../../emitting/dates/plan/text.ts';
import { planDates } from '../types/date.ts';
import { required, text as textShape } from '../shape/create-shape.ts';

/**
 * DATE_RANGE: the date is not before the first day and not after the last day of a range, which may lack one of the
 * two. `today` is the day in UTC on which the run starts.
 */
export const dateRange = createRuleKind({
  ruleType: 'DATE_RANGE',
  types: ['DATE'],
  doc: 'DATE: the day lies in a range, which includes its first and last day.',
  operands: {
    value: required(
      textShape(
        '`from,to`: each side is an ISO date, `today`, an offset such as `today-90d` or `today+1y`, or empty.',
        { min: 1 },
      ),
    ),
  },
  check({ value }, { pointer, by, report }) {
    const planned = planDateRange(value);
    if (planned.kind === 'invalid')
      report(
        'invalid_date_range',
        `${pointer}/value`,
        { detail: `${by}: ${planned.reason}` },
        planned.hint === undefined ? {} : { hint: planned.hint },
      );
  },
  plan({ value }): DateRange {
    const planned = planDateRange(value);
    if (planned.kind === 'invalid') throw new Error(`an invalid range passed the checks: ${planned.reason}`);
    return planned.range;
  },
  sentence({ from, to }) {
    if (from === null) return `${to?.text ?? ''} or earlier`;
    return to === null ? `${from.text} or later` : `from ${from.text} to ${to.text}`;
  },
  // Most ranges depend on the day of the run, which is unknown at compile time. Therefore no range is checked here.
  violates: () => false,
  dependsOnToday: ({ value }) => value.includes('today'),
  judge({ from, to }, value, field) {
    const day = dayOfValue(value, field);
    if (Number.isNaN(day)) return null;
    if ((from?.kind === 'fixed' && day < from.epochDay) || (to?.kind === 'fixed' && day > to.epochDay)) return true;
    return from?.kind === 'today' || to?.kind === 'today' ? null : false;
  },
  isCoveredBy(rule, other, field) {
    const planned = planDateRange(rule.value);
    if (planned.kind === 'invalid') return false;
    const before = ruleOfKind(rule, other);
    if (before !== null) {
      const old = planDateRange(before.value);
      return old.kind === 'ok' && isRangeWithin(old.range, planned.range);
    }
    const { from, to } = planned.range;
    if (other.listed === null || from?.kind === 'today' || to?.kind === 'today') return false;
    return other.listed.every((text) => {
      const day = dayOfValue(text, field);
      return day >= (from?.epochDay ?? -Infinity) && day <= (to?.epochDay ?? Infinity);
    });
  },
  boundaryValues: ({ from, to }) => ({ days: [from, to].filter((bound) => bound !== null) }),
  declaredNames: (name) => [`${name}From`, `${name}To`],
  needsDay: true,
  explain({ from, to }) {
    const fixed = [from, to].flatMap((bound) =>
      bound?.kind === 'fixed' ? [`${bound.epochDay} is ${bound.text}`] : [],
    );
    return fixed.length === 0 ? null : fixed.join(', ');
  },
  isBroken({ from, to }, { day }, _, scope) {
    const bound = (date: DateBound) => scope.include(emitDateBound(date, code`record.today`));
    const sides: Code[] = [];
    if (from !== null) sides.push(code`${day} < ${bound(from)}`);
    if (to !== null) sides.push(code`${day} > ${bound(to)}`);
    return join(sides, ' || ');
  },
  inBytes: (range, name, context) => ({ date: () => emitRangeBytes(range, name, context) }),
});

function emitRangeBytes({ from, to }: DateRange, name: string, context: ByteContext): ByteForm {
  const sides: Code[] = [];
  const declarations: Code[] = [];
  const fixed: string[] = [];
  const add = (bound: DateBound, comparison: Code, suffix: string) => {
    const own = nameOf(`${name}${suffix}`);
    if (bound.kind === 'today') declarations.push(emitMovingBound(bound, own, context));
    else fixed.push(bound.text);
    sides.push(code`${comparison} ${bound.kind === 'today' ? own : code`${dateNumber(bound.epochDay)}`}`);
  };
  if (from !== null) add(from, code`date <`, 'From');
  if (to !== null) add(to, code`date >`, 'To');
  const note = fixed.length === 0 ? nothing : code` // ${commentText(fixed.join(', '))}`;
  return { declarations, body: [code`if (${join(sides, ' || ')}) return -1;${note}`] };
}

/**
 * Emits the variable of a bound that depends on the day of the run, and adds the statement that computes it to `onDay`.
 */
function emitMovingBound(bound: DateBound, own: Code, { scope, onDay }: ByteContext): Code {
  onDay.push(code`${own} = ${scope.use('toDateNumber')}(${scope.include(emitDateBound(bound, code`day`))});`);
  return code`/** ${commentText(bound.text)} as yyyyMMdd. */\nlet ${own} = NaN;`;
}

/** Converts days since 1970-01-01 to year * 10000 + month * 100 + day. */
function dateNumber(epochDay: number): number {
  return yearOf(epochDay) * 10_000 + monthOf(epochDay) * 100 + dayOf(epochDay);
}

/** Returns the days since 1970-01-01 of a value. NaN if it is no date, or if the pattern of the field is invalid. */
function dayOfValue(value: string, field: RuleField): number {
  const planned = planDates(field);
  return planned.kind === 'ok' ? dayOfText(planned.layout, value) : NaN;
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
