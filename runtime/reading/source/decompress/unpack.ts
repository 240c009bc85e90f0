import { type LocalFile, type OpenedFile, openLocalFile } from '../disk/local-file.ts';
import { readFully } from '../disk/read-fully.ts';
import { type ByteInput, createFileInput, createStreamInput } from './byte-input.ts';

import { readHead } from './head.ts';
import { inflate } from './inflate.ts';
import { type Packing, packingOf } from './packing.ts';
import { readSingleFile } from './single-tar.ts';
import { BLOCK_BYTES, isTarHeader } from './tar-header.ts';
import { partReader, readEntry, readRange } from './read-entry.ts';
import { readZipEntry } from './zip-entry.ts';
import type { WorkbookPlace } from '../../../../compiler/workbooks.ts';
import { readSheet } from './read-sheet.ts';

/** A file on disk that is compressed or an archive. */
export interface PackedFile {
  handle: OpenedFile;
  packing: Packing;
  /** Size limit of the decompressed content, in bytes. */
  maxBytes: number;
  /** Called after each read with the number of compressed bytes that this read returned. */
  onRead?: (bytes: number) => void;
  /** Where the records are, if the file should be a workbook. Then its rows are the content. */
  workbook?: WorkbookPlace | undefined;
}

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
