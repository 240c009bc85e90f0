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
 * Splits a run of digits at the places that show a column: a letter before them that has few values, a sign after them, and a
 * date (`yyyyMMdd`) in each line.
 */
export function splitDigits(lines: Lines, run: Run): Run[] {
  return splitAt(run, findFlag(lines, run)).flatMap((flagged) =>
    splitAt(flagged, findSigns(lines, flagged)).flatMap((part) => splitAt(part, findDate(lines, part))),
  );
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

/** Returns the positions after signs and after digits with a sign (`{`, `E`), if the run ends with one, too. */
function findSigns(lines: Lines, { start, end }: Run): number[] {
  const isDigit = (line: readonly string[], at: number) => /\d/.test(line[at] ?? '');
  const columnOf = (at: number) => lines.map((line) => line[at] ?? ' ');
  const isSign = (at: number) =>
    columnOf(at).every((one) => /[-+ ]/.test(one)) &&
    columnOf(at).some((one) => one !== ' ') &&
    lines.every((line) => isDigit(line, at - 1));
  const isOverpunch = (at: number) =>
    columnOf(at).every((one) => /[{}A-R]/.test(one)) &&
    columnOf(at).some((one) => /[{}]/.test(one)) &&
    lines.every((line) => isDigit(line, at - 1));
  const ends: number[] = [];
  let hasLast = false;
  for (let at = start + 1; at < end; at++) {
    if (!isSign(at) && !isOverpunch(at)) continue;
    ends.push(at + 1);
    hasLast = at === end - 1;
  }
  // Otherwise the sign may belong to the number after it.
  return hasLast || ends.every((at) => isOverpunch(at - 1)) ? ends : [];
}

/** Returns the borders of the first date that all lines have at the same place of a longer row of digits. */
function findDate(lines: Lines, { start, end }: Run): number[] {
  const length = end - start;
  if (length <= DATE_LENGTH || length > MAX_DIGITS) return [];
  const texts = lines
    .map((line) => line.slice(start, end).join(''))
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
