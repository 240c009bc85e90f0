import type { Header } from '../../../kernel/csv/header.ts';
import type { CsvCharacters } from '../../../kernel/csv/split-cells.ts';
import {
  createFileFormat,
  type MissingText,
  type TextRange,
  withoutLineEnd,
  type WrittenValue,
} from '../model/file-format.ts';
import type { CsvSpec } from './keys.ts';
import { endsInDelimiter } from './sample-cells.ts';

/** Where cells are in a record. `isNamed`: the header of the file determines the order of the columns. */
interface CsvPlaces {
  readonly characters: CsvCharacters;
  readonly isNamed: boolean;
  /** The index of the first column, if columns have no names. Absent: 0. */
  readonly first?: number;
  /** The text at the end of each record. Null: a line end. */
  readonly separator: string | null;
}

/** Files of CSV: cells between delimiters. */
export const csvFile = createFileFormat<CsvSpec, CsvPlaces>({
  title: 'CSV',
  rejects: 'LINES',
  hasLines: ({ recordSeparator }) => recordSeparator === undefined,
  recordEnd: ({ recordSeparator = '\n' }) => recordSeparator,
  places({ delimiter = ',', quote = '"', hasHeader = true, columnMatch, ...spec }) {
    const escapesOutside = spec.escapeOutsideQuotes === true;
    const escape = spec.escape ?? (escapesOutside ? '\\' : quote);
    const quotesRows = spec.wholeRowQuoted === true && quote !== '';
    const isNamed = (columnMatch ?? (hasHeader ? 'NAME' : 'POSITION')) === 'NAME';
    return {
      characters: { delimiter, quote, escape, escapesOutside, quotesRows },
      isNamed,
      separator: spec.recordSeparator ?? null,
    };
  },
  movePlaces: (places, by) => ({ places: { ...places, first: by }, isNamed: places.isNamed }),
  createFindCells(places, fields, state) {
    // The header's `at` has a member for each field, in the order of the spec.
    const indexes = Array.from({ length: fields }, (_, index) => index);
    const { isNamed, first = 0 } = places;
    const columns = isNamed ? Object.values(headerOf(state)?.at ?? {}) : indexes.map((index) => first + index);
    return (record) => {
      const cells = findRecordCells(record, places, state);
      return indexes.map((index) => cells[columns[index] ?? -1] ?? null);
    };
  },
  findMissingText(record, places, { fields, state }) {
    const characters = charactersOf(places, state);
    // The cells of a quoted row cannot be written.
    if (characters.quotesRows === true) return null;
    const width = places.isNamed ? (headerOf(state)?.width ?? 0) : fields;
    return findMissingCells(findRecordCells(record, places, state), width, characters.delimiter);
  },
  readCell(cell, _, { characters }) {
    if (characters.quotesRows !== true) return withoutQuotes(cell, characters);
    const own = inRow(characters);
    return cell.startsWith(own.quote) ? withoutQuotes(cell, own) : withoutQuotes(cell, characters);
  },
  writeCell: (value, { original, state }, places) =>
    places.characters.quotesRows === true
      ? WHOLE_ROW
      : writeValue(value, original, { ...charactersOf(places, state), separator: places.separator }),
});

/** Returns the range of each cell of a record. */
function findRecordCells(record: string, places: CsvPlaces, state: unknown): TextRange[] {
  const { separator } = places;
  const { text, from } = separator === null ? { text: withoutLineEnd(record), from: 0 } : bareRecord(record, separator);
  const found = findCells(text, charactersOf(places, state));
  return from === 0 ? found : found.map(({ start, end }) => ({ start: start + from, end: end + from }));
}

/** Returns the delimiters that a record with fewer than `width` cells lacks. */
function findMissingCells(cells: readonly TextRange[], width: number, delimiter: string): MissingText | null {
  const missing = width - cells.length;
  return missing <= 0 ? null : { at: cells.at(-1)?.end ?? 0, text: delimiter.repeat(missing) };
}

/** Returns the characters of a file. Its first lines may have decided the delimiter. */
function charactersOf({ characters }: CsvPlaces, state: unknown): CsvCharacters {
  return characters.delimiter === AUTO ? { ...characters, delimiter: delimiterOf(state) ?? ',' } : characters;
}

/** Returns the text of a record without its separator, and without the line ends around it. */
function bareRecord(record: string, separator: string): { text: string; from: number } {
  const from = record.length - record.replace(/^[\r\n]+/, '').length;
  let text = record.slice(from);
  while (!text.endsWith(separator) && /[\r\n]$/.test(text)) text = text.slice(0, -1);
  return { text: text.endsWith(separator) ? text.slice(0, -separator.length) : text, from };
}

/** The value of the key `delimiter` with which the first lines of a file decide. */
const AUTO = 'AUTO';

/** Returns the delimiter that the first lines decided. */
function delimiterOf(state: unknown): string | undefined {
  // The cast is safe: the reader of this spec created the state; see LineState of the kernel.
  return (state as { delimiter?: string } | null)?.delimiter;
}

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
  if (isWholeRow(text, characters)) {
    const row = text.slice(quote.length, -quote.length);
    return findCells(row, inRow(characters)).map(({ start, end }) => ({
      start: start + quote.length,
      end: end + quote.length,
    }));
  }
  const ranges: TextRange[] = [];
  for (let at = 0; ; at += delimiter.length) {
    const isQuoted = quote !== '' && text.startsWith(quote, at);
    const next = isQuoted
      ? text.indexOf(delimiter, findQuoteEnd(text, at + quote.length, characters))
      : findDelimiter(text, at, characters);
    const end = next < 0 ? text.length : next;
    ranges.push({ start: at, end });
    if (next < 0) return ranges;
    at = end;
  }
}

/** Returns whether a record is one quoted cell that contains the cells of the record. */
function isWholeRow(text: string, characters: CsvCharacters): boolean {
  const { quote, quotesRows } = characters;
  return quotesRows === true && text.startsWith(quote) && findQuoteEnd(text, quote.length, characters) === text.length;
}

/** Returns the characters of a row within the quotes of its record, where each quote is escaped. */
function inRow({ delimiter, quote, escape }: CsvCharacters): CsvCharacters {
  return { delimiter, quote: escape + quote, escape: escape + escape };
}

/** Returns the index of the delimiter after a cell without quotes, or -1. */
function findDelimiter(text: string, from: number, characters: CsvCharacters): number {
  const { delimiter, quote, escape, escapesOutside } = characters;
  let end = text.indexOf(delimiter, from);
  let escaping = escapesOutside === true ? text.indexOf(escape, from) : -1;
  while (escaping >= 0 && escaping < end) {
    const at = escaping + escape.length;
    const escaped = [delimiter, quote, escape].find((one) => one !== '' && text.startsWith(one, at)) ?? '';
    if (end < at + escaped.length) end = text.indexOf(delimiter, at + escaped.length);
    escaping = text.indexOf(escape, at + escaped.length);
  }
  return end;
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

function withoutQuotes(cell: string, { delimiter, quote, escape, escapesOutside }: CsvCharacters): string {
  if (quote === '' || !cell.startsWith(quote))
    return escapesOutside === true ? unescape(cell, escape, [delimiter, quote, escape]) : cell;
  const isClosed = cell.endsWith(quote) && cell.length > quote.length;
  return unescape(cell.slice(quote.length, isClosed ? -quote.length : undefined), escape, [quote, escape]);
}

function unescape(text: string, escape: string, escapable: readonly string[]): string {
  let value = '';
  let at = 0;
  for (;;) {
    const found = text.indexOf(escape, at);
    if (found < 0) return value + text.slice(at);
    const after = found + escape.length;
    const escaped = escapable.find((one) => one !== '' && text.startsWith(one, after)) ?? '';
    value += text.slice(at, escaped === '' ? after : found) + escaped;
    at = after + escaped.length;
  }
}

/**
 * Writes a value as a cell of CSV (RFC 4180). Quotes are written if the original cell has quotes or the value needs them.
 */
function writeValue(
  value: string,
  original: string,
  characters: CsvCharacters & { readonly separator: string | null },
): WrittenValue {
  const { delimiter, quote, escape, escapesOutside, separator } = characters;
  const hasEnd = /[\r\n]/.test(value) || (separator !== null && value.includes(separator));
  const hasQuotes = quote !== '' && original.startsWith(quote);
  if (!hasQuotes && escapesOutside === true && !endsInDelimiter(value, delimiter) && !hasEnd)
    return { text: writeEscaped(value, characters) };
  const needsQuotes =
    value.includes(delimiter) ||
    endsInDelimiter(value, delimiter) ||
    hasEnd ||
    (quote !== '' && value.startsWith(quote));
  if (!hasQuotes && !needsQuotes) return { text: value };
  if (quote === '')
    return { problem: 'The files of this spec have no quotes, so a value cannot have a delimiter or a line break.' };
  const escaped = escape === quote ? value : value.replaceAll(escape, () => escape + escape);
  return { text: quote + escaped.replaceAll(quote, () => escape + quote) + quote };
}

/** Writes a value as a cell without quotes, in which escape characters stand before delimiters and quotes. */
function writeEscaped(value: string, { delimiter, quote, escape }: CsvCharacters): string {
  const escaped = [escape, delimiter].reduce((text, one) => text.replaceAll(one, () => escape + one), value);
  return quote !== '' && escaped.startsWith(quote) ? escape + escaped : escaped;
}

const WHOLE_ROW: WrittenValue = {
  problem:
    'Each line of these files is quoted as a whole. Correct the value where the file comes from, or with an editor.',
};
