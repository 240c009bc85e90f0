import { CR, LF } from '../bytes/ascii.ts';
import { type ByteWindow, CharacterFinder } from '../bytes/window.ts';
import { LineFinder, type LineScanner } from './line-finder.ts';

/** The number of bytes of line ends after a separator that belong to it. */
const MAX_LINE_END_BYTES = 64;

/**
 * Finds records that end with a separator, such as `~`, instead of a line end. Each of them counts as a line. Line ends after
 * a separator, and at the end of the file, belong to no record.
 */
class SeparatorFinder implements LineScanner {
  readonly #window: ByteWindow;
  readonly #separator: CharacterFinder;
  end = 0;
  next = 0;

  constructor(window: ByteWindow, separator: string) {
    this.#window = window;
    this.#separator = new CharacterFinder(separator);
  }

  reset(): void {
    this.#separator.reset();
  }

  find(from: number, limit: number, final: boolean): boolean {
    const { bytes } = this.#window;
    const found = this.#separator.find(bytes, from, limit);
    if (found < 0) return final && this.#endWithFile(from, limit);
    const after = found + this.#separator.length;
    let next = after;
    while (next < limit && next - after < MAX_LINE_END_BYTES && isLineEnd(bytes[next])) next++;
    // The next byte shows whether another line end follows.
    if (next === limit && next - after < MAX_LINE_END_BYTES && !final) return false;
    this.end = found;
    this.next = next;
    return true;
  }

  #endWithFile(from: number, limit: number): true {
    const { bytes } = this.#window;
    let end = limit;
    while (end > from && isLineEnd(bytes[end - 1])) end--;
    this.end = end;
    this.next = limit;
    return true;
  }

  endOfWholeLines(from: number, limit: number): number {
    let at = from;
    while (at < limit && this.find(at, limit, false)) at = this.next;
    return at;
  }

  countLines(from: number, to: number): number {
    let lines = 0;
    for (let at = from; at < to && this.find(at, to, false); at = this.next) lines++;
    return lines;
  }

  /** The separators are found from the front, because one may overlap with the character before it. */
  startOfLastLines(lines: number, from: number, to: number): number {
    const starts = [from];
    for (let at = from; at < to && this.find(at, to, false); at = this.next) {
      if (this.next < to) starts.push(this.next);
      if (starts.length > lines) starts.shift();
    }
    return lines === 0 ? to : (starts[0] ?? from);
  }

  /** A separator before `limit`, or what may be the beginning of one, is not discarded. */
  skipUnfinished(from: number, limit: number): number {
    const found = this.#separator.find(this.#window.bytes, from, limit);
    if (found >= 0) return found;
    return Math.max(from, limit - (this.#separator.length - 1));
  }
}

/** Creates the finder of the lines of a file: with line ends, or with a separator instead. */
export function createLineScanner(window: ByteWindow, { separator }: { readonly separator?: string }): LineScanner {
  return separator === undefined ? new LineFinder(window) : new SeparatorFinder(window, separator);
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}
