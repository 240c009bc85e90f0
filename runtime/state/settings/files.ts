import type { PostgresSettings } from '../store/postgresql/settings.ts';
import {
  type BucketAccess,
  type BucketSettings,
  isBucketAddress,
  readAccessKey,
  readBucketAddress,
} from './bucket-address.ts';
import { SettingError } from './values/setting.ts';

/** Where the received files of several instances are. */
export type FilesSettings =
  /** A folder that all machines share. */
  { readonly kind: 'folder'; readonly path: string } | BucketSettings;

/** The texts of the settings for received files. */
export interface WrittenFiles {
  /** `--files` */
  readonly files: string | null;
  /** `--files-credential` */
  readonly filesCredential: string | null;
  readonly vault: boolean;
}

/**
 * Reads where received files are from the texts of --files and --files-credential, and without the latter the access key
 * of a bucket from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN. Returns null without --files. Throws
 * SettingError, also without a PostgreSQL database. Its message contains no secret.
 */
export function readFiles(
  { files, filesCredential, vault }: WrittenFiles,
  postgres: PostgresSettings | null,
  env: NodeJS.ProcessEnv,
): FilesSettings | null {
  const isBucket = files !== null && isBucketAddress(files);
  if (filesCredential !== null && !isBucket)
    throw new SettingError('--files-credential requires a bucket: add --files s3://bucket/prefix?region=REGION');
  if (files === null) return null;
  if (!isBucket && /^[a-z][a-z0-9+.-]*:\/\//i.test(files))
    throw new SettingError(
      '--files takes the path of a folder that all machines share, or s3://bucket/prefix?region=REGION for a bucket',
    );
  if (postgres === null)
    throw new SettingError(
      '--files requires PostgreSQL: add --store postgresql://user@host/database. With SQLite, files are in the data folder (--data)',
    );
  if (!isBucket) return { kind: 'folder', path: files };
  if (filesCredential !== null && !vault)
    throw new SettingError('--files-credential names a credential of the vault, which is switched off (--vault off)');
  return { ...readBucketAddress(files, { flag: '--files' }), access: readAccess(filesCredential, env) };
}

function readAccess(name: string | null, env: NodeJS.ProcessEnv): BucketAccess {
  const access = name === null ? readAccessKey(env) : ({ kind: 'credential', name } as const);
  if (access !== null) return access;
  throw new SettingError(
    '--files s3://… requires a credential: add --files-credential NAME with a CLOUD_A_ACCESS_KEY of the vault, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  );
}
