import { findCodePage, codePages } from '../../kernel/input/encodings/ebcdic.ts';
import { findEncoding } from '../../kernel/input/encodings/text-decoder.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import type { Check } from './model/check.ts';

const suggestions = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-9',
  'iso-8859-15',
  'us-ascii',
  'macintosh',
  'koi8-r',
  'ibm866',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'gbk',
  'gb18030',
  'big5',
  'euc-kr',
  ...codePages,
];

/**
 * Reports encodings that are unknown or that the format does not support. The known encodings are the labels of the
 * WHATWG Encoding standard and, for some formats, the EBCDIC code pages.
 */
export const checkEncoding: Check = (spec, report) => {
  const { encoding } = spec;
  if (encoding === undefined) return;
  formatKinds[spec.format].checkEncoding({ ...spec, encoding }, report);
  if (findCodePage(encoding) === undefined && findEncoding(encoding) === undefined)
    report('unknown_encoding', '/encoding', { encoding, known: suggestionsFor(encoding) });
};

/**
 * Returns the encodings that a hint may suggest. If the unknown name contains numbers, only names with the same numbers
 * qualify. A similar code page with another number would decode the file without an error, but with wrong letters.
 */
function suggestionsFor(encoding: string): readonly string[] {
  const numbersOf = (label: string) => (label.match(/\d+/g) ?? []).map(Number).join(' ');
  const numbers = numbersOf(encoding);
  return numbers === '' ? suggestions : suggestions.filter((label) => numbersOf(label) === numbers);
}
