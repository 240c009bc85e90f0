/** Letters of western languages in the code pages of DOS, CP437 and CP850: ü é â ä à å ç ê ë è ï î ì Ä É ô ö ò û ù Ö Ü á í ó ú ñ Ñ ß. */
const LETTERS = new Set([
  ...Array.from({ length: 0x1b }, (_, at) => 0x80 + at).filter((byte) => ![0x91, 0x92, 0x98].includes(byte)),
  ...[0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xe1],
]);
/** The most frequent ones, which are no letters in Windows and in Mac OS: ü é ä ö ñ. */
const CERTAIN = new Set([0x81, 0x82, 0x84, 0x94, 0xa4]);
/** The share of the bytes beyond ASCII within words that are such letters, and the number that shows it. */
const MOSTLY = 0.9;
const MIN_LETTERS = 3;
const LOOKED_AT = 65_536;

/**
 * Recognises letters of CP437 or CP850, which no encoding of a spec reads: in other encodings, such words contain signs.
 * Returns a clause for the error message, or null.
 */
export function nameDosCodePage(bytes: Uint8Array): string | null {
  let [within, letters, certain] = [0, 0, 0];
  for (let at = 1; at < Math.min(bytes.length, LOOKED_AT) - 1; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x80 || !isLetter(bytes[at - 1]) || !isLetter(bytes[at + 1])) continue;
    within++;
    if (LETTERS.has(byte)) letters++;
    if (CERTAIN.has(byte)) certain++;
  }
  if (letters < MIN_LETTERS || letters < MOSTLY * within || 2 * certain < letters) return null;
  return 'it is in a code page of DOS (CP437 or CP850), which no encoding reads. Ask for UTF-8 or windows-1252, or convert it';
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && byte < 0x80 && /[A-Za-z]/.test(String.fromCharCode(byte));
}
