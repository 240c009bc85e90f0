/** Returns the digit of an ASCII byte (0 to 9), or -1 if the byte is not a digit. */
export function digitOf(byte: number): number {
  return byte >= 48 && byte <= 57 ? byte - 48 : -1;
}

/**
 * Returns the number that ISO 7064 and ISO 6166 assign to an ASCII byte: 0 to 9 for a digit, 10 to 35 for `A` to `Z`.
 * Returns -1 for any other byte, also for a lower-case letter.
 */
export function alphanumericOf(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  return byte >= 65 && byte <= 90 ? byte - 55 : -1;
}

/** Returns whether an ASCII byte is a letter `A` to `Z`. */
export function isCapital(byte: number): boolean {
  return byte >= 65 && byte <= 90;
}
