import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The size of the disk. */
export const DISK_MIB = 48;

/** A small disk. */
export interface Disk {
  folder: string;
  /** Fills the disk, except for `left` bytes. */
  fill(left: number): void;
  /** Removes the ballast. */
  free(): void;
  remove(): void;
}

/** Mounts a small tmpfs. Returns null if the user may not do that, and throws in CI. */
export function mountDisk(): Disk | null {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmdirSync(folder);
    if (process.env['CI']) throw error;
    return null;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill(left) {
      const file = openSync(ballast, 'a');
      try {
        for (const block of [Buffer.alloc(1 << 20), Buffer.alloc(4096)])
          while (room(folder) > left + block.length) writeSync(file, block);
        while (left === 0) writeSync(file, Buffer.alloc(4096));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', [folder]);
      rmdirSync(folder);
    },
  };
}

function room(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
