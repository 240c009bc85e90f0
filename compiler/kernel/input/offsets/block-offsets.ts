import { byteOrderMarkOf, type SequenceReader, createSequenceReader } from '../encodings/character-sequences.ts';
import type { InputStart, SourceOffsets } from './source-offsets.ts';

/**
 * The offsets of blocks, which are records of fixed length, in an encoding whose characters have different lengths in
 * bytes.
 */
export class CharacterBlockOffsets implements SourceOffsets {
  readonly #read: SequenceReader;
  readonly #mark: readonly number[];
  readonly #characters: number;
  /** The offsets of the blocks. The first element belongs to the block with number `#first`. */
  readonly #offsets: number[];
  #first: number;
  /** Number of characters that the current block still lacks. */
  #missing: number;
  /** `#at`: offset of the first incomplete character. `#carried`: its bytes that have arrived. */
  #at: number;
  #carried = new Uint8Array(0);

  /** @param characters length of each block, in code points */
  constructor(encoding: string, from: InputStart, characters: number) {
    this.#read = createSequenceReader(encoding);
    this.#mark = byteOrderMarkOf(encoding);
    this.#characters = characters;
    this.#offsets = [from.byteOffset];
    this.#first = from.line + 1;
    this.#missing = characters;
    this.#at = from.byteOffset;
  }

  add(chunk: Uint8Array): void {
    const bytes = new Uint8Array(this.#carried.length + chunk.length);
    bytes.set(this.#carried);
    bytes.set(chunk, this.#carried.length);
    let at = this.#at === 0 ? this.#skipByteOrderMark(bytes) : 0;
    for (
      let found = this.#read(bytes, at, bytes.length);
      at < bytes.length && found !== null;
      found = this.#read(bytes, at, bytes.length)
    ) {
      at += found.length;
      for (let i = 0; i < found.characters; i++) this.#endCharacter(this.#at + at);
    }
    this.#at += at;
    this.#carried = bytes.slice(at);
  }

  finish(): void {
    const end = this.#at + this.#carried.length;
    if (this.#carried.length > 0) this.#endCharacter(end);
    this.#offsets.push(end);
  }

  offsetOf(line: number): number {
    const outdated = line - 1 - this.#first;
    if (outdated > 10_000) {
      this.#offsets.splice(0, outdated);
      this.#first += outdated;
    }
    return this.#offsets[line - this.#first] ?? this.#at;
  }

  /** Counts a character. `end` is the offset after it. */
  #endCharacter(end: number): void {
    this.#missing--;
    if (this.#missing > 0) return;
    this.#offsets.push(end);
    this.#missing = this.#characters;
  }

  /** Returns the length in bytes of the byte order mark at the beginning of the file. 0 if there is none. */
  #skipByteOrderMark(bytes: Uint8Array): number {
    if (this.#mark.length === 0 || this.#mark.some((byte, index) => bytes[index] !== byte)) return 0;
    this.#offsets[0] = this.#mark.length;
    return this.#mark.length;
  }
}
