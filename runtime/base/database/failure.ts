/** The reasons for which a database does not do what it is asked. */
export type DatabaseCode =
  /** The server cannot be reached, or the connection ended. */
  | 'unreachable'
  /** The server did not answer in time, or a statement took longer than its limit. */
  | 'timed_out'
  /** The server has no TLS, or its certificate is not valid. */
  | 'tls_failed'
  /** The server rejects the user or the password, or has no database with this name. */
  | 'authentication_failed'
  /** The user lacks a privilege. */
  | 'permission_denied'
  /** The server cannot continue now but may be able to later: no room, too many connections, a deadlock. */
  | 'unavailable'
  /** There is no such table or column. */
  | 'not_found'
  /** The server rejects a statement or a value. */
  | 'rejected';

/** Thrown for an error of a database. The message contains no secret and no value of a row. */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';
  readonly code: DatabaseCode;

  constructor(code: DatabaseCode, message: string) {
    super(message);
    this.code = code;
  }

  /** True if the same work may succeed later. */
  get isTemporary(): boolean {
    return this.code === 'unreachable' || this.code === 'timed_out' || this.code === 'unavailable';
  }
}

/** How an error is classified, and the sentence for users. */
export type Classified = readonly [code: DatabaseCode, message: string];

/** Returns the failure for an error of the connection itself. Returns null for any other error. */
export function classifySystemError(error: NodeJS.ErrnoException, host: string): Classified | null {
  const { code = '', message } = error;
  if (/CERT|SIGNATURE|ALTNAME|SSL|TLS|EPROTO|ISSUER/.test(code) || /SSL|certificate|TLS/i.test(message))
    return [
      'tls_failed',
      `TLS with "${host}" failed. Check the certificate of the server, and "ssl" of the integration.`,
    ];
  if (code === 'ETIMEDOUT' || /timeout expired|read timeout|connect ETIMEDOUT/.test(message))
    return ['timed_out', `The database server "${host}" gave no answer.`];
  if (/^E[A-Z]+$/.test(code) || /Connection terminated|closed state|not queryable/.test(message))
    return ['unreachable', `The connection to the database server "${host}" failed. Check host, port and firewall.`];
  return null;
}
