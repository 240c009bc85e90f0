import { characterLength } from '../../bytes/utf8.ts';
import { CR, LF } from '../../bytes/ascii.ts';

/**
 * Where the columns of fixed-width records stand. Most records are as long as the one before and hold nothing but ASCII:
 * `isLike` takes that for granted, but for what no field looks at. `find` counts characters.
 */
export class RecordColumns {
  /** How many bytes each column stands behind the beginning of the record; a column behind its end, where that ends. */
  offsets: Int32Array;
  /** Where the record ends, without its line end, and how many characters it has. */
  end = 0;
  characters = 0;
  isAscii = true;
  readonly #columns: Int32Array;
  /** Pairs of indexes of columns. */
  readonly #gaps: readonly number[];
  /** Characters of a record that no line end follows; 0 where records are lines. */
  readonly #blockLength: number;
  /** Of the last record that was all ASCII. */
  readonly #plainPlaces: Int32Array;
  #plainLength = -1;
  readonly #found: Int32Array;

  /** `columns`: places in characters from 0, ascending; `gaps`: the first and the second of each two of them between which no field stands, as indexes. */
  constructor(columns: readonly number[], gaps: readonly number[], blockLength: number) {
    this.#columns = Int32Array.from(columns);
    this.#gaps = gaps;
    this.#blockLength = blockLength;
    this.#plainPlaces = Int32Array.from(columns);
    this.#found = Int32Array.from(columns);
    this.offsets = this.#plainPlaces;
  }

  /** Whether the record that begins at `start` is as long as the one before; whether its fields are ASCII is for the caller to see. */
  matchesPrevious(input: Uint8Array, start: number): boolean {
    const end = start + this.#plainLength;
    if (!this.isAscii || this.#plainLength < 0) return false;
    const byte = input[end];
    if (this.#blockLength === 0 && byte !== LF && byte !== CR) return false;
    const places = this.#plainPlaces;
    for (let i = 0; i < this.#gaps.length; i += 2) {
      if (!isPlain(input, start + at(places, this.#gaps[i]), start + at(places, this.#gaps[i + 1]))) return false;
    }
    if (!isPlain(input, start + at(places, places.length - 1), end)) return false;
    this.offsets = places;
    this.end = end;
    this.characters = this.#plainLength;
    return true;
  }

  /** Finds the columns of the record that begins at `start`, whose end must have come; false where it has to be read carefully. */
  locate(input: Uint8Array, start: number): boolean {
    const columns = this.#columns;
    const places = this.#found;
    const most = this.#blockLength === 0 ? Infinity : this.#blockLength;
    let column = 0;
    let place = start;
    let characters = 0;
    for (; characters < most; characters++) {
      while (columns[column] === characters) places[column++] = place - start;
      const byte = input[place] as number;
      if (byte > CR && byte < 0x80) place++;
      else if ((byte === LF || byte === CR) && most === Infinity) break;
      else {
        const length = characterLength(input, place, place + LONGEST_CHARACTER);
        if (length <= 0 || byte === 0) return false;
        place += length;
      }
    }
    while (column < columns.length) places[column++] = place - start;
    this.offsets = places;
    this.end = place;
    this.characters = characters;
    this.isAscii = place - start === characters;
    if (this.isAscii && this.#plainLength !== characters) {
      this.#plainLength = characters;
      this.#plainPlaces.set(places);
    }
    return true;
  }
}

const LONGEST_CHARACTER = 4;

function at(places: Int32Array, index: number | undefined): number {
  return places[index as number] as number;
}

/** Whether there is nothing but ASCII, without line ends and NUL. */
function isPlain(input: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = input[at] as number;
    if (byte >= 0x80 || (byte <= CR && (byte === LF || byte === CR || byte === 0))) return false;
  }
  return true;
}
