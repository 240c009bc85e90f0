/** The JSON of one message is put together from these. Strings stand exactly as JSON.stringify writes them. */

/** A text as a JSON string; null as `null`. */
export function toJsonString(text: string | null): string {
  if (text === null) return 'null';
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit & 0xf800) === 0xd800) return JSON.stringify(text);
  }
  return '"' + text + '"';
}

/** Digits as they are; null as `null`. */
export function toJsonNumber(digits: string | null): string {
  return digits ?? 'null';
}

/** true, false or null. */
export function toJsonBoolean(value: boolean | null): string {
  return String(value);
}

/** Several texts as one key, a JSON array; null where one of them is null. */
export function toCompositeKey(texts: readonly (string | null)[]): string | null {
  return texts.includes(null) ? null : JSON.stringify(texts);
}

/** true and false as texts. */
export function formatBoolean(value: boolean | null): string | null {
  return value === null ? null : String(value);
}
