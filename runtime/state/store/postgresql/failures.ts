import type { DatabaseFailure } from '../../../base/database/failure.ts';
import { toPostgresFailure } from '../../../base/database/postgresql/classify-error.ts';
import { StoreUnavailable } from '../engine/store-unavailable.ts';
import { describeDatabase, type PostgresSettings } from './settings.ts';

/** Another process uses the database of the store, or has used it since this one lost its connection. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';
}

/** The database cannot be used as a store: it is too old, has another encoding, or a newer version wrote it. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';
}

/**
 * Converts an error of the driver: to StoreUnavailable if the same work may succeed later, otherwise to DatabaseFailure.
 * The message contains no secret and no value of a row.
 */
export function toStoreFailure(error: unknown, settings: PostgresSettings): Error {
  if (error instanceof StoreUnavailable || error instanceof StoreInUse || error instanceof UnusableDatabase)
    return error;
  // The driver's own error, if the server asks for a password and there is none.
  if (error instanceof Error && error.message.includes('password must be a string'))
    return new StoreUnavailable(
      `the database ${describeDatabase(settings)} requires a password: set SPECMILL_STORE_PASSWORD`,
    );
  const failure = toPostgresFailure(error, settings.host);
  if (failure.code === 'rejected' || failure.code === 'not_found') return failure;
  return new StoreUnavailable(describeFailure(failure, settings), { cause: failure });
}

/** Returns true if the connection is lost, so that it is unknown whether the server has received the last statement. */
export function isConnectionLost(error: unknown): boolean {
  // Errors of a server have a severity. Those that end a session are class 57 (of an operator) and 08.
  const { severity, code = '' } = error as { severity?: string; code?: string };
  return severity === undefined || severity === 'FATAL' || /^(?:08|57P)/.test(code);
}

function describeFailure({ code, message }: DatabaseFailure, settings: PostgresSettings): string {
  const database = `the database ${describeDatabase(settings)}`;
  switch (code) {
    case 'tls_failed':
      return `${database} cannot be reached with TLS: check sslmode and sslrootcert in --store, and the certificate of the server`;
    case 'unreachable':
    case 'timed_out':
      return `${database} cannot be reached`;
    case 'authentication_failed':
      return `${database} does not exist, or rejects the user or the password`;
    default:
      return `${database} cannot be used now: ${message}`;
  }
}
