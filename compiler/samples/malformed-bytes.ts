import { codePageOf } from '../kernel/input/encodings/ebcdic.ts';
import { encodingOfLabel, textDecoding } from '../kernel/input/encodings/text-decoding.ts';

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

/** Bytes that stand for no text in an encoding, each as long as its characters are; none where every byte stands for one. */
export function malformedBytes(label = 'utf-8'): Uint8Array[] {
  if (codePageOf(label) !== undefined) return [];
  const encoding = encodingOfLabel(label) ?? label;
  const isUtf16 = encoding.startsWith('utf-16');
  return SEQUENCES.filter((bytes) => !isUtf16 || bytes.length === 2)
    .map((bytes) => Uint8Array.from(bytes))
    .filter((bytes) => isMalformed(bytes, encoding));
}

function isMalformed(bytes: Uint8Array, encoding: string): boolean {
  const decoder = textDecoding(encoding);
  return (decoder.decode(bytes, { stream: true }) + decoder.decode(NO_BYTES)).includes('\ufffd');
}
