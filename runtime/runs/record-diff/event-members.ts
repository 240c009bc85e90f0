/**
 * Returns the members of an event in their order: name and value. Each value remains JSON text, so that numbers keep
 * all their digits.
 */
export function membersOf(event: string): ReadonlyMap<string, string> {
  // An event is one JSON object without nested objects or arrays.
  const tokens = event.match(/"(?:[^"\\]|\\.)*"|true|false|null|-?[0-9]+(?:\.[0-9]+)?/g) ?? [];
  const members = new Map<string, string>();
  for (let i = 0; i + 1 < tokens.length; i += 2)
    members.set(String(JSON.parse(tokens[i] ?? '""')), tokens[i + 1] ?? '');
  return members;
}

/** Returns the text of a JSON value, or null for `null`. The number 12 and the string "12" have the same text. */
export function textOf(token: string): string | null {
  if (token === 'null') return null;
  return token.startsWith('"') ? String(JSON.parse(token)) : token;
}
