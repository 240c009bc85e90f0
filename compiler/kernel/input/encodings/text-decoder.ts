import { Iso2022JpDecoder } from './iso-2022-jp.ts';

/** Decodes bytes of one encoding, piece by piece where `stream` is set, as TextDecoder does. */
export interface StreamDecoder {
  decode(bytes: Uint8Array, options?: { stream: boolean }): string;
}

/** What WHATWG calls the encoding of a label (Encoding Standard, 4.2); undefined where nothing decodes it. */
export function findEncoding(label: string): string | undefined {
  const name = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase();
  if (name in TABLES) return name;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** The decoder of an encoding by WHATWG's name. A byte order mark is dropped, unless `ignoreBOM`. `mode`: see ShiftStates. @throws RangeError for a name that nobody knows. */
export function createTextDecoder(
  encoding: string,
  options: { ignoreBOM?: boolean; mode?: string } = {},
): StreamDecoder {
  if (encoding === 'iso-2022-jp') return new Iso2022JpDecoder(options.mode ?? '');
  const table = TABLES[encoding];
  return table === undefined ? new TextDecoder(encoding, options) : new SingleByteDecoder(table);
}

/** ISO-8859-16 in its upper half: the bytes in which it differs from ISO-8859-1, and what they stand for. */
const LATIN_10: readonly [bytes: string, characters: string] = [
  'a1a2a3a4a5a6a8aaacaeafb2b3b4b5b8b9babcbdbebfc3c5d0d1d5d7d8dddee3e5f0f1f5f7f8fdfe',
  'ĄąŁ€„ŠšȘŹźŻČłŽ”žčșŒœŸżĂĆĐŃŐŚŰĘȚăćđńőśűęț',
];

/** Encodings of single bytes that Node.js does not have: the character of each byte. */
const TABLES: Readonly<Record<string, () => readonly string[]>> = Object.assign(Object.create(null), {
  'iso-8859-16': latin10,
  // Encoding Standard, 14.5.
  'x-user-defined': () => characters((byte) => (byte < 0x80 ? byte : 0xf780 + byte - 0x80)),
});

function latin10(): string[] {
  const [bytes, others] = LATIN_10;
  const table = characters((byte) => byte);
  [...others].forEach((character, i) => (table[parseInt(bytes.slice(2 * i, 2 * i + 2), 16)] = character));
  return table;
}

function characters(codePointOf: (byte: number) => number): string[] {
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(codePointOf(byte)));
}

class SingleByteDecoder implements StreamDecoder {
  readonly #characters: readonly string[];

  constructor(table: () => readonly string[]) {
    this.#characters = table();
  }

  decode(bytes: Uint8Array): string {
    let text = '';
    for (const byte of bytes) text += this.#characters[byte] ?? '';
    return text;
  }
}
