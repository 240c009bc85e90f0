/** The parts of a key's description in the language reference. */
export interface KeyDoc {
  /** The formats or types that use the key, such as `CSV, FIXED_WIDTH`, or null if all do. */
  readonly appliesTo: string | null;
  /** What the key means, as Markdown. */
  readonly meaning: string;
  /** The default as Markdown, or null if the description does not mention one. */
  readonly fallback: string | null;
}

/**
 * Splits the description of a key. It begins with the formats or types that use the key, unless all do. It ends with
 * the default: `CSV: the character between cells. Default: a comma.`
 */
export function readKeyDoc(doc: string): KeyDoc {
  const [, appliesTo = null, rest = doc] = /^([A-Z]+(?:_[A-Z]+)*(?:, [A-Z]+(?:_[A-Z]+)*)*): (.*)$/s.exec(doc) ?? [];
  const [, meaning = rest, fallback = null] = /^(.*?) ?Default: (.*)\.$/s.exec(rest) ?? [];
  return { appliesTo, meaning: capitalize(meaning), fallback };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
