import { findEncoding } from '../../input/encodings/text-decoder.ts';
import { declarationLength, readXmlDeclaration } from '../syntax/declaration.ts';
import { MalformedXml } from '../syntax/malformed-xml.ts';

/**
 * `encoding`: a document's encoding, with its name in the Encoding Standard. `mark`: the length in bytes of its byte
 * order mark, or 0.
 */
export interface XmlEncoding {
  encoding: string;
  mark: number;
}

const MIN_BYTES = 4;

/**
 * Detects the encoding of a document by its byte order mark or its XML declaration (XML 1.0, section 4.3.3 and appendix
 * F).
 * @param bytes the first bytes of the document
 * @param isAll whether they are the whole document
 * @param otherwise the encoding of a document without a byte order mark and without a declared encoding
 * @returns null if more bytes are needed
 * @throws MalformedXml if the declared encoding is unknown, or the bytes show that it is wrong
 */
export function detectEncoding(bytes: Uint8Array, isAll: boolean, otherwise: string): XmlEncoding | null {
  if (bytes.length < MIN_BYTES && !isAll) return null;
  for (const { encoding, mark } of BYTE_ORDER_MARKS) {
    if (mark.every((byte, i) => bytes[i] === byte)) return { encoding, mark: mark.length };
  }
  const utf16 = UTF_16_STARTS.find(({ start }) => start.every((byte, i) => bytes[i] === byte));
  const head = utf16 === undefined ? bytes : bytes.filter((_, i) => i % 2 === utf16.start.indexOf(0x3c));
  const length = declarationLength(head, 0, head.length);
  if (length < 0 && !isAll) return null;
  const declared = length > 0 ? readXmlDeclaration(String.fromCharCode(...head.subarray(0, length))) : null;
  const encoding = typeof declared === 'string' ? parseEncoding(declared) : (utf16?.encoding ?? otherwise);
  if (typeof declared === 'string' && encoding.startsWith('utf-16') !== (utf16 !== undefined)) {
    throw new MalformedXml(`the document declares the encoding ${declared} but is not in it`, 0);
  }
  return { encoding: utf16?.encoding ?? encoding, mark: 0 };
}

const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
];

/** The bytes of `<?` in UTF-16, with which a document without a byte order mark may start. */
const UTF_16_STARTS = [
  { encoding: 'utf-16be', start: [0x00, 0x3c, 0x00, 0x3f] },
  { encoding: 'utf-16le', start: [0x3c, 0x00, 0x3f, 0x00] },
];

function parseEncoding(label: string): string {
  const encoding = findEncoding(label);
  if (encoding === undefined) throw new MalformedXml(`the encoding ${label} is unknown`, 0);
  return encoding;
}
