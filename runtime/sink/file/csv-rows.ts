import {
  encoderOf,
  FALSE_VALUE,
  NULL_VALUE,
  NUMBER_VALUE,
  TEXT_VALUE,
  type ValueReader,
} from '../../../compiler/formats.ts';
import type { Batch } from '../../../compiler/kernel/model/contract.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const CR = 0x0d;
const LINE_FEED = 0x0a;
const APOSTROPHE = 0x27;

/** The fields of messages, and how they are written. */
export interface CsvRowOptions {
  /** The fields of a message, in their order. */
  readonly names: readonly string[];
  /** The encoding of the messages. Absent: JSON. */
  readonly encoder?: string | undefined;
  /** Whether a text that a spreadsheet would read as a formula begins with an apostrophe. Numbers remain. Default false. */
  readonly escapesFormulas?: boolean;
}

/**
 * Creates a function that converts the messages of a batch to lines of CSV. The bytes of the values are copied without
 * decoding them.
 */
export function createCsvRows({
  names,
  encoder,
  escapesFormulas = false,
}: CsvRowOptions): (batch: Pick<Batch, 'bytes' | 'ends' | 'count'>) => Uint8Array {
  const values = encoderOf({ encoder }).createValueReader(names.map((name) => ({ name })));
  return ({ bytes, ends, count }) => {
    let out = Buffer.allocUnsafe(bytes.length + count);
    let length = 0;
    let from = 0;
    for (let message = 0; message < count; message++) {
      const to = ends[message] ?? 0;
      values.begin(bytes, from, to);
      from = to;
      for (let field = 0; field < names.length; field++) {
        const kind = values.next();
        // Each byte of a text may be a quote. It may have an apostrophe, two quotes and a comma in addition.
        const most = length + 2 * (values.to - values.from) + CELL_BYTES;
        if (most > out.length) out = enlarge(out, most);
        if (field > 0) out[length++] = COMMA;
        if (kind === TEXT_VALUE) length = writeText(out, length, values, escapesFormulas);
        else if (kind === NUMBER_VALUE) length = writeBytes(out, length, values);
        else if (kind !== NULL_VALUE) length += out.write(kind === FALSE_VALUE ? 'false' : 'true', length);
      }
      values.end();
      if (length === out.length) out = enlarge(out, length + 1);
      out[length++] = LINE_FEED;
    }
    return out.subarray(0, length);
  };
}

/** What a cell has besides the bytes of a text; also the longest boolean. */
const CELL_BYTES = 8;

function enlarge(bytes: Buffer, needed: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(Math.max(needed, bytes.length + (bytes.length >> 1)));
  bytes.copy(larger);
  return larger;
}

function writeBytes(out: Buffer, at: number, { bytes, from, to }: ValueReader): number {
  let end = at;
  for (let i = from; i < to; i++) out[end++] = bytes[i] as number;
  return end;
}

/** Writes a text as a cell, and returns the index after it. It has quotes only if it needs them. */
function writeText(out: Buffer, at: number, value: ValueReader, escapesFormulas: boolean): number {
  const { bytes, from, to } = value;
  const escapes = escapesFormulas && isFormula(value);
  if (!escapes && from < to && !needsQuotes(value)) return writeBytes(out, at, value);
  let end = at;
  out[end++] = QUOTE;
  if (escapes) out[end++] = APOSTROPHE;
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number;
    if (byte === QUOTE) out[end++] = QUOTE;
    out[end++] = byte;
  }
  out[end] = QUOTE;
  return end + 1;
}

function needsQuotes({ bytes, from, to }: ValueReader): boolean {
  for (let i = from; i < to; i++) {
    const byte = bytes[i];
    if (byte === COMMA || byte === QUOTE || byte === LINE_FEED || byte === CR) return true;
  }
  return false;
}

/** What a formula begins with: = + - @, and a tab or line end, which spreadsheets skip before them (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;

function isFormula({ bytes, from, to }: ValueReader): boolean {
  // The longest character has four bytes.
  return FORMULA.test(Buffer.from(bytes.subarray(from, Math.min(to, from + 4))).toString());
}
