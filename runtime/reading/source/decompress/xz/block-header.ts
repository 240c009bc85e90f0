import { crc32 } from 'node:zlib';
import { damagedData } from '../data/damaged-data.ts';
import { NumberReader } from './number-reader.ts';

/** What the header of a block says. */
export interface BlockHeader {
  dictionaryBytes: number;
  /** Sizes of the compressed data and of the content, if they are stated. */
  compressedBytes: number | null;
  contentBytes: number | null;
}

const LZMA2 = 0x21;
const MIB = 1024 * 1024;
/** The dictionary of `xz -9`. */
const MAX_DICTIONARY_BYTES = 64 * MIB;
const CRC_BYTES = 4;

/** Reads the header of a block (.xz 1.2, section 3.1). Throws a RunFailure if it is damaged or needs what is not supported. */
export function readBlockHeader(header: Uint8Array): BlockHeader {
  const bytes = Buffer.from(header.buffer, header.byteOffset, header.length);
  const end = bytes.length - CRC_BYTES;
  const flags = bytes[1] as number;
  if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32LE(end) || (flags & 0x3c) !== 0) throw damagedHeader();
  const reader = new NumberReader(bytes.subarray(2, end));
  const compressedBytes = (flags & 0x40) === 0 ? null : reader.next();
  const contentBytes = (flags & 0x80) === 0 ? null : reader.next();
  const filter = reader.next();
  if (filter !== LZMA2 || (flags & 3) !== 0)
    throw damagedData(`it is compressed with a filter that is not supported. Compress it with xz and no other filters`);
  if (reader.next() !== 1) throw damagedHeader();
  const dictionaryBytes = dictionaryOf(reader.byte());
  if (reader.rest().some((byte) => byte !== 0)) throw damagedHeader();
  return { dictionaryBytes, compressedBytes, contentBytes };
}

function dictionaryOf(written: number): number {
  if (written > 40) throw damagedHeader();
  const bytes = written === 40 ? 2 ** 32 - 1 : (2 | (written & 1)) * 2 ** ((written >> 1) + 11);
  if (bytes > MAX_DICTIONARY_BYTES)
    throw damagedData(
      `it needs a dictionary of ${Math.ceil(bytes / MIB)} MiB, which is more than the limit of 64 MiB. Compress it with xz -9 or less`,
    );
  return bytes;
}

function damagedHeader(): Error {
  return damagedData('the header of a block is damaged');
}
