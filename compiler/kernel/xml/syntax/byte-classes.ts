import { BLANK, CR, LF, TAB } from '../../bytes/ascii.ts';

/** The bytes `<![CDATA[`, with which a CDATA section starts. */
export const CDATA = new TextEncoder().encode('<![CDATA[');

/** The byte belongs to the sequence of characters and needs no processing. */
export const PLAIN = 0;
/** The byte ends the sequence of characters or needs processing. */
export const SPECIAL = 1;
/** The byte begins a character that needs validation. */
export const CHECKED = 2;

/**
 * Returns the class of each byte, by byte value. `specials` are the characters of the class SPECIAL. Control characters
 * and non-ASCII bytes need validation.
 */
export function byteClasses(specials: string): Uint8Array {
  const classes = new Uint8Array(256).fill(CHECKED, 0, BLANK).fill(CHECKED, 0x80);
  for (const byte of [TAB, LF, CR]) classes[byte] = PLAIN;
  for (const special of specials) classes[special.charCodeAt(0)] = SPECIAL;
  return classes;
}

/** Returns whether a byte is a blank (XML 1.0, production 3: S). False for undefined. */
export function isXmlBlank(byte: number | undefined): boolean {
  return byte === BLANK || byte === LF || byte === CR || byte === TAB;
}
