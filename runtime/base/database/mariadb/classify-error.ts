import { classifySystemError, DatabaseFailure, type Classified } from '../failure.ts';

/** The members of an error of mysql2 that are used. */
interface ServerError extends Error {
  code?: string;
  errno?: number;
  sqlState?: string;
}

/** Names of errors that may not occur again later. */
const TEMPORARY = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_SERVER_SHUTDOWN',
  'ER_RECORD_FILE_FULL',
  'ER_DISK_FULL',
  'ER_OUT_OF_RESOURCES',
  'ER_CONNECTION_KILLED',
  'ER_OPTION_PREVENTS_STATEMENT',
  'PROTOCOL_CONNECTION_LOST',
]);

/**
 * Converts an error of mysql2 to a DatabaseFailure. No part of a message of the server is passed on: SIGNAL in a trigger
 * may choose its number and its text, and so put a value into it.
 */
export function toMariadbFailure(error: unknown, host: string): DatabaseFailure {
  if (error instanceof DatabaseFailure) return error;
  const server = error as ServerError;
  const isServer = server.sqlState !== undefined && server.errno !== undefined && server.errno > 0;
  const [code, message] = TEMPORARY.has(server.code ?? '')
    ? unavailable(server)
    : ((isServer ? null : classifySystemError(server, host)) ?? classify(server, host));
  return new DatabaseFailure(code, message);
}

function unavailable({ code = '' }: ServerError): Classified {
  if (code === 'PROTOCOL_CONNECTION_LOST') return ['unreachable', 'The database server ended the connection.'];
  return ['unavailable', `The database cannot do this now (${code}).`];
}

function classify({ code = '' }: ServerError, host: string): Classified {
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT')
    return [
      'tls_failed',
      `The database server "${host}" has no TLS. Set "ssl" of the integration, or TLS of the server.`,
    ];
  if (code === 'ER_ACCESS_DENIED_ERROR')
    return ['authentication_failed', `The database server "${host}" rejects the user or the password.`];
  if (code === 'ER_BAD_DB_ERROR' || code === 'ER_DBACCESS_DENIED_ERROR')
    return ['authentication_failed', `The database server "${host}" has no such database for this user.`];
  if (/DENIED/.test(code))
    return ['permission_denied', `The database refuses permission. Grant it to the user of the credential (${code}).`];
  if (code === 'ER_STATEMENT_TIMEOUT') return ['timed_out', 'A statement took longer than its limit.'];
  if (code === 'ER_NO_SUCH_TABLE' || code === 'ER_BAD_FIELD_ERROR')
    return ['not_found', `A ${code === 'ER_NO_SUCH_TABLE' ? 'table' : 'column'} does not exist (${code}).`];
  // A name of the driver. A number without a name is shown as one.
  return [
    'rejected',
    `The database rejects the statement or a value in it (${/^[A-Z_]+$/.test(code) ? code : 'unknown error'}).`,
  ];
}
