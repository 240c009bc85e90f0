import type { Failure } from '../model/contract.ts';
import type { FollowedCell } from './line-parser.ts';
import type { ByteInput } from '../input/byte-input.ts';
import {
  INCOMPLETE,
  LONG,
  type LineSettings,
  type LineFormat,
  type RecordEndFinder,
  WHOLE,
  NOT_BLANK,
} from './line-format.ts';
import type { TitleLines } from './title-lines.ts';
import type { LineScanner } from './line-finder.ts';
import { END, MORE, RECORD } from '../model/record-source.ts';
import { CR, LF } from '../bytes/ascii.ts';
import { isMarkAt, MARK_BYTES } from '../bytes/utf8.ts';
import type { ByteWindow } from '../bytes/window.ts';

/**
 * An unfinished record counts as too long only after this many bytes beyond the record limit have arrived. A quote,
 * delimiter or character that crosses the limit is then complete.
 */
const MARGIN_BYTES = 64;
const END_MARK = 0x1a;
const ALWAYS_RETRIED_BYTES = 4096;
/**
 * Splits a file into records, one after the other. It finds their bytes and lines but does not decode them. After
 * `next` returns RECORD, the members describe that record.
 */
export class RecordSplitter {
  /** The indexes in the window at which the record starts and ends, without its line end. Equal for RECORD_TOO_LONG. */
  start = 0;
  end = 0;
  /** `line`: number of the line on which the record begins, from 1. `lines`: number of lines that the record spans. */
  line = 0;
  lines = 0;
  byteOffset = 0;
  byteLength = 0;
  broken: 'MALFORMED_QUOTES' | 'RECORD_TOO_LONG' | null = null;
  /** Whether a byte order mark precedes the record, which does not contain it. */
  hasMark = false;
  /** How many bytes before the text of the record belong to no value: a byte order mark, and line ends. */
  #skipped = 0;
  /** Whether the record is too long because a quoted cell is, or is not closed. */
  isLongCell = false;
  /** Whether a quoted cell was too long and is closed later, so that its lines were read as records. */
  hasLongCell = false;
  /** The delimiter that the first line declares (`sep=;`). Null: it declares none, or has not been read. */
  declaredDelimiter: string | null = null;
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
  /** The unfinished line that is being discarded: it is too long, a comment or skipped. Otherwise null. */
  #discarded: Discarded | null = null;
  /** The window's size, in bytes, at which an unfinished record is examined again. It avoids quadratic time. */
  #retryBytes = 0;
  /** Index up to which lines may be read, because later ones may belong to `skipBottom`. -1 if not known. */
  #limit = -1;
  /** The values of the lines before the records. Null: no field has one. */
  readonly titles: TitleLines | null;
  /** Whether byte order marks before records are found. */
  readonly findsMarks: boolean;
  /** The index at which the first line of the record ends, or -1, and the one at which its second line begins. */
  #firstLineEnd = -1;
  #secondLine = 0;
  /** The last result of `completeLines`. */
  #completeLines = { limit: 0, end: 0 };
  #finished = false;

  /** @param line the number of lines in the file before the first byte of `input` */
  constructor(input: ByteInput, format: LineFormat, line: number) {
    this.#input = input;
    this.#settings = format.settings;
    this.#format = format;
    this.#scanner = format.scanner;
    this.#endFinder = format.endFinder;
    this.titles = format.titles;
    this.findsMarks = format.isText;
    this.linesRead = line;
    this.#topLinesLeft = Math.max(0, format.settings.skipTop - line);
  }

  /** Why the file cannot be read further. `isEnd`: its end was reached. */
  failureOf(isEnd: boolean): Failure | null {
    const { failure = null, failureAtEnd = null } = this.#scanner;
    return failure ?? (isEnd ? failureAtEnd : null);
  }

  /** How many bytes of a block are left at `nextOffset`. */
  get blockLeft(): number {
    return this.#scanner.blockLeft ?? 0;
  }

  /** Maximum length of a record, in bytes of UTF-8. */
  get maxRecordBytes(): number {
    return this.#settings.maxRecordBytes;
  }

  add(chunk: Uint8Array): void {
    this.#input.add(chunk);
    this.#forget();
    this.#followLongCell(false);
  }

  /** The index in the window at which the first line of the record ends, without its line end. */
  get firstLineEnd(): number {
    return this.#firstLineEnd;
  }

  /** How far a quoted cell that was too long is followed, seen from `nextOffset`. Null: none was too long so far. */
  get followedCell(): FollowedCell | null {
    const { at } = this.#input.window;
    const discarded =
      this.#discarded === null ? 0 : this.#input.offsetOf(at, this.linesRead + 1) - this.#discarded.byteOffset;
    const followed = this.#endFinder?.followed?.(at - discarded) ?? null;
    if (followed === null || this.#discarded?.isLongCell !== true) return followed;
    // A resumed reading finds the cell of this line again.
    return followed.end === null ? null : { range: null, end: followed.end };
  }

  /** Whether a quoted cell was too long, is closed, and ends before what is read next. */
  get isBehindLongCell(): boolean {
    return this.hasLongCell && !this.#isFollowedTo(this.#input.window.at - 1);
  }

  /** Continues to follow a cell from the position at which reading begins. */
  follow(cell: FollowedCell): void {
    this.#endFinder?.follow?.(cell, this.#input.window.at);
  }

  /** Offset in the undecoded file of the next line, or of the beginning of the line that is being discarded. */
  get nextOffset(): number {
    if (this.#discarded !== null) return this.#discarded.byteOffset;
    return this.#input.offsetOf(this.#input.window.at, this.linesRead + 1);
  }

  /**
   * Returns a range of unread complete lines, at most `maxBytes` bytes long. It starts at the window's index. The lines
   * begin before `limit`, and the last of them ends at or before `end`. Some of them may not be records. Returns null
   * if no complete line is that short, or if `next` must be called first.
   */
  completeLines(maxBytes: number): { limit: number; end: number } | null {
    if (this.#discarded !== null || this.#topLinesLeft > 0) return null;
    if (this.#limit < 0 && this.#settings.skipBottom > 0) return null;
    const { at, end } = this.#input.window;
    if (end - at < this.#retryBytes) return null;
    if (this.#isFirstLine && (!this.#scanner.find(at, end, false) || this.#isDeclaration())) return null;
    if (at >= this.#completeLines.limit) {
      const last = Math.min(this.#limit < 0 ? end : this.#limit, at + maxBytes);
      this.#completeLines = { limit: this.#scanner.endOfWholeLines(at, last), end: last };
    }
    return at < this.#completeLines.limit ? this.#completeLines : null;
  }

  /** Skips `lines` complete lines, up to index `at`: a fast reader has read them. */
  skip(at: number, lines: number): void {
    this.#advance(at, lines);
  }

  /** Skips comments and blank lines in the range that `completeLines` returned last. Returns whether there was one. */
  skipOtherLines(): boolean {
    const { window } = this.#input;
    const { limit, end } = this.#completeLines;
    const first = window.at;
    while (window.at < limit && this.#scanner.find(window.at, end, false) && this.#isOtherLine(window.at, end))
      this.#skipOtherLine();
    return window.at > first;
  }

  next(final: boolean): typeof MORE | typeof RECORD | typeof END {
    const { window } = this.#input;
    if (final && !this.#finished) this.#finish();
    if (!final && window.end - window.at < this.#retryBytes) return MORE;
    if (this.#limit < 0) this.#limit = this.#findLimit(final);
    for (;;) {
      if (window.at >= this.#limit && this.#discarded === null) return final ? this.#skipBottom() : this.#wait();
      const complete = this.#scanner.find(window.at, this.#limit, final);
      if (!complete) return this.#discard() ? MORE : this.#wait();
      if (this.#discarded !== null) {
        if (this.#finishDiscarded(this.#discarded)) return RECORD;
      } else if (
        (this.#isFirstLine && this.#isDeclaration()) ||
        this.#isOtherLine(window.at, this.#limit) ||
        (final && this.#isEndMark())
      ) {
        this.#skipOtherLine();
      } else {
        return this.#readRecord(final) ? RECORD : this.#wait();
      }
    }
  }

  /** Gives back the lines of the record that was found, except its first one. They are read again. */
  giveBackLines(): void {
    if (this.lines < 2) return;
    this.#input.window.at = this.#secondLine;
    this.linesRead -= this.lines - 1;
    this.lines = 1;
    this.#scanner.reset();
    this.#endFinder?.reset();
  }

  /** Returns whether the next line is the first one, which may declare the delimiter. */
  get #isFirstLine(): boolean {
    return this.linesRead === 0 && this.#format.declaredDelimiter !== undefined;
  }

  /** Returns whether the line that the scanner found declares the delimiter. */
  #isDeclaration(): boolean {
    const { at } = this.#input.window;
    this.declaredDelimiter = this.#format.declaredDelimiter?.(at, this.#scanner.end) ?? null;
    return this.declaredDelimiter !== null;
  }

  #finish(): void {
    this.#finished = true;
    this.#input.finish();
    this.#forget();
    this.#followLongCell(true);
  }

  #followLongCell(final: boolean): void {
    const { window } = this.#input;
    if (this.#endFinder?.followLongCell?.(window.end, final) !== true) return;
    // The cell may be closed in the line that is too long: then no line of it was read as a record.
    const isOneLine =
      this.#discarded?.isLongCell === true &&
      !(this.#scanner.find(window.at, window.end, final) && this.#isOpenAt(this.#scanner.end));
    if (!isOneLine) this.hasLongCell = true;
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
    while (window.at < window.end && this.#scanner.find(window.at, window.end, true)) this.#skipOtherLine();
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

  /**
   * Returns whether the line at `at`, whose end the scanner has found, is skipped, a comment or blank. `limit`: index
   * up to which bytes have arrived.
   */
  #isOtherLine(at: number, limit: number): boolean {
    return this.#topLinesLeft > 0 || this.#format.isComment(at, limit) || this.#isBlankRest(at);
  }

  /** Returns whether the line that the scanner found is the last one, and has only characters U+001A. */
  #isEndMark(): boolean {
    const { bytes, at, end } = this.#input.window;
    if (!this.#format.isText || this.#scanner.end !== end || bytes[at] !== END_MARK) return false;
    return bytes.subarray(at, end).every((byte) => byte === END_MARK);
  }

  /** Searches the values of the first line of what was found, which is no record. */
  readTitle(): void {
    if (this.#firstLineEnd >= 0) this.titles?.read(this.line, this.#input.window.bytes, this.start, this.#firstLineEnd);
  }

  /** Skips the line that the scanner has found. */
  #skipOtherLine(): void {
    if (this.titles !== null)
      this.titles.read(this.linesRead + 1, this.#input.window.bytes, this.#skipMark(), this.#scanner.end);
    this.#skipLine();
  }

  #skipLine(): void {
    this.#advance(this.#scanner.next, 1);
    this.otherLines++;
  }

  /** Returns whether the line that the scanner found has only blanks from index `at` to its end. */
  #isBlankRest(at: number): boolean {
    return this.#format.findBlankEnd(at, this.#scanner.end) === this.#scanner.end;
  }

  /**
   * Reads the record that begins at the window's index. The scanner must have found its first line. Returns false if
   * more bytes are needed.
   */
  #readRecord(final: boolean): boolean {
    const { end, next } = this.#scanner;
    const { maxRecordBytes } = this.#settings;
    const start = this.#skipMark();
    this.#firstLineEnd = end;
    this.#secondLine = next;
    if (end - start > maxRecordBytes) {
      const isLongCell = this.#opensLongCell(start, end, final);
      this.#found(start, next, 1, 'RECORD_TOO_LONG');
      this.isLongCell = isLongCell;
      return true;
    }
    if (this.#endFinder === null || !this.#endFinder.hasQuote(start, end)) return this.#found(end, next, 1, null);
    const recordEnd = this.#endFinder.findEnd(start, this.#limit, final);
    if (recordEnd === INCOMPLETE)
      return this.#limit - start > maxRecordBytes + MARGIN_BYTES && this.#found(start, next, 1, 'RECORD_TOO_LONG');
    if (recordEnd === LONG) {
      this.#followLongCell(final);
      this.#found(start, next, 1, 'RECORD_TOO_LONG');
      return (this.isLongCell = true);
    }
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

  /**
   * Returns whether the line at index `start`, which is too long itself, opens a quoted cell that does not end in this line.
   * Follows this cell. `lineEnd`: the index at which the line ends, or Infinity if its end is not known.
   */
  #opensLongCell(start: number, lineEnd: number, final: boolean): boolean {
    const finder = this.#endFinder;
    // While an earlier cell is followed, no other one is.
    const isFollowing = () => (finder?.followed?.(0)?.range ?? null) !== null;
    if (finder?.followed === undefined || isFollowing()) return false;
    if (!finder.hasQuote(start, Math.min(lineEnd, start + this.maxRecordBytes))) return false;
    finder.findEnd(start, this.#limit, final);
    if (!isFollowing()) return false;
    const { end } = this.#input.window;
    const isClosed = finder.followLongCell?.(end, final) === true;
    // At the end of the file, nothing follows a cell that is not closed.
    const isLong = this.#isOpenAt(lineEnd) || (final && !this.#isFollowedTo(start) && lineEnd < end);
    if (isClosed && isLong) this.hasLongCell = true;
    return isLong;
  }

  /** Returns whether a quoted cell that was followed has ended after an index of the window. */
  #isFollowedTo(index: number): boolean {
    return (this.#endFinder?.followed?.(0)?.end ?? -1) > index;
  }

  /** Returns whether the quoted cell that is too long is still open at an index of the window. */
  #isOpenAt(index: number): boolean {
    const followed = this.#endFinder?.followed?.(0) ?? null;
    if (followed === null) return false;
    const { range } = followed;
    return range === null ? this.#isFollowedTo(index) : index === Infinity || range[0] >= index;
  }

  /** Returns the index at which the text of the line at the window's index begins: after a byte order mark or line ends. */
  #skipMark(): number {
    const { bytes, at, end } = this.#input.window;
    this.hasMark = this.findsMarks && isMarkAt(bytes, at, end);
    let start = this.hasMark ? at + MARK_BYTES : (this.#scanner.start ?? at);
    if (this.#format.skipsLineEnds === true)
      while (start < this.#scanner.end && (bytes[start] === LF || bytes[start] === CR)) start++;
    this.#skipped = start - at;
    return start;
  }

  #found(end: number, next: number, lines: number, broken: RecordSplitter['broken']): true {
    this.start = Math.min(end, this.#input.window.at + this.#skipped);
    this.end = end;
    this.byteOffset = this.nextOffset;
    this.line = this.linesRead + 1;
    this.lines = lines;
    this.broken = broken;
    this.isLongCell = false;
    this.#advance(next, lines);
    this.byteLength = this.nextOffset - this.byteOffset;
    return true;
  }

  /**
   * Discards the bytes of the unfinished line that have arrived. Returns false, and discards nothing, if the line is
   * still short enough to become a record.
   */
  #discard(): boolean {
    const { window } = this.#input;
    if (this.#discarded === null) {
      const isOther = this.#topLinesLeft > 0 || this.#format.isComment(window.at, this.#limit);
      const bytes = this.#limit - window.at;
      if (
        isOther
          ? this.titles?.wants(this.linesRead + 1, bytes - MARGIN_BYTES) === true
          : bytes <= this.#settings.maxRecordBytes + MARGIN_BYTES
      )
        return false;
      const { bytes: content, at } = window;
      const start = this.findsMarks && isMarkAt(content, at, this.#limit) ? at + MARK_BYTES : at;
      const isLongCell = !isOther && this.#opensLongCell(start, Infinity, false);
      this.#discarded = { byteOffset: this.nextOffset, isOther, isBlank: !isOther, isLongCell };
    }
    const end = this.#scanner.skipUnfinished(window.at, this.#limit);
    const next = this.#discarded.isBlank ? skipBlanks(this.#format, this.#discarded, { at: window.at, end }) : end;
    // The bytes that may end a cell that is followed are kept until more of them decide it.
    const followed = this.#endFinder?.followed?.(0)?.range?.[0] ?? next;
    window.at = Math.min(next, Math.max(window.at, followed));
    return true;
  }

  /** Ends a discarded line. Returns whether it is a record (RECORD_TOO_LONG), not a comment, blank or skipped line. */
  #finishDiscarded({ byteOffset, isOther, isBlank, isLongCell }: Discarded): boolean {
    this.#discarded = null;
    if (isOther || (isBlank && this.#isBlankRest(this.#input.window.at))) {
      this.#skipLine();
      return false;
    }
    this.hasMark = false;
    this.#skipped = 0;
    this.#firstLineEnd = -1;
    const isLong = this.#isOpenAt(this.#scanner.end);
    this.#found(this.#input.window.at, this.#scanner.next, 1, 'RECORD_TOO_LONG');
    this.isLongCell = isLongCell && isLong;
    this.byteLength += this.byteOffset - byteOffset;
    this.byteOffset = byteOffset;
    return true;
  }
}

const HELD_BACK_BYTES = 4 * 1024 * 1024;

/**
 * Returns the index up to which the window may be read. The lines after it may be among the last `skipBottom` lines of
 * the file, so they must wait for more bytes.
 */
function findReadLimit(
  { at, end }: ByteWindow,
  scanner: LineScanner,
  { skipBottom, maxRecordBytes, final }: Pick<LineSettings, 'skipBottom' | 'maxRecordBytes'> & { final: boolean },
): number {
  if (skipBottom === 0) return end;
  const limit = scanner.startOfLastLines(final ? skipBottom : skipBottom + 1, at, end);
  // A file must not fill the memory. If the waiting lines are longer than this limit, they are read as records.
  return !final && end - limit > Math.max(HELD_BACK_BYTES, 2 * maxRecordBytes) ? end : limit;
}

const MAX_CHARACTER_BYTES = 4;

/** What remains known about a line while its bytes are being discarded. */
interface Discarded {
  /** Offset in the undecoded file at which the line begins. */
  byteOffset: number;
  isOther: boolean;
  /** Whether all bytes of the line so far are blanks. If so, only these blanks have been discarded. */
  isBlank: boolean;
  /** Whether a quoted cell of the line is too long. */
  isLongCell: boolean;
}

/**
 * Returns the index up to which the bytes from `at` to `end` of a discarded line can be dropped, and updates
 * `discarded.isBlank`. If the line has only blanks so far, the index is after its last blank: up to three bytes remain,
 * because they may be an incomplete blank character.
 */
function skipBlanks(format: LineFormat, discarded: Discarded, { at, end }: { at: number; end: number }): number {
  const blankEnd = format.findBlankEnd(at, end);
  discarded.isBlank = blankEnd !== NOT_BLANK && end - blankEnd < MAX_CHARACTER_BYTES;
  return discarded.isBlank ? blankEnd : end;
}
