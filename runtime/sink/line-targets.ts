import { chmod, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { partialPathOf, removeAbandonedPartials } from '../base/files/partial-file.ts';
import type { HeldMessages } from '../base/model/held-messages.ts';

/** A destination for lines: a file, or a stream such as standard output. */
export interface LineTarget {
  /**
   * Writes all bytes, in order. The caller may overwrite them after the promise has resolved. `position` is the offset of
   * the first byte. A stream ignores it.
   */
  write(bytes: readonly Uint8Array[], position?: number): Promise<void>;
  /**
   * Lets another thread write the messages that it holds, from the offset `position` on. Other writes may be in progress.
   * Absent for a stream or a device.
   */
  writeHeld?(held: HeldMessages, position: number): Promise<void>;
  /** Completes the output. A file becomes visible under its name. */
  finish(): Promise<void>;
  /** Discards the output. A stream cannot do that, and does nothing. */
  discard(): Promise<void>;
}

const OWNER_WRITES = 0o200;

/**
 * Opens a file for writing lines. They are written to a hidden `….partial` file in the same folder. finish() renames it
 * to `path`, so an incomplete file is never visible under that name. First removes such files of the same path that a
 * killed process has left. A device or named pipe is written directly. Throws the system's errors.
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
  await removeAbandonedPartials(final);
  const partial = partialPathOf(final);
  const handle = await open(partial, 'wx');
  // Other threads open the file for writing, so the owner may write it until it is complete.
  if (existing !== null) await handle.chmod((existing.mode & 0o7777) | OWNER_WRITES);
  return {
    ...toTarget(
      handle,
      async () => {
        if (existing !== null && (existing.mode & OWNER_WRITES) === 0) await chmod(partial, existing.mode & 0o7777);
        await rename(partial, final);
      },
      () => rm(partial, { force: true }),
    ),
    write: (parts, position) => writeAll(handle, parts, position ?? null),
    writeHeld: async (held, position) => void (await held.write(partial, position, false)),
  };
}

/**
 * Creates a target that writes lines to a stream, as fast as the stream is read. write() throws the stream's errors;
 * the code is EPIPE if the reader has closed it.
 */
export function createStreamTarget(stream: Writable): LineTarget {
  return {
    write: async (parts) => {
      for (const bytes of parts)
        await new Promise<void>((resolve, reject) =>
          stream.write(bytes, (error) => (error ? reject(error) : resolve())),
        );
    },
    finish: async () => {},
    discard: async () => {},
  };
}

function toTarget(handle: FileHandle, show: () => Promise<void>, remove: () => Promise<void>): LineTarget {
  return {
    // The bytes are written at the current position, because a pipe does not accept offsets.
    write: (parts) => writeAll(handle, parts, null),
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

/** Writes all bytes from the offset `position` on; null: at the current position. */
async function writeAll(handle: FileHandle, parts: readonly Uint8Array[], position: number | null): Promise<void> {
  let rest = parts;
  let at = position;
  while (rest.length > 0) {
    const { bytesWritten } = at === null ? await handle.writev(rest) : await handle.writev(rest, at);
    rest = skipBytes(rest, bytesWritten);
    if (at !== null) at += bytesWritten;
  }
}

/** Returns the parts without their first `count` bytes. */
function skipBytes(parts: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let left = count;
  for (const [index, part] of parts.entries()) {
    if (part.length > left) return [part.subarray(left), ...parts.slice(index + 1)];
    left -= part.length;
  }
  return [];
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}
