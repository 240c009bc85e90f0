/** The times and instants of expressions: texts of RFC 3339. */

import { formatUtc, instantInZone, type Zone } from '../values/dates/instants.ts';
import type { Failures } from './failures.ts';

/**
 * Returns the instant of a day and a time (`HH:mm:ss`, with or without decimals) in a zone, in UTC. Fails if the local
 * time exists twice or not at all, or is outside of the years 1970 to 2100. `name` is the name of the zone.
 */
export function toInstantOrFail(
  day: number | null,
  time: string | null,
  zone: Zone,
  name: string,
  record: Failures,
): string | null {
  if (day === null || time === null) return null;
  const seconds = Number(time.slice(0, 2)) * 3600 + Number(time.slice(3, 5)) * 60 + Number(time.slice(6, 8));
  const instant = formatUtc(instantInZone(day * 86_400 + seconds, zone, 'ISSUE', 'ISSUE'), time.slice(8));
  return instant ?? record.fail(`a date and time are not a time from 1970 to 2100 that exists once in ${name}`, time);
}

/** Whether two instants are the same, whatever their offsets. Null if one is null. */
export function isSameInstant(a: string | null, b: string | null): boolean | null {
  return a === null || b === null ? null : compareInstants(a, b) === 0;
}

/** Whether an instant is before another one. Null if one is null. */
export function isEarlierInstant(a: string | null, b: string | null): boolean | null {
  return a === null || b === null ? null : compareInstants(a, b) < 0;
}

/** Whether an instant is not after another one. Null if one is null. */
export function isNotLaterInstant(a: string | null, b: string | null): boolean | null {
  return a === null || b === null ? null : compareInstants(a, b) <= 0;
}

/** Whether two times of day are the same. Null if one is null. */
export function isSameTime(a: string | null, b: string | null): boolean | null {
  return a === null || b === null ? null : compareTimes(a, b) === 0;
}

/** Whether a time of day is before another one. Null if one is null. */
export function isEarlierTime(a: string | null, b: string | null): boolean | null {
  return a === null || b === null ? null : compareTimes(a, b) < 0;
}

/** Whether a time of day is not after another one. Null if one is null. */
export function isNotLaterTime(a: string | null, b: string | null): boolean | null {
  return a === null || b === null ? null : compareTimes(a, b) <= 0;
}

/** Compares two instants of RFC 3339 by the time that they mean. Returns a negative number, 0 or a positive number. */
function compareInstants(a: string, b: string): number {
  const [secondsA, secondsB] = [Date.parse(a.replace(DECIMALS, '')), Date.parse(b.replace(DECIMALS, ''))];
  return secondsA - secondsB || compareDecimals(a, b);
}

/** Compares two times of day. Returns a negative number, 0 or a positive number. */
function compareTimes(a: string, b: string): number {
  const [startA, startB] = [a.slice(0, 8), b.slice(0, 8)];
  return startA === startB ? compareDecimals(a, b) : startA < startB ? -1 : 1;
}

const DECIMALS = /\.\d+/;

function compareDecimals(a: string, b: string): number {
  const [decimalsA, decimalsB] = [a, b].map((text) => (DECIMALS.exec(text)?.[0].slice(1) ?? '').padEnd(9, '0'));
  return Number(decimalsA) - Number(decimalsB);
}
