import type { ByteInput } from '../input/byte-input.ts';
import {
  INCOMPLETE,
  LONG,
  type LineSettings,
  type LineFormat,
  NOT_BLANK,
  type RecordEndFinder,
  WHOLE,
} from './line-format.ts';
import type { LineScanner } from './line-finder.ts';
import { END, MORE, RECORD } from '../model/record-source.ts';

/** Most bytes that quotes, delimiters and characters beside the limit of a record may take. */
const MARGIN_BYTES = 16;
const ALWAYS_RETRIED_BYTES = 4096;
const HELD_BACK_BYTES = 4 * 1024 * 1024;

const LONGEST_CHARACTER_BYTES = 4;

/** A line of which only this is kept. */
interface Discarded {
  /** Where it began. */
  byteOffset: number;
  isOther: boolean;
  /** Whether it has been blank so far; then only what blanks it has is thrown away. */
  isBlank: boolean;
}

/** Finds the records of a file one after the other: which bytes, which line; not yet what they say. */
export class RecordSplitter {
  /** The record without its line end, in the window; empty where `broken` is RECORD_TOO_LONG. */
  start = 0;
  end = 0;
  /** Line on which the record begins, from 1, and how many lines it takes. */
  line = 0;
  lines = 0;
  byteOffset = 0;
  byteLength = 0;
  broken: 'MALFORMED_QUOTES' | 'RECORD_TOO_LONG' | null = null;
  /** Lines that were no records, so far. */
  otherLines = 0;
  /** Lines before the next record. */
  linesRead: number;
  readonly #input: ByteInput;
  readonly #settings: LineSettings;
  readonly #form: LineFormat;
  readonly #finder: LineScanner;
  readonly #framer: RecordEndFinder | null;
  #topLeft: number;
  /** Set while a line longer than the window is thrown away: where it began. */
  #discarded: Discarded | null = null;
  /** Bytes to wait for before an unfinished record is looked at again, so that small chunks do not cost their square. */
  #patience = 0;
  /** End of what may be looked at; -1 where that has to be found again. */
  #limit = -1;
  /** Lines before `limit` have come whole, up to `end`. */
  #whole = { limit: 0, end: 0 };
  #finished = false;

  /** `line`: how many lines of the file stand before the input. */
  constructor(input: ByteInput, form: LineFormat, line: number) {
    this.#input = input;
    this.#settings = form.settings;
    this.#form = form;
    this.#finder = form.scanner;
    this.#framer = form.endFinder;
    this.linesRead = line;
    this.#topLeft = Math.max(0, form.settings.skipTop - line);
  }

  /** Longest record, in bytes of the window. */
  get maxRecordBytes(): number {
    return this.#settings.maxRecordBytes;
  }

  add(chunk: Uint8Array): void {
    this.#input.add(chunk);
    this.#forget();
  }

  /** Offset in the file of the line that comes next; of its beginning, where it is being thrown away. */
  get nextOffset(): number {
    if (this.#discarded !== null) return this.#discarded.byteOffset;
    return this.#input.offsetOf(this.#input.window.at, this.linesRead + 1);
  }

  /** The next lines that have come whole and may be records, no more than so many bytes; null where there are none, or `next` has to go on first. */
  wholeLines(maxBytes: number): { limit: number; end: number } | null {
    if (this.#discarded !== null || this.#topLeft > 0) return null;
    if (this.#limit < 0 && this.#settings.skipBottom > 0) return null;
    const { at, end } = this.#input.window;
    if (end - at < this.#patience) return null;
    if (at >= this.#whole.limit) {
      const last = Math.min(this.#limit < 0 ? end : this.#limit, at + maxBytes);
      this.#whole = { limit: this.#finder.endOfWholeLines(last), end: last };
    }
    return at < this.#whole.limit ? this.#whole : null;
  }

  /** Goes behind whole lines that were read as records. */
  skip(at: number, lines: number): void {
    this.#take(at, lines);
  }

  next(final: boolean): typeof MORE | typeof RECORD | typeof END {
    const { window } = this.#input;
    if (final && !this.#finished) this.#finish();
    if (!final && window.end - window.at < this.#patience) return MORE;
    if (this.#limit < 0) this.#limit = this.#findLimit(final);
    for (;;) {
      if (window.at >= this.#limit && this.#discarded === null) return final ? this.#skipBottom() : MORE;
      const complete = this.#finder.find(window.at, this.#limit, final);
      if (!complete) return this.#discard() ? MORE : this.#wait();
      if (this.#discarded !== null) {
        if (this.#endDiscarded(this.#discarded)) return RECORD;
      } else if (this.#isOtherLine(window.at)) {
        this.#take(this.#finder.next, 1);
        this.otherLines++;
      } else {
        return this.#frame(final) ? RECORD : this.#wait();
      }
    }
  }

  #finish(): void {
    this.#finished = true;
    this.#input.finish();
    this.#forget();
  }

  #forget(): void {
    this.#finder.reset();
    this.#framer?.reset();
    this.#limit = -1;
    this.#whole = { limit: 0, end: 0 };
  }

  /** The last lines of the file are held back as long as any line may be one of them. */
  #findLimit(final: boolean): number {
    const { at, end } = this.#input.window;
    const { skipBottom, maxRecordBytes } = this.#settings;
    if (skipBottom === 0) return end;
    const limit = this.#finder.startOfLastLines(final ? skipBottom : skipBottom + 1, at, end);
    // Last lines that are longer than this are read as records: a file must not fill the memory.
    return !final && end - limit > Math.max(HELD_BACK_BYTES, 2 * maxRecordBytes) ? end : limit;
  }

  #skipBottom(): typeof END {
    const { window } = this.#input;
    this.#limit = window.end;
    while (window.at < window.end && this.#finder.find(window.at, window.end, true)) {
      this.#take(this.#finder.next, 1);
      this.otherLines++;
    }
    return END;
  }

  #wait(): typeof MORE {
    const { at, end } = this.#input.window;
    this.#patience = end - at < ALWAYS_RETRIED_BYTES ? 0 : (end - at) * 1.5;
    return MORE;
  }

  #take(next: number, lines: number): void {
    this.#input.window.at = next;
    this.linesRead += lines;
    this.#patience = 0;
    if (this.#topLeft > 0) this.#topLeft--;
  }

  /** Comments, blank lines and the first lines that are skipped. The finder stands on the line. */
  #isOtherLine(at: number): boolean {
    return this.#topLeft > 0 || this.#form.isComment(at, this.#limit) || this.#isBlankRest(at);
  }

  /** Whether the line on which the finder stands has only blanks from a place on. */
  #isBlankRest(at: number): boolean {
    return this.#form.findBlankEnd(at, this.#finder.end) === this.#finder.end;
  }

  /** Frames the record at the window's place; false where more bytes are needed. The finder stands on its first line. */
  #frame(final: boolean): boolean {
    const { window } = this.#input;
    const { end, next } = this.#finder;
    const { maxRecordBytes } = this.#settings;
    const start = window.at;
    if (end - start > maxRecordBytes) return this.#found(start, next, 1, 'RECORD_TOO_LONG');
    if (this.#framer === null || !this.#framer.hasQuote(start, end)) return this.#found(end, next, 1, null);
    const framed = this.#framer.findEnd(start, this.#limit, final);
    if (framed === INCOMPLETE)
      return this.#limit - start > maxRecordBytes + MARGIN_BYTES && this.#found(start, next, 1, 'RECORD_TOO_LONG');
    if (framed === LONG) return this.#found(start, next, 1, 'RECORD_TOO_LONG');
    if (framed !== WHOLE) return this.#found(end, next, 1, 'MALFORMED_QUOTES');
    if (this.#framer.end - start > maxRecordBytes) return this.#found(start, next, 1, 'RECORD_TOO_LONG');
    if (this.#framer.next === next) return this.#found(end, next, 1, null);
    return this.#found(this.#framer.end, this.#framer.next, this.#finder.countLines(start, this.#framer.end) + 1, null);
  }

  #found(end: number, next: number, lines: number, broken: RecordSplitter['broken']): true {
    this.start = this.#input.window.at;
    this.end = end;
    this.byteOffset = this.nextOffset;
    this.line = this.linesRead + 1;
    this.lines = lines;
    this.broken = broken;
    this.#take(next, lines);
    this.byteLength = this.nextOffset - this.byteOffset;
    return true;
  }

  /** Throws away the part of a line that is too long to be kept; false where it may still become a record. */
  #discard(): boolean {
    const { window } = this.#input;
    if (this.#discarded === null) {
      const isOther = this.#topLeft > 0 || this.#form.isComment(window.at, this.#limit);
      if (!isOther && this.#limit - window.at <= this.#settings.maxRecordBytes + MARGIN_BYTES) return false;
      this.#discarded = { byteOffset: this.nextOffset, isOther, isBlank: !isOther };
    }
    const end = this.#finder.skipUnfinished(window.at, this.#limit);
    window.at = this.#discarded.isBlank ? this.#passBlanks(this.#discarded, end) : end;
    return true;
  }

  /** Goes over blanks up to `end`; a last character that may not have come whole stays. */
  #passBlanks(discarded: Discarded, end: number): number {
    const blankTo = this.#form.findBlankEnd(this.#input.window.at, end);
    discarded.isBlank = blankTo !== NOT_BLANK && end - blankTo < LONGEST_CHARACTER_BYTES;
    return discarded.isBlank ? blankTo : end;
  }

  /** The line that was thrown away has ended: whether it was a record. */
  #endDiscarded({ byteOffset, isOther, isBlank }: Discarded): boolean {
    this.#discarded = null;
    if (isOther || (isBlank && this.#isBlankRest(this.#input.window.at))) {
      this.#take(this.#finder.next, 1);
      this.otherLines++;
      return false;
    }
    this.#found(this.#input.window.at, this.#finder.next, 1, 'RECORD_TOO_LONG');
    this.byteLength += this.byteOffset - byteOffset;
    this.byteOffset = byteOffset;
    return true;
  }
}
