import { createRequire } from 'node:module';
import type { CsvError, Options } from 'csv-parse/sync';
import { isBlank } from '../../../kernel/values/text.ts';

// csv-parse is loaded only when a sample is read, because the compiler does not need it.
const require = createRequire(import.meta.url);

/** The special characters of a CSV sample. An empty text means that the sample does not use the character. */
export interface SampleDialect {
  readonly delimiter: string;
  readonly quote: string;
  readonly escape: string;
  readonly comment: string;
  /** Whether blanks around the delimiter, and before an opening quote, belong to no cell. */
  readonly skipsBlanks?: boolean;
}

/** A row of a CSV sample. */
export interface SampleRow {
  readonly cells: readonly string[];
  /** The physical line on which the row begins, from 1. */
  readonly line: number;
}

/**
 * Reads at most `maxRows` rows of a sample. Skips comments and blank lines. If a quote never closes, skips each line
 * with an opening quote that does not close within 50 lines. Uses csv-parse only if the text contains quotes.
 */
export function readRows(text: string, dialect: SampleDialect, maxRows: number): SampleRow[] {
  if (dialect.quote === '' || !text.includes(dialect.quote)) return splitRows(text, dialect, maxRows);
  return tryRead(text, dialect, maxRows) ?? tryRead(withoutOpenQuotes(text, dialect), dialect, maxRows) ?? [];
}

/** Reads rows of a text without quotes, and without csv-parse. This is about ten times as fast. */
function splitRows(text: string, { delimiter, comment }: SampleDialect, maxRows: number): SampleRow[] {
  const rows: SampleRow[] = [];
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  for (let at = 0; at < lines.length && rows.length < maxRows; at++) {
    const line = lines[at] ?? '';
    if (line === '' || (comment !== '' && line.startsWith(comment))) continue;
    const cells = line.split(delimiter);
    if (cells.length > 1 || !isBlank(line)) rows.push({ cells, line: at + 1 });
  }
  return rows;
}

function tryRead(text: string, dialect: SampleDialect, maxRows: number): SampleRow[] | null {
  try {
    const parsed = loadCsvParse().parse(text, { ...optionsOf(dialect, maxRows), relax_quotes: true, info: true });
    // With `info`, csv-parse returns each row together with the line on which it ends.
    return toRows(parsed as unknown as readonly ParsedRow[]);
  } catch {
    // A quote that never closes makes csv-parse throw.
    return null;
  }
}

function loadCsvParse(): typeof import('csv-parse/sync') {
  // `require` is untyped. The type is that of the same package.
  return require('csv-parse/sync') as typeof import('csv-parse/sync');
}

/** The maximum number of lines that a quoted cell may span in a text with a quote that never closes. */
const MAX_LINES = 50;

/**
 * Replaces each line with an opening quote that is not closed within MAX_LINES lines by an empty line. So the line
 * numbers remain the same.
 */
function withoutOpenQuotes(text: string, { quote, escape }: SampleDialect): string {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  const isOpen = lines.map((line) => countQuotes(line, quote, escape) % 2 === 1);
  let kept = '';
  for (let at = 0; at < lines.length; at++) {
    const closing = isOpen[at] === true ? isOpen.slice(at + 1, at + MAX_LINES).indexOf(true) : -1;
    if (isOpen[at] !== true) kept += lines[at] ?? '';
    else if (closing < 0) kept += '\n';
    else {
      kept += lines.slice(at, at + closing + 2).join('');
      at += closing + 1;
    }
  }
  return kept;
}

function countQuotes(line: string, quote: string, escape: string): number {
  const bare =
    escape === quote || escape === '' ? line : line.replaceAll(escape + escape, '').replaceAll(escape + quote, '');
  return bare.split(quote).length - 1;
}

interface ParsedRow {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

function toRows(parsed: readonly ParsedRow[]): SampleRow[] {
  let end = 0;
  const rows = parsed.map(({ record, info: { lines } }) => {
    // csv-parse counts line ends. If a row ends one line after the previous row, it begins on the same line on which it
    // ends.
    const line = lines === end + 1 ? lines : lines - lineEndsIn(record);
    end = lines;
    return { cells: record, line };
  });
  return rows.filter(({ cells }) => cells.length > 1 || !isBlank(cells[0] ?? ''));
}

function lineEndsIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

/**
 * Returns the number of rows with a quoting fault, but at most `max`. A fault is text after a closing quote, or a quote
 * that never closes. Rows after the first `max` rows without text after a closing quote may remain unread.
 */
export function countFaults(text: string, dialect: SampleDialect, max: number): number {
  if (dialect.quote === '' || !text.includes(dialect.quote)) return 0;
  const faults = countClosingFaults(text, dialect, max);
  if (faults !== null) return Math.min(max, faults);
  const kept = withoutOpenQuotes(text, dialect);
  const dropped = countLinesWithText(text) - countLinesWithText(kept);
  return Math.min(max, dropped + (countClosingFaults(kept, dialect, max) ?? max));
}

function countLinesWithText(text: string): number {
  return text.split(/[\r\n]+/).filter((line) => line !== '').length;
}

/**
 * Returns the number of rows with text after a closing quote. Stops after `max` other rows. Returns null if a quote
 * never closes in the rows that are read.
 */
function countClosingFaults(text: string, dialect: SampleDialect, max: number): number | null {
  const lines = new Set<unknown>();
  const note = (error: CsvError | undefined) => {
    // Other errors are ignored: a quote inside of an unquoted cell is text.
    if (error?.code === 'CSV_INVALID_CLOSING_QUOTE') lines.add(error['lines']);
    return undefined;
  };
  try {
    loadCsvParse().parse(text, { ...optionsOf(dialect, max), skip_records_with_error: true, on_skip: note });
    return lines.size;
  } catch {
    return null;
  }
}

function optionsOf({ delimiter, quote, escape, comment, skipsBlanks }: SampleDialect, maxRows: number): Options {
  return {
    delimiter,
    quote: quote === '' ? null : quote,
    escape: escape === '' ? null : escape,
    ...(comment === '' ? {} : { comment, comment_no_infix: true }),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    ...(skipsBlanks === true ? { trim: true } : {}),
    skip_empty_lines: true,
    to: maxRows,
  };
}
