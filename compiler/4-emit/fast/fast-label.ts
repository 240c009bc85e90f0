import { type Code, code, commentText, join } from '../literal.ts';

/** So many bytes are written in a line. */
const LINE = 8;

/** Statements that write a text that is known: `,"amount":`. */
export function emitLabel(text: string): Code[] {
  const bytes = new TextEncoder().encode(text);
  const lines: Code[] = [code`// ${commentText(text)}`];
  for (let at = 0; at < bytes.length; at += LINE) lines.push(emitStores(bytes.subarray(at, at + LINE), at));
  return [...lines, code`length += ${bytes.length};`];
}

function emitStores(bytes: Uint8Array, at: number): Code {
  return join([...bytes].map((byte, i) => code`output[length + ${at + i}] = ${byte};`), ' ');
}
