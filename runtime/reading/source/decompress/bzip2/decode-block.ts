import { damagedData } from '../data/damaged-data.ts';
import type { BitReader } from './bit-reader.ts';
import { type CodeTable, createCodeTable, MAX_BITS, SHORT_BITS } from './code-table.ts';

/** A block before its bytes are sorted back. */
export interface Block {
  /** The checksum of its content, as a signed number. */
  checksum: number;
  /** Place of the last byte of the sorted content. */
  origin: number;
  /** Number of bytes in `sorted`. */
  length: number;
}

const GROUP_SYMBOLS = 50;
const MAX_SYMBOLS = 258;
const MAX_GROUPS = 6;

/**
 * Decodes the next block of bzip2, after its mark, into `sorted`: the bytes in the order of the Burrows-Wheeler transform.
 * Returns null if the block is damaged. Throws a RunFailure if it has a form that is not supported.
 */
export function decodeBlock(bits: BitReader, sorted: Uint32Array): Block | null {
  const checksum = bits.read32();
  if (bits.read(1) === 1) throw damagedData('it is written by a version of bzip2 before 0.9.5. Compress it again');
  const origin = bits.read(24);
  const bytes = readUsedBytes(bits);
  const groups = bits.read(3);
  if (bytes.length === 0 || groups < 2 || groups > MAX_GROUPS) return null;
  const selectors = readSelectors(bits, groups);
  const tables = selectors === null ? null : readTables(bits, groups, bytes.length + 2);
  if (selectors === null || tables === null) return null;
  const length = decodeSymbols(bits, { bytes, selectors, tables, sorted });
  return length === null || origin >= length ? null : { checksum, origin, length };
}

/** Returns the bytes that the block contains, in order. */
function readUsedBytes(bits: BitReader): Uint8Array {
  const ranges = bits.read(16);
  const bytes: number[] = [];
  for (let range = 0; range < 16; range++) {
    if ((ranges & (0x8000 >> range)) === 0) continue;
    const used = bits.read(16);
    for (let i = 0; i < 16; i++) if ((used & (0x8000 >> i)) !== 0) bytes.push(16 * range + i);
  }
  return Uint8Array.from(bytes);
}

/** Returns which table each group of 50 symbols uses. */
function readSelectors(bits: BitReader, groups: number): Uint8Array | null {
  const selectors = new Uint8Array(bits.read(15));
  const order = Uint8Array.from({ length: groups }, (_, i) => i);
  for (let i = 0; i < selectors.length; i++) {
    let place = 0;
    while (bits.read(1) === 1) if (++place >= groups) return null;
    const group = order[place] as number;
    order.copyWithin(1, 0, place);
    order[0] = group;
    selectors[i] = group;
  }
  return selectors.length === 0 ? null : selectors;
}

function readTables(bits: BitReader, groups: number, symbols: number): CodeTable[] | null {
  const tables: CodeTable[] = [];
  for (let group = 0; group < groups; group++) {
    const lengths = readLengths(bits, symbols);
    const table = lengths === null ? null : createCodeTable(lengths);
    if (table === null) return null;
    tables.push(table);
  }
  return tables;
}

/** Returns the length of each symbol's code: one more or less than the one before, any number of times. */
function readLengths(bits: BitReader, symbols: number): Uint8Array | null {
  const lengths = new Uint8Array(symbols);
  let length = bits.read(5);
  for (let symbol = 0; symbol < symbols; symbol++) {
    while (bits.read(1) === 1) {
      length += bits.read(1) === 0 ? 1 : -1;
      if (length < 1 || length > MAX_BITS || bits.isPastEnd) return null;
    }
    if (length < 1 || length > MAX_BITS) return null;
    lengths[symbol] = length;
  }
  return lengths;
}

interface Coded {
  bytes: Uint8Array;
  selectors: Uint8Array;
  tables: readonly CodeTable[];
  sorted: Uint32Array;
}

/**
 * Decodes the symbols of a block: runs of the byte in front (numbers in bijective base 2), and places of bytes that move
 * to the front. Returns the number of bytes, or null if the block is damaged. This loop is long because it is the hot one.
 */
function decodeSymbols(bits: BitReader, { bytes, selectors, tables, sorted }: Coded): number | null {
  const front = new Uint8Array(MAX_SYMBOLS);
  front.set(bytes);
  const end = bytes.length + 1;
  let length = 0;
  let group = 0;
  let left = 0;
  let table = tables[0] as CodeTable;
  let run = 0;
  let weight = 1;
  for (;;) {
    if (left === 0) {
      if (group === selectors.length || bits.isPastEnd) return null;
      table = tables[selectors[group++] as number] as CodeTable;
      left = GROUP_SYMBOLS;
    }
    left--;
    const symbol = readSymbol(bits, table);
    if (symbol < 2) {
      if (symbol < 0 || weight > sorted.length) return null;
      run += weight << symbol;
      weight <<= 1;
      continue;
    }
    if (run > 0) {
      if (length + run > sorted.length) return null;
      sorted.fill(front[0] as number, length, length + run);
      length += run;
      run = 0;
      weight = 1;
    }
    if (symbol === end) return length;
    if (length === sorted.length) return null;
    const byte = front[symbol - 1] as number;
    // A loop, because most moves are too short for a call.
    for (let i = symbol - 1; i > 0; i--) front[i] = front[i - 1] as number;
    front[0] = byte;
    sorted[length++] = byte;
  }
}

/** Returns the next symbol, or -1 if no code fits. */
function readSymbol(bits: BitReader, { short, limits, bases, symbols }: CodeTable): number {
  const next = bits.peek(MAX_BITS);
  const found = short[next >>> (MAX_BITS - SHORT_BITS)] as number;
  if (found !== 0) {
    bits.skip(found & 31);
    return found >>> 5;
  }
  for (let length = SHORT_BITS + 1; length <= MAX_BITS; length++) {
    if (next >= (limits[length] as number)) continue;
    bits.skip(length);
    return symbols[(next >>> (MAX_BITS - length)) - (bases[length] as number)] ?? -1;
  }
  return -1;
}
