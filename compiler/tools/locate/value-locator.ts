import { codePageTable, findCodePage } from '../../kernel/input/encodings/ebcdic.ts';
import { createTextDecoder } from '../../kernel/input/encodings/text-decoder.ts';
import type { Issue } from '../../kernel/model/contract.ts';
import { fileFormats } from '../../language/formats/file-formats.ts';
import type { MissingText, TextRange } from '../../language/formats/model/file-format.ts';
import type { RecordLayout } from './record-layout.ts';

/** Decodes records of a file, and finds the values of fields in the decoded text. */
export interface ValueLocator {
  /** Whether records consist of lines. False for records of a fixed length without line ends. */
  readonly hasLines: boolean;
  /** Whether `locateCells` finds cells. False for XML, where values are found only by their text. */
  readonly hasCells: boolean;
  /**
   * Decodes the bytes of a record. Malformed bytes become U+FFFD. `isFileStart` is true if the bytes start at the
   * beginning of the file. If so, a byte order mark is removed.
   */
  decode(bytes: Uint8Array, isFileStart: boolean): string;
  /** Returns, for each issue, the range of its value in the text of the record, or null if the range is unknown. */
  locate(record: string, issues: readonly Issue[]): (TextRange | null)[];
  /**
   * Returns the range of each field's cell in the text of the record, in the order of the spec, or null where the record
   * has no such cell. Returns null if the format has no cells, or if the record consists of several lines.
   */
  locateCells(record: string): (TextRange | null)[] | null;
  /** Returns what a record with too few cells lacks. Null: nothing, or it is not known. */
  findMissingText(record: string): MissingText | null;
}

/**
 * Creates the locator for a file. `state` is the reader's state at any position after the header of the file, or null
 * if there is none. It contains the columns of the header and the encoding that the file declares.
 */
export function createValueLocator(layout: RecordLayout, state: unknown): ValueLocator {
  const file = fileFormats[layout.format];
  const findCells = file.createFindCells(layout.places, layout.fields.length, state);
  const locateCells: ValueLocator['locateCells'] = (record) => findCells?.(record) ?? null;
  const decode = createDecode(encodingOf(layout, state), layout.hasLines);
  const indexes = new Map(layout.fields.map((name, index) => [name, index]));
  return {
    hasLines: layout.hasLines,
    hasCells: findCells !== null,
    decode:
      file.showRecord === undefined ? decode : (bytes, isStart) => file.showRecord?.(decode(bytes, isStart)) ?? '',
    locate(record, issues) {
      const cells = locateCells(record);
      return issues.map(({ field, column, value }) => {
        if (cells !== null) return cells[indexes.get(field ?? '') ?? -1] ?? null;
        return column === null || typeof value !== 'string' ? null : (file.findValue?.(record, column, value) ?? null);
      });
    },
    locateCells,
    findMissingText: (record) =>
      file.findMissingText?.(record, layout.places, { fields: layout.fields.length, state }) ?? null,
  };
}

/** Returns the encoding of a file: the one that the file declares, or the one of the spec. */
export function encodingOf(layout: RecordLayout, state: unknown): string {
  // The cast is safe: the reader of this spec created the state; see LineState and XmlState of the kernel.
  return (state as { encoding?: string } | null)?.encoding ?? layout.encoding;
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
