import type { CsvCharacters } from './split-cells.ts';
import { BROKEN, type RecordEnd, INCOMPLETE, LONG, type RecordEndFinder, WHOLE } from '../lines/line-format.ts';
import { LineFinder } from '../lines/line-finder.ts';
import { CR, LF } from '../bytes/ascii.ts';
import { ByteWindow, CharacterFinder } from '../bytes/window.ts';

/** Finds where a record with quotes ends: a quote that opens at the start of a cell may hold line ends. */
export class QuotedRecordFinder implements RecordEndFinder {
  /** End of the record that was framed, without its line end. */
  end = 0;
  /** Where the line behind the record begins. */
  next = 0;
  readonly #window: ByteWindow;
  readonly #lines: LineFinder;
  readonly #delimiter: CharacterFinder;
  readonly #quote: CharacterFinder;
  readonly #escape: CharacterFinder | null;
  readonly #maxBytes: number;
  /**
   * Up to this offset of the file an earlier attempt stood inside quotes at every line start. Another attempt that
   * reaches one of them inside quotes goes the same way; without this, lines that each open a quote cost their square.
   */
  #quotedTo = -1;

  constructor(window: ByteWindow, characters: CsvCharacters, maxBytes: number) {
    this.#window = window;
    this.#lines = new LineFinder(window);
    this.#delimiter = new CharacterFinder(characters.delimiter);
    this.#quote = new CharacterFinder(characters.quote);
    this.#escape = characters.escape === characters.quote ? null : new CharacterFinder(characters.escape);
    this.#maxBytes = maxBytes;
  }

  reset(): void {
    this.#lines.reset();
    this.#delimiter.reset();
    this.#quote.reset();
    this.#escape?.reset();
  }

  /** Whether there is a quote in a stretch. */
  hasQuote(from: number, to: number): boolean {
    return this.#quote.find(this.#window.bytes, from, to) >= 0;
  }

  /** Frames the record that begins at `start`. */
  findEnd(start: number, limit: number, final: boolean): RecordEnd {
    const { bytes } = this.#window;
    let at = start;
    for (;;) {
      if (this.#quote.isAt(bytes, at, limit)) {
        if (at - start >= this.#maxBytes) return LONG;
        at = this.#closeQuote(start, at, limit, final);
        if (at < 0) return at === OPEN ? INCOMPLETE : BROKEN;
        if (this.#delimiter.isAt(bytes, at, limit)) {
          at += this.#delimiter.length;
          continue;
        }
        return this.#endBehindQuote(start, at, { limit, final });
      }
      const ended = this.#lines.find(at, limit, final);
      const delimiter = this.#delimiter.find(bytes, at, ended ? this.#lines.end : limit);
      if (delimiter >= 0) at = delimiter + this.#delimiter.length;
      // A quote character of several bytes may have come in part.
      else if (!ended) return INCOMPLETE;
      else return this.#whole();
    }
  }

  #endBehindQuote(start: number, at: number, { limit, final }: { limit: number; final: boolean }): RecordEnd {
    const byte = this.#window.bytes[at];
    if (at < limit && byte !== LF && byte !== CR) {
      return !final && limit - at < this.#delimiter.length ? INCOMPLETE : at - start < this.#maxBytes ? BROKEN : LONG;
    }
    return this.#lines.find(at, limit, final) ? this.#whole() : INCOMPLETE;
  }

  #whole(): RecordEnd {
    this.end = this.#lines.end;
    this.next = this.#lines.next;
    return WHOLE;
  }

  /** Place behind the quote that closes the cell opened at `open`; OPEN where it may still come, UNCLOSED where not. */
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
      if (special < 0 || special - start + this.#quote.length > this.#maxBytes)
        return this.#stillOpen(start, special < 0 ? limit : special, limit, final);
      const isEscape = this.#escape?.isAt(bytes, special, limit) === true;
      const behind = special + (isEscape ? (this.#escape?.length ?? 0) : this.#quote.length);
      if (!isEscape && this.#escape !== null) return behind;
      if (!final && behind + Math.max(this.#quote.length, this.#escape?.length ?? 0) > limit) return OPEN;
      if (this.#quote.isAt(bytes, behind, limit)) at = behind + this.#quote.length;
      else if (this.#escape === null) return behind;
      else at = behind + (this.#escape.isAt(bytes, behind, limit) ? this.#escape.length : 0);
    }
  }

  /** The next quote or escape inside quotes. */
  #nextSpecial(at: number, limit: number): number {
    const quote = this.#quote.find(this.#window.bytes, at, limit);
    if (this.#escape === null) return quote;
    const escape = this.#escape.find(this.#window.bytes, at, quote < 0 ? limit : quote);
    return escape < 0 ? quote : escape;
  }

  #stillOpen(start: number, quotedTo: number, limit: number, final: boolean): number {
    if (!final && limit - start <= this.#maxBytes) return OPEN;
    this.#quotedTo = Math.max(this.#quotedTo, this.#window.base + quotedTo);
    return UNCLOSED;
  }
}

const OPEN = -1;
const UNCLOSED = -2;
