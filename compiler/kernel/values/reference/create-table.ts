import { DuplicateKey, type PlainRows, placeRows, SlowKeys } from './place-rows.ts';
import type { ReferenceTable } from './reference-table.ts';
import { CELL_END } from './table.ts';

/** What is wrong with the file of a reference table. `line` counts from 1; null: the fault is not in one line. */
export class ReferenceFault extends Error {
  override readonly name = 'ReferenceFault';
  readonly line: number | null;

  constructor(message: string, line: number | null = null) {
    super(line === null ? message : `line ${line}: ${message}`);
    this.line = line;
  }
}

/** The limits of a table. */
export const MAX_TABLE_BYTES = 64 * 1024 * 1024;
const MAX_TABLE_ROWS = 1_000_000;

const MAX_COLUMNS = 1000;
const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
/** The delimiters that a table may have, in the order of preference. */
const DELIMITERS: ReadonlySet<number> = new Set([0x2c, 0x3b, 0x09]);
/**
 * Creates a table from the bytes of a CSV file in UTF-8 with a header. Its rows are found by the column `key`, compared
 * exactly. The table needs less than 2.5 times the memory of a usual file; `shares`: threads may share this memory.
 * Throws ReferenceFault if the file is not a table, or if two rows have the same key.
 */
export function createReferenceTable(bytes: Uint8Array, key: string, shares = false): ReferenceTable {
  if (bytes.length > MAX_TABLE_BYTES) throw new ReferenceFault('the table has more than 64 MiB');
  checkUtf8(bytes);
  const scanner = new Scanner(bytes);
  const columns = scanner.readHeader();
  const place = columns.indexOf(key);
  if (place < 0) {
    const names = columns.slice(0, 10).map((column) => JSON.stringify(column));
    throw new ReferenceFault(`the table has no column ${JSON.stringify(key)} for its keys, only ${names.join(', ')}`);
  }
  const cells = new Uint8Array(bytes.length - scanner.at + 1);
  const { rows, length } = scanner.readRows(cells, columns.length, place);
  const ordered = [key, ...columns.filter((column) => column !== key)];
  const plain: PlainRows = { cells: cells.subarray(0, length), rows, columns: columns.length };
  try {
    return { key, columns: ordered, rows, ...placeRows(plain, (size) => newBytes(size, shares)) };
  } catch (error) {
    if (error instanceof SlowKeys) throw new ReferenceFault(error.message);
    if (!(error instanceof DuplicateKey)) throw error;
    const [at, again] = [scanner.lineOfRow(error.first), scanner.lineOfRow(error.second)];
    throw new ReferenceFault(`the key is also in line ${at}, and each key of a table must be unique`, again);
  }
}

/** Returns the columns and the number of rows of a CSV file. Throws ReferenceFault if it is not a table. */
export function describeReferenceTable(bytes: Uint8Array): { columns: string[]; rows: number } {
  if (bytes.length > MAX_TABLE_BYTES) throw new ReferenceFault('the table has more than 64 MiB');
  checkUtf8(bytes);
  const scanner = new Scanner(bytes);
  const columns = scanner.readHeader();
  const { rows } = scanner.readRows(new Uint8Array(bytes.length - scanner.at + 1), columns.length, 0);
  return { columns, rows };
}

function newBytes(length: number, shares: boolean): Uint8Array {
  return shares && typeof SharedArrayBuffer === 'function'
    ? new Uint8Array(new SharedArrayBuffer(length))
    : new Uint8Array(length);
}

function checkUtf8(bytes: Uint8Array): void {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const step = 1 << 20;
  try {
    for (let at = 0; at < bytes.length; at += step)
      decoder.decode(bytes.slice(at, at + step), { stream: at + step < bytes.length });
  } catch {
    throw new ReferenceFault('the table is not in UTF-8');
  }
}

/** Reads the rows of a CSV file. */
class Scanner {
  at = 0;
  #line = 1;
  readonly #bytes: Uint8Array;
  #delimiter = 0x2c;
  /** The place after the header, and its line, so that lines of rows can be found again. */
  #rows = { at: 0, line: 1 };

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.at = 3;
  }

  readHeader(): string[] {
    this.#skipBlankLines();
    if (this.at >= this.#bytes.length)
      throw new ReferenceFault('the table is empty: its first line must be a header', 1);
    this.#delimiter = this.#findDelimiter();
    const line = this.#line;
    const target = new Uint8Array(this.#bytes.length - this.at + 1);
    const end = this.#readRow(target, 0, () => {});
    const columns = new TextDecoder()
      .decode(target.subarray(0, end).map((byte) => (byte === CELL_END ? 0 : byte)))
      .split('\0')
      .slice(0, -1);
    if (columns.length > MAX_COLUMNS) throw new ReferenceFault(`the table has more than ${MAX_COLUMNS} columns`, line);
    const twice = columns.find((column, index) => columns.indexOf(column) < index);
    if (twice !== undefined) throw new ReferenceFault(`the header has the column ${JSON.stringify(twice)} twice`, line);
    this.#rows = { at: this.at, line: this.#line };
    return columns;
  }

  /** Writes the cells of all rows, those of the column at `place` first in each row. */
  readRows(cells: Uint8Array, columns: number, place: number): { rows: number; length: number } {
    let rows = 0;
    let length = 0;
    for (this.#skipBlankLines(); this.at < this.#bytes.length; this.#skipBlankLines()) {
      if (rows === MAX_TABLE_ROWS)
        throw new ReferenceFault(`the table has more than ${MAX_TABLE_ROWS} rows`, this.#line);
      const line = this.#line;
      const start = length;
      let found = 0;
      let keyStart = start;
      let keyEnd = start;
      length = this.#readRow(cells, length, (from, to) => {
        if (found === place) [keyStart, keyEnd] = [from, to];
        found++;
      });
      if (found !== columns)
        throw new ReferenceFault(`the row has ${found} cells, but the header has ${columns}`, line);
      if (keyStart > start) moveFirst(cells, start, keyStart, keyEnd);
      rows++;
    }
    return { rows, length };
  }

  /** Returns the line in which a row begins. */
  lineOfRow(row: number): number {
    this.at = this.#rows.at;
    this.#line = this.#rows.line;
    const target = new Uint8Array(this.#bytes.length - this.at + 1);
    for (let i = 0; ; i++) {
      this.#skipBlankLines();
      if (i === row || this.at >= this.#bytes.length) return this.#line;
      this.#readRow(target, 0, () => {});
    }
  }

  #findDelimiter(): number {
    let isQuoted = false;
    for (let i = this.at; i < this.#bytes.length; i++) {
      const byte = this.#bytes[i] as number;
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (!isQuoted && DELIMITERS.has(byte)) return byte;
      else if (!isQuoted && (byte === LF || byte === CR)) break;
    }
    return 0x2c;
  }

  #skipBlankLines(): void {
    for (; this.at < this.#bytes.length; this.at++) {
      const byte = this.#bytes[this.at];
      if (byte === LF) this.#line++;
      else if (byte !== CR) return;
    }
  }

  /** Writes the cells of a row, each with CELL_END after it. Returns the end of the last. `see` gets the range of each. */
  #readRow(target: Uint8Array, start: number, see: (from: number, to: number) => void): number {
    const bytes = this.#bytes;
    let at = start;
    for (;;) {
      const from = at;
      at = bytes[this.at] === QUOTE ? this.#readQuoted(target, at) : this.#readPlain(target, at);
      see(from, at);
      target[at++] = CELL_END;
      const byte = bytes[this.at];
      if (byte === this.#delimiter) {
        this.at++;
        continue;
      }
      if (byte === CR && bytes[this.at + 1] === LF) this.at++;
      if (this.at < bytes.length) this.at++;
      if (byte === LF || byte === CR) this.#line++;
      return at;
    }
  }

  #readPlain(target: Uint8Array, start: number): number {
    const bytes = this.#bytes;
    const delimiter = this.#delimiter;
    let at = start;
    let from = this.at;
    for (; from < bytes.length; from++) {
      const byte = bytes[from] as number;
      if (byte === delimiter || byte === LF || byte === CR) break;
      target[at++] = byte;
    }
    this.at = from;
    return at;
  }

  #readQuoted(target: Uint8Array, start: number): number {
    const bytes = this.#bytes;
    const line = this.#line;
    let at = start;
    let from = this.at + 1;
    for (; ; from++) {
      if (from >= bytes.length) throw new ReferenceFault('a cell begins with a quote that does not end', line);
      const byte = bytes[from] as number;
      if (byte === LF) this.#line++;
      if (byte !== QUOTE) target[at++] = byte;
      else if (bytes[from + 1] === QUOTE) target[at++] = bytes[++from] as number;
      else break;
    }
    this.at = from + 1;
    const next = bytes[this.at];
    if (next !== undefined && next !== this.#delimiter && next !== LF && next !== CR)
      throw new ReferenceFault('a quote must end its cell', this.#line);
    return at;
  }
}

/** Moves the cell from `from` to `to`, with its end, before the cells from `start` on. */
function moveFirst(cells: Uint8Array, start: number, from: number, to: number): void {
  const own = cells.slice(from, to + 1);
  cells.copyWithin(start + own.length, start, from);
  cells.set(own, start);
}
