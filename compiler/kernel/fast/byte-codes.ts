import { countCodePoints, isBlank } from '../values/text.ts';
import { toJsonBytes } from './json-bytes.ts';

/** Replaces texts that are codes by other texts, in place. */
export class ByteCodes {
  /** Whether the last call of `replace` changed the text. */
  isChanged = false;
  /** The length of the new text in code points, if `isChanged` is true. */
  codePoints = 0;
  readonly #entries: readonly ByteCode[];
  /** Indexes of entries plus 1, by hash. 0: none. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  readonly #longest: number;
  readonly #unknown: boolean;

  /**
   * @param codes each code, and the text that replaces it
   * @param keepsOthers whether a text that is no code stays unchanged
   */
  constructor(codes: readonly (readonly [string, string])[], keepsOthers = false) {
    this.#entries = codes.map(([key, text]) => createEntry(key, text));
    this.#unknown = keepsOthers;
    this.#longest = Math.max(0, ...this.#entries.map(({ key }) => key.length));
    let size = 4;
    while (size < 2 * codes.length) size *= 2;
    this.#mask = size - 1;
    this.#slots = new Int32Array(size);
    for (const [index, { key }] of this.#entries.entries()) {
      let slot = hash(key, 0, key.length) & this.#mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = index + 1;
    }
  }

  /**
   * Replaces the text from index `from` up to but excluding `to`, which is inside a JSON string. Returns the index after
   * the result. Returns -1 if only the careful reader can decide: the text is no code, or its replacement is blank.
   */
  replace(bytes: Uint8Array, from: number, to: number): number {
    this.isChanged = false;
    const entry = to - from > this.#longest ? undefined : this.#find(bytes, from, to);
    if (entry === undefined) return this.#unknown ? to : -1;
    const { text } = entry;
    if (text === null) return -1;
    if (!entry.isChange) return to;
    for (let i = 0; i < text.length; i++) bytes[from + i] = text[i] as number;
    this.isChanged = true;
    this.codePoints = entry.codePoints;
    return from + text.length;
  }

  #find(bytes: Uint8Array, from: number, to: number): ByteCode | undefined {
    let slot = hash(bytes, from, to) & this.#mask;
    for (let index = this.#slots[slot] as number; index !== 0; index = this.#slots[slot] as number) {
      const entry = this.#entries[index - 1] as ByteCode;
      if (isEqual(entry.key, bytes, from, to)) return entry;
      slot = (slot + 1) & this.#mask;
    }
    return undefined;
  }
}

/** A code and its text as bytes of a JSON string. */
interface ByteCode {
  readonly key: Uint8Array;
  /** Null if the text is blank. */
  readonly text: Uint8Array | null;
  readonly codePoints: number;
  readonly isChange: boolean;
}

function createEntry(key: string, text: string): ByteCode {
  return {
    key: toJsonBytes(key),
    text: isBlank(text) ? null : toJsonBytes(text),
    codePoints: countCodePoints(text),
    isChange: key !== text,
  };
}

function isEqual(key: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (key.length !== to - from) return false;
  for (let i = 0; i < key.length; i++) if (key[i] !== bytes[from + i]) return false;
  return true;
}

/** Returns the hash of bytes (FNV-1a). */
function hash(bytes: Uint8Array, from: number, to: number): number {
  let value = 0x811c9dc5;
  for (let i = from; i < to; i++) value = Math.imul(value ^ (bytes[i] as number), 0x01000193);
  return value ^ (value >>> 15);
}
