/** Parses `true` and `false` in upper, lower or mixed case. Returns null for any other text. */
export function toBoolean(text: string): boolean | null {
  return isTrue(text) ? true : isFalse(text) ? false : null;
}

/** Returns whether the text is `true`, ignoring the case of ASCII letters. */
export function isTrue(text: string): boolean {
  return text === 'true' || (text.length === 4 && /^true$/i.test(text));
}

/** Returns whether the text is `false`, ignoring the case of ASCII letters. */
export function isFalse(text: string): boolean {
  return text === 'false' || (text.length === 5 && /^false$/i.test(text));
}
