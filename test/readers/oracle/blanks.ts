/** The blank characters of specs and files: Unicode White_Space, listed explicitly. */
const blank = '\\u0009-\\u000D\\u0020\\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000';

/** Returns the text without blanks at its start and end. */
export function trimBlanks(text: string): string {
  return text.replace(new RegExp(`^[${blank}]+`, 'u'), '').replace(new RegExp(`[${blank}]+$`, 'u'), '');
}

/** Returns whether every character of the text is blank. True for the empty text. */
export function isBlank(text: string): boolean {
  return trimBlanks(text) === '';
}

/** Returns the length of a text in code points. */
export function countCodePoints(text: string): number {
  return [...text].length;
}
