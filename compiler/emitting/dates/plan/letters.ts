import type { DatePart, NumberField, OffsetForm } from './layout.ts';
import { fault, type DateFault, type LettersToken } from './tokens.ts';

/** Converts a run of one letter to a part of the layout, or returns why the run is invalid. */
export function planLetters({ letter, count, offset }: LettersToken): DatePart | DateFault {
  const wrong = (reason: string, hint?: string) =>
    fault('date_letter_count', reason, { offset, length: count, ...(hint === undefined ? {} : { hint }) });
  const run = letter.repeat(count);
  switch (letter) {
    case 'y':
    case 'u':
      if (count > 9) return wrong(`${run} has more than the nine digits that a year can have`, 'write yyyy');
      return count === 2 ? { kind: 'shortYear' } : { kind: 'year', minDigits: count, reserved: 0 };
    case 'M':
      if (count > 4)
        return wrong(
          `${run} is the first letter of the month, which is ambiguous`,
          'write MMM for Jun, or MMMM for June',
        );
      return count > 2 ? { kind: 'monthName', full: count === 4 } : numberPart('month', count);
    case 'E':
      if (count > 4)
        return wrong(
          `${run} is the first letter of the weekday, which is ambiguous`,
          'write EEE for Wed, or EEEE for Wednesday',
        );
      return { kind: 'weekdayName', full: count === 4 };
    case 'D':
      if (count > 3) return wrong(`a day of the year has three digits, not ${count}`, 'write DDD');
      return count === 2
        ? { kind: 'number', field: 'dayOfYear', minDigits: 2, maxDigits: 3, reserved: 0 }
        : numberPart('dayOfYear', count);
    case 'a':
      return count === 1 ? { kind: 'half' } : wrong(`${run} is not supported in date patterns`, 'write a for AM or PM');
    case 'S':
      return count <= 9
        ? { kind: 'fraction', digits: count }
        : wrong(`a second has at most nine decimals, not ${count}`);
    case 'X':
      return count <= 5
        ? { kind: 'offset', form: run as OffsetForm }
        : wrong(`an offset has at most five letters X, not ${count}`, 'write XXX for +01:00, or XX for +0100');
    case 'Z':
      if (count === 4 || count > 5)
        return wrong(`${run} is not supported in date patterns`, 'write Z for +0100, or XXX for +01:00');
      return { kind: 'offset', form: count === 5 ? 'XXXXX' : 'Z' };
    default:
      return planNumber({ kind: 'letters', letter, count, offset });
  }
}

const numberFields: Readonly<Record<string, NumberField>> = {
  d: 'day',
  H: 'hour',
  h: 'clockHour',
  m: 'minute',
  s: 'second',
};

function planNumber({ letter, count, offset }: LettersToken): DatePart | DateFault {
  const field = Object.hasOwn(numberFields, letter) ? numberFields[letter] : undefined;
  if (field === undefined) return unknownLetter({ kind: 'letters', letter, count, offset });
  if (count <= 2) return numberPart(field, count);
  const reason = `${letter.repeat(count)} is too long: this number has at most two digits`;
  return fault('date_letter_count', reason, {
    offset,
    length: count,
    hint: letter === 'd' ? 'write dd, or EEE for the weekday' : `write ${letter}${letter}`,
  });
}

/**
 * Returns a part for a number. A single letter takes up to 19 digits, because leading zeros are allowed. Several
 * letters take exactly one digit each.
 */
function numberPart(field: NumberField, count: number): DatePart {
  return { kind: 'number', field, minDigits: count, maxDigits: count === 1 ? 19 : count, reserved: 0 };
}

/** Letters of Java's patterns that Specmill does not support: their meaning, and what to write instead. */
const otherLetters: Readonly<Record<string, readonly [what: string, hint?: string]>> = {
  G: ['the era', 'write years before the year 1 with a minus sign'],
  L: ['the stand-alone month', 'write M'],
  Q: ['the quarter'],
  q: ['the quarter'],
  w: ['the week of the year'],
  W: ['the week of the month'],
  e: ['the number of the day of the week'],
  c: ['the number of the day of the week'],
  F: ['the week of the month, counted from its first day'],
  k: ['the hour from 1 to 24', 'write H for the hour from 0 to 23'],
  K: ['the hour from 0 to 11', 'write h for the hour from 1 to 12, and a for AM or PM'],
  n: ['nanoseconds', 'write S for decimals of a second'],
  N: ['nanoseconds of the day'],
  A: ['milliseconds of the day'],
  V: ['the name of a time zone', 'write XXX for the offset from UTC'],
  v: ['the name of a time zone', 'write XXX for the offset from UTC'],
  z: ['the name of a time zone', 'write XXX for the offset from UTC'],
  O: ['an offset after GMT', 'write XXX for the offset from UTC'],
  x: ['an offset that is never Z', 'write XXX, or Z for +0000'],
  B: ['the time of day in words', 'write a for AM or PM'],
  p: ['padding'],
  g: ['the modified Julian day'],
};

function unknownLetter({ letter, count, offset }: LettersToken): DateFault {
  const run = letter.repeat(count);
  if (letter === 'Y') {
    return fault(
      'date_week_year',
      `${run} is the week-based year, which differs from the calendar year around New Year`,
      {
        offset,
        length: count,
        hint: `did you mean ${'y'.repeat(count)}?`,
      },
    );
  }
  const [what, hint] = (Object.hasOwn(otherLetters, letter) ? otherLetters[letter] : undefined) ?? [];
  const reason =
    what === undefined
      ? `the letter ${letter} is not supported in date patterns`
      : `the letter ${letter} (${what}) is not supported in date patterns`;
  return fault('date_letter_unknown', reason, {
    offset,
    length: count,
    hint: hint ?? `put literal text in quotes: '${run}'`,
  });
}
