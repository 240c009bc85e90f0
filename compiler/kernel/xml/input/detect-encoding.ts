import { findEncoding } from '../../input/encodings/text-decoder.ts';
import { declarationLength, readXmlDeclaration } from '../syntax/declaration.ts';
import { MalformedXml } from '../syntax/malformed-xml.ts';

/** The encoding of a document, as WHATWG names it, and the length of its byte order mark. */
export interface XmlEncoding {
  encoding: string;
  mark: number;
}

const ENOUGH_BYTES = 4;

/**
 * The encoding of the document that begins with these bytes: its byte order mark, then its declaration say it (XML 1.0,
 * 4.3.3 and appendix F), else it is `otherwise`. null: more bytes are needed. @throws MalformedXml where the declaration
 * names an encoding that nobody knows, or one that the document cannot be in.
 */
export function detectEncoding(bytes: Uint8Array, isAll: boolean, otherwise: string): XmlEncoding | null {
  if (bytes.length < ENOUGH_BYTES && !isAll) return null;
  for (const { encoding, mark } of MARKS) {
    if (mark.every((byte, i) => bytes[i] === byte)) return { encoding, mark: mark.length };
  }
  const wide = WIDE.find(({ start }) => start.every((byte, i) => bytes[i] === byte));
  const head = wide === undefined ? bytes : bytes.filter((_, i) => i % 2 === wide.start.indexOf(0x3c));
  const length = declarationLength(head, 0, head.length);
  if (length < 0 && !isAll) return null;
  const declared = length > 0 ? readXmlDeclaration(String.fromCharCode(...head.subarray(0, length))) : null;
  const encoding = typeof declared === 'string' ? encodingOf(declared) : (wide?.encoding ?? otherwise);
  if (typeof declared === 'string' && encoding.startsWith('utf-16') !== (wide !== undefined)) {
    throw new MalformedXml(`the document declares the encoding ${declared}, and is not in it`, 0);
  }
  return { encoding: wide?.encoding ?? encoding, mark: 0 };
}

const MARKS = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
];

/** How `<?` begins in UTF-16 without a mark. */
const WIDE = [
  { encoding: 'utf-16be', start: [0x00, 0x3c, 0x00, 0x3f] },
  { encoding: 'utf-16le', start: [0x3c, 0x00, 0x3f, 0x00] },
];

function encodingOf(label: string): string {
  const encoding = findEncoding(label);
  if (encoding === undefined) throw new MalformedXml(`the encoding ${label} is not known`, 0);
  return encoding;
}
