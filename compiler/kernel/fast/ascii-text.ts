/**
 * Converts the ASCII letters from index `from` up to but excluding `to` to upper case, in place. Returns whether a byte
 * changed.
 */
export function toUpperAscii(bytes: Uint8Array, from: number, to: number): boolean {
  let changed = false;
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number;
    if (byte >= 0x61 && byte <= 0x7a) {
      bytes[i] = byte - 0x20;
      changed = true;
    }
  }
  return changed;
}

/**
 * Converts the ASCII letters from index `from` up to but excluding `to` to lower case, in place. Returns whether a byte
 * changed.
 */
export function toLowerAscii(bytes: Uint8Array, from: number, to: number): boolean {
  let changed = false;
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number;
    if (byte >= 0x41 && byte <= 0x5a) {
      bytes[i] = byte + 0x20;
      changed = true;
    }
  }
  return changed;
}

/**
 * Inserts `missing` copies of `byte` before the text from `from` to `to`, and moves the text to the right. Returns the
 * index after the text.
 */
export function padLeftBytes(
  output: Uint8Array,
  { from, to }: { from: number; to: number },
  missing: number,
  byte: number,
): number {
  for (let i = to - 1; i >= from; i--) output[i + missing] = output[i] as number;
  for (let i = from; i < from + missing; i++) output[i] = byte;
  return to + missing;
}

/** Appends `missing` copies of `byte` to the text that ends at `to`. Returns the index after them. */
export function padRightBytes(
  output: Uint8Array,
  { to }: { from: number; to: number },
  missing: number,
  byte: number,
): number {
  for (let i = to; i < to + missing; i++) output[i] = byte;
  return to + missing;
}
