import type { ReferenceTable } from './reference-table.ts';

/** The byte after each cell of a table. UTF-8 never contains it. */
export const CELL_END = 0xff;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The UTF-8 bytes of the key that is being looked up. */
let scratch = new Uint8Array(1024);

/** Returns the offset after the key of the row with a key, which is a range of UTF-8 bytes. -1: there is no such row. */
function findRow({ cells, slots }: ReferenceTable, key: Uint8Array, from: number, to: number): number {
  const size = slots.length;
  if (size === 0) return -1;
  const length = to - from;
  for (let slot = slotOf(hashOf(key, from, to), size); ; slot = slot + 1 === size ? 0 : slot + 1) {
    const entry = slots[slot] as number;
    if (entry === 0) return -1;
    const start = entry - 1;
    if (cells[start + length] !== CELL_END) continue;
    let i = 0;
    while (i < length && cells[start + i] === key[from + i]) i++;
    if (i === length) return start + length + 1;
  }
}

/** Returns the offset after the key of the row with a key. -1: there is no such row. */
export function findRowOfText(table: ReferenceTable, key: string): number {
  const { length } = key;
  if (length * 3 > scratch.length) scratch = new Uint8Array(length * 3);
  for (let i = 0; i < length; i++) {
    const unit = key.charCodeAt(i);
    if (unit > 0x7f) return findRow(table, scratch, 0, encoder.encodeInto(key, scratch).written);
    scratch[i] = unit;
  }
  return findRow(table, scratch, 0, length);
}

/** Returns the offset of a cell of a row. `at` is the offset after the key, and `place` counts the other cells from 1. */
export function findCell({ cells }: ReferenceTable, at: number, place: number): number {
  let start = at;
  for (let i = 1; i < place; i++) {
    while (cells[start] !== CELL_END) start++;
    start++;
  }
  return start;
}

/** Returns the text of a cell that begins at an offset. Null: the cell is empty. */
export function textOfCell({ cells }: ReferenceTable, start: number): string | null {
  let end = start;
  let text = '';
  for (let byte = cells[end] as number; byte !== CELL_END; byte = cells[++end] as number) {
    if (byte > 0x7f || end - start >= 32) return decodeCell(cells, start, end);
    text += String.fromCharCode(byte);
  }
  return end === start ? null : text;
}

function decodeCell(cells: Uint8Array, start: number, from: number): string {
  let end = from;
  while (cells[end] !== CELL_END) end++;
  // A decoder of a browser takes no shared memory.
  return decoder.decode(cells.slice(start, end));
}

/** Returns the slot at which the search for a hash begins. */
export function slotOf(hash: number, size: number): number {
  return Math.floor((hash / 4_294_967_296) * size);
}

/** Returns the hash of a range of bytes, from 0 to 2^32 - 1. */
export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
