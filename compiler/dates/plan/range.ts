import { parseIsoDate } from '../../kernel/dates/calendar.ts';
import { fault, type DateFault } from './tokens.ts';

/** What DATE_RANGE allows: epoch days from `from` to `to`, both included; null where a side is open. At least one is not. */
export interface DateRange {
  readonly from: DateBound | null;
  readonly to: DateBound | null;
}

export type DateBound =
  | { readonly kind: 'fixed'; readonly epochDay: number; readonly text: string }
  /** So many days, months or years behind the day on which the run starts; negative: before it. */
  | { readonly kind: 'today'; readonly unit: DateUnit; readonly amount: number; readonly text: string };

export type DateUnit = 'day' | 'month' | 'year';

export type DateRangePlan = { readonly kind: 'ok'; readonly range: DateRange } | DateFault;

const mostOfUnit = 99_999;
const form =
  'a range is from,to: ISO dates (2024-12-31), today, or today with days, months or years (today-90d, today+3m, today+1y)';

/** What the operand `from,to` of DATE_RANGE means, blanks around each side dropped; or what is wrong with it. */
export function planDateRange(text: string): DateRangePlan {
  const sides = text.split(',');
  const [left = '', right = ''] = sides;
  const whole = { length: text.length, hint: form };
  if (sides.length !== 2)
    return fault(
      'date_range_form',
      sides.length < 2
        ? 'the range has no comma between from and to'
        : `the range has ${sides.length - 1} commas; one is due`,
      whole,
    );
  const from = planBound(left, 0);
  if (from?.kind === 'wrong') return from;
  const to = planBound(right, left.length + 1);
  if (to?.kind === 'wrong') return to;
  if (from === null && to === null)
    return fault('date_range_open', 'the range is open on both sides, so every date is in it', whole);
  if (from !== null && to !== null && isBehind(from, to))
    return fault('date_range_empty', `no date is in the range: ${from.text} is after ${to.text}`, {
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
      ? fault('date_range_bound', `there is no date ${text}`, place)
      : { kind: 'fixed', epochDay, text };
  }
  const [, sign, digits, letter] = /^today(?:([+-])([0-9]+)([dmy]))?$/.exec(text) ?? [];
  if (sign === undefined || digits === undefined) {
    return text === 'today'
      ? { kind: 'today', unit: 'day', amount: 0, text }
      : fault('date_range_bound', `${JSON.stringify(text)} is no bound of a range`, { ...place, hint: form });
  }
  const unit = letter === 'd' ? 'day' : letter === 'm' ? 'month' : 'year';
  if (Number(digits) > mostOfUnit)
    return fault('date_range_bound', `${text} is more than ${mostOfUnit} ${unit}s away`, place);
  return { kind: 'today', unit, amount: sign === '-' ? 0 - Number(digits) : Number(digits), text };
}

/** Whether `from` is after `to` whatever the day; bounds that only some days put in the wrong order are not. */
function isBehind(from: DateBound, to: DateBound): boolean {
  if (from.kind === 'fixed') return to.kind === 'fixed' && from.epochDay > to.epochDay;
  if (to.kind === 'fixed') return false;
  if (from.unit === to.unit) return from.amount > to.amount;
  return Math.sign(from.amount) > Math.sign(to.amount);
}
