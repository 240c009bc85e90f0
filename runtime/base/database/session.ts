/** The parts of a user-visible connection to a database that both drivers offer. */
export interface Session {
  /** Executes statements without parameters, and ignores their result. Throws DatabaseFailure. */
  run(sql: string): Promise<void>;
  /** Executes one statement with parameters (`$1` or `?`, as in the driver), and returns its rows. Throws DatabaseFailure. */
  rows<Row>(sql: string, parameters?: readonly (string | number | null)[]): Promise<Row[]>;
  /** Executes one statement with parameters, and returns the number of changed rows. Throws DatabaseFailure. */
  change(sql: string, parameters?: readonly (string | number | null)[]): Promise<number>;
  /** Closes the connection. An open transaction is rolled back. Never throws. */
  close(): Promise<void>;
}

/** The steps of opening a connection that a driver reports, in order. */
export type DatabaseStep = 'connect' | 'tls' | 'authenticate';

/** The options to open a session. */
export interface SessionOptions {
  /** Called when a step begins. */
  readonly onStep?: (step: DatabaseStep) => void;
  /** Aborts waiting: the connection is closed, and the current call throws. */
  readonly signal?: AbortSignal;
  /** Limit of one statement, in milliseconds. Default: 10 minutes. */
  readonly statementMs?: number;
}

/** Time limit to open a connection, in milliseconds. */
export const CONNECT_MS = 15_000;
/** Default of SessionOptions.statementMs. */
export const STATEMENT_MS = 600_000;
