/** The framing of records in files where they can be counted without parsing. */
export type Framing = { kind: 'lines'; encoding: string; header: number } | { kind: 'blocks'; length: number };

const SINGLE_BYTES = /^(?:ibm\d+|windows-125\d|iso-8859-\d+|koi8-r)$/u;

/** Returns the framing of a spec, or null if a record may span lines or vary in its number of bytes. */
export function findFraming(spec: Record<string, unknown>): Framing | null {
  const { format, quote, hasHeader, lineTerminator, recordLength, continuation, records } = spec;
  // A record has several lines, or the file has no lines.
  if (continuation !== undefined || records !== undefined) return null;
  const encoding = String(spec['encoding'] ?? 'UTF-8').toLowerCase();
  if (lineTerminator === 'NONE')
    return SINGLE_BYTES.test(encoding) ? { kind: 'blocks', length: Number(recordLength) } : null;
  const isOfLines = format === 'FIXED_WIDTH' || (format === 'CSV' && quote === '');
  if (!isOfLines || encoding.startsWith('ibm')) return null;
  return { kind: 'lines', encoding, header: (hasHeader ?? format === 'CSV') === true ? 1 : 0 };
}

const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
];

/**
 * Returns how many records and other lines a file must have. Returns null for blocks after a byte order mark, whose
 * characters may have several bytes.
 */
export function countFrames(bytes: Uint8Array, framing: Framing): number | null {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, i) => bytes[i] === byte));
  if (framing.kind === 'blocks') return marked === undefined ? Math.ceil(bytes.length / framing.length) : null;
  const lines = new TextDecoder(marked?.encoding ?? framing.encoding).decode(bytes).split(/\r\n|\r|\n/u);
  if (lines.at(-1) === '') lines.pop();
  return lines.length - framing.header;
}
