import { readFile, stat } from 'node:fs/promises';
import { fetchJson, isTrustworthy } from './fetch-json.ts';

/** Size limit of a file of keys, in bytes. */
const MAX_FILE_BYTES = 1024 * 1024;

/** Where the public keys of the issuer come from. `discovery` asks the issuer for the address of its keys. */
export type KeySource =
  | { kind: 'file'; path: string }
  | { kind: 'url'; url: URL }
  | { kind: 'discovery'; issuer: string };

/** Reads the set of keys (JWKS, RFC 7517) of an issuer. The document is not checked. Throws an Error. */
export async function loadKeys(source: KeySource): Promise<unknown> {
  switch (source.kind) {
    case 'file':
      return readKeyFile(source.path);
    case 'url':
      return fetchJson(source.url);
    case 'discovery':
      return fetchJson(await discover(source.issuer));
    default:
      return source satisfies never;
  }
}

async function readKeyFile(path: string): Promise<unknown> {
  const found = await stat(path);
  if (!found.isFile() || found.size > MAX_FILE_BYTES)
    throw new Error(`it is not a regular file of at most ${MAX_FILE_BYTES} bytes`);
  return JSON.parse(await readFile(path, 'utf8'));
}

/** Returns the address of the issuer's keys (OpenID Connect Discovery 1.0, section 4). */
async function discover(issuer: string): Promise<URL> {
  const found = await fetchJson(new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`));
  const { issuer: named, jwks_uri: keys } = (found ?? {}) as { issuer?: unknown; jwks_uri?: unknown };
  if (named !== issuer) throw new Error('the discovery document names another issuer');
  if (typeof keys !== 'string' || !URL.canParse(keys) || !isTrustworthy(new URL(keys)))
    throw new Error('the discovery document has no jwks_uri with https');
  return new URL(keys);
}
