import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../files/data-folder.ts';

/** Enough for the few pages that record the end of a run. */
const RESERVE_BYTES = 1024 * 1024;

/** Disk space that is set aside, so that a run can still be cancelled when the disk is full. */
export interface DiskReserve {
  /** Sets the space aside if it is not. Does nothing if there is none. */
  fill(): Promise<void>;
  /** Frees the reserved disk space. */
  free(): Promise<void>;
}

/** Creates the reserve of a data folder, which is the file `reserve`. */
export function createDiskReserve(folder: string): DiskReserve {
  const path = join(folder, 'reserve');
  const free = (): Promise<void> => rm(path, { force: true });
  return {
    free,
    async fill() {
      const size = await stat(path).then(
        (found) => found.size,
        () => 0,
      );
      if (size !== RESERVE_BYTES)
        await writeFile(path, Buffer.alloc(RESERVE_BYTES), { mode: PRIVATE_FILE }).catch(free);
    },
  };
}
