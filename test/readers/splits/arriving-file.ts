import { open } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import {
  type FileProgress,
  createFileProgress,
  notifyAborted,
  notifyWritten,
  notifyComplete,
} from '../../../runtime/reading/source/disk/file-progress.ts';

/** A file that is written while others read it. */
export interface ArrivingFile {
  fileProgress: FileProgress;
  over: Promise<void>;
}

/**
 * Writes a file at `path` in pieces and announces each. Aborts before `breaksAt`. Resolves once the file exists, still
 * empty.
 */
export async function writeArrivingFile(
  path: string,
  bytes: Uint8Array,
  { piece, breaksAt = Infinity }: { piece: number; breaksAt?: number },
): Promise<ArrivingFile> {
  const fileProgress = createFileProgress();
  const handle = await open(path, 'w');
  async function write(): Promise<void> {
    try {
      for (let at = 0; at < bytes.length; at += piece) {
        if (at >= breaksAt) return notifyAborted(fileProgress);
        await handle.write(bytes.subarray(at, at + piece));
        notifyWritten(fileProgress, Math.min(at + piece, bytes.length));
        await turn();
      }
      notifyComplete(fileProgress, bytes.length);
    } finally {
      await handle.close();
    }
  }
  return { fileProgress, over: write() };
}
