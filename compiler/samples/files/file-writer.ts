/** The text of a field in a file, or null if the file has nothing there. */
export type Cell = string | null;

/** A record in the bytes of a file. */
export interface WrittenRecord {
  readonly bytes: Uint8Array;
  /** The offset of the record in `bytes`. */
  readonly start: number;
}

/** A file with a structural fault: its second record is broken, or the whole file is. */
export interface FaultyFile {
  /** The code of the expected issue, warning or failure. */
  readonly code: string;
  /** `issue` of the second record, or `warning` or `failure` of the file. */
  readonly as: 'issue' | 'warning' | 'failure';
  /** A description of the fault. */
  readonly shows: string;
  readonly bytes: Uint8Array;
}

/** Writes files that a spec can read. */
export interface FileWriter {
  /** The file name extension: `csv`. */
  readonly ending: string;
  /** The cells for the fields of a record that are not under test. */
  readonly fillers: readonly Cell[];
  /** Cells of a field that are needed to make a line a record. */
  requiredCells(field: number): readonly string[];
  /** Writes a record. Returns null if the cells could not be read back. */
  writeRecord(cells: readonly Cell[]): WrittenRecord | null;
  writeFile(records: readonly WrittenRecord[]): WrittenFile;
  /**
   * Creates files for each structural fault of the format. Some may turn out to be valid. `cells` belong to a valid
   * record.
   */
  writeFaults(cells: readonly Cell[]): readonly FaultyFile[];
}

/** A generated file. */
export interface WrittenFile {
  readonly bytes: Uint8Array;
  /** The offset of each record. */
  readonly offsets: readonly number[];
}

/** Joins records with the bytes before the first and after the last. */
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
