/** Bytes that mean something in XML, in any encoding once it is UTF-8. */
export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const BLANK = 0x20;
export const EXCLAMATION = 0x21;
export const DOUBLE_QUOTE = 0x22;
export const AMPERSAND = 0x26;
export const SINGLE_QUOTE = 0x27;
export const HYPHEN = 0x2d;
export const SLASH = 0x2f;
export const SEMICOLON = 0x3b;
export const LESS_THAN = 0x3c;
export const EQUALS = 0x3d;
export const GREATER_THAN = 0x3e;
export const QUESTION = 0x3f;
export const BRACKET = 0x5d;

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
