/**
 * The contract of every generated module: the API for its users, and the data that it exchanges with the runtime. It
 * contains types only. The text of this file is copied into the `.d.ts` of every generated module.
 */

import type {
  FileIssue,
  Issue,
  LongDocuments,
  Position,
  RecordIssues,
  RecordOutcome,
  SplitStates,
  TypedPart,
} from './findings.ts';
import type { MaskKeys } from '../values/masks/mask-keys.ts';
import type { ReferenceInfo, ReferenceTables } from '../values/reference/reference-table.ts';
import type { UniqueKeys } from './unique-keys.ts';

export type * from '../values/masks/mask-keys.ts';
export type * from '../values/reference/reference-table.ts';
export type * from './findings.ts';
export type * from './unique-keys.ts';

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
  /** The name of the file, which expressions read as `file.name`. Default: null. */
  fileName?: string;
  /**
   * The tables that the spec names in `reference`: each as the bytes of its CSV file, or as createReferenceTable returned
   * it. Without them, a module that needs one throws RangeError.
   */
  reference?: ReferenceTables;
  /**
   * The keys of the masks of the spec. PREVIEW: each token is a row of asterisks. Without them, a module that needs one
   * throws RangeError.
   */
  maskKeys?: MaskKeys;
}

/** A finding about the file as a whole that does not stop reading. */
export interface Warning {
  code: string;
  message: string;
  /** Number of records that caused the warning, if it counts records. */
  count?: number;
  /** The path in an XML document that the warning is about. Absent if it is about none. */
  path?: string;
}

/** How a run treats a warning. FATAL: the run fails. IGNORE: no report contains the warning. */
export type WarningSeverity = 'FATAL' | 'WARNING' | 'IGNORE';

/** The severities of warnings, by their codes. A `.d.ts` may declare its own `Record`, so this does not use it. */
export type WarningSeverities = { readonly [code: string]: WarningSeverity | undefined };

/** The reason why a file cannot be read to its end. The batches before the failure remain valid. */
export interface Failure {
  code: string;
  message: string;
  /** Advice on how to correct the file or the spec. */
  hint?: string;
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
  /**
   * Number of messages. Each `processed` record has one, unless its type is not published. Messages are stored unless
   * the option `messages` is false.
   */
  count: number;
  /** The messages, concatenated. JSON is in UTF-8. Empty if the option `messages` is false. */
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
  /** The record types of the batch. Absent if the spec has one type of records. */
  typed?: TypedPart;
  /** Issues of the file as a whole. Each is in one batch only. Absent if there are none. */
  fileIssues?: FileIssue[];
}

/** Options of `createTransformer`. */
export interface TransformOptions extends ReadOptions {
  /** Whether batches contain messages. Set it to false for a run that needs only issues and counts. Default true. */
  messages?: boolean;
  /** Whether each message ends with a line feed, which `ends` includes. Then `bytes` are NDJSON. Default false. */
  lineFeeds?: boolean;
  /** Whether batches contain the keys of messages. Without them, all `keyEnds` are 0. Default true. */
  keys?: boolean;
  /** Where the memory for the messages of batches is taken from. Default: each batch has new memory. */
  memory?: MessageMemory;
  /** Maximum number of records in a batch. Default 1,000. */
  batchRecords?: number;
  /** A batch ends at the first record after this time in milliseconds. Default: time ends none. */
  batchMs?: number;
  /** With n, a batch ends right after the nth record that has an ERROR or FATAL issue. Default: none ends early. */
  batchEndsAtError?: number;
  /** With n, a batch ends right after the nth document that is rejected. Default: none ends early. */
  batchEndsAtRejectedDocument?: number;
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
  /**
   * Whether records that are members of others (`as`) are messages of their own, for tables. Then messages have no members.
   * Default false.
   */
  partsApart?: boolean;
  /**
   * The documents that are too long to be held (`readsTwice` of the spec). The first reading of a file notes them, and the
   * second one finds them. Default: documents that are too long are rejected.
   */
  longDocuments?: LongDocuments;
  /**
   * Called for each rule of the file that is broken in the scope of a document, where it is an issue of a record: with the
   * values that such an issue lacks. Default: not called.
   */
  onBrokenRule?: (issue: FileIssue) => void;
  /** Whether batches contain the message keys of skipped and failed records. Default false. */
  rejectedKeys?: boolean;
  /** Whether the fast reader may be used. It only affects the speed, never the results. Default true. */
  fast?: boolean;
  /**
   * Remembers the values of UNIQUE rules. After a resume, it must contain those of all earlier records. Default: an
   * empty one in memory.
   */
  uniqueKeys?: UniqueKeys;
  /**
   * The point at which to resume. The first chunk passed to `push` must start at its `byteOffset`. Default: the
   * beginning of the file.
   */
  from?: Position;
}

/** Memory for messages that is used more than once. */
export interface MessageMemory {
  /** Returns memory of at least `bytes` bytes. It may contain old bytes. `bytes` of a batch is a part of it. */
  take(bytes: number): Uint8Array<ArrayBuffer>;
  /**
   * Accepts memory that is no longer in use, or a part of it: `bytes` of a batch that is written. Returns false, and
   * does nothing, for memory that take() did not return.
   */
  release(bytes: Uint8Array): boolean;
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
  /**
   * How a reader can start inside the file, although its records depend on earlier ones. Absent if they do not, because
   * the spec has one type of records.
   */
  readonly splitStates?: SplitStates | undefined;
}

/** A description of a field. */
export interface FieldInfo {
  name: string;
  type: string;
  sensitive: boolean;
  /** False: messages do not contain the field. Absent: they do. */
  isPublished?: false;
  /** True: messages contain the masked text of the field, so its type is STRING. Absent: its value. */
  isMasked?: true;
  /**
   * What a schema needs besides the type, in modules whose messages are not JSON. `scale`: each value has this number of
   * decimals. `minimum`, `maximum`: bounds that FATAL rules set. Absent: no bound, or the module does not say it.
   */
  isNullable?: boolean;
  scale?: number;
  minimum?: number;
  maximum?: number;
  /** The schema of the values in the encoding of the messages, as JSON. Absent: the encoding has no schemas. */
  schema?: string;
}

/** A description of a record type. */
export interface RecordTypeInfo {
  name: string;
  isPublished: boolean;
  fields: readonly FieldInfo[];
  /** The records are the member `member` of records of the type `type`: a list, or an object or null. Absent: they are none. */
  partOf?: { type: string; member: string; isList: boolean };
  /** Whether the records are groups of values in other records, which have the same line. Absent: they are not. */
  isGroup?: true;
}

/** A description of the spec from which a module was compiled. */
export interface SpecInfo {
  name: string;
  /** SHA-256 of the spec's canonical form (RFC 8785), in hexadecimal. */
  version: string;
  /** The name of the format of its files. */
  format: string;
  /** The name of the encoding of its messages. Absent: JSON. */
  encoder?: string;
  /** The encoding that the spec declares: its name in the Encoding Standard, or the name of an EBCDIC code page. */
  encoding?: string;
  /** Whether some bytes of its files are no text, so that compression and encodings are not detected. Absent: all are text. */
  isBinary?: true;
  /** Present if each block of records has its length before it: whether the length counts its own four bytes. */
  blockLengths?: { included: boolean };
  /**
   * Where the records are in files that are workbooks (XLSX): the name of the sheet or its number, and the range of cells.
   * The module then reads the rows of that sheet, as lines of text. Absent: the module reads the bytes of files.
   */
  workbook?: { sheet: string; range?: string };
  /** The fields of a record. Empty if the spec has several types of records. */
  fields: readonly FieldInfo[];
  /** The types of records, in the order of the spec. Absent if the spec has one type. */
  recordTypes?: readonly RecordTypeInfo[];
  /**
   * Whether a file must be read once to its end before any of its messages is published, because a rule of the file or
   * a warning about its records is FATAL. Default: false.
   */
  hasGate?: boolean;
  /** Whether messages depend on the name of the file (`fileName` of the options). Absent: they do not. */
  readsFileName?: true;
  /** The reference tables that the spec names. Absent: it names none. */
  reference?: readonly ReferenceInfo[];
  /** The names of the credentials whose keys the masks need. Absent: they need none. */
  maskKeys?: readonly string[];
  /** Warnings that each run of the spec has, because of the spec alone. Absent in modules, and if there are none. */
  warnings?: readonly Warning[];
  /** The severities of run warnings that the spec sets. Absent if it sets none. */
  runWarnings?: WarningSeverities;
  /** Whether a rule of the file is UNIQUE. Absent: none is. */
  hasUniqueRules?: boolean;
  /** The member of each message that contains the name of its record type. Absent: there is none. */
  recordTypeMember?: string;
  /**
   * The record types that form documents with all records inside them, which are accepted or rejected as a whole. `rules`
   * are the ids of the rules of the file whose scope is inside a document. Absent: there are none.
   */
  documents?: {
    types: readonly string[];
    rules: readonly string[];
    maxRejected?: number;
    /** Whether the outcome of a document that is too long to be held follows from an earlier reading. Absent: it is rejected. */
    readsTwice?: true;
    /** The largest size of a document whose records are one message, in bytes. Absent: no records are members of others. */
    maxBytes?: number;
    /**
     * The types of documents, and those outside of documents whose records a file with some of the documents needs. Each
     * has the type that encloses it (null: the file). Absent: there are none outside.
     */
    frame?: { readonly [type: string]: string | null };
    /** The types outside of documents with totals of records, each with the ids of the rules. Absent: there are none. */
    totals?: { readonly [type: string]: readonly string[] };
    /** The types of `totals` whose records a file with some of the documents must not contain. Absent: there are none. */
    leftOut?: readonly string[];
  };
  /** Present if records are parts of a document, in a format that also reads lines. */
  isDocument?: true;
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
  check(value: unknown, options?: Pick<ReadOptions, 'reference'>): Issue[];
  createTransformer(options?: TransformOptions): Transformer;
}
