import type { CsvRecord } from '../csv/line-parser.ts';
import type { ByteInput } from '../input/byte-input.ts';
import { HeaderSearch } from '../lines/header-search.ts';
import { LineFinder } from '../lines/line-finder.ts';
import type { LineFormat } from '../lines/line-format.ts';
import { LineRecordSource, type LineRecordSourceOptions } from '../lines/record-source.ts';
import { RecordSplitter } from '../lines/record-splitter.ts';
import type { TitleLine } from '../lines/title-line.ts';
import { createTitleLines } from '../lines/title-lines.ts';
import type { Position, Warning } from '../model/contract.ts';
import {
  type CellFault,
  FAILED,
  type NamedRecord,
  type ReadResult,
  type RecordSource,
} from '../model/record-source.ts';
import { type RowParser, type XlsxDialect, XlsxLineParser } from './line-parser.ts';
import { TEXT_START } from './package/marks.ts';
import { textOfRow } from './rows/row-text.ts';
import { type TypedXlsxDialect, TypedXlsxLineParser } from './typed-line-parser.ts';

/** A source that returns the records of a sheet one after another. */
export type XlsxRecordSource<Column extends string = string> = RecordSource<CsvRecord<Column>>;

/**
 * Creates a source that reads the rows of a sheet, which the caller passes as lines; see package/marks.ts. `from` is the
 * position at which a resumed run continues. Undefined: the beginning of the file.
 */
export function createXlsxRecordSource<Column extends string = string>(
  dialect: XlsxDialect<Column>,
  input: ByteInput,
  from: Position | undefined,
): XlsxRecordSource<Column> {
  return createSource(dialect, { input, parser: new XlsxLineParser(dialect, from ?? null) }, from ?? null);
}

/** Creates a source of the records of a sheet with several record types; see createXlsxRecordSource. */
export function createTypedXlsxRecordSource(
  dialect: TypedXlsxDialect,
  input: ByteInput,
  from: Position | undefined,
): XlsxRecordSource {
  return createSource(dialect, { input, parser: new TypedXlsxLineParser(dialect, from ?? null) }, from ?? null);
}

/** The settings of all sheets. */
type SheetDialect = Omit<XlsxDialect, 'columns'>;

function createSource<Raw extends CsvRecord>(
  dialect: SheetDialect,
  { input, parser }: { input: ByteInput; parser: RowParser<Raw> },
  position: Position | null,
): RecordSource<Raw> {
  const form: LineFormat = {
    settings: dialect,
    isText: false,
    titles: createTitleLines(
      dialect.titles === undefined ? dialect : { ...dialect, titles: dialect.titles.map(inRow) },
      position,
    ),
    scanner: new LineFinder(input.window),
    endFinder: null,
    isComment: () => false,
    findBlankEnd: (start, end) => (input.window.bytes[start] === TEXT_START ? start + 1 : end > start ? start : end),
  };
  return new SheetSource({
    input,
    splitter: new RecordSplitter(input, form, position?.line ?? 0),
    parser,
    hasHeader: dialect.hasHeader,
    onNoRecords: dialect.onNoRecords,
    skipsRepeatedHeader: dialect.skipsRepeatedHeader === true,
    search: dialect.skipsToHeader === true ? new HeaderSearch(dialect.skipTop) : null,
    from: position,
  });
}

/** A value of a line is searched in the texts of its cells. */
function inRow({ line, find }: TitleLine): TitleLine {
  return { line, find: (text, record) => find(text === null ? null : textOfRow(text), record) };
}

/** The records of a sheet. */
class SheetSource<Raw extends CsvRecord> extends LineRecordSource<Raw> {
  readonly #parser: RowParser<Raw>;
  #isStarted: boolean;

  constructor(options: LineRecordSourceOptions<Raw> & { parser: RowParser<Raw> }) {
    super(options);
    this.#parser = options.parser;
    this.#isStarted = (options.from?.byteOffset ?? 0) > 0;
  }

  /** The lines are no file that anyone has sent. */
  override get isBinary(): boolean {
    return true;
  }

  get cellFaults(): readonly CellFault[] {
    return this.#parser.faults;
  }

  cellName(field: string | null, record: NamedRecord<Raw> = this): string {
    return this.#parser.cellName(field, record);
  }

  override add(chunk: Uint8Array): void {
    if (!this.#isStarted && chunk.length > 0) {
      this.#isStarted = true;
      if (chunk[0] !== TEXT_START) this.failure = NO_ROWS;
    }
    super.add(chunk);
  }

  override next(final: boolean): ReadResult {
    return this.failure === NO_ROWS ? FAILED : super.next(final);
  }

  override takeWarnings(): Warning[] {
    return [...super.takeWarnings(), ...this.#parser.hidden.take()];
  }
}

const NO_ROWS = {
  code: 'unsupported_file',
  message:
    'the module reads the rows of a workbook, and these bytes are none: read the file with the command line or the service, which unpack workbooks (XLSX)',
};
