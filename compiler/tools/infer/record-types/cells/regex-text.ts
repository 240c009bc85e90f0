/** Returns a regular expression that matches one character. */
export function toRegexText(character: string): string {
  return /[\\^$|*]/.test(character) ? `\\${character}` : character;
}
