interface Run {
  readonly start: number;
  readonly end: number;
}

type Lines = readonly (readonly string[])[];

const DATE_LENGTH = 8;
const MAX_DIGITS = 40;
/** The share of the lines that must have digits in a run. The others may be headers. */
const MOSTLY = 0.8;
const MIN_LINES = 2;

/**
 * Splits a run of digits at the places that show a column: a letter before them that has few values, a number that counts the
 * lines, signs, and a date (`yyyyMMdd`) in each line.
 */
export function splitDigits(lines: Lines, run: Run): Run[] {
  return [findWrittenDate, findFlag, findCounter, findSigns, findDate].reduce<Run[]>(
    (runs, find) => runs.flatMap((part) => splitAt(part, find(lines, part))),
    [run],
  );
}

const WRITTEN = /^(?:\d\d([./-])\d\d\1(?:19|20)\d\d|(?:19|20)\d\d([./-])\d\d\2\d\d)$/;
const WRITTEN_LENGTH = 10;

/** Returns the borders of the first date with separators (`31.12.2024`) that all lines have at the same place. */
function findWrittenDate(lines: Lines, { start, end }: Run): number[] {
  if (lines.length < MIN_COUNTED) return [];
  for (let at = start; at + WRITTEN_LENGTH <= end; at++)
    if (lines.every((line) => WRITTEN.test(line.slice(at, at + WRITTEN_LENGTH).join(''))))
      return [at, at + WRITTEN_LENGTH];
  return [];
}

const MIN_COUNTED = 3;
const MAX_COUNTER = 12;

/** Returns the end of a number at the beginning of the lines that grows by one from line to line: it counts them. */
function findCounter(lines: Lines, { start, end }: Run): number[] {
  if (start > 0 || lines.length < MIN_COUNTED) return [];
  const [first = []] = lines;
  let from = 0;
  while (from < end && /\p{L}/u.test(first[from] ?? '') && lines.every((line) => line[from] === first[from])) from++;
  // The first of each month is no number that counts lines.
  if (isDateAt(lines, from, end)) return [];
  for (let to = from + 1; to < Math.min(end, from + MAX_COUNTER); to++) {
    const texts = lines.map((line) => line.slice(from, to).join(''));
    if (!texts.every((text) => /^\d+$/.test(text))) return [];
    const begin = Number(texts[0]);
    // A digit with a sign belongs to the digits before it.
    if (texts.every((text, at) => Number(text) === begin + at)) return isOverpunchAt(lines, to) ? [] : [to];
  }
  return [];
}

const MAX_FLAGS = 4;

/** Returns the position after a letter before digits that has few values, such as M and W. A constant letter is a code. */
function findFlag(lines: Lines, { start, end }: Run): number[] {
  const letters = lines.map((line) => line[start] ?? ' ');
  const values = new Set(letters);
  const isFlag =
    values.size > 1 &&
    values.size <= MAX_FLAGS &&
    lines.length >= 2 * values.size &&
    letters.every((letter) => /[A-Z]/.test(letter)) &&
    lines.every((line) => line.slice(start + 1, end).every((character) => /\d/.test(character)));
  return isFlag && end - start > DATE_LENGTH ? [start + 1] : [];
}

function splitAt({ start, end }: Run, borders: readonly number[]): Run[] {
  const edges = [start, ...borders.filter((border) => border > start && border < end), end];
  return edges.slice(1).map((edge, at) => ({ start: edges[at] ?? start, end: edge }));
}

/** Returns the borders at signs and at digits with a sign (`{`, `E`), if it is clear to which number they belong. */
function findSigns(lines: Lines, { start, end }: Run): number[] {
  const isDigit = (line: readonly string[], at: number) => /\d/.test(line[at] ?? '');
  const columnOf = (at: number) => lines.map((line) => line[at] ?? ' ');
  const isSign = (at: number) =>
    columnOf(at).every((one) => /[-+ ]/.test(one)) && columnOf(at).some((one) => one !== ' ');
  const found: number[] = [];
  for (let at = start; at < end; at++) {
    const isAfterDigit = at > start && lines.every((line) => isDigit(line, at - 1));
    const isFirst = at === start && lines.every((line) => isDigit(line, at + 1));
    if (isFirst ? isSign(at) : isAfterDigit && (isSign(at) || isOverpunchAt(lines, at))) found.push(at);
  }
  const signs = found.filter((at) => !isOverpunchAt(lines, at));
  const ends = found.filter((at) => isOverpunchAt(lines, at)).map((at) => at + 1);
  // A sign before the first number, and none after the last one: each sign is before its number.
  if (signs[0] === start) return signs.includes(end - 1) ? ends : [...signs, ...ends].sort((a, b) => a - b);
  const isClear = signs.includes(end - 1) || signs.every((at) => isDateAt(lines, at + 1, end));
  return isClear ? found.map((at) => at + 1) : ends;
}

/** Whether all lines have a digit with a sign at a position: `{` and `}` are zeros, `A` to `R` other digits. */
function isOverpunchAt(lines: Lines, at: number): boolean {
  const column = lines.map((line) => line[at] ?? ' ');
  return column.every((one) => /[{}A-R]/.test(one)) && column.some((one) => /[{}]/.test(one));
}

/** Whether all lines have a date at a position of a run, which has no sign. */
function isDateAt(lines: Lines, at: number, end: number): boolean {
  return at + DATE_LENGTH <= end && lines.every((line) => isDate(line.slice(at, at + DATE_LENGTH).join('')));
}

/** Returns the borders of the first date that all lines have at the same place of a longer row of digits. */
function findDate(lines: Lines, { start, end }: Run): number[] {
  const isSigned = lines.every((line) => /[-+ {}A-R]/.test(line[end - 1] ?? ' '));
  const length = end - start - (isSigned ? 1 : 0);
  if (length <= DATE_LENGTH || length > MAX_DIGITS) return [];
  const texts = lines
    .map((line) => line.slice(start, start + length).join(''))
    .filter((text) => /^\d+$/.test(text) && text.length === length);
  if (texts.length < Math.max(MIN_LINES, MOSTLY * lines.length)) return [];
  for (let at = 0; at + DATE_LENGTH <= length; at++) {
    if (texts.every((text) => isDate(text.slice(at, at + DATE_LENGTH)))) return [start + at, start + at + DATE_LENGTH];
  }
  return [];
}

/** Whether a text is a date as `yyyyMMdd`. */
export function isDate(text: string): boolean {
  const [, month = 0, day = 0] = (/^(?:19|20)\d\d(\d\d)(\d\d)$/.exec(text) ?? []).map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}
