/**
 * Functions with which the fast reader writes values in Avro’s binary encoding at index `at` of the output. The texts of the
 * values are the bytes from `from` to `to`. They may overlap with what is written if they do not begin before `at`. The
 * functions return the index after the written bytes, or -1 if the record needs the careful reader.
 */

import { fastBuffers, hasRoomAfter } from '../fast/buffers.ts';
import { fitsDecimal, fitsLong } from './fits.ts';
import { EXACT_DIGITS, writeAvroDecimal, writeAvroDigits, writeAvroLong, writeAvroUnits } from './write-number.ts';

/** The output that all fast readers share. */
const output = fastBuffers.output;

/** The number of digits of a DECIMAL in a schema, and how many of them are decimals. */
export interface DecimalSize {
  readonly precision: number;
  readonly scale: number;
}

/** Writes a whole number. */
export function writeLong(at: number, from: number, to: number): number {
  const isNegative = output[from] === MINUS;
  let cursor = isNegative ? from + 1 : from;
  if (to - cursor > EXACT_DIGITS) {
    const digits = asciiText(from, to);
    return fitsLong(digits) ? writeAvroDigits(output, at, digits) : -1;
  }
  let units = 0;
  for (; cursor < to; cursor++) units = units * 10 + (output[cursor] as number) - ZERO;
  return writeAvroLong(output, at, isNegative ? -units : units);
}

/** Writes a number with at most `precision` digits, `scale` of them decimals. */
export function writeDecimal(
  at: number,
  { from, to }: { readonly from: number; readonly to: number },
  { precision, scale }: DecimalSize,
): number {
  const isNegative = output[from] === MINUS;
  const first = isNegative ? from + 1 : from;
  let cursor = first;
  let units = 0;
  for (; cursor < to && output[cursor] !== POINT; cursor++) units = units * 10 + (output[cursor] as number) - ZERO;
  const whole = output[first] === ZERO ? 0 : cursor - first;
  const point = cursor++;
  const end = Math.min(to, point + 1 + scale);
  for (; cursor < end; cursor++) units = units * 10 + (output[cursor] as number) - ZERO;
  for (let decimals = Math.max(0, cursor - point - 1); decimals < scale; decimals++) units *= 10;
  if (whole > precision - scale || whole + scale > EXACT_DIGITS || cursor < to) {
    const text = asciiText(from, to);
    return fitsDecimal(text, precision, scale) && hasRoomAfter(at + precision)
      ? writeAvroDecimal(output, at, text, scale)
      : -1;
  }
  return writeAvroUnits(output, at, isNegative ? -units : units);
}

/** Writes a date, `yyyy-MM-dd`, which begins at `from`. */
export function writeIsoDate(at: number, from: number): number {
  return writeAvroLong(output, at, isoDayAt(from));
}

/** Writes a time of day, `HH:mm:ss` and decimals, in units of 10 to the power of minus `decimals` seconds. */
export function writeTime(
  at: number,
  { from, to }: { readonly from: number; readonly to: number },
  decimals: number,
): number {
  const units = unitsOfClock(from, to, decimals);
  return units < 0 ? -1 : writeAvroLong(output, at, units);
}

/** Writes an instant, `yyyy-MM-ddTHH:mm:ss`, decimals and `Z`, in units of 10 to the power of minus `decimals` seconds. */
export function writeInstant(
  at: number,
  { from, to }: { readonly from: number; readonly to: number },
  decimals: number,
): number {
  if (output[to - 1] !== LETTER_Z || output[from + CLOCK - 1] !== LETTER_T) return -1;
  const units = unitsOfClock(from + CLOCK, to - 1, decimals);
  return units < 0 ? -1 : writeAvroLong(output, at, isoDayAt(from) * DAY_SECONDS * powerOfTen(decimals) + units);
}

/** Returns the units since the begin of the day. Returns -1 for 24:00 and for decimals that are no whole units. */
function unitsOfClock(from: number, to: number, decimals: number): number {
  const hour = twoDigitsAt(from);
  if (hour >= 24) return -1;
  let units = (hour * 60 + twoDigitsAt(from + 3)) * 60 + twoDigitsAt(from + 6);
  let cursor = from + 9;
  for (let count = 0; count < decimals; count++, cursor++)
    units = units * 10 + (cursor < to ? (output[cursor] as number) - ZERO : 0);
  for (; cursor < to; cursor++) if (output[cursor] !== ZERO) return -1;
  return units;
}

function isoDayAt(from: number): number {
  return epochDayOf(twoDigitsAt(from) * 100 + twoDigitsAt(from + 2), twoDigitsAt(from + 5), twoDigitsAt(from + 8));
}

/** Returns the days from 1970-01-01 to a date that exists, with a year from 0 to 9999. Years begin in March here. */
export function epochDayOf(year: number, month: number, day: number): number {
  const years = month > 2 ? year : year - 1;
  // From March on, five months have 153 days.
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return years * 365 + leapDays + dayOfYear - DAYS_BEFORE_1970;
}

function twoDigitsAt(at: number): number {
  return ((output[at] as number) - ZERO) * 10 + (output[at + 1] as number) - ZERO;
}

/** Milliseconds or microseconds. */
function powerOfTen(decimals: number): number {
  return decimals === 3 ? 1000 : 10 ** decimals;
}

function asciiText(from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(output[at] as number);
  return text;
}

const CLOCK = 'yyyy-MM-ddT'.length;
const DAY_SECONDS = 86_400;
/** The days from 0000-03-01 to 1970-01-01. */
const DAYS_BEFORE_1970 = 719_468;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;
