import { MAX_DIGITS, MAX_WIDTH, MIN_DIGITS, type TrailerNumbers } from './numbers.ts';
import type { FoundTotal, LineRange, NumberRange } from './total.ts';
import { amountOf, countDigits, type FoundSum, MORE_DIGITS, widen } from './wanted.ts';

/** The maximum number of codes in a column, of columns with codes, and of numbers that are added up. */
const MAX_CODES = 6;
const MAX_COLUMNS = 16;
const MAX_RANGES = 200;
const MIN_LINES = 3;
const MIN_SUM = 100;

type Scopes = readonly (readonly string[])[];

/**
 * Finds pairs of sums in trailers that together add up all lines of a kind, such as debits and credits. A code of one
 * character says to which of them a line belongs.
 */
export function findPartitions(kind: string, own: Scopes, numbers: TrailerNumbers): FoundSum[] {
  const all = own.flat();
  if (all.length < MIN_LINES) return [];
  const ranges = paddedRanges(kind, all);
  const columns = codeColumns(kind, all);
  return ranges.flatMap((sum) => {
    const amounts = own.map((texts) => texts.map((text) => Number(text.slice(sum.start, sum.end))));
    // The first code is the nearest to the record type.
    for (const column of columns) {
      if (column.code.start >= sum.start && column.code.start < sum.end) continue;
      const pair = findPair(sum, column, { own, all, amounts, numbers });
      if (pair.length > 0) return pair;
    }
    return [];
  });
}

interface CodeColumn {
  readonly code: LineRange;
  readonly values: readonly string[];
}

interface Amounts {
  readonly own: Scopes;
  readonly all: readonly string[];
  /** The number of each line of each scope. */
  readonly amounts: readonly (readonly number[])[];
  readonly numbers: TrailerNumbers;
}

/** Tries each division of the codes of a column into two sets. */
function findPair(sum: LineRange, { code, values }: CodeColumn, { own, all, amounts, numbers }: Amounts): FoundSum[] {
  const perCode = values.map((value) =>
    own.map((texts, scope) =>
      texts.reduce((total, text, at) => total + (text[code.start] === value ? (amounts[scope]?.[at] ?? 0) : 0), 0),
    ),
  );
  // The last code is always in the second set, so each division is tried once.
  for (let bits = 1; bits < 2 ** (values.length - 1); bits++) {
    const sides = [true, false].map((side) => {
      const isIn = (_: unknown, at: number) => ((bits >> at) % 2 === 1) === side;
      const chosen = perCode.filter(isIn);
      return {
        values: values.filter(isIn),
        sums: own.map((_, scope) => chosen.reduce((total, sums) => total + (sums[scope] ?? 0), 0)),
      };
    });
    if (!sides.every(({ sums }) => sums.some((one) => one >= MIN_SUM) && sums.every(Number.isSafeInteger))) continue;
    const [first = [], second = []] = sides.map(({ sums }) => numbers.find(sums));
    const places = findDistinct(first, second);
    if (places === null) continue;
    const digits = sides.reduce((count, { sums }) => count + countDigits(sums), 0);
    const what = amountOf(sum, all);
    const [one, other] = sides.map((side, at): FoundTotal | undefined => {
      const [total, where] = [places[at], { code, values: [...side.values].sort() }];
      return total && { total: widen(total, sum.end - sum.start + MORE_DIGITS), of: { sum, where, what } };
    });
    if (one !== undefined && other !== undefined)
      return [{ places: [one.total], of: one.of, partner: other, digits, length: sum.end - sum.start, end: sum.end }];
  }
  return [];
}

/** Returns the first two places that do not overlap. */
function findDistinct(first: readonly NumberRange[], second: readonly NumberRange[]): NumberRange[] | null {
  for (const one of first)
    for (const other of second) if (one.end <= other.digits || other.end <= one.digits) return [one, other];
  return null;
}

/** Returns the numbers with at least one leading zero in all lines, the longest first. */
function paddedRanges(kind: string, texts: readonly string[]): LineRange[] {
  const width = Math.min(MAX_WIDTH, ...texts.map(({ length }) => length));
  const isEach = (at: number, pattern: RegExp) => texts.every((text) => pattern.test(text[at] ?? ''));
  const ranges: LineRange[] = [];
  for (let start = kind.length; start < width; start++) {
    if (!isEach(start, /0/) || (start > kind.length && isEach(start - 1, /0/))) continue;
    for (let end = start + 1; end <= Math.min(width, start + MAX_DIGITS) && isEach(end - 1, /\d/); end++)
      if (end - start >= MIN_DIGITS) ranges.push({ kind, start, end });
  }
  return ranges.sort((one, other) => other.end - other.start - (one.end - one.start)).slice(0, MAX_RANGES);
}

/** Returns the columns that have one of a few characters in all lines. */
function codeColumns(kind: string, texts: readonly string[]): CodeColumn[] {
  const width = Math.min(MAX_WIDTH, ...texts.map(({ length }) => length));
  const columns: CodeColumn[] = [];
  for (let at = kind.length; at < width && columns.length < MAX_COLUMNS; at++) {
    const values = new Set<string>();
    for (const text of texts) if (values.size <= MAX_CODES) values.add(text[at] ?? ' ');
    if (values.size < 2 || values.size > MAX_CODES || values.has(' ')) continue;
    columns.push({ code: { kind, start: at, end: at + 1 }, values: [...values] });
  }
  return columns;
}
