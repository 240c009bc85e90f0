import { checksumOf } from '../../base/model/stored-data-damaged.ts';
import type { StoredBatch } from '../../base/model/stored-batch.ts';

/** The details of a batch as columns of the table `batch_contents`. */
export interface DetailColumns {
  record_jumps: Buffer | null;
  value_ends: Buffer;
  key_ends: Buffer | null;
  key_bytes: Buffer | null;
  issues: string | null;
  record_types: string | null;
}

/** Each part has an unsigned 32-bit number in the head: 0 if it is null, otherwise its length in bytes plus 1. */
const PARTS = 6;
const HEAD_BYTES = 4 * PARTS;

/**
 * Returns the details of a batch, which are everything but its values, in the form in which a message file contains
 * them: a head with the length of each part, then the parts. Numbers are unsigned 32-bit little-endian, and texts are
 * UTF-8.
 */
export function packDetails(batch: StoredBatch): Uint8Array {
  const { recordJumps, valueEnds, keyEnds, keys, issues, recordTypes } = batch;
  return packParts([
    toBytes(recordJumps),
    toBytes(valueEnds),
    toBytes(keyEnds),
    keys,
    toText(issues),
    toText(recordTypes),
  ]);
}

/** Returns the details in the columns of a row as packDetails() does. */
export function packColumns(row: DetailColumns): Uint8Array {
  const { record_jumps, value_ends, key_ends, key_bytes, issues, record_types } = row;
  return packParts([record_jumps, value_ends, key_ends, key_bytes, toText(issues), toText(record_types)]);
}

function packParts(parts: readonly (Uint8Array | null)[]): Uint8Array {
  const packed = Buffer.allocUnsafe(parts.reduce((bytes, part) => bytes + (part?.length ?? 0), HEAD_BYTES));
  let at = HEAD_BYTES;
  for (const [index, part] of parts.entries()) {
    packed.writeUInt32LE(part === null ? 0 : part.length + 1, 4 * index);
    if (part === null) continue;
    packed.set(part, at);
    at += part.length;
  }
  return packed;
}

/** Returns the checksum of a batch: of its values, its details, and the number of its first record. */
export function checksumOfBatch(contents: number, firstRecord: number): number {
  return checksumOf(Buffer.from(String(firstRecord)), contents);
}

/** Returns the details from which packDetails() made `packed`. Throws an Error if the bytes are damaged. */
export function unpackDetails(packed: Buffer): DetailColumns {
  let at = HEAD_BYTES;
  const takePart = (index: number): Buffer | null => {
    const length = packed.length < HEAD_BYTES ? 0 : packed.readUInt32LE(4 * index);
    return length === 0 ? null : packed.subarray(at, (at += length - 1));
  };
  const [jumps, ends, keyEnds, keys, issues, types] = Array.from({ length: PARTS }, (_, index) => takePart(index));
  if (at !== packed.length || !(ends instanceof Buffer)) throw new Error('the details of a batch are damaged');
  return {
    record_jumps: jumps ?? null,
    value_ends: ends,
    key_ends: keyEnds ?? null,
    key_bytes: keys ?? null,
    issues: issues?.toString() ?? null,
    record_types: types?.toString() ?? null,
  };
}

/** Returns the bytes of numbers, without a copy. */
export function toBytes(numbers: Uint32Array | null): Uint8Array | null {
  return numbers === null ? null : new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

function toText(text: string | null): Uint8Array | null {
  return text === null ? null : Buffer.from(text);
}
