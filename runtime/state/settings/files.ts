import type { PostgresSettings } from '../store/postgresql/settings.ts';
import { SettingError } from './values/setting.ts';

/** Where the received files of several instances are. */
export type FilesSettings =
  /** A folder that all machines share. */
  { readonly kind: 'folder'; readonly path: string } | BucketSettings;

/** A place in a bucket of Amazon S3 or a compatible store. */
export interface BucketSettings {
  readonly kind: 'bucket';
  /** The address without parameters, for messages: `s3://bucket/prefix`. */
  readonly address: string;
  readonly bucket: string;
  /** Empty: the whole bucket. */
  readonly prefix: string;
  readonly region: string;
  /** The URL of a compatible store; null for Amazon S3. */
  readonly endpoint: string | null;
  readonly pathStyle: boolean;
  readonly access: BucketAccess;
}

/** The credential of a bucket: one of the vault, by its name, or an access key. The key must never be logged. */
export type BucketAccess =
  | { readonly kind: 'credential'; readonly name: string }
  | {
      readonly kind: 'keys';
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly sessionToken: string | null;
    };

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
  const isBucket = files !== null && /^s3:\/\//i.test(files);
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
  return { ...readAddress(files), access: readAccess(filesCredential, env) };
}

const FORM = 'write s3://bucket/prefix?region=eu-central-1, and &endpoint=https://host for a compatible store';
const PARAMETERS = ['region', 'endpoint', 'pathStyle'];

function readAddress(written: string): Omit<BucketSettings, 'access'> {
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '')
    throw new SettingError(`--files is no address of a bucket: ${FORM}`);
  const { searchParams } = url;
  for (const name of searchParams.keys())
    if (!PARAMETERS.includes(name))
      throw new SettingError(`--files: unknown parameter "${name}". The parameters are ${PARAMETERS.join(', ')}`);
  const bucket = url.host;
  if (!/^[a-z0-9][a-z0-9._-]{1,221}$/i.test(bucket)) throw new SettingError(`--files names no bucket: ${FORM}`);
  const region = searchParams.get('region') ?? '';
  if (!/^[A-Za-z0-9-]{1,63}$/.test(region)) throw new SettingError(`--files names no region: ${FORM}`);
  const endpoint = readEndpoint(searchParams.get('endpoint'));
  const prefix = readPrefix(url.pathname);
  return {
    kind: 'bucket',
    address: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`,
    bucket,
    prefix,
    region,
    endpoint,
    pathStyle: readPathStyle(searchParams.get('pathStyle')) ?? endpoint !== null,
  };
}

function readPrefix(path: string): string {
  let names: string[];
  try {
    names = decodeURIComponent(path)
      .split('/')
      .filter((name) => name !== '');
  } catch {
    throw new SettingError(`--files: the prefix is not valid percent-encoding: ${FORM}`);
  }
  if (names.some((name) => name === '..' || name === '.'))
    throw new SettingError('--files: the prefix is a path without "." and "../.."');
  return names.join('/');
}

function readEndpoint(written: string | null): string | null {
  if (written === null) return null;
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new SettingError('--files: endpoint takes a URL such as https://store.example, without user and password');
  return url.href;
}

function readPathStyle(written: string | null): boolean | null {
  if (written === null) return null;
  if (written !== 'true' && written !== 'false') throw new SettingError('--files: pathStyle takes true or false');
  return written === 'true';
}

function readAccess(name: string | null, env: NodeJS.ProcessEnv): BucketAccess {
  if (name !== null) return { kind: 'credential', name };
  const accessKeyId = env['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY'];
  if (!accessKeyId || !secretAccessKey)
    throw new SettingError(
      '--files s3://… requires a credential: add --files-credential NAME with a CLOUD_A_ACCESS_KEY of the vault, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
  return { kind: 'keys', accessKeyId, secretAccessKey, sessionToken: env['AWS_SESSION_TOKEN'] || null };
}
