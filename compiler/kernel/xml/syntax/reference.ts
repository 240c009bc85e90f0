import { SEMICOLON } from '../../bytes/ascii.ts';
import { MalformedXml } from './malformed-xml.ts';

/** The text that a reference represents, and the index after the reference. */
export interface Reference {
  text: string;
  end: number;
}

const HASH = 0x23;
const X = 0x78;
/** Maximum length of a reference, in bytes. A longer one is rejected. No character needs that many digits. */
const MAX_BYTES = 1000;
/** The texts of the predefined entities, by name (XML 1.0, section 4.6). */
export const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const ENTITIES = [...PREDEFINED].map(([name, text]) => ({
  name: [...name].map((letter) => letter.charCodeAt(0)),
  text,
}));

/**
 * Reads the reference that begins with the `&` at index `at` (XML 1.0, section 4.1) and writes it to `reference`.
 * Returns false if the reference is incomplete at `end`.
 * @throws MalformedXml if the reference is malformed or too long, or names an entity that is not predefined
 */
export function readReference(bytes: Uint8Array, at: number, end: number, reference: Reference): boolean {
  const last = Math.min(end, at + MAX_BYTES);
  let to = at + 1;
  while (to < last && isInReference(bytes[to] ?? 0)) to++;
  if (to === last) {
    if (last < end) throw new MalformedXml(`a reference is longer than ${MAX_BYTES} bytes`, at);
    return false;
  }
  if (bytes[to] !== SEMICOLON) throw new MalformedXml('`&` does not start a reference', at);
  const text = bytes[at + 1] === HASH ? parseCharacterReference(bytes, at + 2, to) : findPredefined(bytes, at + 1, to);
  if (text === undefined)
    throw new MalformedXml(
      bytes[at + 1] === HASH
        ? 'a reference to a character that XML does not allow'
        : 'a reference to an entity that XML does not predefine: DTDs are not supported',
      at,
    );
  reference.text = text;
  reference.end = to + 1;
  return true;
}

function findPredefined(bytes: Uint8Array, from: number, to: number): string | undefined {
  return ENTITIES.find(({ name }) => name.length === to - from && name.every((byte, i) => bytes[from + i] === byte))
    ?.text;
}

/** Returns whether a byte may occur between `&` and `;`: a byte of a name, or `#`. */
function isInReference(byte: number): boolean {
  return (
    byte >= 0x80 ||
    (byte >= 0x30 && byte <= 0x3a) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === HASH ||
    byte === 0x2d ||
    byte === 0x2e ||
    byte === 0x5f
  );
}

/**
 * Returns the character of a reference `&#…;` or `&#x…;`, whose digits end at `to`. Undefined if XML does not allow it.
 */
function parseCharacterReference(bytes: Uint8Array, from: number, to: number): string | undefined {
  const radix = bytes[from] === X ? 16 : 10;
  let at = radix === 16 ? from + 1 : from;
  if (at === to) return undefined;
  let codePoint = 0;
  for (; at < to; at++) {
    const digit = digitOf(bytes[at] ?? 0);
    if (digit >= radix) return undefined;
    codePoint = Math.min(0x110000, codePoint * radix + digit);
  }
  return isCharacter(codePoint) ? String.fromCodePoint(codePoint) : undefined;
}

function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Infinity;
}

/** Returns whether XML allows the character (XML 1.0, production 2: Char). */
function isCharacter(codePoint: number): boolean {
  if (codePoint < 0x20) return codePoint === 0x09 || codePoint === 0x0a || codePoint === 0x0d;
  return (
    codePoint <= 0xd7ff ||
    (codePoint >= 0xe000 && codePoint <= 0xfffd) ||
    (codePoint >= 0x10000 && codePoint <= 0x10ffff)
  );
}
