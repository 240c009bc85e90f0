import { type Code, code, commentText, hexadecimal } from '../code/literal.ts';

/** Number of bytes that are written at once. */
const WORD = 4;

/**
 * Emits statements that append a constant text such as `,"amount":` to the output. They write four bytes at a time. The
 * following value overwrites the padding after the text.
 */
export function emitLabel(text: string): Code[] {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length === 0) return [];
  const lines: Code[] = [code`// ${commentText(text)}`];
  for (let at = 0; at < bytes.length; at += WORD)
    lines.push(
      code`outputView.setInt32(length${at === 0 ? code`` : code` + ${at}`}, ${hexadecimal(wordOf(bytes, at))}, true);`,
    );
  return [...lines, code`length += ${bytes.length};`];
}

/** Returns the four bytes from `at` on as a little-endian number. Bytes after the end count as 0. */
function wordOf(bytes: Uint8Array, at: number): number {
  let word = 0;
  for (let i = WORD - 1; i >= 0; i--) word = (word << 8) | (bytes[at + i] ?? 0);
  return word;
}
