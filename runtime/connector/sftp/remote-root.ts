import type ssh2 from 'ssh2';
import type { ConnectionPool } from '../connection-pool.ts';
import { ConnectorFailure } from '../failure.ts';
import { joinPath, printable } from '../remote-path.ts';
import type { SftpSession } from './connect.ts';
import { callSftp } from './session.ts';

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

/**
 * Checks that the real path of a file or folder is the root or below it, so that a symbolic link on the server cannot
 * lead out of the root. Throws ConnectorFailure: `invalid_path` if it is not, `not_found` if there is none. A server that
 * does not resolve links in SSH_FXP_REALPATH is the only one that decides where they lead.
 */
export async function checkBelowRoot(sftp: ssh2.SFTPWrapper, { path: root, resolve }: Resolved, path: string) {
  // Both requests are sent at once, so that they take the time of one.
  const [real, top] = await Promise.all([resolvePath(sftp, resolve(path), path), resolvePath(sftp, root, '')]);
  if (real !== top && !real.startsWith(top.endsWith('/') ? top : `${top}/`)) {
    throw new ConnectorFailure('invalid_path', `"${printable(path)}" leads out of the root of the integration.`);
  }
}

type Resolved = Pick<RemoteRoot, 'path' | 'resolve'>;

/** Returns false where checkBelowRoot() throws because of a link. Throws all other failures. */
export async function isBelowRoot(sftp: ssh2.SFTPWrapper, root: Resolved, path: string): Promise<boolean> {
  try {
    await checkBelowRoot(sftp, root, path);
    return true;
  } catch (error) {
    // A link to nothing is not_found; some servers report a circle of links as a failure.
    if (error instanceof ConnectorFailure && NO_FILE.has(error.code)) return false;
    throw error;
  }
}

const NO_FILE: ReadonlySet<string> = new Set(['invalid_path', 'not_found', 'permission_denied', 'protocol_error']);

function resolvePath(sftp: ssh2.SFTPWrapper, absolute: string, path: string): Promise<string> {
  return callSftp<string>(path, (done) => sftp.realpath(absolute, done));
}

/**
 * Creates the folder `folder` below the root, and its missing parents. Throws ConnectorFailure, with the code
 * `invalid_path` if a link leads out of the root.
 */
export async function createFolders(sftp: ssh2.SFTPWrapper, root: Resolved, folder: string): Promise<void> {
  let path = '';
  for (const name of folder.split('/').filter((part) => part !== '')) {
    path = joinPath(path, name);
    if (await isFolder(sftp, root, path)) continue;
    try {
      await callSftp<void>(path, (done) => sftp.mkdir(root.resolve(path), done));
    } catch (error) {
      // Another connection may have created the folder in the meantime.
      if (!(await isFolder(sftp, root, path))) throw error;
    }
  }
}

async function isFolder(sftp: ssh2.SFTPWrapper, root: Resolved, path: string): Promise<boolean> {
  try {
    const stats = await callSftp<ssh2.Stats>(path, (done) => sftp.lstat(root.resolve(path), done));
    if (!stats.isSymbolicLink()) return stats.isDirectory();
    await checkBelowRoot(sftp, root, path);
    return (await callSftp<ssh2.Stats>(path, (done) => sftp.stat(root.resolve(path), done))).isDirectory();
  } catch (error) {
    if (error instanceof ConnectorFailure && error.code === 'not_found') return false;
    throw error;
  }
}
