import type { ConnectionPool } from '../connection-pool.ts';
import type { SftpSession } from './connect.ts';

/** The root folder on a server, and the connections to it. */
export interface RemoteRoot {
  readonly path: string;
  readonly pool: ConnectionPool<SftpSession>;
  /** Returns the path on the server of a path below the root. */
  resolve(path: string): string;
}

/** Creates the root folder. `path` is absolute on the server. */
export function createRemoteRoot(path: string, pool: ConnectionPool<SftpSession>): RemoteRoot {
  return { path, pool, resolve: (below) => (below === '' ? path : `${path.replace(/\/$/, '')}/${below}`) };
}

/** Returns a function that calls `work` the first time only. */
export function once<A>(work: (argument: A) => void): (argument: A) => void {
  let isDone = false;
  return (argument) => {
    if (isDone) return;
    isDone = true;
    work(argument);
  };
}
