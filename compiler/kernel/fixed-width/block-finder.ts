import { characterLength } from '../bytes/utf8.ts';
import type { LineScanner } from '../lines/line-finder.ts';
import type { ByteWindow } from '../bytes/window.ts';

const LONGEST_CHARACTER_BYTES = 4;

/** Finds records that follow each other with no line ends: each so many characters of the decoded text long. */
export class BlockFinder implements LineScanner {
  end = 0;
  next = 0;
  readonly #window: ByteWindow;
  readonly #characters: number;
  /** Characters of the unfinished block that have been thrown away. */
  #passed = 0;
  /** Characters that the last walk did not find. */
  #missing = 0;

  /** `characters`: length of a block. */
  constructor(window: ByteWindow, characters: number) {
    this.#window = window;
    this.#characters = characters;
  }

  reset(): void {}

  /** The last block of a file may be shorter. */
  find(from: number, limit: number, final: boolean): boolean {
    const end = this.#walk(from, limit);
    if (this.#missing > 0 && !final) return false;
    this.end = this.#missing > 0 ? limit : end;
    this.next = this.end;
    this.#passed = 0;
    return true;
  }

  /** However long its characters are, a block that begins there has come. */
  endOfWholeLines(limit: number): number {
    return Math.max(0, limit - this.#characters * LONGEST_CHARACTER_BYTES);
  }

  countLines(from: number, to: number): number {
    let blocks = 0;
    for (let at = from; at < to && this.find(at, to, false); at = this.next) blocks++;
    return blocks;
  }

  startOfLastLines(lines: number, from: number, to: number): number {
    const passed = this.#passed;
    const starts: number[] = [];
    for (let at = from; at < to; at = this.next) {
      starts.push(at);
      this.find(at, to, true);
    }
    this.#passed = passed;
    return starts[Math.max(0, starts.length - lines)] ?? to;
  }

  skipUnfinished(from: number, limit: number): number {
    const at = this.#walk(from, limit);
    this.#passed = this.#characters - this.#missing;
    return at;
  }

  /** Goes over what is left of a block, as far as its characters have come whole. */
  #walk(from: number, limit: number): number {
    const { bytes } = this.#window;
    let missing = this.#characters - this.#passed;
    let at = from;
    while (missing > 0 && at < limit) {
      const length = (bytes[at] ?? 0) < 0x80 ? 1 : Math.abs(characterLength(bytes, at, limit));
      if (length === 0) break;
      at += length;
      missing--;
    }
    this.#missing = missing;
    return at;
  }
}
