import { checksumOf, StoredDataDamaged } from '../../base/model/stored-data-damaged.ts';
import type { Connection, Param } from './engine/connection.ts';

/** The columns of a run that never change after it was accepted, except that deleting the run clears two of them. */
const ACCEPTED_COLUMNS = [
  ...['id', 'spec_id', 'spec_version', 'spec', 'module_hash', 'broker', 'topic', 'dead_letter_topic', 'destination'],
  ...['options', 'file_name', 'file_bytes', 'file_sha256', 'idempotency_key', 'request_hash', 'principal'],
] as const;

/** The columns that verifyAccepted() needs, as SQL. */
export const CHECKED_COLUMNS = [...ACCEPTED_COLUMNS, 'checksum'].join(', ');

/** Returns the checksum of what a run was accepted with. */
export function checksumOfAccepted(row: Record<string, Param>): number {
  // PostgreSQL stores U+FFFD in place of U+0000.
  const texts = ACCEPTED_COLUMNS.map((name) => `${row[name] ?? '\0'}`.replaceAll('\0', '\uFFFD'));
  return checksumOf(Buffer.from(texts.join('\0')));
}

/** Throws StoredDataDamaged if a row is not what the run was accepted with. Rows of earlier versions have no checksum. */
export function verifyAccepted(row: Record<string, Param>): void {
  const { checksum = null } = row;
  if (checksum !== null && Number(checksum) !== checksumOfAccepted(row))
    throw new StoredDataDamaged(`the request of the run ${row['id']}`);
}

/**
 * Returns the checksum of a row after these columns have changed; null if the row has none. That of a damaged row remains
 * as it is, so that the row remains damaged.
 */
export function checksumAfter(row: Record<string, Param>, changed: Record<string, Param>): number | null {
  const { checksum = null } = row;
  if (checksum === null) return null;
  return Number(checksum) === checksumOfAccepted(row) ? checksumOfAccepted({ ...row, ...changed }) : Number(checksum);
}

/**
 * Returns the items of a result's `errors`, each as JSON, from the rows of a run. Throws StoredDataDamaged if one is not
 * what was stored.
 */
export async function readErrors(connection: Connection, run: number): Promise<string[]> {
  const rows = await connection.all<ErrorsRow>(
    'SELECT errors, checksum FROM run_errors WHERE run = ? ORDER BY position',
    [run],
  );
  return rows.flatMap((row) => openErrors(row, run));
}

/** What a row of `run_errors` has. */
export interface ErrorsRow {
  errors: string;
  checksum: number | null;
}

/** Returns the items of one row. Throws StoredDataDamaged like readErrors(). */
export function openErrors({ errors, checksum }: ErrorsRow, run: number): string[] {
  if (checksum !== null && checksum !== checksumOfErrors(errors))
    throw new StoredDataDamaged(`the list of errors of the run with the number ${run}`);
  return errors.split('\n');
}

/** Returns the checksum of a row of `run_errors`. */
export function checksumOfErrors(errors: string): number {
  return checksumOf(Buffer.from(errors));
}
