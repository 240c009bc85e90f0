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
