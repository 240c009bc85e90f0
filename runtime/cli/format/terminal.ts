import type { WriteStream } from 'node:tty';

/** What may be done to the text that goes to a stream. */
export interface Terminal {
  /** Whether a person looks at it. */
  isTerminal: boolean;
  /** Columns to fit; Infinity where it is no terminal. */
  width: number;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
}

/** The terminal behind a stream: colours only there, and only without NO_COLOR (no-color.org). */
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
 * Text from a file or a spec as it may be shown to a person: what would steer the terminal, turn the
 * writing direction or show nothing stands there as a visible sign.
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : `\\u{${code.toString(16)}}`;
  });
}

/** The same for text of several lines: line feeds stay. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

const ESCAPED = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** JSON with every character escaped that a terminal might obey; it means the same. */
export function visibleJson(json: string): string {
  return json.replace(ESCAPED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Columns that a text takes on a terminal: two for the wide characters of East Asia and pictures, none for marks. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += /[\p{Mn}\p{Me}\p{Cf}]/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
