/**
 * The contract of every generated module: the API for its users, and the data that it exchanges with the runtime. It
 * contains types only. The text of this file is copied into the `.d.ts` of every generated module.
 */

/**
 * How serious an issue is. WARNING never affects the outcome of the record. ERROR skips the record if
 * `skipInvalidRecords` is set. FATAL always fails the record.
 */
export type Severity = 'WARNING' | 'ERROR' | 'FATAL';

/**
 * The result for a record. Only `processed` records become messages. A `failed` record has a FATAL issue. A `skipped`
 * record has an ERROR issue but no FATAL one, and `skipInvalidRecords` is set.
 */
export type Outcome = 'processed' | 'skipped' | 'failed';

/** One rule, type or structure requirement that a record violates. */
export interface Issue {
  severity: Severity;
  /** Kind of the violated rule (`MIN_VALUE`), or a fixed code for other issues (`TYPE_MISMATCH`, `TOO_FEW_COLUMNS`). */
  code: string;
  /**
   * Id of the violated validation rule. It is `required:` and the field's name if the field has `required: true`. Null
   * for issues that belong to no rule, such as type and structure issues.
   */
  ruleId: string | null;
  /** Name of the field in the spec. Null if the issue concerns the whole record. */
  field: string | null;
  /** The field's column name (CSV, fixed width) or path (XML). Null if the issue concerns the whole record. */
  column: string | null;
  /** One sentence for a human reader. */
  message: string;
  /**
   * The rejected text, cut after 200 code points. Null if the field has no value. Absent if `masked` is true or the
   * issue concerns the whole record.
   */
  value?: string | null;
  /**
   * True if the issue omits the value. Reasons: the field is sensitive, a broken structure may have put a sensitive
   * value here, or a correction of the value exceeds a limit.
   */
  masked?: true;
  /** Length of the omitted value, in code points. Present if `masked` is true. */
  length?: number;
}

/** One record of the file: its location, its value, its issues and its outcome. */
export interface RecordOutcome<T> {
  /** Number of the record in the file, from 1. */
  record: number;
  /**
   * Number of the physical line on which the record begins, from 1. In a file without line ends, each record counts as
   * a line.
   */
  line: number;
  /** Offset of the record's first byte in the undecoded file, from 0. */
  byteOffset: number;
  outcome: Outcome;
  /** The typed record, also if it is skipped or failed. Null if its structure is too broken to read any field. */
  value: T | null;
  issues: Issue[];
}

/** Options of `read`. */
export interface ReadOptions {
  /**
   * Whether records with an ERROR issue are skipped. If false, they are processed like records without issues. Default
   * false.
   */
  skipInvalidRecords?: boolean;
  /**
   * The date that the word `today` means in DATE_RANGE rules, as `yyyy-MM-dd`. Default: the current date in UTC.
   */
  today?: string;
}

/** A finding about the file as a whole that does not stop reading. */
export interface Warning {
  code: string;
  message: string;
}

/** The reason why a file cannot be read to its end. The batches before the failure remain valid. */
export interface Failure {
  code: string;
  message: string;
  /** Advice on how to correct the file or the spec. */
  hint?: string;
}

/** The issues of one record, with its outcome and its location in the file. */
export interface RecordIssues {
  record: number;
  line: number;
  byteOffset: number;
  /** Length of the record in the undecoded file, in bytes, including its line end. */
  byteLength: number;
  outcome: Outcome;
  issues: Issue[];
  /**
   * Message key of a record that did not become a message. Present only if the option `rejectedKeys` is set and the
   * fields of the key have values.
   */
  key?: string;
}

/** A point in a file at which reading can resume. It is plain JSON data, so another process can resume the run. */
export interface Position {
  /** Number of bytes of the undecoded file before this point. */
  byteOffset: number;
  /** Number of physical lines before this point. In a file without line ends, each record counts as a line. */
  line: number;
  /** Number of records before this point. */
  record: number;
  /** Further data that the format needs to resume, for example the columns in the header. Null if it needs none. */
  state: unknown;
}

/**
 * The results of consecutive records of a file. The messages of all processed records are concatenated in one buffer.
 * The module never writes to the buffers of a batch again after it returns the batch.
 */
export interface Batch {
  /**
   * Number of the batch's first record in the file, from 1. If the batch has no records, the number of the next record.
   */
  firstRecord: number;
  /** Number of records in this batch, whatever their outcome. */
  records: number;
  /** Number of `processed` records. Each has one message, which is stored unless the option `messages` is false. */
  count: number;
  /** The messages as JSON in UTF-8, concatenated. Empty if the option `messages` is false. */
  bytes: Uint8Array;
  /** The end of each message: message i ends at offset `ends[i]` in `bytes`. Has `count` elements. */
  ends: Uint32Array;
  /** The keys of the messages in UTF-8, concatenated. Empty if the option `messages` is false. */
  keys: Uint8Array;
  /**
   * The end of each key: the key of message i ends at offset `keyEnds[i]` in `keys`. A message without a key repeats
   * the previous offset. Has `count` elements.
   */
  keyEnds: Uint32Array;
  /** Number of records in this batch that a correction changed, whatever their outcome. */
  corrected: number;
  /**
   * Number of lines that are not records: skipped lines, blank lines, comments, and lines that `recordWhen` does not
   * select.
   */
  otherLines: number;
  /** The issues of all records that have any, in file order. Every skipped or failed record is included. */
  recordIssues: RecordIssues[];
  /** Warnings about the file. Each warning is in one batch only. */
  warnings: Warning[];
  /** The reason why the file cannot be read further. Only the last batch can have one. Otherwise null. */
  failure: Failure | null;
  /** The point at which reading resumes after this batch. */
  next: Position;
}

/** Options of `createTransformer`. */
export interface TransformOptions extends ReadOptions {
  /** Whether batches contain messages. Set it to false for a run that needs only issues and counts. Default true. */
  messages?: boolean;
  /** Whether each message ends with a line feed, which `ends` includes. Then `bytes` are NDJSON. Default false. */
  lineFeeds?: boolean;
  /** Whether batches contain the keys of messages. Without them, all `keyEnds` are 0. Default true. */
  keys?: boolean;
  /** Maximum number of records in a batch. Default 1,000. */
  batchRecords?: number;
  /** With n, a batch ends right after the nth record that has an ERROR or FATAL issue. Default: none ends early. */
  batchEndsAtError?: number;
  /**
   * Maximum length of a record, in bytes. It can only lower the limit that the spec sets. Default: the limit of the
   * spec.
   */
  maxRecordBytes?: number;
  /**
   * Maximum number of columns of a CSV file. The file fails if its header has more. The number of fields in the spec is
   * always allowed. Default 16,384.
   */
  maxColumns?: number;
  /**
   * Maximum size of a message and its key together, in bytes. A record with a larger message fails with
   * MESSAGE_TOO_LARGE. Default: no limit.
   */
  maxMessageBytes?: number;
  /** Whether batches contain the message keys of skipped and failed records. Default false. */
  rejectedKeys?: boolean;
  /** Whether the fast reader may be used. It only affects the speed, never the results. Default true. */
  fast?: boolean;
  /**
   * The point at which to resume. The first chunk passed to `push` must start at its `byteOffset`. Default: the
   * beginning of the file.
   */
  from?: Position;
}

/** Turns the bytes of one file into batches. The caller passes all chunks to `push`, in order, and then calls `end`. */
export interface Transformer {
  /**
   * Adds a chunk of the file and yields batches with the records that are now complete. The caller must read the
   * iterator to its end before the next call. After that, it may reuse the chunk's buffer.
   */
  push(chunk: Uint8Array): Iterable<Batch>;
  /**
   * Yields batches with the remaining records. The last batch may contain no records, only warnings, counts or the
   * failure.
   */
  end(): Iterable<Batch>;
}

/** A description of the spec from which a module was compiled. */
export interface SpecInfo {
  name: string;
  /** SHA-256 of the spec's canonical form (RFC 8785), in hexadecimal. */
  version: string;
  format: 'CSV' | 'FIXED_WIDTH' | 'XML';
  /** The encoding that the spec declares: its name in the Encoding Standard, or the name of an EBCDIC code page. */
  encoding?: string;
  fields: readonly { name: string; type: string; sensitive: boolean }[];
  /** How to find a point inside a file at which reading can start. Absent if reading must start at the beginning. */
  splits?: Splits;
}

/**
 * How to find an offset inside the undecoded file at which a record or another line starts. Several workers can then
 * share the file.
 *
 * - LINES: a line starts after each byte whose value is in `lineEnds`. CR and a line end directly after it are one line
 *   end. The byte may be inside a quoted cell, so the caller must verify that the record before it ends there.
 * - BLOCKS: there are no line ends. A record starts every `bytes` bytes.
 * - `heldBack`: the number of lines (LINES) or records (BLOCKS) that the spec skips at the end of the file. A line is
 *   read only after `heldBack` further lines have arrived, because it could belong to the skipped ones.
 */
export type Splits =
  | { kind: 'LINES'; lineEnds: readonly number[]; heldBack: number }
  | { kind: 'BLOCKS'; bytes: number; heldBack: number };

/** The exports of a generated module that the runtime uses. */
export interface SpecModule<T = unknown> {
  spec: SpecInfo;
  read(
    source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
    options?: ReadOptions,
  ): AsyncGenerator<RecordOutcome<T>>;
  check(value: unknown): Issue[];
  createTransformer(options?: TransformOptions): Transformer;
}
