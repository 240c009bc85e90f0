import { GrowableBytes } from '../../bytes/growable-bytes.ts';
import { CellText } from './cell-text.ts';
import { WorkbookFailure } from './malformed-workbook.ts';
import { END, PartReader, START } from './part-reader.ts';
import { type PartBytes, toUtf8 } from './parts.ts';
import { MAX_STRING_BYTES, NoSpill, type OpenSpill, StringTable } from './string-table.ts';

/** Reads the shared strings of a workbook: texts, and those of rich text without its phonetic hints. */
export async function readSharedStrings(bytes: PartBytes, part: string, openSpill: OpenSpill): Promise<StringTable> {
  const table = new StringTable(openSpill);
  const reader = new StringsReader(part, table);
  try {
    for await (const chunk of toUtf8(bytes, part)) reader.read(chunk);
    reader.end();
  } catch (error) {
    if (!(error instanceof NoSpill)) throw error;
    throw new WorkbookFailure(
      'unsupported_file',
      `the texts of the workbook are larger than ${MAX_STRING_BYTES} bytes, for which a browser has no room: check it with the command line, or send it to the service`,
    );
  }
  table.end();
  return table;
}

class StringsReader {
  readonly #reader: PartReader;
  readonly #table: StringTable;
  readonly #text: CellText;
  readonly #encoded = new GrowableBytes();
  #phonetic = 0;

  constructor(part: string, table: StringTable) {
    this.#reader = new PartReader(part);
    this.#text = new CellText(part);
    this.#table = table;
  }

  read(chunk: Uint8Array): void {
    this.#reader.add(chunk);
    this.#drain(false);
  }

  end(): void {
    this.#drain(true);
  }

  #drain(final: boolean): void {
    const reader = this.#reader;
    for (let token = reader.next(final); token === START || token === END; token = reader.next(final)) {
      if (token === START) this.#start(reader.name);
      else this.#close(reader.name);
    }
  }

  #start(name: string): void {
    if (name === 'rPh') this.#phonetic++;
    else if (name === 't' && this.#phonetic === 0) this.#reader.sink = this.#text;
  }

  #close(name: string): void {
    this.#reader.sink = null;
    if (name === 'rPh') this.#phonetic--;
    if (name !== 'si') return;
    this.#encoded.length = 0;
    this.#text.writeTo(this.#encoded);
    this.#table.add(this.#encoded.bytes.subarray(0, this.#encoded.length));
  }
}
