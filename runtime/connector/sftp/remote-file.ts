import type ssh2 from 'ssh2';
import type { RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { nameOf, printable } from '../remote-path.ts';
import { callSftp } from './session.ts';

/**
 * Returns the attributes of the file or folder at an absolute path on the server. Returns null if there is none. Throws
 * ConnectorFailure.
 */
export async function statOrNull(sftp: ssh2.SFTPWrapper, path: string): Promise<ssh2.Stats | null> {
  try {
    return await callSftp<ssh2.Stats>(path, (done) => sftp.stat(path, done));
  } catch (error) {
    if (error instanceof ConnectorFailure && error.code === 'not_found') return null;
    throw error;
  }
}

/**
 * Renames the file `from` to `to`, and replaces an existing file at `to`. The server does this in one step if it has
 * OpenSSH's extension for it. Otherwise the existing file is removed first. Throws ConnectorFailure.
 */
export async function replaceFile(sftp: ssh2.SFTPWrapper, from: string, to: string): Promise<void> {
  try {
    await callSftp<void>(to, (done) => sftp.ext_openssh_rename(from, to, done));
  } catch (error) {
    if (!(error instanceof ConnectorFailure && error.code === 'not_supported')) throw error;
    if ((await statOrNull(sftp, to)) !== null) await callSftp<void>(to, (done) => sftp.unlink(to, done));
    await callSftp<void>(to, (done) => sftp.rename(from, to, done));
  }
}

/** Returns the attributes of a file. The version consists of the size and the time of the last change in seconds. */
export function toRemoteFile(path: string, { size, mtime }: { size: number; mtime: number }): RemoteFile {
  return {
    path,
    name: nameOf(path),
    size,
    modified: new Date(mtime * 1000).toISOString(),
    version: `${size}-${mtime}`,
  };
}

/**
 * Throws ConnectorFailure with the code `source_changed` if a file has another version than `expected`. Does nothing if
 * `expected` is undefined.
 */
export function checkVersion(file: RemoteFile, expected: string | undefined): void {
  if (expected !== undefined && file.version !== expected) throw createChangedFailure(file);
}

/** Creates the failure of a file that changed while it was read. */
export function createChangedFailure({ path }: RemoteFile): ConnectorFailure {
  return new ConnectorFailure('source_changed', `"${printable(path)}" changed while it was read.`);
}
