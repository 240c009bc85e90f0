const LOOKED_AT = 65_536;
/** The maximum share of control characters and malformed bytes in text, from 0 to 1. */
const MAX_SHARE = 0.02;

/**
 * Whether a decoded sample is binary data: more than 2 % of its first 65,536 characters are control characters or
 * U+FFFD. Tabs, line ends and control characters that may be delimiters do not count.
 */
export function hasControlCharacters(text: string): boolean {
  const looked = text.slice(0, LOOKED_AT);
  const found = looked.match(/[\0\x02-\x08\x0e-\x1b\x7f\u0080-\u0084\u0086-\u009f\ufffd]/g)?.length ?? 0;
  return found > MAX_SHARE * looked.length;
}
