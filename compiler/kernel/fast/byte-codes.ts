import { countCodePoints, isBlank } from '../values/text.ts';
import { toJsonBytes } from './json-bytes.ts';
import { countWords, equalWords, hashOfStored, hashOfWords, toWords, writeWords } from './words.ts';

/** Where the parts of an entry are, in words after its beginning. The key follows them, and then the text. */
const KEY_BYTES = 0;
const TEXT_BYTES = 1;
const CODE_POINTS = 2;
const KEY = 3;
/** The values of TEXT_BYTES for a text that is blank, and for one that equals the code. */
const BLANK = -1;
const SAME = -2;

/** Replaces texts of the output that are codes by other texts, in place. */
export class ByteCodes {
  /** Whether the last call of `replace` changed the text. */
  isChanged = false;
  /** The length of the new text in code points, if `isChanged` is true. */
  codePoints = 0;
  /** The entries after an unused word. */
  readonly #entries: Int32Array;
  /** Where an entry begins, by the highest bits of the hash of its key. 0: there is none. */
  readonly #slots: Int32Array;
  readonly #shift: number;
  readonly #unknown: boolean;

  /**
   * @param codes each code, and the text that replaces it
   * @param keepsOthers whether a text that is no code stays unchanged
   */
  constructor(codes: readonly (readonly [string, string])[], keepsOthers = false) {
    this.#unknown = keepsOthers;
    const bits = 32 - Math.clz32(2 * codes.length + 1);
    this.#shift = 32 - bits;
    this.#slots = new Int32Array(2 ** bits);
    const entries = [0];
    for (const [key, text] of codes) {
      const bytes = toJsonBytes(key);
      const words = toWords(bytes);
      let slot = hashOfStored(words, bytes.length) >>> this.#shift;
      while (this.#slots[slot] !== 0) slot = this.#after(slot);
      this.#slots[slot] = entries.length;
      entries.push(bytes.length, ...describeText(key, text), ...words, ...toWords(toJsonBytes(text)));
    }
    this.#entries = Int32Array.from(entries);
  }

  /**
   * Replaces the text of the output from index `from` up to but excluding `to`, which is inside a JSON string. Returns the
   * index after the result. Returns -1 if only the careful reader can decide: the text is no code, or its replacement is
   * blank.
   */
  replace(_output: Uint8Array, from: number, to: number): number {
    this.isChanged = false;
    const entries = this.#entries;
    const entry = this.#find(from, to);
    if (entry === 0) return this.#unknown ? to : -1;
    const size = entries[entry + TEXT_BYTES] as number;
    if (size < 0) return size === SAME ? to : -1;
    this.isChanged = true;
    this.codePoints = entries[entry + CODE_POINTS] as number;
    return writeWords(entries, entry + KEY + countWords(to - from), size, from);
  }

  #find(from: number, to: number): number {
    const entries = this.#entries;
    let slot = hashOfWords(from, to) >>> this.#shift;
    for (let entry = this.#slots[slot] as number; entry !== 0; entry = this.#slots[slot] as number) {
      if (entries[entry + KEY_BYTES] === to - from && equalWords(from, to, entries, entry + KEY)) return entry;
      slot = this.#after(slot);
    }
    return 0;
  }

  #after(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }
}

/** Returns TEXT_BYTES and CODE_POINTS of an entry. */
function describeText(key: string, text: string): [bytes: number, codePoints: number] {
  const bytes = isBlank(text) ? BLANK : key === text ? SAME : toJsonBytes(text).length;
  return [bytes, countCodePoints(text)];
}
