/** Names of topics or specs that a key may use. In a pattern, `*` matches any number of characters. */
export type NamePatterns = readonly string[];

/** Limits of a list of patterns: their number, and the number of `*` in one pattern. */
const MAX_PATTERNS = 100;
const MAX_STARS = 4;

/**
 * Parses a list of patterns that are separated by commas: `claims-*,orders`. Throws an Error whose message continues a
 * sentence that starts with the name of the flag.
 */
export function parseNamePatterns(written: string): NamePatterns {
  const patterns = written.split(',').map((pattern) => pattern.trim());
  const isValid = patterns.every(
    (pattern) => /^[A-Za-z0-9._*-]{1,249}$/.test(pattern) && pattern.split('*').length <= MAX_STARS + 1,
  );
  if (!isValid || patterns.length > MAX_PATTERNS)
    throw new Error(
      `takes up to ${MAX_PATTERNS} names or patterns of A-Z, a-z, 0-9, ".", "_", "-" and at most ${MAX_STARS} "*", separated by commas`,
    );
  return patterns;
}

/** Returns true if a name matches one of the patterns. Upper and lower case differ. */
export function matchesPatterns(patterns: NamePatterns, name: string): boolean {
  return patterns.some((pattern) => matches(pattern.split('*'), name));
}

/** Compares in linear time: each part is searched once, after the one before it. */
function matches([first = '', ...rest]: readonly string[], name: string): boolean {
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  const end = name.length - last.length;
  let from = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, from);
    if (found < 0 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
}
