import type { ReferenceTable } from './reference-table.ts';
import { afterRow, bucketOf, CELL_END, HEAD_BYTES, hashOf, hasTag, headOf } from './table.ts';

/** The rows of a table in the order of its file, without heads: the cells of each, the key first, each with CELL_END. */
export interface PlainRows {
  readonly cells: Uint8Array;
  readonly rows: number;
  readonly columns: number;
}

/** The bytes that a bucket has on average: a line of a processor's cache, so that a key costs one or two of them. */
const BUCKET_BYTES = 64;
/** A table whose keys need more comparisons than this for each row was made to be slow. */
const MAX_STEPS = 256;
/** The keys that samples may use. */
const FIRST_KEYS = 20;

/** Two rows have the same key: their indexes in the file. */
export class DuplicateKey extends Error {
  override readonly name = 'DuplicateKey';
  readonly first: number;
  readonly second: number;

  constructor(first: number, second: number) {
    super('two rows have the same key');
    this.first = first;
    this.second = second;
  }
}

/** Too many keys of a table have similar hashes: they were chosen to be slow. */
export class SlowKeys extends Error {
  override readonly name = 'SlowKeys';
}

/** Puts the rows of a table into buckets. `newBytes` creates zeros. Throws DuplicateKey or SlowKeys. */
export function placeRows(
  plain: PlainRows,
  newBytes: (length: number) => Uint8Array,
): Pick<ReferenceTable, 'cells' | 'buckets' | 'firstKeys'> {
  const cells = newBytes(plain.cells.length + HEAD_BYTES * plain.rows);
  const count = Math.ceil(cells.length / BUCKET_BYTES) || 1;
  const buckets = new Uint32Array(newBytes((count + 1) * 4).buffer);
  eachRow(plain, (start, end, hash) => {
    const bucket = bucketOf(hash, count);
    buckets[bucket] = (buckets[bucket] as number) + HEAD_BYTES + end - start;
  });
  // Each bucket is filled from its end, so that its offset is its beginning when it is full.
  let sum = 0;
  for (let bucket = 0; bucket <= count; bucket++) buckets[bucket] = sum += buckets[bucket] as number;
  const view = new DataView(cells.buffer);
  let steps = 0;
  eachRow(plain, (start, end, hash, row) => {
    const bucket = bucketOf(hash, count);
    const first = buckets[bucket] as number;
    const limit = buckets[bucket + 1] as number;
    // The bytes after the rows of a bucket are zeros until the next bucket is full.
    for (let at = first, head = 0; at < limit; at = afterRow(at, head)) {
      head = view.getInt32(at, true);
      if (head === 0) break;
      if (hasTag(head, hash) && isSameKey(plain.cells, start, cells, at + HEAD_BYTES))
        throw new DuplicateKey(indexOfKey(plain, start), row);
      if (++steps > MAX_STEPS * plain.rows) throw new SlowKeys('finding the keys of the table takes too many steps');
    }
    const at = first - HEAD_BYTES - (end - start);
    view.setInt32(at, headOf(hash, end - start), true);
    copy(plain.cells, start, end, cells, at + HEAD_BYTES);
    buckets[bucket] = at;
  });
  return { cells, buckets, firstKeys: firstKeysOf(plain) };
}

function eachRow(
  { cells, rows, columns }: PlainRows,
  see: (start: number, end: number, hash: number, row: number) => void,
): void {
  let start = 0;
  for (let row = 0; row < rows; row++) {
    let end = start;
    while (cells[end] !== CELL_END) end++;
    const hash = hashOf(cells, start, end++);
    for (let i = 1; i < columns; i++) {
      while (cells[end] !== CELL_END) end++;
      end++;
    }
    see(start, end, hash, row);
    start = end;
  }
}

function isSameKey(cells: Uint8Array, start: number, others: Uint8Array, other: number): boolean {
  for (let i = 0; cells[start + i] === others[other + i]; i++) if (cells[start + i] === CELL_END) return true;
  return false;
}

/** Copies a range. Rows are short, so that a loop is faster than a method. */
function copy(from: Uint8Array, start: number, end: number, to: Uint8Array, target: number): void {
  for (let i = start; i < end; i++) to[target + i - start] = from[i] as number;
}

/** Returns the index of the first row with the key that begins at an offset. */
function indexOfKey(plain: PlainRows, key: number): number {
  let found = -1;
  eachRow(plain, (start, _end, _hash, row) => {
    if (found < 0 && isSameKey(plain.cells, key, plain.cells, start)) found = row;
  });
  return found;
}

function firstKeysOf({ cells, rows, columns }: PlainRows): string[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const keys: string[] = [];
  eachRow({ cells, columns, rows: Math.min(rows, FIRST_KEYS) }, (start) => {
    keys.push(decoder.decode(cells.slice(start, cells.indexOf(CELL_END, start))));
  });
  return keys;
}
