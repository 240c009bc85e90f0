import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { userInfo } from 'node:os';
import { type DatabaseDriver, DEFAULT_PORTS } from '../../base/database/settings.ts';
import { reasonOf } from '../../base/files/error-reason.ts';
import type { PieceDestination } from '../../pieces/destination.ts';
import { UsageError } from '../command-line/failures.ts';

const PASSWORD = 'SPECMILL_DATABASE_PASSWORD';
const FORM = 'write "postgresql://USER@HOST/DATABASE?table=T", or mariadb://…';
const PARAMETERS = ['table', 'schema', 'key', 'sslmode', 'sslrootcert'];

/**
 * Reads the URL of a table. Within this machine there is no TLS by default; otherwise the certificate must be valid for the
 * host. Throws UsageError, whose message never contains what may be a password.
 */
export async function readTable(written: string, env: NodeJS.ProcessEnv): Promise<PieceDestination> {
  const url = URL.canParse(written) ? new URL(written) : null;
  if (url === null || url.hostname === '') throw new UsageError('--to is no URL of a table', FORM);
  if (url.password !== '')
    throw new UsageError(`--to must not contain a password, which other users could see`, `set ${PASSWORD}`);
  const { searchParams } = url;
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--to: unknown parameter "${unknown}"`, `the parameters are ${PARAMETERS.join(', ')}`);
  const [table, database] = [searchParams.get('table'), decodeURIComponent(url.pathname.slice(1))];
  if (!table || database === '') throw new UsageError('--to names no database, or no table', FORM);
  const driver: DatabaseDriver = url.protocol === 'mariadb:' ? 'mariadb' : 'postgresql';
  const host = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '');
  const key = searchParams.get('key');
  return {
    kind: 'table',
    table,
    key: key === null ? null : key.split(','),
    database: {
      driver,
      host,
      address: host,
      port: url.port === '' ? DEFAULT_PORTS[driver] : Number(url.port),
      database,
      schema: searchParams.get('schema'),
      ssl: await readSsl(host, searchParams),
      username: decodeURIComponent(url.username) || userInfo().username,
      password: env[PASSWORD] ?? '',
    },
  };
}

async function readSsl(host: string, parameters: URLSearchParams): Promise<{ ca?: string } | null> {
  const mode = parameters.get('sslmode') ?? (isLocal(host) ? 'disable' : 'verify-full');
  if (mode !== 'disable' && mode !== 'verify-full')
    throw new UsageError('--to: sslmode takes disable or verify-full', 'verify-full is the default for other machines');
  if (mode === 'disable') return null;
  const file = parameters.get('sslrootcert');
  if (file === null) return {};
  return readFile(file, 'utf8').then(
    (ca) => ({ ca }),
    (error: unknown) => {
      throw new UsageError(`--to: cannot read the file of sslrootcert, ${file}: ${reasonOf(error)}`);
    },
  );
}

function isLocal(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && /^(?:127\.|::1$)/.test(host));
}
