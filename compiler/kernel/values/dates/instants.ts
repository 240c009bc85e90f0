/**
 * Times of day and instants (RFC 3339). An instant is a number of seconds since 1970-01-01T00:00:00Z. NaN means no
 * instant, and arithmetic with NaN returns NaN.
 */
import { type DateParts, dayOf, monthOf, toEpochDay, yearOf } from './calendar.ts';
import { formatOffsetColonMinutes } from './offsets.ts';
import { padNumber } from './write-parts.ts';

/** The offsets of a zone from 1970 to 2100. `offsets[i]` applies from `times[i]` on, and `first` before all of them. */
export interface Zone {
  readonly first: number;
  readonly times: readonly number[];
  readonly offsets: readonly number[];
}

/** What happens to a local time that exists twice, when clocks are set back. */
export type AmbiguousTime = 'EARLIER' | 'LATER' | 'ISSUE';
/** What happens to a local time that does not exist, when clocks are set forward. SHIFT moves it by the gap. */
export type MissingTime = 'SHIFT' | 'ISSUE';

const DAY = 86_400;
/** The end of the year 2100. */
const END = 4_133_980_800;

/**
 * Creates a zone from its offset at the beginning of 1970, in seconds east of UTC, and its changes: the seconds since
 * the change before, and the new offset, both in base 36, such as `1a2b+2s0 9ck0+1e0`.
 */
export function createZone(first: number, changes: string): Zone {
  const times: number[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const change of changes === '' ? [] : changes.split(' ')) {
    const sign = Math.max(change.indexOf('+'), change.indexOf('-'));
    at += parseInt(change.slice(0, sign), 36);
    times.push(at);
    offsets.push(parseInt(change.slice(sign), 36));
  }
  return { first, times, offsets };
}

/** Returns the offset of a zone at an instant, in seconds east of UTC. */
export function offsetAt({ first, times, offsets }: Zone, instant: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) <= instant) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? first : (offsets[low - 1] ?? first);
}

/** Returns the seconds from 1970-01-01T00:00:00 to a date and time, on the same clock. Missing small units are 0. */
export function toLocalSeconds({ year, month, day, hour, minute, second }: DateParts): number {
  const time = hour * 3600 + (Number.isNaN(minute) ? 0 : minute) * 60 + (Number.isNaN(second) ? 0 : second);
  return toEpochDay(year, month, day) * DAY + time;
}

/** Returns the instant of a text that has its own offset from UTC. */
export function instantAtOffset(parts: DateParts): number {
  return toLocalSeconds(parts) - parts.offset;
}

/** Returns the instant of a local time in a zone. NaN for an ambiguous or missing time that is an issue. */
export function instantInZone(local: number, zone: Zone, ambiguous: AmbiguousTime, missing: MissingTime): number {
  // No zone changes its offset twice within two days.
  const before = offsetAt(zone, local - DAY);
  const after = offsetAt(zone, local + DAY);
  const early = local - before;
  if (before === after) return offsetAt(zone, early) === before ? early : NaN;
  const late = local - after;
  const isEarly = offsetAt(zone, early) === before;
  const isLate = offsetAt(zone, late) === after;
  if (isEarly && isLate) return ambiguous === 'ISSUE' ? NaN : ambiguous === 'EARLIER' ? early : late;
  if (isEarly) return early;
  if (isLate) return late;
  return missing === 'SHIFT' ? early : NaN;
}

/** Returns the decimals of a second with their point: as few of the `digits` as represent them. Empty for NaN. */
export function formatDecimals(nano: number, digits: readonly number[]): string {
  if (Number.isNaN(nano)) return '';
  const count = digits.find((one) => nano % 10 ** (9 - one) === 0) ?? digits.at(-1) ?? 9;
  return `.${padNumber(nano, 9).slice(0, count)}`;
}

/** Writes an instant from 1970 to 2100 in UTC: `2024-03-31T01:00:00Z`. Returns null for any other instant. */
export function formatUtc(instant: number, decimals: string): string | null {
  return instant >= 0 && instant < END ? `${formatLocal(instant)}${decimals}Z` : null;
}

/**
 * Writes an instant from 1970 to 2100 with an offset in seconds: `2024-03-31T03:00:00+02:00`. An offset that is no
 * whole number of minutes, which RFC 3339 cannot express, becomes UTC. Returns null for any other instant.
 */
export function formatWithOffset(instant: number, offset: number, decimals: string): string | null {
  if (offset % 60 !== 0 || offset === 0 || !(instant >= 0 && instant < END)) return formatUtc(instant, decimals);
  return `${formatLocal(instant + offset)}${decimals}${formatOffsetColonMinutes(offset)}`;
}

function formatLocal(seconds: number): string {
  const epochDay = Math.floor(seconds / DAY);
  const date = `${padNumber(yearOf(epochDay), 4)}-${pad(monthOf(epochDay))}-${pad(dayOf(epochDay))}`;
  return `${date}T${formatTimeOfDay(seconds - epochDay * DAY)}`;
}

/** Writes the seconds since midnight as `HH:mm:ss`. */
export function formatTimeOfDay(seconds: number): string {
  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

function pad(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

/** Whether a text is an instant of RFC 3339 that exists: `2024-03-31T01:00:00Z`. */
export function isInstantText(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)T([0-2]\d:[0-5]\d:[0-5]\d)(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-8]):[0-5]\d)$/.exec(
    text,
  );
  if (match === null || toTime(match[4] ?? '') === null) return false;
  return !Number.isNaN(toEpochDay(Number(match[1]), Number(match[2]), Number(match[3])));
}

/**
 * Parses `HH:mm`, `HH:mm:ss` or `HH:mm:ss` with up to nine decimals. Returns `HH:mm:ss` with the decimals of the text,
 * or null for any other text.
 */
export function toTime(text: string): string | null {
  const isValid = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/.test(text);
  return !isValid ? null : text.length === 5 ? `${text}:00` : text;
}

/** Parses the same as `toTime`, and `24:00` as the end of a day. */
export function toTimeOrEndOfDay(text: string): string | null {
  return /^24:00(?::00(?:\.0{1,9})?)?$/.test(text) ? '24:00:00' : toTime(text);
}
