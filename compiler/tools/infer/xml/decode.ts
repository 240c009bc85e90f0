import { detectEncoding } from '../../../kernel/xml/input/detect-encoding.ts';
import { decode, decodeSample, type SampleText } from '../encoding/decode.ts';

/**
 * Decodes a sample as XML. `encoding` is null if a byte order mark or the XML declaration determines it, because the
 * spec need not name it then. Returns null if the mark or the declaration is invalid.
 */
export function decodeXml(bytes: Uint8Array, isWhole: boolean): SampleText | null {
  const declared = declaredEncoding(bytes);
  if (declared === 'wrong') return null;
  if (declared !== NOWHERE) return { text: decode(bytes, declared), encoding: null, doubt: null };
  const { text, encoding, doubt } = decodeSample(bytes, isWhole);
  return { text, encoding, doubt };
}

/** The result for documents that declare no encoding. */
const NOWHERE = 'none';

function declaredEncoding(bytes: Uint8Array): string {
  try {
    return detectEncoding(bytes.subarray(0, 8192), true, NOWHERE)?.encoding ?? NOWHERE;
  } catch {
    return 'wrong';
  }
}
