import type { CsvCharacters } from '../../kernel/csv/split-cells.ts';
import type { TextRange } from './text-range.ts';

/**
 * Returns the range of each cell of a CSV record (RFC 4180), including its quotes. In a malformed record, text after a
 * closing quote belongs to the cell. A cell whose quote is not closed extends to the end of the text.
 */
export function findCsvCells(text: string, characters: CsvCharacters): TextRange[] {
  const { delimiter, quote } = characters;
  const ranges: TextRange[] = [];
  for (let at = 0; ; at += delimiter.length) {
    const isQuoted = quote !== '' && text.startsWith(quote, at);
    const next = text.indexOf(delimiter, isQuoted ? findQuoteEnd(text, at + quote.length, characters) : at);
    const end = next < 0 ? text.length : next;
    ranges.push({ start: at, end });
    if (next < 0) return ranges;
    at = end;
  }
}

/** Returns the index after the closing quote, or the length of the text if there is none. */
function findQuoteEnd(text: string, from: number, { quote, escape }: CsvCharacters): number {
  for (let at = from; at < text.length; ) {
    const escaped = text.startsWith(escape, at) ? at + escape.length : -1;
    if (escaped >= 0 && text.startsWith(quote, escaped)) at = escaped + quote.length;
    else if (escaped >= 0 && escape !== quote && text.startsWith(escape, escaped)) at = escaped + escape.length;
    else if (text.startsWith(quote, at)) return at + quote.length;
    else at++;
  }
  return text.length;
}
