import { characterLength } from '../../bytes/utf8.ts';
import { CR, LF } from '../../bytes/ascii.ts';

/**
 * Finds the byte offsets of the columns in fixed-width records. Most records have the length of the previous one and
 * are pure ASCII. `matchesPrevious` assumes ASCII and verifies only the bytes outside of fields. `locate` counts
 * characters.
 */
export class RecordColumns {
  /**
   * Byte offset of each column from the beginning of the record. Columns after the end of the record have the offset of
   * its end.
   */
  offsets: Int32Array;
  /** Index after the record, without its line end, and the record's length in characters. */
  end = 0;
  characters = 0;
  isAscii = true;
  readonly #columns: Int32Array;
  /** Pairs of column indexes: the bytes between them belong to no field. */
  readonly #gaps: readonly number[];
  /** Length in characters of a record without a line end. 0 if records are lines. */
  readonly #blockLength: number;
  /** Offsets and length of the last record that was pure ASCII. */
  readonly #asciiOffsets: Int32Array;
  #asciiLength = -1;
  readonly #locatedOffsets: Int32Array;

  /**
   * @param columns ascending positions in characters, from 0
   * @param gaps pairs of indexes in `columns`; no field lies between the two positions of a pair
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
   * Returns whether the record at `start` has the same offsets as the last ASCII record, and if so, sets `end` and
   * `characters`. It must have the same length, with ASCII bytes outside of its fields. The caller verifies that the
   * fields are ASCII. Always false after a record with other characters.
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
    return true;
  }

  /**
   * Locates the columns of the record at `start`, which must be complete. Returns false if the record needs the careful
   * reader.
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

/** Whether a part of the input is ASCII without line ends and NUL. */
function isPlainAscii(input: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = input[at] as number;
    if (byte >= 0x80 || (byte <= CR && (byte === LF || byte === CR || byte === 0))) return false;
  }
  return true;
}
