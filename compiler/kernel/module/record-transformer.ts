import { BatchBuilder } from '../model/batch-builder.ts';
import type { Batch, Position, TransformOptions, Transformer } from '../model/contract.ts';
import { FastRecordLoop } from '../fast/record-loop.ts';
import type { RecordReport } from '../model/record-report.ts';
import { END, FAILED, MORE, RECORD, type RecordSource } from '../model/record-source.ts';
import { utf8Length } from '../values/text.ts';
import { createReport, readRecord, type RecordReader } from './record-reader.ts';

const BATCH_RECORDS = 1000;

/** Creates the transformer of one file. Throws RangeError if the option `today` is not a date. */
export function createRecordTransformer<Raw, Values>(
  reader: RecordReader<Raw, Values>,
  source: RecordSource<Raw>,
  options: TransformOptions,
): Transformer {
  return new RecordTransformer(reader, source, options);
}

class RecordTransformer<Raw, Values> implements Transformer {
  readonly #reader: RecordReader<Raw, Values>;
  readonly #source: RecordSource<Raw>;
  readonly #report: RecordReport;
  readonly #batch: BatchBuilder;
  readonly #keepsMessages: boolean;
  /**
   * Whether the JSON of messages is created. True if messages are stored, or if their size is limited and must be
   * measured.
   */
  readonly #createsMessages: boolean;
  readonly #maxMessageBytes: number;
  readonly #rejectedKeys: boolean;
  readonly #fastLoop: FastRecordLoop | null;
  #record: number;
  #isOver = false;

  constructor(reader: RecordReader<Raw, Values>, source: RecordSource<Raw>, options: TransformOptions) {
    this.#reader = reader;
    this.#source = source;
    this.#report = createReport(reader, options);
    this.#batch = new BatchBuilder(options.batchRecords ?? BATCH_RECORDS, options.batchEndsAtError);
    this.#maxMessageBytes = options.maxMessageBytes ?? Infinity;
    this.#rejectedKeys = options.rejectedKeys ?? false;
    this.#keepsMessages = options.messages ?? true;
    this.#createsMessages = this.#keepsMessages || options.maxMessageBytes !== undefined;
    this.#record = options.from?.record ?? 0;
    this.#fastLoop = this.#createFastLoop(options.fast ?? true);
  }

  /** Number of records so far that the fast reader has accepted. */
  get fastRecords(): number {
    return this.#fastLoop?.accepted ?? 0;
  }

  *push(chunk: Uint8Array): Generator<Batch> {
    if (this.#isOver) return;
    this.#source.add(chunk);
    yield* this.#drain(false);
  }

  *end(): Generator<Batch> {
    if (!this.#isOver) yield* this.#drain(true);
  }

  *#drain(final: boolean): Generator<Batch> {
    for (;;) {
      this.#record += this.#fastLoop?.read(this.#record) ?? 0;
      const found = this.#batch.isFull ? RECORD : this.#source.next(final);
      if (found === MORE || found === END || found === FAILED) {
        this.#isOver = found !== MORE;
        this.#noteLinesAndWarnings();
        if (this.#isOver || !this.#batch.isEmpty) yield this.#batch.take(this.#position(), this.#source.failure);
        return;
      }
      if (!this.#batch.isFull) this.#addRecord();
      if (this.#batch.isFull) {
        this.#noteLinesAndWarnings();
        yield this.#batch.take(this.#position(), null);
      }
    }
  }

  #addRecord(): void {
    const values = readRecord(this.#reader, this.#source, this.#report);
    const processed =
      values !== null && this.#createsMessages && this.#report.outcome() === 'processed' ? values : null;
    const json = processed === null ? '' : this.#reader.toJson(processed);
    const key = processed === null ? null : this.#reader.toKey(processed);
    if (this.#isTooLarge(json, key))
      this.#report.addStructureIssue(
        'FATAL',
        'MESSAGE_TOO_LARGE',
        `the message is larger than ${this.#maxMessageBytes} bytes`,
      );
    const { line, byteOffset, byteLength } = this.#source;
    const outcome = this.#report.outcome();
    this.#record++;
    this.#batch.addRecord({ record: this.#record, line, byteOffset, byteLength }, outcome, this.#report);
    if (outcome !== 'processed') return this.#addRejectedKey(values);
    if (this.#keepsMessages) this.#batch.addMessage(json, key);
    else this.#batch.countMessage();
  }

  #addRejectedKey(values: Values | null): void {
    const key = values === null || !this.#rejectedKeys ? null : this.#reader.toKey(values);
    if (key !== null) this.#batch.addRejectedKey(key);
  }

  #isTooLarge(json: string, key: string | null): boolean {
    const max = this.#maxMessageBytes;
    return (json.length + (key?.length ?? 0)) * 3 > max && utf8Length(json) + utf8Length(key ?? '') > max;
  }

  #createFastLoop(isWanted: boolean): FastRecordLoop | null {
    const reader = isWanted ? (this.#reader.fast ?? null) : null;
    const source = this.#source.fast ?? null;
    if (reader === null || source === null) return null;
    return new FastRecordLoop({
      reader,
      source,
      report: this.#report,
      batch: this.#batch,
      keepsMessages: this.#keepsMessages,
      maxMessageBytes: this.#maxMessageBytes,
      rejectedKeys: this.#rejectedKeys,
    });
  }

  #noteLinesAndWarnings(): void {
    this.#batch.addOtherLines(this.#source.takeOtherLines());
    this.#batch.addWarnings(this.#source.takeWarnings());
  }

  #position(): Position {
    return { ...this.#source.position(), record: this.#record };
  }
}
