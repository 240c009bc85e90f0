/** Text of a spec inside Markdown (CommonMark): nothing in it is read as markup, and it stays on its line. */
export function plain(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>|~&#]/g, '\\$&');
}

/** Text of a spec as code, with as many backticks around as it needs. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  if (line === '') return '(nothing)';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const space = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  // In a table a bar would end the cell, code or not.
  return `${ticks}${space}${line}${space}${ticks}`.replaceAll('|', '\\|');
}

/** Several texts as code: `a`, `b` or `c`. */
export function codeList(texts: readonly string[]): string {
  const spans = texts.map(codeSpan);
  return spans.length < 2 ? spans.join('') : `${spans.slice(0, -1).join(', ')} or ${spans.at(-1)}`;
}

/** A block of text as it is. */
export function fence(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const shown = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n?$/, '\n')
    .replace(HIDDEN, (character) => (/[\t\n]/.test(character) ? character : picture(character)));
  return `${ticks}${language}\n${shown}${ticks}`;
}

/** A table; cells are Markdown already. Columns in which nothing stands are left out. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const kept = [...titles.keys()].filter((column) => rows.some((row) => (row[column] ?? '') !== ''));
  const line = (cells: readonly string[]) => `| ${kept.map((column) => cells[column] ?? '').join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}

function oneLine(text: string): string {
  return text.replace(HIDDEN, picture);
}

/** What would end a line, steer a terminal or turn the writing direction. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** The picture of a control character (U+2400 on), else a sign for what cannot be shown. */
function picture(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}
