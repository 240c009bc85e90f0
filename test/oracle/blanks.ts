/** The characters that are blank in specs and files: Unicode White_Space, spelled out. */
const blank = '\\u0009-\\u000D\\u0020\\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000';

/** The text without the blanks on both sides. */
export function dropBlanks(text: string): string {
  return text.replace(new RegExp(`^[${blank}]+`, 'u'), '').replace(new RegExp(`[${blank}]+$`, 'u'), '');
}

/** Whether the text has no character that is not blank; true for the empty text. */
export function isBlank(text: string): boolean {
  return dropBlanks(text) === '';
}

/** Length of a text in code points. */
export function countCodePoints(text: string): number {
  return [...text].length;
}
