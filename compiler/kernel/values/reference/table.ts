import { addWord } from '../word-hash.ts';
import type { ReferenceTable } from './reference-table.ts';

/** The byte after each cell of a table. UTF-8 never contains it. */
export const CELL_END = 0xff;

const encoder = new TextEncoder();
// A mark U+FEFF at the beginning of a cell belongs to it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The UTF-8 bytes of the key that is being looked up. */
let scratch = new Uint8Array(1024);

function findRowOfBytes({ cells, buckets }: ReferenceTable, key: Uint8Array, length: number): number {
  const hash = hashOf(key, 0, length);
  const bucket = bucketOf(hash, buckets.length - 1);
  const end = buckets[bucket + 1] as number;
  for (let at = buckets[bucket] as number; at < end; at = afterRow(at, wordAt(cells, at))) {
    if (!hasTag(wordAt(cells, at), hash)) continue;
    const row = at + HEAD_BYTES;
    let i = 0;
    while (i < length && cells[row + i] === key[i]) i++;
    if (i === length && cells[row + length] === CELL_END) return row;
  }
  return -1;
}

/** Returns the offset of the cells of the row with a key. -1: there is no such row. */
export function findRowOfText(table: ReferenceTable, key: string): number {
  const { length } = key;
  if (length * 3 > scratch.length) scratch = new Uint8Array(length * 3);
  for (let i = 0; i < length; i++) {
    const unit = key.charCodeAt(i);
    if (unit > 0x7f) {
      const { written } = encoder.encodeInto(key, scratch);
      return findRowOfBytes(table, scratch, written);
    }
    scratch[i] = unit;
  }
  return findRowOfBytes(table, scratch, length);
}

/** Returns the offset of a cell of the row at an offset. The key has the place 0. */
export function findCell({ cells }: ReferenceTable, row: number, place: number): number {
  let start = row;
  for (let i = 0; i < place; i++) {
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

/** The bytes of the head of a row. */
export const HEAD_BYTES = 4;
/** The bits of a head that hold the number of bytes. A table has less than 2^26 with its header. */
const SIZE_BITS = 26;

/** Returns the head of a row: the number of bytes that follow, and above it a tag, the lowest bits of the hash of its key. */
export function headOf(hash: number, size: number): number {
  return (hash << SIZE_BITS) | size;
}

/** Returns the 4 bytes at an offset as a word: the head of a row, or a part of a key. */
function wordAt(cells: Uint8Array, at: number): number {
  const low = (cells[at] as number) | ((cells[at + 1] as number) << 8);
  return low | ((cells[at + 2] as number) << 16) | ((cells[at + 3] as number) << 24);
}

/** Returns the offset after the row that begins at an offset with a head. */
export function afterRow(at: number, head: number): number {
  return at + HEAD_BYTES + (head & (2 ** SIZE_BITS - 1));
}

/** Returns whether a head has the tag of a hash: all with this hash have it, and few others. */
export function hasTag(head: number, hash: number): boolean {
  return (head ^ (hash << SIZE_BITS)) >>> SIZE_BITS === 0;
}

/** Returns the bucket of the rows with a hash. */
export function bucketOf(hash: number, buckets: number): number {
  return Math.floor(((hash >>> 0) / 4_294_967_296) * buckets);
}

/** Returns the hash of a range of bytes: 32 bits with a sign, which V8 does not have to allocate. */
export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  let at = from;
  for (; at + 4 <= to; at += 4) hash = addWord(hash, wordAt(bytes, at));
  let last = 0;
  for (let shift = 0; at < to; at++, shift += 8) last |= (bytes[at] as number) << shift;
  return mixed(addWord(hash, last));
}

/** Returns the hash after its last word. */
export function mixed(sum: number): number {
  let hash = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
