import { GrowableBytes } from '../../bytes/growable-bytes.ts';

/** Bytes on disk, for what does not fit into the memory. */
export interface SpillFile {
  append(bytes: Uint8Array): void;
  read(from: number, to: number): Uint8Array;
}

/** Returns a file on disk. Null: there is no disk, as in a browser. */
export type OpenSpill = () => SpillFile | null;

/** Bytes of memory for shared strings and the places of each. */
export const MAX_STRING_BYTES = 64 * 1024 * 1024;
const PLACE_BYTES = 8;
const BLOCK_BYTES = 64 * 1024;

/** Thrown if the shared strings do not fit into the memory and there is no disk. */
export class NoSpill extends Error {}

/** The shared strings of a workbook, in memory up to a limit, and beyond it on disk. */
export class StringTable {
  /** The number of strings. */
  count = 0;
  readonly #open: OpenSpill;
  readonly #maxBytes: number;
  /** The bytes of all strings, and the offset of the end of each. */
  #bytes = new Uint8Array(BLOCK_BYTES);
  #length = 0;
  #ends = new Float64Array(1024);
  #spilled: { readonly bytes: SpillFile; readonly ends: SpillFile } | null = null;
  /** Bytes and ends that are not on disk yet. */
  readonly #waiting = new GrowableBytes();
  #waitingEnds: number[] = [];
  readonly #cached = new Map<number, Uint8Array>();

  constructor(open: OpenSpill, maxBytes = MAX_STRING_BYTES) {
    this.#open = open;
    this.#maxBytes = maxBytes;
  }

  /** Adds a string. The caller may reuse the bytes. Throws NoSpill. */
  add(bytes: Uint8Array): void {
    if (this.#spilled === null && this.#length + bytes.length + (this.count + 1) * PLACE_BYTES > this.#maxBytes)
      this.#spill();
    this.#length += bytes.length;
    this.count++;
    if (this.#spilled !== null) return this.#addSpilled(bytes);
    if (this.#length > this.#bytes.length) this.#bytes = grown(this.#bytes, this.#length);
    this.#bytes.set(bytes, this.#length - bytes.length);
    if (this.count > this.#ends.length) {
      const ends = new Float64Array(2 * this.count);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    this.#ends[this.count - 1] = this.#length;
  }

  /** Ends the table: nothing is added any more. */
  end(): void {
    if (this.#spilled !== null) this.#flush();
  }

  /** Writes a string to the end of `out`. Returns false if there is no string with this index. */
  writeTo(index: number, out: GrowableBytes): boolean {
    if (!(index < this.count)) return false;
    if (this.#spilled !== null) {
      out.add(this.#readSpilled(index, this.#spilled));
      return true;
    }
    const from = index === 0 ? 0 : (this.#ends[index - 1] ?? 0);
    const to = this.#ends[index] ?? 0;
    const target = out.reserve(to - from);
    if (to - from > 64) target.set(this.#bytes.subarray(from, to), out.length);
    else for (let at = from, own = out.length; at < to; at++) target[own++] = this.#bytes[at] ?? 0;
    out.length += to - from;
    return true;
  }

  #spill(): void {
    const bytes = this.#open();
    const ends = this.#open();
    if (bytes === null || ends === null) throw new NoSpill();
    this.#spilled = { bytes, ends };
    bytes.append(this.#bytes.subarray(0, this.#length));
    ends.append(new Uint8Array(this.#ends.buffer, 0, this.count * PLACE_BYTES));
    this.#bytes = new Uint8Array(0);
    this.#ends = new Float64Array(0);
  }

  #addSpilled(bytes: Uint8Array): void {
    this.#waiting.add(bytes);
    this.#waitingEnds.push(this.#length);
    if (this.#waiting.length > BLOCK_BYTES || this.#waitingEnds.length > BLOCK_BYTES / PLACE_BYTES) this.#flush();
  }

  #flush(): void {
    this.#spilled?.bytes.append(this.#waiting.take());
    this.#spilled?.ends.append(new Uint8Array(Float64Array.from(this.#waitingEnds).buffer));
    this.#waitingEnds = [];
  }

  /** The strings that are read most often remain in memory. */
  #readSpilled(index: number, { bytes, ends }: { bytes: SpillFile; ends: SpillFile }): Uint8Array {
    const known = this.#cached.get(index);
    if (known !== undefined) return known;
    const places = ends.read(Math.max(0, index - 1) * PLACE_BYTES, (index + 1) * PLACE_BYTES);
    const numbers = new Float64Array(places.slice().buffer);
    const from = index === 0 ? 0 : (numbers[0] ?? 0);
    const text = bytes.read(from, numbers.at(-1) ?? 0);
    if (text.length <= MAX_CACHED_BYTES) {
      if (this.#cached.size >= MAX_CACHED) this.#cached.clear();
      this.#cached.set(index, text);
    }
    return text;
  }
}

const MAX_CACHED = 20_000;
const MAX_CACHED_BYTES = 512;

function grown(bytes: Uint8Array<ArrayBuffer>, needed: number): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(Math.max(needed, bytes.length + (bytes.length >> 1)));
  result.set(bytes);
  return result;
}
