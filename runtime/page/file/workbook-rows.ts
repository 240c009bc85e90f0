import { type ZipEntry, listEntries, viewOf } from './zip-directory.ts';
import { readWorkbook, type WorkbookFiles, type WorkbookPlace } from '../../../compiler/workbooks.ts';

const LOCAL_BYTES = 30;
const DEFLATE = 8;
/** A part that is larger than this and this number of times as large as its compressed form is no table. */
const MAX_RATIO = 500;
const RATIO_EXEMPT_BYTES = 64 * 1024 * 1024;
const PIECE_BYTES = 8 * 1024 * 1024;

/**
 * Returns the rows of a sheet as lines, which the module of a spec with `workbook` reads. The browser may store them on its
 * disk. Rejects with an Error for people if the file is no workbook that can be read here.
 */
export async function readRows(file: Blob, place: WorkbookPlace): Promise<Blob> {
  const entries = await listEntries(file);
  const files: WorkbookFiles = {
    names: [...entries.keys()],
    read(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error(`The workbook has no part ${name}.`);
      return readEntry(file, entry);
    },
  };
  const blobs: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const lines of readWorkbook(files, place, () => null)) {
    waiting.push(Uint8Array.from(lines));
    bytes += lines.length;
    if (bytes < PIECE_BYTES) continue;
    blobs.push(new Blob(waiting));
    waiting = [];
    bytes = 0;
  }
  return new Blob([...blobs, ...waiting]);
}

async function* readEntry(file: Blob, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const { method, compressedBytes, localOffset } = entry;
  const local = await viewOf(file, localOffset, localOffset + LOCAL_BYTES);
  const from = localOffset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
  const stored = file.slice(from, from + compressedBytes).stream();
  if (method !== 0 && method !== DEFLATE) throw new Error('The workbook is encrypted or compressed in an unusual way.');
  const content = method === 0 ? stored : stored.pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = content.getReader();
  let bytes = 0;
  let sum = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      sum = addCrc32(sum, value);
      if (bytes > RATIO_EXEMPT_BYTES && bytes > MAX_RATIO * compressedBytes)
        throw new Error('A part of the workbook is too large for its compressed size.');
      yield value;
    }
    if (sum !== entry.crc32) throw new Error('The workbook is damaged: a part differs from its checksum.');
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The remainders of all bytes, for the polynomial of CRC-32 (ISO 3309). */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  return rest;
});

/** Returns the CRC-32 of the bytes that `sum` is of, and more bytes. */
function addCrc32(sum: number, bytes: Uint8Array): number {
  let rest = ~sum;
  for (const byte of bytes) rest = (rest >>> 8) ^ (REMAINDERS[(rest ^ byte) & 0xff] ?? 0);
  return ~rest >>> 0;
}
