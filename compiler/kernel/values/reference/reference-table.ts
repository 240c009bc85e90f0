/** A reference table as plain data. Threads may share its memory. `createReferenceTable` creates it. */
export interface ReferenceTable {
  /** The column by which rows are found. */
  readonly key: string;
  /** The names of the columns, the key first. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** The cells of all rows in UTF-8, the key first in each row, each cell followed by the byte 0xff. */
  readonly cells: Uint8Array;
  /** A hash table: the offset of a row in `cells` plus 1, below bits of the hash of its key. 0: the slot is free. */
  readonly slots: Uint32Array;
}

/** Reference tables by their names: each as created from a CSV file, or the bytes of the file. */
export type ReferenceTables = { readonly [name: string]: ReferenceTable | Uint8Array | undefined };

/** A reference table that a spec names. */
export interface ReferenceInfo {
  name: string;
  /** The column whose values are the keys. */
  key: string;
  /** The path of its CSV file in the folder of the specs. Absent: the spec names none. */
  file?: string;
  /** The columns that the spec reads. */
  columns: readonly string[];
}
