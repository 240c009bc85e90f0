import { setImmediate as turn } from 'node:timers/promises';
import type {
  Batch,
  MessageMemory,
  Position,
  SpecModule,
  Splits,
  Transformer,
  TransformOptions,
  UniqueKeys,
} from '../../../compiler/kernel/model/contract.ts';
import { createSyncReader, type SharedFile } from '../source/disk/file-progress.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';
import type { RepeatableKeys } from '../unique-keys/key-recorder.ts';
import type { ReadAt } from '../source/disk/read-ahead.ts';
import { isCostly, measureBatches } from './measure-batches.ts';
import { findRecordStart } from './record-starts.ts';

/** The file, the module and the options that all readers of a file share. */
export interface SplitFile {
  module: SpecModule;
  /** Where records can start in files of the spec, so that a file can be divided. */
  splits: Splits;
  shared: SharedFile;
  /** The options of each transformer, as plain data: without `from` and `memory`. */
  options: TransformOptions;
  /** Memory for the messages that this thread reads. Absent: new memory. */
  memory?: MessageMemory | undefined;
  /** Whether helper threads hold the messages that they read, and write them themselves. Default: false. */
  holdsMessages?: boolean;
  /**
   * The values of UNIQUE rules in all records that the merge has reached. Only the thread of the run has them. Absent if
   * the spec has no such rule.
   */
  uniqueKeys?: RepeatableKeys | undefined;
}

interface RangeOptions {
  signal?: AbortSignal | undefined;
  readBuffer?: ReadBuffer;
  isAssumed?: boolean;
  /** Default: those of the file. */
  uniqueKeys?: UniqueKeys | undefined;
}

const CR_AND_LF = 2;
const FIRST_READ_BYTES = 4096;
/** If the assumed state of a split is wrong, the first records show it. Batches end after each read. */
const FIRST_ASSUMED_BYTES = 8 * 1024;
/** A reader whose first state is assumed reads at most this number of bytes for a document, which it holds until its end. */
const MAX_ASSUMED_DOCUMENT_BYTES = 4 * 1024 * 1024;

/** Thrown by a reader that began inside a file in an assumed state, at a document of several MiB. */
export class DocumentTooLong extends Error {
  override readonly message = 'the document is too long for a reader that began inside the file';
}

/** Number of bytes to read at a time. Between two reads, a reader handles messages and sends its results. */
const SHORT_READ_BYTES = 256 * 1024;
const LONG_READ_BYTES = 1024 * 1024;
/** If a read finds more records with issues than this, the next read is short, because many issues take much memory. */
const MAX_ISSUES_OF_LONG_READ = 1000;

/**
 * A buffer that several readers of a thread use one after another, because allocating memory takes longer than reading
 * into it. It also chooses the size of the next read.
 */
export class ReadBuffer {
  #bytes: Buffer | null = null;
  #size: number;

  /** `size` is the number of bytes of the first read. */
  constructor(size = SHORT_READ_BYTES) {
    this.#size = size;
  }

  /** Returns memory for the next read, at most `maxBytes` bytes. The bytes of the previous read are overwritten. */
  room(maxBytes: number): Buffer {
    const size = Math.min(this.#size, maxBytes);
    if (this.#bytes === null || this.#bytes.length < size) this.#bytes = Buffer.allocUnsafeSlow(size);
    return this.#bytes.subarray(0, size);
  }

  /**
   * Chooses the size of the next read. `bytes` is the size of the last read, `recordsWithIssues` the number of its
   * records with issues. Call it only after reads that produced no messages.
   */
  adaptSize(bytes: number, recordsWithIssues: number): void {
    // A short read at the end of a split says nothing about the file.
    if (bytes >= SHORT_READ_BYTES)
      this.#size = recordsWithIssues <= MAX_ISSUES_OF_LONG_READ ? LONG_READ_BYTES : SHORT_READ_BYTES;
  }
}

/**
 * Reads a file from a position on, in steps. Each method takes the offset at which to stop, and yields the batches that
 * were read up to there. A later call continues after the last byte that was read.
 */
export class RangeReader {
  /** The position after the last batch that was yielded; the start position before the first one. */
  position: Position;
  /** True after the end of the file, or after a batch with a failure. Then no more batches follow. */
  isOver = false;
  readonly #readAt: ReadAt;
  readonly #splits: Splits;
  readonly #transformer: Transformer;
  readonly #signal: AbortSignal | undefined;
  readonly #isCounted: boolean;
  readonly #maxHeldBytes: number;
  readonly #readBuffer: ReadBuffer;
  #readTo: number;
  /** Maximum number of bytes of the next read. It doubles with each read. */
  #maxBytes: number;

  /**
   * If `from` is null, reading starts at the start of the file. Readers that never read at the same time may share a
   * `readBuffer`. `isAssumed`: the state of `from` may be wrong, so the first batches are short. Such a reader throws at a
   * document of several MiB.
   */
  constructor(
    { module, splits, shared, options, memory, uniqueKeys: known }: SplitFile,
    from: Position | null,
    { signal, readBuffer = new ReadBuffer(), isAssumed = false, uniqueKeys = known }: RangeOptions = {},
  ) {
    this.#maxBytes = isAssumed ? FIRST_ASSUMED_BYTES : Infinity;
    this.position = from ?? { byteOffset: 0, line: 0, record: 0, state: null };
    this.#readAt = createSyncReader(shared);
    this.#splits = splits;
    this.#transformer = module.createTransformer({
      ...options,
      ...(from !== null && { from }),
      ...(uniqueKeys !== undefined && { uniqueKeys }),
      ...(memory !== undefined && { memory }),
    });
    this.#signal = signal;
    this.#isCounted = options.messages === false;
    this.#maxHeldBytes = isAssumed && module.spec.documents !== undefined ? MAX_ASSUMED_DOCUMENT_BYTES : Infinity;
    this.#readBuffer = readBuffer;
    this.#readTo = this.position.byteOffset;
  }

  /** Offset after the last byte that was read. */
  get bytesEnd(): number {
    return this.#readTo;
  }

  /**
   * Reads all bytes before `stop`. If a record may end at `stop`, also reads the few bytes after `stop` that show
   * whether it does.
   */
  async *readUpTo(stop: number): AsyncGenerator<Batch> {
    yield* this.readBytes(stop);
    for (let looks = 0; this.#isBefore(stop) && looks < this.#splits.heldBack + CR_AND_LF; looks++)
      yield* this.readBytes(await this.#nextLook(looks, stop));
  }

  /** Reads until a record ends at or after the offset `stop`, or until the end of the file. */
  async *readPast(stop: number): AsyncGenerator<Batch> {
    yield* this.readUpTo(stop);
    for (let bytes = FIRST_READ_BYTES; this.#isBefore(stop); bytes = Math.min(SHORT_READ_BYTES, 2 * bytes))
      yield* this.readBytes(this.#readTo + bytes);
  }

  /** Reads exactly the bytes before the offset `stop`. Infinity means the end of the file. */
  async *readBytes(stop: number): AsyncGenerator<Batch> {
    while (!this.isOver && this.#readTo < stop) {
      const chunk = await this.#readChunk(stop);
      this.#signal?.throwIfAborted();
      if (chunk.length > 0) {
        const recordsWithIssues = yield* this.#emit(measureBatches(() => this.#transformer.push(chunk)));
        if (this.#isCounted) this.#readBuffer.adaptSize(chunk.length, recordsWithIssues);
        // Only one reader of a file holds a large document, so that it takes the memory of one.
        if (this.#readTo - this.position.byteOffset > this.#maxHeldBytes) throw new DocumentTooLong();
        continue;
      }
      yield* this.#emit(measureBatches(() => this.#transformer.end()));
      this.isOver = true;
    }
  }

  /** Returns the next bytes before `stop`; none at the end of the file. The next call overwrites them. */
  async #readChunk(stop: number): Promise<Uint8Array> {
    // Without this turn of the event loop, the thread would handle no messages until it has read everything.
    await turn();
    const room = this.#readBuffer.room(Math.min(stop - this.#readTo, this.#maxBytes));
    this.#maxBytes *= 2;
    const chunk = room.subarray(0, await this.#readAt(room, this.#readTo));
    this.#readTo += chunk.length;
    return chunk;
  }

  /** Yields batches and updates `position`. Returns the number of their records with issues. */
  async *#emit(batches: Iterable<CountedBatch>): AsyncGenerator<Batch, number> {
    let recordsWithIssues = 0;
    for (const batch of batches) {
      this.position = batch.next;
      recordsWithIssues += batch.recordIssues.length;
      yield batch;
      if (isCostly(batch)) await turn();
      if (batch.failure === null) continue;
      this.isOver = true;
      break;
    }
    return recordsWithIssues;
  }

  #isBefore(stop: number): boolean {
    return !this.isOver && this.position.byteOffset < stop;
  }

  /**
   * Returns the offset up to which to read next. The first step is one byte, which can belong to a line end. Each
   * further step is one line, because the last lines may not be records.
   */
  async #nextLook(looks: number, stop: number): Promise<number> {
    return looks === 0
      ? this.#readTo + 1
      : findRecordStart(this.#readAt, this.#splits, { at: this.#readTo, known: stop });
  }
}
