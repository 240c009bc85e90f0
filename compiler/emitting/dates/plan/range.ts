import { parseIsoDate } from '../../../kernel/values/dates/calendar.ts';
import { fault, type DateFault } from './tokens.ts';

/**
 * The days that DATE_RANGE allows, including `from` and `to`. A side without a bound is null. At least one side has a
 * bound.
 */
export interface DateRange {
  readonly from: DateBound | null;
  readonly to: DateBound | null;
}

/**
 * One bound of a DATE_RANGE. `text` is the bound as the author wrote it, without blanks around it. `epochDay` counts
 * days since 1970-01-01.
 */
export type DateBound =
  | { readonly kind: 'fixed'; readonly epochDay: number; readonly text: string }
  /** A day relative to the day on which the run starts. It is before that day if `amount` is negative. */
  | { readonly kind: 'today'; readonly unit: DateUnit; readonly amount: number; readonly text: string };

/** The unit of a distance from today. */
export type DateUnit = 'day' | 'month' | 'year';

/** A planned range, or the reason why the operand is invalid. */
export type DateRangePlan = { readonly kind: 'ok'; readonly range: DateRange } | DateFault;

const maxAmount = 99_999;
const form =
  'write from,to, where each side is an ISO date (2024-12-31), today, or today with an offset in days, months or years (today-90d, today+3m, today+1y)';

/**
 * Plans the operand `from,to` of DATE_RANGE. Blanks around each side are ignored. If the operand is invalid, returns
 * the first problem.
 */
export function planDateRange(text: string): DateRangePlan {
  const sides = text.split(',');
  const [left = '', right = ''] = sides;
  const whole = { length: text.length, hint: form };
  if (sides.length !== 2)
    return fault(
      'date_range_form',
      sides.length < 2
        ? 'the range has no comma between from and to'
        : `the range has ${sides.length - 1} commas instead of one`,
      whole,
    );
  const from = planBound(left, 0);
  if (from?.kind === 'invalid') return from;
  const to = planBound(right, left.length + 1);
  if (to?.kind === 'invalid') return to;
  if (from === null && to === null)
    return fault('date_range_open', 'the range is open on both sides, so it allows every date', whole);
  if (from !== null && to !== null && isAfter(from, to))
    return fault('date_range_empty', `the range allows no date: ${from.text} is after ${to.text}`, {
      length: text.length,
    });
  return { kind: 'ok', range: { from, to } };
}

function planBound(side: string, offset: number): DateBound | DateFault | null {
  const text = side.trim();
  if (text === '') return null;
  const place = { offset: offset + side.indexOf(text), length: text.length };
  if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) {
    const epochDay = parseIsoDate(text);
    return Number.isNaN(epochDay)
      ? fault('date_range_bound', `the date ${text} does not exist`, place)
      : { kind: 'fixed', epochDay, text };
  }
  const [, sign, digits, letter] = /^today(?:([+-])([0-9]+)([dmy]))?$/.exec(text) ?? [];
  if (sign === undefined || digits === undefined) {
    return text === 'today'
      ? { kind: 'today', unit: 'day', amount: 0, text }
      : fault('date_range_bound', `${JSON.stringify(text)} is not a valid side of a range`, { ...place, hint: form });
  }
  const unit = letter === 'd' ? 'day' : letter === 'm' ? 'month' : 'year';
  if (Number(digits) > maxAmount)
    return fault('date_range_bound', `${text} is more than ${maxAmount} ${unit}s away`, place);
  return { kind: 'today', unit, amount: sign === '-' ? 0 - Number(digits) : Number(digits), text };
}

/**
 * Returns true if `from` is certainly after `to`, whatever the day of the run is. Bounds in different units are
 * compared only by their direction from today, so some ranges without a day return false.
 */
function isAfter(from: DateBound, to: DateBound): boolean {
  if (from.kind === 'fixed') return to.kind === 'fixed' && from.epochDay > to.epochDay;
  if (to.kind === 'fixed') return false;
  if (from.unit === to.unit) return from.amount > to.amount;
  return Math.sign(from.amount) > Math.sign(to.amount);
}
