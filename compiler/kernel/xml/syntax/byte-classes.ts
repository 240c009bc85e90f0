import { BLANK, CR, LF, TAB } from '../../bytes/ascii.ts';

/** What begins a CDATA section. */
export const CDATA = new TextEncoder().encode('<![CDATA[');

/** What a byte is where characters are read: one of them, one that ends or changes something, or one to be looked at closely. */
export const PLAIN = 0;
export const SPECIAL = 1;
export const CHECKED = 2;

/** What each byte is where these characters are special: control characters are not allowed, what is not ASCII is checked. */
export function byteClasses(specials: string): Uint8Array {
  const classes = new Uint8Array(256).fill(CHECKED, 0, BLANK).fill(CHECKED, 0x80);
  for (const byte of [TAB, LF, CR]) classes[byte] = PLAIN;
  for (const special of specials) classes[special.charCodeAt(0)] = SPECIAL;
  return classes;
}

/** Whether a byte is a blank (XML 1.0, production 3: S). */
export function isXmlBlank(byte: number | undefined): boolean {
  return byte === BLANK || byte === LF || byte === CR || byte === TAB;
}
