import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RecordedKeys } from '../../base/model/recorded-keys.ts';

const HEAD_BYTES = 8;
const BYTES_OF_KEY = 14;
/** The values of neighbouring records are similar. A higher level takes longer and saves little. */
const LEVEL = 1;

/** Returns the number of bytes of keys before they are packed. */
export function sizeOfKeys({ rules, bytes }: RecordedKeys): number {
  return BYTES_OF_KEY * rules.length + bytes.length;
}

/** Returns keys as bytes, which are shorter than the keys. The order of bytes is that of the processor. */
export function packKeys(keys: RecordedKeys): Uint8Array {
  const { rules, records, ends, bytes } = keys;
  const packed = new Uint8Array(HEAD_BYTES + sizeOfKeys(keys));
  packed.set(bytesOf(Uint32Array.of(rules.length, bytes.length)));
  let at = HEAD_BYTES;
  for (const part of [records, ends, rules, bytes]) {
    packed.set(bytesOf(part), at);
    at += part.byteLength;
  }
  return deflateRawSync(packed, { level: LEVEL });
}

/** Returns the keys of packKeys(). Throws an Error if the bytes are not such keys. */
export function unpackKeys(packed: Uint8Array): RecordedKeys {
  // A copy, because the arrays must begin at multiples of their sizes.
  const { buffer } = Uint8Array.from(inflateRawSync(packed));
  const [count = 0, length = 0] = new Uint32Array(buffer, 0, 2);
  const ends = HEAD_BYTES + 8 * count;
  const rules = ends + 4 * count;
  return {
    records: new Float64Array(buffer, HEAD_BYTES, count),
    ends: new Uint32Array(buffer, ends, count),
    rules: new Uint16Array(buffer, rules, count),
    bytes: new Uint8Array(buffer, rules + 2 * count, length),
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Returns the keys of several batches, which follow each other, as those of one. */
export function joinKeys(all: readonly RecordedKeys[]): RecordedKeys {
  const count = all.reduce((sum, { rules }) => sum + rules.length, 0);
  const joined: RecordedKeys = {
    rules: new Uint16Array(count),
    records: new Float64Array(count),
    ends: new Uint32Array(count),
    bytes: new Uint8Array(all.reduce((sum, { bytes }) => sum + bytes.length, 0)),
  };
  let [at, length] = [0, 0];
  for (const { rules, records, ends, bytes } of all) {
    joined.rules.set(rules, at);
    joined.records.set(records, at);
    joined.bytes.set(bytes, length);
    for (const [index, end] of ends.entries()) joined.ends[at + index] = length + end;
    at += rules.length;
    length += bytes.length;
  }
  return joined;
}
