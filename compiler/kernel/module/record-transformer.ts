import { ForeignFileCheck } from '../input/foreign-file.ts';
import { BatchBuilder } from '../model/batch-builder.ts';
import type {
  Batch,
  Failure,
  Outcome,
  Position,
  SplitStates,
  TransformOptions,
  Transformer,
} from '../model/contract.ts';
import type { DocumentRun } from '../documents/document-run.ts';
import { DocumentBatches } from '../documents/document-batches.ts';
import { FastRecordLoop } from '../fast/record-loop.ts';
import type { RangeLoop } from '../fast/range-loop.ts';
import type { RecordLocation } from '../model/record-location.ts';
import type { RecordReport } from '../model/record-report.ts';
import { createMessageForm, type MessageForm } from '../model/message-form.ts';
import { END, FAILED, MORE, RECORD, type RecordSource } from '../model/record-source.ts';
import { hasFatalWarning, judgeWarnings } from '../model/run-warnings.ts';
import { utf8Length } from '../values/text.ts';
import { createReport, readRecord, type RecordReader, type TypedRun } from './record-reader.ts';

const BATCH_RECORDS = 1000;

/** A record that was read, with its message. */
interface ReadMessage<Values> {
  readonly values: Values | null;
  readonly message: string | Uint8Array;
  readonly key: string | null;
  readonly location: RecordLocation;
  readonly outcome: Outcome;
}

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
  readonly #form: MessageForm;
  readonly #rejectedKeys: boolean;
  readonly #fastLoop: RangeLoop | null;
  readonly #start: ForeignFileCheck;
  readonly #stopsAtWarning: boolean;
  /** Null if no record type rejects whole documents. */
  readonly #documents: DocumentBatches | null;
  #record: number;
  #isOver = false;
  /** The failure of a FATAL warning. */
  #failure: Failure | null = null;

  constructor(reader: RecordReader<Raw, Values>, source: RecordSource<Raw>, options: TransformOptions) {
    this.#reader = reader;
    this.#source = source;
    this.#report = createReport(reader, options, source);
    this.#form = createMessageForm(options);
    this.#batch = new BatchBuilder({
      maxRecords: options.batchRecords ?? BATCH_RECORDS,
      endsAtError: options.batchEndsAtError,
      maxMs: options.batchMs,
      lineFeeds: this.#form.lineFeeds,
      types: reader.run?.names,
      documents: reader.run?.documents?.types,
      endsAtRejected: options.batchEndsAtRejectedDocument,
      memory: options.memory,
    });
    this.#documents = createDocumentBatches(reader.run?.documents, this.#batch, options, this.#form);
    this.#rejectedKeys = options.rejectedKeys ?? false;
    this.#stopsAtWarning = hasFatalWarning(reader.runWarnings);
    this.#record = options.from?.record ?? 0;
    this.#start = new ForeignFileCheck(
      source.encoding ?? 'utf-8',
      source.expectedText ?? null,
      (options.from?.byteOffset ?? 0) === 0 && source.isBinary !== true,
    );
    this.#fastLoop = this.#createFastLoop(options.fast ?? true);
  }

  /** Number of records so far that the fast reader has accepted. */
  get fastRecords(): number {
    return this.#fastLoop?.accepted ?? 0;
  }

  get splitStates(): SplitStates | undefined {
    return this.#reader.run?.splitStates;
  }

  *push(chunk: Uint8Array): Generator<Batch> {
    if (this.#isOver) return;
    const bytes = this.#start.add(chunk);
    if (bytes === null) return yield* this.#refuse();
    this.#source.add(bytes);
    yield* this.#drain(false);
  }

  *end(): Generator<Batch> {
    if (this.#isOver) return;
    const bytes = this.#start.end();
    yield* this.#refuse();
    if (this.#isOver) return;
    if (bytes !== null) this.#source.add(bytes);
    yield* this.#drain(true);
  }

  /** Yields the failure of a file of another kind. Yields nothing if the kind is right or not known yet. */
  *#refuse(): Generator<Batch> {
    const { failure } = this.#start;
    if (failure === null) return;
    this.#isOver = true;
    yield this.#batch.take(this.#position(), failure);
  }

  *#drain(final: boolean): Generator<Batch> {
    this.#batch.startClock();
    for (;;) {
      this.#record += this.#readFast();
      if (this.#documents?.takeDue() === true) {
        this.#noteLinesAndWarnings();
        this.#isOver = this.#failure !== null;
        yield this.#batch.take(this.#position(), this.#failure);
        this.#batch.startClock();
        if (this.#isOver) return;
        continue;
      }
      this.#noteDocumentStart();
      // The groups of a record are in its batch, because reading cannot resume between them.
      const isFull = this.#batch.isFull && this.#documents === null && this.#source.isWaiting !== true;
      const found = isFull ? RECORD : this.#source.next(final);
      if (found === MORE && this.#documents?.isHolding === true) return this.#documents.wait();
      if (found === MORE || found === END || found === FAILED) {
        this.#isOver = found !== MORE;
        if (found === END) this.#batch.addFileIssues(this.#reader.run?.end(this.#source) ?? []);
        if (this.#isOver) this.#documents?.end(found === FAILED);
        this.#noteLinesAndWarnings();
        if (this.#failure !== null) this.#isOver = true;
        const failure = this.#failure ?? this.#explained(this.#source.failure);
        if (this.#isOver || !this.#batch.isEmpty) yield this.#batch.take(this.#position(), failure);
        return;
      }
      if (this.#stopsAtWarning) this.#noteWarnings();
      if (this.#failure !== null) {
        this.#isOver = true;
        this.#documents?.end(true);
        this.#batch.addOtherLines(this.#source.takeOtherLines());
        yield this.#batch.take(this.#position(), this.#failure);
        return;
      }
      if (this.#record === 0 && this.#source.structureIssue?.severity === 'FATAL')
        this.#failure = this.#start.explain();
      if (this.#failure !== null) {
        this.#isOver = true;
        yield this.#batch.take(this.#position(), this.#failure);
        return;
      }
      if (this.#documents !== null) yield* this.#addToDocument(this.#documents);
      else if (!isFull) this.#addRecord();
      if (this.#batch.isFull && this.#documents?.isHolding !== true && this.#source.isWaiting !== true) {
        this.#noteLinesAndWarnings();
        this.#isOver = this.#failure !== null;
        yield this.#batch.take(this.#position(), this.#failure);
        this.#batch.startClock();
        if (this.#isOver) return;
      }
    }
  }

  /** Reads records with the fast reader, if the careful reader is between two of them. Returns their number. */
  #readFast(): number {
    const loop = this.#fastLoop;
    if (loop === null || this.#source.isWaiting === true) return 0;
    return this.#documents?.allowsFast(loop.endsDocuments) === false ? 0 : loop.read(this.#record);
  }

  /** Reads the record that the source found last, and creates its message. */
  #readMessage(): ReadMessage<Values> {
    this.#report.number = this.#record + 1;
    const values = readRecord(this.#reader, this.#source, this.#report);
    const { run } = this.#reader;
    const isPublished = run === undefined || run.isPublished || run.documents?.parts?.isPart(run.type) === true;
    const { createsMessages, createsKeys, maxBytes } = this.#form;
    const processed =
      values !== null &&
      (createsMessages || this.#documents !== null) &&
      isPublished &&
      this.#report.outcome() === 'processed'
        ? values
        : null;
    const message = processed === null ? '' : this.#reader.toJson(processed);
    const key = processed === null || !createsKeys ? null : this.#reader.toKey(processed);
    if (this.#isTooLarge(message, key)) {
      const message = `the message is larger than ${maxBytes} bytes`;
      this.#report.addStructureIssue({ severity: 'FATAL', code: 'MESSAGE_TOO_LARGE', message });
    }
    const { line, byteOffset, byteLength } = this.#source;
    const outcome = this.#report.outcome();
    this.#record++;
    return { values, message, key, location: { record: this.#record, line, byteOffset, byteLength }, outcome };
  }

  #addRecord(): void {
    const { values, message, key, location, outcome } = this.#readMessage();
    const { run } = this.#reader;
    const { keepsMessages, keepsKeys } = this.#form;
    this.#batch.addRecord(location, outcome, this.#report);
    if (run !== undefined) this.#addType(run, outcome, values);
    if (outcome !== 'processed') return this.#addRejectedKey(values);
    if (run?.isPublished === false) return;
    if (keepsMessages) this.#batch.addMessage(message, keepsKeys ? key : null);
    else this.#batch.countMessage();
  }

  /** Adds the record that the source found last to its document. Yields the batches that end before the record. */
  *#addToDocument(documents: DocumentBatches): Generator<Batch> {
    const { values, message, key, location, outcome } = this.#readMessage();
    const { run } = this.#reader;
    if (run === undefined) return;
    run.finish(outcome, values);
    const { type, recordType: name, isPublished } = run;
    const { keepsMessages, keepsKeys } = this.#form;
    const rejectedKey = values === null || !this.#rejectedKeys ? null : this.#reader.toKey(values);
    const hasMessage = keepsMessages || run.documents?.parts !== null;
    const payload = { message: hasMessage ? message : null, key: keepsKeys ? key : null, rejectedKey };
    const { issues, corrected } = this.#report;
    const record = { location, type, name, isPublished, corrected, payload, issues, outcome };
    const bytes = typeof message === 'string' ? utf8Length(message) : message.length;
    for (const position of documents.add(record, bytes)) {
      yield this.#batch.take(position, null);
      this.#batch.startClock();
    }
    this.#batch.addFileIssues(run.takeFileIssues());
  }

  /** Notes the position before the next record, if the batch may end there. */
  #noteDocumentStart(): void {
    if (this.#documents === null) return;
    // A record at a wrong place may end a document although the records after it have been read.
    const needsBefore = this.#documents.needsBefore && this.#source.isWaiting !== true;
    if (needsBefore) this.#noteLinesAndWarnings();
    this.#documents.setBefore(needsBefore ? this.#position() : null);
  }

  #addType(run: TypedRun<Raw, Values>, outcome: Outcome, values: Values | null): void {
    run.finish(outcome, values);
    this.#batch.addFileIssues(run.takeFileIssues());
    const { type, recordType, isPublished } = run;
    this.#batch.addType({ type, name: recordType, outcome, isPublished, record: this.#record }, this.#report);
  }

  #addRejectedKey(values: Values | null): void {
    const key = values === null || !this.#rejectedKeys ? null : this.#reader.toKey(values);
    if (key !== null) this.#batch.addRejectedKey(key);
  }

  #isTooLarge(message: string | Uint8Array, key: string | null): boolean {
    const max = this.#form.maxBytes;
    if ((message.length + (key?.length ?? 0)) * 3 <= max) return false;
    return (typeof message === 'string' ? utf8Length(message) : message.length) + utf8Length(key ?? '') > max;
  }

  #createFastLoop(isWanted: boolean): RangeLoop | null {
    const { fast, run } = this.#reader;
    const source = this.#source.fast;
    if (!isWanted || source === undefined) return null;
    const parts = {
      source,
      report: this.#report,
      batch: this.#batch,
      form: this.#form,
      rejectedKeys: this.#rejectedKeys,
      documents: this.#documents ?? undefined,
    };
    if (run !== undefined) return run.createFastLoop(parts);
    return fast === undefined ? null : new FastRecordLoop(fast, parts);
  }

  /** Returns the failure, or what it follows from if the file is of another kind and has no record. */
  #explained(failure: Failure | null): Failure | null {
    return failure === null || this.#record > 0 ? failure : (this.#start.explain() ?? failure);
  }

  #noteLinesAndWarnings(): void {
    this.#batch.addOtherLines(this.#source.takeOtherLines());
    this.#noteWarnings();
  }

  #noteWarnings(): void {
    const found = this.#source.takeWarnings();
    if (found.length === 0) return;
    const { warnings, failure } = judgeWarnings(found, this.#reader.runWarnings);
    this.#batch.addWarnings(warnings);
    this.#failure ??= failure;
  }

  #position(): Position {
    const position = { ...this.#source.position(), record: this.#record };
    const { run } = this.#reader;
    // The state of each format is an object.
    if (run === undefined) return position;
    const decided = this.#documents?.decided ?? null;
    const records = { ...(run.state() as object), ...(decided !== null && { document: decided }) };
    return { ...position, state: { ...(position.state as object), records } };
  }
}

function createDocumentBatches(
  run: DocumentRun | undefined,
  batch: BatchBuilder,
  { skipInvalidRecords: skipsInvalid = false, partsApart = false, longDocuments: long }: TransformOptions,
  { keepsMessages, maxBytes }: MessageForm,
): DocumentBatches | null {
  return run === undefined
    ? null
    : new DocumentBatches(run, batch, { skipsInvalid, keepsMessages, maxBytes, partsApart, long: long ?? null });
}
