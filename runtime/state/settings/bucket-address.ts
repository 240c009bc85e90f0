import { SettingError } from './values/setting.ts';

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

const FORM = 'write s3://bucket/prefix?region=eu-central-1, and &endpoint=https://host for a compatible store';
const PARAMETERS = ['region', 'endpoint', 'pathStyle'];

/** What an address of a bucket has if it does not say otherwise, and the name of the flag for messages. */
export interface AddressOptions {
  readonly flag: string;
  readonly region?: string | undefined;
  readonly endpoint?: string | undefined;
}

/** Returns whether a text is an address of a bucket, and not a path. */
export function isBucketAddress(written: string): boolean {
  return /^s3:\/\//i.test(written);
}

/** Reads `s3://bucket/prefix?region=R`. Throws SettingError, whose message contains no secret. */
export function readBucketAddress(
  written: string,
  { flag, ...others }: AddressOptions,
): Omit<BucketSettings, 'access'> {
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '')
    throw new SettingError(`${flag} is no address of a bucket: ${FORM}`);
  const { searchParams } = url;
  for (const name of searchParams.keys())
    if (!PARAMETERS.includes(name))
      throw new SettingError(`${flag}: unknown parameter "${name}". The parameters are ${PARAMETERS.join(', ')}`);
  const bucket = url.host;
  if (!/^[a-z0-9][a-z0-9._-]{1,221}$/i.test(bucket)) throw new SettingError(`${flag} names no bucket: ${FORM}`);
  const region = searchParams.get('region') ?? others.region ?? '';
  if (!/^[A-Za-z0-9-]{1,63}$/.test(region)) throw new SettingError(`${flag} names no region: ${FORM}`);
  const endpoint = readEndpoint(searchParams.get('endpoint') ?? others.endpoint ?? null, flag);
  const prefix = readPrefix(url.pathname, flag);
  return {
    kind: 'bucket',
    address: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`,
    bucket,
    prefix,
    region,
    endpoint,
    pathStyle: readPathStyle(searchParams.get('pathStyle'), flag) ?? endpoint !== null,
  };
}

function readPrefix(path: string, flag: string): string {
  let names: string[];
  try {
    names = decodeURIComponent(path)
      .split('/')
      .filter((name) => name !== '');
  } catch {
    throw new SettingError(`${flag}: the prefix is not valid percent-encoding: ${FORM}`);
  }
  if (names.some((name) => name === '..' || name === '.'))
    throw new SettingError(`${flag}: the prefix is a path without "." and "../.."`);
  return names.join('/');
}

function readEndpoint(written: string | null, flag: string): string | null {
  if (written === null) return null;
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new SettingError(`${flag}: endpoint takes a URL such as https://store.example, without user and password`);
  return url.href;
}

function readPathStyle(written: string | null, flag: string): boolean | null {
  if (written === null) return null;
  if (written !== 'true' && written !== 'false') throw new SettingError(`${flag}: pathStyle takes true or false`);
  return written === 'true';
}

/** Returns the access key of the environment. Null: it has none. */
export function readAccessKey(env: NodeJS.ProcessEnv): Extract<BucketAccess, { kind: 'keys' }> | null {
  const accessKeyId = env['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY'];
  if (!accessKeyId || !secretAccessKey) return null;
  return { kind: 'keys', accessKeyId, secretAccessKey, sessionToken: env['AWS_SESSION_TOKEN'] || null };
}
