import { DatabaseFailure } from './failure.ts';
import type { DatabaseDriver } from './settings.ts';

/** The longest name that every supported version accepts: PostgreSQL in bytes, MariaDB in characters. */
const MAX_NAME: Readonly<Record<DatabaseDriver, number>> = { postgresql: 63, mariadb: 64 };

/**
 * Returns a name of a table or column as an SQL identifier. Throws DatabaseFailure (`not_found`) for a name that no
 * object can have: an empty one, one with U+0000, and one that is too long. PostgreSQL would cut a long name.
 */
export function quoteName(driver: DatabaseDriver, name: string): string {
  const length = driver === 'postgresql' ? Buffer.byteLength(name) : [...name].length;
  if (length === 0 || length > MAX_NAME[driver] || name.includes('\0'))
    throw new DatabaseFailure(
      'not_found',
      `No table or column can have the name ${JSON.stringify(name.slice(0, 100))}.`,
    );
  return driver === 'postgresql' ? `"${name.replaceAll('"', '""')}"` : `\`${name.replaceAll('`', '``')}\``;
}
