import { characterLength } from '../bytes/utf8.ts';
import type { LineScanner } from '../lines/line-finder.ts';
import type { ByteWindow } from '../bytes/window.ts';

const MAX_CHARACTER_BYTES = 4;

/**
 * Finds records of equal length without line ends, also called blocks. The length is in code points. The last block of
 * a file may be shorter.
 */
export class BlockFinder implements LineScanner {
  end = 0;
  next = 0;
  readonly #window: ByteWindow;
  readonly #characters: number;
  /** The number of characters of an unfinished block that were already discarded. */
  #skipped = 0;
  /** The number of characters that the last call of #skipCharacters needed but did not find. */
  #missing = 0;

  /** @param characters length of a block, in code points */
  constructor(window: ByteWindow, characters: number) {
    this.#window = window;
    this.#characters = characters;
  }

  reset(): void {}

  /**
   * Finds the end of the block that begins at `from`. Returns false if it is incomplete. At the end of the file
   * (`final`), an incomplete block counts as a record.
   */
  find(from: number, limit: number, final: boolean): boolean {
    const end = this.#skipCharacters(from, limit);
    if (this.#missing > 0 && !final) return false;
    this.end = this.#missing > 0 ? limit : end;
    this.next = this.end;
    this.#skipped = 0;
    return true;
  }

  /** Returns an index. Every block that begins before it is complete, even if all characters have four bytes. */
  endOfWholeLines(from: number, limit: number): number {
    return Math.max(from, limit - this.#characters * MAX_CHARACTER_BYTES);
  }

  countLines(from: number, to: number): number {
    let blocks = 0;
    for (let at = from; at < to && this.find(at, to, false); at = this.next) blocks++;
    return blocks;
  }

  startOfLastLines(lines: number, from: number, to: number): number {
    const skipped = this.#skipped;
    const starts: number[] = [];
    for (let at = from; at < to; at = this.next) {
      starts.push(at);
      this.find(at, to, true);
    }
    this.#skipped = skipped;
    return starts[Math.max(0, starts.length - lines)] ?? to;
  }

  skipUnfinished(from: number, limit: number): number {
    const at = this.#skipCharacters(from, limit);
    this.#skipped = this.#characters - this.#missing;
    return at;
  }

  /**
   * Skips the remaining characters of a block and returns the index after them. Stops before an incomplete character.
   */
  #skipCharacters(from: number, limit: number): number {
    const { bytes } = this.#window;
    let missing = this.#characters - this.#skipped;
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
