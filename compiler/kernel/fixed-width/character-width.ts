import { createTextDecoder } from '../input/encodings/text-decoder.ts';

/** Returns the number of bytes that a character (a code point) has in the encoding of a file. */
export type CharacterWidth = (character: string) => number;

/**
 * Returns the function that counts the bytes of characters in UTF-8, Shift_JIS, GBK, Big5 or EUC-KR (a name of the Encoding
 * Standard): a spec cannot count those of others. It counts the encoding of the spec, also if a byte order mark declares another one.
 */
export function createCharacterWidth(encoding: string): CharacterWidth {
  if (encoding === 'utf-8') return utf8Width;
  let widths: ReadonlyMap<string, number> | null = null;
  return (character) => (character < '\x80' ? 1 : ((widths ??= readWidths(encoding)).get(character) ?? 2));
}

function utf8Width(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}

/** Decodes each sequence of one and two bytes, and returns the characters that these are. */
function readWidths(encoding: string): Map<string, number> {
  const widths = new Map<string, number>();
  const decode = (...bytes: number[]) =>
    createTextDecoder(encoding, { ignoreBOM: true }).decode(Uint8Array.from(bytes));
  const add = (text: string, width: number) => {
    // Some sequences are two characters: the second is a part of the first.
    for (const [index, character] of [...text].entries())
      if (character !== '\ufffd' && !widths.has(character)) widths.set(character, index === 0 ? width : 0);
  };
  for (let first = 0x80; first < 0x100; first++) {
    const text = decode(first);
    if (!text.includes('\ufffd')) add(text, 1);
  }
  for (let first = 0x81; first < 0xff; first++)
    for (let second = 0x31; second < 0xff; second++) {
      const text = decode(first, second);
      // A first byte that is a character of its own leaves the second one as ASCII or another character.
      if (!text.includes('\ufffd') && (text.length === 1 || !isTwo(text, widths))) add(text, 2);
    }
  return widths;
}

function isTwo(text: string, widths: ReadonlyMap<string, number>): boolean {
  const [first = '', second = ''] = text;
  return widths.get(first) === 1 || second < '\x80';
}
