/** Maximum delay of a decoder in bytes: the length of the longest character, or of an escape sequence. */
const MAX_DELAY = 5;

/**
 * Returns the number of bytes before an index in the decoded text. Returns null if the text cannot be cut there, for
 * example between two characters of a shifted sequence.
 */
export function findByteIndex(
  bytes: Uint8Array,
  textIndex: number,
  decode: (bytes: Uint8Array) => string,
): number | null {
  const text = decode(bytes);
  // The length of a decoded prefix can be one too large inside of a character, so this is an estimate.
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (decode(bytes.subarray(0, middle)).length < textIndex) low = middle + 1;
    else high = middle;
  }
  for (let at = Math.max(0, low - MAX_DELAY); at <= Math.min(bytes.length, low + MAX_DELAY); at++) {
    const before = decode(bytes.subarray(0, at));
    if (before.length === textIndex && before + decode(bytes.subarray(at)) === text) return at;
  }
  return null;
}
