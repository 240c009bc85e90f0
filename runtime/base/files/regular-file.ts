import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { sep } from 'node:path';

/** A file is not a regular file, is too large, or is a link that leads out of its folder. The message says which. */
export class NotRegularFile extends Error {
  override readonly name = 'NotRegularFile';
}

/**
 * Reads a regular file of at most `maxBytes` bytes whose real path is in the folder `within`. Never blocks, even if the
 * path names a pipe or a device. Throws NotRegularFile and the system's errors.
 */
export async function readRegularFile(
  path: string,
  { within, maxBytes }: { within: string; maxBytes: number },
): Promise<Uint8Array> {
  const real = await realpath(path);
  if (!real.startsWith(`${await realpath(within)}${sep}`))
    throw new NotRegularFile('it is a link that leads out of the folder');
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const file = await open(real, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new NotRegularFile('it is not a regular file');
    // One byte more than allowed shows that the file is too large, even if it has grown since.
    const buffer = Buffer.alloc(Math.min(stats.size, maxBytes) + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    if (bytesRead > maxBytes) throw new NotRegularFile(`it is larger than ${maxBytes} bytes`);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
