import { createLongCharacters } from './long-characters.ts';

/** The bytes of a text, or the first character that the encoding does not have. */
export type EncodedText = { bytes: Uint8Array } | { missing: string };

/** Encodings in which a character has one or two bytes. */
const DOUBLE_BYTE = new Set(['big5', 'euc-jp', 'euc-kr', 'gb18030', 'gbk', 'shift_jis']);

/**
 * Creates the inverse of a decoder: a function that encodes a text in the same encoding. UTF-8 and UTF-16 are calculated.
 * For other encodings, all characters are decoded once, the longer ones when the first of them is written. The characters
 * of ISO-2022-JP that need a shift are reported as missing.
 */
export function createTextEncoder(
  encoding: string,
  decode: (bytes: Uint8Array) => string,
): (text: string) => EncodedText {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return (text) => encodeUtf16(text, encoding === 'utf-16le');
  if (encoding === 'utf-8') return encodeUtf8;
  let table: Map<string, readonly number[]> | null = null;
  const findLong = createLongCharacters(encoding, decode);
  return (text) => {
    table ??= createTable(encoding, decode);
    const bytes: number[] = [];
    for (const character of text) {
      const known = table.get(character) ?? findLong(character);
      if (known === undefined) return { missing: character };
      bytes.push(...known);
    }
    return { bytes: Uint8Array.from(bytes) };
  };
}

function encodeUtf8(text: string): EncodedText {
  const missing = findLoneSurrogate(text);
  return missing === null ? { bytes: new TextEncoder().encode(text) } : { missing };
}

function encodeUtf16(text: string, isLittleEndian: boolean): EncodedText {
  const missing = findLoneSurrogate(text);
  if (missing !== null) return { missing };
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittleEndian);
  return { bytes };
}

function findLoneSurrogate(text: string): string | null {
  return /\p{Surrogate}/u.exec(text)?.[0] ?? null;
}

function createTable(encoding: string, decode: (bytes: Uint8Array) => string): Map<string, readonly number[]> {
  // Decoders of GB 18030 read the byte 80 as GBK does, but the encoding does not have it.
  const lastSingle = encoding === 'gb18030' ? 0x7f : 0xff;
  const table = new Map<string, readonly number[]>();
  const add = (...bytes: number[]) => {
    const [character = '', ...others] = decode(Uint8Array.from(bytes));
    const isOne = character !== '' && character !== '\ufffd' && others.length === 0;
    // The first form of a character is the shortest.
    if (isOne && !table.has(character)) table.set(character, bytes);
  };
  for (let byte = 0; byte <= lastSingle; byte++) add(byte);
  if (DOUBLE_BYTE.has(encoding))
    for (let lead = 0x81; lead <= 0xfe; lead++) for (let trail = 0x30; trail <= 0xfe; trail++) add(lead, trail);
  return table;
}
