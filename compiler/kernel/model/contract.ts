/**
 * The contract of every generated module: the API for its users, and the data it exchanges with the runtime. Types
 * only. The text of this file is copied into the `.d.ts` of every generated module.
 */

/** How serious an issue is. ERROR skips a record only if `skipInvalidRecords` is set. FATAL always fails the record. */
export type Severity = 'WARNING' | 'ERROR' | 'FATAL';

/** The result for a record. Only `processed` records become messages. */
export type Outcome = 'processed' | 'skipped' | 'failed';

/** One rule, type or structure requirement that a record violates. */
export interface Issue {
  severity: Severity;
  /** The kind of the violated rule (`MIN_VALUE`), `TYPE_MISMATCH`, or a structure issue (`TOO_FEW_COLUMNS`). */
  code: string;
  /** The id of the violated rule in the spec. Null for type and structure issues. */
  ruleId: string | null;
  /** The field of the spec. Null if the issue concerns the whole record. */
  field: string | null;
  /** The column of the field in the file. Null if the issue concerns the whole record. */
  column: string | null;
  /** One sentence for a human reader. */
  message: string;
  /**
   * The rejected text, cut after 200 code points. Null if the value is null. Absent from structure issues and if
   * `masked`.
   */
  value?: string | null;
  /**
   * True if the value is withheld: the field is sensitive, or a broken structure may have put another field's value
   * here.
   */
  masked?: true;
  /** Length of the withheld value, in code points. */
  length?: number;
}

/** One record of the file: its value and its issues. */
export interface RecordOutcome<T> {
  /** Number of the record in the file, from 1. */
  record: number;
  /** Physical line on which the record begins, from 1. */
  line: number;
  /** Offset of the record's first byte in the undecoded file, from 0. */
  byteOffset: number;
  outcome: Outcome;
  /** The typed record. Null if its structure is broken. */
  value: T | null;
  issues: Issue[];
}

/** Options of `read`. */
export interface ReadOptions {
  /** Whether a record with an ERROR is skipped (true) or still processed (false). Default false. */
  skipInvalidRecords?: boolean;
  /** The date that `today` means in DATE_RANGE rules, as `yyyy-MM-dd`. Default: the current date in UTC. */
  today?: string;
}

/** A finding about the file as a whole. Reading continues. */
export interface Warning {
  code: string;
  message: string;
}

/** Why a file cannot be read to its end. The batches before it remain valid. */
export interface Failure {
  code: string;
  message: string;
  /** What probably helps. */
  hint?: string;
}

/** The issues of one record, and the record's place in the file. */
export interface RecordIssues {
  record: number;
  line: number;
  byteOffset: number;
  /** Length of the record in the undecoded file, in bytes, including its line end. */
  byteLength: number;
  outcome: Outcome;
  issues: Issue[];
  /**
   * The key of a record that did not become a message. Present with the option `rejectedKeys`, if the fields of the key
   * could be read.
   */
  key?: string;
}

/** Where reading resumes. Plain JSON data, so that another process can resume a run. */
export interface Position {
  /** Bytes of the undecoded file before the next record. */
  byteOffset: number;
  /** Physical lines before the next record. */
  line: number;
  /** Records before the next record. */
  record: number;
  /** What else the format needs to resume, for example the columns that a header names. Null if nothing. */
  state: unknown;
}

/**
 * Consecutive records of a file, read and checked. The messages of all processed records are concatenated in one
 * buffer. A batch owns its buffers: they are not written to later.
 */
export interface Batch {
  /** Number of the first record, from 1. */
  firstRecord: number;
  /** Number of records that were read, whatever their outcome. */
  records: number;
  /** Number of `processed` records, which is the number of messages in this batch. */
  count: number;
  /** The messages as JSON in UTF-8, concatenated. Empty if the option `messages` is false. */
  bytes: Uint8Array;
  /** The offset in `bytes` at which message i ends. Has `count` elements. */
  ends: Uint32Array;
  /** The keys of the messages in UTF-8, concatenated. */
  keys: Uint8Array;
  /**
   * The offset in `keys` at which key i ends. A message without a key repeats the previous offset. Has `count`
   * elements.
   */
  keyEnds: Uint32Array;
  /** Number of records that a correction changed, whatever their outcome. */
  corrected: number;
  /**
   * Number of lines that are not records: skipped lines, blank lines, comments, lines that `recordWhen` does not
   * select.
   */
  otherLines: number;
  /** All records with at least one issue, in file order. They include every record that is not `processed`. */
  recordIssues: RecordIssues[];
  /** Warnings about the file. Each is reported in one batch only. */
  warnings: Warning[];
  /** Set on the last batch of a file that cannot be read to its end. */
  failure: Failure | null;
  /** Where reading resumes after this batch. */
  next: Position;
}

/** Options of `createTransformer`. */
export interface TransformOptions extends ReadOptions {
  /** Whether batches contain messages. False for a run that needs only issues and counts. Default true. */
  messages?: boolean;
  /** Maximum number of records in a batch. Default 1,000. */
  batchRecords?: number;
  /** Ends a batch early, right after the given number of records with an ERROR or FATAL issue. Default: no such end. */
  batchEndsAtError?: number;
  /** Upper limit for the spec's own `maxRecordBytes`, in bytes. */
  maxRecordBytes?: number;
  /** Maximum number of columns of a CSV file. A header beyond it fails the file. Default 16,384. */
  maxColumns?: number;
  /**
   * Maximum size of a message and its key together, in bytes. A record beyond it fails with MESSAGE_TOO_LARGE. Default:
   * no limit.
   */
  maxMessageBytes?: number;
  /** Whether records that do not become messages report their keys. Default false. */
  rejectedKeys?: boolean;
  /** Whether the fast reader may be used. The results are the same without it. Default true. */
  fast?: boolean;
  /** Where to resume. The first chunk passed to `push` starts at its `byteOffset`. */
  from?: Position;
}

/** Turns the bytes of one file into batches. */
export interface Transformer {
  /**
   * Reads all records that `chunk` completes. The caller drains the iterator before the next call, and may then reuse
   * the chunk.
   */
  push(chunk: Uint8Array): Iterable<Batch>;
  /** Reads the remaining records. The last batch may contain only warnings, counts or the failure. */
  end(): Iterable<Batch>;
}

/** The spec that a module was compiled from. */
export interface SpecInfo {
  name: string;
  /** SHA-256 of the spec's canonical form (RFC 8785), in hexadecimal. */
  version: string;
  format: 'CSV' | 'FIXED_WIDTH' | 'XML';
  /** The encoding that the spec declares, with its name in the Encoding Standard, or an EBCDIC code page. */
  encoding?: string;
  fields: readonly { name: string; type: string; sensitive: boolean }[];
  /** Where reading may start inside a file. Absent if it may start only at the beginning. */
  splits?: Splits;
}

/**
 * How to find a place inside the undecoded file at which a record starts.
 *
 * LINES: a record starts after each of the `lineEnds` bytes. If quotes may contain line ends, the format has no splits.
 * BLOCKS: a record starts at every multiple of `bytes` after another start. `heldBack`: the number of lines (records)
 * at the end of the file that are not records. A line is read only after that many more lines have arrived.
 */
export type Splits =
  | { kind: 'LINES'; lineEnds: readonly number[]; heldBack: number }
  | { kind: 'BLOCKS'; bytes: number; heldBack: number };

/** A generated module, as the runtime uses it. */
export interface SpecModule<T = unknown> {
  spec: SpecInfo;
  read(
    source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
    options?: ReadOptions,
  ): AsyncGenerator<RecordOutcome<T>>;
  check(value: unknown): Issue[];
  createTransformer(options?: TransformOptions): Transformer;
}
