/**
 * Counts characters that were encoded as UTF-8 twice: the UTF-8 bytes of a text were read as windows-1252 or
 * ISO-8859-1, and the result was encoded as UTF-8 again (`Ã¼` for `ü`). Counts only Latin, Greek and Cyrillic letters
 * and common punctuation, because other sequences also occur in correct text. Stops counting at `max`.
 */
export function countDoubleEncoded(bytes: Uint8Array, max: number): number {
  let count = 0;
  for (let at = bytes.indexOf(LEAD); at >= 0 && at < bytes.length && count < max; at++) {
    if (bytes[at] !== LEAD || !SECOND.has(bytes[at + 2] ?? 0)) continue;
    if (isDoubleEncoded(bytes.subarray(at, at + LONGEST))) count++;
  }
  return count;
}

/**
 * Read as windows-1252 or ISO-8859-1, the first byte of a UTF-8 sequence is one of the characters U+00C0 to U+00FF. In
 * UTF-8, all of these start with this byte.
 */
const LEAD = 0xc3;
/**
 * The second character has a byte from 80 to BF in windows-1252 or ISO-8859-1. In UTF-8, it starts with one of these
 * bytes.
 */
const SECOND = new Set([0xc2, 0xc5, 0xc6, 0xcb, 0xe2]);
/** Maximum number of bytes of a sequence: a first character of two bytes, and two more of at most three bytes each. */
const LONGEST = 8;

const utf8 = new TextDecoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function isDoubleEncoded(bytes: Uint8Array): boolean {
  const characters = Array.from(utf8.decode(bytes), byteOf);
  const lead = characters[0] ?? 0;
  const original = characters.slice(0, lead < 0xe0 ? 2 : 3);
  try {
    return EXPECTED.test(strictUtf8.decode(Uint8Array.from(original)));
  } catch {
    return false;
  }
}

const EXPECTED = /^[\u00a0-\u017f\u0370-\u045f\u2010-\u2026\u2030\u2039\u203a\u20ac\u2122]$/u;

/** The characters of windows-1252 for the bytes 80 to 9F. A blank marks a byte without a character. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Returns the byte (80 to FF) of a character in windows-1252 or ISO-8859-1, or 0 if it has none. */
function byteOf(character: string): number {
  const index = character === ' ' ? -1 : WINDOWS_1252.indexOf(character);
  if (index >= 0) return 0x80 + index;
  const point = character.codePointAt(0) ?? 0;
  return point >= 0x80 && point < 0x100 ? point : 0;
}
