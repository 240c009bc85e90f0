import { characterLength } from '../../bytes/utf8.ts';
import { CDATA } from '../syntax/byte-classes.ts';
import { AMPERSAND, BRACKET, CR, GREATER_THAN, LF, TAB } from '../../bytes/ascii.ts';
import { MalformedXml } from '../syntax/malformed-xml.ts';
import { readReference } from '../syntax/reference.ts';
import { ENDING, PLAIN, TEXT, type ValueBytes } from './templates/value-slot.ts';
import { hasBytesAt } from '../../bytes/compare.ts';

/**
 * Returns the index after a value that contains SPECIAL bytes, or -1 if it is malformed or needs the careful reader.
 */
export function findSpecialValueEnd(input: Uint8Array, from: number, limit: number, bytes: ValueBytes): number {
  const { kinds } = bytes;
  let at = from;
  while (at < limit) {
    const byte = input[at] as number;
    const kind = kinds[byte];
    if (kind === ENDING && !hasBytesAt(input, at, CDATA)) return at;
    const length =
      kind === PLAIN ? 1 : kind === ENDING ? cdataBytes(input, at, limit) : lengthOf(input, at, limit, bytes === TEXT);
    if (length <= 0) return -1;
    at += length;
  }
  return -1;
}

/**
 * Returns the length in bytes of the character or reference at index `at`. Returns 0 or less if it needs the careful
 * reader.
 */
function lengthOf(input: Uint8Array, at: number, limit: number, isText: boolean): number {
  const byte = input[at] as number;
  if (byte >= 0x80) return characterBytes(input, at, limit);
  if (byte === AMPERSAND) return referenceBytes(input, at, limit);
  if (byte === BRACKET) return input[at + 1] === BRACKET && input[at + 2] === GREATER_THAN ? 0 : 1;
  // XML replaces these characters with spaces in an attribute value, so such a value needs the careful reader.
  return isText && (byte === LF || byte === TAB || byte === CR) ? 1 : 0;
}

/** Returns the length in bytes of a non-ASCII character. Returns 0 for U+FFFE and U+FFFF, which XML excludes. */
function characterBytes(input: Uint8Array, at: number, limit: number): number {
  const isExcluded = input[at] === 0xef && input[at + 1] === 0xbf && (input[at + 2] as number) >= 0xbe;
  return isExcluded ? 0 : characterLength(input, at, limit);
}

function referenceBytes(input: Uint8Array, at: number, limit: number): number {
  const reference = { text: '', end: at };
  try {
    readReference(input, at, limit, reference);
  } catch (error) {
    if (!(error instanceof MalformedXml)) throw error;
  }
  return reference.end - at;
}

function cdataBytes(input: Uint8Array, from: number, limit: number): number {
  let at = from + CDATA.length;
  while (at < limit) {
    const byte = input[at] as number;
    if (byte === BRACKET && input[at + 1] === BRACKET && input[at + 2] === GREATER_THAN) return at + 3 - from;
    const length =
      byte >= 0x80
        ? characterBytes(input, at, limit)
        : byte >= 0x20 || byte === LF || byte === TAB || byte === CR
          ? 1
          : 0;
    if (length <= 0) return -1;
    at += length;
  }
  return -1;
}
