import { classifySystemError, DatabaseFailure, type Classified } from '../failure.ts';

/** The members of an error of PostgreSQL that are used. `detail` contains values, and is never passed on. */
interface ServerError extends Error {
  code?: string;
  severity?: string;
  column?: string;
  constraint?: string;
  /** The function of the server that reported the error. Code in the database cannot choose it. */
  routine?: string;
  /** The call stack, if code in the database was running. */
  where?: string;
}

/**
 * The functions of the server whose messages name a table, a column, a schema or a privilege, and nothing else. RAISE in
 * a trigger may choose every other part of an error: its class, its message, and the name of a constraint.
 */
const NAMES_OBJECTS = new Set([
  ...['RangeVarGetRelidExtended', 'parserOpenTable', 'errorMissingColumn', 'errorMissingRTE', 'get_namespace_oid'],
  ...['LookupExplicitNamespace', 'aclcheck_error', 'attnumAttName', 'CopyGetAttnums', 'checkInsertTargets'],
]);

/** The functions of the server that find a violated constraint, and name it. */
const NAMES_CONSTRAINTS = new Set([
  ...['ExecConstraints', 'ReportNotNullViolationError', '_bt_check_unique', 'check_exclusion_or_unique_constraint'],
  ...['ri_ReportViolation', 'ExecWithCheckOptions', 'NotNullError', 'domain_check_internal'],
]);

/**
 * Converts an error of the driver to a DatabaseFailure. Its message is ours. Only names of objects are taken from the
 * server, and only where it alone can have written them, because code in the database may put values into a message.
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
  const { code: state = '' } = error;
  const named = nameObject(error);
  const kind = state.slice(0, 2);
  if (kind === '28')
    return ['authentication_failed', `The database server "${host}" rejects the user or the password.`];
  if (state === '3D000')
    return ['authentication_failed', `The database server "${host}" has no database with this name.`];
  if (state === '42501')
    return [
      'permission_denied',
      `The database refuses permission${named}. Grant it to the user of the credential (${state}).`,
    ];
  if (state === '57014') return ['timed_out', 'A statement took longer than its limit.'];
  if (state === '25006') return ['unavailable', 'The database only reads, and this statement writes (25006).'];
  if (['40', '53', '55', '57', '58'].includes(kind) || kind === '08')
    return ['unavailable', `The database cannot do this now (${state}).`];
  const missing = MISSING[state];
  if (missing !== undefined) return ['not_found', `${missing} does not exist${named} (${state}).`];
  if (kind === '23') return ['rejected', `The database rejects a record: ${describeConstraint(error)} (${state}).`];
  // Messages of data exceptions contain the value.
  if (kind === '22') return ['rejected', `A value does not fit its column or its operation (${state}).`];
  return ['rejected', `The database rejects the statement, or code in it refuses a record${named} (${state}).`];
}

const MISSING: Readonly<Partial<Record<string, string>>> = {
  '42P01': 'A table',
  '42703': 'A column',
  '3F000': 'A schema',
};

/** Returns the message of the server in brackets if it only names objects, otherwise an empty text. */
function nameObject({ routine = '', where, message }: ServerError): string {
  return NAMES_OBJECTS.has(routine) && where === undefined ? ` (${message})` : '';
}

function describeConstraint({ column, constraint, routine = '' }: ServerError): string {
  if (!NAMES_CONSTRAINTS.has(routine)) return 'it violates a constraint, or code in the database refuses it';
  if (constraint !== undefined) return `it violates the constraint "${constraint}"`;
  return column === undefined ? 'it violates a constraint' : `the column "${column}" must not be null`;
}
