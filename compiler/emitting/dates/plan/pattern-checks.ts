import { fault, type DateFault, type DateToken, type LettersToken } from './tokens.ts';

/** Returns the first problem in the combination of the letters of a pattern, or null if there is none. */
export function checkDatePattern(tokens: readonly DateToken[]): DateFault | null {
  const letters = lettersOf(tokens, []);
  for (const check of checks) {
    const found = check(letters);
    if (found !== null) return found;
  }
  return null;
}

/** A run of letters and the offsets of the optional parts around it, outermost first. */
interface PlacedLetters extends LettersToken {
  readonly inside: readonly number[];
}

type Check = (letters: readonly PlacedLetters[]) => DateFault | null;

const checks: readonly Check[] = [
  checkMinutes,
  checkDayOfYear,
  checkOptionalDate,
  checkFullDate,
  checkHalf,
  checkTwice,
];

/** Returns the first problem of a pattern for times of day, or null if there is none. */
export function checkTimePattern(tokens: readonly DateToken[]): DateFault | null {
  const letters = lettersOf(tokens, []);
  const other = letters.find(({ letter }) => !/[HhamsS]/.test(letter));
  if (other !== undefined)
    return fault('date_letter_unknown', `${runOf(other)} is not a part of a time of day`, {
      ...placeOf(other),
      hint: 'a TIME has hours (HH, or hh with a), minutes (mm), seconds (ss) and decimals (SSS)',
    });
  const hour = letters.find(({ letter, inside }) => /[Hh]/.test(letter) && inside.length === 0);
  if (hour === undefined) return fault('date_incomplete', 'the pattern of a time lacks the hour (HH)', { length: 0 });
  return checkHalf(letters) ?? checkTwice(letters);
}

function lettersOf(tokens: readonly DateToken[], inside: readonly number[]): PlacedLetters[] {
  return tokens.flatMap((token) => {
    if (token.kind === 'optional') return lettersOf(token.tokens, [...inside, token.offset]);
    return token.kind === 'letters' ? [{ ...token, inside }] : [];
  });
}

/**
 * Returns the problem of minutes (`m`) in a place where months (`M`) were probably meant, or null. One case is a
 * pattern without a month, unless its only minute follows an hour. The other is minute, hour and month in this order.
 */
function checkMinutes(letters: readonly PlacedLetters[]): DateFault | null {
  const minutes = letters.filter(({ letter }) => letter === 'm');
  const [minute] = minutes;
  if (minute === undefined) return null;
  const hour = letters.find(({ letter }) => letter === 'H' || letter === 'h');
  const month = letters.find(({ letter }) => letter === 'M');
  const isMonthExpected =
    month === undefined && !(hour !== undefined && minutes.length === 1 && minute.offset > hour.offset);
  const isSwapped =
    hour !== undefined && month !== undefined && minute.offset < hour.offset && hour.offset < month.offset;
  if (!isMonthExpected && !isSwapped) return null;
  const hint = `did you mean ${'M'.repeat(minute.count)}?`;
  return fault('date_minute_for_month', `${runOf(minute)} is the minute, but the month is expected here`, {
    ...placeOf(minute),
    hint,
  });
}

function checkDayOfYear(letters: readonly PlacedLetters[]): DateFault | null {
  const dayOfYear = letters.find(({ letter }) => letter === 'D');
  const other = letters.find(({ letter }) => letter === 'M' || letter === 'd');
  if (dayOfYear === undefined || other === undefined) return null;
  const reason = `${runOf(dayOfYear)} is the day of the year, which cannot be combined with ${runOf(other)}`;
  return fault('date_day_of_year_mixed', reason, {
    ...placeOf(dayOfYear),
    hint: other.letter === 'M' ? 'write dd for the day of the month' : 'write MM for the month',
  });
}

function checkOptionalDate(letters: readonly PlacedLetters[]): DateFault | null {
  const optional = letters.find(({ letter, inside }) => inside.length > 0 && /[yuMdD]/.test(letter));
  if (optional === undefined) return null;
  const reason = `${runOf(optional)} is in an optional part, but every date needs it`;
  return fault('date_part_optional', reason, {
    ...placeOf(optional),
    hint: 'for several date formats, list them in sourceFormat of a COERCE_DATE correction',
  });
}

function checkFullDate(letters: readonly PlacedLetters[]): DateFault | null {
  const has = (pattern: RegExp) => letters.some(({ letter }) => pattern.test(letter));
  const missing = [
    ...(has(/[yu]/) ? [] : ['the year (yyyy)']),
    ...(has(/[MD]/) ? [] : ['the month (MM)']),
    ...(has(/[dD]/) ? [] : ['the day (dd)']),
  ];
  if (missing.length === 0) return null;
  return fault('date_incomplete', `the date pattern is not a full date: it lacks ${missing.join(', ')}`, {
    length: 0,
  });
}

function checkHalf(letters: readonly PlacedLetters[]): DateFault | null {
  const hours = letters.filter(({ letter }) => letter === 'h');
  const halves = letters.filter(({ letter }) => letter === 'a');
  const alone = hours.find(
    (hour) => !halves.some((half) => half.inside.every((offset, depth) => hour.inside[depth] === offset)),
  );
  if (alone === undefined) return null;
  const reason = `${runOf(alone)} is the hour from 1 to 12, which requires AM or PM`;
  return fault('date_half_missing', reason, {
    ...placeOf(alone),
    hint: `write ${'H'.repeat(alone.count)} for the hour from 0 to 23, or add a for AM or PM`,
  });
}

const fieldNames: Readonly<Record<string, string>> = {
  y: 'the year',
  u: 'the year',
  M: 'the month',
  d: 'the day',
  D: 'the day of the year',
  E: 'the weekday',
  H: 'the hour',
  h: 'the hour',
  a: 'AM or PM',
  m: 'the minute',
  s: 'the second',
  S: 'the fraction of a second',
  X: 'the offset',
  Z: 'the offset',
};

/**
 * Returns the problem of a field that occurs twice, or null. A field may occur twice only in alternative optional
 * parts, such as `[XXX][X]`. Alternative hours must have the same letter.
 */
function checkTwice(letters: readonly PlacedLetters[]): DateFault | null {
  for (const [index, second] of letters.entries()) {
    const first = letters
      .slice(0, index)
      .find((other) => fieldNames[other.letter] === fieldNames[second.letter] && !areAlternatives(other, second));
    if (first === undefined) continue;
    const hint =
      second.letter === 'M' && letters.some(({ letter }) => letter === 'H' || letter === 'h')
        ? 'write mm for the minute'
        : undefined;
    return fault('date_field_twice', `${runOf(second)} repeats ${fieldNames[second.letter] ?? 'a field'}`, {
      ...placeOf(second),
      ...(hint === undefined ? {} : { hint }),
    });
  }
  return null;
}

function areAlternatives(first: PlacedLetters, second: PlacedLetters): boolean {
  const depth = first.inside.findIndex((offset, index) => second.inside[index] !== offset);
  const areApart = depth >= 0 && depth < second.inside.length;
  return areApart && (first.letter === second.letter || !/[Hh]/.test(first.letter));
}

function runOf({ letter, count }: LettersToken): string {
  return letter.repeat(count);
}

function placeOf({ offset, count }: LettersToken): { offset: number; length: number } {
  return { offset, length: count };
}
