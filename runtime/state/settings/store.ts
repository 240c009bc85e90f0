import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { isIP } from 'node:net';
import { reasonOf } from '../../base/files/error-reason.ts';
import type { PostgresSettings } from '../store/postgresql/settings.ts';
import { oneOf } from './values/parsers.ts';
import { SettingError } from './values/setting.ts';

const PORT = 5432;
const PASSWORD = 'SPECMILL_STORE_PASSWORD';
const FORM = 'write postgresql://user@host:5432/database';
const PARAMETERS = ['sslmode', 'sslrootcert', 'host'];
const parseSslMode = oneOf('disable', 'require', 'verify-ca', 'verify-full');

/**
 * Reads the address of the store from the text of --store, and what it leaves out from the environment: the password from
 * SPECMILL_STORE_PASSWORD, else from PGPASSWORD; PGHOST, PGPORT, PGUSER, PGDATABASE, PGSSLMODE and PGSSLROOTCERT for the
 * rest. Returns null for `sqlite`. Throws SettingError. Its message never contains what may be a password.
 */
export async function readStore(written: string, env: NodeJS.ProcessEnv): Promise<PostgresSettings | null> {
  if (written === 'sqlite') return null;
  const url = /^postgres(?:ql)?:\/\//.test(written) && URL.canParse(written) ? new URL(written) : null;
  if (url === null) throw new SettingError(`--store takes "sqlite" or the URL of a PostgreSQL database: ${FORM}`);
  if (url.password !== '')
    throw new SettingError(`--store must not contain a password, which other users could see. Set ${PASSWORD} instead`);
  checkParameters(url.searchParams);
  const host = url.searchParams.get('host') ?? (decode(url.hostname, 'host').replace(/^\[|\]$/g, '') || env['PGHOST']);
  const database = decode(url.pathname.slice(1), 'database') || env['PGDATABASE'];
  if (!host) throw new SettingError(`--store names no host: ${FORM}`);
  if (!database || database.includes('/')) throw new SettingError(`--store names no database: ${FORM}`);
  return {
    host,
    port: readPort(url.port || env['PGPORT']),
    database,
    user: decode(url.username, 'user') || env['PGUSER'] || userInfo().username,
    password: env[PASSWORD] || env['PGPASSWORD'] || null,
    tls: await readTls(host, url.searchParams, env),
  };
}

function checkParameters(parameters: URLSearchParams): void {
  for (const name of parameters.keys())
    if (!PARAMETERS.includes(name))
      throw new SettingError(`--store: unknown parameter "${name}". The parameters are ${PARAMETERS.join(', ')}`);
}

function decode(part: string, name: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new SettingError(`--store: the ${name} is not valid percent-encoding: ${FORM}`);
  }
}

function readPort(written: string | undefined): number {
  if (!written) return PORT;
  const port = Number(written);
  if (!/^\d{1,5}$/.test(written) || port === 0 || port > 65535)
    throw new SettingError('PGPORT takes a number from 1 to 65535');
  return port;
}

/** The default depends on the host: within this machine, no TLS; otherwise the certificate must be valid for the host. */
async function readTls(
  host: string,
  parameters: URLSearchParams,
  env: NodeJS.ProcessEnv,
): Promise<PostgresSettings['tls']> {
  const mode = readSslMode(
    parameters.get('sslmode') || env['PGSSLMODE'] || (isLocal(host) ? 'disable' : 'verify-full'),
  );
  if (mode === 'disable') return null;
  const file = parameters.get('sslrootcert') || env['PGSSLROOTCERT'] || null;
  const verifies = ({ require: 'nothing', 'verify-ca': 'authority', 'verify-full': 'host' } as const)[mode];
  return { verifies, ca: file === null ? null : await readAuthority(file) };
}

function readSslMode(written: string): ReturnType<typeof parseSslMode> {
  try {
    return parseSslMode(written);
  } catch (error) {
    throw new SettingError(`--store: sslmode ${error instanceof Error ? error.message : 'has a wrong value'}`);
  }
}

async function readAuthority(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new SettingError(`--store: cannot read the file of sslrootcert, ${file}: ${reasonOf(error)}`);
  }
}

function isLocal(host: string): boolean {
  return host.startsWith('/') || host === 'localhost' || (isIP(host) !== 0 && /^(?:127\.|::1$)/.test(host));
}
