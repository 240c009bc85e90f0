import { type ByteWindow, CharacterFinder } from '../bytes/window.ts';
import type { LineScanner } from './line-finder.ts';

/** Finds records that end with a separator, such as `~`, instead of a line end. Each of them counts as a line. */
export class SeparatorFinder implements LineScanner {
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
    const found = this.#separator.find(this.#window.bytes, from, limit);
    if (found < 0 && !final) return false;
    this.end = found < 0 ? limit : found;
    this.next = found < 0 ? limit : found + this.#separator.length;
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

  /** The last bytes before `limit` are not discarded, because they may be the beginning of a separator. */
  skipUnfinished(from: number, limit: number): number {
    return Math.max(from, limit - (this.#separator.length - 1));
  }
}
