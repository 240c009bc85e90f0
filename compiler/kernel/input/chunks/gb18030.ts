import { type SequenceReader, createSequenceReader } from '../encodings/character-sequences.ts';

/** U+FFFD itself, which GB 18030 has as a character. */
const REPLACEMENT = [0x84, 0x31, 0xa4, 0x37] as const;
const LOOKED_BACK_BYTES = 256;
/** The bytes below this belong to no sequence of several (Encoding Standard, 10.2.1). */
const LEAST_TRAIL = 0x30;

/** Cuts GB 18030 where no sequence is split, so that a U+FFFD that was sent can be told from what is malformed. */
export class Gb18030Aligner {
  readonly #read: SequenceReader = createSequenceReader('gb18030');
  readonly #decoder = new TextDecoder('gb18030');
  #carried = new Uint8Array(0);

  takeWhole(chunk: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(this.#carried.length + chunk.length);
    bytes.set(this.#carried);
    bytes.set(chunk, this.#carried.length);
    const end = this.#endOfWhole(bytes);
    this.#carried = bytes.slice(end);
    return bytes.subarray(0, end);
  }

  takeRest(): Uint8Array {
    return this.#carried;
  }

  /** For each U+FFFD of the text whether the file has it so: then it is a character like others. */
  isReplacementInSource(_text: string, source: Uint8Array): boolean[] {
    const sent: boolean[] = [];
    let told = 0;
    for (const at of this.#sentPlaces(source)) {
      const malformed = this.#decoder.decode(source.subarray(told, at)).split('\ufffd').length - 1;
      for (let i = 0; i < malformed; i++) sent.push(false);
      sent.push(true);
      told = at + REPLACEMENT.length;
    }
    return sent;
  }

  /** A line end or comma near the end says it cheaply; else all has to be walked. */
  #endOfWhole(bytes: Uint8Array): number {
    const least = Math.max(0, bytes.length - LOOKED_BACK_BYTES);
    for (let at = bytes.length - 1; at >= least; at--) {
      if ((bytes[at] ?? 0) < LEAST_TRAIL) return at + 1;
    }
    let at = 0;
    for (let next = this.#next(bytes, at); next !== null; next = this.#next(bytes, at)) at = next;
    return at;
  }

  #sentPlaces(source: Uint8Array): number[] {
    const places: number[] = [];
    let at = 0;
    for (let next = this.#next(source, at); next !== null; next = this.#next(source, at)) {
      if (next - at === REPLACEMENT.length && REPLACEMENT.every((byte, i) => source[at + i] === byte)) places.push(at);
      at = next;
    }
    return places;
  }

  /** Place behind the sequence at a place; null where it has not come whole. */
  #next(bytes: Uint8Array, at: number): number | null {
    const sequence = at < bytes.length ? this.#read(bytes, at, bytes.length) : null;
    return sequence === null ? null : at + sequence.length;
  }
}
