import { createFixedWidthLine } from '../../../kernel/fixed-width/line.ts';
import { bytesOfCharacters, createStoredNumbers, STORED_NULLS } from '../../../kernel/fixed-width/storage.ts';
import { codePageTable, findCodePage } from '../../../kernel/input/encodings/ebcdic.ts';
import { createTextDecoder, findEncoding } from '../../../kernel/input/encodings/text-decoder.ts';
import type { StoragePlan } from './storage.ts';

/** Writes numbers as bytes, and reads them, in an encoding with a character for each byte. */
export interface StoredCells {
  /**
   * Returns the characters of the bytes of a number. A text that is no number becomes bytes that are none, and a null cell the
   * bytes that mean null. Null: there are no such bytes, or the number is too long.
   */
  write(text: string | null, length: number, storage: StoragePlan): string | null;
  /** Returns the number at a place of a line, which counts from 1. */
  read(line: string, place: { readonly start: number; readonly length: number }, storage: StoragePlan): string;
}

/** Creates the writer of stored numbers. Throws RangeError if not each byte is a character of the encoding. */
export function createStoredCells(label: string): StoredCells {
  const encoding = findCodePage(label) ?? findEncoding(label) ?? label;
  const numbers = createStoredNumbers(encoding);
  const characters = charactersOf(encoding);
  const blank = bytesOfCharacters(encoding)?.[0x20] ?? 0x20;
  const toText = (bytes: readonly number[] | null): string | null =>
    bytes === null ? null : bytes.map((byte) => characters[byte] ?? '').join('');
  return {
    write: (text, length, storage) =>
      toText(text === null ? nullBytes(length, storage.nulls, blank) : bytesOf(text, length, storage)),
    read(line, { start, length }, { kind, sign, isUnsigned, nulls }) {
      const record = createFixedWidthLine(line);
      if (kind === 'PACKED') return numbers.readPacked(record, start, length, isUnsigned, nulls);
      if (kind === 'ZONED') return numbers.readZoned(record, start, length, sign, nulls);
      return numbers.readBinary(record, start, length, isUnsigned, nulls);
    },
  };
}

function charactersOf(encoding: string): readonly string[] {
  const codePage = findCodePage(encoding);
  if (codePage !== undefined) return Array.from(codePageTable(codePage), (point) => String.fromCharCode(point));
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  return [...createTextDecoder(encoding, { ignoreBOM: true }).decode(all, { stream: true })];
}

function nullBytes(length: number, nulls: number, blank: number): number[] | null {
  if (nulls === 0) return null;
  const byte = (nulls & STORED_NULLS.LOW) !== 0 ? 0x00 : (nulls & STORED_NULLS.BLANKS) !== 0 ? blank : 0xff;
  return new Array<number>(length).fill(byte);
}

/** No nibble of it is a digit. */
const NO_DIGITS = 0xaa;

function bytesOf(text: string, length: number, { kind, sign, isUnsigned }: StoragePlan): number[] | null {
  const { minus, digits = '' } = /^(?<minus>-?)\+?(?<digits>\d+)$/.exec(text)?.groups ?? {};
  if (minus === undefined) return kind === 'BINARY' ? null : new Array<number>(length).fill(NO_DIGITS);
  if (isUnsigned && minus !== '') return null;
  const isNegative = minus !== '';
  switch (kind) {
    case 'PACKED': {
      const nibbles = digits.padStart(2 * length - 1, '0');
      if (nibbles.length > 2 * length - 1) return null;
      const written = `${nibbles}${isUnsigned ? 'f' : isNegative ? 'd' : 'c'}`;
      return Array.from({ length }, (_, at) => Number.parseInt(written.slice(2 * at, 2 * at + 2), 16));
    }
    case 'ZONED':
      return zonedBytes(digits, { isNegative, sign, length });
    case 'BINARY': {
      const number = BigInt(text);
      const bits = 8 * length;
      const stored = BigInt.asUintN(bits, number);
      if ((isUnsigned ? stored : BigInt.asIntN(bits, number)) !== number) return null;
      return Array.from({ length }, (_, at) => Number((stored >> BigInt(8 * (length - 1 - at))) & 0xffn));
    }
    default:
      return kind satisfies never;
  }
}

function zonedBytes(
  digits: string,
  { isNegative, sign, length }: { isNegative: boolean; length: number } & Pick<StoragePlan, 'sign'>,
): number[] | null {
  const isSeparate = sign.startsWith('SEPARATE');
  const room = isSeparate ? length - 1 : length;
  if (digits.length > room) return null;
  const bytes = [...digits.padStart(room, '0')].map((digit) => 0xf0 + Number(digit));
  const isLeading = sign.endsWith('LEADING');
  if (isSeparate) {
    const own = isNegative ? 0x60 : 0x4e;
    return isLeading ? [own, ...bytes] : [...bytes, own];
  }
  const at = isLeading ? 0 : room - 1;
  bytes[at] = ((bytes[at] ?? 0) & 0x0f) | (isNegative ? 0xd0 : 0xc0);
  return bytes;
}
