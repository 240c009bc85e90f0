import { BLANK, CR, LF, TAB } from '../../bytes/ascii.ts';

/** The start of a CDATA section. */
export const CDATA = new TextEncoder().encode('<![CDATA[');

/** The byte is a character of the run and needs no processing. */
export const PLAIN = 0;
/** The byte ends the run or needs processing. */
export const SPECIAL = 1;
/** The byte begins a character that needs validation. */
export const CHECKED = 2;

/**
 * Returns the class of each byte, given the special characters of a run. Control characters and non-ASCII bytes need
 * validation.
 */
export function byteClasses(specials: string): Uint8Array {
  const classes = new Uint8Array(256).fill(CHECKED, 0, BLANK).fill(CHECKED, 0x80);
  for (const byte of [TAB, LF, CR]) classes[byte] = PLAIN;
  for (const special of specials) classes[special.charCodeAt(0)] = SPECIAL;
  return classes;
}

/** Returns whether a byte is a blank (XML 1.0, production 3: S). */
export function isXmlBlank(byte: number | undefined): boolean {
  return byte === BLANK || byte === LF || byte === CR || byte === TAB;
}
