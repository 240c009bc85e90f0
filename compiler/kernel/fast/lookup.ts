/** Reads reference tables by keys of the output. */

import { createFinder, type WithTables } from '../values/reference/open-tables.ts';
import type { ReferenceTable } from '../values/reference/reference-table.ts';
import { afterRow, bucketOf, CELL_END, findRowOfText, HEAD_BYTES, hasTag, mixed } from '../values/reference/table.ts';
import { addWord } from '../values/word-hash.ts';
import { hasRoomAfter } from './buffers.ts';
import { writeAscii, writeNull } from './json-bytes.ts';
import { KnownCells } from './known-cells.ts';
import { lastWord, output, outputView } from './words.ts';

/** The bytes of the output from `from` to `to`. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Appends a cell of the row whose key is a value of the output: a text, or the digits of a number. Null: the value is null,
 * there is no such row, or its cell is empty. Returns the index after the appended bytes, or -1 if the record needs the
 * careful reader.
 */
type AppendCell = (length: number, key: Range, record: WithTables) => number;

/** Creates the function that appends a cell of a row. */
export function createByteLookup(name: string, column: string): AppendCell {
  const find = createFinder(name, column, createByteTable);
  const known = new KnownCells();
  return (length, range, record) => {
    const first = output[range.from];
    if (first === LETTER_N) return writeNull(output, length);
    const { table, place } = find(record);
    const quote = first === QUOTE ? 1 : 0;
    const from = range.from + quote;
    const to = range.to - quote;
    const end = known.append(table.whole, from, to, length);
    if (end >= 0) return end;
    known.storeKey(from, to);
    const row = findRow(table, from, to);
    const after = row < 0 ? writeNull(output, length) : appendCell(length, table, findCell(table, row, place));
    if (after >= 0) known.storeCell(to - from, length, after);
    return after;
  };
}

/** Creates the function that returns whether the bytes from `from` to `to` of the output, a text, are a key of a table. */
export function createByteMembership(name: string): (from: number, to: number, record: WithTables) => boolean {
  const find = createFinder(name, null, createByteTable);
  return (from, to, record) => findRow(find(record).table, from, to) >= 0;
}

/** A table whose cells are compared and copied four bytes at a time. */
interface ByteTable {
  readonly whole: ReferenceTable;
  readonly cells: Uint8Array;
  readonly buckets: Uint32Array;
  readonly view: DataView;
  /** The last offset at which four bytes can be read. */
  readonly lastFour: number;
}

function createByteTable(whole: ReferenceTable): ByteTable {
  const { cells, buckets } = whole;
  const view = new DataView(cells.buffer, cells.byteOffset, cells.byteLength);
  return { whole, cells, buckets, view, lastFour: cells.length - 4 };
}

/** Returns the offset of the row whose key is a range inside of a JSON string. -1: there is no such row. */
function findRow(table: ByteTable, from: number, to: number): number {
  let hash = to - from;
  let escapes = 0;
  let key = from;
  for (; key + 4 <= to; key += 4) {
    const word = outputView.getInt32(key, true);
    escapes |= backslashesOf(word);
    hash = addWord(hash, word);
  }
  const last = lastWord(key, to);
  // The bytes of a table are not escaped.
  if (((escapes | backslashesOf(last)) & 0x80808080) !== 0) return findEscaped(table.whole, from, to);
  hash = mixed(addWord(hash, last));
  const { view, buckets } = table;
  const bucket = bucketOf(hash, buckets.length - 1);
  const end = buckets[bucket + 1] as number;
  for (let at = buckets[bucket] as number; at < end; ) {
    const head = view.getInt32(at, true);
    if (hasTag(head, hash) && isKey(table, at + HEAD_BYTES, from, to)) return at + HEAD_BYTES;
    at = afterRow(at, head);
  }
  return -1;
}

/** Returns a word whose bytes have their highest bit if the first of them, or one before it, is a backslash. */
function backslashesOf(word: number): number {
  const differences = word ^ 0x5c5c5c5c;
  return (differences - 0x01010101) & ~differences;
}

/** Returns whether the key at an offset of the cells is a range of the output. */
function isKey({ cells, view, lastFour }: ByteTable, start: number, from: number, to: number): boolean {
  let at = from;
  let own = start;
  for (; at + 4 <= to && own <= lastFour; at += 4, own += 4)
    if (outputView.getInt32(at, true) !== view.getInt32(own, true)) return false;
  for (; at < to; at++, own++) if (output[at] !== cells[own]) return false;
  return cells[own] === CELL_END;
}

function findEscaped(table: ReferenceTable, from: number, to: number): number {
  const key = JSON.parse(`"${decoder.decode(output.subarray(from, to))}"`) as string;
  return findRowOfText(table, key);
}

/** Returns the offset of a cell of the row at an offset. */
function findCell({ cells, view, lastFour }: ByteTable, row: number, place: number): number {
  let at = row;
  for (let i = 0; i < place; i++) {
    // The lowest bit of a byte that is CELL_END, and only of the first, is certain.
    for (; at <= lastFour; at += 4) {
      const ends = ~view.getInt32(at, true);
      if (((ends - 0x01010101) & ~ends & 0x80808080) !== 0) break;
    }
    while (cells[at] !== CELL_END) at++;
    at++;
  }
  return at;
}

/** Appends a cell as JSON: null if it is empty. */
function appendCell(length: number, { cells, view, lastFour }: ByteTable, start: number): number {
  let byte = cells[start] as number;
  if (byte === CELL_END) return writeNull(output, length);
  output[length] = QUOTE;
  let end = length + 1;
  let at = start;
  for (; at <= lastFour; at += 4, end += 4) {
    const four = view.getInt32(at, true);
    // A subtraction sets the high bit of the first byte that is smaller than the subtracted one.
    const quotes = (four ^ 0x22222222) - 0x01010101;
    const backslashes = (four ^ 0x5c5c5c5c) - 0x01010101;
    if (((quotes | backslashes | (four - 0x20202020) | four) & 0x80808080) !== 0 || end > MAX_PLAIN) break;
    outputView.setInt32(end, four, true);
  }
  for (byte = cells[at] as number; byte !== CELL_END; byte = cells[++at] as number) {
    if (byte < 0x20 || byte === QUOTE || byte === BACKSLASH) end = writeAscii(output, end, byte);
    else output[end++] = byte;
  }
  if (!hasRoomAfter(end)) return -1;
  output[end] = QUOTE;
  return end + 1;
}

/** The last index at which four bytes can be written. */
const MAX_PLAIN = output.length - 4;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_N = 0x6e;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
