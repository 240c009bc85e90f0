/**
 * Counts characters that were encoded as UTF-8 twice: their bytes were read as windows-1252 or ISO-8859-1, and the
 * result was encoded again (`Ã¼` for `ü`). Only Latin, Greek and Cyrillic letters and common punctuation count, so that
 * a quotation mark after an accented letter does not. Stops at `max`.
 */
export function countDoubleEncoded(bytes: Uint8Array, max: number): number {
  let count = 0;
  for (let at = bytes.indexOf(LEAD); at >= 0 && at < bytes.length && count < max; at++) {
    if (bytes[at] !== LEAD || !SECOND.has(bytes[at + 2] ?? 0)) continue;
    if (isDoubleEncoded(bytes.subarray(at, at + LONGEST))) count++;
  }
  return count;
}

/** The first byte of U+00C0 to U+00FF in UTF-8. The lead bytes of UTF-8, read as Latin characters, are among them. */
const LEAD = 0xc3;
/** The first bytes in UTF-8 of the characters that windows-1252 and ISO-8859-1 have at 80 to BF. */
const SECOND = new Set([0xc2, 0xc5, 0xc6, 0xcb, 0xe2]);
/** A lead character of two bytes, and two characters of at most three. */
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

/** The characters of windows-1252 at 80 to 9F. A blank marks a byte without a character. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Returns the byte that a character was read from, or 0. */
function byteOf(character: string): number {
  const index = character === ' ' ? -1 : WINDOWS_1252.indexOf(character);
  if (index >= 0) return 0x80 + index;
  const point = character.codePointAt(0) ?? 0;
  return point >= 0x80 && point < 0x100 ? point : 0;
}
