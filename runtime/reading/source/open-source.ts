import { randomUUID, createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isPackingDecided, packingOf } from './decompress/packing.ts';
import { readHead } from './decompress/head.ts';
import { BLOCK_BYTES, isTarHeader } from './decompress/tar-header.ts';
import { type Arrival, openArrivingSource, openFileSource } from './file-source.ts';
import type { FileBlocks } from './disk/file-blocks.ts';
import { type LocalFile, openLocalFile } from './disk/local-file.ts';
import { failIncomplete, waitForBytes } from './disk/file-progress.ts';
import { checkSize, inflate } from './decompress/inflate.ts';
import { PRIVATE_FILE } from '../../base/files/data-folder.ts';
import type { Source } from './contract.ts';
import { openStdinSource } from './stdin-source.ts';
import type { PackedFile } from './decompress/packed-file.ts';
import { packingOfFile, unpack } from './decompress/unpack.ts';
import type { WorkbookPlace } from '../../../compiler/workbooks.ts';

/** The options to open a source. */
export interface OpenOptions {
  /** The name of the file in results. Default: the last part of `path`. */
  fileName?: string;
  /** Size limit of the decompressed content of a compressed file, in bytes. */
  maxBytes: number;
  /** Whether some bytes of the file are no text (SpecInfo.isBinary), so that it is read as it is. Default: false. */
  isBinary?: boolean | undefined;
  /** Where the records are (SpecInfo.workbook) if the file should be a workbook. Its content is the rows of that sheet. */
  workbook?: WorkbookPlace | undefined;
  /** Whether to compute the hash. If false, sha256() returns null. Default: true. */
  hashes?: boolean;
  /** The blocks of a local copy of an object. */
  blocks?: FileBlocks | undefined;
  /** The whole file, if it is in memory. */
  content?: Uint8Array | undefined;
}

/** Opens a file on disk or in memory. If it is compressed, the source yields its decompressed content. Throws the system's error. */
export async function openSource(
  path: string,
  { fileName, maxBytes, isBinary = false, workbook, hashes = true, blocks, content }: OpenOptions,
): Promise<Source> {
  if (content !== undefined) {
    const source = openMemorySource(content, { fileName: fileName ?? basename(path), hashes });
    const packing = workbook !== undefined ? 'zip' : isBinary ? null : packingOf(content);
    return packing === null ? source : unpackFile(source, { file: { path, content }, packing, maxBytes, workbook });
  }
  const source = await openFileSource(path, fileName, { hashes, blocks });
  // A source of unknown size is a named pipe, which can only be read as a stream.
  if (isBinary) return source;
  if (source.totalBytes === null) return unpackStream(source, maxBytes, workbook);
  if (workbook !== undefined) return unpackFile(source, { file: { path, blocks }, packing: 'zip', maxBytes, workbook });
  const packing = await packingOfFile({ path, blocks }).catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  return packing === null ? source : unpackFile(source, { file: { path, blocks }, packing, maxBytes });
}

/**
 * Opens a file that is still being received. If it is compressed, the source yields its decompressed content. Waits for
 * the first bytes, or for the whole file if it is a zip archive. Throws FileIncomplete if the upload fails, and the
 * system's error.
 */
export async function openArriving(
  arrival: Arrival,
  { maxBytes, isBinary = false, workbook }: Pick<OpenOptions, 'maxBytes' | 'isBinary' | 'workbook'>,
): Promise<Source> {
  const { path, fileProgress } = arrival;
  await waitForBytes(fileProgress, BLOCK_BYTES);
  const source = await openArrivingSource(arrival);
  if (isBinary) return source;
  if (workbook !== undefined) {
    await waitForBytes(fileProgress, Infinity);
    return unpackFile(source, { file: { path }, packing: 'zip', maxBytes, workbook });
  }
  const packing = await packingOfFile({ path }).catch(async (error: unknown) => {
    await source.close();
    return failIncomplete(fileProgress, error);
  });
  if (packing === null) return source;
  if (packing !== 'zip' && packing !== 'tar') return unpackStream(source, maxBytes);
  // Only its end says what an archive contains, so the whole archive must be there.
  await waitForBytes(fileProgress, Infinity);
  return unpackFile(source, { file: { path }, packing, maxBytes });
}

/**
 * Opens standard input. If it is compressed, the source yields its decompressed content. Throws an error with the code
 * EISDIR for a folder.
 */
export function openStandardInput({ maxBytes, isBinary = false, workbook, hashes }: OpenOptions): Source {
  const source = openStdinSource({ hashes });
  return isBinary ? source : unpackStream(source, maxBytes, workbook);
}

function unpackFile(
  source: Source,
  { file, ...packed }: { file: LocalFile } & Pick<PackedFile, 'packing' | 'maxBytes' | 'workbook'>,
): Source {
  let bytesRead = 0;
  return {
    fileName: source.fileName,
    totalBytes: source.totalBytes,
    bytesRead: () => bytesRead,
    async *chunks(byteOffset, signal) {
      const handle = await openLocalFile(file);
      try {
        const content = unpack({ ...packed, handle, onRead: (bytes) => (bytesRead += bytes) });
        for await (const chunk of skip(content, byteOffset)) {
          signal?.throwIfAborted();
          yield chunk;
        }
      } finally {
        await handle.close();
      }
    },
    sha256: () => source.sha256(),
    close: () => source.close(),
  };
}

/** Yields the chunks without their first `bytes` bytes. */
async function* skip(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of chunks) {
    if (chunk.length > left) yield left === 0 ? chunk : chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/**
 * Wraps a source. If its first bytes show that it is compressed, chunks() yields the decompressed content. chunks()
 * throws a RunFailure if the data is damaged or its content is larger than `maxBytes` bytes.
 */
export function unpackStream(source: Source, maxBytes: number, workbook?: WorkbookPlace): Source {
  return {
    fileName: source.fileName,
    totalBytes: source.totalBytes,
    bytesRead: () => source.bytesRead(),
    async *chunks(byteOffset, signal) {
      if (workbook !== undefined)
        return yield* unpackSpooled(source.chunks(byteOffset, signal), { packing: 'zip', maxBytes, workbook });
      const { head, chunks } = await readHead(source.chunks(byteOffset, signal), BLOCK_BYTES, isPackingDecided);
      const packing = packingOf(head);
      if (packing === null) yield* chunks;
      else if (packing === 'zip' || packing === 'tar') yield* unpackSpooled(chunks, { packing, maxBytes });
      else {
        const content = await readHead(inflate({ chunks, method: packing, maxBytes }), BLOCK_BYTES);
        if (isTarHeader(content.head)) yield* unpackSpooled(content.chunks, { packing: 'tar', maxBytes });
        else yield* content.chunks;
      }
    },
    sha256: () => source.sha256(),
    close: () => source.close(),
  };
}

/**
 * Unpacks an archive from a pipe. The archive is first written to a temporary file, because only its end says what it
 * contains.
 */
async function* unpackSpooled(
  chunks: AsyncIterable<Uint8Array>,
  packed: Omit<PackedFile, 'handle'>,
): AsyncGenerator<Uint8Array> {
  const path = join(tmpdir(), `specmill-${randomUUID()}.${packed.packing}`);
  const handle = await open(path, 'wx+', PRIVATE_FILE);
  try {
    await writeAll(handle, chunks, packed.maxBytes);
    yield* unpack({ ...packed, handle });
  } finally {
    await handle.close();
    await rm(path, { force: true });
  }
}

async function writeAll(handle: FileHandle, chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<void> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    checkSize(bytes, maxBytes);
    for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten;
  }
}

/** Opens a file that is in memory and not compressed. With `hashes: false`, sha256() returns null. */
function openMemorySource(content: Uint8Array, { fileName, hashes }: { fileName: string; hashes: boolean }): Source {
  let readTo = 0;
  return {
    fileName,
    totalBytes: content.length,
    content,
    bytesRead: () => readTo,
    async *chunks(byteOffset, signal) {
      signal?.throwIfAborted();
      readTo = content.length;
      if (byteOffset < content.length) yield content.subarray(byteOffset);
    },
    sha256: async () => (hashes ? createHash('sha256').update(content).digest('hex') : null),
    close: async () => {},
  };
}
