import { CR, LF } from '../bytes/ascii.ts';

/** What a byte is for the text of a cell. Bytes of characters beyond ASCII are plain; whether they are well-formed is seen to apart. */
export const PLAIN = 0;
/** JSON has it behind a backslash. Kinds up to this one are part of the text. */
export const ESCAPED = 1;
/** The text ends before it. */
export const ENDING = 2;
/** Left to the careful reading. */
export const REFUSED = 3;

/** The kinds of bytes outside quotes. A quote behind the beginning of a cell is a character like others. */
export function unquotedByteKinds(delimiter: string): Uint8Array {
  const kinds = textKinds();
  for (const byte of [delimiter.charCodeAt(0), LF, CR]) kinds[byte] = ENDING;
  return kinds;
}

/** The kinds of bytes inside quotes; `escape`: what stands before a quote that is one. A line end would make the record several lines. */
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
