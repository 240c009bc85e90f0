import { isXmlBlank } from '../../syntax/byte-classes.ts';
import { DOUBLE_QUOTE, EQUALS, GREATER_THAN, SINGLE_QUOTE, SLASH } from '../../../bytes/ascii.ts';

const MAX_TAG_BYTES = 500;
const NONE = new Uint8Array(0);

/** A start tag, split into its attribute values and the markup between them. */
export interface RawTag {
  name: string;
  attributes: string[];
  /** The bytes before, between and after the attribute values, such as `<Amt Ccy="` and `">`. */
  pieces: Uint8Array[];
  quotes: number[];
  /** The indexes at which each attribute value begins and ends. */
  values: { from: number; to: number }[];
  isEmpty: boolean;
  end: number;
}

/**
 * Splits the well-formed start tag at index `from`. Returns null if it declares namespaces, is longer than 500 bytes,
 * or is not a start tag.
 */
export function parseRawTag(bytes: Uint8Array, from: number, to: number): RawTag | null {
  const nameEnd = findNameEnd(bytes, from + 1, to);
  const name = textOf(bytes, from + 1, nameEnd);
  if (/^[!?]/.test(name)) return null;
  const tag: RawTag = { name, attributes: [], pieces: [], quotes: [], values: [], isEmpty: false, end: 0 };
  let pieceFrom = from;
  let at = nameEnd;
  for (;;) {
    while (at < to && isXmlBlank(bytes[at])) at++;
    const byte = bytes[at];
    if (at >= to || at - from > MAX_TAG_BYTES) return null;
    if (byte === GREATER_THAN || byte === SLASH) break;
    const attributeEnd = findNameEnd(bytes, at, to);
    const attribute = textOf(bytes, at, attributeEnd);
    if (attribute === 'xmlns' || attribute.startsWith('xmlns:')) return null;
    const quoteAt = findQuote(bytes, attributeEnd, to);
    const quote = bytes[quoteAt] ?? 0;
    tag.attributes.push(attribute);
    tag.quotes.push(quote);
    tag.pieces.push(bytes.slice(pieceFrom, quoteAt + 1));
    pieceFrom = bytes.indexOf(quote, quoteAt + 1);
    if (pieceFrom < 0) return null;
    tag.values.push({ from: quoteAt + 1, to: pieceFrom });
    at = pieceFrom + 1;
  }
  tag.isEmpty = bytes[at] === SLASH;
  tag.end = at + (tag.isEmpty ? 2 : 1);
  tag.pieces.push(bytes.slice(pieceFrom, tag.end));
  return tag;
}

/** Makes the value of an attribute part of the markup around it, so that it is no value of the tag. */
export function foldValue(tag: RawTag, bytes: Uint8Array, at: number): void {
  const { from, to } = tag.values[at] ?? { from: 0, to: 0 };
  const [before = NONE, after = NONE] = tag.pieces.slice(at, at + 2);
  tag.pieces.splice(at, 2, Uint8Array.of(...before, ...bytes.subarray(from, to), ...after));
  for (const list of [tag.attributes, tag.quotes, tag.values]) list.splice(at, 1);
}

/** Splits a qualified name into its prefix and its local name. The prefix is empty if there is no colon. */
export function splitName(name: string): { prefix: string; local: string } {
  const colon = name.indexOf(':');
  return { prefix: name.slice(0, Math.max(0, colon)), local: name.slice(colon + 1) };
}

function findNameEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && !isXmlBlank(bytes[at]) && bytes[at] !== EQUALS && bytes[at] !== GREATER_THAN && bytes[at] !== SLASH)
    at++;
  return at;
}

function findQuote(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== DOUBLE_QUOTE && bytes[at] !== SINGLE_QUOTE) at++;
  return at;
}

function textOf(bytes: Uint8Array, from: number, to: number): string {
  return new TextDecoder().decode(bytes.subarray(from, to));
}
