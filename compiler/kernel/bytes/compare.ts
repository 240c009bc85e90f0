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

/** Returns whether the bytes between two indexes of one array are the same as those from `otherAt` on in another. */
export function hasSameBytes(
  bytes: Uint8Array,
  { from, to }: { from: number; to: number },
  other: Uint8Array,
  otherAt: number,
): boolean {
  for (let i = from; i < to; i++) {
    if (bytes[i] !== other[otherAt + i - from]) return false;
  }
  return true;
}
