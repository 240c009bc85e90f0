import type { WriteStream } from 'node:tty';

/** The width of an output stream, and functions that colour text for it. */
export interface Terminal {
  /** Whether the stream is a terminal. False for a file or a pipe. */
  isTerminal: boolean;
  /** Width in columns, at least 40. Infinity if the stream is not a terminal. */
  width: number;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
}

/**
 * Returns the Terminal of a stream. Text is coloured only on a terminal, and only if NO_COLOR (no-color.org) is not set
 * and TERM is not `dumb`.
 */
export function terminalOf(stream: NodeJS.WriteStream | WriteStream, env: NodeJS.ProcessEnv = process.env): Terminal {
  const isTerminal = stream.isTTY === true;
  const isColoured = isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const paint = (code: number) => (text: string) => (isColoured ? `\x1b[${code}m${text}\x1b[0m` : text);
  return {
    isTerminal,
    width: isTerminal ? Math.max(40, stream.columns || 80) : Infinity,
    bold: paint(1),
    dim: paint(2),
    red: paint(31),
    yellow: paint(33),
    green: paint(32),
  };
}

const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/**
 * Replaces characters that are unsafe to print with visible signs: control characters, marks that change the writing
 * direction, and invisible characters. Use it for all text from a file or a spec.
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : `\\u{${code.toString(16)}}`;
  });
}

/** Replaces the same characters as visible(), but keeps line feeds. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

const ESCAPED = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Escapes the characters in JSON text that could control a terminal. The value of the JSON remains the same. */
export function visibleJson(json: string): string {
  return json.replace(ESCAPED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Returns the width of a text in terminal columns: 2 for East Asian wide characters and emoji, 0 for combining marks, 1
 * for all others.
 */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += /[\p{Mn}\p{Me}\p{Cf}]/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
