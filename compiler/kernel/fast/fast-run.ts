import type { BatchBuilder } from '../batch.ts';
import type { RecordReport } from '../report.ts';
import type { FastReader, FastSource } from './fast-reader.ts';

/** So many refusals in a row are met one by one. */
const PATIENCE = 4;
/** Most records that are read carefully before the fast reading is tried again. */
const LONGEST_PAUSE = 256;

export interface FastParts {
  reader: FastReader;
  source: FastSource;
  report: RecordReport;
  batch: BatchBuilder;
  /** False where messages are only counted. */
  keepsMessages: boolean;
  /** Most bytes of a message and its key. */
  maxMessageBytes: number;
}

/** Reads records fast as long as they are accepted. After some refusals in a row it rests, longer each time. */
export class FastRun {
  /** Records accepted so far. */
  accepted = 0;
  readonly #parts: FastParts;
  #refusals = 0;
  #pause = 0;

  constructor(parts: FastParts) {
    this.#parts = parts;
  }

  /** Reads up to a record that is refused, a full batch or the end of what has come; gives how many were read. */
  read(): number {
    if (this.#pause > 0) {
      this.#pause--;
      return 0;
    }
    const { reader, source, report, batch } = this.#parts;
    const stretch = source.stretch();
    if (stretch === null || stretch.maxRecordBytes < reader.leastRecordBytes || !reader.begin(report, stretch)) return 0;
    const { input, limit } = stretch;
    let { at } = stretch;
    let records = 0;
    let isAccepted = true;
    while (at < limit && !batch.isFull) {
      isAccepted = this.#readOne(input, at);
      if (!isAccepted) break;
      at = reader.next();
      records++;
    }
    if (records > 0) source.pass(at, records);
    this.#note(records, isAccepted);
    return records;
  }

  #note(records: number, isAccepted: boolean): void {
    this.accepted += records;
    if (records > 0) this.#refusals = 0;
    if (isAccepted) return;
    this.#refusals++;
    if (this.#refusals > PATIENCE) this.#pause = Math.min(LONGEST_PAUSE, 2 ** Math.min(10, this.#refusals - PATIENCE));
  }

  #readOne(input: Uint8Array, at: number): boolean {
    const { reader, report, batch, keepsMessages, maxMessageBytes } = this.#parts;
    const { length } = batch;
    report.begin();
    let end = reader.read(input, at, batch.room(), length);
    while (end > batch.capacity) end = reader.read(input, at, batch.grow(end), length);
    if (end < 0) return false;
    let keyEnd = batch.keyLength;
    if (reader.writeKey !== null) {
      keyEnd = reader.writeKey(batch.room(), batch.keyRoom(end - length), batch.keyLength);
      if (keyEnd < 0) return false;
    }
    if (end - length + keyEnd - batch.keyLength > maxMessageBytes) return false;
    batch.accept(keepsMessages ? end : length, keepsMessages ? keyEnd : batch.keyLength, report.corrected);
    return true;
  }
}
