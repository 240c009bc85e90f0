import type { ColumnSource } from 'hyparquet-writer';
import type { TypedReader, TypedValue } from '../../../../compiler/formats.ts';
import type { Batch } from '../../../../compiler/kernel/model/contract.ts';

/** A row group has at most this many rows, and ends after the message with which it has this many bytes of messages. */
const MAX_ROWS = 50_000;
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * The rows of a file that are not written yet. Where a row group ends depends on its messages alone, not on batches, so
 * that a run that starts again writes the same bytes.
 */
export class RowGroup {
  readonly #reader: TypedReader;
  #columns: TypedValue[][] = [];
  #bytes = 0;
  rows = 0;

  constructor(reader: TypedReader) {
    this.#reader = reader;
    this.#clear();
  }

  /** Adds the messages of a batch. Calls `write` with each row group that is full. */
  async add(
    { bytes, ends, count }: Pick<Batch, 'bytes' | 'ends' | 'count'>,
    write: (group: RowGroup) => Promise<void>,
  ): Promise<void> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const messages = { bytes, decode: (from: number, to: number) => buffer.toString('utf8', from, to) };
    let from = 0;
    for (let message = 0; message < count; message++) {
      const to = ends[message] ?? 0;
      this.#reader.read(messages, { from, to }, this.#columns);
      this.rows++;
      this.#bytes += to - from;
      from = to;
      if (this.rows >= MAX_ROWS || this.#bytes >= MAX_BYTES) await write(this);
    }
  }

  /** Returns the columns, and starts again without rows. */
  take(): ColumnSource[] {
    const columns = this.#reader.columns.map(({ name }, index) => ({ name, data: this.#columns[index] ?? [] }));
    this.#clear();
    return columns;
  }

  #clear(): void {
    this.#columns = this.#reader.columns.map(() => []);
    this.#bytes = 0;
    this.rows = 0;
  }
}
