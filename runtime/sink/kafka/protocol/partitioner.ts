const SEED = 0x9747b28c;
const M = 0x5bd1e995;

/** MurmurHash2 of bytes `from` to before `to`, signed, as the Java client of Kafka hashes a key. */
export function murmur2(bytes: Uint8Array, from: number, to: number): number {
  let hash = SEED ^ (to - from);
  let at = from;
  // Every index lies before `to`.
  for (; at + 4 <= to; at += 4) {
    let k = Math.imul(bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24), M);
    k = Math.imul(k ^ (k >>> 24), M);
    hash = Math.imul(hash, M) ^ k;
  }
  const rest = to - at;
  if (rest === 3) hash ^= bytes[at + 2]! << 16;
  if (rest >= 2) hash ^= bytes[at + 1]! << 8;
  if (rest >= 1) hash = Math.imul(hash ^ bytes[at]!, M);
  hash = Math.imul(hash ^ (hash >>> 13), M);
  return hash ^ (hash >>> 15);
}

/** Where the Java client puts a message with this key. */
export function partitionOfKey(
  keys: Uint8Array,
  { from, to }: { from: number; to: number },
  partitions: number,
): number {
  return (murmur2(keys, from, to) & 0x7fffffff) % partitions;
}

/** Where a message without a key goes: records that follow each other stay together. It is the same whenever it is asked. */
export function partitionOfRecord(record: number, batchRecords: number, partitions: number): number {
  return Math.floor(record / batchRecords) % partitions;
}
