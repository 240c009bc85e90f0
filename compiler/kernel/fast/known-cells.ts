import { countWords, equalWords, hashOfWords, storeWords, writeWords } from './words.ts';

/** The highest 12 bits of a hash select an entry. */
const SHIFT = 20;
const ENTRIES = 4096;
/** The words of an entry: the size of its key plus 1, the key, the size of its cell, the cell. */
const ENTRY_WORDS = 32;
/** The lookups after which the known ones are counted. Fewer than a quarter: the next lookups are not remembered. */
const TRIES = 256;
const MIN_KNOWN = TRIES / 4;
const PAUSE = 8192;

/**
 * Remembers the cells that a lookup has found, by their keys, as they are in the output: most files have the same keys
 * again and again. A key replaces another one with the same entry. The memory that is used grows with the keys. Where keys
 * rarely repeat, only some are remembered.
 */
export class KnownCells {
  readonly #words = new Int32Array(ENTRIES * ENTRY_WORDS);
  #table: object | null = null;
  /** Where the entry of the last key begins. */
  #entry = 0;
  /** The lookups until the next decision, and those of them that were known. Negative: the cells are not used meanwhile. */
  #tries = 0;
  #known = 0;

  /**
   * Appends the cell of a key to the output. The key is the text of the output from `from` up to but excluding `to`, and
   * `table` has its cell. The cells of another table are forgotten; later runs with the same one know them. Returns the
   * index after it, or -1 if the cell is not known.
   */
  append(table: object, from: number, to: number, length: number): number {
    const words = this.#words;
    if (++this.#tries < 0) return -1;
    if (this.#tries === TRIES) {
      this.#tries = this.#known < MIN_KNOWN ? -PAUSE : 0;
      this.#known = 0;
    }
    if (table !== this.#table) {
      words.fill(0);
      this.#table = table;
    }
    const entry = (hashOfWords(from, to) >>> SHIFT) * ENTRY_WORDS;
    this.#entry = entry;
    if (words[entry] !== to - from + 1 || !equalWords(from, to, words, entry + 1)) return -1;
    this.#known++;
    const cell = entry + 1 + countWords(to - from);
    return writeWords(words, cell + 1, words[cell] as number, length);
  }

  /** Stores the last key, whose cell is not known. The lookup may write the cell over the key. */
  storeKey(from: number, to: number): void {
    if (this.#tries < 0) return;
    this.#words[this.#entry] = 0;
    if (countWords(to - from) < ENTRY_WORDS) storeWords(from, to, this.#words, this.#entry + 1);
  }

  /** Stores the cell of the last key, which has `size` bytes: the output from `from` up to but excluding `to`. */
  storeCell(size: number, from: number, to: number): void {
    if (this.#tries < 0) return;
    const words = this.#words;
    const cell = this.#entry + 1 + countWords(size);
    if (cell + 1 + countWords(to - from) > this.#entry + ENTRY_WORDS) return;
    words[cell] = to - from;
    storeWords(from, to, words, cell + 1);
    words[this.#entry] = size + 1;
  }
}
