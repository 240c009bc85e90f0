import { findCodePage } from '../../../../kernel/input/encodings/ebcdic.ts';
import { findEncoding, createTextDecoder } from '../../../../kernel/input/encodings/text-decoder.ts';

const NO_BYTES = new Uint8Array(0);
const SEQUENCES: readonly (readonly number[])[] = [
  [0xff],
  [0xc3],
  [0x80],
  [0xd8, 0x00],
  [0x00, 0xd8],
  [0x81],
  [0xff, 0xff],
  [0xa1],
];

/**
 * Returns byte sequences that are malformed in an encoding, or an empty list if the encoding accepts all sequences that
 * are tried. In UTF-16, each sequence has two bytes.
 */
export function findMalformedBytes(label = 'utf-8'): Uint8Array[] {
  if (findCodePage(label) !== undefined) return [];
  const encoding = findEncoding(label) ?? label;
  const isUtf16 = encoding.startsWith('utf-16');
  return SEQUENCES.filter((bytes) => !isUtf16 || bytes.length === 2)
    .map((bytes) => Uint8Array.from(bytes))
    .filter((bytes) => isMalformed(bytes, encoding));
}

function isMalformed(bytes: Uint8Array, encoding: string): boolean {
  const decoder = createTextDecoder(encoding);
  return (decoder.decode(bytes, { stream: true }) + decoder.decode(NO_BYTES)).includes('\ufffd');
}
