import type { BigIntStats } from 'node:fs';
import type { RemoteFile } from '../connector.ts';
import { nameOf } from '../remote-path.ts';

/**
 * Describes a file. Its version is made of the size, the time of the last change in nanoseconds, and the inode. At
 * least one of them differs if the file was replaced.
 */
export function toRemoteFile(path: string, { size, mtimeNs, mtimeMs, ino }: BigIntStats): RemoteFile {
  const modified = new Date(Number(mtimeMs)).toISOString();
  return { path, name: nameOf(path), size: Number(size), modified, version: `${size}-${mtimeNs}-${ino}` };
}
