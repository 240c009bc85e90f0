import type { ByteWindow } from '../bytes/window.ts';
import { Utf8Decoder } from '../bytes/utf8.ts';
import { LineFinder } from '../lines/line-finder.ts';
import type { RecordEnd, RecordEndFinder } from '../lines/line-format.ts';
import { QuotedRecordFinder } from './quoted-record-finder.ts';
import { CsvTypeFinder, type TypedCsvDialect } from './type-finder.ts';

/** Finds the ends of CSV records with quoted cells in a file whose record types have several delimiters. */
export class TypedRecordFinder implements RecordEndFinder {
  end = 0;
  next = 0;
  readonly #window: ByteWindow;
  readonly #lines: LineFinder;
  readonly #decoder = new Utf8Decoder();
  readonly #types: CsvTypeFinder;
  /** The finder for each delimiter. */
  readonly #finders: ReadonlyMap<string, QuotedRecordFinder>;
  readonly #first: QuotedRecordFinder;

  constructor(window: ByteWindow, dialect: TypedCsvDialect) {
    this.#window = window;
    this.#lines = new LineFinder(window);
    this.#types = new CsvTypeFinder(dialect);
    const create = (delimiter: string) =>
      new QuotedRecordFinder(window, { ...dialect, delimiter }, dialect.maxRecordBytes);
    this.#finders = new Map(this.#types.delimiters.map((delimiter) => [delimiter, create(delimiter)]));
    this.#first = this.#finders.get(dialect.delimiter) ?? create(dialect.delimiter);
  }

  reset(): void {
    this.#lines.reset();
    for (const finder of this.#finders.values()) finder.reset();
  }

  hasQuote(from: number, to: number): boolean {
    return this.#first.hasQuote(from, to);
  }

  /** The first line of the record has arrived, because its end is found before. */
  findEnd(start: number, limit: number, final: boolean): RecordEnd {
    const { bytes } = this.#window;
    const end = this.#lines.find(start, limit, true) ? this.#lines.end : limit;
    const line = this.#decoder.decode(bytes, start, end) ?? this.#decoder.decodeWithReplacement(bytes, start, end);
    const finder = this.#finders.get(this.#types.delimiterOf(line)) ?? this.#first;
    const found = finder.findEnd(start, limit, final);
    this.end = finder.end;
    this.next = finder.next;
    return found;
  }
}
