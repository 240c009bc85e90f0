import { CR, LF } from '../bytes/ascii.ts';
import { ByteFinder, ByteWindow } from '../bytes/window.ts';

/** Finds lines in a window that is read forward. Indexes are indexes into the window. */
export interface LineScanner {
  /** Index after the last byte of the line, without its line end. */
  end: number;
  /** Index at which the next line begins. */
  next: number;
  /** Forgets indexes. Required whenever the window has moved. */
  reset(): void;
  /**
   * Finds the end of the line that contains `from`. Returns false if it has not arrived. `final`: the file ends at
   * `limit`, and so does its last line.
   */
  find(from: number, limit: number, final: boolean): boolean;
  /** Returns an index from `from` to `limit`. All lines that begin between `from` and this index are complete. */
  endOfWholeLines(from: number, limit: number): number;
  /** Returns the number of line ends in a part of the window. */
  countLines(from: number, to: number): number;
  /** Returns the index at which the last `lines` lines between `from` and `to` begin. A line begins at `from`. */
  startOfLastLines(lines: number, from: number, to: number): number;
  /**
   * Skips the arrived part of an unfinished line that is being discarded. Returns the index at which the rest begins.
   */
  skipUnfinished(from: number, limit: number): number;
}

/** Finds physical lines, which end with LF, CRLF or CR. */
export class LineFinder implements LineScanner {
  readonly #window: ByteWindow;
  readonly #finder = new ByteFinder(LF, CR);
  end = 0;
  next = 0;

  constructor(window: ByteWindow) {
    this.#window = window;
  }

  reset(): void {
    this.#finder.reset();
  }

  find(from: number, limit: number, final: boolean): boolean {
    const { bytes } = this.#window;
    const found = this.#finder.find(bytes, from, limit);
    if (found < 0) return final && this.#endAt(limit, limit);
    return bytes[found] === LF ? this.#endAt(found, found + 1) : this.#endAtCr(found, limit, final);
  }

  /** A CR at the very end does not complete a line: the LF after it may not have arrived. */
  endOfWholeLines(from: number, limit: number): number {
    const { bytes } = this.#window;
    let at = limit;
    if (at > from && bytes[at - 1] === CR) at--;
    while (at > from && bytes[at - 1] !== LF && bytes[at - 1] !== CR) at--;
    return at;
  }

  countLines(from: number, to: number): number {
    let lines = 0;
    for (let at = from; at < to && this.find(at, to, false); at = this.next) lines++;
    return lines;
  }

  /** A line end at the very end does not start another line. */
  startOfLastLines(lines: number, from: number, to: number): number {
    const { bytes } = this.#window;
    let at = to;
    for (let left = lines; left > 0 && at > from; left--) {
      if (bytes[at - 1] === LF) {
        at--;
        if (at > from && bytes[at - 1] === CR) at--;
      } else if (bytes[at - 1] === CR) at--;
      while (at > from && bytes[at - 1] !== LF && bytes[at - 1] !== CR) at--;
    }
    return at;
  }

  /** The LF after a CR at the end may not have arrived. */
  skipUnfinished(_from: number, limit: number): number {
    return this.#window.bytes[limit - 1] === CR ? limit - 1 : limit;
  }

  #endAtCr(cr: number, limit: number, final: boolean): boolean {
    // Only the next byte shows whether a LF belongs to this CR.
    if (cr + 1 >= limit) return final && this.#endAt(cr, cr + 1);
    return this.#endAt(cr, this.#window.bytes[cr + 1] === LF ? cr + 2 : cr + 1);
  }

  #endAt(end: number, next: number): true {
    this.end = end;
    this.next = next;
    return true;
  }
}
