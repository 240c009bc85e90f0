/** The members of an event in their order, each value as it stands in the JSON text: digits are not read. */
export function membersOf(event: string): ReadonlyMap<string, string> {
  // An event is one flat JSON object.
  const tokens = event.match(/"(?:[^"\\]|\\.)*"|true|false|null|-?[0-9]+(?:\.[0-9]+)?/g) ?? [];
  const members = new Map<string, string>();
  for (let i = 0; i + 1 < tokens.length; i += 2)
    members.set(String(JSON.parse(tokens[i] ?? '""')), tokens[i + 1] ?? '');
  return members;
}

/** The text of a value whatever form it has in the event: of the number 12 and the string "12" the same; null where it is null. */
export function textOf(token: string): string | null {
  if (token === 'null') return null;
  return token.startsWith('"') ? String(JSON.parse(token)) : token;
}
