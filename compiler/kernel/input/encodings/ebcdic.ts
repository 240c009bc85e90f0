/**
 * EBCDIC code pages of IBM mainframes. Control characters are mapped as in IBM's Character Data Representation
 * Architecture: byte 15 (NEL) is U+0085, and byte 25 (LF) is U+000A. All bytes are hexadecimal.
 */
export const codePages = [
  'IBM037',
  'IBM273',
  'IBM277',
  'IBM280',
  'IBM284',
  'IBM285',
  'IBM297',
  'IBM500',
  'IBM871',
  'IBM1047',
  'IBM1140',
  'IBM1141',
  'IBM1142',
  'IBM1143',
  'IBM1144',
  'IBM1145',
  'IBM1146',
  'IBM1147',
  'IBM1148',
  'IBM1149',
] as const;
/** The name of a supported EBCDIC code page. */
export type CodePage = (typeof codePages)[number];

/** Returns the code page with this name, ignoring case. Undefined if the name is not that of a supported code page. */
export function findCodePage(encoding: string): CodePage | undefined {
  return codePages.find((codePage) => codePage === encoding.toUpperCase());
}

/** IBM037 (USA, Canada): the code point of each byte in hexadecimal, 16 bytes per line. */
const IBM037 = [
  '00 01 02 03 9c 09 86 7f 97 8d 8e 0b 0c 0d 0e 0f',
  '10 11 12 13 9d 85 08 87 18 19 92 8f 1c 1d 1e 1f',
  '80 81 82 83 84 0a 17 1b 88 89 8a 8b 8c 05 06 07',
  '90 91 16 93 94 95 96 04 98 99 9a 9b 14 15 9e 1a',
  '20 a0 e2 e4 e0 e1 e3 e5 e7 f1 a2 2e 3c 28 2b 7c',
  '26 e9 ea eb e8 ed ee ef ec df 21 24 2a 29 3b ac',
  '2d 2f c2 c4 c0 c1 c3 c5 c7 d1 a6 2c 25 5f 3e 3f',
  'f8 c9 ca cb c8 cd ce cf cc 60 3a 23 40 27 3d 22',
  'd8 61 62 63 64 65 66 67 68 69 ab bb f0 fd fe b1',
  'b0 6a 6b 6c 6d 6e 6f 70 71 72 aa ba e6 b8 c6 a4',
  'b5 7e 73 74 75 76 77 78 79 7a a1 bf d0 dd de ae',
  '5e a3 a5 b7 a9 a7 b6 bc bd be 5b 5d af a8 b4 d7',
  '7b 41 42 43 44 45 46 47 48 49 ad f4 f6 f2 f3 f5',
  '7d 4a 4b 4c 4d 4e 4f 50 51 52 b9 fb fc f9 fa ff',
  '5c f7 53 54 55 56 57 58 59 5a b2 d4 d6 d2 d3 d5',
  '30 31 32 33 34 35 36 37 38 39 b3 db dc d9 da 9f',
];

/** The bytes whose characters differ from those in IBM037, in hexadecimal, and these characters in the same order. */
const DIFFERENCES: Readonly<Record<string, readonly [bytes: string, characters: string]>> = {
  IBM037: ['', ''],
  IBM273: ['43 4a 4f 59 5a 5f 63 6a 7c a1 b0 b5 ba bb c0 cc d0 dc e0 ec fc', '{Ä!~Ü^[ö§ß¢@¬|ä¦ü}Ö\\]'],
  IBM277: ['47 4a 4f 5a 5b 5f 67 6a 70 7b 7c 80 9c 9e 9f a1 b0 ba bb c0 d0 dc', '}#!¤Å^$ø¦ÆØ@{[]ü¢¬|æå~'],
  IBM278: [
    '43 47 4a 4f 51 5a 5b 5f 63 67 6a 71 79 7b 7c 9f a1 b0 b5 ba bb c0 cc d0 dc e0 ec',
    '{}§!`¤Å^#$ö\\éÄÖ]ü¢[¬|ä¦å~É@',
  ],
  IBM280: ['44 48 4a 4f 51 54 58 5a 5f 6a 79 7b 7c 90 a1 b0 b1 b5 ba bb c0 cd d0 dd e0', '{\\°!]}~é^òù£§[ì¢#@¬|à¦è`ç'],
  IBM284: ['49 4a 5a 69 6a 7b a1 b0 ba bb bd', '¦[]#ñÑ¨¢^!~'],
  IBM285: ['4a 5b a1 b0 b1 ba bc', '$£¯¢[^~'],
  IBM297: ['44 48 4a 4f 51 54 5a 5f 6a 79 7b 7c 90 a0 a1 b0 b1 b5 ba bb bd c0 d0 dd e0', '@\\°!{}§^ùµ£à[`¨¢#]¬|~éè¦ç'],
  IBM500: ['4a 4f 5a 5f b0 ba bb', '[!]^¢¬|'],
  IBM871: ['4a 4f 5a 5f 79 7c 8c 8e 9c 9e a1 ac ae b0 ba bb be c0 cc d0 e0 ec', 'Þ!ÆÖðÐ`{}]ö@[¢¬|\\þ~æ´^'],
  IBM1047: ['5f ad b0 ba bb bd', '^[¬Ý¨]'],
};

/**
 * Code pages that differ from another one, their value, only in one character: the euro sign replaces the currency
 * sign.
 */
const EURO_PAGES: Readonly<Record<string, string>> = {
  IBM1140: 'IBM037',
  IBM1141: 'IBM273',
  IBM1142: 'IBM277',
  IBM1143: 'IBM278',
  IBM1144: 'IBM280',
  IBM1145: 'IBM284',
  IBM1146: 'IBM285',
  IBM1147: 'IBM297',
  IBM1148: 'IBM500',
  IBM1149: 'IBM871',
};
const CURRENCY_SIGN = 0xa4;
const EURO_SIGN = 0x20ac;

/** Returns the code point of each byte of a code page, as an array of 256 elements. No code point exceeds U+FFFF. */
export function codePageTable(codePage: CodePage): Uint16Array {
  const euroBase = EURO_PAGES[codePage];
  const points = Uint16Array.from(IBM037.join(' ').split(' '), (hex) => parseInt(hex, 16));
  const [bytes, characters] = DIFFERENCES[euroBase ?? codePage] ?? ['', ''];
  for (let i = 0; i < characters.length; i++)
    points[parseInt(bytes.slice(3 * i, 3 * i + 2), 16)] = characters.charCodeAt(i);
  if (euroBase !== undefined) points[points.indexOf(CURRENCY_SIGN)] = EURO_SIGN;
  return points;
}
