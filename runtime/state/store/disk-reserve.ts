import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../base/files/data-folder.ts';

/** Size of the reserve in bytes. It is enough for the few database pages that record the end of a run. */
const RESERVE_BYTES = 1024 * 1024;

/** Reserved disk space. It is freed when the disk is full, so that a run can still be cancelled. */
export interface DiskReserve {
  /**
   * Reserves the disk space, unless it is already reserved. If that is not possible, for example on a full disk,
   * reserves nothing and does not throw.
   */
  fill(): Promise<void>;
  /** Frees the reserved disk space. */
  free(): Promise<void>;
}

/** Creates the reserve of a data folder. The reserve is the file `reserve` in that folder. */
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
