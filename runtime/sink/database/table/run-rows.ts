import type { Batch } from '../../../../compiler/kernel/model/contract.ts';
import type { RowWriter, Rows } from './row-writer.ts';

/** Rows of one of the tables of a run. `table` is its index. */
export interface TableRows {
  readonly table: number;
  readonly rows: Rows;
}

/** The rows of a run, for all of its tables. */
export interface RunRows {
  /** Number of bytes that take() would return. */
  readonly length: number;
  /** Adds the messages of the records after record `after`; see RowWriter. */
  add(batch: Batch, after: number): void;
  /** Returns the rows that were added, table by table, and starts again without rows. The caller owns the bytes. */
  take(): TableRows[];
}

/** Creates the rows of a run. `writers` has one writer for each table. */
export function createRunRows(writers: readonly RowWriter[]): RunRows {
  return {
    get length() {
      return writers.reduce((sum, { length }) => sum + length, 0);
    },
    add(batch, after) {
      for (const writer of writers) writer.add(batch, after);
    },
    take: () => writers.flatMap((writer, table) => writer.take().map((rows) => ({ table, rows }))),
  };
}
