import { type LocalFile, openLocalFile } from '../disk/local-file.ts';
import { readFully } from '../disk/read-fully.ts';
import type { PackedFile } from './packed-file.ts';
import { type Packing, packingOf } from './packing.ts';
import { BLOCK_BYTES } from './tar-header.ts';

/** Returns how a file on disk is packed; null if it is not. Throws the system's error. */
export async function packingOfFile(file: LocalFile): Promise<Packing | null> {
  const handle = await openLocalFile(file);
  try {
    return packingOf(await readFully(handle, 0, BLOCK_BYTES));
  } finally {
    await handle.close();
  }
}

/**
 * Yields the decompressed content of a file, or of the single file in an archive. Throws a RunFailure:
 * `decompression_failed` if the file is damaged, or an archive does not contain exactly one file,
 * `decompressed_too_large` if its content exceeds a limit.
 */
export async function* unpack(file: PackedFile): AsyncGenerator<Uint8Array> {
  // Loaded only when needed: archives and workbooks are a sixth of the code with which a command starts.
  const { unpackContent } = await import('./unpack-content.ts');
  yield* unpackContent(file);
}
