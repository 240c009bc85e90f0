import { unpackingFailed } from './data/damaged-data.ts';
import { damaged, type ListedEntry, listZip, type ReadPart, toSafeNumber } from './zip-directory.ts';
import { severalFiles } from './several-files.ts';

/** A file that a zip archive contains. */
export interface ZipEntry {
  /** Offset of the file's compressed data in the archive, in bytes. */
  dataOffset: number;
  compressedBytes: number;
  method: 'stored' | 'deflate' | 'zstd' | 'bzip2' | 'xz';
  /** Size of the file after decompression, in bytes. */
  bytes: number;
  crc32: number;
}

const LOCAL_BYTES = 30;
const LOCAL_CRC_AT = 14;
/** The flag of a file whose sizes and checksum follow its data, and the most bytes that they take. */
const FOLLOWED = 8;
const DESCRIPTOR_BYTES = 24;
const METHODS: Readonly<Record<number, ZipEntry['method']>> = {
  0: 'stored',
  8: 'deflate',
  12: 'bzip2',
  93: 'zstd',
  95: 'xz',
};

/**
 * Finds the single file of a zip archive in its central directory. Ignores folders, and the `__MACOSX` files that macOS
 * adds. Throws a RunFailure `decompression_failed` if the archive contains no file or several files, is damaged or
 * encrypted, or uses an unsupported compression method; `unsupported_file` if it is a workbook.
 */
export async function readZipEntry(read: ReadPart, archiveBytes: number): Promise<ZipEntry> {
  const listed = await listZip(read, archiveBytes);
  const files = listed.filter(isZipFile);
  const [file] = files;
  if (file === undefined) throw unpackingFailed('the zip archive contains no file');
  if (files.length > 1)
    throw severalFiles(
      'zip',
      listed.map(({ name }) => name),
    );
  if (file.isLink) throw unpackingFailed('the file in the zip archive is a link, not the file itself');
  return locateZipEntry(read, file);
}

/** Returns whether an entry is a file that was put into the archive by a person. */
function isZipFile({ name, isFolder }: ListedEntry): boolean {
  return !isFolder && !name.startsWith('__MACOSX/');
}

/** Returns where the content of an entry is. Throws a RunFailure `decompression_failed` like readZipEntry(). */
export function locateZipEntry(read: ReadPart, { fields, extra }: ListedEntry): Promise<ZipEntry> {
  return locate(read, readListed(fields, extra));
}

interface ListedFile extends Omit<ZipEntry, 'dataOffset'> {
  localOffset: number;
}

function readListed(entry: Buffer, extra: Buffer): ListedFile {
  if ((entry.readUInt16LE(8) & 1) !== 0)
    throw unpackingFailed('the file in the zip archive is encrypted: send it without encryption');
  const number = entry.readUInt16LE(10);
  const method = METHODS[number];
  if (method === undefined)
    throw unpackingFailed(
      `the file in the zip archive uses compression method ${number}, which is not supported: use deflate`,
    );
  const large = zip64Numbers(extra);
  const sized = (at: number): number => (entry.readUInt32LE(at) === 0xffffffff ? large() : entry.readUInt32LE(at));
  // The Zip64 field contains the numbers in this order.
  const bytes = sized(24);
  const compressedBytes = sized(20);
  const localOffset = sized(42);
  return { method, crc32: entry.readUInt32LE(16), bytes, compressedBytes, localOffset };
}

/**
 * Returns a function that reads the next 64-bit number of the Zip64 extra field. The function throws RunFailure if
 * there is none.
 */
function zip64Numbers(extra: Buffer): () => number {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  return () => {
    if (at + 8 > extra.length) throw damaged();
    at += 8;
    return toSafeNumber(extra.readBigUInt64LE(at - 8));
  };
}

/**
 * Finds the data of a file, after its local header. Sizes and checksum are in the directory and beside the data. If they
 * differ, one of both is damaged: a directory of zeros describes an empty file.
 */
async function locate(read: ReadPart, { localOffset, ...file }: ListedFile): Promise<ZipEntry> {
  const header = await read(localOffset, LOCAL_BYTES);
  if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== 0x04034b50) throw damaged();
  const dataOffset = localOffset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  const found = { ...file, dataOffset };
  const isSame =
    METHODS[header.readUInt16LE(8)] === file.method &&
    ((header.readUInt16LE(6) & FOLLOWED) === 0
      ? isDescribed(header, LOCAL_CRC_AT, found)
      : await isFollowed(read, found));
  if (!isSame) throw damaged();
  return found;
}

/** Returns whether a checksum and two sizes of 4 bytes are those of the file. Sizes of Zip64 are not compared. */
function isDescribed(bytes: Buffer, at: number, file: ZipEntry): boolean {
  const isSize = (from: number, size: number): boolean =>
    bytes.readUInt32LE(from) === 0xffffffff || bytes.readUInt32LE(from) === size;
  return bytes.readUInt32LE(at) === file.crc32 && isSize(at + 4, file.compressedBytes) && isSize(at + 8, file.bytes);
}

/** Returns whether the descriptor after the data is that of the file: with or without a signature, with long sizes or not. */
async function isFollowed(read: ReadPart, file: ZipEntry): Promise<boolean> {
  const bytes = await read(file.dataOffset + file.compressedBytes, DESCRIPTOR_BYTES);
  const isAt = (at: number): boolean => {
    if (at + 12 > bytes.length || bytes.readUInt32LE(at) !== file.crc32) return false;
    const isLong =
      at + 20 <= bytes.length &&
      bytes.readBigUInt64LE(at + 4) === BigInt(file.compressedBytes) &&
      bytes.readBigUInt64LE(at + 12) === BigInt(file.bytes);
    return isLong || isDescribed(bytes, at, file);
  };
  return bytes.length >= 16 && bytes.readUInt32LE(0) === 0x08074b50 ? isAt(4) || isAt(0) : isAt(0);
}
