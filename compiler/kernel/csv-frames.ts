import type { CsvCharacters } from './csv-cells.ts';
import { INCOMPLETE, QuoteFramer, WHOLE } from './csv-frame.ts';
import { blankLength, CR, LineFinder, startOfLastLines } from './csv-lines.ts';
import type { ByteInput } from './input.ts';
import { END, MORE, RECORD } from './records.ts';
import { CharacterFinder } from './window.ts';

/** Which lines of a file are looked at, and where its records end. */
export interface FrameDialect extends CsvCharacters {
  /** The character that begins a line which is no record; empty where there is none. */
  comment: string;
  skipTop: number;
  skipBottom: number;
  skipBlankLines: boolean;
  maxRecordBytes: number;
}

const ALWAYS_RETRIED_BYTES = 4096;
const HELD_BACK_BYTES = 4 * 1024 * 1024;

/** Finds the records of a file one after the other: which bytes, which line; not yet what they say. */
export class CsvFrames {
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
  readonly #dialect: FrameDialect;
  readonly #finder: LineFinder;
  readonly #framer: QuoteFramer | null;
  readonly #comment: CharacterFinder | null;
  readonly #delimiter: CharacterFinder;
  #topLeft: number;
  /** Set while a line longer than the window is thrown away: where it began. */
  #discarded: { byteOffset: number; isOther: boolean } | null = null;
  /** Bytes to wait for before an unfinished record is looked at again, so that small chunks do not cost their square. */
  #patience = 0;
  /** End of what may be looked at; -1 where that has to be found again. */
  #limit = -1;
  #finished = false;

  constructor(input: ByteInput, dialect: FrameDialect, line: number) {
    this.#input = input;
    this.#dialect = dialect;
    this.#finder = new LineFinder(input.window);
    this.#framer = dialect.quote === '' ? null : new QuoteFramer(input.window, dialect, dialect.maxRecordBytes);
    this.#comment = dialect.comment === '' ? null : new CharacterFinder(dialect.comment);
    this.#delimiter = new CharacterFinder(dialect.delimiter);
    this.linesRead = line;
    this.#topLeft = Math.max(0, dialect.skipTop - line);
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
  }

  /** The last lines of the file are held back as long as any line may be one of them. */
  #findLimit(final: boolean): number {
    const { bytes, at, end } = this.#input.window;
    const { skipBottom, maxRecordBytes } = this.#dialect;
    if (skipBottom === 0) return end;
    const limit = startOfLastLines(bytes, at, end, final ? skipBottom : skipBottom + 1);
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
    return this.#topLeft > 0 || this.#isComment(at) || (this.#dialect.skipBlankLines && this.#isBlankLine(at));
  }

  #isComment(at: number): boolean {
    return this.#comment !== null && this.#comment.isAt(this.#input.window.bytes, at, this.#limit);
  }

  /** Whether the line holds nothing but blanks; a delimiter is none, even where it is a tab. */
  #isBlankLine(start: number): boolean {
    const { bytes } = this.#input.window;
    let at = start;
    while (at < this.#finder.end) {
      const length = this.#delimiter.isAt(bytes, at, this.#limit) ? 0 : blankLength(bytes, at, this.#finder.end);
      if (length === 0) return false;
      at += length;
    }
    return true;
  }

  /** Frames the record at the window's place; false where more bytes are needed. The finder stands on its first line. */
  #frame(final: boolean): boolean {
    const { window } = this.#input;
    const { end, next } = this.#finder;
    const { maxRecordBytes } = this.#dialect;
    const start = window.at;
    if (end - start > maxRecordBytes) return this.#found(start, next, 1, 'RECORD_TOO_LONG');
    if (this.#framer === null || !this.#framer.hasQuote(start, end)) return this.#found(end, next, 1, null);
    const framed = this.#framer.frame(start, this.#limit, final);
    if (framed === INCOMPLETE) return this.#limit - start > maxRecordBytes + 4 && this.#found(start, next, 1, 'RECORD_TOO_LONG');
    if (framed !== WHOLE) return this.#found(end, next, 1, 'MALFORMED_QUOTES');
    if (this.#framer.end - start > maxRecordBytes) return this.#found(start, next, 1, 'RECORD_TOO_LONG');
    if (this.#framer.next === next) return this.#found(end, next, 1, null);
    return this.#found(this.#framer.end, this.#framer.next, this.#finder.count(start, this.#framer.end) + 1, null);
  }

  #found(end: number, next: number, lines: number, broken: CsvFrames['broken']): true {
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
      const isOther = this.#topLeft > 0 || this.#isComment(window.at);
      if (!isOther && this.#limit - window.at <= this.#dialect.maxRecordBytes + 4) return false;
      this.#discarded = { byteOffset: this.nextOffset, isOther };
    }
    // A CR at the end may belong to a LF that has not come yet.
    window.at = window.bytes[this.#limit - 1] === CR ? this.#limit - 1 : this.#limit;
    return true;
  }

  /** The line that was thrown away has ended: whether it was a record. */
  #endDiscarded({ byteOffset, isOther }: { byteOffset: number; isOther: boolean }): boolean {
    this.#discarded = null;
    if (isOther) {
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
