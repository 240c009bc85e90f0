import { classifySystemError, DatabaseFailure, type Classified } from '../failure.ts';

/** The members of an error of PostgreSQL that are used. `detail` contains values, and is never passed on. */
interface ServerError extends Error {
  code?: string;
  severity?: string;
  column?: string;
  constraint?: string;
}

/**
 * Converts an error of the driver to a DatabaseFailure. The message of a rejected statement is that of the server,
 * except for the classes of errors whose messages contain values (PostgreSQL, Appendix A).
 */
export function toPostgresFailure(error: unknown, host: string): DatabaseFailure {
  if (error instanceof DatabaseFailure) return error;
  const server = error as ServerError;
  const [code, message] =
    server.severity === undefined
      ? (classifySystemError(server, host) ?? ['rejected', 'The database driver reported an unexpected error.'])
      : classify(server, host);
  return new DatabaseFailure(code, message);
}

function classify(error: ServerError, host: string): Classified {
  const { code: state = '', message } = error;
  const kind = state.slice(0, 2);
  if (kind === '28')
    return ['authentication_failed', `The database server "${host}" rejects the user or the password.`];
  if (state === '3D000')
    return ['authentication_failed', `The database server "${host}" has no database with this name.`];
  if (state === '42501') return ['permission_denied', `The database refuses permission: ${message}.`];
  if (state === '57014') return ['timed_out', 'A statement took longer than its limit.'];
  if (state === '25006') return ['unavailable', 'The database only reads, and this statement writes (25006).'];
  if (['40', '53', '55', '57', '58'].includes(kind) || kind === '08')
    return ['unavailable', `The database cannot do this now (${state}).`];
  if (['42P01', '42703', '3F000'].includes(state)) return ['not_found', `The database reports: ${message}.`];
  if (kind === '23') return ['rejected', `The database rejects a record: ${describeConstraint(error)} (${state}).`];
  // Messages of data exceptions contain the value.
  if (kind === '22') return ['rejected', `A value does not fit its column or its operation (${state}).`];
  return ['rejected', `The database reports: ${message} (${state}).`];
}

function describeConstraint({ column, constraint }: ServerError): string {
  if (constraint !== undefined) return `it violates the constraint "${constraint}"`;
  return column === undefined ? 'it violates a constraint' : `the column "${column}" must not be null`;
}
