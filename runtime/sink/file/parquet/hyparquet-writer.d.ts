/** The part of hyparquet-writer that is used. Its own types need those of hyparquet. */
declare module 'hyparquet-writer' {
  /** An element of the schema of a file (parquet.thrift, SchemaElement). */
  export interface SchemaElement {
    readonly name: string;
    readonly num_children?: number;
    readonly type?: 'BOOLEAN' | 'INT32' | 'INT64' | 'BYTE_ARRAY' | 'FIXED_LEN_BYTE_ARRAY';
    readonly type_length?: number;
    readonly repetition_type?: 'REQUIRED' | 'OPTIONAL' | 'REPEATED';
    readonly converted_type?: string;
    readonly logical_type?: object;
    readonly precision?: number;
    readonly scale?: number;
  }

  /** The values of a column of a row group. */
  export interface ColumnSource {
    readonly name: string;
    readonly data: readonly unknown[];
  }

  /** Collects the bytes of a file. */
  export class ByteWriter {
    /** Number of bytes of `buffer` that are in use. Set it to 0 when they are written. */
    index: number;
    getBytes(): Uint8Array;
  }

  /** Writes a file, row group by row group. */
  export class ParquetWriter {
    constructor(options: {
      readonly writer: ByteWriter;
      readonly schema: readonly SchemaElement[];
      readonly createdBy: string;
    });
    write(rows: { readonly columnData: readonly ColumnSource[]; readonly rowGroupSize: number }): void;
    finish(): void;
  }
}
