import type { FollowedCell } from '../lines/line-parser.ts';
import { type CsvCharacters, isRowWellFormed } from './split-cells.ts';
import { BROKEN, type RecordEnd, INCOMPLETE, LONG, type RecordEndFinder, WHOLE } from '../lines/line-format.ts';
import type { LineScanner } from '../lines/line-finder.ts';
import { createLineScanner } from '../lines/separator-finder.ts';
import { BLANK, CR, LF } from '../bytes/ascii.ts';
import { Utf8Decoder } from '../bytes/utf8.ts';
import { type ByteWindow, CharacterFinder } from '../bytes/window.ts';

/**
 * Finds the ends of CSV records that may contain quoted cells (RFC 4180, section 2, rules 5 to 7). A quote opens a
 * quoted cell only if it is the first character of the cell.
 */
export class QuotedRecordFinder implements RecordEndFinder {
  /** The index in the window at which the record ends, before its line end. Valid after `findEnd` returned WHOLE. */
  end = 0;
  /** The index in the window at which the next line begins. Valid after `findEnd` returned WHOLE. */
  next = 0;
  readonly #window: ByteWindow;
  readonly #lines: LineScanner;
  readonly #separator: CharacterFinder | null;
  readonly #delimiter: CharacterFinder;
  readonly #quote: CharacterFinder;
  readonly #escape: CharacterFinder | null;
  readonly #maxRecordBytes: number;
  readonly #skipsBlanks: boolean;
  readonly #decoder = new Utf8Decoder();
  /**
   * The file offset up to which an earlier search was inside quotes at every line start. A later search that is inside
   * quotes at one of these line starts would have the same result. Without this offset, a file in which every line
   * opens a quote would take quadratic time.
   */
  #quotedTo = -1;

  /** The file offsets from which and to which the quoted cell that was too long is followed. -1: none is. */
  #followFrom = -1;
  #followTo = -1;
  /** The file offset of the quote that ended the last search. Cells that begin before it, or with it, are not followed. */
  #followedTo = -1;
  readonly #characters: CsvCharacters;

  /** `characters.separator`: the text at the end of each record. Absent: line ends. */
  constructor(window: ByteWindow, characters: CsvCharacters & { readonly separator?: string }, maxBytes: number) {
    const { separator } = characters;
    this.#characters = characters;
    this.#window = window;
    this.#lines = createLineScanner(window, characters);
    this.#separator = separator === undefined ? null : new CharacterFinder(separator);
    this.#delimiter = new CharacterFinder(characters.delimiter);
    this.#quote = new CharacterFinder(characters.quote);
    this.#escape = characters.escape === characters.quote ? null : new CharacterFinder(characters.escape);
    this.#maxRecordBytes = maxBytes;
    this.#skipsBlanks = characters.skipBlanks === true;
  }

  reset(): void {
    this.#lines.reset();
    this.#delimiter.reset();
    this.#quote.reset();
    this.#escape?.reset();
  }

  /** Returns whether the window contains a quote between the indexes `from` and `to`. */
  hasQuote(from: number, to: number): boolean {
    return this.#quote.find(this.#window.bytes, from, to) >= 0;
  }

  /**
   * Searches for the end of the record that begins at index `start`. Returns WHOLE if it was found, and sets `end` and
   * `next`. INCOMPLETE: more bytes are needed. BROKEN: the quotes are malformed, or a quoted cell is not closed
   * within the maximum size. LONG: the record exceeds the maximum size, and its quotes are well-formed up to there. `limit` is the end of the available bytes. `final` is true if the file ends there.
   */
  findEnd(start: number, limit: number, final: boolean): RecordEnd {
    const { bytes } = this.#window;
    let at = start;
    for (;;) {
      at = this.#skipBlanks(at, limit);
      if (this.#quote.isAt(bytes, at, limit)) {
        if (at - start >= this.#maxRecordBytes) return LONG;
        at = this.#closeQuote(start, at, limit, final);
        if (at < 0) return at === OPEN ? INCOMPLETE : at === TOO_LONG ? LONG : BROKEN;
        at = this.#skipBlanks(at, limit);
        if (this.#delimiter.isAt(bytes, at, limit)) {
          at += this.#delimiter.length;
          continue;
        }
        return this.#endAfterQuote(start, at, { limit, final });
      }
      const ended = this.#lines.find(at, limit, final);
      const delimiter = this.#findDelimiter(at, ended ? this.#lines.end : limit);
      if (delimiter >= 0) at = delimiter + this.#delimiter.length;
      // If the end of the line is unknown, the last bytes may be the beginning of a delimiter.
      else if (!ended) return INCOMPLETE;
      else return this.#endAtLine(start);
    }
  }

  /** Returns the index of the first byte from `at` on that is no blank, if blanks belong to no cell. */
  #skipBlanks(at: number, limit: number): number {
    if (!this.#skipsBlanks) return at;
    const { bytes } = this.#window;
    let next = at;
    while (next < limit && (bytes[next] === BLANK || bytes[next] === TAB) && !this.#delimiter.isAt(bytes, next, limit))
      next++;
    return next;
  }

  #endAfterQuote(start: number, at: number, { limit, final }: { limit: number; final: boolean }): RecordEnd {
    if (at < limit && !this.#endsAt(at, limit)) {
      return !final && limit - at < Math.max(this.#delimiter.length, this.#separator?.length ?? 0)
        ? INCOMPLETE
        : at - start < this.#maxRecordBytes
          ? BROKEN
          : LONG;
    }
    return this.#lines.find(at, limit, final) ? this.#endAtLine(start) : INCOMPLETE;
  }

  /** Returns whether a record ends at index `at`. */
  #endsAt(at: number, limit: number): boolean {
    const { bytes } = this.#window;
    return this.#separator === null ? bytes[at] === LF || bytes[at] === CR : this.#separator.isAt(bytes, at, limit);
  }

  followLongCell(limit: number, final: boolean): boolean {
    if (this.#followFrom < 0) return false;
    const { bytes, base } = this.#window;
    // These search ahead of the others, which remember what they have found.
    const quote = new CharacterFinder(this.#characters.quote);
    const delimiter = new CharacterFinder(this.#characters.delimiter);
    const isDoubled = this.#escape === null;
    for (let at = this.#followFrom - base; ; ) {
      const found = quote.find(bytes, at, limit);
      const after = found + quote.length;
      if (found >= 0 && this.#escape?.isAt(bytes, found - this.#escape.length, limit) === true) {
        at = after;
        continue;
      }
      if (found < 0 || (!final && this.#isUndecided(after, limit))) {
        // A resumed reading may follow a cell from bytes on that it does not have yet.
        const from = base + (found < 0 ? Math.max(at, this.#endOfDecided(limit)) : found);
        this.#followFrom = from < this.#followTo && !final ? from : -1;
        return false;
      }
      if (isDoubled && quote.isAt(bytes, after, limit)) {
        at = after + quote.length;
        continue;
      }
      this.#followFrom = -1;
      this.#followedTo = base + found;
      return after >= limit || this.#endsAt(after, limit) || delimiter.isAt(bytes, after, limit);
    }
  }

  /** Returns whether it is open if a quote that ends before an index ends its cell. */
  #isUndecided(after: number, limit: number): boolean {
    const { bytes } = this.#window;
    const next = [this.#delimiter, this.#escape === null ? this.#quote : null, this.#separator];
    return next.some((one) => one?.isCutAt(bytes, after, limit) === true);
  }

  /** Returns the index from which on the bytes before `limit` may belong to a quote, or escape the next one. */
  #endOfDecided(limit: number): number {
    const { bytes } = this.#window;
    const escaping = limit - (this.#escape?.length ?? 0);
    if (escaping >= 0 && this.#escape?.isAt(bytes, escaping, limit) === true) return escaping;
    let at = Math.max(0, limit - this.#quote.length + 1);
    while (at < limit && !this.#quote.isCutAt(bytes, at, limit)) at++;
    return at;
  }

  followed(at: number): FollowedCell | null {
    if (this.#followFrom < 0 && this.#followedTo < 0) return null;
    const from = this.#window.base + at;
    return {
      range: this.#followFrom < 0 ? null : [this.#followFrom - from, this.#followTo - from],
      end: this.#followedTo < 0 ? null : this.#followedTo - from,
    };
  }

  follow({ range, end }: FollowedCell, at: number): void {
    const from = this.#window.base + at;
    if (range !== null) {
      this.#followFrom = from + range[0];
      this.#followTo = from + range[1];
    }
    if (end !== null) this.#followedTo = Math.max(-1, from + end);
  }

  /** Returns the index of the delimiter that ends the cell without quotes at index `from`, or -1. */
  #findDelimiter(from: number, limit: number): number {
    const { bytes } = this.#window;
    const escape = this.#escape;
    if (this.#characters.escapesOutside !== true || escape === null) return this.#delimiter.find(bytes, from, limit);
    for (let at = from; ; ) {
      const escaping = escape.find(bytes, at, limit);
      const found = this.#delimiter.find(bytes, at, escaping < 0 ? limit : escaping);
      if (found >= 0 || escaping < 0) return found;
      at = escaping + escape.length;
      const escaped = [this.#delimiter, this.#quote, escape].find(
        (one) => one.length > 0 && one.isAt(bytes, at, limit),
      );
      at += escaped?.length ?? 0;
    }
  }

  #endAtLine(start: number): RecordEnd {
    this.end = this.#lines.end;
    this.next = this.#lines.next;
    const { bytes } = this.#window;
    if (this.#characters.quotesRows !== true || !this.#quote.isAt(bytes, start, this.end)) return WHOLE;
    const row =
      this.#decoder.decode(bytes, start, this.end) ?? this.#decoder.decodeWithReplacement(bytes, start, this.end);
    return isRowWellFormed(row, this.#characters) ? WHOLE : BROKEN;
  }

  /**
   * Returns the index after the quote that closes the cell opened at `open`. OPEN: more bytes are needed. UNCLOSED: no
   * quote closes the cell before the end of the file. TOO_LONG: none does within the maximum record size.
   */
  #closeQuote(start: number, open: number, limit: number, final: boolean): number {
    const { bytes, base } = this.#window;
    const known = this.#quotedTo - base;
    const firstLine = known > open && this.#lines.find(open, limit, final) ? this.#lines.next : Infinity;
    let at = open + this.#quote.length;
    for (;;) {
      const special = this.#nextSpecial(at, limit);
      if (at < firstLine && firstLine <= known && (special < 0 || special >= firstLine)) {
        at = known;
        continue;
      }
      if (special < 0 || special - start + this.#quote.length > this.#maxRecordBytes)
        return this.#stillOpen(start, special < 0 ? Math.max(at, this.#endOfDecided(limit)) : special, limit, final);
      const isEscape = this.#escape?.isAt(bytes, special, limit) === true;
      const after = special + (isEscape ? (this.#escape?.length ?? 0) : this.#quote.length);
      if (!isEscape && this.#escape !== null) return after;
      if (!final && after + Math.max(this.#quote.length, this.#escape?.length ?? 0) > limit) return OPEN;
      if (this.#quote.isAt(bytes, after, limit)) at = after + this.#quote.length;
      else if (this.#escape === null) return after;
      else at = after + (this.#escape.isAt(bytes, after, limit) ? this.#escape.length : 0);
    }
  }

  /** Returns the index of the next quote or escape character, or -1. `at` is inside quotes. */
  #nextSpecial(at: number, limit: number): number {
    const quote = this.#quote.find(this.#window.bytes, at, limit);
    if (this.#escape === null) return quote;
    const escape = this.#escape.find(this.#window.bytes, at, quote < 0 ? limit : quote);
    return escape < 0 ? quote : escape;
  }

  #stillOpen(start: number, quotedTo: number, limit: number, final: boolean): number {
    if (!final && limit - start <= this.#maxRecordBytes) return OPEN;
    this.#quotedTo = Math.max(this.#quotedTo, this.#window.base + quotedTo);
    if (limit - start <= this.#maxRecordBytes) return UNCLOSED;
    if (this.#followFrom < 0 && this.#window.base + start > this.#followedTo) {
      this.#followFrom = this.#window.base + quotedTo;
      this.#followTo = this.#followFrom + MAX_FOLLOWED_BYTES;
    }
    return TOO_LONG;
  }
}

/** A quoted cell that is too long is followed for this many bytes. */
const MAX_FOLLOWED_BYTES = 64 * 1024 * 1024;
const OPEN = -1;
const UNCLOSED = -2;
const TOO_LONG = -3;
const TAB = 0x09;
