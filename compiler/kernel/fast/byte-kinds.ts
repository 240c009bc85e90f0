import { CR, LF } from '../bytes/ascii.ts';

/**
 * The byte is part of the text and is copied to JSON unchanged. This includes the bytes of non-ASCII characters, whose
 * encoding is validated separately.
 */
export const PLAIN = 0;
/** The byte is part of the text and is escaped in JSON. Kinds up to this one are part of the text. */
export const ESCAPED = 1;
/** The byte ends the text and is not part of it. */
export const ENDING = 2;
/** Cells with this byte need the careful reader. */
export const REFUSED = 3;

/**
 * Returns the kind of each byte outside quotes, by byte value. A quote that is not the first character of a cell is an
 * ordinary character, but it stops the loops that copy plain bytes, since it may follow a blank.
 */
export function unquotedByteKinds(delimiter: string, quote: string): Uint8Array {
  const kinds = textKinds();
  if (quote !== '') kinds[quote.charCodeAt(0)] = ESCAPED;
  for (const byte of [delimiter.charCodeAt(0), LF, CR]) kinds[byte] = ENDING;
  return kinds;
}

/**
 * Returns the kind of each byte inside quotes, by byte value. Line ends are REFUSED, because the record would span
 * several lines.
 */
export function quotedByteKinds(quote: string, escape: string): Uint8Array {
  const kinds = textKinds();
  for (const byte of [LF, CR, escape.charCodeAt(0)]) kinds[byte] = REFUSED;
  kinds[quote.charCodeAt(0)] = ENDING;
  return kinds;
}

function textKinds(): Uint8Array {
  const kinds = new Uint8Array(256).fill(ESCAPED, 0, 0x20);
  for (const character of '"\\') kinds[character.charCodeAt(0)] = ESCAPED;
  return kinds;
}
