import { findCodePage, codePageTable } from '../../../../kernel/input/encodings/ebcdic.ts';
import { findEncoding, createTextDecoder } from '../../../../kernel/input/encodings/text-decoder.ts';

/** Encodes a text. Returns null if the encoding cannot represent one of its characters. */
export type TextEncoding = (text: string) => Uint8Array | null;

const SURROGATES = /\p{Cs}/u;

/**
 * Returns the encoder for a WHATWG label or an EBCDIC code page. It does not write a byte order mark. Encoders other
 * than UTF-8 and UTF-16 are derived from the decoder.
 */
export function encodingOf(label: string): TextEncoding {
  const codePage = findCodePage(label);
  if (codePage !== undefined) return byTable(tableOf(codePageTable(codePage)));
  const encoding = findEncoding(label) ?? label;
  if (encoding === 'utf-8') return (text) => (!SURROGATES.test(text) ? new TextEncoder().encode(text) : null);
  if (encoding.startsWith('utf-16'))
    return (text) => (!SURROGATES.test(text) ? toUtf16(text, encoding === 'utf-16le') : null);
  return byTable(decodedTable(encoding));
}

function toUtf16(text: string, isLittleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), isLittleEndian);
  return new Uint8Array(view.buffer);
}

type Table = ReadonlyMap<string, readonly number[]>;

function byTable(table: Table): TextEncoding {
  return (text) => {
    const bytes = [...text].map((character) => table.get(character));
    return bytes.every((found) => found !== undefined) ? Uint8Array.from(bytes.flat()) : null;
  };
}

function tableOf(codePoints: Uint16Array): Table {
  return new Map([...codePoints].map((point, byte) => [String.fromCharCode(point), [byte]]));
}

const LF = 0x0a;

/**
 * Maps each character to its bytes. Decodes all single bytes, and pairs of bytes if the encoding needs them. Omits
 * characters that need more than two bytes.
 */
function decodedTable(encoding: string): Table {
  const table = new Map<string, number[]>([['\n', [LF]]]);
  const singles = Array.from({ length: 256 }, (_, byte) => [byte]).filter(([byte]) => byte !== LF);
  const pairs = [...Array(126).keys()].flatMap((lead) =>
    [...Array(191).keys()].map((trail) => [lead + 0x81, trail + 0x40]),
  );
  noteAll(table, encoding, singles);
  if (table.size < 200) noteAll(table, encoding, pairs);
  return table;
}

function noteAll(table: Map<string, number[]>, encoding: string, sequences: readonly number[][]): void {
  const decoder = createTextDecoder(encoding, { ignoreBOM: true });
  // Without `stream`, Node 20 decodes windows-1252 as ISO 8859-1.
  const text =
    decoder.decode(Uint8Array.from(sequences.flatMap((bytes) => [...bytes, LF])), { stream: true }) +
    decoder.decode(new Uint8Array(0));
  text
    .split('\n')
    .slice(0, -1)
    .forEach((decoded, at) => {
      const bytes = sequences[at];
      if (bytes !== undefined && [...decoded].length === 1 && decoded !== '\ufffd' && !table.has(decoded))
        table.set(decoded, bytes);
    });
}
