import type { RecordReport } from '../model/record-report.ts';

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
  begin(report: RecordReport, piece: FastChunk): boolean;
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
