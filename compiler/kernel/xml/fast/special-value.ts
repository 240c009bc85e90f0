import { characterLength } from '../../bytes/utf8.ts';
import { CDATA } from '../syntax/byte-classes.ts';
import { AMPERSAND, BRACKET, CR, GREATER_THAN, LF, TAB } from '../../bytes/ascii.ts';
import { MalformedXml } from '../syntax/malformed-xml.ts';
import { readReference } from '../syntax/reference.ts';
import { ENDING, PLAIN, TEXT, type ValueBytes } from './templates/value-slot.ts';
import { hasBytesAt } from '../../bytes/compare.ts';

/** Where a value ends in which not every byte is plain; -1 where it is not well-formed, or left to the careful reading. */
export function findSpecialValueEnd(input: Uint8Array, from: number, limit: number, bytes: ValueBytes): number {
  const { kinds } = bytes;
  let at = from;
  while (at < limit) {
    const byte = input[at] as number;
    const kind = kinds[byte];
    if (kind === ENDING && !hasBytesAt(input, at, CDATA)) return at;
    const width =
      kind === PLAIN ? 1 : kind === ENDING ? widthOfCdata(input, at, limit) : widthOf(input, at, limit, bytes === TEXT);
    if (width <= 0) return -1;
    at += width;
  }
  return -1;
}

/** Bytes of what begins at `at` and is no plain character. */
function widthOf(input: Uint8Array, at: number, limit: number, isText: boolean): number {
  const byte = input[at] as number;
  if (byte >= 0x80) return widthOfCharacter(input, at, limit);
  if (byte === AMPERSAND) return widthOfReference(input, at, limit);
  if (byte === BRACKET) return input[at + 1] === BRACKET && input[at + 2] === GREATER_THAN ? 0 : 1;
  // In the value of an attribute they mean a blank.
  return isText && (byte === LF || byte === TAB || byte === CR) ? 1 : 0;
}

/** Bytes of a character beyond ASCII. U+FFFE and U+FFFF are none of XML. */
function widthOfCharacter(input: Uint8Array, at: number, limit: number): number {
  const isNone = input[at] === 0xef && input[at + 1] === 0xbf && (input[at + 2] as number) >= 0xbe;
  return isNone ? 0 : characterLength(input, at, limit);
}

function widthOfReference(input: Uint8Array, at: number, limit: number): number {
  const reference = { text: '', end: at };
  try {
    readReference(input, at, limit, reference);
  } catch (error) {
    if (!(error instanceof MalformedXml)) throw error;
  }
  return reference.end - at;
}

function widthOfCdata(input: Uint8Array, from: number, limit: number): number {
  let at = from + CDATA.length;
  while (at < limit) {
    const byte = input[at] as number;
    if (byte === BRACKET && input[at + 1] === BRACKET && input[at + 2] === GREATER_THAN) return at + 3 - from;
    const width =
      byte >= 0x80
        ? widthOfCharacter(input, at, limit)
        : byte >= 0x20 || byte === LF || byte === TAB || byte === CR
          ? 1
          : 0;
    if (width <= 0) return -1;
    at += width;
  }
  return -1;
}
