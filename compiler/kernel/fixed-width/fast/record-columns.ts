import { fastBuffers } from '../../fast/buffers.ts';
import { characterLength } from '../../bytes/utf8.ts';
import { CR, LF } from '../../bytes/ascii.ts';

/**
 * Finds the byte offsets of columns in fixed-width records. There is a fast and a slow method. `matchesPrevious` tests
 * whether the offsets of the previous ASCII record are still valid. `locate` counts characters.
 */
export class RecordColumns {
  /**
   * The byte offset of each column from the start of the record. If the record ends before a column, its offset is the
   * end of the record.
   */
  offsets: Int32Array;
  /**
   * `end` is the index after the record, before its line end. `characters` is its length in characters. `isAscii` is
   * true if each character is one byte.
   */
  end = 0;
  characters = 0;
  isAscii = true;
  readonly #columns: Int32Array;
  /** Pairs of indexes in `#columns`. The bytes between the two columns of a pair belong to no field. */
  readonly #gaps: readonly number[];
  /** The length in characters of records without line ends. 0 if each record is a line. */
  readonly #blockLength: number;
  /**
   * The offsets of the last record that was entirely ASCII. `#asciiLength` is its length, or -1 before the first one.
   */
  readonly #asciiOffsets: Int32Array;
  #asciiLength = -1;
  readonly #locatedOffsets: Int32Array;

  /**
   * @param columns positions of columns in characters from 0, in ascending order
   * @param gaps pairs of indexes in `columns`; no field lies between the two columns of a pair
   * @param blockLength length in characters of records without line ends, or 0 if each record is a line
   */
  constructor(columns: readonly number[], gaps: readonly number[], blockLength: number) {
    this.#columns = Int32Array.from(columns);
    this.#gaps = gaps;
    this.#blockLength = blockLength;
    this.#asciiOffsets = Int32Array.from(columns);
    this.#locatedOffsets = Int32Array.from(columns);
    this.offsets = this.#asciiOffsets;
  }

  /**
   * Returns whether the record at `start` has the same offsets as the last ASCII record. If so, sets `offsets`, `end`
   * and `characters`. The record must have the same length, and ASCII bytes outside its fields. The caller must verify
   * that the bytes in the fields are ASCII. Returns false if `locate` last found a record with other characters.
   */
  matchesPrevious(input: Uint8Array, start: number): boolean {
    const end = start + this.#asciiLength;
    if (!this.isAscii || this.#asciiLength < 0) return false;
    const byte = input[end];
    if (this.#blockLength === 0 && byte !== LF && byte !== CR) return false;
    const offsets = this.#asciiOffsets;
    for (let i = 0; i < this.#gaps.length; i += 2) {
      if (!isPlainAscii(input, start + offsetAt(offsets, this.#gaps[i]), start + offsetAt(offsets, this.#gaps[i + 1])))
        return false;
    }
    if (!isPlainAscii(input, start + offsetAt(offsets, offsets.length - 1), end)) return false;
    this.offsets = offsets;
    this.end = end;
    this.characters = this.#asciiLength;
    fastBuffers.characters = this.#asciiLength;
    return true;
  }

  /**
   * Sets the offsets, `end` and `characters` for the record at `start`, which must be complete. Returns false if the
   * record contains NUL or malformed UTF-8. Then the careful reader must read it.
   */
  locate(input: Uint8Array, start: number): boolean {
    const columns = this.#columns;
    const offsets = this.#locatedOffsets;
    const max = this.#blockLength === 0 ? Infinity : this.#blockLength;
    let column = 0;
    let position = start;
    let characters = 0;
    for (; characters < max; characters++) {
      while (columns[column] === characters) offsets[column++] = position - start;
      const byte = input[position] as number;
      if (byte > CR && byte < 0x80) position++;
      else if ((byte === LF || byte === CR) && max === Infinity) break;
      else {
        const length = characterLength(input, position, position + MAX_CHARACTER_BYTES);
        if (length <= 0 || byte === 0) return false;
        position += length;
      }
    }
    while (column < columns.length) offsets[column++] = position - start;
    this.offsets = offsets;
    this.end = position;
    this.characters = characters;
    fastBuffers.characters = characters;
    this.isAscii = position - start === characters;
    if (this.isAscii && this.#asciiLength !== characters) {
      this.#asciiLength = characters;
      this.#asciiOffsets.set(offsets);
    }
    return true;
  }
}

const MAX_CHARACTER_BYTES = 4;

function offsetAt(offsets: Int32Array, index: number | undefined): number {
  return offsets[index as number] as number;
}

/** Returns whether a range of bytes is ASCII without CR, LF and NUL. */
export function isPlainAscii(input: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = input[at] as number;
    if (byte >= 0x80 || (byte <= CR && (byte === LF || byte === CR || byte === 0))) return false;
  }
  return true;
}
