import type { Warning } from '../model/contract.ts';

/** Counts the records of a file that are read, but probably not as their sender means. */
export class LineFindings {
  /** Numbers of records since the last call of `take`. */
  shortRecords = 0;
  repeatedHeaders = 0;
  quotesAfterBlank = 0;

  /** Whether a warning of this reading, or of the one that it continues, names a quoted cell that was too long. */
  hasLongCell = false;
  #warnsOfLongCell = false;

  /** Notes that the lines of a quoted cell were read as records. There is one warning for all such cells. */
  noteLongCell(): void {
    this.#warnsOfLongCell ||= !this.hasLongCell;
    this.hasLongCell = true;
  }

  /** Returns a warning for each number above 0, and sets the numbers to 0. */
  take(): Warning[] {
    const { shortRecords, repeatedHeaders, quotesAfterBlank } = this;
    if (!this.#warnsOfLongCell && shortRecords + repeatedHeaders + quotesAfterBlank === 0) return [];
    const longCell = this.#warnsOfLongCell ? [QUOTE_TOO_LONG] : [];
    this.#warnsOfLongCell = false;
    this.shortRecords = 0;
    this.repeatedHeaders = 0;
    this.quotesAfterBlank = 0;
    return [
      ...longCell,
      ...warnOf('SHORT_RECORDS', SHORT, shortRecords),
      ...warnOf('HEADER_REPEATED', REPEATED, repeatedHeaders),
      ...warnOf('QUOTE_AFTER_BLANK', AFTER_BLANK, quotesAfterBlank),
    ];
  }
}

const QUOTE_TOO_LONG: Warning = {
  code: 'QUOTE_TOO_LONG',
  message:
    'a quoted cell is longer than maxRecordBytes and is closed later: lines of this cell may have been read as records. Set a larger maxRecordBytes',
};
const SHORT =
  'records are shorter than recordLength: their last fields are cut or missing. Set onShortRecord: FATAL to reject them, PAD if the sender leaves out blanks at the end, or positions: BYTES if it counts bytes';
const REPEATED =
  'records repeat the header: the file may consist of several files. Set skipRepeatedHeader: true to skip them';
const AFTER_BLANK =
  'a cell begins with a blank and a quote, so its quotes belong to the value. Set skipBlanks: true if they do not';

function warnOf(code: string, message: string, count: number): Warning[] {
  return count === 0 ? [] : [{ code, message, count }];
}

/** Length of CRLF, in bytes. */
const MAX_LINE_END = 2;

/** Returns whether the line from index `from` to `next`, its line end included, equals the header line. */
export function equalsHeader(
  bytes: Uint8Array,
  from: number,
  next: number,
  headerLine: readonly [bytes: number, hash: number] | null,
): boolean {
  if (headerLine === null) return false;
  const [length, hash] = headerLine;
  if (next - from < length || next - from > length + MAX_LINE_END) return false;
  return hashBytes(bytes, from, from + length) === hash;
}

/** Returns a hash of bytes: two FNV-1a hashes of 26 bits. Equal bytes have equal hashes. */
export function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte, 0x85ebca6b) + at - from;
  }
  return (low >>> 6) * 0x4000000 + (high >>> 6);
}
