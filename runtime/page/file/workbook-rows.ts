import { readWorkbook, type WorkbookFiles, type WorkbookPlace } from '../../../compiler/workbooks.ts';

const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const DEFLATE = 8;
/** A part that is larger than this and this number of times as large as its compressed form is no table. */
const MAX_RATIO = 500;
const RATIO_EXEMPT_BYTES = 64 * 1024 * 1024;
const PIECE_BYTES = 8 * 1024 * 1024;

/** A file in a zip archive. */
interface Entry {
  readonly method: number;
  readonly crc32: number;
  readonly compressedBytes: number;
  readonly localOffset: number;
}

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

async function viewOf(file: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}

/** Returns the files in the central directory of a zip archive (APPNOTE.TXT 6.3), without Zip64. */
async function listEntries(file: Blob): Promise<Map<string, Entry>> {
  const from = Math.max(0, file.size - END_BYTES - MAX_COMMENT_BYTES);
  const tail = await viewOf(file, from, file.size);
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new Error('The file is no Excel workbook (.xlsx). Choose a workbook, or another spec.');
  const offset = tail.getUint32(end + 16, true);
  const length = tail.getUint32(end + 12, true);
  if (offset === 0xffffffff)
    throw new Error('The workbook is too large for this page. Check it with the command line.');
  return readDirectory(await viewOf(file, offset, offset + length));
}

function readDirectory(directory: DataView): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const decoder = new TextDecoder();
  for (let at = 0; at + ENTRY_BYTES <= directory.byteLength; ) {
    if (directory.getUint32(at, true) !== 0x02014b50) throw new Error('The workbook is damaged.');
    const nameBytes = directory.getUint16(at + 28, true);
    const name = decoder.decode(new Uint8Array(directory.buffer, at + ENTRY_BYTES, nameBytes));
    entries.set(name.replace(/^\//u, ''), {
      method: directory.getUint16(at + 10, true),
      crc32: directory.getUint32(at + 16, true),
      compressedBytes: directory.getUint32(at + 20, true),
      localOffset: directory.getUint32(at + 42, true),
    });
    at += ENTRY_BYTES + nameBytes + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return entries;
}

async function* readEntry(file: Blob, entry: Entry): AsyncGenerator<Uint8Array> {
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
