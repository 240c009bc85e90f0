import type { SliceReader } from '../../../reading/source/disk/slice-reader.ts';
import { readBetween } from './rejected-records.ts';

/** The length of a block is two bytes, the most significant first, and two bytes of zeros. */
const WORD = 4;

/**
 * Reads parts of a file whose records are in blocks (RDW_BDW). The length of a block counts records that are left out, so
 * each part of a block gets a length of its own. Parts must begin and end at records, and are read in the order of the file.
 */
export class BlockLengths {
  readonly #slices: SliceReader;
  readonly #included: boolean;
  /** Where the current block begins, and the offset after it. */
  #start = 0;
  #end = 0;

  /** @param included whether the length of a block counts its own bytes */
  constructor(slices: SliceReader, included: boolean) {
    this.#slices = slices;
    this.#included = included;
  }

  /** Yields the bytes from an offset to another one, with new lengths. */
  async *read(from: number, to: number): AsyncGenerator<Uint8Array> {
    let at = from;
    while (at < to && (await this.#enter(at))) {
      const first = at === this.#start ? at + WORD : at;
      if (this.#end === Infinity) {
        yield* this.#slices.readRange(at, to);
        return;
      }
      const end = Math.min(to, this.#end);
      if (end > first) yield this.#lengthOf(end - first);
      yield* readBetween(this.#slices, first, end);
      at = end;
    }
  }

  /** Finds the block that contains an offset. Returns false at the end of the file. */
  async #enter(at: number): Promise<boolean> {
    while (this.#end <= at) {
      const [high, low] = await this.#slices.readSlice(this.#end, WORD);
      if (high === undefined || low === undefined) return false;
      this.#start = this.#end;
      // A length that is wrong ended the run before: the rest of the file is one part.
      const length = high * 256 + low + (this.#included ? 0 : WORD);
      this.#end = length < WORD ? Infinity : this.#start + length;
    }
    return true;
  }

  #lengthOf(bytes: number): Uint8Array {
    const length = bytes + (this.#included ? WORD : 0);
    return Uint8Array.from([length >> 8, length & 0xff, 0, 0]);
  }
}
