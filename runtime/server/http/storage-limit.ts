import { type DiskSpace, readDiskSpace } from '../../base/files/disk-space.ts';
import { DiskFull } from '../../base/model/disk-full.ts';
import { Problem } from './problem.ts';

/** The disk space that the service never uses. */
export interface StorageLimit {
  /** Returns the free space of the disk in bytes. */
  freeBytes(): Promise<number>;
  /** Returns true if the free space is below the limit. */
  isReached(): Promise<boolean>;
  /** Throws a Problem (507) if the free space is below the limit. */
  check(): Promise<void>;
  /** Throws DiskFull if the free space is below the limit: a run then pauses. */
  checkForRun(): Promise<void>;
  /** Returns the same chunks. Throws a Problem (507) as soon as the free space is below the limit. */
  guard(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** The default limit: 1 GiB, but at most 5 % of the disk. */
const DEFAULT_BYTES = 1024 ** 3;
const DEFAULT_SHARE = 0.05;
/** How long a measurement is used, in milliseconds. A fast network delivers about 100 MB in this time. */
const FRESH_MS = 100;

/**
 * Creates the limit for the disk of `folder`. `minFreeBytes` is the space that remains free; null selects the default.
 */
export function createStorageLimit(
  folder: string,
  minFreeBytes: number | null,
  readSpace: (folder: string) => Promise<DiskSpace> = readDiskSpace,
): StorageLimit {
  let measured: { at: number; space: Promise<DiskSpace> } | null = null;
  const measure = (): Promise<DiskSpace> => {
    const now = performance.now();
    if (measured === null || now - measured.at > FRESH_MS) measured = { at: now, space: readSpace(folder) };
    return measured.space;
  };
  const isReached = async (): Promise<boolean> => {
    const space = await measure().catch(() => null);
    // If the folder is gone, writing into it reports a clearer error.
    if (space === null) return false;
    const { freeBytes, totalBytes } = space;
    return freeBytes < (minFreeBytes ?? Math.min(DEFAULT_BYTES, totalBytes * DEFAULT_SHARE));
  };
  const check = async (): Promise<void> => {
    if (await isReached())
      throw new Problem('insufficient_storage', 'the disk of the data folder is nearly full. Nothing was stored');
  };
  return {
    freeBytes: async () => (await measure()).freeBytes,
    isReached,
    check,
    async checkForRun() {
      if (await isReached()) throw new DiskFull();
    },
    async *guard(chunks) {
      for await (const chunk of chunks) {
        if (measured === null || performance.now() - measured.at > FRESH_MS) await check();
        yield chunk;
      }
    },
  };
}
