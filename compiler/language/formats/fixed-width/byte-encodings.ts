import { findCodePage } from '../../../kernel/input/encodings/ebcdic.ts';
import { findEncoding } from '../../../kernel/input/encodings/text-decoder.ts';

/**
 * Returns the name of an encoding (Encoding Standard) whose characters may have several bytes. Null: each has one, so that
 * positions in bytes and in characters are the same.
 */
export function severalBytesOf(label: string): string | null {
  const name = findCodePage(label) === undefined ? findEncoding(label) : undefined;
  return name !== undefined && /^(utf-|shift_jis|euc-|gb|big5|iso-2022|replacement)/.test(name) ? name : null;
}
