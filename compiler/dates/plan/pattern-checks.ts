import { fault, type DateFault, type DateToken, type LettersToken } from './tokens.ts';

/** What is wrong with the letters of a date pattern taken together; null where nothing is. */
export function checkDatePattern(tokens: readonly DateToken[]): DateFault | null {
  const letters = lettersOf(tokens, []);
  for (const check of checks) {
    const found = check(letters);
    if (found !== null) return found;
  }
  return null;
}

/** Letters, and where the optional parts around them begin, outermost first. */
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

function lettersOf(tokens: readonly DateToken[], inside: readonly number[]): PlacedLetters[] {
  return tokens.flatMap((token) => {
    if (token.kind === 'optional') return lettersOf(token.tokens, [...inside, token.offset]);
    return token.kind === 'letters' ? [{ ...token, inside }] : [];
  });
}

/** Minutes where no month is: without an hour, twice, or before the hour while the month stands behind it. */
function checkMinutes(letters: readonly PlacedLetters[]): DateFault | null {
  const minutes = letters.filter(({ letter }) => letter === 'm');
  const [minute] = minutes;
  if (minute === undefined) return null;
  const hour = letters.find(({ letter }) => letter === 'H' || letter === 'h');
  const month = letters.find(({ letter }) => letter === 'M');
  const isMonthDue =
    month === undefined && !(hour !== undefined && minutes.length === 1 && minute.offset > hour.offset);
  const isSwapped =
    hour !== undefined && month !== undefined && minute.offset < hour.offset && hour.offset < month.offset;
  if (!isMonthDue && !isSwapped) return null;
  const hint = `did you mean ${'M'.repeat(minute.count)}?`;
  return fault('date_minute_for_month', `${runOf(minute)} is the minute, and stands where the month is due`, {
    ...placeOf(minute),
    hint,
  });
}

function checkDayOfYear(letters: readonly PlacedLetters[]): DateFault | null {
  const dayOfYear = letters.find(({ letter }) => letter === 'D');
  const other = letters.find(({ letter }) => letter === 'M' || letter === 'd');
  if (dayOfYear === undefined || other === undefined) return null;
  const reason = `${runOf(dayOfYear)} is the day of the year, which stands alone with the year, not beside ${runOf(other)}`;
  return fault('date_day_of_year_mixed', reason, {
    ...placeOf(dayOfYear),
    hint: other.letter === 'M' ? 'the day of the month is dd' : 'the month is MM',
  });
}

function checkOptionalDate(letters: readonly PlacedLetters[]): DateFault | null {
  const optional = letters.find(({ letter, inside }) => inside.length > 0 && /[yuMdD]/.test(letter));
  if (optional === undefined) return null;
  const reason = `${runOf(optional)} stands in an optional part, and a date without it is no full date`;
  return fault('date_part_optional', reason, {
    ...placeOf(optional),
    hint: 'for texts of several forms give the field one COERCE_DATE for each',
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
  return fault('date_incomplete', `the date pattern does not give a full date: it lacks ${missing.join(', ')}`, {
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
  const reason = `${runOf(alone)} is the hour from 1 to 12, and nothing says whether before or after noon`;
  return fault('date_half_missing', reason, {
    ...placeOf(alone),
    hint: `did you mean ${'H'.repeat(alone.count)}, the hour from 0 to 23? Otherwise add a, for AM and PM`,
  });
}

const fieldNames: Readonly<Record<string, string>> = {
  y: 'the year',
  u: 'the year',
  M: 'the month',
  d: 'the day',
  D: 'the day of the year',
  E: 'the day of the week',
  H: 'the hour',
  h: 'the hour',
  a: 'AM or PM',
  m: 'the minute',
  s: 'the second',
  S: 'the fraction of a second',
  X: 'the offset',
  Z: 'the offset',
};

/** Only optional parts beside each other may tell the same (`[XXX][X]`), with the same letter where it is the hour. */
function checkTwice(letters: readonly PlacedLetters[]): DateFault | null {
  for (const [index, second] of letters.entries()) {
    const first = letters
      .slice(0, index)
      .find((other) => fieldNames[other.letter] === fieldNames[second.letter] && !areAlternatives(other, second));
    if (first === undefined) continue;
    const hint =
      second.letter === 'M' && letters.some(({ letter }) => letter === 'H' || letter === 'h')
        ? 'minutes are mm'
        : undefined;
    return fault('date_field_twice', `${runOf(second)} tells ${fieldNames[second.letter] ?? 'it'} a second time`, {
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
