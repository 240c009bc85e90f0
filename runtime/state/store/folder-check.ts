import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../base/files/data-folder.ts';
import { asDiskFull, DiskFull } from '../../base/model/disk-full.ts';
import { DataFolderLost } from './folder-failures.ts';

/** Why no data can be stored now. */
export type StoreProblem =
  | 'data_folder_lost'
  | 'disk_full'
  | 'storage_failed'
  | 'store_unavailable'
  | 'files_unavailable';

/** Checks whether the data folder can still be used. */
export interface FolderCheck {
  /**
   * Throws DataFolderLost if the file is no longer the one that it was, because it was deleted or replaced.
   */
  check(): Promise<void>;
  /**
   * Checks whether data can be stored now: calls check() and writes a small file. Returns null if data can be stored,
   * otherwise the reason why not.
   */
  findProblem(): Promise<StoreProblem | null>;
}

/** Creates the check of a data folder. `file` is a file in it that exists now. Throws the system's errors. */
export async function createFolderCheck(folder: string, file: string): Promise<FolderCheck> {
  const identify = async (): Promise<string> => {
    const { dev, ino } = await stat(file, { bigint: true });
    return `${dev} ${ino}`;
  };
  const opened = await identify();
  async function check(): Promise<void> {
    if ((await identify().catch(() => null)) !== opened) throw new DataFolderLost();
  }
  return {
    check,
    async findProblem() {
      try {
        await check();
        await writeProbe(join(folder, 'probe'));
        return null;
      } catch (error) {
        if (error instanceof DataFolderLost) return 'data_folder_lost';
        return asDiskFull(error) instanceof DiskFull ? 'disk_full' : 'storage_failed';
      }
    },
  };
}

/** Joins checks: the first problem counts. */
export function joinChecks(checks: readonly FolderCheck[]): FolderCheck {
  return {
    async check() {
      for (const { check } of checks) await check();
    },
    async findProblem() {
      for (const { findProblem } of checks) {
        const problem = await findProblem();
        if (problem !== null) return problem;
      }
      return null;
    },
  };
}

const PROBE_BYTES = 4096;

async function writeProbe(path: string): Promise<void> {
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES), { mode: PRIVATE_FILE, flush: true });
  } finally {
    await rm(path, { force: true });
  }
}
