import type { FastRange, FastSource } from '../model/fast-source.ts';
import { CHUNK_BYTES, fastBuffers, MAX_FAST_RECORD_BYTES } from './buffers.ts';
import type { FastChunk } from './reader.ts';

/**
 * The fast reader pauses after more than this many setbacks in a row. A setback is a record that it rejects, or one
 * with many issues.
 */
const MAX_SETBACKS = 16;
/**
 * A record with more than one issue per this many bytes is a setback, because each field with an issue is read twice.
 */
const MIN_BYTES_PER_ISSUE = 24;
/** Maximum number of records that the careful reader reads before the fast reader tries again. */
const MAX_PAUSE = 256;
const LF = 0x0a;

/** How far a loop has read in a range: the index in the range's input, and the number of records. */
export interface RangeEnd {
  readonly at: number;
  readonly read: number;
  /** Whether the range ends before something that can be read with more bytes. Default: false. */
  readonly isCut?: boolean;
}

/**
 * Reads records with a fast reader as long as that saves time. After several setbacks in a row, it pauses: the careful
 * reader reads the next records. Each further setback doubles the pause.
 */
export abstract class RangeLoop {
  /** Number of records so far that the fast reader has accepted. */
  accepted = 0;
  /** Whether the loop can end a document that the careful reader has read, if it has several records. */
  readonly endsDocuments: boolean = false;
  readonly #source: FastSource;
  readonly #batch: { readonly isFull: boolean };
  readonly #token = {};
  /** Number of setbacks in a row. */
  #setbacks = 0;
  #pause = 0;

  constructor(source: FastSource, batch: { readonly isFull: boolean }) {
    this.#source = source;
    this.#batch = batch;
  }

  /** Prepares to read a range. Returns false if the fast reader cannot read it. */
  protected abstract begin(chunk: FastChunk): boolean;

  /** Looks at a range before its bytes are loaded. */
  protected meet?(range: FastRange): void;

  /**
   * Reads records of a range until one is rejected, the batch is full, or a pause begins. `rangeOffset` is the index in
   * the range's input of the byte at index 0 of the input buffer, and `before` the number of the file's records before
   * these.
   */
  protected abstract readRange(range: FastRange, rangeOffset: number, before: number): RangeEnd;

  /**
   * Reads records until the fast reader rejects one, the batch is full, no complete record is left, or a pause begins.
   * Returns the number of records read. Each call during a pause shortens the pause by one record and returns 0.
   * @param before the number of the file's records before these
   */
  read(before: number): number {
    if (this.#pause > 0) {
      this.#pause--;
      return 0;
    }
    let records = 0;
    let maxBytes = CHUNK_BYTES;
    for (;;) {
      const range = this.#source.nextRange(maxBytes) ?? this.#source.nextRange(MAX_FAST_RECORD_BYTES);
      if (range === null) break;
      this.meet?.(range);
      const rangeOffset = fastBuffers.load(this.#token, range);
      const { maxRecordBytes, layout } = range;
      if (!this.begin({ rangeOffset, limit: range.end - rangeOffset, maxRecordBytes, layout })) break;
      const { at, read, isCut } = this.readRange(range, rangeOffset, before + records);
      records += read;
      if (this.#batch.isFull) break;
      if (isCut === true) {
        // The bytes that were read only in part are read again, with those after them.
        const isLonger = at > range.at || maxBytes < MAX_FAST_RECORD_BYTES;
        maxBytes = at > range.at ? CHUNK_BYTES : MAX_FAST_RECORD_BYTES;
        if (isLonger) continue;
        break;
      }
      // The fast reader rejects comments and blank lines, too.
      if (at < range.limit && !this.skipOtherLines()) break;
    }
    this.accepted += records;
    return records;
  }

  /** Skips lines that are no records. Returns whether there was one. */
  protected skipOtherLines(): boolean {
    return this.#source.skipOtherLines?.() === true;
  }

  /** Whether the careful reader reads the next records. */
  protected get isPaused(): boolean {
    return this.#pause > 0;
  }

  /** Notes whether reading a record saved time: a record of `bytes` bytes with `issues` issues. 0 bytes: none was read. */
  protected noteRecord(issues: number, bytes: number): void {
    if (issues * MIN_BYTES_PER_ISSUE < bytes) this.#setbacks = 0;
    else this.#noteSetback();
  }

  #noteSetback(): void {
    this.#setbacks++;
    if (this.#setbacks > MAX_SETBACKS)
      this.#pause = Math.min(MAX_PAUSE, 2 ** Math.min(10, this.#setbacks - MAX_SETBACKS));
  }
}

/** Writes a line feed at index `end` of the output. Returns the index after it. */
export function addLineFeed(end: number): number {
  fastBuffers.output[end] = LF;
  return end + 1;
}
