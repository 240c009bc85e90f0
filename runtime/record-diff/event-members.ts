/** Returns the members of an event in order. Values are JSON text, so the digits of numbers are preserved. */
export function membersOf(event: string): ReadonlyMap<string, string> {
  // An event is one flat JSON object.
  const tokens = event.match(/"(?:[^"\\]|\\.)*"|true|false|null|-?[0-9]+(?:\.[0-9]+)?/g) ?? [];
  const members = new Map<string, string>();
  for (let i = 0; i + 1 < tokens.length; i += 2)
    members.set(String(JSON.parse(tokens[i] ?? '""')), tokens[i + 1] ?? '');
  return members;
}

/** Returns the text of a JSON value, which is the same for the number 12 and the string "12". Returns null for null. */
export function textOf(token: string): string | null {
  if (token === 'null') return null;
  return token.startsWith('"') ? String(JSON.parse(token)) : token;
}
