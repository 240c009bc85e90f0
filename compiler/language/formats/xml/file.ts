import { createFileFormat, describeCharacter, type TextRange, type WrittenValue } from '../model/file-format.ts';
import { createElementFinder } from './elements.ts';
import type { XmlSpec } from './keys.ts';
import { readValuePath } from './path.ts';

/** Files of XML: elements and attributes, found by the path and the value of an issue. */
export const xmlFile = createFileFormat<XmlSpec, null>({
  title: 'XML',
  rejects: 'DOCUMENT',
  createElementFinder,
  hasLines: () => true,
  places: () => null,
  createFindCells: () => null,
  findValue,
  readCell: (cell) => cell,
  writeCell: (value, { after, isMissing }) => writeValue(value, { isAttribute: /^["']/.test(after), isMissing }),
  findDeclaredEncoding: (head) => /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"']+)/u.exec(head)?.[1],
});

/**
 * Returns the range of a value in the text of an XML record. The element or attribute must have the last name of the
 * path and exactly this content. Returns null if none or several match, or if the value is empty. Also returns null for
 * an invalid path, and for a path that points outside of the record or to the record itself.
 */
function findValue(record: string, path: string, value: string): TextRange | null {
  const parsed = readValuePath(path);
  if (parsed.kind === 'invalid' || parsed.from !== 'RECORD' || value === '') return null;
  const name = (parsed.attribute ?? parsed.elements.at(-1))?.local;
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

/**
 * Writes a value as content of an XML element or attribute (XML 1.0, section 2.4). A character that the encoding lacks
 * becomes a character reference.
 */
function writeValue(
  value: string,
  { isAttribute, isMissing }: { isAttribute: boolean; isMissing: (character: string) => boolean },
): WrittenValue {
  const [illegal] = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(value) ?? [];
  if (illegal !== undefined) return { problem: `XML cannot contain the character ${describeCharacter(illegal)}.` };
  let text = '';
  for (const character of value) {
    const named = NAMED[character];
    if (named !== undefined && (isAttribute || character === '&' || character === '<' || character === '>'))
      text += named;
    else if (character === '\r' || (isAttribute && /\s/.test(character) && character !== ' ') || isMissing(character))
      text += `&#${character.codePointAt(0)};`;
    else text += character;
  }
  return { text };
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
