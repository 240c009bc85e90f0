/**
 * The contract of every generated module: what it gives to the people who import it, and what it
 * exchanges with the runtime. Types only; the text of this file stands in every `.d.ts` as well.
 */

/** How bad an issue is. ERROR skips a record only where `skipInvalidRecords` is on; FATAL always fails it. */
export type Severity = 'WARNING' | 'ERROR' | 'FATAL';

/** What became of a record: exactly one of the three. Only `processed` records become messages. */
export type Outcome = 'processed' | 'skipped' | 'failed';

/** One thing that is wrong with one record. */
export interface Issue {
  severity: Severity;
  /** What is wrong: the kind of the broken rule (`MIN_VALUE`), `TYPE_MISMATCH`, or a structure issue (`TOO_FEW_COLUMNS`). */
  code: string;
  /** The rule of the spec; null where no rule was broken (types, structure). */
  ruleId: string | null;
  /** The field of the spec; null where the issue concerns the whole record. */
  field: string | null;
  /** The field's column in the file; null where the issue concerns the whole record. */
  column: string | null;
  /** One sentence for a person. */
  message: string;
  /** The judged text, cut at 200 code points; null where there was none. Absent in structure issues and where `masked`. */
  value?: string | null;
  /** True where the value is not told: the field is sensitive, or values may have shifted. */
  masked?: true;
  /** Length of the value that is not told, in code points. */
  length?: number;
}

/** One record of the file: its value, and all that is wrong with it. */
export interface RecordOutcome<T> {
  /** Number of the record in the file, from 1. */
  record: number;
  /** Physical line on which the record begins, from 1. */
  line: number;
  /** Where the record begins, in bytes of the undecoded file, from 0. */
  byteOffset: number;
  outcome: Outcome;
  /** The record; null where its structure was broken. */
  value: T | null;
  issues: Issue[];
}

export interface ReadOptions {
  /** Whether a record with an ERROR is skipped (true) or processed all the same (false, the default). */
  skipInvalidRecords?: boolean;
  /** The day that `today` stands for in DATE_RANGE rules, as `yyyy-MM-dd`; by default the current day, UTC. */
  today?: string;
}

/** Something about the file as a whole that a person should know. */
export interface Warning {
  code: string;
  message: string;
}

/** Why a file cannot be read to its end. What was read before it stays told. */
export interface Failure {
  code: string;
  message: string;
}

/** A record that carries at least one issue. */
export interface RecordIssues {
  record: number;
  line: number;
  byteOffset: number;
  /** Length of the record in the undecoded file, its line end included, in bytes. */
  byteLength: number;
  outcome: Outcome;
  issues: Issue[];
}

/** Where reading goes on: plain data, so that a run can be resumed by another process. */
export interface Position {
  /** Bytes of the undecoded file before the next record. */
  byteOffset: number;
  /** Physical lines before the next record. */
  line: number;
  /** Records before the next record. */
  record: number;
  /** What the format has to remember besides (the columns that a header named); null where nothing. */
  state: unknown;
}

/**
 * Consecutive records of a file, read and checked: the JSON of those that become messages end to end
 * in one buffer, and the issues of the others, sparsely. A batch owns its buffers.
 */
export interface Batch {
  /** Number of the first record, from 1. */
  firstRecord: number;
  /** How many records were read, published or not. */
  records: number;
  /** How many of them are `processed`: the messages of this batch. */
  count: number;
  /** JSON of the messages, UTF-8, end to end. Empty where the transformer was told to make no messages. */
  bytes: Uint8Array;
  /** Where message i ends in `bytes`; `count` entries. */
  ends: Uint32Array;
  /** Keys of the messages, UTF-8, end to end. */
  keys: Uint8Array;
  /** Where key i ends in `keys`; a message without a key ends where the one before it ended. `count` entries. */
  keyEnds: Uint32Array;
  /** How many records a correction changed, whatever their outcome. */
  corrected: number;
  /** Lines that are no records: skipped, blank, comments, not selected by `recordWhen`. */
  otherLines: number;
  /** Every record that carries an issue, in the order of the file. Every unpublished record is among them. */
  recordIssues: RecordIssues[];
  /** About the file; told once. */
  warnings: Warning[];
  /** Set on the last batch of a file that cannot be read to its end. */
  failure: Failure | null;
  /** Where reading goes on behind this batch. */
  next: Position;
}

export interface TransformOptions extends ReadOptions {
  /** False where only issues and counters are wanted. Default true. */
  messages?: boolean;
  /** Most records of a batch. Default 1,000. */
  batchRecords?: number;
  /** A batch ends behind the so manyth record with an ERROR or FATAL issue, counted from 1. Default: behind none of them. */
  batchEndsAtError?: number;
  /** Bound on `maxRecordBytes` of the spec, in bytes. */
  maxRecordBytes?: number;
  /** Most bytes of a message and its key together: a record with a longer one fails as MESSAGE_TOO_LARGE. Default: no bound. */
  maxMessageBytes?: number;
  /** False: every record is read the slow way. The outcome is the same. Default true. */
  fast?: boolean;
  /** Where to go on; the first chunk pushed begins at its `byteOffset`. */
  from?: Position;
}

/** Bytes in, batches out. One transformer reads one file. */
export interface Transformer {
  /** Reads what `chunk` completes. The iterator must be drained before the next call; the chunk is not kept after that. */
  push(chunk: Uint8Array): Iterable<Batch>;
  /** Reads what is left. The last batch may hold nothing but warnings, counts or the failure. */
  end(): Iterable<Batch>;
}

/** What the module was compiled from. */
export interface SpecInfo {
  name: string;
  /** SHA-256 of the spec's canonical form (RFC 8785), hexadecimal. */
  version: string;
  format: 'CSV' | 'FIXED_WIDTH' | 'XML';
  fields: readonly { name: string; type: string; sensitive: boolean }[];
  /** Where reading may begin in the middle of a file; absent where it may begin nowhere. */
  splits?: Splits;
}

/**
 * Where a record may begin, judged by the bytes of the undecoded file alone: behind line ends (quotes may hold some:
 * then none begins there), or at every so manyth byte behind one that is known to begin. `heldBack`: so many lines
 * (records) at the end of the file are none, so that a line is read only when more have come behind it.
 */
export type Splits =
  | { kind: 'LINES'; lineEnds: readonly number[]; heldBack: number }
  | { kind: 'BLOCKS'; bytes: number; heldBack: number };

/** A generated module, as the runtime sees it. */
export interface SpecModule<T = unknown> {
  spec: SpecInfo;
  read(
    source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
    options?: ReadOptions,
  ): AsyncGenerator<RecordOutcome<T>>;
  check(value: unknown): Issue[];
  createTransformer(options?: TransformOptions): Transformer;
}
