import { randomBytes } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import type { LineTarget } from './ndjson.ts';

/**
 * Lines into a file. They are written beside it, into a hidden `….partial`, which takes the file's name
 * when all is written: what stands under the name is always whole, and what stood there before stays
 * until then. A device or a named pipe is written straight. Throws the system's errors.
 */
export async function openLineFile(path: string): Promise<LineTarget> {
  const existing = await stat(path).catch(ignoreMissing);
  if (existing !== null && !existing.isFile())
    return toTarget(
      await open(path, 'w'),
      async () => {},
      async () => {},
    );
  const final = existing === null ? path : await realpath(path);
  const partial = join(dirname(final), `.${basename(final)}.${randomBytes(4).toString('hex')}.partial`);
  const handle = await open(partial, 'wx');
  if (existing !== null) await handle.chmod(existing.mode & 0o7777);
  return toTarget(
    handle,
    () => rename(partial, final),
    () => rm(partial, { force: true }),
  );
}

/** Lines into a stream, at the pace of its reader. Throws its errors (EPIPE: the reader has gone). */
export function createStreamTarget(stream: Writable): LineTarget {
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve()))),
    finish: async () => {},
    discard: async () => {},
  };
}

function toTarget(handle: FileHandle, show: () => Promise<void>, remove: () => Promise<void>): LineTarget {
  return {
    // Where the file stands: offsets would be refused by a pipe.
    write: (bytes) => writeAll(handle, bytes),
    async finish() {
      await handle.close();
      await show();
    },
    async discard() {
      await handle.close();
      await remove();
    },
  };
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at, bytes.length - at, null)).bytesWritten;
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}
