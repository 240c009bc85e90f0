import type { BatchBuilder } from '../model/batch-builder.ts';
import type { MessageForm } from '../model/message-form.ts';
import type { RecordReport } from '../model/record-report.ts';
import type { FastReader } from './reader.ts';
import type { FastSource, FastRange } from '../model/fast-source.ts';
import { fastBuffers, FLUSH_BYTES, MAX_FAST_RECORD_BYTES, CHUNK_BYTES } from './buffers.ts';

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

/** The parts of a FastRecordLoop. */
export interface FastRecordLoopOptions {
  reader: FastReader;
  source: FastSource;
  report: RecordReport;
  batch: BatchBuilder;
  form: MessageForm;
  /** Whether the batch stores the message keys of skipped and failed records. */
  rejectedKeys: boolean;
}

/**
 * Reads records with the fast reader as long as that saves time. After several setbacks in a row, it pauses: the
 * careful reader reads the next records. Each further setback doubles the pause.
 */
export class FastRecordLoop {
  /** Number of records so far that the fast reader has accepted. */
  accepted = 0;
  readonly #parts: FastRecordLoopOptions;
  readonly #token = {};
  /** Number of setbacks in a row. */
  #setbacks = 0;
  #pause = 0;

  constructor(parts: FastRecordLoopOptions) {
    this.#parts = parts;
  }

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
    const { reader, source, report, batch } = this.#parts;
    let records = 0;
    for (;;) {
      const range = source.nextRange(CHUNK_BYTES) ?? source.nextRange(MAX_FAST_RECORD_BYTES);
      if (range === null || range.maxRecordBytes < reader.minRecordLimit) break;
      const rangeOffset = fastBuffers.load(this.#token, range);
      const { maxRecordBytes, layout } = range;
      if (!reader.begin(report, { rangeOffset, limit: range.end - rangeOffset, maxRecordBytes, layout })) break;
      const { at, read } = this.#readRange(range, rangeOffset, before + records);
      records += read;
      if (at < range.limit || batch.isFull) break;
    }
    this.accepted += records;
    return records;
  }

  #readRange(range: FastRange, rangeOffset: number, before: number): { at: number; read: number } {
    const { reader, source, report, batch } = this.#parts;
    const limit = range.limit - rangeOffset;
    let at = range.at - rangeOffset;
    let read = 0;
    let otherLines = 0;
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
            : this.#acceptWithIssues(
                {
                  from: rangeOffset + at,
                  to: rangeOffset + reader.next(),
                  record: before + read + 1,
                  lines: read + otherLines,
                },
                length,
                end,
              );
      if (accepted < 0 && reader.skipOther?.(at) === true) {
        at = reader.next();
        otherLines++;
        continue;
      }
      const next = accepted < 0 ? at : reader.next();
      if (issues * MIN_BYTES_PER_ISSUE < next - at) this.#setbacks = 0;
      else this.#noteSetback();
      if (accepted < 0) break;
      at = next;
      read++;
      length = accepted < FLUSH_BYTES ? accepted : this.#write(accepted);
    }
    this.#write(length);
    if (read + otherLines > 0) source.skip(rangeOffset + at, read, otherLines);
    return { at: rangeOffset + at, read };
  }

  #noteSetback(): void {
    this.#setbacks++;
    if (this.#setbacks > MAX_SETBACKS)
      this.#pause = Math.min(MAX_PAUSE, 2 ** Math.min(10, this.#setbacks - MAX_SETBACKS));
  }

  /** Moves the first `length` bytes of the output to the batch. Returns 0, the new length of the output. */
  #write(length: number): 0 {
    if (length > 0) this.#parts.batch.writeMessages(fastBuffers.output.subarray(0, length));
    return 0;
  }

  /**
   * Adds a message to the batch, and writes its key. The message is in the output from index `length` to index `end`.
   * Returns the index at which the next message begins, or -1 if the record needs the careful reader.
   */
  #accept(length: number, end: number): number {
    const { reader, report, batch, form } = this.#parts;
    const { keyLength } = batch;
    let keyEnd = keyLength;
    if (form.createsKeys && reader.writeKey !== null) {
      keyEnd = reader.writeKey(batch.reserveKey(end - length), keyLength);
      if (keyEnd < 0) return -1;
    }
    if (end - length + keyEnd - keyLength > form.maxBytes) return -1;
    const next = !form.keepsMessages ? length : form.lineFeeds ? addLineFeed(end) : end;
    batch.addFastRecord(next - length, form.keepsKeys ? keyEnd : keyLength, report.corrected);
    return next;
  }

  /**
   * Adds a record with issues to the batch, and its message if it is processed. `from` and `to` are indexes in
   * `range.input`. `lines` is the number of lines of the range before this record.
   * Returns the index at which the next message begins, or -1 if the record needs the careful reader.
   */
  #acceptWithIssues(
    { from, to, record, lines }: { from: number; to: number; record: number; lines: number },
    length: number,
    end: number,
  ): number {
    const { reader, source, report, batch, rejectedKeys } = this.#parts;
    if (source.locate === undefined) return -1;
    const outcome = report.outcome();
    // The fast reader writes no keys of skipped and failed records, so the careful reader reads such a record again.
    if (rejectedKeys && reader.writeKey !== null && outcome !== 'processed') return -1;
    const accepted = outcome === 'processed' ? this.#accept(length, end) : length;
    if (accepted < 0) return -1;
    const { line, byteOffset, byteLength } = source.locate(from, to, lines);
    const location = { record, line, byteOffset, byteLength };
    if (outcome === 'processed') batch.addRecordIssues(location, outcome, report);
    else batch.addRecord(location, outcome, report);
    return accepted;
  }
}

/** Writes a line feed at index `end` of the output. Returns the index after it. */
function addLineFeed(end: number): number {
  fastBuffers.output[end] = LF;
  return end + 1;
}
