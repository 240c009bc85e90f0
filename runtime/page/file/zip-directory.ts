const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const LOCATOR_BYTES = 20;
const END64_BYTES = 56;
const ENTRY_BYTES = 46;
/** A number that is in a field of Zip64. */
const LARGE = 0xffffffff;
const ZIP64_FIELD = 1;

/** A file in a zip archive. */
export interface ZipEntry {
  readonly method: number;
  readonly crc32: number;
  readonly compressedBytes: number;
  readonly localOffset: number;
}

/** Returns the bytes of a file between two offsets. */
export async function viewOf(file: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}

/**
 * Returns the files in the central directory of a zip archive (APPNOTE.TXT 6.3, including Zip64). Rejects with an Error for
 * people if the file is none.
 */
export async function listEntries(file: Blob): Promise<Map<string, ZipEntry>> {
  const from = Math.max(0, file.size - END_BYTES - MAX_COMMENT_BYTES - LOCATOR_BYTES);
  const tail = await viewOf(file, from, file.size);
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new Error('The file is no Excel workbook (.xlsx). Choose a workbook, or another spec.');
  const locator = end - LOCATOR_BYTES;
  const { offset, length } =
    locator >= 0 && tail.getUint32(locator, true) === 0x07064b50
      ? await findDirectory64(file, toNumber(tail, locator + 8))
      : { offset: tail.getUint32(end + 16, true), length: tail.getUint32(end + 12, true) };
  return readDirectory(await viewOf(file, offset, offset + length));
}

async function findDirectory64(file: Blob, at: number): Promise<{ offset: number; length: number }> {
  const end = await viewOf(file, at, at + END64_BYTES);
  if (end.byteLength < END64_BYTES || end.getUint32(0, true) !== 0x06064b50) throw damaged();
  return { offset: toNumber(end, 48), length: toNumber(end, 40) };
}

function readDirectory(directory: DataView): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>();
  const decoder = new TextDecoder();
  for (let at = 0; at + ENTRY_BYTES <= directory.byteLength; ) {
    if (directory.getUint32(at, true) !== 0x02014b50) throw damaged();
    const nameBytes = directory.getUint16(at + 28, true);
    const extraBytes = directory.getUint16(at + 30, true);
    const extra = at + ENTRY_BYTES + nameBytes;
    if (extra + extraBytes > directory.byteLength) throw damaged();
    const name = decoder.decode(new Uint8Array(directory.buffer, at + ENTRY_BYTES, nameBytes));
    entries.set(name.replace(/^\//u, ''), {
      method: directory.getUint16(at + 10, true),
      crc32: directory.getUint32(at + 16, true),
      ...readSizes(directory, at, { from: extra, to: extra + extraBytes }),
    });
    at = extra + extraBytes + directory.getUint16(at + 32, true);
  }
  return entries;
}

/** Returns the compressed size and the place of an entry. Those that are too large for 4 bytes are in the field of Zip64. */
function readSizes(
  directory: DataView,
  at: number,
  extra: { from: number; to: number },
): Pick<ZipEntry, 'compressedBytes' | 'localOffset'> {
  let next = extra.from;
  let end = extra.from;
  for (let field = extra.from; field + 4 <= extra.to; field += 4 + directory.getUint16(field + 2, true))
    if (directory.getUint16(field, true) === ZIP64_FIELD) {
      next = field + 4;
      end = Math.min(extra.to, next + directory.getUint16(field + 2, true));
    }
  const read = (place: number): number => {
    const size = directory.getUint32(at + place, true);
    if (size !== LARGE) return size;
    next += 8;
    if (next > end) throw damaged();
    return toNumber(directory, next - 8);
  };
  // The field has the numbers in this order.
  read(24);
  return { compressedBytes: read(20), localOffset: read(42) };
}

function toNumber(view: DataView, at: number): number {
  const number = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(number)) throw damaged();
  return number;
}

function damaged(): Error {
  return new Error('The workbook is damaged.');
}
