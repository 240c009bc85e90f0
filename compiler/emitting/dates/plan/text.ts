import {
  isConsistent,
  parseDayOfYear,
  findDigitsEnd,
  parseDigits,
  parseAmPm,
  parseMonthName,
  monthNameLength,
  parsePlainYear,
  parseShortMonthName,
  parseShortWeekdayName,
  findSignedDigitsEnd,
  parseTwoDigits,
  parseWeekdayName,
  weekdayNameLength,
  parseWideYear,
  parseYear,
  toYearFrom,
} from '../../../kernel/values/dates/read-parts.ts';
import * as offsets from '../../../kernel/values/dates/offsets.ts';
import {
  type DateParts,
  dayOf,
  monthOf,
  ordinalToEpochDay,
  toEpochDay,
  weekdayOf,
} from '../../../kernel/values/dates/calendar.ts';
import { serialToEpochDay } from '../../../kernel/values/dates/serial-days.ts';
import { formatDecimals, formatTimeOfDay } from '../../../kernel/values/dates/instants.ts';
import { type NamePart, readerOf } from '../locales/locales.ts';
import { digitsOf, fieldOf, type DateField, type DateLayout, type DatePart, type OffsetForm } from './layout.ts';

/**
 * Parses a date in the spec itself, such as an allowed value or a default. Returns days since 1970-01-01, or NaN if the
 * text does not fit the layout. The result equals that of the emitted reader.
 */
export function dayOfText({ parts }: DateLayout, text: string): number {
  const values: FieldValues = new Map();
  const end = readParts(parts, { text, at: 0, values });
  return end === text.length && isTime(values) ? resolveDay(values) : NaN;
}

/**
 * Parses a text with a date and time at compile time. Returns its parts, in which missing ones are NaN, or null if the
 * text does not fit the layout. The result equals that of the emitted reader that fills nothing.
 */
export function partsOfText({ parts }: DateLayout, text: string): DateParts | null {
  const values: FieldValues = new Map();
  const end = readParts(parts, { text, at: 0, values });
  const day = end === text.length && isTime(values) ? resolveDay(values) : NaN;
  if (Number.isNaN(day)) return null;
  const of = (field: DateField) => values.get(field) ?? NaN;
  return {
    ...{ year: of('year'), month: monthOf(day), day: dayOf(day), hour: hourOf(values) },
    ...{ minute: of('minute'), second: of('second'), nano: of('nano'), offset: of('offset') },
  };
}

/** Parses a time of day at compile time. Returns `HH:mm:ss` with decimals if the text has them, or null. */
export function timeOfText({ parts }: DateLayout, text: string): string | null {
  const values: FieldValues = new Map();
  const end = readParts(parts, { text, at: 0, values });
  if (end !== text.length || !isTime(values)) return null;
  const seconds = hourOf(values) * 3600 + (values.get('minute') ?? 0) * 60 + (values.get('second') ?? 0);
  return formatTimeOfDay(seconds) + formatDecimals(values.get('nano') ?? NaN, digitsOf({ parts }));
}

function hourOf(values: FieldValues): number {
  const clockHour = values.get('clockHour');
  return clockHour === undefined ? (values.get('hour') ?? NaN) : (clockHour % 12) + (values.get('half') ?? NaN) * 12;
}

type FieldValues = Map<DateField, number>;
interface Reading {
  readonly text: string;
  readonly at: number;
  readonly values: FieldValues;
}
interface Found {
  readonly value: number;
  readonly end: number;
}

/**
 * Returns the offset after the parts, or NaN if the text does not fit them. Adds the values that it reads to `values`.
 */
function readParts(parts: readonly DatePart[], { text, at, values }: Reading): number {
  let end = at;
  for (const part of parts) {
    if (part.kind === 'optional') end = readOptional(part.parts, { text, at: end, values });
    else if (part.kind === 'literal') end = text.startsWith(part.text, end) ? end + part.text.length : NaN;
    else end = readValue(part, { text, at: end, values });
    if (Number.isNaN(end)) return NaN;
  }
  return end;
}

function readOptional(parts: readonly DatePart[], { text, at, values }: Reading): number {
  const more: FieldValues = new Map(values);
  const end = readParts(parts, { text, at, values: more });
  if (Number.isNaN(end)) return at;
  for (const [field, value] of more) values.set(field, value);
  return end;
}

function readValue(part: ValuePart, { text, at, values }: Reading): number {
  const { value, end } = findValue(part, text, at);
  const field = fieldOf(part);
  if (field === null || Number.isNaN(value) || !isConsistent(values.get(field) ?? NaN, value)) return NaN;
  values.set(field, value);
  return end;
}

type ValuePart = Exclude<DatePart, { kind: 'literal' | 'optional' }>;

function findValue(part: ValuePart, text: string, at: number): Found {
  switch (part.kind) {
    case 'year':
      return findYear(part, text, at);
    case 'shortYear':
      return { value: toYearFrom(part.centuryStart ?? 2000, parseTwoDigits(text, at)), end: at + 2 };
    case 'number':
      return findNumber(part, text, at);
    case 'monthName':
      if (part.locale !== undefined) return findLocalName({ ...part, locale: part.locale }, text, at);
      return findName(
        part.full ? parseMonthName(text, at) : parseShortMonthName(text, at),
        at,
        part.full ? monthNameLength : null,
      );
    case 'weekdayName':
      if (part.locale !== undefined) return findLocalName({ ...part, locale: part.locale }, text, at);
      return findName(
        part.full ? parseWeekdayName(text, at) : parseShortWeekdayName(text, at),
        at,
        part.full ? weekdayNameLength : null,
      );
    case 'half':
      return { value: parseAmPm(text, at), end: at + 2 };
    case 'fraction':
      return { value: parseDigits(text, at, at + part.digits) * 10 ** (9 - part.digits), end: at + part.digits };
    case 'serial':
      return { value: parseDigits(text, at, text.length), end: text.length };
    case 'offset':
      return findOffset(part.form, text, at);
    default:
      return part satisfies never;
  }
}

function findYear({ minDigits, reserved }: Extract<DatePart, { kind: 'year' }>, text: string, at: number): Found {
  const end = findSignedDigitsEnd(text, at, reserved);
  if (minDigits === 4) return { value: parseYear(text, at, end), end };
  return {
    value: (minDigits > 4 ? parseWideYear : parsePlainYear)({ text, from: at, to: end, minDigits: minDigits }),
    end,
  };
}

function findNumber(
  { minDigits, maxDigits, reserved }: Extract<DatePart, { kind: 'number' }>,
  text: string,
  at: number,
): Found {
  if (minDigits === maxDigits) return { value: parseDigits(text, at, at + maxDigits), end: at + maxDigits };
  const end = findDigitsEnd(text, at, reserved);
  return { value: minDigits === 2 ? parseDayOfYear(text, at, end) : parseDigits(text, at, end), end };
}

function findName(value: number, at: number, lengthOf: ((value: number) => number) | null): Found {
  return { value, end: at + (lengthOf === null ? 3 : lengthOf(value)) };
}

function findLocalName(part: NamePart, text: string, at: number): Found {
  const names = readerOf(part);
  return { value: names.find(text, at), end: names.end(text, at) };
}

type OffsetReader = readonly [
  endOf: (text: string, from: number) => number,
  read: (text: string, from: number, to: number) => number,
];

const offsetReaders: Readonly<Record<OffsetForm, OffsetReader>> = {
  X: [offsets.findOffsetHoursEnd, offsets.parseOffsetHours],
  XX: [offsets.findOffsetMinutesEnd, offsets.parseOffsetMinutes],
  XXX: [offsets.findOffsetColonMinutesEnd, offsets.parseOffsetColonMinutes],
  XXXX: [offsets.findOffsetSecondsEnd, offsets.parseOffsetSeconds],
  XXXXX: [offsets.findOffsetColonSecondsEnd, offsets.parseOffsetColonSeconds],
  Z: [offsets.findOffsetMinutesEnd, offsets.parsePlainOffset],
};

function findOffset(form: OffsetForm, text: string, at: number): Found {
  const [endOf, read] = offsetReaders[form];
  const end = endOf(text, at);
  return { value: read(text, at, end), end };
}

/**
 * Returns whether the time fields of a text form a valid time. Missing hours, minutes and seconds count as 0, and a
 * missing hour of the 12-hour clock as 12.
 */
function isTime(values: FieldValues): boolean {
  const hour = values.get('hour') ?? 0;
  const clockHour = values.get('clockHour') ?? 12;
  return (
    hour <= 23 &&
    clockHour >= 1 &&
    clockHour <= 12 &&
    (values.get('minute') ?? 0) <= 59 &&
    (values.get('second') ?? 0) <= 59 &&
    (!values.has('hour') || isConsistent(values.get('half') ?? NaN, Math.floor(hour / 12)))
  );
}

function resolveDay(values: FieldValues): number {
  const of = (field: DateField) => values.get(field) ?? NaN;
  if (values.has('serial')) return serialToEpochDay(of('serial'));
  const day = values.has('dayOfYear')
    ? ordinalToEpochDay(of('year'), of('dayOfYear'))
    : toEpochDay(of('year'), of('month'), of('day'));
  return isConsistent(of('weekday'), weekdayOf(day)) ? day : NaN;
}
