const SEED = 0x9747b28c;
const M = 0x5bd1e995;

/**
 * Returns the MurmurHash2 of a range of bytes as a signed 32-bit number, like Kafka's Java client. `to` is the offset
 * after the last byte.
 */
export function murmur2(bytes: Uint8Array, from: number, to: number): number {
  let hash = SEED ^ (to - from);
  let at = from;
  // The assertions are safe: all indexes are less than `to`.
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

/**
 * Returns the partition of a message with a key, like Kafka's Java client. The key is the bytes of `keys` from `from`
 * up to, but not including, `to`.
 */
export function partitionOfKey(
  keys: Uint8Array,
  { from, to }: { from: number; to: number },
  partitions: number,
): number {
  return (murmur2(keys, from, to) & 0x7fffffff) % partitions;
}

/**
 * Returns the partition of a message without a key. It depends only on the record number, so a retry selects the same
 * partition. Each group of `batchRecords` consecutive records has the same partition.
 */
export function partitionOfRecord(record: number, batchRecords: number, partitions: number): number {
  return Math.floor(record / batchRecords) % partitions;
}
