import { findFileFormat } from '../../../compiler/formats.ts';
import type { SpecInfo, Warning } from '../../../compiler/kernel/model/contract.ts';

/** Maximum number of bytes at the start of a file that findSuspectEncoding() needs. */
export const EXAMINED_BYTES = 4 * 1024 * 1024;
/** Fewer also occur in correct text, except within a word. */
const MIN_SEQUENCES = 3;
/**
 * A small letter of Latin-1 in UTF-8 within a word, its bytes read as ISO-8859-1: no text has `Ã¼` between letters. The bytes
 * of `à` are left out, because the second one is a no-break space.
 */
const WITHIN_WORD = /[A-Za-z]\u00c3[\u009f\u00a1-\u00bf][a-z]/u;
/** The same, encoded as UTF-8 twice: from the characters of windows-1252, or of ISO-8859-1. */
const WITHIN_WORD_TWICE = /[A-Za-z]\u00c3\u0083(?:\u00c2[\u009f\u00a1-\u00bf]|\u00c5\u00b8)[a-z]/u;

/**
 * Returns a warning if a file seems to be in another encoding than its spec says, else null. `bytes` is the start of
 * the undecoded file, at most EXAMINED_BYTES. `isAll`: whether `bytes` is the whole file.
 */
export function findSuspectEncoding(spec: SpecInfo, bytes: Uint8Array, isAll: boolean): Warning | null {
  const encoding = spec.isBinary === true ? null : encodingOf(spec, bytes);
  if (encoding === null || isAscii(bytes)) return null;
  if (encoding === 'utf-8') return findDoubleEncoding(bytes);
  if (!isSingleByte(encoding)) return null;
  const count = countUtf8Sequences(bytes, isAll) ?? 0;
  if (count < MIN_SEQUENCES && (count === 0 || /^ibm/iu.test(encoding) || !WITHIN_WORD.test(latin1(bytes))))
    return null;
  return {
    code: 'ENCODING_SUSPECT',
    message:
      `the file is read as ${encoding}, but every sequence in it that is not ASCII is valid UTF-8. ` +
      'If values read like "MÃ¼ller", set encoding: UTF-8. If they are right, set runWarnings: { ENCODING_SUSPECT: WARNING }',
  };
}

/** Returns whether a file of a spec can get the warning `code`, if no byte order mark says otherwise. */
export function canBeSuspect({ encoding, isBinary }: SpecInfo, code: string): boolean {
  return isBinary !== true && encoding !== undefined && (code === 'DOUBLE_ENCODED' || isSingleByte(encoding));
}

/**
 * Returns the encoding with which the file is read. Returns null if the file names its encoding itself (byte order
 * mark, XML declaration) and it is not UTF-8, or if the encoding is unknown.
 */
function encodingOf({ format, encoding }: SpecInfo, bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, DECLARATION_BYTES));
  if (head.startsWith('\xef\xbb\xbf')) return 'utf-8';
  if (head.startsWith('\xfe\xff') || head.startsWith('\xff\xfe')) return null;
  const declared = findFileFormat(format).findDeclaredEncoding?.(head);
  if (declared === undefined) return encoding ?? null;
  return /^utf-?8$/iu.test(declared) ? 'utf-8' : null;
}

const DECLARATION_BYTES = 4096;

/**
 * Returns true if an encoding has one byte per character: EBCDIC, and the encodings in sections 9 and 14.5 of the
 * Encoding Standard.
 */
function isSingleByte(encoding: string): boolean {
  return /^(windows|iso-8859|koi8|mac|x-mac|x-user|ibm)/iu.test(encoding);
}

/**
 * Counts the characters in UTF-8 (RFC 3629) that are not ASCII. Returns null if some bytes are not valid UTF-8. Unless
 * `isAll` is true, an incomplete character at the end is permitted.
 */
function countUtf8Sequences(bytes: Uint8Array, isAll: boolean): number | null {
  const complete = isAll ? bytes : bytes.subarray(0, bytes.length - incompleteBytes(bytes));
  if (!isUtf8(complete)) return null;
  let count = 0;
  for (const byte of complete) if (isLead(byte)) count++;
  return count;
}

/** Returns the number of bytes at the end that begin a character without completing it: 0 to 3. */
function incompleteBytes(bytes: Uint8Array): number {
  for (let length = 1; length <= 3; length++) {
    const byte = bytes[bytes.length - length] ?? 0;
    if (isLead(byte)) return length < (byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4) ? length : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** Returns whether all bytes are ASCII. Compares four at a time, because the loop runs before V8 has optimised it. */
function isAscii(bytes: Uint8Array): boolean {
  const before = Math.min(bytes.length, -bytes.byteOffset & 3);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + before, (bytes.length - before) >> 2);
  let seen = 0;
  for (let at = 0; at < words.length; at++) seen |= words[at] as number;
  const rest = [...bytes.subarray(0, before), ...bytes.subarray(before + 4 * words.length)];
  return (seen & 0x80808080) === 0 && rest.every((byte) => byte < 0x80);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function isLead(byte: number): boolean {
  return byte >= 0xc0;
}

function findDoubleEncoding(bytes: Uint8Array): Warning | null {
  const count = countDoubleEncoded(bytes, MIN_SEQUENCES);
  if (count < MIN_SEQUENCES && (count === 0 || !WITHIN_WORD_TWICE.test(latin1(bytes)))) return null;
  return {
    code: 'DOUBLE_ENCODED',
    message:
      'the file holds characters that seem to be encoded as UTF-8 twice, such as "MÃ¼ller" for "Müller". ' +
      'Ask the sender to encode the text once',
  };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/**
 * Counts characters that were encoded as UTF-8 twice: the UTF-8 bytes of a text were read as windows-1252 or
 * ISO-8859-1, and the result was encoded as UTF-8 again (`Ã¼` for `ü`). Counts only Latin, Greek and Cyrillic letters
 * and common punctuation, because other sequences also occur in correct text. Stops counting at `max`.
 */
function countDoubleEncoded(bytes: Uint8Array, max: number): number {
  let count = 0;
  for (let at = bytes.indexOf(LEAD); at >= 0 && at < bytes.length && count < max; at++) {
    if (bytes[at] !== LEAD || !SECOND.has(bytes[at + 2] ?? 0)) continue;
    if (isDoubleEncoded(bytes.subarray(at, at + LONGEST))) count++;
  }
  return count;
}

/**
 * Read as windows-1252 or ISO-8859-1, the first byte of a UTF-8 sequence is one of the characters U+00C0 to U+00FF. In
 * UTF-8, all of these start with this byte.
 */
const LEAD = 0xc3;
/**
 * The second character has a byte from 80 to BF in windows-1252 or ISO-8859-1. In UTF-8, it starts with one of these
 * bytes.
 */
const SECOND = new Set([0xc2, 0xc5, 0xc6, 0xcb, 0xe2]);
/** Maximum number of bytes of a sequence: a first character of two bytes, and two more of at most three bytes each. */
const LONGEST = 8;

const utf8 = new TextDecoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function isDoubleEncoded(bytes: Uint8Array): boolean {
  const characters = Array.from(utf8.decode(bytes), byteOf);
  const lead = characters[0] ?? 0;
  const original = characters.slice(0, lead < 0xe0 ? 2 : 3);
  try {
    return EXPECTED.test(strictUtf8.decode(Uint8Array.from(original)));
  } catch {
    return false;
  }
}

const EXPECTED = /^[\u00a0-\u017f\u0370-\u045f\u2010-\u2026\u2030\u2039\u203a\u20ac\u2122]$/u;

/** The characters of windows-1252 for the bytes 80 to 9F. A blank marks a byte without a character. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Returns the byte (80 to FF) of a character in windows-1252 or ISO-8859-1, or 0 if it has none. */
function byteOf(character: string): number {
  const index = character === ' ' ? -1 : WINDOWS_1252.indexOf(character);
  if (index >= 0) return 0x80 + index;
  const point = character.codePointAt(0) ?? 0;
  return point >= 0x80 && point < 0x100 ? point : 0;
}
