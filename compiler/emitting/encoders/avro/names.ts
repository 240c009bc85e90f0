const LEGAL = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** What `toAvroName` writes for a character. */
const ESCAPE = /_x[0-9a-f]+_/g;

/**
 * Returns a name as Avro allows it: each other character becomes `_x` with its code point and `_`. The name depends on
 * nothing else, and no other name becomes the same.
 */
export function toAvroName(name: string): string {
  const unambiguous = name.replace(ESCAPE, (text) => `${escape('_')}${text.slice(1)}`);
  if (LEGAL.test(unambiguous)) return unambiguous;
  return [...unambiguous]
    .map((character, index) => (isLegal(character, index) ? character : escape(character)))
    .join('');
}

/** Returns the name that `toAvroName` was called with. */
export function fromAvroName(name: string): string {
  return name.replace(ESCAPE, (text) => String.fromCodePoint(parseInt(text.slice(2, -1), 16)));
}

function isLegal(character: string, index: number): boolean {
  return index === 0 ? /[A-Za-z_]/.test(character) : /[A-Za-z0-9_]/.test(character);
}

function escape(character: string): string {
  return `_x${(character.codePointAt(0) ?? 0).toString(16)}_`;
}
