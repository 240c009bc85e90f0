import type { OpenedFile } from '../disk/local-file.ts';
import { type ByteInput, createFileInput, createStreamInput } from './byte-input.ts';
import { readHead } from './head.ts';
import { inflate } from './inflate.ts';
import { partReader, readEntry, readRange } from './read-entry.ts';
import { readSheet } from './read-sheet.ts';
import { readSingleFile } from './single-tar.ts';
import { BLOCK_BYTES, isTarHeader } from './tar-header.ts';
import type { PackedFile } from './packed-file.ts';
import { readZipEntry } from './zip-entry.ts';

/** Yields the decompressed content of a file, or of the single file in an archive. Throws like unpack(). */
export async function* unpackContent(file: PackedFile): AsyncGenerator<Uint8Array> {
  const { handle, packing, maxBytes, onRead } = file;
  if (file.workbook !== undefined) return yield* readSheet(file, file.workbook);
  if (packing === 'zip') return yield* unpackZip(file);
  if (packing === 'tar') return yield* readSingleFile((reading) => createTarInput(handle, reading, onRead));
  const { head, chunks } = await readHead(inflate({ chunks: readRange(file), method: packing, maxBytes }), BLOCK_BYTES);
  if (!isTarHeader(head)) return yield* chunks;
  // A generator that has not started would not close the stream.
  await chunks.next();
  await chunks.return(undefined);
  yield* readSingleFile((reading) =>
    createStreamInput(
      inflate({ chunks: readRange(reading === 'LIST' ? { handle } : file), method: packing, maxBytes }),
    ),
  );
}

function createTarInput(
  handle: OpenedFile,
  reading: 'LIST' | 'CONTENT',
  onRead: PackedFile['onRead'],
): ByteInput & { close(): Promise<void> } {
  return { ...createFileInput(handle, reading === 'LIST' ? undefined : onRead), close: async () => {} };
}

async function* unpackZip(file: PackedFile): AsyncGenerator<Uint8Array> {
  const { size } = await file.handle.stat();
  yield* readEntry(file, await readZipEntry(partReader(file.handle), size));
}
