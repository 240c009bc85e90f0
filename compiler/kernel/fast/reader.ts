import type { RecordReport } from '../model/record-report.ts';

/**
 * A fast reader converts the bytes of a record to JSON in one pass. It is generated in addition to the careful reader.
 *
 * Its contract: if it accepts a record, the JSON is byte for byte that of the careful reader. It rejects all other
 * records. It finds no issues itself: a field that is not clean is read by the careful reader of that field, which adds
 * its issues to the report. It reads from and writes to `fastBuffers`.
 */
export interface FastReader {
  /**
   * The fast reader is not used if the record limit is lower than this, in bytes: a correction might make a value too
   * long.
   */
  readonly minRecordLimit: number;
  /**
   * Starts or continues a file. Returns false if this file cannot be read fast. `report` collects the issues of each
   * record.
   */
  begin(report: RecordReport, piece: FastChunk): boolean;
  /**
   * Reads the record at `at` and writes its JSON from `length` on. Returns the end of the JSON, or -1 if the record
   * needs the careful reader.
   */
  read(at: number, length: number): number;
  /** Returns the index after the record that was read last. */
  next(): number;
  /**
   * Writes the key of the record that was read last. Returns its end, `length` if the record has no key, or -1 if the
   * record needs the careful reader. Null if messages have no keys.
   */
  writeKey: ((keys: Uint8Array, length: number) => number) | null;
}

/** The bytes in `fastBuffers.input` that a fast reader may read. */
export interface FastChunk {
  /** Index in the range's bytes that corresponds to `input[0]`. */
  rangeOffset: number;
  /** Index after the last loaded byte. A NUL follows. */
  limit: number;
  maxRecordBytes: number;
  /** Where the fields are, in the terms of the format. The same object while it does not change. */
  layout: unknown;
}
