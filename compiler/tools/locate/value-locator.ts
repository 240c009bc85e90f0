import type { Header } from '../../kernel/csv/header.ts';
import { codePageTable, findCodePage } from '../../kernel/input/encodings/ebcdic.ts';
import { createTextDecoder } from '../../kernel/input/encodings/text-decoder.ts';
import type { Issue } from '../../kernel/model/contract.ts';
import type { RecordLayout } from './record-layout.ts';
import type { TextRange } from './text-range.ts';
import { namesOf, readValuePath } from '../../language/formats/xml/path.ts';
import type { CsvCharacters } from '../../kernel/csv/split-cells.ts';

/** Decodes records of a file, and finds the values of fields in the decoded text. */
export interface ValueLocator {
  /** Whether records consist of lines. False for records of a fixed length without line ends. */
  readonly hasLines: boolean;
  /**
   * Decodes the bytes of a record. Malformed bytes become U+FFFD. `isFileStart` is true if the bytes start at the
   * beginning of the file. If so, a byte order mark is removed.
   */
  decode(bytes: Uint8Array, isFileStart: boolean): string;
  /** Returns, for each issue, the range of its value in the text of the record, or null if the range is unknown. */
  locate(record: string, issues: readonly Issue[]): (TextRange | null)[];
  /**
   * Returns the range of each field's cell in the text of the record, in the order of the spec, or null where the record
   * has no such cell. Returns null for XML, where values are found only by their text.
   */
  locateCells(record: string): (TextRange | null)[] | null;
}

/**
 * Creates the locator for a file. `state` is the reader's state at any position after the header of the file, or null
 * if there is none. It contains the columns of the header and the encoding that the file declares.
 */
export function createValueLocator(layout: RecordLayout, state: unknown): ValueLocator {
  const locateCells = createLocateCells(layout, readState(state).header ?? null);
  const indexes = new Map(layout.fields.map((name, index) => [name, index]));
  return {
    hasLines: layout.hasLines,
    decode: createDecode(encodingOf(layout, state), layout.hasLines),
    locate(record, issues) {
      const cells = locateCells(record);
      return issues.map(({ field, column, value }) => {
        if (cells !== null) return cells[indexes.get(field ?? '') ?? -1] ?? null;
        return column === null || typeof value !== 'string' ? null : findXmlValue(record, column, value);
      });
    },
    locateCells,
  };
}

/** Returns the encoding of a file: the one that the file declares, or the one of the spec. */
export function encodingOf(layout: RecordLayout, state: unknown): string {
  return readState(state).encoding ?? layout.encoding;
}

function readState(state: unknown): { encoding?: string; header?: Header | null } {
  // The cast is safe: the reader of this spec created the state; see LineState and XmlState of the kernel.
  return (state ?? {}) as ReturnType<typeof readState>;
}

function createDecode(encoding: string, hasLines: boolean): ValueLocator['decode'] {
  const codePage = findCodePage(encoding);
  if (codePage === undefined)
    return (bytes, isFileStart) => createTextDecoder(encoding, { ignoreBOM: !isFileStart }).decode(bytes);
  const characters = Array.from(codePageTable(codePage), (point) => String.fromCharCode(point));
  // In z/OS files, NEL ends a line.
  if (hasLines) characters[0x15] = '\n';
  return (bytes) => Array.from(bytes, (byte) => characters[byte]).join('');
}

function createLocateCells(layout: RecordLayout, header: Header | null): ValueLocator['locateCells'] {
  const { values } = layout;
  switch (values.kind) {
    case 'CSV': {
      // The header's `at` has a member for each field, in the order of the spec.
      const columns = values.isNamed ? Object.values(header?.at ?? {}) : [...layout.fields.keys()];
      return (record) => {
        const cells = findCsvCells(withoutLineEnd(record), values.characters);
        return layout.fields.map((_, index) => cells[columns[index] ?? -1] ?? null);
      };
    }
    case 'FIXED_WIDTH':
      return (record) => {
        const text = withoutLineEnd(record);
        const offsets = codePointOffsets(text);
        return values.ranges.map((range) => {
          const start = offsets(range.start - 1);
          return start === undefined ? null : { start, end: offsets(range.start - 1 + range.length) ?? text.length };
        });
      };
    case 'XML':
      return () => null;
    default:
      return values satisfies never;
  }
}

function withoutLineEnd(record: string): string {
  return record.replace(/(?:\r\n|[\r\n])$/, '');
}

/**
 * Returns a function that converts a number of code points from the start of the text to an index in UTF-16 code units.
 * It returns undefined for an index after the end.
 */
function codePointOffsets(text: string): (codePoints: number) => number | undefined {
  if (!/[\ud800-\udfff]/.test(text)) return (codePoints) => (codePoints <= text.length ? codePoints : undefined);
  const offsets = [0];
  let at = 0;
  for (const character of text) offsets.push((at += character.length));
  return (codePoints) => offsets[codePoints];
}

/**
 * Returns the range of a value in the text of an XML record. The element or attribute must have the last name of the
 * path and exactly this content. Returns null if none or several match, or if the value is empty. Also returns null for
 * an invalid path, and for a path that points outside of the record or to the record itself.
 */
function findXmlValue(record: string, path: string, value: string): TextRange | null {
  const parsed = readValuePath(path);
  if (parsed.kind === 'invalid' || parsed.from !== 'RECORD' || value === '') return null;
  const name = namesOf(parsed).at(-1)?.local;
  if (name === undefined) return null;
  const before =
    parsed.attribute === null
      ? `<(?:[^\\s<>:/]+:)?${escape(name)}(?:\\s[^<>]*)?>`
      : `\\s(?:[^\\s<>:=]+:)?${escape(name)}\\s*=\\s*["']`;
  const after = parsed.attribute === null ? '\\s*<' : `["']`;
  const found = [...record.matchAll(new RegExp(`(${before}\\s*)${escape(value)}(?=${after})`, 'gu'))];
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const start = only.index + (only[1]?.length ?? 0);
  return { start, end: start + value.length };
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * Returns the range of each cell of a CSV record (RFC 4180), including its quotes. In a malformed record, text after a
 * closing quote belongs to the cell. A cell whose quote is not closed extends to the end of the text.
 */
function findCsvCells(text: string, characters: CsvCharacters): TextRange[] {
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
