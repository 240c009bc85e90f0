type Decode = (bytes: Uint8Array) => string;

/** Finds the bytes of a character with more than two bytes. Returns undefined if the encoding does not have it. */
export type FindLongCharacter = (character: string) => readonly number[] | undefined;

/** Creates the search for the characters of an encoding that have more than two bytes. `decode` reads the encoding. */
export function createLongCharacters(encoding: string, decode: Decode): FindLongCharacter {
  if (encoding === 'gb18030') return findInGb18030(decode);
  if (encoding === 'euc-jp') return findInEucJp(decode);
  return () => undefined;
}

/** Number of four-byte sequences of GB 18030 for characters up to U+FFFF. */
const BMP_SEQUENCES = 39_420;
/** The index of the sequence for U+10000. */
const FIRST_SUPPLEMENTARY = 189_000;

/** Characters up to U+FFFF are decoded once. The others are calculated (GB 18030, Encoding Standard section 10.2). */
function findInGb18030(decode: Decode): FindLongCharacter {
  let table: Map<string, readonly number[]> | null = null;
  return (character) => {
    const point = character.codePointAt(0) ?? 0;
    if (point > 0xffff) return toFourBytes(FIRST_SUPPLEMENTARY + point - 0x10000);
    table ??= createTable(
      decode,
      Array.from({ length: BMP_SEQUENCES }, (_, index) => toFourBytes(index)),
    );
    return table.get(character);
  };
}

/** Returns the four-byte sequence with an index. The digits have 126, 10, 126 and 10 values. */
function toFourBytes(index: number): readonly number[] {
  return [
    0x81 + Math.floor(index / 12_600),
    0x30 + (Math.floor(index / 1260) % 10),
    0x81 + (Math.floor(index / 10) % 126),
    0x30 + (index % 10),
  ];
}

/** Characters of JIS X 0212 have the byte 8F and two more. */
function findInEucJp(decode: Decode): FindLongCharacter {
  let table: Map<string, readonly number[]> | null = null;
  return (character) => {
    table ??= createTable(
      decode,
      Array.from({ length: 94 * 94 }, (_, index) => [0x8f, 0xa1 + Math.floor(index / 94), 0xa1 + (index % 94)]),
    );
    return table.get(character);
  };
}

function createTable(decode: Decode, sequences: readonly (readonly number[])[]): Map<string, readonly number[]> {
  const table = new Map<string, readonly number[]>();
  for (const sequence of sequences) {
    const [character = '', ...others] = decode(Uint8Array.from(sequence));
    if (character !== '' && character !== '\ufffd' && others.length === 0) table.set(character, sequence);
  }
  return table;
}
