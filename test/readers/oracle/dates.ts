import { readPattern } from './date-pattern.ts';
import type { PatternPart } from './date-pattern.ts';
import { countDayOfYear, countDaysOfMonth, findDayOfYear, findWeekday } from './calendar.ts';
import type { Day } from './calendar.ts';

/** Numbers read from a text, by pattern letter: `y` also for `u`, and D if the pattern has the day of the year. */
export type DateParts = Map<string, number>;

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * Reads a text strictly by a Java pattern. Returns null if it does not match or is an impossible day. `centuryStart` is
 * the first year that `yy` can mean.
 */
export function readDate(text: string, pattern: string, centuryStart = 2000): { day: Day; parts: DateParts } | null {
  const parts: DateParts = new Map();
  if (pattern === 'SERIAL') return readSerial(text);
  const pieces = readPattern(pattern);
  const end = readPieces(pieces, text, 0, parts);
  if (end !== text.length) return null;
  if (pieces.some((piece) => piece.kind === 'letters' && 'yu'.includes(piece.letter) && piece.count === 2)) {
    let year = (parts.get('y') ?? 0) % 100;
    while (year < centuryStart) year += 100;
    parts.set('y', year);
  }
  const day = resolveDay(parts);
  return day !== null && timeIsRight(parts) && weekdayIsRight(day, parts) ? { day, parts } : null;
}

/**
 * Reads the number of a day in Excel by counting on from 1 January 1900. 60 is a day that never was: Excel has a
 * 29 February 1900.
 */
function readSerial(text: string): { day: Day; parts: DateParts } | null {
  if (!/^[0-9]{1,19}$/u.test(text)) return null;
  const number = Number(text);
  if (number < 1 || number > 2_958_465 || number === 60) return null;
  let left = number > 60 ? number - 1 : number;
  let year = 1900;
  for (let length = 365; left > length; length = countDaysOfYear(year)) {
    left -= length;
    year++;
  }
  const day = findDayOfYear(year, left);
  return day === null ? null : { day, parts: new Map() };
}

function countDaysOfYear(year: number): number {
  return countDaysOfMonth(year, 2) === 29 ? 366 : 365;
}

/** Writes a day by a Java pattern. `parts` contains everything else that the pattern needs, such as the time. */
export function writeDate(day: Day, parts: DateParts, pattern: string): string {
  return readPattern(pattern)
    .map((piece) => writePiece(piece, day, parts))
    .join('');
}

/** Reads pieces in order without backtracking. Returns -1 if one does not match. */
function readPieces(readRange: PatternPart[], text: string, from: number, parts: DateParts): number {
  let at = from;
  for (const [i, piece] of readRange.entries()) {
    if (piece.kind === 'optional') {
      const found: DateParts = new Map(parts);
      const end = readPieces(piece.readRange, text, at, found);
      if (end < 0) continue;
      found.forEach((value, letter) => parts.set(letter, value));
      at = end;
    } else if (piece.kind === 'literal') at = text.startsWith(piece.text, at) ? at + piece.text.length : -1;
    else at = readLetters(piece, text, at, { parts, reserved: countReserved(readRange.slice(i + 1)) });
    if (at < 0) return -1;
  }
  return at;
}

/** Returns how many digits the fixed-width numbers right after a number need (Java: adjacent value parsing). */
function countReserved(following: PatternPart[]): number {
  let digits = 0;
  for (const piece of following) {
    if (piece.kind !== 'letters' || !isFixedNumber(piece)) break;
    digits += piece.count;
  }
  return digits;
}

type Letters = Extract<PatternPart, { kind: 'letters' }>;

function isFixedNumber({ letter, count }: Letters): boolean {
  if ('yu'.includes(letter)) return count === 2;
  return letter === 'S' || (letter === 'D' && count === 3) || ('MdHhms'.includes(letter) && count === 2);
}

interface Place {
  parts: DateParts;
  reserved: number;
}

function readLetters(piece: Letters, text: string, at: number, { parts, reserved }: Place): number {
  const { letter, count } = piece;
  if (letter === 'X' || letter === 'Z') return readOffset(piece, text, at, parts);
  if (letter === 'a') return readHalf(text, at, parts);
  if (letter === 'E')
    return readName(count === 4 ? weekdays : shorten(weekdays), text, at, (i) => set(parts, 'E', i + 1));
  if (letter === 'M' && count >= 3)
    return readName(count === 4 ? months : shorten(months), text, at, (i) => set(parts, 'M', i + 1));
  const number = readNumber(piece, text.slice(at), reserved);
  if (number === null || !set(parts, letter === 'u' ? 'y' : letter, number.value)) return -1;
  return at + number.length;
}

/** Returns false if the text has already set another value. */
function set(parts: DateParts, letter: string, value: number): boolean {
  const before = parts.get(letter);
  parts.set(letter, value);
  return before === undefined || before === value;
}

function shorten(names: string[]): string[] {
  return names.map((name) => name.slice(0, 3));
}

function readName(names: string[], text: string, at: number, found: (index: number) => boolean): number {
  const index = names.findIndex((name) => asciiLower(text.slice(at, at + name.length)) === asciiLower(name));
  return index >= 0 && found(index) ? at + (names[index] ?? '').length : -1;
}

function readHalf(text: string, at: number, parts: DateParts): number {
  const half = ['AM', 'PM'].indexOf(text.slice(at, at + 2));
  return half >= 0 && set(parts, 'a', half) ? at + 2 : -1;
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/gu, (letter) => letter.toLowerCase());
}

function readNumber(piece: Letters, rest: string, reserved: number): { value: number; length: number } | null {
  const { letter, count } = piece;
  const fixed = isFixedNumber(piece);
  const least = count;
  const most = fixed ? count : letter === 'D' && count === 2 ? 3 : 19;
  const found = /^([+-]?)([0-9]*)/u.exec(rest);
  const sign = found?.[1] ?? '';
  const isLongYear = 'yu'.includes(letter) && count >= 4;
  if ((sign === '-' && (fixed || most === 3)) || (sign === '+' && !isLongYear)) return null;
  const run = (found?.[2] ?? '').slice(0, most + reserved);
  const digits = run.slice(0, fixed ? count : Math.max(least, run.length - reserved));
  if (digits.length < least || (sign === '-' && Number(digits) === 0)) return null;
  if (isLongYear && sign !== '-' && (sign === '+') !== digits.length > count) return null;
  const value = 'yu'.includes(letter) && count === 2 ? 2000 + Number(digits) : Number(sign + digits);
  return { value, length: sign.length + digits.length };
}

const offsets: Record<string, RegExp> = {
  X: /^(?:Z|[+-]\d\d(?:\d\d)?)/u,
  XX: /^(?:Z|[+-]\d\d\d\d)/u,
  XXX: /^(?:Z|[+-]\d\d:\d\d)/u,
  Z: /^[+-]\d\d\d\d/u,
  ZZ: /^[+-]\d\d\d\d/u,
  ZZZ: /^[+-]\d\d\d\d/u,
};

/** Reads an offset from UTC and stores it in minutes, as letter X. */
function readOffset({ letter, count }: Letters, text: string, at: number, parts: DateParts): number {
  const found = offsets[letter.repeat(count)]?.exec(text.slice(at))?.[0];
  if (found === undefined) return -1;
  const [hours, minutes] = [Number(found.slice(1, 3)), found.length > 3 ? Number(found.slice(-2)) : 0];
  const total = found === 'Z' ? 0 : hours * 60 + minutes;
  const inRange = minutes < 60 && total <= 18 * 60;
  return inRange && set(parts, 'X', found.startsWith('-') ? -total : total) ? at + found.length : -1;
}

function resolveDay(parts: DateParts): Day | null {
  const year = parts.get('y');
  if (year === undefined || Math.abs(year) > 999_999_999) return null;
  const dayOfYear = parts.get('D');
  if (dayOfYear !== undefined) return findDayOfYear(year, dayOfYear);
  const month = parts.get('M');
  const day = parts.get('d');
  if (month === undefined || day === undefined || month < 1 || month > 12) return null;
  return day >= 1 && day <= countDaysOfMonth(year, month) ? { year, month, day } : null;
}

const ranges: Record<string, [number, number]> = { H: [0, 23], h: [1, 12], m: [0, 59], s: [0, 59] };

function timeIsRight(parts: DateParts): boolean {
  const inRange = Object.entries(ranges).every(([letter, [least, most]]) => {
    const value = parts.get(letter);
    return value === undefined || (value >= least && value <= most);
  });
  const { H, h, a } = Object.fromEntries(parts);
  const halfIsRight = H === undefined || a === undefined || Number(H >= 12) === a;
  const hourIsRight = H === undefined || h === undefined || h % 12 === H % 12;
  return inRange && halfIsRight && hourIsRight;
}

function weekdayIsRight(day: Day, parts: DateParts): boolean {
  const weekday = parts.get('E');
  return weekday === undefined || weekday === findWeekday(day);
}

function writePiece(piece: PatternPart, day: Day, parts: DateParts): string {
  if (piece.kind === 'literal') return piece.text;
  if (piece.kind === 'optional')
    return piece.readRange.every((inner) => isKnown(inner, parts))
      ? piece.readRange.map((inner) => writePiece(inner, day, parts)).join('')
      : '';
  const { letter, count } = piece;
  const pad = (value: number) => String(value).padStart(count, '0');
  if (letter === 'y' || letter === 'u') return writeYear(day.year, count);
  if (letter === 'M')
    return count >= 3 ? ((count === 4 ? months : shorten(months))[day.month - 1] ?? '') : pad(day.month);
  if (letter === 'E') return (count === 4 ? weekdays : shorten(weekdays))[findWeekday(day) - 1] ?? '';
  if (letter === 'd') return pad(day.day);
  if (letter === 'D') return pad(countDayOfYear(day));
  const hour = parts.get('H') ?? 0;
  if (letter === 'a') return (parts.get('a') ?? Math.floor(hour / 12)) === 0 ? 'AM' : 'PM';
  if (letter === 'h') return pad(parts.get('h') ?? ((hour + 11) % 12) + 1);
  if (letter === 'X' || letter === 'Z') return writeOffset(piece, parts.get('X') ?? 0);
  return pad(parts.get(letter) ?? 0);
}

/** Returns whether the piece can be written. An optional part is left out if the text did not contain its time. */
function isKnown(piece: PatternPart, parts: DateParts): boolean {
  if (piece.kind !== 'letters') return true;
  const { letter } = piece;
  // In java.time an hour is a complete time: missing minutes and smaller units are zero.
  if ('HhamsS'.includes(letter)) return parts.has('H') || (parts.has('h') && parts.has('a'));
  return !'XZ'.includes(letter) || parts.has('X');
}

function writeOffset({ letter, count }: Letters, total: number): string {
  if (letter === 'X' && total === 0) return 'Z';
  const hours = String(Math.floor(Math.abs(total) / 60)).padStart(2, '0');
  const minutes = String(Math.abs(total) % 60).padStart(2, '0');
  const rest =
    letter === 'X' && count === 1 && minutes === '00' ? '' : letter === 'X' && count === 3 ? `:${minutes}` : minutes;
  return (total < 0 ? '-' : '+') + hours + rest;
}

function writeYear(year: number, count: number): string {
  const digits = String(Math.abs(year));
  if (count === 2) return digits.slice(-2).padStart(2, '0');
  const sign = year < 0 ? '-' : digits.length > count && count >= 4 ? '+' : '';
  return sign + digits.padStart(count, '0');
}
