import { encodingScore } from './score.ts';

/** How the bytes of a sample were decoded. */
export interface SampleOrigin {
  /** The encoding for the spec, or null for UTF-8, which is the default. */
  readonly encoding: string | null;
  /** Why the encoding is uncertain, or null if it is certain. */
  readonly doubt: string | null;
  /** Whether lines have different encodings. */
  readonly isMixed?: boolean;
}

/** The text of a sample and its encoding. */
export interface SampleText extends SampleOrigin {
  readonly text: string;
}

/**
 * Detects the encoding of a sample and decodes it. A byte order mark decides first, then the zero bytes of UTF-16, then
 * UTF-8 if more than 90 % of the non-ASCII characters are valid. Otherwise the most plausible of 13 older encodings is
 * chosen.
 */
export function decodeSample(bytes: Uint8Array, isWhole: boolean): SampleText {
  const marked = encodingOfMark(bytes);
  if (marked !== null)
    return { text: decode(bytes, marked), encoding: marked === 'utf-8' ? null : marked, doubt: null };
  const wide = encodingOfZeros(bytes);
  if (wide !== null) return { text: decode(bytes, wide), encoding: wide, doubt: null };
  if (isUtf8(bytes, isWhole)) return { text: decode(bytes, 'utf-8'), encoding: null, doubt: null };
  const malformed = malformedShare(bytes);
  if (malformed < 0.1)
    return {
      text: decode(bytes, 'utf-8'),
      encoding: null,
      doubt: 'some bytes are not valid UTF-8; records that contain them are rejected',
    };
  if (hasUtf8Lines(bytes))
    return {
      text: decode(bytes, 'utf-8'),
      encoding: null,
      doubt: 'some lines are in another encoding and are rejected',
      isMixed: true,
    };
  return findMostPlausible(bytes);
}

/** The minimum share of lines in UTF-8 among the lines beyond ASCII. */
const MIN_UTF8 = 0.25;

/**
 * Whether many lines beyond ASCII are UTF-8 with Latin letters. In other encodings, such lines hardly occur: `Ã¶` is no
 * usual text.
 */
function hasUtf8Lines(bytes: Uint8Array): boolean {
  let [valid, all, from] = [0, 0, 0];
  for (let at = 0; at <= Math.min(bytes.length, LOOKED_AT); at++) {
    if (at < bytes.length && bytes[at] !== 0x0a) continue;
    const line = bytes.subarray(from, at);
    from = at + 1;
    if (!line.some((byte) => byte > 0x7f)) continue;
    all++;
    if (isUtf8(line, true) && /^[\0-\u024f\u2010-\u20ac]*$/u.test(decode(line, 'utf-8'))) valid++;
  }
  return valid > 0 && valid >= MIN_UTF8 * all;
}

function encodingOfMark(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : null;
}

/**
 * Detects UTF-16 without a byte order mark by its zero bytes: in mostly ASCII text, every other byte is zero. Returns
 * null if it is not UTF-16.
 */
function encodingOfZeros(bytes: Uint8Array): string | null {
  const looked = bytes.subarray(0, 4096 & ~1);
  if (looked.length < 4) return null;
  const zeros = [0, 0];
  looked.forEach((byte, at) => {
    if (byte === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros.map((count) => count / (looked.length / 2));
  if (odd > 0.3 && even < 0.05) return 'utf-16le';
  return even > 0.3 && odd < 0.05 ? 'utf-16be' : null;
}

function isUtf8(bytes: Uint8Array, isWhole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return true;
  } catch {
    return false;
  }
}

/** Returns the share of non-ASCII characters that are malformed in UTF-8, from 0 to 1. */
function malformedShare(bytes: Uint8Array): number {
  let malformed = 0;
  let beyond = 0;
  for (const character of decode(bytes, 'utf-8')) {
    if (character === '\ufffd') malformed++;
    else if (character > '\u007f') beyond++;
  }
  return malformed / Math.max(1, malformed + beyond);
}

/** Older encodings in the order of preference. */
const OLDER = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'koi8-r',
  'ibm866',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
];
const LOOKED_AT = 65_536;
/** An encoding later in the list is chosen only if its score exceeds that of the earlier one by more than this. */
const CLEARLY = 0.05;

const LATIN: ReadonlySet<string> = new Set(['windows-1252', 'windows-1250', 'windows-1254', 'windows-1257']);
/** How much lower the score of the encoding may be that the letters of a language indicate. */
const AT_MOST_WORSE = 0.3;

function findMostPlausible(bytes: Uint8Array): SampleText {
  const looked = bytes.subarray(0, LOOKED_AT);
  const scores = OLDER.map((encoding) => ({ encoding, score: encodingScore(decode(looked, encoding), encoding) }));
  const first = scores.reduce((found, one) => (one.score > found.score + CLEARLY ? one : found));
  const other = LATIN.has(first.encoding) ? encodingOfLetters(decode(looked, 'windows-1252')) : null;
  const best = scores.find(({ encoding, score }) => encoding === other && score > first.score - AT_MOST_WORSE) ?? first;
  const others = scores.filter(
    ({ encoding, score }) => encoding !== best.encoding && score > best.score - 0.1 && score > 0,
  );
  const doubt =
    others.length === 0
      ? 'guessed from its letters'
      : `or ${others
          .slice(0, 3)
          .map(({ encoding }) => encoding)
          .join(', ')}: guessed from its letters`;
  return { text: decode(bytes, best.encoding), encoding: best.encoding, doubt };
}

/**
 * Returns the encoding of a text by the letters that its words have if it is read as windows-1252, because few languages
 * have them together. Null: they do not say.
 * * Czech, Slovak and Hungarian in windows-1250: `ì` and `è` stand for `ě` and `č`, `ø` for `ř`, and `õ` for `ő`.
 * * Croatian and Romanian in windows-1250: `ð` is `đ`, beside `š` or `ž`, and `þ` is `ţ`, beside `ã` for `ă`.
 * * Turkish in windows-1254: `ý`, `ð` and `þ` stand for `ı`, `ğ` and `ş`.
 * * Latvian and Lithuanian in windows-1257: `ð` and `þ` stand for `š` and `ž`, `î`, `û` and `ë` for `ī`, `ū` and `ė`.
 * * Icelandic in windows-1252, which has `ð`, `þ` and `ý`.
 */
function encodingOfLetters(text: string): string | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const letters = new Set(words.filter((word) => /[a-z].*[a-z]/.test(word)).join(''));
  const has = (some: string) => [...some].some((letter) => letters.has(letter));
  const isCzech = has('ìèø') && has('íý') && !has('àçñåäðþ');
  const isHungarian = has('õû') && has('áéíóú') && has('öü') && !has('ãçêäâî');
  if (isCzech || isHungarian) return 'windows-1250';
  if (!has('ðþ')) return null;
  if (has('šžã')) return 'windows-1250';
  if (has('îûëòèàâ') && !has('ýöü')) return 'windows-1257';
  if (has('áíóúæ') && !has('è')) return 'windows-1252';
  return has('ý') ? 'windows-1254' : null;
}

/** Decodes bytes. Malformed bytes become U+FFFD. An incomplete character at the end is dropped. */
export function decode(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes, { stream: true });
}
