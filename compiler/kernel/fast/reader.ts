import type { RecordReport } from '../model/record-report.ts';
import type { OutputValue } from './output-value.ts';

/**
 * The fast reader of a module, which converts the bytes of a record to JSON in one pass. It is generated in addition to
 * the careful reader.
 *
 * Its contract: if it accepts a record, the JSON is byte for byte that of the careful reader. It rejects all records
 * that it cannot read. It detects no issues itself. If a field is unusual or violates a rule, it calls the careful
 * reader of that field, which adds the issues to the report. It reads from `fastBuffers.input` and writes to
 * `fastBuffers.output`.
 */
export interface FastReader {
  /**
   * The minimum of `maxRecordBytes` with which the fast reader can be used. Below it, a correction could make a value
   * too long, which only the careful reader detects.
   */
  readonly minRecordLimit: number;
  /**
   * Prepares to read a range of the file. Returns false if the fast reader cannot read this file. `report` collects the
   * issues of each record.
   */
  begin(report: RecordReport, chunk: FastChunk): boolean;
  /**
   * Reads the record that starts at index `at` of `fastBuffers.input`. Writes its JSON to `fastBuffers.output` from
   * index `length` on. Returns the index after the JSON, or -1 if the record needs the careful reader.
   */
  read(at: number, length: number): number;
  /** Returns the index in `fastBuffers.input` after the record that was read last, or the line that was skipped last. */
  next(): number;
  /**
   * Returns whether the line that starts at index `at` is no record, because `recordWhen` does not select it. Returns
   * false also if the careful reader must decide. Absent if all lines are records.
   */
  skipOther?: (at: number) => boolean;
  /**
   * Writes the key of the record that was read last to `keys`, from index `length` on. Returns the index after the key,
   * which is `length` if the record has no key. Returns -1 if the record needs the careful reader. The member is null
   * if the spec has no message key.
   */
  writeKey: ((keys: Uint8Array, length: number) => number) | null;
}

/** The bytes in `fastBuffers.input` that a fast reader may read. */
export interface FastChunk {
  /** Index in `FastRange.input` of the byte that is at index 0 of `fastBuffers.input`. */
  rangeOffset: number;
  /** Index in `fastBuffers.input` after the last loaded byte. A NUL follows this byte. */
  limit: number;
  maxRecordBytes: number;
  /** The format's description of where the fields are. As long as it does not change, it is the same object. */
  layout: unknown;
}

/** The fast reader of one of several record types. */
export interface FastTypeReader extends FastReader {
  /**
   * Stores the values that records of the type copy from others. It is called before `read` whenever these values may
   * have changed. Null if the type copies no values.
   */
  readonly copy: ((enclosing: Readonly<Record<string, unknown>>) => void) | null;
  /**
   * The values that rules of the file need, in the record that was read last. The keys are those of the values that the
   * careful reader of the type returns.
   */
  readonly places: Readonly<Record<string, OutputValue>>;
  /** Returns these values as the careful reader of the type does. */
  values(): unknown;
  /** The groups of values in a record that are the records of the type. Absent: they are no groups. */
  readonly groups?: FastGroupReader;
}

/** Finds groups of values in a record, for the fast reader of their type. */
export interface FastGroupReader {
  /**
   * Returns how many groups the record from index `at` to index `next` of `fastBuffers.input` has. Returns -1 if the
   * careful reader must find them. It is called before the groups of the record are read.
   */
  count(at: number, next: number): number;
  /** Has `read` read the group with a number, from 1. */
  use(number: number): void;
}

/** The fast readers of a module with several record types. */
export interface FastTypes {
  /**
   * Returns the index of the type of the record that starts at index `at` of `fastBuffers.input`. Returns -1 if the
   * careful reader must decide. `layout` is that of the range.
   */
  findType(at: number, layout: unknown): number;
  /** Calls `read` of the fast reader of a type. V8 can inline these calls, because each has a place of its own. */
  read(type: number, at: number, length: number): number;
  /** Calls `next` of the fast reader of a type. */
  next(type: number): number;
  /**
   * Whether the careful reader reads a document to its end before the fast reader can be used again. Then the record
   * after it ends a document of several records, too. Absent: a document is read again from its second record on.
   */
  readonly endsDocuments?: boolean;
  /** The fast reader of each type, in the order of the spec. Null if only the careful reader reads the type. */
  readonly types: readonly (FastTypeReader | null)[];
}
