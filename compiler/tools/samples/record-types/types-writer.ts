import type { FileWriter, WrittenRecord } from '../../../language/formats/model/samples/file-writer.ts';
import type { SampleNode } from '../../../language/formats/model/samples/sample-node.ts';

/** Writes files with several record types. */
export interface TypedWriter {
  /** The file name extension without a dot, such as `csv`. */
  readonly ending: string;
  /** A writer of files that contain only records of one type, by type. */
  readonly types: readonly FileWriter[];
  /** For each type, the type of the records of a file that `types` writes, and how many records each of them counts for. */
  readonly lines: readonly { readonly type: number; readonly records: number }[];
  /** Returns the bytes of a record with the groups in its line. Null: it cannot be written, or it is a group. */
  writeRecord(node: SampleNode): WrittenRecord | null;
  /** Writes a record that no type selects. Absent: it is a line of other characters. */
  writeUnknown?(text: string): WrittenRecord | null;
  /** Writes a file. Returns null if one of its records cannot be written. */
  write(nodes: readonly SampleNode[]): Uint8Array | null;
  /** See FileWriter. */
  packFile?(bytes: Uint8Array): Uint8Array;
}
