/** Returns whether `bytes` contains `expected` at index `at`. */
export function hasBytesAt(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let i = 0; i < expected.length; i++) {
    if (bytes[at + i] !== expected[i]) return false;
  }
  return true;
}

/** Returns whether two arrays hold the same bytes. */
export function areEqualBytes(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && one.length === other.length && hasBytesAt(other, 0, one);
}
