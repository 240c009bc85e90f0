/** Returns a text as a JSON string, exactly as JSON.stringify writes it. Null becomes `null`. */
export function toJsonString(text: string | null): string {
  if (text === null) return 'null';
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit & 0xf800) === 0xd800) return JSON.stringify(text);
  }
  return '"' + text + '"';
}

/** Returns canonical digits as a JSON number. Null becomes `null`. */
export function toJsonNumber(digits: string | null): string {
  return digits ?? 'null';
}

/** Returns a boolean as JSON. Null becomes `null`. */
export function toJsonBoolean(value: boolean | null): string {
  return String(value);
}

/** Returns a message key of several fields as a JSON array. Null if one of the texts is null. */
export function toCompositeKey(texts: readonly (string | null)[]): string | null {
  return texts.includes(null) ? null : JSON.stringify(texts);
}

/** Returns `true` or `false` as a text, or null for null. */
export function formatBoolean(value: boolean | null): string | null {
  return value === null ? null : String(value);
}
