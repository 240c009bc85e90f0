import type { Header } from '../../../kernel/csv/header.ts';
import type { CsvCharacters } from '../../../kernel/csv/split-cells.ts';
import { createFileFormat, type TextRange, withoutLineEnd, type WrittenValue } from '../model/file-format.ts';
import type { CsvSpec } from './keys.ts';

/** Where cells are in a record. `isNamed`: the header of the file determines the order of the columns. */
interface CsvPlaces {
  readonly characters: CsvCharacters;
  readonly isNamed: boolean;
}

/** Files of CSV: cells between delimiters. */
export const csvFile = createFileFormat<CsvSpec, CsvPlaces>({
  title: 'CSV',
  rejects: 'LINES',
  hasLines: () => true,
  places({ delimiter = ',', quote = '"', escape = quote, hasHeader = true, columnMatch }) {
    const isNamed = (columnMatch ?? (hasHeader ? 'NAME' : 'POSITION')) === 'NAME';
    return { characters: { delimiter, quote, escape }, isNamed };
  },
  createFindCells({ characters, isNamed }, fields, state) {
    // The header's `at` has a member for each field, in the order of the spec.
    const indexes = Array.from({ length: fields }, (_, index) => index);
    const columns = isNamed ? Object.values(headerOf(state)?.at ?? {}) : indexes;
    return (record) => {
      const cells = findCells(withoutLineEnd(record), characters);
      return indexes.map((index) => cells[columns[index] ?? -1] ?? null);
    };
  },
  readCell: (cell, _, { characters }) => withoutQuotes(cell, characters),
  writeCell: (value, { original }, { characters }) => writeValue(value, original, characters),
});

function headerOf(state: unknown): Header | null | undefined {
  // The cast is safe: the reader of this spec created the state; see LineState of the kernel.
  return (state as { header?: Header | null } | null)?.header;
}

/**
 * Returns the range of each cell of a CSV record (RFC 4180), including its quotes. In a malformed record, text after a
 * closing quote belongs to the cell. A cell whose quote is not closed extends to the end of the text.
 */
function findCells(text: string, characters: CsvCharacters): TextRange[] {
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

function withoutQuotes(cell: string, { quote, escape }: CsvCharacters): string {
  if (quote === '' || !cell.startsWith(quote)) return cell;
  const isClosed = cell.endsWith(quote) && cell.length > quote.length;
  const inner = cell.slice(quote.length, isClosed ? -quote.length : undefined);
  let value = '';
  let at = 0;
  for (;;) {
    const found = inner.indexOf(escape, at);
    if (found < 0) return value + inner.slice(at);
    const after = found + escape.length;
    const escaped = [quote, escape].find((character) => inner.startsWith(character, after)) ?? '';
    value += inner.slice(at, escaped === '' ? after : found) + escaped;
    at = after + escaped.length;
  }
}

/**
 * Writes a value as a cell of CSV (RFC 4180). Quotes are written if the original cell has quotes or the value needs them.
 */
function writeValue(value: string, original: string, { delimiter, quote, escape }: CsvCharacters): WrittenValue {
  const hasQuotes = quote !== '' && original.startsWith(quote);
  const needsQuotes = value.includes(delimiter) || /[\r\n]/.test(value) || (quote !== '' && value.startsWith(quote));
  if (!hasQuotes && !needsQuotes) return { text: value };
  if (quote === '')
    return { problem: 'The files of this spec have no quotes, so a value cannot have a delimiter or a line break.' };
  const escaped = escape === quote ? value : value.replaceAll(escape, () => escape + escape);
  return { text: quote + escaped.replaceAll(quote, () => escape + quote) + quote };
}
