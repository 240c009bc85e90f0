import { Iso2022JpDecoder } from './iso-2022-jp.ts';

/**
 * Decodes bytes as TextDecoder does. With `stream`, a character may be continued in the next call. The last call is
 * without `stream`.
 */
export interface StreamDecoder {
  decode(bytes: Uint8Array, options?: { stream: boolean }): string;
}

/**
 * Returns the name of the encoding with a label, such as `latin1` (Encoding Standard, section 4.2). Undefined if no
 * decoder supports the label.
 */
export function findEncoding(label: string): string | undefined {
  const name = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase();
  if (name in TABLES) return name;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/**
 * Creates the decoder of an encoding, given its name in the Encoding Standard. It skips a byte order mark unless
 * `ignoreBOM` is set. `mode` is the initial shift state, see Iso2022JpStates. Throws RangeError if the encoding is
 * unknown.
 */
export function createTextDecoder(
  encoding: string,
  options: { ignoreBOM?: boolean; mode?: string } = {},
): StreamDecoder {
  if (encoding === 'iso-2022-jp') return new Iso2022JpDecoder(options.mode ?? '');
  if (encoding === 'windows-1252') return new Windows1252Decoder();
  if (encoding === 'shift_jis') return new ShiftJisDecoder();
  const table = TABLES[encoding];
  return table === undefined ? new TextDecoder(encoding, options) : new SingleByteDecoder(table);
}

/**
 * The bytes of ISO-8859-16 whose characters differ from those in ISO-8859-1, in hexadecimal, and these characters in
 * the same order.
 */
const ISO_8859_16: readonly [bytes: string, characters: string] = [
  'a1a2a3a4a5a6a8aaacaeafb2b3b4b5b8b9babcbdbebfc3c5d0d1d5d7d8dddee3e5f0f1f5f7f8fdfe',
  'ĄąŁ€„ŠšȘŹźŻČłŽ”žčșŒœŸżĂĆĐŃŐŚŰĘȚăćđńőśűęț',
];

/** Single-byte encodings that Node.js does not support. Each function returns the character of each byte. */
const TABLES: Readonly<Record<string, () => readonly string[]>> = Object.assign(Object.create(null), {
  'iso-8859-16': createIso885916,
  // Encoding Standard, section 14.5.
  'x-user-defined': () => createTable((byte) => (byte < 0x80 ? byte : 0xf780 + byte - 0x80)),
});

function createIso885916(): string[] {
  const [bytes, replacements] = ISO_8859_16;
  const table = createTable((byte) => byte);
  [...replacements].forEach((character, i) => (table[parseInt(bytes.slice(2 * i, 2 * i + 2), 16)] = character));
  return table;
}

function createTable(codePointOf: (byte: number) => number): string[] {
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(codePointOf(byte)));
}

/** TextDecoder of Node.js 20 decodes the bytes 0x80 to 0x9F as ISO 8859-1 unless `stream` is set. */
class Windows1252Decoder implements StreamDecoder {
  readonly #decoder = new TextDecoder('windows-1252');

  decode(bytes: Uint8Array): string {
    // Each byte is a character, so nothing remains for a last call.
    return this.#decoder.decode(bytes, { stream: true });
  }
}

/**
 * The TextDecoder of some releases of Node.js exchanges three control characters of Shift_JIS. In the Encoding
 * Standard, each of them is the byte with its number.
 */
class ShiftJisDecoder implements StreamDecoder {
  readonly #decoder = new TextDecoder('shift_jis');

  decode(bytes: Uint8Array, options?: { stream: boolean }): string {
    return this.#decoder
      .decode(bytes, options)
      .replace(EXCHANGED, (control) => exchangedControls()[control] ?? control);
  }
}

const EXCHANGED = /[\u001a\u001c\u007f]/g;
let controls: Readonly<Record<string, string>> | undefined;

/** Returns the control characters by the ones that TextDecoder returns for them. */
function exchangedControls(): Readonly<Record<string, string>> {
  controls ??= Object.fromEntries(
    [0x1a, 0x1c, 0x7f].map((byte) => [
      new TextDecoder('shift_jis').decode(Uint8Array.of(byte)),
      String.fromCharCode(byte),
    ]),
  );
  return controls;
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
