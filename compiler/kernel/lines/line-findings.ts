import type { Warning } from '../model/contract.ts';
import { FindingCounts, FindingPlaces, orderWarnings } from '../model/warning-order.ts';

/** Counts the records of a file that are read, but probably not as their sender means. */
export class LineFindings {
  /** The order of all that is found. */
  readonly #places = new FindingPlaces();
  readonly #counts = new FindingCounts<keyof typeof MESSAGES>(this.#places);
  /** Whether a warning of this reading, or of the one that it continues, names a quoted cell that was too long. */
  hasLongCell = false;
  /** The place of a quoted cell without a warning so far. */
  #longCellAt = 0;

  /** Counts records that are found to be this. */
  count(code: keyof typeof MESSAGES, records = 1): void {
    this.#counts.add(code, records);
  }

  /** Notes that the lines of a quoted cell were read as records. There is one warning for all such cells. */
  noteLongCell(): void {
    if (this.hasLongCell) return;
    this.hasLongCell = true;
    this.#longCellAt = this.#places.next();
  }

  /** Returns the warnings since the last call. */
  take(): Warning[] {
    const counted = this.#counts.take((code, count) => ({ code, message: MESSAGES[code], count }));
    const longCell = this.#longCellAt === 0 ? [] : [{ at: this.#longCellAt, warning: QUOTE_TOO_LONG }];
    this.#longCellAt = 0;
    return orderWarnings([...longCell, ...counted]);
  }
}

const QUOTE_TOO_LONG: Warning = {
  code: 'QUOTE_TOO_LONG',
  message:
    'a quoted cell is longer than maxRecordBytes and is closed later: lines of this cell may have been read as records. Set a larger maxRecordBytes',
};

const MESSAGES = {
  SHORT_RECORDS:
    'records are shorter than recordLength: their last fields are cut or missing. Set onShortRecord: FATAL to reject them, PAD if the sender leaves out blanks at the end, or positions: BYTES if it counts bytes',
  HEADER_REPEATED:
    'records repeat the header: the file may consist of several files. Set skipRepeatedHeader: true to skip them',
  QUOTE_AFTER_BLANK:
    'a cell begins with a blank and a quote, so its quotes belong to the value. Set skipBlanks: true if they do not',
} as const;
