import type { ByteInput } from '../input/byte-input.ts';
import { stateOf } from '../lines/line-parser.ts';
import type { Failure, Position, Warning } from '../model/contract.ts';
import { FAILED, MORE, type ReadResult, type RecordSource, type StructureIssue } from '../model/record-source.ts';
import { type CsvDialect, CsvLineParser, type CsvRecord } from './line-parser.ts';
import { type CsvRecordSource, createCsvRecordSource } from './record-source.ts';
import { splitCells } from './split-cells.ts';

/** The delimiters that are tried. */
const CANDIDATES = [',', ';', '\t', '|'] as const;
/** The first lines decide: at most this many, in this many bytes. */
const MAX_LINES = 20;
const MAX_BYTES = 64 * 1024;

/**
 * Creates a source of a CSV file whose delimiter its first lines decide: with a header, the delimiter that gives all
 * required columns; else the one that gives each line as many cells as the spec has fields. A first line such as
 * `sep=;` decides alone. If several delimiters do so and would read the lines differently, or none does, the file is a
 * failure, so it is never read wrongly. `from` is the position at which a resumed run continues.
 */
export function createAutoCsvRecordSource<Column extends string>(
  dialect: CsvDialect,
  input: ByteInput,
  from: Position | undefined,
): CsvRecordSource<Column> {
  return new AutoDelimiterSource<Column>(dialect, input, from);
}

class AutoDelimiterSource<Column extends string> implements RecordSource<CsvRecord<Column>> {
  failure: Failure | null = null;
  readonly #dialect: CsvDialect;
  readonly #input: ByteInput;
  readonly #from: Position | undefined;
  #delimiter: string | null;
  #source: CsvRecordSource<Column> | null = null;
  #warnings: Warning[] = [];

  constructor(dialect: CsvDialect, input: ByteInput, from: Position | undefined) {
    this.#dialect = dialect;
    this.#input = input;
    this.#from = from;
    this.#delimiter = stateOf(from ?? null)?.delimiter ?? null;
    if (this.#delimiter !== null) this.#source = this.#open(this.#delimiter);
  }

  get encoding(): string {
    return this.#input.encoding;
  }

  get raw(): CsvRecord<Column> | undefined {
    return this.#source?.raw;
  }

  get structureIssue(): StructureIssue | null {
    return this.#source?.structureIssue ?? null;
  }

  get line(): number {
    return this.#source?.line ?? 0;
  }

  get byteOffset(): number {
    return this.#source?.byteOffset ?? 0;
  }

  get byteLength(): number {
    return this.#source?.byteLength ?? 0;
  }

  add(chunk: Uint8Array): void {
    if (this.#source === null) this.#input.add(chunk);
    else this.#source.add(chunk);
  }

  next(final: boolean): ReadResult {
    this.#source ??= this.#choose(final);
    if (this.#source === null) return this.failure === null ? MORE : FAILED;
    const found = this.#source.next(final);
    this.failure = this.#source.failure;
    return found;
  }

  cellOf(key: string, keys: readonly string[]): string | null | undefined {
    return this.#source?.cellOf?.(key, keys);
  }

  takeOtherLines(): number {
    return this.#source?.takeOtherLines() ?? 0;
  }

  takeWarnings(): Warning[] {
    const warnings = [...this.#warnings, ...(this.#source?.takeWarnings() ?? [])];
    this.#warnings = [];
    return warnings;
  }

  position(): Omit<Position, 'record'> {
    if (this.#source === null) return { byteOffset: 0, line: 0, state: { isBehindHeader: false, header: null } };
    const { state, ...position } = this.#source.position();
    // The state of a source of lines is an object.
    return { ...position, state: { ...(state as object), delimiter: this.#delimiter } };
  }

  #open(delimiter: string): CsvRecordSource<Column> {
    return createCsvRecordSource<Column>({ ...this.#dialect, delimiter }, this.#input, this.#from);
  }

  /** Returns the source with the delimiter of the file. Null: more bytes are needed, or the file is a failure. */
  #choose(final: boolean): CsvRecordSource<Column> | null {
    const { bytes, at, end } = this.#input.window;
    const text = new TextDecoder().decode(bytes.subarray(at, Math.min(end, at + MAX_BYTES)));
    const lines = text.split(/\r\n|\n|\r/u);
    const isAll = final && end - at <= MAX_BYTES;
    if (!isAll && lines.length <= MAX_LINES + this.#dialect.skipTop && end - at < MAX_BYTES) return null;
    const whole = isAll ? lines : lines.slice(0, -1);
    const chosen = chooseDelimiter(whole, this.#dialect);
    if (typeof chosen !== 'string') {
      this.failure = chosen;
      return null;
    }
    this.#delimiter = chosen;
    const message = `the delimiter of the file is ${nameOf(chosen)}, which its first lines decide (delimiter: AUTO)`;
    this.#warnings.push({ code: 'DELIMITER_CHOSEN', message });
    return this.#open(chosen);
  }
}

/** Returns the delimiter of a file with these first lines, or why there is not exactly one. */
function chooseDelimiter(lines: readonly string[], dialect: CsvDialect): string | Failure {
  const declared = /^\uFEFF?"?sep=([^"\r\n]{1,8}?)"?$/iu.exec(lines[0] ?? '')?.[1];
  if (declared !== undefined) return declared;
  const examined = linesToExamine(lines, dialect);
  if (examined.length === 0) return CANDIDATES[0];
  const fitting = CANDIDATES.filter((delimiter) => fits(examined, { ...dialect, delimiter }));
  const readings = new Set(fitting.map((delimiter) => readingOf(examined, { ...dialect, delimiter })));
  const [first] = fitting;
  if (first === undefined)
    return {
      code: 'delimiter_unknown',
      message: `none of the delimiters ${CANDIDATES.map(nameOf).join(', ')} gives the columns of the spec in the first lines: set delimiter in the spec`,
    };
  if (readings.size === 1) return first;
  return {
    code: 'delimiter_ambiguous',
    message: `the first lines can be read with each of the delimiters ${fitting.map(nameOf).join(', ')}, and differently: set delimiter in the spec`,
  };
}

/** Returns the first lines that are header or records, up to the first one with a quote that is not closed. */
function linesToExamine(lines: readonly string[], { skipTop, comment, quote }: CsvDialect): string[] {
  const examined: string[] = [];
  for (const line of lines.slice(skipTop).slice(0, MAX_LINES)) {
    const text = line.replace(/^\uFEFF/u, '');
    if (text.trim() === '' || (comment !== '' && text.startsWith(comment))) continue;
    if (quote !== '' && (text.split(quote).length - 1) % 2 !== 0) break;
    examined.push(text);
  }
  return examined;
}

function fits(lines: readonly string[], dialect: CsvDialect): boolean {
  const { columns, hasHeader, maxColumns } = dialect;
  if ('named' in columns && hasHeader) {
    const found = new CsvLineParser(dialect, null).missingColumns(lines[0] ?? '');
    return found.hasColumn && found.missing.length === 0;
  }
  if (!('width' in columns)) return false;
  return lines.every((line) => splitCells(line, dialect, maxColumns).length === columns.width);
}

function readingOf(lines: readonly string[], dialect: CsvDialect): string {
  return JSON.stringify(lines.map((line) => splitCells(line, dialect, dialect.maxColumns)));
}

function nameOf(delimiter: string): string {
  return delimiter === '\t' ? 'tab' : JSON.stringify(delimiter);
}
