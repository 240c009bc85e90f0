import { toCsvCell } from '../../base/files/csv-cell.ts';

/** Number of characters after which rows are returned as a chunk. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Writes rows as CSV (RFC 4180) with LF. A null is an empty cell; an empty text is a cell with quotes. */
export class CsvWriter {
  #text = '';

  /** Adds one row. Returns a chunk if enough rows were added; otherwise null. */
  add(cells: readonly (string | null)[]): Buffer | null {
    this.#text += `${cells.map(toCsvCell).join(',')}\n`;
    return this.#text.length < CHUNK_CHARACTERS ? null : this.take();
  }

  /** Returns the rows that were not returned yet. */
  take(): Buffer {
    const chunk = Buffer.from(this.#text);
    this.#text = '';
    return chunk;
  }
}
