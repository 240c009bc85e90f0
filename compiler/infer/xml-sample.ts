import { xmlEncoding } from '../kernel/xml/input/detect-encoding.ts';
import { decode, decodeSample, type SampleText } from './encoding.ts';

/** A sample as the text of a document: its mark or its declaration say the encoding, and the spec need not. Null where they cannot be right. */
export function decodeXml(bytes: Uint8Array, isWhole: boolean): SampleText | null {
  const declared = encodingSaid(bytes);
  if (declared === 'wrong') return null;
  if (declared !== NOWHERE) return { text: decode(bytes, declared), encoding: null, doubt: null };
  const { text, encoding, doubt } = decodeSample(bytes, isWhole);
  return { text, encoding, doubt };
}

/** No encoding is called so: what is found instead was not said by the document. */
const NOWHERE = 'none';

function encodingSaid(bytes: Uint8Array): string {
  try {
    return xmlEncoding(bytes.subarray(0, 8192), true, NOWHERE)?.encoding ?? NOWHERE;
  } catch {
    return 'wrong';
  }
}
