/** The text of a field in a file. Null: the file has no text for the field. */
export type Cell = string | null;

/** The bytes of one record as written to a file. */
export interface WrittenRecord {
  readonly bytes: Uint8Array;
  /** The offset in `bytes` at which the record begins. In XML, enclosing elements precede the record. */
  readonly start: number;
}

/** A file with one fault: its second record is broken, or the file as a whole. */
export interface FaultyFile {
  /** The code of the expected issue, warning or failure. */
  readonly code: string;
  /** `issue`: the second record has an issue. `warning` or `failure`: the file as a whole has it. */
  readonly as: 'issue' | 'warning' | 'failure';
  /** The field with the issue. Absent: the issue has none. */
  readonly field?: string;
  /** A description of the fault for people. */
  readonly shows: string;
  readonly bytes: Uint8Array;
}

/** Writes files in the format of a spec. */
export interface FileWriter {
  /** The file name extension without a dot, such as `csv`. */
  readonly ending: string;
  /** One cell per field, for fields whose value does not matter. Some contain the text that `recordWhen` requires. */
  readonly fillers: readonly Cell[];
  /**
   * Returns the texts of a field for which `recordWhen` accepts a line as a record. Empty if `recordWhen` does not
   * examine the field.
   */
  requiredCells(field: number): readonly string[];
  /** Writes a record. `cells` has one element per field. Returns null if the file could not express the cells. */
  writeRecord(cells: readonly Cell[]): WrittenRecord | null;
  writeFile(records: readonly WrittenRecord[]): WrittenFile;
  /**
   * Creates files for each structural fault of the format. Some files may be valid for the spec, so the caller must
   * verify them. `cells` is a valid record.
   */
  writeFaults(cells: readonly Cell[]): readonly FaultyFile[];
  /** Writes records that are wrong, for files with several record types. Absent: the bytes of right ones are changed. */
  readonly broken?: BrokenRecords;
  /** Returns the file that people send, of the bytes that the module reads. Absent: they are the same. */
  packFile?(bytes: Uint8Array): Uint8Array;
}

/** Writes records that are wrong, in a format whose bytes cannot be changed at any place. */
export interface BrokenRecords {
  /** Returns records with one fault each. `cells` is a valid record. */
  writeFaults(cells: readonly Cell[]): readonly BrokenRecord[];
  /** Returns a record with this text in each cell. Null: it cannot be written. */
  writeText(text: string): WrittenRecord | null;
}

/** The bytes of a record with one fault; see FaultyFile. */
export type BrokenRecord = Pick<FaultyFile, 'code' | 'field' | 'shows' | 'bytes'>;

/** The name of a column that `recordWhen` names by its number. */
export const NUMBERED_COLUMN = 'record type';

/** The bytes of a file with the positions of its records. */
export interface WrittenFile {
  readonly bytes: Uint8Array;
  /** The offset in `bytes` at which each record begins. */
  readonly offsets: readonly number[];
}

/** Joins the bytes before the records, the records, and the bytes after them to a file. */
export function joinRecords(head: Uint8Array, records: readonly WrittenRecord[], tail: Uint8Array): WrittenFile {
  const offsets: number[] = [];
  let at = head.length;
  for (const { bytes, start } of records) {
    offsets.push(at + start);
    at += bytes.length;
  }
  return { bytes: joinBytes([head, ...records.map(({ bytes }) => bytes), tail]), offsets };
}

/** Concatenates byte arrays. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
