import type { TableFacts } from './facts.ts';
import type { TablePlan } from './plan-columns.ts';
import type { RowSyntax } from './row-syntax.ts';
import type { TableRows } from './run-rows.ts';

/** The progress of a run that its database stores. */
export interface StoredProgress {
  /** Number of the last record in a committed transaction; 0 if there is none. */
  readonly record: number;
  /** Number of the attempt that opened the progress. Transactions of earlier attempts are rejected. */
  readonly attempt: number;
}

/** A connection that writes the rows of one run. Its calls never overlap. All methods except close() throw DatabaseFailure. */
export interface TableConnection {
  readonly syntax: RowSyntax;
  /** Largest size of the rows of one write(), in bytes. A single row may be larger. */
  readonly maxBytes: number;
  /** Whether rows end with the number of their record, which decides between two rows with the same key. */
  readonly needsNumber: boolean;
  /** Describes a table. Returns null if it does not exist. */
  describe(table: string): Promise<TableFacts | null>;
  /** Creates the table of checkpoints if it is missing. Starts a new attempt of the run, and returns its progress. */
  openProgress(runId: string): Promise<StoredProgress>;
  /** Prepares for the rows of a table, and of further tables in further calls. Call it before write(). */
  prepare(table: string, plan: TablePlan): Promise<void>;
  /**
   * Writes rows in the open transaction, or begins one. A row replaces the one with the same key. Tables are numbered
   * in the order of prepare(), from 0.
   */
  write(rows: TableRows): Promise<void>;
  /**
   * Stores that all records up to `record` are in the tables, and commits the transaction. Begins one if none is open.
   * Returns false, and commits nothing, if a later attempt of the run has started.
   */
  commit(run: { runId: string; attempt: number; record: number }): Promise<boolean>;
  /** Rolls the open transaction back, and closes the connection. Never throws. */
  close(): Promise<void>;
}

/** Name of the table with the progress of runs. It is beside the tables of records. */
export const CHECKPOINT_TABLE = 'specmill_checkpoints';
