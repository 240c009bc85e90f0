import { setImmediate as turn } from 'node:timers/promises';
import type {
  Batch,
  Position,
  SpecModule,
  Splits,
  Transformer,
  TransformOptions,
} from '../../compiler/kernel/model/contract.ts';
import { createSyncReader, type SharedFile } from '../source/disk/file-progress.ts';
import type { ReadAt } from '../source/disk/read-ahead.ts';
import { findRecordStart } from './record-starts.ts';

/** What readers of parts of a file have in common. */
export interface SplitFile {
  module: SpecModule;
  splits: Splits;
  shared: SharedFile;
  /** Without `from`. */
  options: TransformOptions;
}

const CR_AND_LF = 2;
const FIRST_READ_BYTES = 4096;
/** What is read at a time, in bytes: between two pieces a reader hears what others say, and tells what it has read. */
const SHORT_READ_BYTES = 256 * 1024;
const LONG_READ_BYTES = 1024 * 1024;
/** What is told of a piece with more problems takes much memory until it is kept. */
const MAX_ISSUES_OF_LONG_READ = 1000;

/** What readers that follow each other in a thread read into, as memory that is new takes longer than what is read into it; and how much at a time. */
export class ReadBuffer {
  #bytes: Buffer | null = null;
  #size = SHORT_READ_BYTES;

  /** Room for the next piece, of up to `maxBytes` bytes; what was there before is void. */
  room(maxBytes: number): Buffer {
    const size = Math.min(this.#size, maxBytes);
    if (this.#bytes === null || this.#bytes.length < size) this.#bytes = Buffer.allocUnsafeSlow(size);
    return this.#bytes.subarray(0, size);
  }

  /** So many problems were told of a piece, and no messages: the next one is as long as that allows. */
  adaptSize(bytes: number, recordsWithIssues: number): void {
    // Where a split ends there are some of a few bytes.
    if (bytes >= SHORT_READ_BYTES)
      this.#size = recordsWithIssues <= MAX_ISSUES_OF_LONG_READ ? LONG_READ_BYTES : SHORT_READ_BYTES;
  }
}

/** Reads a part of a file: from a position to places that are told as it goes on. Each method gives the batches that it comes to. */
export class RangeReader {
  /** Behind the last batch. */
  position: Position;
  /** Whether the file is at its end, or cannot be read on. */
  isOver = false;
  readonly #readAt: ReadAt;
  readonly #splits: Splits;
  readonly #transformer: Transformer;
  readonly #signal: AbortSignal | undefined;
  readonly #isCounted: boolean;
  readonly #readBuffer: ReadBuffer;
  #readTo: number;

  /** `from` null: the beginning of the file. `readBuffer`: of readers that are not at work at the same time. */
  constructor(
    { module, splits, shared, options }: SplitFile,
    from: Position | null,
    { signal, readBuffer = new ReadBuffer() }: { signal?: AbortSignal | undefined; readBuffer?: ReadBuffer } = {},
  ) {
    this.position = from ?? { byteOffset: 0, line: 0, record: 0, state: null };
    this.#readAt = createSyncReader(shared);
    this.#splits = splits;
    this.#transformer = module.createTransformer(from === null ? options : { ...options, from });
    this.#signal = signal;
    this.#isCounted = options.messages === false;
    this.#readBuffer = readBuffer;
    this.#readTo = this.position.byteOffset;
  }

  /** Where the bytes that are read end. */
  get bytesEnd(): number {
    return this.#readTo;
  }

  /** Reads all bytes before `stop`, and as many more as it may take to see that a record ends there. */
  async *readUpTo(stop: number): AsyncGenerator<Batch> {
    yield* this.readBytes(stop);
    for (let looks = 0; this.#isBefore(stop) && looks < this.#splits.heldBack + CR_AND_LF; looks++)
      yield* this.readBytes(await this.#nextLook(looks, stop));
  }

  /** Reads up to a record that ends at `stop` or behind it. */
  async *readPast(stop: number): AsyncGenerator<Batch> {
    yield* this.readUpTo(stop);
    for (let bytes = FIRST_READ_BYTES; this.#isBefore(stop); bytes = Math.min(SHORT_READ_BYTES, 2 * bytes))
      yield* this.readBytes(this.#readTo + bytes);
  }

  /** Reads all bytes before `stop`; Infinity: to the end of the file. */
  async *readBytes(stop: number): AsyncGenerator<Batch> {
    while (!this.isOver && this.#readTo < stop) {
      const chunk = await this.#readChunk(stop);
      this.#signal?.throwIfAborted();
      if (chunk.length > 0) {
        const recordsWithIssues = yield* this.#emit(this.#transformer.push(chunk));
        if (this.#isCounted) this.#readBuffer.adaptSize(chunk.length, recordsWithIssues);
        continue;
      }
      yield* this.#emit(this.#transformer.end());
      this.isOver = true;
    }
  }

  /** The next bytes before `stop`; none at the end of the file. They stay as they are until the next are asked for. */
  async #readChunk(stop: number): Promise<Uint8Array> {
    // Otherwise this thread would hear nothing from others until it has read all.
    await turn();
    const room = this.#readBuffer.room(stop - this.#readTo);
    const chunk = room.subarray(0, await this.#readAt(room, this.#readTo));
    this.#readTo += chunk.length;
    return chunk;
  }

  /** Gives how many problems they tell of. */
  *#emit(batches: Iterable<Batch>): Generator<Batch, number> {
    let recordsWithIssues = 0;
    for (const batch of batches) {
      this.position = batch.next;
      recordsWithIssues += batch.recordIssues.length;
      yield batch;
      if (batch.failure === null) continue;
      this.isOver = true;
      break;
    }
    return recordsWithIssues;
  }

  #isBefore(stop: number): boolean {
    return !this.isOver && this.position.byteOffset < stop;
  }

  /** One byte, as it may belong to a line end; then line by line, as the last lines of a file may be none. */
  async #nextLook(looks: number, stop: number): Promise<number> {
    return looks === 0
      ? this.#readTo + 1
      : findRecordStart(this.#readAt, this.#splits, { at: this.#readTo, known: stop });
  }
}
