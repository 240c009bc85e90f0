import type { Dialect } from './dialect.ts';

/** A parameter of a SQL statement. */
export type Param = string | number | null | Uint8Array;

/**
 * A connection to a database. Statements have the placeholder `?` for each parameter. All users of a connection share one
 * transaction. All methods throw DiskFull, StoreUnavailable and the errors of the database.
 */
export interface Connection {
  /** How to write what the two databases do not write in the same way. */
  readonly dialect: Dialect;
  /** Runs one or more statements without parameters, and discards their rows. */
  exec(sql: string): Promise<void>;
  /** Runs one statement. Returns the number of changed rows. */
  run(sql: string, params?: readonly Param[]): Promise<{ changes: number }>;
  /**
   * Inserts rows into a table that numbers its rows in the column `id`. Returns the number of the last one. Those of the
   * others precede it without a gap, because no other process inserts into such a table.
   */
  insert(sql: string, params: readonly Param[]): Promise<number>;
  /** Runs one statement and returns its rows. The caller states their type, which is not checked. */
  all<Row>(sql: string, params?: readonly Param[]): Promise<Row[]>;
  /**
   * Announces an event (see ClusterEvent) to all instances that share the database, at the end of the transaction. Does
   * nothing in a store that only one process uses.
   */
  notify(kind: string, id: string): Promise<void>;
  /** Begins a transaction that writes. */
  begin(): Promise<void>;
  /** Ends the transaction. It is durable when the promise resolves, and has no effect if it rejects. */
  commit(): Promise<void>;
  /** Ends the transaction without an effect. Never throws. */
  rollback(): Promise<void>;
  /** A commit no longer waits for a server that cannot be reached, and throws StoreUnavailable. */
  stopWaiting(): void;
  close(): Promise<void>;
}
