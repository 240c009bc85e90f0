import { characterLength } from '../bytes/utf8.ts';
import { isBlankUnit } from '../values/text.ts';

/**
 * Returns the number of code points of the UTF-8 text from `from` up to but excluding `to`, or -1 if it is malformed
 * (RFC 3629, section 4). The byte at `to` must be ASCII.
 */
export function countUtf8CodePoints(bytes: Uint8Array, from: number, to: number): number {
  let points = 0;
  let at = from;
  while (at < to) {
    const lead = bytes[at] as number;
    if (lead < 0x80) at++;
    else if (lead < 0xe0) {
      if (lead < 0xc2 || !isContinuation(bytes[at + 1] as number)) return -1;
      at += 2;
    } else if (lead < 0xf0) {
      const second = bytes[at + 1] as number;
      if (
        !isContinuation(second) ||
        !isContinuation(bytes[at + 2] as number) ||
        (lead === 0xe0 && second < 0xa0) ||
        (lead === 0xed && second > 0x9f)
      )
        return -1;
      at += 3;
    } else {
      if (characterLength(bytes, at, to) !== 4) return -1;
      at += 4;
    }
    points++;
  }
  return points;
}

/** Returns whether a text begins or ends with a blank that is not a space, such as a tab or U+00A0. */
export function hasNonSpaceBlankAtEdge(bytes: Uint8Array, from: number, to: number): boolean {
  return to > from && (isOtherBlankAt(bytes, from) || isOtherBlankBefore(bytes, to));
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function isOtherBlankAt(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at] as number;
  if (byte < 0x80) return byte >= 0x09 && byte <= 0x0d;
  return byte >= 0xc2 && byte <= 0xe3 && isBlankUnit(codePointAt(bytes, at));
}

function isOtherBlankBefore(bytes: Uint8Array, to: number): boolean {
  const byte = bytes[to - 1] as number;
  if (byte < 0x80) return byte >= 0x09 && byte <= 0x0d;
  return isBlankUnit(codePointAt(bytes, (bytes[to - 2] as number) === 0xc2 ? to - 2 : to - 3));
}

/**
 * Decodes a UTF-8 character of two or three bytes. For other characters the result is arbitrary. They are never blanks.
 */
function codePointAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  const second = bytes[at + 1] as number;
  const third = bytes[at + 2] as number;
  return lead < 0xe0
    ? ((lead & 0x1f) << 6) | (second & 0x3f)
    : ((lead & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
}
