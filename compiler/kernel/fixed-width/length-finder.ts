import { characterLength } from '../bytes/utf8.ts';
import type { ByteWindow } from '../bytes/window.ts';
import type { LineScanner } from '../lines/line-finder.ts';
import type { Failure } from '../model/contract.ts';
import { bytesOfCharacters } from './storage.ts';

/** How the length of a record is written before it. */
export interface RecordLengths {
  /**
   * `RDW`: two bytes and two bytes of zeros. `RDW_BDW`: the same, and before each block of records the length of the block
   * in the same form. Otherwise bytes in this order.
   */
  lengths: 'RDW' | 'RDW_BDW' | 'BIG_ENDIAN_2' | 'BIG_ENDIAN_4' | 'LITTLE_ENDIAN_2' | 'LITTLE_ENDIAN_4';
  /** Whether a length counts its own bytes. */
  included: boolean;
}

/** A length before a record or a block, in bytes of the file. Null: more bytes are needed. */
type Descriptor = { length: number; after: number } | null;

/** Finds records that have their length before them (RECFM V and VB). The text of a record is what follows the length. */
export class LengthFinder implements LineScanner {
  start = 0;
  end = 0;
  next = 0;
  /** Why the file cannot be read further. */
  failure: Failure | null = null;
  readonly #window: ByteWindow;
  readonly #lengths: RecordLengths;
  /** The byte of each character of the encoding. */
  readonly #bytes: Uint8Array;
  /** Where a record begins, as an offset in all decoded bytes, and how many bytes of its block are left. */
  #block: { at: number; left: number };
  /** The same for the record after it. */
  #nextBlock = { at: -1, left: 0 };
  /** How many characters of a record are still to be discarded. Null: none is discarded. */
  #discarding: number | null = null;

  /** @param blockLeft bytes of the block that are left where reading begins */
  constructor(window: ByteWindow, { encoding, ...lengths }: RecordLengths & { encoding: string }, blockLeft = 0) {
    this.#window = window;
    this.#lengths = lengths;
    const bytes = bytesOfCharacters(encoding);
    if (bytes === null) throw new RangeError(`${encoding} does not have one character for each byte`);
    this.#bytes = bytes;
    this.#block = { at: window.base + window.at, left: blockLeft };
  }

  /** Bytes of the block that are left at the window's index. 0: a block begins there. */
  get blockLeft(): number {
    const at = this.#window.base + this.#window.at;
    return at === this.#nextBlock.at ? this.#nextBlock.left : at === this.#block.at ? this.#block.left : 0;
  }

  /** Why the file must not end at the window's index. Null: it may. */
  get failureAtEnd(): Failure | null {
    return this.blockLeft > 0
      ? { code: 'truncated_record', message: `the file ends ${this.blockLeft} bytes before the end of its last block` }
      : null;
  }

  reset(): void {}

  find(from: number, limit: number, final: boolean): boolean {
    if (this.failure !== null) return false;
    if (this.#discarding !== null) return this.#endDiscarding(from, limit, final);
    const found = this.#read(from, limit);
    if (found === null || this.failure !== null) return this.#isCut(final);
    const { at, missing } = this.#skip(found.after, limit, found.length);
    if (missing > 0) return this.#isCut(final);
    if (this.#isFirst(from) && this.#consistsOfRecords(found.after, at)) {
      this.#fail(
        'its first record consists of records that have a length each: set lengths: RDW_BDW, for files with blocks',
      );
      return false;
    }
    this.start = found.after;
    this.end = at;
    this.next = at;
    this.#nextBlock = { at: this.#window.base + at, left: found.blockLeft };
    return true;
  }

  #isFirst(from: number): boolean {
    return this.#lengths.lengths === 'RDW' && this.#window.base + from === 0;
  }

  /**
   * Returns whether the bytes of a record are several records with lengths themselves, so that the record is rather a block.
   * One alone may be a record that begins with its own length, and empty ones are zeros.
   */
  #consistsOfRecords(from: number, to: number): boolean {
    let at = from;
    let records = 0;
    for (; at < to; records++) {
      const inner = this.#readDescriptor(at, to);
      // A record may have any bytes: this is no failure of the file.
      this.failure = null;
      if (inner === null || inner.length === 0) return false;
      const end = this.#skip(inner.after, to, inner.length);
      if (end.missing > 0) return false;
      at = end.at;
    }
    return records > 1;
  }

  endOfWholeLines(from: number): number {
    return from;
  }

  countLines(): number {
    return 0;
  }

  startOfLastLines(_lines: number, _from: number, to: number): number {
    return to;
  }

  skipUnfinished(from: number, limit: number): number {
    if (this.failure !== null) return limit;
    let left = this.#discarding;
    let start = from;
    if (left === null) {
      const found = this.#read(from, limit);
      if (found === null) return from;
      left = found.length;
      start = found.after;
      this.#nextBlock = { at: -1, left: found.blockLeft };
    }
    const { at, missing } = this.#skip(start, limit, left);
    this.#discarding = missing;
    return at;
  }

  #endDiscarding(from: number, limit: number, final: boolean): boolean {
    const { at, missing } = this.#skip(from, limit, this.#discarding ?? 0);
    if (missing > 0) return this.#isCut(final);
    this.#discarding = null;
    this.start = from;
    this.end = at;
    this.next = at;
    this.#nextBlock = { at: this.#window.base + at, left: this.#nextBlock.left };
    return true;
  }

  /** Returns false. At the end of the file, a record that is not complete is a failure. */
  #isCut(final: boolean): false {
    if (final && this.failure === null)
      this.failure = { code: 'truncated_record', message: 'the file ends inside of its last record' };
    return false;
  }

  /** Reads the length before the record at `from`. Null: more bytes are needed, or the length is wrong. */
  #read(from: number, limit: number): { length: number; after: number; blockLeft: number } | null {
    if (this.#lengths.lengths !== 'RDW_BDW') {
      const record = this.#readDescriptor(from, limit);
      return record === null ? null : { ...record, blockLeft: 0 };
    }
    const block = this.#enterBlock(from, limit);
    const record = block === null ? null : this.#readDescriptor(block.after, limit);
    if (block === null || record === null) return null;
    const blockLeft = block.length - DESCRIPTOR_BYTES - record.length;
    if (blockLeft < 0) return this.#fail(`a record of ${record.length} bytes is longer than the rest of its block`);
    return { ...record, blockLeft };
  }

  /** Returns the bytes that are left of the block, and where its next record begins. */
  #enterBlock(from: number, limit: number): Descriptor {
    const at = this.#window.base + from;
    if (at === this.#nextBlock.at) this.#block = this.#nextBlock;
    const left = at === this.#block.at ? this.#block.left : 0;
    return left > 0 ? { length: left, after: from } : this.#readDescriptor(from, limit);
  }

  #readDescriptor(from: number, limit: number): Descriptor {
    const { lengths, included } = this.#lengths;
    const isShort = lengths.endsWith('_2');
    const size = isShort ? 2 : DESCRIPTOR_BYTES;
    const bytes: number[] = [];
    let at = from;
    for (let i = 0; i < size; i++) {
      const end = this.#skip(at, limit, 1);
      if (end.missing > 0) return null;
      bytes.push(this.#byteAt(at));
      at = end.at;
    }
    const isRdw = lengths.startsWith('RDW');
    const ordered = lengths.startsWith('LITTLE') ? bytes.reverse() : isRdw ? bytes.slice(0, 2) : bytes;
    const written = ordered.reduce((sum, byte) => sum * 256 + byte, 0);
    if (isRdw && (bytes[2] !== 0 || bytes[3] !== 0))
      return this.#fail('the third and fourth byte of a length are not 0: records in segments are not read');
    const length = included ? written - size : written;
    return length < 0
      ? this.#fail(`the length ${written} of a record is less than that of its own bytes`)
      : { length, after: at };
  }

  #fail(message: string): null {
    this.failure = { code: 'wrong_record_length', message };
    return null;
  }

  /** Returns the byte of the character at an index. No character of an encoding with one byte has four bytes in UTF-8. */
  #byteAt(at: number): number {
    const { bytes } = this.#window;
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    if (first < 0x80) return this.#bytes[first] as number;
    const point =
      first < 0xe0
        ? ((first & 0x1f) << 6) | (second & 0x3f)
        : ((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
    return this.#bytes[point] as number;
  }

  /** Skips characters. Returns the index after them, and how many have not arrived. */
  #skip(from: number, limit: number, characters: number): { at: number; missing: number } {
    const { bytes } = this.#window;
    let missing = characters;
    let at = from;
    while (missing > 0 && at < limit) {
      const length = (bytes[at] ?? 0) < 0x80 ? 1 : Math.abs(characterLength(bytes, at, limit));
      if (length === 0) break;
      at += length;
      missing--;
    }
    return { at, missing };
  }
}

/** Bytes of a length with two bytes of zeros, and of a block. */
const DESCRIPTOR_BYTES = 4;
