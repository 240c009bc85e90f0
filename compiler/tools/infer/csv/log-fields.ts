/** The line of a log (W3C extended) that names its columns. */
const FIELDS = /^#Fields:[ \t]*(\S[^\r\n]*?)[ \t]*$/m;

/** Returns the names of the columns of a log (W3C extended), whose header is a comment, or null for any other text. */
export function logFieldsOf(text: string): readonly string[] | null {
  const begin = text.slice(0, 4096).replace(/^\ufeff/u, '');
  if (!begin.startsWith('#')) return null;
  return FIELDS.exec(begin)?.[1]?.split(/[ \t]+/) ?? null;
}
