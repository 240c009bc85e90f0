import { RunFailure } from '../../../base/model/run-failure.ts';

/** Reads `byteLength` bytes of a file from `byteOffset` on. Returns fewer bytes if the file ends before. */
export type ReadPart = (byteOffset: number, byteLength: number) => Promise<Buffer>;

/** The single file that a zip archive contains. */
export interface ZipEntry {
  /** Offset of the file's compressed data in the archive, in bytes. */
  dataOffset: number;
  compressedBytes: number;
  method: 'stored' | 'deflate' | 'zstd';
  /** Size of the file after decompression, in bytes. */
  bytes: number;
  crc32: number;
}

const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const LOCATOR_BYTES = 20;
const END64_BYTES = 56;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const LOCAL_CRC_AT = 14;
/** The flag of a file whose sizes and checksum follow its data, and the most bytes that they take. */
const FOLLOWED = 8;
const DESCRIPTOR_BYTES = 24;
/** Maximum size of the central directory, in bytes. An archive with one file needs far less. */
const MAX_DIRECTORY_BYTES = 1024 * 1024;
const METHODS: Readonly<Record<number, ZipEntry['method']>> = { 0: 'stored', 8: 'deflate', 93: 'zstd' };

/**
 * Finds the single file of a zip archive in its central directory (APPNOTE.TXT 6.3, including Zip64). Ignores folders,
 * and the `__MACOSX` files that macOS adds. Throws a RunFailure `decompression_failed` if the archive contains no file
 * or several files, or `unsupported_file` if it is a workbook. The same failure means that it is damaged or encrypted, or that it uses an unsupported compression
 * method.
 */
export async function readZipEntry(read: ReadPart, archiveBytes: number): Promise<ZipEntry> {
  const directory = await findDirectory(read, archiveBytes);
  if (directory.bytes > MAX_DIRECTORY_BYTES) throw severalFiles();
  const listed = await read(directory.offset, directory.bytes);
  const files = listFiles(listed, directory.entries);
  const [file] = files;
  if (file === undefined) throw createFailure('the zip archive contains no file');
  if (files.length > 1) throw severalFiles(listNames(listed));
  return locate(read, file);
}

interface Directory {
  offset: number;
  bytes: number;
  entries: number;
}

async function findDirectory(read: ReadPart, archiveBytes: number): Promise<Directory> {
  const from = Math.max(0, archiveBytes - END_BYTES - MAX_COMMENT_BYTES - LOCATOR_BYTES);
  const tail = await read(from, archiveBytes - from);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== 0x06054b50 || at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const directory = {
      entries: tail.readUInt16LE(at + 10),
      bytes: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
    const isZip64 = at >= LOCATOR_BYTES && tail.readUInt32LE(at - LOCATOR_BYTES) === 0x07064b50;
    if (isZip64) return readDirectory64(read, tail.readBigUInt64LE(at - LOCATOR_BYTES + 8));
    return checkEnd(directory, from + at);
  }
  throw createFailure('the zip archive has no central directory: it is truncated or damaged');
}

async function readDirectory64(read: ReadPart, offset: bigint): Promise<Directory> {
  const end = await read(toSafeNumber(offset), END64_BYTES);
  if (end.length < END64_BYTES || end.readUInt32LE(0) !== 0x06064b50) throw damaged();
  const directory = {
    entries: toSafeNumber(end.readBigUInt64LE(32)),
    bytes: toSafeNumber(end.readBigUInt64LE(40)),
    offset: toSafeNumber(end.readBigUInt64LE(48)),
  };
  return checkEnd(directory, toSafeNumber(offset));
}

/** Returns the directory if it ends where the record about it begins. If not, it may have entries that it does not count. */
function checkEnd(directory: Directory, recordOffset: number): Directory {
  if (directory.offset + directory.bytes !== recordOffset) throw damaged();
  return directory;
}

interface ListedFile extends Omit<ZipEntry, 'dataOffset'> {
  localOffset: number;
}

/**
 * Returns the files in a directory, at most two of them, because two are already an error. Unless there are two, the
 * entries must fill the directory.
 */
function listFiles(directory: Buffer, entries: number): ListedFile[] {
  const files: ListedFile[] = [];
  let at = 0;
  for (let entry = 0; entry < entries && files.length < 2; entry++) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw damaged();
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    const name = directory.toString('utf8', at + ENTRY_BYTES, nameEnd);
    // A folder has no content, which deflate writes in two bytes. What has content is a file, whatever its name.
    const hasContent = directory.readUInt32LE(at + 24) > 0 || directory.readUInt32LE(at + 20) > 2;
    const isFolder = name.endsWith('/') && !hasContent;
    if (!isFolder && !name.startsWith('__MACOSX/'))
      files.push(readListed(directory.subarray(at, nameEnd), directory.subarray(nameEnd, extraEnd)));
    at = extraEnd + directory.readUInt16LE(at + 32);
  }
  if (files.length < 2 && at !== directory.length) throw damaged();
  return files;
}

function readListed(entry: Buffer, extra: Buffer): ListedFile {
  if ((entry.readUInt16LE(8) & 1) !== 0)
    throw createFailure('the file in the zip archive is encrypted: send it without encryption');
  const number = entry.readUInt16LE(10);
  const method = METHODS[number];
  if (method === undefined)
    throw createFailure(
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

function toSafeNumber(large: bigint): number {
  if (large > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged();
  return Number(large);
}

const MAX_NAMES = 5;
const MAX_NAME_CHARACTERS = 100;

/** Returns the names of the first entries of a directory. An incomplete entry ends the list. */
function listNames(directory: Buffer): string[] {
  const names: string[] = [];
  let at = 0;
  while (
    names.length <= MAX_NAMES &&
    at + ENTRY_BYTES <= directory.length &&
    directory.readUInt32LE(at) === 0x02014b50
  ) {
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    names.push(directory.toString('utf8', at + ENTRY_BYTES, nameEnd));
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names;
}

/** Office Open XML (ECMA-376, part 2): a package has this member. */
const CONTENT_TYPES = '[Content_Types].xml';

/** Returns the failure of an archive with several files. A workbook is one, too. */
function severalFiles(names: readonly string[] = []): RunFailure {
  if (names.includes(CONTENT_TYPES) && names.some((name) => name.startsWith('xl/') || name.startsWith('_rels/')))
    return new RunFailure(
      'unsupported_file',
      'the file is xlsx, a workbook, which this spec does not read: export it as CSV first',
    );
  const shown = names.slice(0, MAX_NAMES).map((name) => JSON.stringify(name.slice(0, MAX_NAME_CHARACTERS)));
  const listed = shown.length === 0 ? '' : ` (${shown.join(', ')}${names.length > MAX_NAMES ? ', …' : ''})`;
  return createFailure(`the zip archive contains more than one file${listed}: send one file per archive`);
}

function damaged(): RunFailure {
  return createFailure('the zip archive is damaged');
}

function createFailure(message: string): RunFailure {
  return new RunFailure('decompression_failed', message);
}
