import type { OpenedFile } from './local-file.ts';

/**
 * Reads `byteLength` bytes from `byteOffset` on. Returns fewer bytes if the file ends before. The buffer is new, so the
 * caller may change or store it.
 */
export async function readFully(
  handle: Pick<OpenedFile, 'read'>,
  byteOffset: number,
  byteLength: number,
): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(byteLength);
  let length = 0;
  while (length < byteLength) {
    const { bytesRead } = await handle.read(bytes, length, byteLength - length, byteOffset + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}
