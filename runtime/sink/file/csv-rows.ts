import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import { toCsvCell } from '../../base/files/csv-cell.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const END = 0x7d;
const NULL = 0x6e;
const LINE_FEED = 0x0a;

/**
 * Creates a function that converts the messages of a batch to lines of CSV. A message is an object that contains every
 * field in the order of the spec, so the bytes are copied without parsing the JSON, except for texts with escapes.
 * With `escapesFormulas`, a text that a spreadsheet would read as a formula begins with an apostrophe. Numbers remain.
 */
export function createCsvRows(
  names: readonly string[],
  escapesFormulas = false,
): (batch: Pick<Batch, 'bytes' | 'ends' | 'count'>) => Uint8Array {
  // Before each value: a brace or comma, the name in quotes, and a colon.
  const nameBytes = names.map((name) => Buffer.byteLength(JSON.stringify(name)) + 2);
  return ({ bytes, ends, count }) => {
    // A line is never longer than its message: the name of a field has more bytes than a comma and two quotes.
    // Only an escaped formula may need three more.
    const out = Buffer.allocUnsafe(bytes.length + count + (escapesFormulas ? 3 * count * nameBytes.length : 0));
    let length = 0;
    let at = 0;
    for (let message = 0; message < count; message++) {
      for (let field = 0; field < nameBytes.length; field++) {
        at += nameBytes[field] ?? 0;
        if (field > 0) out[length++] = COMMA;
        const end = endOfValue(bytes, at);
        const value = bytes.subarray(at, end);
        length +=
          escapesFormulas && isFormula(value) ? writeFormula(out, length, value) : writeValue(out, length, value);
        at = end;
      }
      if (bytes[at] !== END || at + 1 !== ends[message])
        throw new Error('a message does not have the fields of its spec');
      at++;
      out[length++] = LINE_FEED;
    }
    return out.subarray(0, length);
  };
}

/** Returns the offset after the JSON value at an offset: a text, a number, true, false or null. */
function endOfValue(bytes: Uint8Array, start: number): number {
  let at = start;
  if (bytes[at] !== QUOTE) {
    while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== END) at++;
    return at;
  }
  for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
  return at + 1;
}

/** Writes a JSON value as a cell, and returns its length. */
function writeValue(out: Buffer, at: number, value: Uint8Array): number {
  if (value[0] === NULL) return 0;
  if (value[0] === QUOTE && value.includes(BACKSLASH))
    return out.write(toCsvCell(JSON.parse(Buffer.from(value).toString()) as string), at);
  // Without an escape, the text contains no quote and no line end. Its quotes remain if it needs them.
  const isBare = value[0] === QUOTE && value.length > 2 && !value.includes(COMMA);
  const cell = isBare ? value.subarray(1, -1) : value;
  out.set(cell, at);
  return cell.length;
}

/** What a formula begins with: = + - @, and a tab or line end, which spreadsheets skip before them (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;

function isFormula(value: Uint8Array): boolean {
  if (value[0] !== QUOTE || value.length < 3) return false;
  // Characters beyond ASCII and escapes are rare, so their text is parsed.
  const first = value[1] as number;
  if (first !== BACKSLASH && first < 0x80) return first === 0x3d || first === 0x2b || first === 0x2d || first === 0x40;
  return FORMULA.test(textOf(value));
}

function writeFormula(out: Buffer, at: number, value: Uint8Array): number {
  return out.write(`"'${textOf(value).replaceAll('"', '""')}"`, at);
}

function textOf(value: Uint8Array): string {
  return JSON.parse(Buffer.from(value).toString()) as string;
}
