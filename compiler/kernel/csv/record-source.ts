import type { Position, TransformOptions } from '../model/contract.ts';
import { createCsvLineFormat } from './line-format.ts';
import { createLineScanner } from '../lines/separator-finder.ts';
import { type CsvDialect, CsvLineParser, type CsvRecord } from './line-parser.ts';
import { type TypedCsvDialect, CsvTypeFinder } from './type-finder.ts';
import { TypedCsvLineParser } from './typed-line-parser.ts';
import { joinLines } from '../lines/joined-records.ts';
import { RecordSplitter } from '../lines/record-splitter.ts';
import type { ByteInput } from '../input/byte-input.ts';
import { LineRecordSource } from '../lines/record-source.ts';
import type { RecordSource } from '../model/record-source.ts';
import type { ByteWindow } from '../bytes/window.ts';
import { Utf8Decoder } from '../bytes/utf8.ts';
import { HeaderSearch } from '../lines/header-search.ts';
import type { LineScanner } from '../lines/line-finder.ts';
import type { RecordEnd, RecordEndFinder } from '../lines/line-format.ts';
import { QuotedRecordFinder } from './quoted-record-finder.ts';

const MAX_COLUMNS = 16_384;

/**
 * Returns the maximum number of columns of a file: the option `maxColumns` or 16,384, but never less than `fields`, the
 * number of fields of the spec.
 */
export function limitColumns(fields: number, options: TransformOptions): number {
  return Math.max(fields, options.maxColumns ?? MAX_COLUMNS);
}

/** A source that returns the records of a CSV file one after another. */
export type CsvRecordSource<Column extends string = string> = RecordSource<CsvRecord<Column>>;

/**
 * Creates a source that splits a CSV file into records (RFC 4180, with the dialect of the spec). `from` is the position
 * at which a resumed run continues. Undefined: the beginning of the file.
 */
export function createCsvRecordSource<Column extends string>(
  dialect: CsvDialect,
  input: ByteInput,
  from: Position | undefined,
): CsvRecordSource<Column> {
  const position = from ?? null;
  return new LineRecordSource({
    input,
    splitter: new RecordSplitter(
      input,
      createCsvLineFormat(input.window, dialect, { from: position }),
      position?.line ?? 0,
    ),
    parser: new CsvLineParser<Column>(dialect, position),
    hasHeader: dialect.hasHeader,
    onNoRecords: dialect.onNoRecords,
    skipsRepeatedHeader: dialect.skipsRepeatedHeader === true,
    delimiter: dialect.delimiter,
    search: dialect.skipsToHeader === true ? new HeaderSearch(dialect.skipTop) : null,
    from: position,
  });
}

/** Creates a source of the records of a CSV file with several record types; see createCsvRecordSource. */
export function createTypedCsvRecordSource(
  dialect: TypedCsvDialect,
  input: ByteInput,
  from: Position | undefined,
): CsvRecordSource {
  const position = from ?? null;
  const parser = new TypedCsvLineParser(dialect, position);
  const { delimiters } = parser;
  const several =
    delimiters.length < 2 ? null : { delimiters, endFinder: new TypedRecordFinder(input.window, dialect) };
  const { maxRecordBytes, skipsUnknown } = dialect;
  const continuation = dialect.continuation ?? dialect.continuationWhen;
  const filler = dialect.filler ?? dialect.fillerWhen;
  const lines = {
    input,
    splitter: new RecordSplitter(
      input,
      createCsvLineFormat(input.window, dialect, { several, from: position }),
      position?.line ?? 0,
    ),
    hasHeader: dialect.hasHeader,
    onNoRecords: dialect.onNoRecords,
    skipsRepeatedHeader: dialect.skipsRepeatedHeader === true,
    delimiter: dialect.delimiter,
    search: dialect.skipsToHeader === true ? new HeaderSearch(dialect.skipTop) : null,
    from: position,
  };
  if (continuation === undefined && filler === undefined) return new LineRecordSource({ ...lines, parser });
  return joinLines(lines, parser, { maxRecordBytes, skipsUnknown, hasContinuation: continuation !== undefined });
}

/** Finds the ends of CSV records with quoted cells in a file whose record types have several delimiters. */
class TypedRecordFinder implements RecordEndFinder {
  end = 0;
  next = 0;
  readonly #window: ByteWindow;
  readonly #lines: LineScanner;
  readonly #decoder = new Utf8Decoder();
  readonly #types: CsvTypeFinder;
  /** The finder for each delimiter. */
  readonly #finders: ReadonlyMap<string, QuotedRecordFinder>;
  readonly #first: QuotedRecordFinder;

  constructor(window: ByteWindow, dialect: TypedCsvDialect) {
    this.#window = window;
    this.#lines = createLineScanner(window, dialect);
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
