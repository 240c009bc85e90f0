import type { Failure } from '../model/contract.ts';
import { CR, LF } from '../bytes/ascii.ts';
import { ByteFinder, type ByteWindow } from '../bytes/window.ts';

/** Finds lines in a window that is read forward. All indexes are indexes into the window. */
export interface LineScanner {
  /** Index at which the text of that line begins, after what says how long it is. Absent: where the line begins. */
  readonly start?: number;
  /** Why the file cannot be read further. `find` then returns false. Absent: this does not happen. */
  readonly failure?: Failure | null;
  /** Why the file must not end at the window's index. */
  readonly failureAtEnd?: Failure | null;
  /** How many bytes of a block are left at the window's index. */
  readonly blockLeft?: number;
  /** Index at which the line that `find` found ends, without its line end. */
  end: number;
  /** Index after the line end of that line, at which the next line begins. */
  next: number;
  /** Forgets all indexes. The caller must call it when bytes are added to the window, which moves the others. */
  reset(): void;
  /**
   * Finds the end of the line that contains index `from`, and sets `end` and `next`. Returns false if the end has not
   * arrived. `final`: the file ends at `limit`, and its last line needs no line end.
   */
  find(from: number, limit: number, final: boolean): boolean;
  /**
   * Returns an index from `from` to `limit`. All lines that begin at `from` or later, but before this index, are
   * complete.
   */
  endOfWholeLines(from: number, limit: number): number;
  /** Returns the number of line ends between two indexes of the window. */
  countLines(from: number, to: number): number;
  /**
   * Returns the index at which the last `lines` lines before index `to` begin. If there are fewer lines, returns
   * `from`, at which a line begins.
   */
  startOfLastLines(lines: number, from: number, to: number): number;
  /**
   * Returns the index up to which an unfinished line can be discarded. All bytes before `limit` belong to this line.
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

  /** A CR directly before `limit` does not complete a line, because its LF may not have arrived. */
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

  /** A line end directly before `to` ends the last line. It does not start another one. */
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

  /** A CR directly before `limit` is not discarded, because its LF may not have arrived. */
  skipUnfinished(_from: number, limit: number): number {
    return this.#window.bytes[limit - 1] === CR ? limit - 1 : limit;
  }

  #endAtCr(cr: number, limit: number, final: boolean): boolean {
    // The next byte shows whether the line end is CR or CRLF.
    if (cr + 1 >= limit) return final && this.#endAt(cr, cr + 1);
    return this.#endAt(cr, this.#window.bytes[cr + 1] === LF ? cr + 2 : cr + 1);
  }

  #endAt(end: number, next: number): true {
    this.end = end;
    this.next = next;
    return true;
  }
}
