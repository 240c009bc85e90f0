import type { Client } from 'basic-ftp';
import { createConnectionPool, type ConnectionPool } from '../connection-pool.ts';
import type { RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { joinPath, nameOf, printable } from '../remote-path.ts';
import { wrapFtp } from './ftp-failure.ts';

const IDLE_MS = 15_000;

/** The connections to a server, and its root folder. */
export interface FtpServer {
  readonly pool: ConnectionPool<Client>;
  /** The time zone of the server's listings. */
  readonly timeZone: string;
  /** Opens a connection outside of the pool. The caller closes it. Throws ConnectorFailure. */
  connect(): Promise<Client>;
  /** Returns the absolute path on the server for a path that is relative to the root. */
  resolve(path: string): string;
}

/** The settings of an FtpServer, and the function that opens its connections. */
export interface FtpServerParts {
  readonly root: string;
  readonly timeZone: string;
  readonly maxConnections: number;
  connect(): Promise<Client>;
}

/** Creates the access to a server. Connections are opened when they are needed. */
export function createFtpServer({ root, timeZone, maxConnections, connect }: FtpServerParts): FtpServer {
  const pool = createConnectionPool<Client>({
    max: maxConnections,
    idleMs: IDLE_MS,
    open: connect,
    close: (client) => client.close(),
    isBroken: isClientBroken,
    hasEnded: (client) => client.closed,
  });
  const base = `/${root}`.replace(/\/+/g, '/').replace(/\/$/, '');
  return { pool, timeZone, connect, resolve: (path) => (path === '' ? base || '/' : `${base}/${path}`) };
}

/** Returns true if a connection cannot be used after this error. */
export function isClientBroken(error: unknown): boolean {
  return !(error instanceof ConnectorFailure) || error.isHostFailure || error.code === 'protocol_error';
}

/** Creates the folder and its missing parents. Throws ConnectorFailure if the connection fails. */
export async function createFolders({ resolve }: FtpServer, client: Client, folder: string): Promise<void> {
  let path = '';
  for (const name of folder.split('/').filter((part) => part !== '')) {
    path = joinPath(path, name);
    // The reply is the same if the folder exists and if the server refuses to create it. A later command fails then.
    await wrapFtp(path, client.sendIgnoringError(`MKD ${resolve(path)}`));
  }
}

/** Returns the attributes of a file. The version consists of the size and the time of the last change. */
export function toRemoteFile(path: string, size: number, modified: Date | null): RemoteFile {
  const time = modified === null ? null : modified.toISOString();
  return { path, name: nameOf(path), size, modified: time, version: `${size}-${time ?? 'unknown'}` };
}

/** Creates the failure of a file that changed while it was read. */
export function createChangedFailure(path: string): ConnectorFailure {
  return new ConnectorFailure('source_changed', `"${printable(path)}" changed while it was read.`);
}
