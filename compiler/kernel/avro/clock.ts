import { toEpochDay } from '../values/dates/calendar.ts';

const DAY_SECONDS = 86_400;
const DATE_LENGTH = 'yyyy-MM-ddT'.length;

/** Returns a TIME, `HH:mm:ss` and decimals, in units of 10 to the power of minus `decimals` seconds. */
export function unitsOfTime(text: string, decimals: number): number {
  return unitsOfClock(text, 0, { decimals, end: text.length });
}

/** Returns a TIMESTAMP in UTC in units of 10 to the power of minus `decimals` seconds since 1970-01-01. */
export function unitsOfInstant(text: string, decimals: number): number {
  const day = toEpochDay(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)));
  const clock = unitsOfClock(text, DATE_LENGTH, { decimals, end: text.length - 1 });
  return day * DAY_SECONDS * 10 ** decimals + clock;
}

function unitsOfClock(text: string, at: number, { decimals, end }: { decimals: number; end: number }): number {
  const [hour, minute, second] = [0, 3, 6].map((from) => Number(text.slice(at + from, at + from + 2)));
  const seconds = ((hour as number) * 60 + (minute as number)) * 60 + (second as number);
  const fraction = text.slice(at + 9, Math.min(end, at + 9 + decimals)).padEnd(decimals, '0');
  return seconds * 10 ** decimals + Number(fraction);
}

/** Returns whether a TIME is not the end of a day. */
export function isBefore24(text: string): boolean {
  return !text.startsWith('24');
}

/** Returns whether the characters from `from` to `to` are zeros. There may be none. */
export function restIsZero(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text[at] !== '0') return false;
  return true;
}
