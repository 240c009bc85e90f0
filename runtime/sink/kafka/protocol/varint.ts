/** Returns the size of a zigzag varint in bytes. `value` must be from 0 to 2^31-1. */
export function varintLength(value: number): number {
  return value < 64 ? 1 : value < 8192 ? 2 : value < 1_048_576 ? 3 : value < 134_217_728 ? 4 : 5;
}

/** Writes a number from 0 to 2^31-1 at offset `at`, as a zigzag varint. Returns the offset after it. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = value * 2;
  while (rest > 127) {
    bytes[at++] = (rest & 127) | 128;
    rest = Math.floor(rest / 128);
  }
  bytes[at++] = rest;
  return at;
}
