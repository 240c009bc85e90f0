import { unpackingFailed } from './data/damaged-data.ts';
import type { RunFailure } from '../../../base/model/run-failure.ts';

/** Reads `byteLength` bytes of a file from `byteOffset` on. Returns fewer bytes if the file ends before. */
export type ReadPart = (byteOffset: number, byteLength: number) => Promise<Buffer>;

/** An entry of the central directory: a file or a folder. */
export interface ListedEntry {
  name: string;
  /** Size of the content, in bytes; 0 if it is in a field of Zip64. */
  bytes: number;
  isFolder: boolean;
  isLink: boolean;
  /** The fixed part with the name, and the extra fields. */
  fields: Buffer;
  extra: Buffer;
}

const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const LOCATOR_BYTES = 20;
const END64_BYTES = 56;
const ENTRY_BYTES = 46;
/** Maximum size of the central directory, in bytes: about 100,000 files. */
const MAX_DIRECTORY_BYTES = 8 * 1024 * 1024;

/**
 * Returns the entries in the central directory of a zip archive (APPNOTE.TXT 6.3, including Zip64). Throws a RunFailure
 * `decompression_failed` if the archive is damaged, or its directory is larger than 8 MiB.
 */
export async function listZip(read: ReadPart, archiveBytes: number): Promise<ListedEntry[]> {
  const directory = await findDirectory(read, archiveBytes);
  if (directory.bytes > MAX_DIRECTORY_BYTES)
    throw unpackingFailed(`the directory of the zip archive is larger than the limit of ${MAX_DIRECTORY_BYTES} bytes`);
  return listEntries(await read(directory.offset, directory.bytes), directory.entries);
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
  throw unpackingFailed('the zip archive has no central directory: it is truncated or damaged');
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

/** Returns the entries of a directory, which they must fill. */
function listEntries(directory: Buffer, count: number): ListedEntry[] {
  const entries: ListedEntry[] = [];
  let at = 0;
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw damaged();
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    const end = extraEnd + directory.readUInt16LE(at + 32);
    if (end > directory.length) throw damaged();
    const name = directory.toString('utf8', at + ENTRY_BYTES, nameEnd);
    // A folder has no content, which deflate writes in two bytes. What has content is a file, whatever its name.
    const hasContent = directory.readUInt32LE(at + 24) > 0 || directory.readUInt32LE(at + 20) > 2;
    entries.push({
      name,
      bytes: directory.readUInt32LE(at + 24) % 0xffffffff,
      isFolder: /[\\/]$/u.test(name) && !hasContent,
      isLink: isLink(directory.readUInt16LE(at + 4), directory.readUInt32LE(at + 38)),
      fields: directory.subarray(at, nameEnd),
      extra: directory.subarray(nameEnd, extraEnd),
    });
    at = end;
  }
  if (at !== directory.length) throw damaged();
  return entries;
}

const UNIX = 3;
const FILE_TYPE = 0xf000;
const LINK = 0xa000;

/** Returns whether the mode of a file that was added on Unix is that of a symbolic link. */
function isLink(madeBy: number, attributes: number): boolean {
  return madeBy >> 8 === UNIX && ((attributes >>> 16) & FILE_TYPE) === LINK;
}

/** Returns a number as a double. Throws a RunFailure if it has no exact one. */
export function toSafeNumber(large: bigint): number {
  if (large > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged();
  return Number(large);
}

/** Returns the failure of an archive whose bytes contradict each other. */
export function damaged(): RunFailure {
  return unpackingFailed('the zip archive is damaged');
}
