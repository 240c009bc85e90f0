/** The byte values of ASCII characters. */
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
