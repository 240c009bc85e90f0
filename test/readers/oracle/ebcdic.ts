import type { Text } from './lines.ts';

/** IBM037 from byte 40 on, 16 characters per line, as in Python's codec cp037. */
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
/** Differences of the other code pages: bytes in hexadecimal, and their characters. */
const others: Record<string, [bytes: string, chars: string]> = {
  IBM037: ['', ''],
  IBM273: ['43 4a 4f 59 5a 5f 63 6a 7c a1 b0 b5 ba bb c0 cc d0 dc e0 ec fc', '{Ä!~Ü^[ö§ß¢@¬|ä¦ü}Ö\\]'],
  IBM1141: ['43 4a 4f 59 5a 5f 63 6a 7c 9f a1 b0 b5 ba bb c0 cc d0 dc e0 ec fc', '{Ä!~Ü^[ö§€ß¢@¬|ä¦ü}Ö\\]'],
  IBM277: ['47 4a 4f 5a 5b 5f 67 6a 70 7b 7c 80 9c 9e 9f a1 b0 ba bb c0 d0 dc', '}#!¤Å^$ø¦ÆØ@{[]ü¢¬|æå~'],
  IBM1142: ['47 4a 4f 5a 5b 5f 67 6a 70 7b 7c 80 9c 9e 9f a1 b0 ba bb c0 d0 dc', '}#!€Å^$ø¦ÆØ@{[]ü¢¬|æå~'],
  IBM1143: [
    '43 47 4a 4f 51 5a 5b 5f 63 67 6a 71 79 7b 7c 9f a1 b0 b5 ba bb c0 cc d0 dc e0 ec',
    '{}§!`€Å^#$ö\\éÄÖ]ü¢[¬|ä¦å~É@',
  ],
  IBM280: ['44 48 4a 4f 51 54 58 5a 5f 6a 79 7b 7c 90 a1 b0 b1 b5 ba bb c0 cd d0 dd e0', '{\\°!]}~é^òù£§[ì¢#@¬|à¦è`ç'],
  IBM1144: [
    '44 48 4a 4f 51 54 58 5a 5f 6a 79 7b 7c 90 9f a1 b0 b1 b5 ba bb c0 cd d0 dd e0',
    '{\\°!]}~é^òù£§[€ì¢#@¬|à¦è`ç',
  ],
  IBM284: ['49 4a 5a 69 6a 7b a1 b0 ba bb bd', '¦[]#ñÑ¨¢^!~'],
  IBM1145: ['49 4a 5a 69 6a 7b 9f a1 b0 ba bb bd', '¦[]#ñÑ€¨¢^!~'],
  IBM285: ['4a 5b a1 b0 b1 ba bc', '$£¯¢[^~'],
  IBM1146: ['4a 5b 9f a1 b0 b1 ba bc', '$£€¯¢[^~'],
  IBM297: ['44 48 4a 4f 51 54 5a 5f 6a 79 7b 7c 90 a0 a1 b0 b1 b5 ba bb bd c0 d0 dd e0', '@\\°!{}§^ùµ£à[`¨¢#]¬|~éè¦ç'],
  IBM1147: [
    '44 48 4a 4f 51 54 5a 5f 6a 79 7b 7c 90 9f a0 a1 b0 b1 b5 ba bb bd c0 d0 dd e0',
    '@\\°!{}§^ùµ£à[€`¨¢#]¬|~éè¦ç',
  ],
  IBM500: ['4a 4f 5a 5f b0 ba bb', '[!]^¢¬|'],
  IBM1148: ['4a 4f 5a 5f 9f b0 ba bb', '[!]^€¢¬|'],
  IBM871: ['4a 4f 5a 5f 79 7c 8c 8e 9c 9e a1 ac ae b0 ba bb be c0 cc d0 e0 ec', 'Þ!ÆÖðÐ`{}]ö@[¢¬|\\þ~æ´^'],
  IBM1149: ['4a 4f 5a 5f 79 7c 8c 8e 9c 9e 9f a1 ac ae b0 ba bb be c0 cc d0 e0 ec', 'Þ!ÆÖðÐ`{}]€ö@[¢¬|\\þ~æ´^'],
  IBM1047: ['5f ad b0 ba bb bd', '^[¬Ý¨]'],
  IBM1140: ['9f', '€'],
};

export function isEbcdic(encoding: string): boolean {
  return Object.hasOwn(others, encoding.toUpperCase());
}

/** Decodes an EBCDIC file. In a file of lines NEL is a line end like LF. */
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
