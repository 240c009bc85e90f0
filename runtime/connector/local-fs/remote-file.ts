import type { BigIntStats } from 'node:fs';
import type { RemoteFile } from '../connector.ts';
import { nameOf } from '../remote-path.ts';

/**
 * Returns the attributes of a file. The version consists of the size, the time of the last change in nanoseconds, and
 * the inode, so that writing or replacing the file changes the version.
 */
export function toRemoteFile(path: string, { size, mtimeNs, mtimeMs, ino }: BigIntStats): RemoteFile {
  const modified = new Date(Number(mtimeMs)).toISOString();
  return { path, name: nameOf(path), size: Number(size), modified, version: `${size}-${mtimeNs}-${ino}` };
}
