import type { BatchBuilder } from '../batch.ts';
import type { RecordReport } from '../report.ts';
import type { FastReader, FastSource, FastStretch } from './fast-reader.ts';

/** So many records in a row that the fast reading refuses, or reads with trouble, are met one by one. */
const PATIENCE = 16;
/** A record with more issues than one in so many bytes is read faster carefully: each of its fields was read twice. */
const BYTES_OF_ISSUE = 24;
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

/** Reads records fast as long as that pays. After some records in a row for which it does not, it rests, longer each time. */
export class FastRun {
  /** Records accepted so far. */
  accepted = 0;
  readonly #parts: FastParts;
  /** How many records in a row have been refused, or read with trouble. */
  #troubles = 0;
  #pause = 0;

  constructor(parts: FastParts) {
    this.#parts = parts;
  }

  /** Reads up to a record that is refused, a full batch or the end of what has come; gives how many were read. `before`: records before. */
  read(before: number): number {
    if (this.#pause > 0) {
      this.#pause--;
      return 0;
    }
    const { reader, source, report } = this.#parts;
    const stretch = source.stretch();
    if (stretch === null || stretch.maxRecordBytes < reader.leastRecordBytes || !reader.begin(report, stretch)) return 0;
    return this.#readStretch(stretch, before);
  }

  #readStretch({ input, at: start, limit }: FastStretch, before: number): number {
    const { reader, source, report, batch } = this.#parts;
    let at = start;
    let records = 0;
    while (at < limit && !batch.isFull && this.#pause === 0) {
      const { length } = batch;
      report.begin();
      let end = reader.read(input, at, batch.room(), length);
      if (end > batch.capacity) end = this.#readAgain(input, at, end);
      const issues = report.issues.length;
      const isAccepted = end >= 0 && (issues === 0 ? this.#accept(end) : this.#acceptProblem(at, end, { before, records }));
      const next = isAccepted ? reader.next() : at;
      if (issues * BYTES_OF_ISSUE < next - at) this.#troubles = 0;
      else this.#noteTrouble();
      if (!isAccepted) break;
      at = next;
      records++;
    }
    if (records > 0) source.pass(at, records);
    this.accepted += records;
    return records;
  }

  #noteTrouble(): void {
    this.#troubles++;
    if (this.#troubles > PATIENCE) this.#pause = Math.min(LONGEST_PAUSE, 2 ** Math.min(10, this.#troubles - PATIENCE));
  }

  /** Reads a record whose message goes beyond the output, into a larger one. */
  #readAgain(input: Uint8Array, at: number, beyond: number): number {
    const { reader, report, batch } = this.#parts;
    let end = beyond;
    while (end > batch.capacity) {
      const output = batch.grow(end);
      report.begin();
      end = reader.read(input, at, output, batch.length);
    }
    return end;
  }

  /** Takes the message up to `end`, and writes its key; false where that has to be done carefully. */
  #accept(end: number): boolean {
    const { reader, report, batch, keepsMessages, maxMessageBytes } = this.#parts;
    const { length, keyLength } = batch;
    let keyEnd = keyLength;
    if (reader.writeKey !== null) {
      keyEnd = reader.writeKey(batch.room(), batch.keyRoom(end - length), keyLength);
      if (keyEnd < 0) return false;
    }
    if (end - length + keyEnd - keyLength > maxMessageBytes) return false;
    batch.accept(keepsMessages ? end : length, keepsMessages ? keyEnd : keyLength, report.corrected);
    return true;
  }

  /** Takes a record with issues, and its message where it becomes one. */
  #acceptProblem(at: number, end: number, { before, records }: { before: number; records: number }): boolean {
    const { reader, source, report, batch } = this.#parts;
    if (source.place === undefined) return false;
    const outcome = report.outcome();
    if (outcome === 'processed' && !this.#accept(end)) return false;
    const { line, byteOffset, byteLength } = source.place(at, reader.next(), records);
    const place = { record: before + records + 1, line, byteOffset, byteLength };
    if (outcome === 'processed') batch.addProblem(place, outcome, report);
    else batch.addRecord(place, outcome, report);
    return true;
  }
}
