/**
 * Encodes a text in a WHATWG encoding. Characters outside the encoding become `?`. The table is derived from what
 * TextDecoder returns for every byte and pair.
 */
export function encode(text: string, label: string): Uint8Array {
  const { encoding } = new TextDecoder(label);
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding.startsWith('utf-16')) return encodeUtf16(text, encoding === 'utf-16le');
  return Uint8Array.from([...text].flatMap((char) => findBytes(char, encoding)));
}

function encodeUtf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), littleEndian);
  return new Uint8Array(view.buffer);
}

const tables = new Map<string, Map<string, number[]>>();

function findBytes(char: string, encoding: string): number[] {
  const table = tables.get(encoding) ?? createTable(encoding);
  tables.set(encoding, table);
  return table.get(char) ?? [0x3f];
}

function createTable(encoding: string): Map<string, number[]> {
  const table = new Map<string, number[]>();
  const note = (bytes: number[]) => {
    const decoder = new TextDecoder(encoding, { ignoreBOM: true });
    const text = decoder.decode(Uint8Array.from(bytes), { stream: true }) + decoder.decode();
    if ([...text].length === 1 && text !== '\uFFFD' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte++) note([byte]);
  if (table.size > 200) return table;
  for (let first = 0x81; first < 255; first++) for (let second = 0x40; second < 255; second++) note([first, second]);
  return table;
}
