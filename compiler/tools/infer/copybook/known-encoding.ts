import { findCodePage } from '../../../kernel/input/encodings/ebcdic.ts';
import { findEncoding } from '../../../kernel/input/encodings/text-decoder.ts';

/** Returns whether a spec can name this encoding. */
export function isKnownEncoding(encoding: string): boolean {
  return findCodePage(encoding) !== undefined || findEncoding(encoding) !== undefined;
}
