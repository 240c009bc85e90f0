/** The parts of a key's description in the spec language. */
export interface KeyDoc {
  /** The formats or types that use the key: `CSV, FIXED_WIDTH`; null if all do. */
  readonly appliesTo: string | null;
  /** What the key means, as Markdown. */
  readonly meaning: string;
  /** The default as Markdown; null if the description names none. */
  readonly fallback: string | null;
}

/**
 * Splits the description of a key. By convention it begins with what the key applies to, unless that is everything, and
 * ends with its default: `CSV: the character between cells. Default: a comma.`
 */
export function readKeyDoc(doc: string): KeyDoc {
  const [, appliesTo = null, rest = doc] = /^([A-Z]+(?:_[A-Z]+)*(?:, [A-Z]+(?:_[A-Z]+)*)*): (.*)$/s.exec(doc) ?? [];
  const [, meaning = rest, fallback = null] = /^(.*?) ?Default: (.*)\.$/s.exec(rest) ?? [];
  return { appliesTo, meaning: capitalize(meaning), fallback };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
