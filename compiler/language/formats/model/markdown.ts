/** Escapes text for Markdown (CommonMark), so that nothing in it is markup. The result is one line. */
export function plain(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>|~&#]/g, '\\$&');
}

/** Formats text as a Markdown code span, with enough backticks around it. Empty text becomes `(nothing)`. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  if (line === '') return '(nothing)';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const space = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  // In a table, a bar ends the cell even inside of a code span.
  return `${ticks}${space}${line}${space}${ticks}`.replaceAll('|', '\\|');
}

/** Formats several texts as Markdown code spans: `a`, `b` or `c`. */
export function codeList(texts: readonly string[]): string {
  const spans = texts.map(codeSpan);
  return spans.length < 2 ? spans.join('') : `${spans.slice(0, -1).join(', ')} or ${spans.at(-1)}`;
}

/** Formats text as a fenced code block. */
export function fence(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const shown = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n?$/, '\n')
    .replace(HIDDEN, (character) => (/[\t\n]/.test(character) ? character : toVisible(character)));
  return `${ticks}${language}\n${shown}${ticks}`;
}

/** Formats a Markdown table. Columns without any text in their rows are omitted. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const kept = [...titles.keys()].filter((column) => rows.some((row) => (row[column] ?? '') !== ''));
  const line = (cells: readonly string[]) => `| ${kept.map((column) => cells[column] ?? '').join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}

function oneLine(text: string): string {
  return text.replace(HIDDEN, toVisible);
}

/** Characters that could end a line, control a terminal or change the writing direction. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Returns the control picture of a character (U+2400 and following), or U+FFFD if there is none. */
function toVisible(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}
