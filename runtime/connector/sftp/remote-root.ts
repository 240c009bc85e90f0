import type { ConnectionPool } from '../connection-pool.ts';
import type { SftpSession } from './connect.ts';

/** The root folder of a connector on a server, and the pool of connections to the server. */
export interface RemoteRoot {
  readonly path: string;
  readonly pool: ConnectionPool<SftpSession>;
  /** Returns the absolute path on the server for a path that is relative to the root. */
  resolve(path: string): string;
}

/** Creates a RemoteRoot for the folder with this absolute path on the server. Does not create the folder. */
export function createRemoteRoot(path: string, pool: ConnectionPool<SftpSession>): RemoteRoot {
  return { path, pool, resolve: (below) => (below === '' ? path : `${path.replace(/\/$/, '')}/${below}`) };
}
