import type { WorkbookPlace } from '../../../compiler/workbooks.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import type { Packing } from './decompress/packing.ts';
import { type SliceReader, openFileSliceReader } from './disk/slice-reader.ts';
import { type LocalFile, openLocalFile } from './disk/local-file.ts';
import { packingOfFile, unpack } from './decompress/unpack.ts';

/**
 * Opens a file to read slices of its content. If the file is compressed, offsets and slices refer to the decompressed
 * content. Reading ends without an error where compressed data is damaged, or where the content exceeds `maxBytes`
 * bytes. With `isBinary`, the file is read as it is. With `workbook`, the content is the rows of a sheet. Throws the system's errors.
 */
export async function openSliceReader(
  file: LocalFile,
  {
    maxBytes,
    isBinary = false,
    workbook,
  }: { maxBytes: number; isBinary?: boolean | undefined; workbook?: WorkbookPlace | undefined },
): Promise<SliceReader> {
  const packing = workbook !== undefined ? 'zip' : isBinary ? null : await packingOfFile(file);
  return packing === null
    ? openFileSliceReader(file)
    : createUnpackedSliceReader({ file, packing, maxBytes, workbook });
}

interface Packed {
  file: LocalFile;
  packing: Packing;
  maxBytes: number;
  workbook: WorkbookPlace | undefined;
}

/**
 * Reads the slices of a compressed file in one pass if their offsets ascend. An offset before the current chunk starts
 * a new pass.
 */
function createUnpackedSliceReader(packed: Packed): SliceReader {
  let reading = readContent(packed);
  let chunk = new Uint8Array(0);
  let chunkFrom = 0;

  /** Decompresses the next chunk. Returns false at the end of the content. */
  async function advance(): Promise<boolean> {
    const next = await reading.next();
    chunkFrom += chunk.length;
    chunk = new Uint8Array(next.value ?? []);
    return next.done !== true;
  }

  async function restart(): Promise<void> {
    await reading.return(undefined);
    reading = readContent(packed);
    chunk = new Uint8Array(0);
    chunkFrom = 0;
  }

  return {
    async readSlice(byteOffset, byteLength) {
      if (byteOffset < chunkFrom) await restart();
      const parts: Uint8Array[] = [];
      const end = byteOffset + byteLength;
      for (let at = byteOffset; at < end; ) {
        if (at >= chunkFrom + chunk.length) {
          if (!(await advance())) break;
          continue;
        }
        const part = chunk.slice(at - chunkFrom, end - chunkFrom);
        parts.push(part);
        at += part.length;
      }
      return new Uint8Array(Buffer.concat(parts));
    },
    async *readRange(from, to) {
      let at = 0;
      for await (const piece of readContent(packed)) {
        const part = piece.subarray(Math.max(0, from - at), to - at);
        at += piece.length;
        if (part.length > 0) yield part;
        if (at >= to) return;
      }
    },
    async close() {
      await reading.return(undefined);
    },
  };
}

/** The codes of content that ends early. */
const UNREADABLE = new Set(['decompression_failed', 'decompressed_too_large', 'unsupported_file', 'sheet_not_found']);

async function* readContent({ file, ...packed }: Packed): AsyncGenerator<Uint8Array, undefined> {
  const handle = await openLocalFile(file);
  try {
    yield* unpack({ handle, ...packed });
  } catch (error) {
    if (!(error instanceof RunFailure) || !UNREADABLE.has(error.code)) throw error;
  } finally {
    await handle.close();
  }
}
