import type { BatchBuilder } from '../model/batch-builder.ts';
import type { MessageForm } from '../model/message-form.ts';
import type { RecordReport } from '../model/record-report.ts';
import type { FastChunk, FastReader } from './reader.ts';
import type { FastSource, FastRange } from '../model/fast-source.ts';
import type { OpenDocument } from '../documents/open-document.ts';
import { isMarkAt } from '../bytes/utf8.ts';
import { mayRepeatHeader, type RepeatedHeader } from '../bytes/header-mark.ts';
import { fastBuffers, FLUSH_BYTES, MAX_FAST_RECORD_BYTES } from './buffers.ts';
import { addLineFeed, type RangeEnd, RangeLoop } from './range-loop.ts';

const encoder = new TextEncoder();

/** The parts of a transformer that its fast loop uses. Not to be copied with a spread: see "Rules for changes" in README.md. */
export interface FastLoopParts {
  source: FastSource;
  report: RecordReport;
  batch: BatchBuilder;
  form: MessageForm;
  /** Whether the batch stores the message keys of skipped and failed records. */
  rejectedKeys: boolean;
  /** The documents that the careful reader holds. Absent: records are accepted one by one. */
  documents?: OpenDocument | undefined;
}

/** Reading the header and its repetitions as records takes longer than comparing the records of fewer bytes with it. */
const MIN_BYTES = 128 * 1024;

/** Reads the records of a spec with one type of records with its fast reader. */
export class FastRecordLoop extends RangeLoop {
  readonly #reader: FastReader;
  readonly #parts: FastLoopParts;
  /** The header that was read as a record, and whether each record must be compared with that of the range. */
  #header: RepeatedHeader | null = null;
  #comparesHeader = true;
  /** The bytes of ranges whose records were compared with their header. */
  #compared = 0;

  constructor(reader: FastReader, parts: FastLoopParts) {
    super(parts.source, parts.batch);
    this.#reader = reader;
    this.#parts = parts;
  }

  protected begin(chunk: FastChunk): boolean {
    const reader = this.#reader;
    return chunk.maxRecordBytes >= reader.minRecordLimit && reader.begin(this.#parts.report, chunk);
  }

  protected override meet(range: FastRange): void {
    const { header } = range;
    if (header === this.#header) return;
    this.#comparesHeader = true;
    this.#compared += range.end - range.at;
    if (this.#compared < MIN_BYTES) return;
    this.#header = header;
    this.#comparesHeader = header !== null && !this.#rejectsAll(header.lines(), range);
  }

  /**
   * Returns whether one field has the wrong type in each of these lines, read as records. Then it has it in all records that
   * repeat the header, and records without issues need not be compared with it.
   */
  #rejectsAll(lines: readonly string[], range: FastRange): boolean {
    const [first = [], ...others] = lines.map((line) => this.#wrongFieldsOf(encoder.encode(`${line}\n`), range));
    return first.some((field) => others.every((fields) => fields.includes(field)));
  }

  /** Returns the fields that have the wrong type in a line. None, if the fast reader cannot read it. */
  #wrongFieldsOf(input: Uint8Array, range: FastRange): readonly (string | null)[] {
    const { layout, maxRecordBytes } = range;
    const end = input.length;
    if (end > maxRecordBytes || end > MAX_FAST_RECORD_BYTES) return [];
    const rangeOffset = fastBuffers.load({}, { ...range, input, base: 0, at: 0, end });
    if (!this.begin({ rangeOffset, limit: end, maxRecordBytes, layout })) return [];
    const { report } = this.#parts;
    report.begin();
    if (this.#reader.read(0, 0) < 0) return [];
    return report.issues.filter(({ code }) => code === 'TYPE_MISMATCH').map(({ field }) => field);
  }

  protected readRange(range: FastRange, rangeOffset: number, before: number): RangeEnd {
    const reader = this.#reader;
    const { source, report, batch } = this.#parts;
    const limit = range.limit - rangeOffset;
    const inputEnd = range.end - rangeOffset;
    let at = range.at - rangeOffset;
    let read = 0;
    let otherLines = 0;
    let length = 0;
    let short = 0;
    const { shortBelow, rejectsShort, stopsAtMark, header, others } = range;
    const compares = this.#comparesHeader;
    while (at < limit && !batch.isFull && !this.isPaused) {
      if (stopsAtMark && isMarkAt(fastBuffers.input, at, inputEnd)) break;
      const other = others !== null ? others.endOf(fastBuffers.input, at, inputEnd) : -1;
      if (other >= 0) {
        at = other;
        otherLines++;
        continue;
      }
      report.begin();
      report.number = before + read + 1;
      let end = reader.read(at, length);
      const isShort = shortBelow > 0 && fastBuffers.characters < shortBelow;
      // Only the careful reader rejects such records, and counts repeated headers.
      if (isShort && rejectsShort) end = -1;
      if (compares && end >= 0 && mayRepeatHeader(fastBuffers.input, at, reader.next(), header)) end = -1;
      const issues = report.issues.length;
      const accepted =
        end < 0
          ? -1
          : issues === 0
            ? this.#accept(length, end)
            : this.#acceptWithIssues({ rangeOffset, at, lines: read + otherLines }, length, end);
      if (accepted < 0 && reader.skipOther?.(at) === true) {
        at = reader.next();
        otherLines++;
        continue;
      }
      const next = accepted < 0 ? at : reader.next();
      this.noteRecord(issues, next - at);
      if (accepted < 0) break;
      at = next;
      read++;
      if (isShort) short++;
      length = accepted < FLUSH_BYTES ? accepted : this.#write(accepted);
    }
    this.#write(length);
    if (short > 0) source.noteShort?.(short);
    if (read + otherLines > 0) source.skip(rangeOffset + at, read, otherLines);
    return { at: rangeOffset + at, read };
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
    const reader = this.#reader;
    const { report, batch, form } = this.#parts;
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
   * Adds a record with issues to the batch, and its message if it is processed. The record begins at index `at` of the
   * input. `lines` is the number of lines of the range before it.
   * Returns the index at which the next message begins, or -1 if the record needs the careful reader.
   */
  #acceptWithIssues(
    { rangeOffset, at, lines }: { rangeOffset: number; at: number; lines: number },
    length: number,
    end: number,
  ): number {
    const reader = this.#reader;
    const { source, report, batch, rejectedKeys } = this.#parts;
    if (mayRepeatHeader(fastBuffers.input, at, reader.next(), this.#header)) return -1;
    if (source.locate === undefined || !report.addFastOriginals(0, source)) return -1;
    const outcome = report.outcome();
    // The fast reader writes no keys of skipped and failed records, so the careful reader reads such a record again.
    if (rejectedKeys && reader.writeKey !== null && outcome !== 'processed') return -1;
    const accepted = outcome === 'processed' ? this.#accept(length, end) : length;
    if (accepted < 0) return -1;
    const { line, byteOffset, byteLength } = source.locate(rangeOffset + at, rangeOffset + reader.next(), lines);
    const location = { record: report.number, line, byteOffset, byteLength };
    if (outcome === 'processed') batch.addRecordIssues(location, outcome, report);
    else batch.addFastRejected(location, outcome, report);
    return accepted;
  }
}
