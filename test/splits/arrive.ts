import { open } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { type Growth, makeGrowth, tellBroken, tellGrown, tellWhole } from '../../runtime/source/disk/file-progress.ts';

/** A file that is written while others read it. */
export interface Arriving {
  growth: Growth;
  over: Promise<void>;
}

/** Writes a file at `path` piece by piece, and tells each; it breaks off before `breaksAt`. When this resolves the file is there, and empty. */
export async function arrive(
  path: string,
  bytes: Uint8Array,
  { piece, breaksAt = Infinity }: { piece: number; breaksAt?: number },
): Promise<Arriving> {
  const growth = makeGrowth();
  const handle = await open(path, 'w');
  async function write(): Promise<void> {
    try {
      for (let at = 0; at < bytes.length; at += piece) {
        if (at >= breaksAt) return tellBroken(growth);
        await handle.write(bytes.subarray(at, at + piece));
        tellGrown(growth, Math.min(at + piece, bytes.length));
        await turn();
      }
      tellWhole(growth, bytes.length);
    } finally {
      await handle.close();
    }
  }
  return { growth, over: write() };
}
