import type { Diagnostic } from './diagnostic.ts';

const frameWidth = 100;

/**
 * Formats a diagnostic for a terminal: `path:line:column code: message`, with `warning` before the code of a warning.
 * The hint and the surrounding lines of the spec follow, with a caret below the position.
 */
export function formatDiagnostic(diagnostic: Diagnostic, { text, path }: { text: string; path: string }): string {
  const { line, column, code, message, severity, hint } = diagnostic;
  const head = `${path}:${line}:${column} ${severity === 'warning' ? 'warning ' : ''}${code}: ${message}`;
  return [head, ...(hint === null ? [] : [`  hint: ${hint}`]), ...codeFrame(diagnostic, text)].join('\n');
}

function codeFrame({ line, column, length = 1 }: Diagnostic, text: string): string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const first = Math.max(1, line - 2);
  const last = Math.min(lines.length, line + 1);
  const digits = String(last).length;
  const start = windowStart(lines[line - 1] ?? '', column);
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const source = lines[number - 1] ?? '';
    frame.push(
      `${number === line ? '>' : ' '} ${String(number).padStart(digits)} | ${visible(cutLine(source, start))}`.trimEnd(),
    );
    if (number === line) frame.push(`  ${' '.repeat(digits)} | ${caret({ source, start, column, length })}`);
  }
  return frame;
}

/** Returns the first column (0-based) to show of a source line: 0, or 40 columns before the position in a long line. */
function windowStart(source: string, column: number): number {
  if (column <= frameWidth - 20) return 0;
  const start = Math.min(column - 1, source.length) - 40;
  return /[\udc00-\udfff]/.test(source[start] ?? '') ? start - 1 : start;
}

function cutLine(source: string, start: number): string {
  const part = source.slice(start, start + frameWidth);
  return `${start > 0 ? '…' : ''}${part}${source.length > start + frameWidth ? '…' : ''}`;
}

function caret({
  source,
  start,
  column,
  length,
}: {
  source: string;
  start: number;
  column: number;
  length: number;
}): string {
  const before = (start > 0 ? 1 : 0) + [...source.slice(start, column - 1)].length;
  const end = Math.min(column - 1 + length, source.length, start + frameWidth);
  const marked = Math.max(1, [...source.slice(column - 1, end)].length);
  return `${' '.repeat(before)}${'^'.repeat(marked)}`;
}

/**
 * Replaces control characters with visible ones (U+2400 and following), and a tab with a space. Characters that change
 * the text direction become U+FFFD. The frame stays aligned, and a spec cannot send escape sequences to the terminal.
 */
function visible(source: string): string {
  return source.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, (character) => {
    const code = character.charCodeAt(0);
    if (code === 9) return ' ';
    if (code < 32) return String.fromCharCode(0x2400 + code);
    return code === 127 ? '\u2421' : '\ufffd';
  });
}
