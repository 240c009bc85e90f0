/** Probabilities are numbers of 11 bits, which move by a 32nd of the distance. */
const PROBABILITY_BITS = 11;
const MOVE_BITS = 5;
export const EVEN = 1 << (PROBABILITY_BITS - 1);
/** Number of bytes at the start of a chunk that initialize the decoder. */
const START_BYTES = 5;

/** Decodes bits by their probabilities (the range coder of LZMA). After the last byte it reads zeros: `isPastEnd` says so. */
export class RangeDecoder {
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #end = 0;
  /** Unsigned numbers of 32 bits, held as signed ones. */
  #range = 0;
  #code = 0;

  /** Starts with the bytes of a chunk. Returns false if they cannot be one. */
  start(bytes: Uint8Array): boolean {
    this.#bytes = bytes;
    this.#end = bytes.length;
    this.#at = START_BYTES;
    this.#range = -1;
    this.#code = 0;
    if (bytes.length < START_BYTES || bytes[0] !== 0) return false;
    for (let i = 1; i < START_BYTES; i++) this.#code = (this.#code << 8) | (bytes[i] as number);
    return true;
  }

  get isPastEnd(): boolean {
    return this.#at > this.#end;
  }

  /** Whether all bytes of the chunk were used, as they are at its end. */
  get isFinished(): boolean {
    return this.#at === this.#end && this.#code === 0;
  }

  /** Decodes a bit with the probability at `index`, and changes it. */
  bit(probabilities: Uint16Array, index: number): number {
    const probability = probabilities[index] as number;
    const bound = Math.imul(this.#range >>> PROBABILITY_BITS, probability);
    let bit = 0;
    if (this.#code >>> 0 < bound >>> 0) {
      this.#range = bound;
      probabilities[index] = probability + (((1 << PROBABILITY_BITS) - probability) >> MOVE_BITS);
    } else {
      this.#range = (this.#range - bound) | 0;
      this.#code = (this.#code - bound) | 0;
      probabilities[index] = probability - (probability >> MOVE_BITS);
      bit = 1;
    }
    if ((this.#range & 0xff000000) === 0) this.#shift();
    return bit;
  }

  /** Decodes `bits` bits, the highest one first, with a tree of probabilities from `index` on. */
  tree(probabilities: Uint16Array, index: number, bits: number): number {
    let node = 1;
    for (let i = 0; i < bits; i++) node = (node << 1) | this.bit(probabilities, index + node);
    return node - (1 << bits);
  }

  /** Decodes `bits` bits, the lowest one first, with a tree of probabilities from `index` on. */
  reverseTree(probabilities: Uint16Array, index: number, bits: number): number {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(probabilities, index + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  /** Decodes `bits` bits, the highest one first, each as probable as not. */
  direct(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      this.#range >>>= 1;
      const isOne = this.#code >>> 0 >= this.#range;
      if (isOne) this.#code = (this.#code - this.#range) | 0;
      value = (value << 1) | (isOne ? 1 : 0);
      if ((this.#range & 0xff000000) === 0) this.#shift();
    }
    return value;
  }

  #shift(): void {
    this.#range <<= 8;
    this.#code = (this.#code << 8) | (this.#at < this.#end ? (this.#bytes[this.#at] as number) : 0);
    this.#at++;
  }
}
