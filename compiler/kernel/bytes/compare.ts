/** Returns whether `bytes` contains the bytes of `expected`, starting at index `at`. */
export function hasBytesAt(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let i = 0; i < expected.length; i++) {
    if (bytes[at + i] !== expected[i]) return false;
  }
  return true;
}

/** Returns whether two arrays contain the same bytes. False if `other` is undefined. */
export function areEqualBytes(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && one.length === other.length && hasBytesAt(other, 0, one);
}
