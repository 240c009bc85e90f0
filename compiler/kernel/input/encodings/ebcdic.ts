/**
 * EBCDIC code pages of IBM mainframes. Control characters are mapped as in IBM's Character Data Representation
 * Architecture: NEL (15) is U+0085, LF (25) is U+000A.
 */
export const codePages = ['IBM037', 'IBM500', 'IBM1047', 'IBM1140'] as const;
/** Name of an EBCDIC code page. */
export type CodePage = (typeof codePages)[number];

/** Returns the code page with this name, ignoring case. Undefined if it is not a code page. */
export function findCodePage(encoding: string): CodePage | undefined {
  return codePages.find((codePage) => codePage === encoding.toUpperCase());
}

/** IBM037 (USA, Canada): the code point of each byte, 16 per line. */
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

/** The bytes in which the other code pages differ from IBM037: punctuation and the euro sign. */
const DIFFERENCES: Readonly<Record<CodePage, Readonly<Record<number, string>>>> = {
  IBM037: {},
  IBM500: { 0x4a: '[', 0x4f: '!', 0x5a: ']', 0x5f: '^', 0xb0: '¢', 0xba: '¬', 0xbb: '|' },
  IBM1047: { 0x5f: '^', 0xad: '[', 0xb0: '¬', 0xba: 'Ý', 0xbb: '¨', 0xbd: ']' },
  IBM1140: { 0x9f: '€' },
};

/** Returns the code point of each byte of a code page. All of them are in the BMP. */
export function codePageTable(codePage: CodePage): Uint16Array {
  const points = Uint16Array.from(IBM037.join(' ').split(' '), (hex) => parseInt(hex, 16));
  for (const [byte, character] of Object.entries(DIFFERENCES[codePage])) points[Number(byte)] = character.charCodeAt(0);
  return points;
}
