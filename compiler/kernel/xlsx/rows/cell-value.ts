import type { GrowableBytes } from '../../bytes/growable-bytes.ts';
import type { CellText } from '../package/cell-text.ts';
import type { NumberFormat } from '../package/number-format.ts';
import { writeNumber } from '../package/number-text.ts';
import { formatOf } from '../package/parts.ts';
import { writeElapsed, writeSerialDate } from '../package/serial-date.ts';
import type { StringTable } from '../package/string-table.ts';
import { BOOLEAN, DATE, DIGITS, ERROR, NUMBER } from '../package/marks.ts';

/** What the values of cells depend on. */
export interface CellValues {
  readonly strings: StringTable | null;
  readonly styles: readonly NumberFormat[];
  readonly is1904: boolean;
}

/** The types of cells (ECMA-376, ST_CellType). */
const NUMERIC = 0;
const SHARED = 1;
export const TEXT = 2;
const LOGICAL = 3;
const FAULT = 4;
const ISO_DATE = 5;
export const UNKNOWN_TYPE = 6;

/** Returns the type of a cell by the value of its attribute t. */
export function typeOfCell(bytes: Uint8Array, from: number, to: number): number {
  const first = bytes[from];
  if (to - from === 1)
    return first === 0x73
      ? SHARED
      : first === 0x6e
        ? NUMERIC
        : first === 0x62
          ? LOGICAL
          : first === 0x65
            ? FAULT
            : first === 0x64
              ? ISO_DATE
              : UNKNOWN_TYPE;
  // str and inlineStr
  return to - from === 3 || to - from === 9 ? TEXT : UNKNOWN_TYPE;
}

/**
 * Writes the value of a cell, with the mark of its kind. `type`: null for a formula without a stored value. Returns what is
 * wrong with it, or null.
 */
export function writeCell(
  out: GrowableBytes,
  text: CellText,
  { type, style }: { type: number | null; style: number },
  values: CellValues,
): string | null {
  switch (type) {
    case TEXT:
      text.writeTo(out);
      return null;
    case SHARED: {
      const isFound = values.strings?.writeTo(indexOf(text), out) === true;
      return isFound ? null : 'there is no such shared string';
    }
    case NUMERIC:
      return text.length === 0 ? null : writeNumeric(out, text, formatOf(values.styles, style), values.is1904);
    case LOGICAL:
      return text.length === 0 ? null : writeLogical(out, text.toString().trim().toLowerCase());
    case ISO_DATE:
      return mark(out, DATE, text.toString().trim());
    default:
      return mark(out, ERROR, type === null ? '' : text.toString().trim());
  }
}

function indexOf({ bytes, length }: CellText): number {
  let index = length === 0 ? NaN : 0;
  for (let at = 0; at < length; at++) index = index * 10 + ((bytes[at] ?? 0) - 0x30);
  return index >= 0 ? index : NaN;
}

function mark(out: GrowableBytes, kind: number, value: string): null {
  out.reserve(1)[out.length++] = kind;
  out.addText(value);
  return null;
}

function writeLogical(out: GrowableBytes, written: string): string | null {
  if (written === '1' || written === 'true') return mark(out, BOOLEAN, 'true');
  return written === '0' || written === 'false' ? mark(out, BOOLEAN, 'false') : 'its logical value cannot be read';
}

function writeNumeric(out: GrowableBytes, text: CellText, format: NumberFormat, is1904: boolean): string | null {
  if (format.kind === 'GENERAL' && copyPlain(out, text)) return null;
  const written = text.toString();
  const date =
    format.kind === 'MOMENT'
      ? writeSerialDate(Number(written), is1904, format)
      : format.kind === 'ELAPSED'
        ? writeElapsed(Number(written))
        : null;
  if (date !== null) return mark(out, DATE, date);
  const number = writeNumber(written);
  if (number === null) return 'its number cannot be read';
  mark(out, NUMBER, number);
  if (format.kind !== 'DIGITS') return null;
  return mark(out, DIGITS, String(format.digits));
}

/** Copies a number that is written as it is shown: at most 15 digits, and no zero at the end of its decimals. */
function copyPlain(out: GrowableBytes, { bytes, length }: CellText): boolean {
  if (length === 0 || length > 16) return false;
  let at = bytes[0] === 0x2d ? 1 : 0;
  const first = at;
  let point = -1;
  for (; at < length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x2e && point < 0) point = at;
    else if (byte < 0x30 || byte > 0x39) return false;
  }
  const whole = (point < 0 ? length : point) - first;
  if (length - first - (point < 0 ? 0 : 1) > 15 || whole === 0) return false;
  if (bytes[first] === 0x30 && (whole > 1 || (first === 1 && point < 0))) return false;
  if (point >= 0 && (point === length - 1 || bytes[length - 1] === 0x30)) return false;
  const target = out.reserve(length + 1);
  let to = out.length;
  target[to++] = NUMBER;
  for (let from = 0; from < length; from++) target[to++] = bytes[from] ?? 0;
  out.length = to;
  return true;
}
