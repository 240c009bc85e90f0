import { EVEN, RangeDecoder } from './range-decoder.ts';
import type { Window } from './window.ts';

/** How many bits of the last byte and of the position decide which probabilities are used. */
export interface LzmaProperties {
  literalContextBits: number;
  literalPositionBits: number;
  positionBits: number;
}

const STATES = 12;
/** From this state on, the last symbol was a match. */
const MATCH_STATE = 7;
const POSITIONS = 16;
const MIN_MATCH = 2;
/** Choices: the first two probabilities. Then 16 trees of 8 lengths, 16 of 8, and one of 256. */
const LENGTH_LOW = 2;
const LENGTH_MIDDLE = LENGTH_LOW + POSITIONS * 8;
const LENGTH_HIGH = LENGTH_MIDDLE + POSITIONS * 8;
const LENGTH_PROBABILITIES = LENGTH_HIGH + 256;
const SLOT_BITS = 6;
const SLOT_TREES = 4;
const ALIGN_BITS = 4;
/** Distances from this slot on have bits without probabilities. */
const DIRECT_SLOT = 14;
const LITERAL_PROBABILITIES = 0x300;
const MAX_LITERAL_BITS = 4;

/** Decodes chunks of LZMA (as in LZMA2) into a window. */
export class LzmaDecoder {
  readonly #range = new RangeDecoder();
  readonly #window: Window;
  #properties: LzmaProperties = { literalContextBits: 3, literalPositionBits: 0, positionBits: 2 };
  #state = 0;
  /** The distances of the last four matches. */
  #distances = [0, 0, 0, 0] as [number, number, number, number];
  readonly #isMatch = new Uint16Array(STATES * POSITIONS);
  readonly #isRepeat = new Uint16Array(STATES);
  readonly #isOther = new Uint16Array(STATES);
  readonly #isThird = new Uint16Array(STATES);
  readonly #isFourth = new Uint16Array(STATES);
  readonly #isLong = new Uint16Array(STATES * POSITIONS);
  readonly #slots = new Uint16Array(SLOT_TREES << SLOT_BITS);
  readonly #near = new Uint16Array(128);
  readonly #align = new Uint16Array(1 << ALIGN_BITS);
  readonly #matchLengths = new Uint16Array(LENGTH_PROBABILITIES);
  readonly #repeatLengths = new Uint16Array(LENGTH_PROBABILITIES);
  readonly #literals = new Uint16Array(LITERAL_PROBABILITIES << MAX_LITERAL_BITS);

  constructor(window: Window) {
    this.#window = window;
    this.reset(this.#properties);
  }

  /** Sets all probabilities back. */
  reset(properties: LzmaProperties = this.#properties): void {
    this.#properties = properties;
    this.#state = 0;
    this.#distances = [0, 0, 0, 0];
    for (const probabilities of [this.#isMatch, this.#isRepeat, this.#isOther, this.#isThird, this.#isFourth])
      probabilities.fill(EVEN);
    for (const probabilities of [this.#isLong, this.#slots, this.#near, this.#align]) probabilities.fill(EVEN);
    for (const probabilities of [this.#matchLengths, this.#repeatLengths, this.#literals]) probabilities.fill(EVEN);
  }

  /** Decodes a chunk, which has exactly `length` bytes of content. Returns false if it is damaged. */
  decode(chunk: Uint8Array, length: number): boolean {
    if (!this.#range.start(chunk)) return false;
    const positionMask = (1 << this.#properties.positionBits) - 1;
    let left = length;
    while (left > 0) {
      const position = this.#window.at & positionMask;
      if (this.#range.bit(this.#isMatch, this.#state * POSITIONS + position) === 0) {
        this.#decodeLiteral();
        left--;
        continue;
      }
      const matched = this.#decodeMatch(position);
      const distance = this.#distances[0];
      if (matched > left || !this.#window.has(distance) || this.#range.isPastEnd) return false;
      this.#window.repeat(distance, matched);
      left -= matched;
    }
    return this.#range.isFinished;
  }

  #decodeLiteral(): void {
    const { literalContextBits, literalPositionBits } = this.#properties;
    const range = this.#range;
    const probabilities = this.#literals;
    const window = this.#window;
    const context =
      ((window.at & ((1 << literalPositionBits) - 1)) << literalContextBits) |
      (window.byteAt(0) >> (8 - literalContextBits));
    const index = LITERAL_PROBABILITIES * context;
    let node = 1;
    if (this.#state >= MATCH_STATE) {
      // After a match, the byte that would continue it says which bits are likely, up to the first that differs.
      let likely = window.byteAt(this.#distances[0]);
      for (let offset = 0x100; node < 0x100; ) {
        likely <<= 1;
        const side = likely & offset;
        const bit = range.bit(probabilities, index + offset + side + node);
        node = (node << 1) | bit;
        offset &= bit === 1 ? likely : ~likely;
      }
    } else while (node < 0x100) node = (node << 1) | range.bit(probabilities, index + node);
    window.add(node & 0xff);
    this.#state = this.#state < 4 ? 0 : this.#state < 10 ? this.#state - 3 : this.#state - 6;
  }

  /** Decodes length and distance of a match. Returns the length. */
  #decodeMatch(position: number): number {
    const state = this.#state;
    const wasMatch = state >= MATCH_STATE;
    if (this.#range.bit(this.#isRepeat, state) === 0) {
      const length = this.#decodeLength(this.#matchLengths, position);
      const [first, second, third] = this.#distances;
      this.#distances = [this.#decodeDistance(length), first, second, third];
      this.#state = wasMatch ? 10 : 7;
      return length;
    }
    if (this.#range.bit(this.#isOther, state) === 1) this.#selectDistance(state);
    else if (this.#range.bit(this.#isLong, state * POSITIONS + position) === 0) {
      this.#state = wasMatch ? 11 : 9;
      return 1;
    }
    this.#state = wasMatch ? 11 : 8;
    return this.#decodeLength(this.#repeatLengths, position);
  }

  /** Moves the second, third or fourth of the last distances to the front. */
  #selectDistance(state: number): void {
    const [first, second, third, fourth] = this.#distances;
    if (this.#range.bit(this.#isThird, state) === 0) this.#distances = [second, first, third, fourth];
    else if (this.#range.bit(this.#isFourth, state) === 0) this.#distances = [third, first, second, fourth];
    else this.#distances = [fourth, first, second, third];
  }

  #decodeLength(probabilities: Uint16Array, position: number): number {
    const range = this.#range;
    if (range.bit(probabilities, 0) === 0) return MIN_MATCH + range.tree(probabilities, LENGTH_LOW + 8 * position, 3);
    if (range.bit(probabilities, 1) === 0)
      return MIN_MATCH + 8 + range.tree(probabilities, LENGTH_MIDDLE + 8 * position, 3);
    return MIN_MATCH + 16 + range.tree(probabilities, LENGTH_HIGH, 8);
  }

  /** Returns a distance, or -1 if it is the mark of an end, which chunks do not have. */
  #decodeDistance(length: number): number {
    const range = this.#range;
    const tree = Math.min(length - MIN_MATCH, SLOT_TREES - 1);
    const slot = range.tree(this.#slots, tree << SLOT_BITS, SLOT_BITS);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < DIRECT_SLOT) return base + range.reverseTree(this.#near, base - slot, bits);
    const direct = range.direct(bits - ALIGN_BITS) << ALIGN_BITS;
    return (base + direct + range.reverseTree(this.#align, 0, ALIGN_BITS)) | 0;
  }
}
