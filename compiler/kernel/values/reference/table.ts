import type { ReferenceTable } from './reference-table.ts';

/** The byte after each cell of a table. UTF-8 never contains it. */
export const CELL_END = 0xff;

const encoder = new TextEncoder();
// A mark U+FEFF at the beginning of a cell belongs to it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The UTF-8 bytes of the key that is being looked up. */
let scratch = new Uint8Array(1024);

function findRowOfBytes(table: ReferenceTable, bytes: Uint8Array, from: number, to: number): number {
  return findRow(table, hashOf(bytes, from, to), bytes, from, to);
}

function findRow({ cells, slots }: ReferenceTable, hash: number, key: Uint8Array, from: number, to: number): number {
  const size = slots.length;
  if (size === 0) return -1;
  const length = to - from;
  const own = entryOf(hash, 0);
  for (let slot = slotOf(hash, size); ; slot = slot + 1 === size ? 0 : slot + 1) {
    const entry = slots[slot] as number;
    if (entry === 0) return -1;
    // Other keys rarely have the same tag, so that their rows are not read from memory.
    if (!haveSameTag(entry, own)) continue;
    const start = offsetOf(entry);
    let i = 0;
    while (i < length && cells[start + i] === key[from + i]) i++;
    if (i === length && cells[start + length] === CELL_END) return start + length + 1;
  }
}

/** Returns the offset after the key of the row with a key. -1: there is no such row. */
export function findRowOfText(table: ReferenceTable, key: string): number {
  const { length } = key;
  if (length * 3 > scratch.length) scratch = new Uint8Array(length * 3);
  let hash = length;
  for (let i = 0; i < length; i++) {
    const unit = key.charCodeAt(i);
    if (unit > 0x7f) {
      const { written } = encoder.encodeInto(key, scratch);
      return findRowOfBytes(table, scratch, 0, written);
    }
    scratch[i] = unit;
    hash = addByte(hash, unit);
  }
  return findRow(table, mixed(hash), scratch, 0, length);
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
  let bits = 0;
  for (let byte = cells[end] as number; byte !== CELL_END; byte = cells[++end] as number) bits |= byte;
  if (end === start) return null;
  // A decoder of a browser takes no shared memory.
  if (bits > 0x7f || end - start > 32) return decoder.decode(cells.slice(start, end));
  let text = '';
  let at = start;
  for (; at + 8 <= end; at += 8) text += fromBytes(cells, at);
  for (; at < end; at++) text += ASCII[cells[at] as number];
  return text;
}

/** The texts of the bytes of ASCII. */
const ASCII: readonly string[] = Array.from({ length: 128 }, (_, byte) => String.fromCharCode(byte));

/** Returns the text of eight bytes of ASCII. One call for several bytes is faster than one for each. */
function fromBytes(cells: Uint8Array, at: number): string {
  return String.fromCharCode(
    cells[at] as number,
    cells[at + 1] as number,
    cells[at + 2] as number,
    cells[at + 3] as number,
    cells[at + 4] as number,
    cells[at + 5] as number,
    cells[at + 6] as number,
    cells[at + 7] as number,
  );
}

/** The bits of an entry of the hash table that hold an offset plus 1. A table has at most 2^26 bytes with its header. */
const OFFSET_BITS = 26;

/** Returns the entry of the hash table for a row: its offset plus 1, and above it a tag, the lowest bits of its hash. */
export function entryOf(hash: number, start: number): number {
  return (hash << OFFSET_BITS) | (start + 1);
}

/** Returns the offset of the row of an entry. */
export function offsetOf(entry: number): number {
  return (entry & (2 ** OFFSET_BITS - 1)) - 1;
}

/** Returns whether two entries have the same tag. Those of the same key have. */
export function haveSameTag(entry: number, other: number): boolean {
  return (entry ^ other) >>> OFFSET_BITS === 0;
}

/** Returns the slot at which the search for a hash begins. */
export function slotOf(hash: number, size: number): number {
  return Math.floor(((hash >>> 0) / 4_294_967_296) * size);
}

/** Returns the hash of a range of bytes: 32 bits with a sign, which V8 does not have to allocate. */
export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let i = from; i < to; i++) hash = addByte(hash, bytes[i] as number);
  return mixed(hash);
}

/** Returns the hash after one more byte. The hash of no bytes is their number. */
export function addByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/** Returns the hash after its last byte. */
export function mixed(sum: number): number {
  let hash = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
