import type { CsvDialect } from '../../kernel/csv/record-source.ts';
import { isBlank } from '../../kernel/values/text.ts';

/** The special characters of a CSV file, and whether blank lines are skipped. */
export type WrittenDialect = Pick<CsvDialect, 'delimiter' | 'quote' | 'escape' | 'comment' | 'skipBlankLines'>;

/** Writes the line of a record without its line end. Returns null if its cells cannot be written in the dialect. */
export function writeLine(texts: readonly string[], dialect: WrittenDialect): string | null {
  const cells = texts.map((text, at) => writeCell(text, at, dialect));
  if (cells.includes(null)) return null;
  const line = cells.join(dialect.delimiter);
  if (!isLost(line, dialect)) return line;
  // The line would count as blank. A quoted first cell prevents that.
  return dialect.quote === '' ? null : [quoteText(texts[0] ?? '', dialect), ...cells.slice(1)].join(dialect.delimiter);
}

function isLost(line: string, { skipBlankLines, delimiter }: WrittenDialect): boolean {
  return skipBlankLines && isBlank(line) && !line.includes(delimiter);
}

function writeCell(text: string, at: number, dialect: WrittenDialect): string | null {
  const { delimiter, quote, comment } = dialect;
  const isComment = at === 0 && comment !== '' && text.startsWith(comment);
  const opensQuote = quote !== '' && text.startsWith(quote);
  if (!isComment && !opensQuote && !text.includes(delimiter) && !/[\r\n]/.test(text)) return text;
  return quote === '' ? null : quoteText(text, dialect);
}

/** Quotes a text and escapes the quotes and escapes in it. */
export function quoteText(text: string, { quote, escape }: WrittenDialect): string {
  const escaped = [...text].map((character) =>
    character === quote || character === escape ? escape + character : character,
  );
  return quote + escaped.join('') + quote;
}
