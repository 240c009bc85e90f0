import type { From, SourceOffsets } from './input.ts';

/** Offsets of blocks where every character is one byte. */
export class ByteBlockOffsets implements SourceOffsets {
  readonly #from: From;
  readonly #bytes: number;
  #end: number;

  /** `bytes`: length of a block. */
  constructor(from: From, bytes: number) {
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

/** Most bytes that a decoder of the Encoding Standard holds back before it gives a character. */
const MOST_PENDING = 3;

/**
 * Offsets of blocks in an encoding whose characters differ in length. A second decoder tells where a block ends: as no
 * byte brings forth more than one character, but for those that were held back, it is given what cannot reach the end
 * of the block, and the last bytes one by one. A character ends with the byte that brings it forth; one that comes
 * forth together with another ends before that byte.
 */
export class CharacterBlockOffsets implements SourceOffsets {
  readonly #decoder: TextDecoder;
  readonly #characters: number;
  /** Offsets of the blocks from `#first` on. */
  readonly #offsets: number[];
  #first: number;
  #at: number;
  #missing: number;

  /** `characters`: length of a block. */
  constructor(encoding: string, from: From, characters: number) {
    this.#decoder = new TextDecoder(encoding, { ignoreBOM: true });
    this.#characters = characters;
    this.#offsets = [from.byteOffset];
    this.#first = from.line + 1;
    this.#at = from.byteOffset;
    this.#missing = characters;
  }

  add(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      // The first two bytes of a file may be a byte order mark.
      const bytes = chunk.subarray(at, at + (this.#at < 2 ? 1 : Math.max(1, this.#missing - MOST_PENDING)));
      this.#take(this.#decoder.decode(bytes, { stream: true }), bytes.length);
      at += bytes.length;
    }
  }

  finish(): void {
    this.#take(this.#decoder.decode(), 0);
    this.#offsets.push(this.#at);
  }

  offsetOf(line: number): number {
    const passed = line - 1 - this.#first;
    if (passed > 10_000) {
      this.#offsets.splice(0, passed);
      this.#first += passed;
    }
    return this.#offsets[line - this.#first] ?? this.#at;
  }

  #take(text: string, bytes: number): void {
    const isMark = this.#at + bytes === 2 && text === BYTE_ORDER_MARK;
    if (isMark) this.#offsets[0] = 2;
    let characters = isMark ? 0 : countCharacters(text);
    while (characters > 0) {
      const taken = Math.min(characters, this.#missing);
      characters -= taken;
      this.#missing -= taken;
      if (this.#missing > 0) continue;
      this.#offsets.push(characters > 0 ? this.#at : this.#at + bytes);
      this.#missing = this.#characters;
    }
    this.#at += bytes;
  }
}

const BYTE_ORDER_MARK = '\ufeff';

function countCharacters(text: string): number {
  let characters = 0;
  for (const _ of text) characters++;
  return characters;
}
