import type { Text } from './lines.ts';

/** IBM037 from byte 40 on, 16 characters a line, as Python's codec cp037 has it. */
const rows = [
  ' \u00a0âäàáãåçñ¢.<(+|',
  '&éêëèíîïìß!$*);¬',
  '-/ÂÄÀÁÃÅÇÑ¦,%_>?',
  'øÉÊËÈÍÎÏÌ`:#@\'="',
  'Øabcdefghi«»ðýþ±',
  '°jklmnopqrªºæ¸Æ¤',
  'µ~stuvwxyz¡¿ÐÝÞ®',
  '^£¥·©§¶¼½¾[]¯¨´×',
  '{ABCDEFGHI\u00adôöòóõ',
  '}JKLMNOPQR¹ûüùúÿ',
  '\\÷STUVWXYZ²ÔÖÒÓÕ',
  '0123456789³ÛÜÙÚ\u009f',
];
const controls =
  '000102039c09867f978d8e0b0c0d0e0f101112139d8508871819928f1c1d1e1f80818283840a171b88898a8b8c050607909116939495960498999a9b14159e1a';
/** Where the others have another character: bytes in hexadecimal, and the characters that they are. */
const others: Record<string, [bytes: string, chars: string]> = {
  IBM037: ['', ''],
  IBM500: ['4a 4f 5a 5f b0 ba bb', '[!]^¢¬|'],
  IBM1047: ['5f ad b0 ba bb bd', '^[¬Ý¨]'],
  IBM1140: ['9f', '€'],
};

export function isEbcdic(encoding: string): boolean {
  return Object.hasOwn(others, encoding.toUpperCase());
}

/** A file in EBCDIC as text; in a file of lines NEL is a line end like LF. */
export function decodeEbcdic(bytes: Uint8Array, encoding: string, inLines: boolean): Text {
  const page = encoding.toUpperCase();
  const low = (controls.match(/../gu) ?? []).map((hex) => String.fromCharCode(parseInt(hex, 16)));
  const table = [...low, ...rows.flatMap((row) => [...row])];
  const [places, chars] = others[page] ?? ['', ''];
  places
    .split(' ')
    .filter((place) => place !== '')
    .forEach((place, i) => (table[parseInt(place, 16)] = [...chars][i] ?? ''));
  if (inLines) table[0x15] = '\n';
  return {
    chars: Array.from(bytes, (byte) => table[byte] ?? ''),
    ends: Array.from(bytes, (_, i) => i + 1),
    start: 0,
    encoding: page,
    bytes,
  };
}
