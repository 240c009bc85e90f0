import type { CsvCharacters } from '../../../kernel/csv/split-cells.ts';
import type { FixedWidthRange } from '../record-layout.ts';

/** The text of a cell in a file, or why a value cannot be written. */
export type WrittenValue = { text: string } | { problem: string };

/**
 * Writes a value as a cell of CSV (RFC 4180). Quotes are written if the original cell has quotes or the value needs them.
 */
export function writeCsvValue(
  value: string,
  original: string,
  { delimiter, quote, escape }: CsvCharacters,
): WrittenValue {
  const hasQuotes = quote !== '' && original.startsWith(quote);
  const needsQuotes = value.includes(delimiter) || /[\r\n]/.test(value) || (quote !== '' && value.startsWith(quote));
  if (!hasQuotes && !needsQuotes) return { text: value };
  if (quote === '')
    return { problem: 'The files of this spec have no quotes, so a value cannot have a delimiter or a line break.' };
  const escaped = escape === quote ? value : value.replaceAll(escape, () => escape + escape);
  return { text: quote + escaped.replaceAll(quote, () => escape + quote) + quote };
}

/** Writes a value as a column of a fixed-width record: with the width, alignment and padding of the column. */
export function writeFixedWidthValue(
  value: string,
  original: string,
  { length, align, padChar }: FixedWidthRange,
): WrittenValue {
  if (/[\r\n\u0085]/.test(value)) return { problem: 'A value of a fixed-width file cannot have a line break.' };
  const characters = [...value].length;
  if (characters > length)
    return { problem: `The value has ${characters} characters, but the column has ${length}. Shorten the value.` };
  // A line may end before its last column does.
  const padding = padChar.repeat(Math.max(0, [...original].length - characters));
  return { text: align === 'LEFT' ? value + padding : padding + value };
}

/**
 * Writes a value as content of an XML element or attribute (XML 1.0, section 2.4). A character that the encoding lacks
 * becomes a character reference.
 */
export function writeXmlValue(
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

/** Describes a character for a message: `“€” (U+20AC)`. Invisible characters have no quotes. */
export function describeCharacter(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{C}\p{Z}]/u.test(character) ? code : `“${character}” (${code})`;
}
