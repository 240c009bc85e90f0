import type { ByteInput } from '../input/byte-input.ts';
import { type Discarded, skipBlanks } from './discarded-line.ts';
import { findReadLimit } from './held-back-lines.ts';
import { INCOMPLETE, LONG, type LineSettings, type LineFormat, type RecordEndFinder, WHOLE } from './line-format.ts';
import type { LineScanner } from './line-finder.ts';
import { END, MORE, RECORD } from '../model/record-source.ts';

/**
 * Bytes after the record limit that must have arrived before an unfinished record is too long. A quote, delimiter or
 * character at the limit is then complete.
 */
const MARGIN_BYTES = 16;
const ALWAYS_RETRIED_BYTES = 4096;
/** Splits a file into records, one after the other. It finds their bytes and lines but does not decode them. */
export class RecordSplitter {
  /** The record in the window, without its line end. Empty if `broken` is RECORD_TOO_LONG. */
  start = 0;
  end = 0;
  /** Line on which the record begins, from 1, and the number of lines it spans. */
  line = 0;
  lines = 0;
  byteOffset = 0;
  byteLength = 0;
  broken: 'MALFORMED_QUOTES' | 'RECORD_TOO_LONG' | null = null;
  /** Number of lines so far that are not records. */
  otherLines = 0;
  /** Number of lines of the file that have been read, including lines that are not records. */
  linesRead: number;
  readonly #input: ByteInput;
  readonly #settings: LineSettings;
  readonly #format: LineFormat;
  readonly #scanner: LineScanner;
  readonly #endFinder: RecordEndFinder | null;
  #topLinesLeft: number;
  /** Set while a line that is too long for the window is discarded. */
  #discarded: Discarded | null = null;
  /**
   * An unfinished record is examined again only when this many bytes are in the window. Otherwise small chunks would
   * cost quadratic time.
   */
  #retryBytes = 0;
  /** Index up to which the window may be read. -1 if it has to be determined again. */
  #limit = -1;
  /** The lines that begin before `limit` are complete. The last of them ends at or before `end`. */
  #completeLines = { limit: 0, end: 0 };
  #finished = false;

  /** @param line the number of lines in the file before the beginning of `input` */
  constructor(input: ByteInput, format: LineFormat, line: number) {
    this.#input = input;
    this.#settings = format.settings;
    this.#format = format;
    this.#scanner = format.scanner;
    this.#endFinder = format.endFinder;
    this.linesRead = line;
    this.#topLinesLeft = Math.max(0, format.settings.skipTop - line);
  }

  /** Maximum length of a record, in bytes of the window. */
  get maxRecordBytes(): number {
    return this.#settings.maxRecordBytes;
  }

  add(chunk: Uint8Array): void {
    this.#input.add(chunk);
    this.#forget();
  }

  /** Offset in the file of the next line. If that line is being discarded, the offset of its beginning. */
  get nextOffset(): number {
    if (this.#discarded !== null) return this.#discarded.byteOffset;
    return this.#input.offsetOf(this.#input.window.at, this.linesRead + 1);
  }

  /**
   * Returns a range of complete lines from the window's index, at most `maxBytes` bytes long: they begin before `limit`
   * and end at or before `end`. Some of them may not be records. Null if there are none, or if `next` must be called
   * first.
   */
  completeLines(maxBytes: number): { limit: number; end: number } | null {
    if (this.#discarded !== null || this.#topLinesLeft > 0) return null;
    if (this.#limit < 0 && this.#settings.skipBottom > 0) return null;
    const { at, end } = this.#input.window;
    if (end - at < this.#retryBytes) return null;
    if (at >= this.#completeLines.limit) {
      const last = Math.min(this.#limit < 0 ? end : this.#limit, at + maxBytes);
      this.#completeLines = { limit: this.#scanner.endOfWholeLines(at, last), end: last };
    }
    return at < this.#completeLines.limit ? this.#completeLines : null;
  }

  /** Skips complete lines that a fast reader has read as records. */
  skip(at: number, lines: number): void {
    this.#advance(at, lines);
  }

  next(final: boolean): typeof MORE | typeof RECORD | typeof END {
    const { window } = this.#input;
    if (final && !this.#finished) this.#finish();
    if (!final && window.end - window.at < this.#retryBytes) return MORE;
    if (this.#limit < 0) this.#limit = this.#findLimit(final);
    for (;;) {
      if (window.at >= this.#limit && this.#discarded === null) return final ? this.#skipBottom() : MORE;
      const complete = this.#scanner.find(window.at, this.#limit, final);
      if (!complete) return this.#discard() ? MORE : this.#wait();
      if (this.#discarded !== null) {
        if (this.#finishDiscarded(this.#discarded)) return RECORD;
      } else if (this.#isOtherLine(window.at)) {
        this.#advance(this.#scanner.next, 1);
        this.otherLines++;
      } else {
        return this.#readRecord(final) ? RECORD : this.#wait();
      }
    }
  }

  #finish(): void {
    this.#finished = true;
    this.#input.finish();
    this.#forget();
  }

  #forget(): void {
    this.#scanner.reset();
    this.#endFinder?.reset();
    this.#limit = -1;
    this.#completeLines = { limit: 0, end: 0 };
  }

  #findLimit(final: boolean): number {
    const { skipBottom, maxRecordBytes } = this.#settings;
    return findReadLimit(this.#input.window, this.#scanner, { skipBottom, maxRecordBytes, final });
  }

  #skipBottom(): typeof END {
    const { window } = this.#input;
    this.#limit = window.end;
    while (window.at < window.end && this.#scanner.find(window.at, window.end, true)) {
      this.#advance(this.#scanner.next, 1);
      this.otherLines++;
    }
    return END;
  }

  #wait(): typeof MORE {
    const { at, end } = this.#input.window;
    this.#retryBytes = end - at < ALWAYS_RETRIED_BYTES ? 0 : (end - at) * 1.5;
    return MORE;
  }

  #advance(next: number, lines: number): void {
    this.#input.window.at = next;
    this.linesRead += lines;
    this.#retryBytes = 0;
    if (this.#topLinesLeft > 0) this.#topLinesLeft--;
  }

  /** Whether the line is skipped, a comment or blank. The scanner is at this line. */
  #isOtherLine(at: number): boolean {
    return this.#topLinesLeft > 0 || this.#format.isComment(at, this.#limit) || this.#isBlankRest(at);
  }

  /** Whether the scanner's line consists of blanks from `at` on. */
  #isBlankRest(at: number): boolean {
    return this.#format.findBlankEnd(at, this.#scanner.end) === this.#scanner.end;
  }

  /**
   * Reads the record at the window's index. Returns false if more bytes are needed. The scanner is at its first line.
   */
  #readRecord(final: boolean): boolean {
    const { window } = this.#input;
    const { end, next } = this.#scanner;
    const { maxRecordBytes } = this.#settings;
    const start = window.at;
    if (end - start > maxRecordBytes) return this.#found(start, next, 1, 'RECORD_TOO_LONG');
    if (this.#endFinder === null || !this.#endFinder.hasQuote(start, end)) return this.#found(end, next, 1, null);
    const recordEnd = this.#endFinder.findEnd(start, this.#limit, final);
    if (recordEnd === INCOMPLETE)
      return this.#limit - start > maxRecordBytes + MARGIN_BYTES && this.#found(start, next, 1, 'RECORD_TOO_LONG');
    if (recordEnd === LONG) return this.#found(start, next, 1, 'RECORD_TOO_LONG');
    if (recordEnd !== WHOLE) return this.#found(end, next, 1, 'MALFORMED_QUOTES');
    if (this.#endFinder.end - start > maxRecordBytes) return this.#found(start, next, 1, 'RECORD_TOO_LONG');
    if (this.#endFinder.next === next) return this.#found(end, next, 1, null);
    return this.#found(
      this.#endFinder.end,
      this.#endFinder.next,
      this.#scanner.countLines(start, this.#endFinder.end) + 1,
      null,
    );
  }

  #found(end: number, next: number, lines: number, broken: RecordSplitter['broken']): true {
    this.start = this.#input.window.at;
    this.end = end;
    this.byteOffset = this.nextOffset;
    this.line = this.linesRead + 1;
    this.lines = lines;
    this.broken = broken;
    this.#advance(next, lines);
    this.byteLength = this.nextOffset - this.byteOffset;
    return true;
  }

  /** Discards the arrived part of a line that is too long. Returns false if the line may still become a record. */
  #discard(): boolean {
    const { window } = this.#input;
    if (this.#discarded === null) {
      const isOther = this.#topLinesLeft > 0 || this.#format.isComment(window.at, this.#limit);
      if (!isOther && this.#limit - window.at <= this.#settings.maxRecordBytes + MARGIN_BYTES) return false;
      this.#discarded = { byteOffset: this.nextOffset, isOther, isBlank: !isOther };
    }
    const end = this.#scanner.skipUnfinished(window.at, this.#limit);
    window.at = this.#discarded.isBlank ? skipBlanks(this.#format, this.#discarded, { at: window.at, end }) : end;
    return true;
  }

  /** Ends a discarded line. Returns whether it was a record. */
  #finishDiscarded({ byteOffset, isOther, isBlank }: Discarded): boolean {
    this.#discarded = null;
    if (isOther || (isBlank && this.#isBlankRest(this.#input.window.at))) {
      this.#advance(this.#scanner.next, 1);
      this.otherLines++;
      return false;
    }
    this.#found(this.#input.window.at, this.#scanner.next, 1, 'RECORD_TOO_LONG');
    this.byteLength += this.byteOffset - byteOffset;
    this.byteOffset = byteOffset;
    return true;
  }
}
