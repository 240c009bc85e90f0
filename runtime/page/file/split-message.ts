/** The values of a message by field: JSON text without the quotes of strings. Null is null. */
export type MessageValues = ReadonlyMap<string, string | null>;

/**
 * Splits a message, which is a flat JSON object, into its members: the text of each value, without the quotes and escapes
 * of a string, or null. Numbers remain texts, so that no digit is lost.
 */
export function splitMessage(json: string): Map<string, string | null> {
  const members = new Map<string, string | null>();
  // The casts are safe: both texts are JSON strings.
  for (const [, name = '', value = ''] of json.matchAll(/("(?:[^"\\]|\\.)*"):("(?:[^"\\]|\\.)*"|[^,}]*)/g))
    members.set(JSON.parse(name) as string, valueOf(value));
  return members;
}

function valueOf(text: string): string | null {
  if (text === 'null') return null;
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}
