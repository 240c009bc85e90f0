import type { PostgresSettings } from '../store/postgresql/settings.ts';
import { SettingError } from './values/setting.ts';

/**
 * Checks the text of --files, and returns the path of the folder; null if there is none. Throws SettingError for an address
 * of an object store, and without a PostgreSQL database.
 */
export function readFilesFolder(written: string | null, postgres: PostgresSettings | null): string | null {
  if (written === null) return null;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(written))
    throw new SettingError(
      '--files takes the path of a folder that all machines share, such as a mounted network file system. Object stores (s3://…) are not supported yet',
    );
  if (postgres === null)
    throw new SettingError(
      '--files requires PostgreSQL: add --store postgresql://user@host/database. With SQLite, files are in the data folder (--data)',
    );
  return written;
}
