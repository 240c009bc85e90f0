const LOOKED_AT = 65_536;
/** Text has at most this share of control characters and malformed bytes. */
const MAX_SHARE = 0.02;

/**
 * Whether a decoded sample is binary data: it contains many control characters other than line ends, tabs, and
 * characters that may be delimiters (unit and record separators), or bytes that are no characters.
 */
export function hasControlCharacters(text: string): boolean {
  const looked = text.slice(0, LOOKED_AT);
  const found = looked.match(/[\0\x02-\x08\x0e-\x1b\x7f\u0080-\u0084\u0086-\u009f\ufffd]/g)?.length ?? 0;
  return found > MAX_SHARE * looked.length;
}
