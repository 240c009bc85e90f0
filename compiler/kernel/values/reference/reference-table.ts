/** A reference table as plain data. Threads may share its memory. `createReferenceTable` creates it. */
export interface ReferenceTable {
  /** The column by which rows are found. */
  readonly key: string;
  /** The names of the columns, the key first. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** The keys of the first rows of the file. */
  readonly firstKeys: readonly string[];
  /**
   * All rows, those whose keys have similar hashes side by side, so that few of them are read from memory for a key. A row is
   * its head, 4 bytes with the least significant one first: the number of bytes that follow, and above it bits of the hash.
   * Then its cells in UTF-8, the key first, each followed by the byte 0xff.
   */
  readonly cells: Uint8Array;
  /** The offset in `cells` of the first row of each bucket, and at last the end of the rows. */
  readonly buckets: Uint32Array;
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
