import { isDate, splitDigits } from './split-digits.ts';

/** A column of fixed-width lines. `start` is inclusive and `end` exclusive, in characters from 0. */
export interface SeenColumn {
  readonly start: number;
  readonly end: number;
  readonly align: 'LEFT' | 'RIGHT';
}

/** The minimum number of lines in which columns can be recognised. */
const MIN_LINES = 2;
/** A position belongs to a gap between columns if at least this share of the lines has a blank there. */
const BLANK = 0.99;
/**
 * A column starts at a position if at least this share of the lines has a text that starts there, and in no line a text
 * continues across it.
 */
const BEGINS = 0.3;
const MIN_BEGINS = 2;
/** In fewer lines, one blank in all of them may separate words instead of columns. */
const FEW_LINES = 6;

/**
 * Finds the columns of fixed-width lines. `lines` are the characters of each line. Columns are separated by blanks, or
 * by a change between letters and digits, and before a date or after a sign in a row of digits. Returns an empty list for
 * fewer than two lines.
 */
export function findColumns(lines: readonly (readonly string[])[]): SeenColumn[] {
  if (lines.length < MIN_LINES) return [];
  const width = widthOf(lines);
  const isGap = Array.from(
    { length: width },
    (_, at) => lines.filter((line) => isBlankAt(line, at)).length >= BLANK * lines.length,
  );
  const runs: { start: number; end: number }[] = [];
  for (let at = 0; at < width; at++) {
    if (isGap[at] === true) continue;
    const last = runs.at(-1);
    if (last === undefined || last.end < at || beginsAt(lines, at) || continuesGroups(lines, runs, at))
      runs.push({ start: at, end: at + 1 });
    else last.end = at + 1;
  }
  const columns = joinWords(lines, splitPrefix(lines, runs)).flatMap((run) => splitDigits(lines, run));
  return withGaps(
    columns.map((run, at) => ({ ...run, align: alignOf(lines, run, (columns[at - 1]?.end ?? 0) < run.start) })),
    width,
  );
}

/** Returns the length of the lines, or that of their texts if only one line is so long and has blanks at its end. */
function widthOf(lines: readonly (readonly string[])[]): number {
  const longest = lines.reduce((most, { length }) => Math.max(most, length), 0);
  if (lines.filter(({ length }) => length === longest).length > 1) return longest;
  return lines.reduce((most, line) => Math.max(most, line.join('').trimEnd().length), 0);
}

/** Whether a text begins as far from the last column as that from the one before it, in few lines that show no more. */
function continuesGroups(lines: readonly (readonly string[])[], runs: readonly Run[], at: number): boolean {
  const [before, last] = runs.slice(-2);
  if (before === undefined || last === undefined || lines.length >= FEW_LINES) return false;
  const distance = last.start - before.start;
  const isClear = (line: readonly string[]) => isBlankAt(line, at) || isBlankAt(line, at - 1);
  const isBegun = lines.some((line) => !isBlankAt(line, at));
  return distance > 2 && at - last.start === distance && isBegun && lines.every(isClear);
}

/** The minimum length of letters at the beginning of all lines that are a column if a line has nothing else. */
const MIN_PREFIX = 2;

/** Splits the first column after the letters with which all lines begin, if one of the lines ends there. */
function splitPrefix(lines: readonly (readonly string[])[], runs: readonly Run[]): readonly Run[] {
  const texts = lines.map((line) => line.join('').trimEnd());
  const shortest = texts.reduce((a, b) => (b.length < a.length ? b : a), texts[0] ?? '');
  const [first, ...others] = runs;
  const isPrefix =
    /^[A-Z]+$/.test(shortest) && shortest.length >= MIN_PREFIX && texts.every((text) => text.startsWith(shortest));
  if (first === undefined || !isPrefix || first.start > 0 || first.end <= shortest.length) return runs;
  return [{ start: 0, end: shortest.length }, { start: shortest.length, end: first.end }, ...others];
}

interface Run {
  readonly start: number;
  readonly end: number;
}

/** Whether a line has more than one blank between two runs, though other lines have one: it fills a column. */
function isFilled(lines: readonly (readonly string[])[], last: Run, { start, end }: Run): boolean {
  return lines.some(
    (line) =>
      line.slice(last.start, last.end).some((one) => one !== ' ') &&
      isBlankAt(line, last.end - 1) &&
      line.slice(start, end).some((one) => one !== ' '),
  );
}

/** Whether three runs or more begin at equal distances, as groups that repeat do. */
function isRegular(runs: readonly Run[], at: number): boolean {
  const distances = runs.slice(1).map(({ start }, index) => start - (runs[index]?.start ?? 0));
  const own = distances[at - 1] ?? 0;
  return own > 2 && distances.slice(1).length > 1 && distances.slice(1).every((one) => one === own);
}

/** In few lines, joins the runs that one blank separates if all their texts are words. */
function joinWords(lines: readonly (readonly string[])[], runs: readonly Run[]): readonly Run[] {
  if (lines.length >= FEW_LINES) return joinConstants(lines, runs);
  const areWords = ({ start, end }: Run) =>
    lines.every((line) => /^[\p{L}\p{M}'’. -]*$/u.test(line.slice(start, end).join('')));
  const isCode = ({ start, end }: Run) =>
    end - start < FEW_LINES && lines.every((line) => /^\p{Lu}+$/u.test(line.slice(start, end).join('')));
  return runs.reduce<Run[]>((joined, run, at) => {
    const last = joined.at(-1);
    const areJoined =
      last !== undefined &&
      run.start - last.end === 1 &&
      !isRegular(runs, at) &&
      !isFilled(lines, last, run) &&
      areWords(last) &&
      areWords(run) &&
      !isCode(last) &&
      !isCode(run);
    return areJoined ? [...joined.slice(0, -1), { start: last.start, end: run.end }] : [...joined, run];
  }, []);
}

/** Joins words that all lines have, such as ACME LIMITED. */
function joinConstants(lines: readonly (readonly string[])[], runs: readonly Run[]): readonly Run[] {
  const textOf = (line: readonly string[], { start, end }: Run) => line.slice(start, end).join('');
  const isConstant = (run: Run) => {
    const first = textOf(lines[0] ?? [], run);
    return /^\p{L}[\p{L}.&'-]+$/u.test(first) && lines.every((line) => textOf(line, run) === first);
  };
  return runs.reduce<Run[]>((joined, run) => {
    const last = joined.at(-1);
    const areJoined =
      last !== undefined &&
      run.start - last.end === 1 &&
      isConstant({ ...last, start: lastWord(lines, last) }) &&
      isConstant(run);
    return areJoined ? [...joined.slice(0, -1), { start: last.start, end: run.end }] : [...joined, run];
  }, []);
}

/** Returns the position after the last blank of a run in the first line. */
function lastWord(lines: readonly (readonly string[])[], { start, end }: Run): number {
  const blank = (lines[0] ?? []).slice(start, end).lastIndexOf(' ');
  return blank < 0 ? start : start + blank + 1;
}

function isBlankAt(line: readonly string[], at: number): boolean {
  return (line[at] ?? ' ') === ' ';
}

function beginsAt(lines: readonly (readonly string[])[], at: number): boolean {
  const counts = { begun: 0, spaced: 0, padded: 0, joined: 0 };
  for (const line of lines) {
    const [earlier = ' ', before = ' ', here = ' '] = [line[at - 2], line[at - 1], line[at]];
    if (here === ' ') continue;
    counts.begun++;
    if (before === ' ') {
      counts.spaced++;
      if (earlier === ' ' || !/\p{L}/u.test(earlier)) counts.padded++;
      continue;
    }
    const isName = /\p{Ll}/u.test(before) && /\p{Lu}/u.test(here);
    if (classOf(before) === classOf(here) && !isName) return false;
    // Digits, points and signs next to each other belong to one text.
    if (classOf(before) !== 'letter' && classOf(here) !== 'letter') return false;
    if (classOf(before) === 'letter') counts.joined++;
  }
  const { begun, spaced, padded, joined } = counts;
  // Letters before digits are a code, such as C00001, unless they fill a column that other lines do not fill.
  if (joined > 0 && spaced === 0) return false;
  // One blank in all lines separates the words of a text.
  if (spaced === begun && padded === 0) return false;
  return begun >= Math.max(BEGINS * lines.length, Math.min(MIN_BEGINS, lines.length));
}

function classOf(character: string): 'letter' | 'digit' | 'sign' {
  return /\p{L}/u.test(character) ? 'letter' : /\d/.test(character) ? 'digit' : 'sign';
}

/**
 * Numbers of one width are aligned to the right if blanks are before them, because longer numbers need these blanks.
 */
export function alignOf(
  lines: readonly (readonly string[])[],
  { start, end }: Run,
  hasGapBefore: boolean,
): SeenColumn['align'] {
  const filled = lines.filter((line) => line.slice(start, end).some((character) => character !== ' '));
  const left = filled.filter((line) => !isBlankAt(line, start)).length;
  const right = filled.filter((line) => !isBlankAt(line, end - 1)).length;
  if (right < 0.95 * filled.length || right < left) return 'LEFT';
  return right > left || (hasGapBefore && areNumbers(filled.map((line) => line.slice(start, end).join('').trim())))
    ? 'RIGHT'
    : 'LEFT';
}

/** A number with a sign before or after its digits, groups and decimals. */
const NUMBER = /^[-+]?(?:\d+|\d{1,3}(?:[.,']\d{3})+)?(?:[.,]\d+)?[-+]?$/;
/** The share of the texts of a column of numbers that are numbers. */
const MOST = 0.95;

/**
 * Whether texts are numbers that may get longer. Numbers with leading zeros and dates do not. The first text may be a
 * label.
 */
function areNumbers(texts: readonly string[]): boolean {
  const values = texts.length > 2 && !/\d/.test(texts[0] ?? '') ? texts.slice(1) : texts;
  return (
    values.length > 0 &&
    values.filter((text) => NUMBER.test(text) && /\d/.test(text)).length >= MOST * values.length &&
    !values.some((text) => /^[-+]?0\d/.test(text)) &&
    !values.every(isDate) &&
    !values.every((text) => /^(?:19|20)\d\d$/.test(text))
  );
}

/** Assigns the blanks between two columns to the right one if it is aligned to the right, or else to the left one. */
export function withGaps(columns: readonly SeenColumn[], width: number): SeenColumn[] {
  return columns.map((column, at) => ({
    ...column,
    start: column.align === 'LEFT' ? column.start : (columns[at - 1]?.end ?? 0),
    end: endOf(column, columns[at + 1], width),
  }));
}

function endOf({ end, align }: SeenColumn, next: SeenColumn | undefined, width: number): number {
  if (align === 'RIGHT') return end;
  if (next === undefined) return width;
  return next.align === 'LEFT' ? next.start : end;
}
