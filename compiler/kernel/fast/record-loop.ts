import type { BatchBuilder } from '../model/batch-builder.ts';
import type { RecordReport } from '../model/record-report.ts';
import type { FastReader } from './reader.ts';
import type { FastSource, FastRange } from '../model/fast-source.ts';
import { fastBuffers, FLUSH_BYTES, MAX_FAST_RECORD_BYTES, CHUNK_BYTES } from './buffers.ts';

/** So many records in a row that the fast reading refuses, or reads with trouble, are met one by one. */
const PATIENCE = 16;
/** A record with more issues than one in so many bytes is read faster carefully: each of its fields was read twice. */
const BYTES_OF_ISSUE = 24;
/** Most records that are read carefully before the fast reading is tried again. */
const LONGEST_PAUSE = 256;

export interface FastRecordLoopOptions {
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
export class FastRecordLoop {
  /** Records accepted so far. */
  accepted = 0;
  readonly #parts: FastRecordLoopOptions;
  readonly #token = {};
  /** How many records in a row have been refused, or read with trouble. */
  #troubles = 0;
  #pause = 0;

  constructor(parts: FastRecordLoopOptions) {
    this.#parts = parts;
  }

  /** Reads up to a record that is refused, a full batch or the end of what has come; gives how many were read. `before`: records before. */
  read(before: number): number {
    if (this.#pause > 0) {
      this.#pause--;
      return 0;
    }
    const { reader, source, report, batch } = this.#parts;
    let records = 0;
    for (;;) {
      const stretch = source.nextRange(CHUNK_BYTES) ?? source.nextRange(MAX_FAST_RECORD_BYTES);
      if (stretch === null || stretch.maxRecordBytes < reader.minRecordLimit) break;
      const rangeOffset = fastBuffers.load(this.#token, stretch);
      const { maxRecordBytes, layout } = stretch;
      if (!reader.begin(report, { rangeOffset, limit: stretch.end - rangeOffset, maxRecordBytes, layout })) break;
      const { at, passed } = this.#readPiece(stretch, rangeOffset, before + records);
      records += passed;
      if (at < stretch.limit || batch.isFull) break;
    }
    this.accepted += records;
    return records;
  }

  #readPiece(stretch: FastRange, rangeOffset: number, before: number): { at: number; passed: number } {
    const { reader, source, report, batch } = this.#parts;
    const limit = stretch.limit - rangeOffset;
    let at = stretch.at - rangeOffset;
    let passed = 0;
    let length = 0;
    while (at < limit && !batch.isFull && this.#pause === 0) {
      report.begin();
      const end = reader.read(at, length);
      const issues = report.issues.length;
      const accepted =
        end < 0
          ? -1
          : issues === 0
            ? this.#accept(length, end)
            : this.#acceptProblem(
                { from: rangeOffset + at, to: rangeOffset + reader.next(), before, passed },
                length,
                end,
              );
      const next = accepted < 0 ? at : reader.next();
      if (issues * BYTES_OF_ISSUE < next - at) this.#troubles = 0;
      else this.#noteTrouble();
      if (accepted < 0) break;
      at = next;
      passed++;
      length = accepted < FLUSH_BYTES ? accepted : this.#write(accepted);
    }
    this.#write(length);
    if (passed > 0) source.skip(rangeOffset + at, passed);
    return { at: rangeOffset + at, passed };
  }

  #noteTrouble(): void {
    this.#troubles++;
    if (this.#troubles > PATIENCE) this.#pause = Math.min(LONGEST_PAUSE, 2 ** Math.min(10, this.#troubles - PATIENCE));
  }

  /** The messages that were accepted go to the batch; gives where the next one begins. */
  #write(length: number): 0 {
    if (length > 0) this.#parts.batch.writeMessages(fastBuffers.output.subarray(0, length));
    return 0;
  }

  /** Takes the message from `length` up to `end`, and writes its key; gives where the next one begins, -1 where that has to be done carefully. */
  #accept(length: number, end: number): number {
    const { reader, report, batch, keepsMessages, maxMessageBytes } = this.#parts;
    const { keyLength } = batch;
    let keyEnd = keyLength;
    if (reader.writeKey !== null) {
      keyEnd = reader.writeKey(batch.reserveKey(end - length), keyLength);
      if (keyEnd < 0) return -1;
    }
    if (end - length + keyEnd - keyLength > maxMessageBytes) return -1;
    batch.addFastRecord(keepsMessages ? end - length : 0, keepsMessages ? keyEnd : keyLength, report.corrected);
    return keepsMessages ? end : length;
  }

  /** The same for a record with issues, which perhaps becomes no message. It stands from a place to another of the stretch, behind `passed` others. */
  #acceptProblem(
    { from, to, before, passed }: { from: number; to: number; before: number; passed: number },
    length: number,
    end: number,
  ): number {
    const { source, report, batch } = this.#parts;
    if (source.locate === undefined) return -1;
    const outcome = report.outcome();
    const accepted = outcome === 'processed' ? this.#accept(length, end) : length;
    if (accepted < 0) return -1;
    const { line, byteOffset, byteLength } = source.locate(from, to, passed);
    const place = { record: before + passed + 1, line, byteOffset, byteLength };
    if (outcome === 'processed') batch.addRecordIssues(place, outcome, report);
    else batch.addRecord(place, outcome, report);
    return accepted;
  }
}
