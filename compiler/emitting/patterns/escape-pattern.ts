/** Returns a regular expression (with the flag `u`) that matches only this text. */
export function escapePattern(text: string): string {
  return [...text]
    .map((character) =>
      /[A-Za-z0-9]/.test(character) ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    )
    .join('');
}
