import { BatchBuilder } from '../model/batch-builder.ts';
import type { Batch, Position, ReadOptions, RecordOutcome, TransformOptions, Transformer } from '../model/contract.ts';
import { epochDayOf, todayUtc } from '../dates/calendar.ts';
import type { FastReader } from '../fast/reader.ts';
import { FastRun } from '../fast/record-loop.ts';
import { END, FAILED, MORE, RECORD, type RecordSource } from '../model/record-source.ts';
import { RecordReport } from '../model/record-report.ts';
import { utf8Length } from '../values/text.ts';

const BATCH_RECORDS = 1000;

/** What a generated module knows of its records: how each is read, and how it is written. */
export interface RecordReader<Raw, Values> {
  /** Corrects, types and validates one record; what is wrong goes to the report. */
  readRecord(raw: Raw, record: RecordReport): Values;
  toJson(values: Values): string;
  toKey(values: Values): string | null;
  /** Longest record, in bytes. */
  maxRecordBytes: number;
  /** Whether a record with a structure issue tells no values: values may have shifted, and a field is sensitive. */
  hasSensitiveFields: boolean;
  /** The second way to read a record; absent where the module has none. */
  fast?: FastReader;
}

/** Makes the transformer of one file. @throws RangeError where `today` is no date. */
export function transform<Raw, Values>(
  reader: RecordReader<Raw, Values>,
  source: RecordSource<Raw>,
  options: TransformOptions,
): Transformer {
  return new RecordTransformer(reader, source, options);
}

/** Longest record of a run, in bytes: what the spec says, bounded by the options. */
export function recordLimit(specBytes: number, options: TransformOptions): number {
  return Math.min(specBytes, options.maxRecordBytes ?? specBytes);
}

/** Reads a file record by record. @throws FileFailure where it cannot be read to its end. */
export async function* readRecords<Raw, Values, T>(
  reader: RecordReader<Raw, Values> & { toRecord(values: Values): T },
  source: RecordSource<Raw>,
  input: { chunks: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>; options: ReadOptions },
): AsyncGenerator<RecordOutcome<T>> {
  const report = newReport(reader, input.options);
  let record = 0;
  const drain = function* (final: boolean): Generator<RecordOutcome<T>> {
    for (;;) {
      const found = source.next(final);
      if (found === MORE || found === END) return;
      if (found === FAILED)
        throw new FileFailure(source.failure?.code ?? 'FAILED', source.failure?.message ?? 'the file cannot be read');
      const values = readOne(reader, source, report);
      record++;
      const { line, byteOffset } = source;
      const value = values === null ? null : reader.toRecord(values);
      yield { record, line, byteOffset, outcome: report.outcome(), value, issues: report.takeIssues() };
    }
  };
  for await (const chunk of chunksOf(input.chunks)) {
    source.add(chunk);
    yield* drain(false);
  }
  yield* drain(true);
}

/** A file that cannot be read to its end. */
export class FileFailure extends Error {
  override readonly name = 'FileFailure';
  /** What is wrong with it: `MISSING_HEADER`, `MISSING_COLUMN`, … */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
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
  readonly #fast: FastRun | null;
  #record: number;
  #isOver = false;

  constructor(reader: RecordReader<Raw, Values>, source: RecordSource<Raw>, options: TransformOptions) {
    this.#reader = reader;
    this.#source = source;
    this.#report = newReport(reader, options);
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
    const values = readOne(this.#reader, this.#source, this.#report);
    const made = values !== null && this.#makesMessages && this.#report.outcome() === 'processed' ? values : null;
    const json = made === null ? '' : this.#reader.toJson(made);
    const key = made === null ? null : this.#reader.toKey(made);
    if (this.#isTooLarge(json, key))
      this.#report.addStructure(
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

  #fastRun(isWanted: boolean): FastRun | null {
    const reader = isWanted ? (this.#reader.fast ?? null) : null;
    const source = this.#source.fast ?? null;
    if (reader === null || source === null) return null;
    return new FastRun({
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

/** Reads the record that the source stands on; null where its structure is broken. */
function readOne<Raw, Values>(
  reader: RecordReader<Raw, Values>,
  source: RecordSource<Raw>,
  report: RecordReport,
): Values | null {
  report.begin();
  const { fault, raw } = source;
  if (fault !== null) report.addStructure(fault.severity, fault.code, fault.message);
  return raw === undefined ? null : reader.readRecord(raw, report);
}

function newReport<Raw, Values>(reader: RecordReader<Raw, Values>, options: TransformOptions): RecordReport {
  return new RecordReport({
    today: todayOf(options),
    maxRecordBytes: recordLimit(reader.maxRecordBytes, options),
    skipInvalidRecords: options.skipInvalidRecords ?? false,
    veilsBrokenRecords: reader.hasSensitiveFields,
  });
}

function todayOf({ today }: ReadOptions): number {
  const day = today === undefined ? todayUtc() : epochDayOf(today);
  if (Number.isNaN(day)) throw new RangeError(`today is not a date of the form yyyy-MM-dd: ${JSON.stringify(today)}`);
  return day;
}

/** Not every browser can iterate over a ReadableStream. */
async function* chunksOf(source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (!('getReader' in source)) {
    yield* source;
    return;
  }
  const reader = source.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.releaseLock();
  }
}
