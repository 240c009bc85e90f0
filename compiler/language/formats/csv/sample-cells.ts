import type { CsvDialect } from '../../../kernel/csv/line-parser.ts';
import { isBlank } from '../../../kernel/values/text.ts';

/**
 * The part of a CSV dialect that is needed to write records: special characters, and whether blank lines are skipped.
 */
export type WrittenDialect = Pick<
  CsvDialect,
  'delimiter' | 'quote' | 'escape' | 'escapesOutside' | 'quotesRows' | 'comment' | 'skipBlankLines' | 'separator'
>;

/** Writes the line of a record without a line end. Returns null if the dialect cannot express its cells. */
export function writeLine(texts: readonly string[], dialect: WrittenDialect): string | null {
  const cells = texts.map((text, at) => writeCell(text, at, dialect));
  if (cells.includes(null)) return null;
  const line = cells.join(dialect.delimiter);
  if (dialect.quotesRows === true) return quoteText(line, dialect);
  if (!isLost(line, dialect)) return line;
  // The reader would skip the line as blank. A quoted first cell prevents that.
  return dialect.quote === '' ? null : [quoteText(texts[0] ?? '', dialect), ...cells.slice(1)].join(dialect.delimiter);
}

function isLost(line: string, { skipBlankLines, delimiter }: WrittenDialect): boolean {
  return skipBlankLines && isBlank(line) && !line.includes(delimiter);
}

function writeCell(text: string, at: number, dialect: WrittenDialect): string | null {
  const { delimiter, quote, escape, escapesOutside, comment, separator } = dialect;
  const isComment = at === 0 && comment !== '' && text.startsWith(comment);
  const opensQuote = quote !== '' && text.startsWith(quote);
  const hasDelimiter = text.includes(delimiter) || endsInDelimiter(text, delimiter);
  const hasEnd = /[\r\n]/.test(text) || (separator !== undefined && text.includes(separator));
  const hasEscape = escapesOutside === true && text.includes(escape);
  if (!isComment && !opensQuote && !hasDelimiter && !hasEscape && !hasEnd) return text;
  if (quote === '' && escapesOutside === true && !isComment && !endsInDelimiter(text, delimiter) && !hasEnd)
    return text.replaceAll(escape, () => escape + escape).replaceAll(delimiter, () => escape + delimiter);
  return quote === '' ? null : quoteText(text, dialect);
}

/** Returns whether a text without quotes ends with characters that a reader takes for the beginning of the delimiter after it. */
export function endsInDelimiter(text: string, delimiter: string): boolean {
  const end = delimiter.length > 1 ? text.slice(1 - delimiter.length) : '';
  return `${end}${delimiter}`.indexOf(delimiter) < end.length;
}

/** Surrounds a text with quotes, and escapes the quotes and escape characters in it. */
export function quoteText(text: string, { quote, escape }: WrittenDialect): string {
  const escaped = [...text].map((character) =>
    character === quote || character === escape ? escape + character : character,
  );
  return quote + escaped.join('') + quote;
}
