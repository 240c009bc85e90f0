import { toCamelCase } from '../../../emitting/code/names.ts';

const MAX_TITLES = 8;
const LABEL = /^\p{L}[\p{L}\p{N} ./()'’_-]{1,40}$/u;

/**
 * Suggests fields for the lines above the table that have a label and a value: `Konto:;DE12…`. `top` is the number of these
 * lines. Returns lines for comments, without the values.
 */
export function suggestTitles(text: string, top: number, delimiter: string): string[] {
  const lines = text.split(/\r\n|\n|\r/, top);
  const taken = new Set<string>();
  const fields = lines.flatMap((line, at) => {
    const found = findTitle(line, delimiter);
    const name = found === null ? '' : toCamelCase(found.label.replace(/[\d.]+/g, ' '), 'title');
    if (found === null || taken.has(name)) return [];
    taken.add(name);
    const fromLine = `{ line: ${at + 1}, pattern: ${JSON.stringify(found.pattern)} }`;
    return [`  - { name: ${name}, type: STRING, fromLine: ${fromLine} }`];
  });
  return fields.length === 0 ? [] : ['fields for values in the lines above the table:', ...fields.slice(0, MAX_TITLES)];
}

/** Returns the label of a line, and a pattern whose first group is its value. Null if it has no label. */
function findTitle(line: string, delimiter: string): { label: string; pattern: string } | null {
  const cells = line.split(delimiter).map((cell) => cell.replace(/^[\s\ufeff]*"?|"?\s*$/g, ''));
  const [label = '', value = ''] = cells;
  const name = label.replace(/:$/, '').trim();
  if (LABEL.test(name) && value !== '' && (label.endsWith(':') || cells.filter((cell) => cell !== '').length === 2)) {
    const end = toRegexText(delimiter);
    return verify(line, { label: name, pattern: `${toRegexText(label)}"?${end}"?([^"${end}]+)`, value });
  }
  const [, inner = '', rest = ''] = /^(.*?): *([^:]+)$/.exec(label) ?? [];
  if (!LABEL.test(inner.trim()) || value !== '') return null;
  return verify(line, {
    label: inner.trim(),
    pattern: `${toRegexText(inner)}: *([^"${toRegexText(delimiter)}]+)`,
    value: rest,
  });
}

/** Returns a title if its pattern finds its value in the line. */
function verify(
  line: string,
  { label, pattern, value }: { label: string; pattern: string; value: string },
): { label: string; pattern: string } | null {
  return new RegExp(pattern, 'u').exec(line)?.[1]?.trim() === value.trim() ? { label, pattern } : null;
}

/** Returns a regular expression that matches a text, and the same text with other digits: labels may contain dates. */
function toRegexText(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll('\t', '\\t')
    .replace(/\d+/g, '[0-9]+');
}
