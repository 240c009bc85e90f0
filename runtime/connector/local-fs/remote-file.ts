import type { BigIntStats } from 'node:fs';
import type { RemoteFile } from '../connector.ts';
import { nameOf } from '../remote-path.ts';

/** Describes a file. Its version is size, time in nanoseconds and inode: a replaced file differs in at least one. */
export function toRemoteFile(path: string, { size, mtimeNs, mtimeMs, ino }: BigIntStats): RemoteFile {
  const modified = new Date(Number(mtimeMs)).toISOString();
  return { path, name: nameOf(path), size: Number(size), modified, version: `${size}-${mtimeNs}-${ino}` };
}
