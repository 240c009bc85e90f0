/** What stands in one field of a record: its text in the file, or null where nothing does. */
export type Cell = string | null;

/** One record as a file has it. */
export interface WrittenRecord {
  readonly bytes: Uint8Array;
  /** Where the record itself begins in `bytes`. */
  readonly start: number;
}

/** A file with something wrong that is no broken rule: it has one record that is not as the others, or is wrong as a whole. */
export interface FaultyFile {
  /** The code of the issue, warning or failure that is due. */
  readonly code: string;
  /** An issue of the second record, or a warning or failure of the file. */
  readonly as: 'issue' | 'warning' | 'failure';
  /** What is wrong with it, in words. */
  readonly shows: string;
  readonly bytes: Uint8Array;
}

/** Writes files that a spec reads: what its module does, the other way round. */
export interface FileWriter {
  /** How names of its files end: `csv`. */
  readonly ending: string;
  /** What stands in the fields of a record that nothing is tried in. */
  readonly fillers: readonly Cell[];
  /** Cells worth a try in a field, because lines are records only with them. */
  dueCells(field: number): readonly string[];
  /** The record with these cells; null where they cannot be written so that they are read again. */
  writeRecord(cells: readonly Cell[]): WrittenRecord | null;
  writeFile(records: readonly WrittenRecord[]): WrittenFile;
  /** Files that are wrong in each way that the format knows; some of the tries may not be wrong after all. `cells` are a good record's. */
  writeFaults(cells: readonly Cell[]): readonly FaultyFile[];
}

export interface WrittenFile {
  readonly bytes: Uint8Array;
  /** Where each record begins. */
  readonly offsets: readonly number[];
}

/** Records with what stands before the first and behind the last. */
export function joinRecords(head: Uint8Array, records: readonly WrittenRecord[], tail: Uint8Array): WrittenFile {
  const offsets: number[] = [];
  let at = head.length;
  for (const { bytes, start } of records) {
    offsets.push(at + start);
    at += bytes.length;
  }
  return { bytes: joinBytes([head, ...records.map(({ bytes }) => bytes), tail]), offsets };
}

/** All parts one behind the other. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
