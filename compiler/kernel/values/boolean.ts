/** `true` and `false` in any case of ASCII letters; null for any other text. */
export function toBoolean(text: string): boolean | null {
  return isTrue(text) ? true : isFalse(text) ? false : null;
}

/** Whether the text is `true` in any case of ASCII letters. */
export function isTrue(text: string): boolean {
  return text === 'true' || (text.length === 4 && /^true$/i.test(text));
}

/** Whether the text is `false` in any case of ASCII letters. */
export function isFalse(text: string): boolean {
  return text === 'false' || (text.length === 5 && /^false$/i.test(text));
}
