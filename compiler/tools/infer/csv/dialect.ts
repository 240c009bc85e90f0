import { countBlankSeparated } from './blanks.ts';
import { logFieldsOf } from './log-fields.ts';
import { countWithTails } from './ragged.ts';
import { findSeveral } from './several-characters.ts';
import { findRulerMark } from './rulers.ts';
import { countFaults, readRows, type SampleDialect, type SampleRow } from './rows.ts';

/** An inferred CSV dialect, with its evidence. */
export interface DialectGuess {
  readonly dialect: SampleDialect;
  /** The most frequent number of cells in a row. */
  readonly width: number;
  /** The share of rows with `width` cells, from 0 to 1. */
  readonly share: number;
  /** The best dialect with another delimiter, or null if none scores nearly as well. */
  readonly rival: SampleDialect | null;
}

const USUAL = [',', ';', '\t', '|'];
/** Delimiters that are chosen only if no usual one fits nearly as well. */
const RARE = ['^', '~', '\u001f', '\u001e', '\u0001', '§', '¦', ':'];
/** Colons that belong to texts: in times, addresses, labels and keys, and in the moments and names of logs and networks. */
const COLON_IN_TEXT = [
  /:[ \t]|:\/\/|(?:^|[^\d:])\d{1,2}:[0-5]\d(?:[^\d:]|:[0-5]\d(?:[^\d:]|$)|$)|"[^"\r\n]*:|\{/m,
  /\/\d{4}:\d\d:\d\d:\d\d|:\d{2,5}\/|^urn:/im,
  /^[\da-f]{2}(?::[\da-f]{2}){3,}$/im,
  /^(?=[\d:]*[a-f])[\da-f]{1,4}(?::[\da-f]{1,4}){7}$/im,
];
const QUOTING: readonly (readonly [quote: string, escape: string])[] = [
  ['"', '"'],
  ['"', '\\'],
  ["'", "'"],
  ['', ''],
];
/** A first line that declares the delimiter, such as `sep=;`. */
export const DECLARATION = /^\ufeff?"?sep=(.)"?(?:\r\n?|\n)/iu;
const COMMENTS = ['#', '!', '%', ';'];

/** The maximum number of characters (LOOKED_AT) and of rows (MAX_ROWS) of a sample that decide the dialect. */
const LOOKED_AT = 100_000;
const MAX_ROWS = 500;

/**
 * Returns the dialect with the best score. A dialect scores well if most rows have the same number of cells, and if few
 * cells contain quotes or other delimiters. `more`: a delimiter that is tried besides the usual ones.
 */
export function guessDialect(text: string, more: string | null = null): DialectGuess {
  const declared = DECLARATION.exec(text);
  const looked = firstLines(declared === null ? text : text.slice(declared[0].length));
  const comment = findRulerMark(looked) ?? findComment(looked);
  const several = findSeveral(looked.split(/[\r\n]+/, MAX_ROWS).filter((line) => line.trim() !== ''));
  const delimiter = declared?.[1];
  const delimiters =
    delimiter !== undefined && looked.includes(delimiter)
      ? [delimiter]
      : several === null
        ? [...USUAL, ...RARE, ...(more === null ? [] : [more])].filter(
            (delimiter) => looked.includes(delimiter) && delimiter !== comment && !isInTexts(looked, delimiter),
          )
        : [several];
  const [best, ...others] = rateAll(looked, delimiters, comment);
  const isOpen = delimiter === undefined && several === null;
  const blanks = isOpen && ((best?.share ?? 0) < 1 || logFieldsOf(looked) !== null) ? findBlanks(looked) : null;
  if (blanks !== null && blanks.width > (best?.width ?? 1)) return blanks;
  if (best === undefined || best.width < 2) return findBlanks(looked) ?? oneColumn(looked, comment);
  const rival = others.find(
    ({ dialect, score }) => dialect.delimiter !== best.dialect.delimiter && score > 0.7 * best.score && score > 1,
  );
  const { dialect, share } = best;
  const whole = share < 1 ? countWithTails(readRows(looked, dialect, MAX_ROWS), best.width, dialect.delimiter) : null;
  return { dialect, width: whole ?? best.width, share, rival: rival?.dialect ?? null };
}

/** Whether a colon is rather a part of texts than a delimiter: not all lines have as many, or its places are those of texts. */
function isInTexts(text: string, delimiter: string): boolean {
  if (delimiter !== ':') return false;
  const widths = new Set(
    text
      .split(/[\r\n]+/, MAX_ROWS)
      .filter((line) => line.trim() !== '' && !line.startsWith('#'))
      .map((line) => line.split(delimiter).length),
  );
  const [width = 1] = widths;
  return COLON_IN_TEXT.some((form) => form.test(text)) || widths.size > 1 || width < MIN_COLONS;
}

/** Lines with fewer cells between colons are rather labels with values. */
const MIN_COLONS = 3;

/** Returns the dialect of a table whose cells are divided by one blank, or null if the sample is none. */
function findBlanks(text: string): DialectGuess | null {
  const found = countBlankSeparated(text, text.startsWith('#') ? '#' : '');
  return found === null ? null : { ...found, share: 1, rival: null };
}

function firstLines(text: string): string {
  const end = Math.max(text.lastIndexOf('\n', LOOKED_AT), text.lastIndexOf('\r', LOOKED_AT));
  return text.slice(0, text.length > LOOKED_AT && end > 0 ? end : LOOKED_AT);
}

/**
 * Returns the dialect of a sample with one column. Its delimiter is a comma if each row still has one cell then.
 * Otherwise it is a character that does not occur in the sample, if possible.
 */
function oneColumn(text: string, comment: string): DialectGuess {
  const unused = [...USUAL, ...RARE].find((delimiter) => !text.includes(delimiter) && delimiter !== comment) ?? ',';
  const [comma] = rateAll(text, [','], comment);
  const [best] = comma?.width === 1 && comma.share === 1 ? [comma] : rateAll(text, [unused], comment);
  return {
    dialect: best?.dialect ?? { delimiter: ',', quote: '"', escape: '"', comment },
    width: 1,
    share: best?.share ?? 1,
    rival: null,
  };
}

/**
 * Double quotes are tried for all delimiters. Other kinds of quoting are tried only for this number of best delimiters.
 */
const MAX_QUOTED = 3;

function rateAll(text: string, delimiters: readonly string[], comment: string): Rating[] {
  const [[quote, escape] = ['"', '"'], ...others] = QUOTING;
  const plain = sortRatings(
    delimiters.map((delimiter) =>
      rate(text, {
        delimiter,
        quote,
        escape,
        comment,
        ...blanksOf(text, delimiter, quote),
      }),
    ),
  );
  // A kind of quoting makes no difference if the text does not contain its quote.
  const quotings = others.filter(([other]) => text.includes(other === '' ? '"' : other));
  const quoted = plain
    .slice(0, MAX_QUOTED)
    .flatMap(({ dialect: { skipsBlanks: _, ...dialect } }) =>
      quotings.map(([other, by]) =>
        rate(text, { ...dialect, quote: other, escape: by, ...blanksOf(text, dialect.delimiter, other) }),
      ),
    );
  return sortRatings([...plain, ...quoted]);
}

/** A cell of the first 200 lines that is surrounded by quotes with blanks before them: `1, "Miller, Anna"`. */
function blanksOf(text: string, delimiter: string, quote: string): Pick<SampleDialect, 'skipsBlanks'> {
  return quote !== '' && hasQuotedCell(text, { delimiter, quote, before: ' +' }) ? { skipsBlanks: true } : {};
}

/** Whether a cell of the first 200 lines is surrounded by quotes, with these blanks before them. */
function hasQuotedCell(
  text: string,
  { delimiter, quote, before }: { delimiter: string; quote: string; before: ' +' | ' *' },
): boolean {
  const escaped = delimiter.replace(/[|^$*+?.()[\]{}\\]/g, '\\$&');
  const start = before === ' +' ? escaped : `(?:${escaped}|^)`;
  const cell = new RegExp(`${start}${before}${quote}[^${quote}]*${quote} *(?:${escaped}|$)`);
  return text.split(/[\r\n]+/, 200).some((line) => cell.test(line));
}

function sortRatings(ratings: readonly Rating[]): Rating[] {
  return [...ratings].sort((a, b) => b.score - a.score);
}

interface Rating {
  readonly dialect: SampleDialect;
  readonly width: number;
  readonly share: number;
  readonly score: number;
}

function rate(text: string, dialect: SampleDialect): Rating {
  const rows = readRows(text, dialect, MAX_ROWS);
  const { width, share } = usualWidth(rows);
  const faults = countFaults(text, dialect, MAX_ROWS) / Math.max(1, rows.length);
  const alike = width < 2 ? 0.2 : share * share * (1 + Math.log2(width));
  const penalty = (RARE.includes(dialect.delimiter) ? 0.6 : 1) * quotingWeight(text, rows, dialect);
  return { dialect, width, share, score: alike * penalty * cleanShare(rows, dialect) * Math.max(0.05, 1 - 2 * faults) };
}

/**
 * Returns the most frequent number of cells in a row (`width`) and the share of rows with it, from 0 to 1. Of two
 * equally frequent numbers, returns the larger one. Returns 1 and 0 if there are no rows.
 */
function usualWidth(rows: readonly SampleRow[]): { width: number; share: number } {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [mostFrequent] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  if (mostFrequent === undefined) return { width: 1, share: 0 };
  const [width, count] = mostFrequent;
  return findTableBelow(rows, { width, count }) ?? { width, share: count / rows.length };
}

/** The maximum number of lines above a table, and of lines below it. */
const MAX_ABOVE = 30;
const MAX_BELOW = 5;

/**
 * Titles above a short table may be more than its records. Returns the width of the last block of rows, and the share of
 * the rows from there that have it. The block must be wider than `usual`, have more cells, and have no other rows within
 * it. Returns null if there is no such block.
 */
function findTableBelow(
  rows: readonly SampleRow[],
  usual: { width: number; count: number },
): { width: number; share: number } | null {
  const widths = rows.map(({ cells }) => cells.length);
  const isWider = (width: number) => width > usual.width;
  // A line with a sum may be after the table, with other cells.
  const width = mostOf(widths.filter(isWider));
  const last = widths.lastIndexOf(width);
  let first = last;
  while (first > 0 && widths[first - 1] === width) first--;
  const count = last - first + 1;
  const isTable =
    last >= 0 && count > 1 && first > 0 && first <= MAX_ABOVE && rows.length - 1 - last <= MAX_BELOW && width > 2;
  if (!isTable || count * width <= usual.count * usual.width || widths.slice(0, first).some(isWider)) return null;
  return { width, share: (0.95 * count) / (rows.length - first) };
}

/** Returns the most frequent number, or 0 if there is none. */
function mostOf(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => countOf(numbers, b) - countOf(numbers, a))[0] ?? 0;
}

/**
 * Returns a factor for the score of a kind of quoting. Plain double quotes have 1. Other kinds have less, especially if
 * they are not used in the text.
 */
function quotingWeight(text: string, rows: readonly SampleRow[], dialect: SampleDialect): number {
  const { quote, escape, delimiter } = dialect;
  if (quote === '"') return escape === '"' ? 1 : 0.995;
  if (isWellQuoted(text, dialect)) return 0.1;
  if (quote === '') return 0.96 * (1 - wrappedShare(rows));
  // A single quote counts only if it surrounds whole cells. Otherwise it is an apostrophe.
  return hasQuotedCell(text, { delimiter, quote, before: ' *' }) ? 0.9 * (1 - wrappedShare(rows)) : 0.1;
}

/**
 * Whether more than 20 % of the first 200 lines have a cell that begins with a double quote, and no quoted cell has a
 * fault.
 */
function isWellQuoted(text: string, dialect: SampleDialect): boolean {
  const lines = text.split(/[\r\n]+/).slice(0, 200);
  const quoted = lines.filter((line) => line.split(dialect.delimiter).some((cell) => cell.startsWith('"')));
  return (
    quoted.length > 0.2 * lines.length && countFaults(text, { ...dialect, quote: '"', escape: '"' }, MAX_ROWS) === 0
  );
}

/**
 * Returns the share of cells in the first 200 rows that are still surrounded by double quotes, from 0 to 1. A high
 * share means that the text uses double quotes.
 */
function wrappedShare(rows: readonly SampleRow[]): number {
  const cells = rows.slice(0, 200).flatMap((row) => row.cells);
  return cells.filter((cell) => /^".+"$/su.test(cell.trim())).length / Math.max(1, cells.length);
}

/**
 * Returns a factor for the share of clean cells in the first 200 rows, from 0.3 to 1, or 0.5 if there are no cells. A
 * clean cell has no unpaired or surrounding quotes and contains no other delimiter.
 */
function cleanShare(rows: readonly SampleRow[], { delimiter, quote }: SampleDialect): number {
  let clean = 0;
  let all = 0;
  for (const { cells } of rows.slice(0, 200)) {
    for (const cell of cells) {
      all++;
      if (isClean(cell.trim(), delimiter, quote)) clean++;
    }
  }
  return all === 0 ? 0.5 : 0.3 + (0.7 * clean) / all;
}

function isClean(cell: string, delimiter: string, quote: string): boolean {
  if (cell === '') return true;
  const opens = ['"', "'"].some(
    (mark) => mark !== quote && cell.startsWith(mark) !== cell.endsWith(mark) && cell.length > 1,
  );
  const wrapped = ['"', "'"].some(
    (mark) => mark !== quote && cell.length > 1 && cell.startsWith(mark) && cell.endsWith(mark),
  );
  const others = [';', '\t', '|'].some((other) => other !== delimiter && cell.includes(other));
  return !opens && !wrapped && !others;
}

/**
 * Finds the character that begins comment lines. At least half of the comment lines must differ from the other lines in
 * the number of cells. Returns `''` if there are no comments.
 */
function findComment(text: string): string {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  return (
    COMMENTS.find((mark) => {
      const marked = lines.filter((line) => line.startsWith(mark));
      const others = lines.filter((line) => !line.startsWith(mark));
      // If most other lines contain the character, it is a delimiter, and the marked lines have an empty first cell.
      if (USUAL.includes(mark) && others.filter((line) => line.includes(mark)).length > others.length / 2) return false;
      if (areTable(marked, others)) return false;
      if (marked.length === 0 || others.length === 0) return false;
      // Remarks may be more than the values of one column, and begin with a blank.
      if (marked.every((line) => REMARK.test(line)) && lines.every((line) => countUsual(line) === 0)) return true;
      if (marked.length > 0.5 * lines.length + 12) return false;
      const [delimiter] = USUAL.filter((one) => one !== mark).sort((a, b) => countIn(others, b) - countIn(others, a));
      const usual = (line: string) => line.split(delimiter ?? ',').length;
      const isOfOtherWidth = (line: string) =>
        usual(line) === 1 || !others.some((other) => usual(other) === usual(line));
      return (
        2 * marked.filter(isOfOtherWidth).length >= marked.length &&
        (mark === '#' || marked.every((line) => /^.\s*\p{L}/u.test(line))) &&
        others.some((line) => usual(line) > 1)
      );
    }) ?? ''
  );
}

/** A line of a remark, rather than a heading or a record. */
const REMARK = /^#+(?:[\s!]|$)/;

function countUsual(line: string): number {
  return line.startsWith('#') ? 0 : USUAL.reduce((sum, one) => sum + line.split(one).length - 1, 0);
}

/** The number of lines from which most of the marked ones are records, if they have the same number of cells. */
const MIN_TABLE = 3;

/** Whether lines that begin with a mark are the records of a table: most of them have as many cells as each other. */
function areTable(marked: readonly string[], others: readonly string[]): boolean {
  if (marked.length < MIN_TABLE || marked.length < others.length) return false;
  const [delimiter = ','] = [...USUAL].sort((a, b) => countIn(marked, b) - countIn(marked, a));
  const widths = marked.map((line) => line.split(delimiter).length);
  const [width = 0] = [...widths].sort((a, b) => countOf(widths, b) - countOf(widths, a));
  return width > 2 && countOf(widths, width) >= 0.8 * marked.length;
}

function countOf(widths: readonly number[], width: number): number {
  return widths.filter((one) => one === width).length;
}

function countIn(lines: readonly string[], delimiter: string): number {
  return lines.reduce((sum, line) => sum + line.split(delimiter).length - 1, 0);
}
