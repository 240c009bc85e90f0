import { CR, LF } from '../bytes/ascii.ts';
import { ByteFinder, ByteWindow } from '../bytes/window.ts';

/** Finds lines in a window that is read forward. */
export interface LineScanner {
  /** End of the line that was found, without its line end. */
  end: number;
  /** Where the line behind it begins. */
  next: number;
  /** Forgets places: the window has moved. */
  reset(): void;
  /** Finds the end of the line that `from` lies in; false where it has not come yet. At the end of the file a line ends as it is. */
  find(from: number, limit: number, final: boolean): boolean;
  /** A place before `limit`: lines that begin before it have come whole. */
  endOfWholeLines(limit: number): number;
  /** How many lines end in a stretch. */
  countLines(from: number, to: number): number;
  /** Where the last lines of a stretch begin; `from` is the place of the next line. */
  startOfLastLines(lines: number, from: number, to: number): number;
  /** Goes over what has come of an unfinished line that is thrown away; gives the place where its rest begins. */
  skipUnfinished(from: number, limit: number): number;
}

/** Finds physical lines: LF, CRLF and CR end one. */
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

  /** A CR at the end may belong to a LF that has not come yet: only a LF tells. */
  endOfWholeLines(limit: number): number {
    return limit === 0 ? 0 : this.#window.bytes.lastIndexOf(LF, limit - 1) + 1;
  }

  countLines(from: number, to: number): number {
    let lines = 0;
    for (let at = from; at < to && this.find(at, to, false); at = this.next) lines++;
    return lines;
  }

  /** A line end at the very end of the stretch begins no further line. */
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

  /** A CR at the end may belong to a LF that has not come yet. */
  skipUnfinished(_from: number, limit: number): number {
    return this.#window.bytes[limit - 1] === CR ? limit - 1 : limit;
  }

  #endAtCr(cr: number, limit: number, final: boolean): boolean {
    // Whether a LF belongs to it is known only with the next byte.
    if (cr + 1 >= limit) return final && this.#endAt(cr, cr + 1);
    return this.#endAt(cr, this.#window.bytes[cr + 1] === LF ? cr + 2 : cr + 1);
  }

  #endAt(end: number, next: number): true {
    this.end = end;
    this.next = next;
    return true;
  }
}
