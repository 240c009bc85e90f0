import { BatchBuilder } from '../model/batch-builder.ts';
import type { Batch, Position, TransformOptions, Transformer } from '../model/contract.ts';
import { FastRecordLoop } from '../fast/record-loop.ts';
import type { RecordReport } from '../model/record-report.ts';
import { END, FAILED, MORE, RECORD, type RecordSource } from '../model/record-source.ts';
import { utf8Length } from '../values/text.ts';
import { createReport, readRecord, type RecordReader } from './record-reader.ts';

const BATCH_RECORDS = 1000;

/** Makes the transformer of one file. @throws RangeError where `today` is no date. */
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
  /** Also where they are not kept, but must be measured. */
  readonly #makesMessages: boolean;
  readonly #maxMessageBytes: number;
  readonly #fast: FastRecordLoop | null;
  #record: number;
  #isOver = false;

  constructor(reader: RecordReader<Raw, Values>, source: RecordSource<Raw>, options: TransformOptions) {
    this.#reader = reader;
    this.#source = source;
    this.#report = createReport(reader, options);
    this.#batch = new BatchBuilder(options.batchRecords ?? BATCH_RECORDS, options.batchEndsAtError);
    this.#maxMessageBytes = options.maxMessageBytes ?? Infinity;
    this.#keepsMessages = options.messages ?? true;
    this.#makesMessages = this.#keepsMessages || options.maxMessageBytes !== undefined;
    this.#record = options.from?.record ?? 0;
    this.#fast = this.#fastRun(options.fast ?? true);
  }

  /** How many records the fast reading has accepted. */
  get fastRecords(): number {
    return this.#fast?.accepted ?? 0;
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
      this.#record += this.#fast?.read(this.#record) ?? 0;
      const found = this.#batch.isFull ? RECORD : this.#source.next(final);
      if (found === MORE || found === END || found === FAILED) {
        this.#isOver = found !== MORE;
        this.#noteOthers();
        if (this.#isOver || !this.#batch.isEmpty) yield this.#batch.take(this.#position(), this.#source.failure);
        return;
      }
      if (!this.#batch.isFull) this.#addRecord();
      if (this.#batch.isFull) {
        this.#noteOthers();
        yield this.#batch.take(this.#position(), null);
      }
    }
  }

  #addRecord(): void {
    const values = readRecord(this.#reader, this.#source, this.#report);
    const made = values !== null && this.#makesMessages && this.#report.outcome() === 'processed' ? values : null;
    const json = made === null ? '' : this.#reader.toJson(made);
    const key = made === null ? null : this.#reader.toKey(made);
    if (this.#isTooLarge(json, key))
      this.#report.addStructureIssue(
        'FATAL',
        'MESSAGE_TOO_LARGE',
        `its message takes more than ${this.#maxMessageBytes} bytes`,
      );
    const { line, byteOffset, byteLength } = this.#source;
    const outcome = this.#report.outcome();
    this.#record++;
    this.#batch.addRecord({ record: this.#record, line, byteOffset, byteLength }, outcome, this.#report);
    if (outcome !== 'processed') return;
    if (this.#keepsMessages) this.#batch.addMessage(json, key);
    else this.#batch.countMessage();
  }

  #isTooLarge(json: string, key: string | null): boolean {
    const most = this.#maxMessageBytes;
    return (json.length + (key?.length ?? 0)) * 3 > most && utf8Length(json) + utf8Length(key ?? '') > most;
  }

  #fastRun(isWanted: boolean): FastRecordLoop | null {
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
    });
  }

  #noteOthers(): void {
    this.#batch.addOtherLines(this.#source.takeOtherLines());
    this.#batch.addWarnings(this.#source.takeWarnings());
  }

  #position(): Position {
    return { ...this.#source.position(), record: this.#record };
  }
}
