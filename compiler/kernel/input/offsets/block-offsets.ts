import { byteOrderMarkOf, type SequenceReader, createSequenceReader } from '../encodings/character-sequences.ts';
import type { InputStart, SourceOffsets } from './source-offsets.ts';

/** Offsets of blocks where every character is one byte. */
export class ByteBlockOffsets implements SourceOffsets {
  readonly #from: InputStart;
  readonly #bytes: number;
  #end: number;

  /** `bytes`: length of a block. */
  constructor(from: InputStart, bytes: number) {
    this.#from = from;
    this.#bytes = bytes;
    this.#end = from.byteOffset;
  }

  add(chunk: Uint8Array): void {
    this.#end += chunk.length;
  }

  finish(): void {}

  offsetOf(line: number): number {
    return Math.min(this.#end, this.#from.byteOffset + (line - 1 - this.#from.line) * this.#bytes);
  }
}

/** Offsets of blocks in an encoding whose characters differ in length. */
export class CharacterBlockOffsets implements SourceOffsets {
  readonly #read: SequenceReader;
  readonly #mark: readonly number[];
  readonly #characters: number;
  /** Offsets of the blocks from `#first` on. */
  readonly #offsets: number[];
  #first: number;
  /** Characters until the next block. */
  #missing: number;
  /** Where the unfinished character begins, and its bytes. */
  #at: number;
  #carried = new Uint8Array(0);

  /** `characters`: length of a block. */
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
    let at = this.#at === 0 ? this.#passMark(bytes) : 0;
    for (
      let found = this.#read(bytes, at, bytes.length);
      at < bytes.length && found !== null;
      found = this.#read(bytes, at, bytes.length)
    ) {
      at += found.length;
      for (let i = 0; i < found.characters; i++) this.#pass(this.#at + at);
    }
    this.#at += at;
    this.#carried = bytes.slice(at);
  }

  finish(): void {
    const end = this.#at + this.#carried.length;
    if (this.#carried.length > 0) this.#pass(end);
    this.#offsets.push(end);
  }

  offsetOf(line: number): number {
    const passed = line - 1 - this.#first;
    if (passed > 10_000) {
      this.#offsets.splice(0, passed);
      this.#first += passed;
    }
    return this.#offsets[line - this.#first] ?? this.#at;
  }

  /** A character ends at `end`. */
  #pass(end: number): void {
    this.#missing--;
    if (this.#missing > 0) return;
    this.#offsets.push(end);
    this.#missing = this.#characters;
  }

  /** The length of the byte order mark; 0 where the file has none. */
  #passMark(bytes: Uint8Array): number {
    if (this.#mark.length === 0 || this.#mark.some((byte, index) => bytes[index] !== byte)) return 0;
    this.#offsets[0] = this.#mark.length;
    return this.#mark.length;
  }
}
