import { namesOf, readValuePath } from '../../language/formats/xml/path.ts';
import type { TextRange } from './text-range.ts';

/**
 * Returns the range of a value in the text of an XML record. The element or attribute must have the last name of the
 * path and exactly this content. Returns null if none or several match, or if the value is empty. Also returns null for
 * an invalid path, and for a path that points outside of the record or to the record itself.
 */
export function findXmlValue(record: string, path: string, value: string): TextRange | null {
  const parsed = readValuePath(path);
  if (parsed.kind === 'invalid' || parsed.from !== 'RECORD' || value === '') return null;
  const name = namesOf(parsed).at(-1)?.local;
  if (name === undefined) return null;
  const before =
    parsed.attribute === null
      ? `<(?:[^\\s<>:/]+:)?${escape(name)}(?:\\s[^<>]*)?>`
      : `\\s(?:[^\\s<>:=]+:)?${escape(name)}\\s*=\\s*["']`;
  const after = parsed.attribute === null ? '\\s*<' : `["']`;
  const found = [...record.matchAll(new RegExp(`(${before}\\s*)${escape(value)}(?=${after})`, 'gu'))];
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const start = only.index + (only[1]?.length ?? 0);
  return { start, end: start + value.length };
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
