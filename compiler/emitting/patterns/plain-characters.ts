// Ranges of code points from simple to unusual, beginning with lower-case letters. None contains surrogates.
const PLAIN: readonly (readonly [number, number])[] = [
  [0x61, 0x7a],
  [0x41, 0x5a],
  [0x30, 0x39],
  [0x21, 0x7e],
  [0x20, 0x20],
  [0xa1, 0xd7ff],
  [0xe000, 0x10ffff],
  [0x00, 0xa0],
];

/** Returns how unusual a code point is: 0 for a letter from a to z, more for others, and -1 for a surrogate. */
export function rankOf(character: number): number {
  return PLAIN.findIndex(([first, last]) => first <= character && character <= last);
}

/**
 * Returns up to `max` of the simplest code points from `from` to `to`, in ascending order. All of them have the same
 * rank. Surrogates are omitted.
 */
export function plainest(from: number, to: number, max = 1): number[] {
  for (const [first, last] of PLAIN) {
    const [low, high] = [Math.max(from, first), Math.min(to, last)];
    if (low <= high) return Array.from({ length: Math.min(max, high - low + 1) }, (_, i) => low + i);
  }
  return [];
}
