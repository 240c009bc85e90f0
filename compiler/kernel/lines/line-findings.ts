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
