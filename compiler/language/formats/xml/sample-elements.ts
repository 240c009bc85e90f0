import type { XmlSpec } from './keys.ts';
import type { TextEncoding } from '../model/samples/encode-text.ts';
import type { Cell } from '../model/samples/file-writer.ts';
import type { XmlBranch } from './sample-layout.ts';

/** Returns the attributes that declare the namespaces of a spec. */
export function writeDeclarations({ namespaces = {} }: XmlSpec): string {
  return Object.entries(namespaces)
    .map(([prefix, uri]) => ` xmlns:${prefix}="${escapeWith(uri, '"<&')}"`)
    .join('');
}

/** Returns a line end with the indentation of an element inside `depth` others. */
export function indented(depth: number): string {
  return `\n${'  '.repeat(depth)}`;
}

// Matches characters that are not a Char of XML 1.0, 2.2.
const NO_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Returns whether XML 1.0 allows all characters of the cells. */
export function isWritable(cells: readonly Cell[]): boolean {
  return !cells.some((cell) => cell !== null && NO_CHARACTER.test(cell));
}

/** How an element is written. */
export interface BranchOptions {
  readonly textOf: (text: string) => string;
  /**
   * Whether empty elements are written. They are needed outside the record, where the value of the previous record
   * would otherwise still apply.
   */
  readonly writesEmpty: boolean;
  /** The number of enclosing elements. */
  readonly depth: number;
  readonly filler?: string;
}

/** Writes an element with its values. Returns an empty text for an empty element, unless those are written, too. */
export function writeBranch(branch: XmlBranch, cells: readonly Cell[], options: BranchOptions): string {
  const { textOf, writesEmpty, depth, filler = '' } = options;
  const text = branch.text === null ? null : (cells[branch.text] ?? null);
  const inner = branch.children
    .map((child) => writeBranch(child, cells, { textOf, writesEmpty, depth: depth + 1 }))
    .filter((child) => child !== '');
  const isEmpty =
    text === null &&
    inner.length === 0 &&
    filler === '' &&
    branch.attributes.every(({ field }) => (cells[field] ?? null) === null);
  if (isEmpty && !writesEmpty) return '';
  // If a field reads the element's text, blanks between child elements would become part of it.
  const isSpread = branch.text === null && inner.length > 0;
  const content = isSpread
    ? inner.map((child) => indented(depth + 1) + child).join('') + filler + indented(depth)
    : escapeWith(textOf(text ?? ''), '<>\r') + inner.join('') + filler;
  return `${openTag(branch, cells, textOf)}${content}</${branch.name}>`;
}

/** Writes a start tag with the values in its attributes. */
export function openTag(
  { name, demanded, attributes }: XmlBranch,
  cells: readonly Cell[],
  textOf: BranchOptions['textOf'],
): string {
  const fixed = demanded.map(({ name: attribute, value }) => ` ${attribute}="${escapeValue(textOf(value))}"`);
  const written = attributes.flatMap(({ name: attribute, field }) => {
    const cell = cells[field] ?? null;
    return cell === null ? [] : [` ${attribute}="${escapeValue(textOf(cell))}"`];
  });
  return `<${name}${fixed.join('')}${written.join('')}>`;
}

function escapeValue(text: string): string {
  return escapeWith(text, '"<\t\n\r');
}

/** Escapes `&`, and replaces characters that the encoding lacks with character references. */
export function withReferences(text: string, encode: TextEncoding): string {
  const escaped = text.replaceAll('&', '&amp;');
  return encode(escaped) !== null
    ? escaped
    : [...escaped]
        .map((character) => (encode(character) === null ? `&#${character.codePointAt(0)};` : character))
        .join('');
}

function escapeWith(text: string, characters: string): string {
  return [...text]
    .map((character) => (characters.includes(character) ? `&#${character.codePointAt(0)};` : character))
    .join('');
}
