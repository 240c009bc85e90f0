import { statfs } from 'node:fs/promises';

/** The space of the disk that contains a folder, in bytes. */
export interface DiskSpace {
  /** What processes without special rights can still use. */
  freeBytes: number;
  totalBytes: number;
}

/** Returns the space of the disk that contains `folder`. Throws the system's errors. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
