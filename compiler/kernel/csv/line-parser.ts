import { cellAt } from '../values/cell-at.ts';
import type { Failure, Position, Severity, Warning } from '../model/contract.ts';
import type { OnNoRecords } from '../model/no-records.ts';
import type { StructureIssue } from '../model/record-source.ts';
import { type HeaderLine, type LineParser, type MissingNames, stateOf } from '../lines/line-parser.ts';
import {
  ABSENT,
  findMissingColumns,
  type Header,
  type HeaderColumns,
  type NamedColumns,
  readHeader,
  readRecordType,
} from './header.ts';
import { createLineTest, type CsvCondition, selectingColumns } from './conditions.ts';
import type { CsvLineDialect } from './line-format.ts';
import { findClosingQuote, hasQuoteAfterBlank, joinNames, splitCells } from './split-cells.ts';

/** The settings for reading a CSV file. All defaults are set. */
export interface CsvDialect extends CsvLineDialect {
  /** Whether the file has a header line. */
  hasHeader: boolean;
  /**
   * How columns are found: by the names in the header, or by fixed indexes from 0. `width` is the expected number of
   * columns.
   */
  columns: { named: NamedColumns } | { indexes: Readonly<Record<string, number>>; width: number };
  /**
   * The severity of the issue for a record with too many columns (`onExtraColumns`) or too few (`onMissingColumns`).
   * Null: no issue.
   */
  onExtraColumns: Severity | null;
  onMissingColumns: Severity | null;
  onNoRecords: OnNoRecords;
  /**
   * Whether warnings omit the names of header columns that no field reads. True if the spec has a sensitive field: if a
   * file lacks its header, its first record is read as the header, and a warning would contain values. Default: false.
   */
  masksUnknownColumns?: boolean;
  /**
   * Selects the lines that are records: their cell in this column has one of the values. `column` is a name in the
   * header or an index from 0. Null: all lines are records.
   */
  recordWhen: {
    column: string | number;
    values: readonly string[];
    /** The conditions that must all hold, instead of the values. Absent: the values select. */
    all?: readonly CsvCondition[];
  } | null;
  /** The conditions that examine further columns of the header. Default: those of `recordWhen`. */
  selecting?: readonly CsvCondition[];
  /** Whether names in the header may differ in blanks and in the case of letters. Default: EXACT. */
  headerMatch?: 'EXACT' | 'IGNORE_CASE';
  /** Header names of columns that are known and not read, so there is no warning about them. Default: none. */
  ignoredColumns?: readonly string[];
  /** Whether each record may end with a delimiter: yes, no, or (AUTO) if the first record does. Default: AUTO. */
  trailingDelimiter?: 'YES' | 'NO' | 'AUTO';
  /** Whether lines before the first line with all required columns are other lines. Default: false. */
  skipsToHeader?: boolean;
  /** Whether a record that equals the header is another line. Default: false. */
  skipsRepeatedHeader?: boolean;
  /** The maximum number of columns in the header and in a record. */
  maxColumns: number;
}

/**
 * One CSV record. `cells` are in the order of the file. `at` maps each field to the index of its cell, or to ABSENT.
 */
export interface CsvRecord<Column extends string = string> {
  cells: readonly string[];
  at: Readonly<Record<Column, number>>;
  /** For each type and each group of the record from the first, the indexes of its cells. Absent: there are no groups. */
  groups?: CsvGroups;
}

/** Returns a copy of a record, which the parser uses again. */
export function copyCsvRecord(record: CsvRecord): CsvRecord {
  return { ...record };
}

/** The indexes of the cells of groups, by the index of the type and then from the first group. */
export type CsvGroups = Readonly<Record<number, readonly Readonly<Record<string, number>>[]>>;

/** Splits lines into cells, and finds the columns by the header. */
export class CsvLineParser<Column extends string> implements LineParser<CsvRecord<Column>> {
  readonly raw: { cells: readonly string[]; at: Readonly<Record<Column, number>> };
  readonly #dialect: CsvDialect;
  readonly #recordValues: ReadonlySet<string>;
  readonly #isSelected: ReturnType<typeof createLineTest> | null;
  #header: Header | null = null;
  /** Whether the first record will decide if records end with a delimiter. */
  #isUndecided: boolean;

  constructor(dialect: CsvDialect, from: Position | null) {
    this.#dialect = dialect;
    this.#recordValues = new Set(dialect.recordWhen?.values);
    this.#isSelected = dialect.recordWhen?.all === undefined ? null : createLineTest(dialect.recordWhen.all);
    const isFirst = from === null || from.record === 0;
    this.#isUndecided =
      (isFirst || stateOf(from)?.isUndecided === true) &&
      dialect.hasHeader &&
      (dialect.trailingDelimiter ?? 'AUTO') === 'AUTO';
    this.raw = { cells: [], at: {} as Record<Column, number> };
    // The cast is safe: the stored header was read with the columns of this dialect.
    const header = (stateOf(from)?.header ?? null) as Header | null;
    if (header !== null) this.#useHeader(header);
    else if ('indexes' in dialect.columns)
      this.#useHeader({
        at: { ...dialect.columns.indexes },
        width: dialect.columns.width,
        recordType: recordTypeIndex(dialect.recordWhen),
      });
  }

  parse(text: string): void {
    this.raw.cells = splitCells(text, this.#dialect, this.#dialect.maxColumns);
  }

  cellOf(raw: CsvRecord<Column>, key: string): string | null | undefined {
    return cellAt(raw, key);
  }

  isRecord(isMalformed: boolean): boolean {
    if (this.#dialect.recordWhen === null) return true;
    if (this.#isSelected !== null) return this.#isSelected(this.raw.cells, this.#header, isMalformed);
    const cell = this.raw.cells[this.#header?.recordType ?? ABSENT];
    return cell !== undefined && (this.#recordValues.has(cell) || (isMalformed && cell.includes('\ufffd')));
  }

  checkStructure(): StructureIssue | null {
    const { cells } = this.raw;
    const width = this.#header?.width ?? 0;
    if (this.#isUndecided) this.#decide(cells, width);
    return this.checkWidth(cells, width, true);
  }

  /** Decides with the first record whether records end with a delimiter. */
  #decide(cells: readonly string[], width: number): void {
    this.#isUndecided = false;
    const isTrailing = cells.length === width + 1 && cells.every((cell, index) => (cell === '') === (index === width));
    if (isTrailing && this.#header !== null) this.#useHeader({ ...this.#header, trailing: true });
  }

  /**
   * Returns the structure issue of a record with these cells if it should have `width`. `isSplit`: the delimiter of the
   * dialect has split the record.
   */
  checkWidth(record: readonly string[], width: number, isSplit: boolean): StructureIssue | null {
    const cells = record.length;
    if (cells === width) return null;
    if (cells === width + 1 && this.#isTrailing && record[width] === '') return null;
    const { onExtraColumns, onMissingColumns, maxColumns } = this.#dialect;
    if (cells > maxColumns)
      return { severity: 'FATAL', code: 'TOO_MANY_COLUMNS', message: `the record has more than ${maxColumns} columns` };
    const severity = cells > width ? onExtraColumns : onMissingColumns;
    if (severity === null) return UNREPORTED;
    const code = cells > width ? 'TOO_MANY_COLUMNS' : 'TOO_FEW_COLUMNS';
    return {
      severity,
      code,
      message: `the record has ${cells} ${cells === 1 ? 'column' : 'columns'} instead of ${width}${this.#describeFault(record, width, isSplit)}`,
    };
  }

  #describeFault(record: readonly string[], width: number, isSplit: boolean): string {
    if (isSplit && this.#isWholeRow(record, width)) return WHOLE_ROW;
    return record.length === 1 && width > 1 ? NO_DELIMITER : this.#describeExtra(record, width);
  }

  hasQuoteAfterBlank(text: string): boolean {
    return hasQuoteAfterBlank(text, this.#dialect, Object.values<number>(this.raw.at));
  }

  namesIn(text: string): string {
    // A value of one column may well be its name with blanks.
    const cells = splitCells(text, this.#dialect, this.#dialect.maxColumns);
    return cells.length < 2 ? text : joinNames(cells);
  }

  repetitionsOf(text: string): readonly string[] {
    const { delimiter, quote, maxColumns } = this.#dialect;
    const cells = splitCells(text, this.#dialect, maxColumns);
    if (cells.length < 2) return [text];
    const names = cells.map((cell) => cell.trim());
    const needsQuotes = names.some((name) => /[\r\n]/.test(name) || (quote !== '' && name.includes(quote)));
    if (needsQuotes || names.some((name) => name.includes(delimiter))) return [];
    // Blanks decide only whether a cell equals a text of the spec, such as one that means null.
    const cellsOf = (before: string, after: string) => names.map((name) => `${before}${name}${after}`).join(delimiter);
    return [text, ...BLANKS.flatMap((before) => BLANKS.map((after) => cellsOf(before, after)))];
  }

  hintAtQuotes(line: string): string {
    return this.hintAtQuotesOf(line, [this.#header?.width ?? 0]);
  }

  /** Returns the hint for a line with broken quotes if a record may have one of these numbers of cells. */
  hintAtQuotesOf(line: string, widths: readonly number[]): string {
    const { quote, escape, quotesRows, maxColumns } = this.#dialect;
    if (quotesRows === true) return '';
    const cells = splitCells(line, { ...this.#dialect, quote: '' }, maxColumns);
    if (this.#isTrailing && cells.at(-1) === '') cells.pop();
    if (cells.length < 2 || !widths.includes(cells.length)) return '';
    const quoted = cells.filter((cell) => {
      const text = cell.trim();
      if (text.length <= quote.length || !text.startsWith(quote) || !text.endsWith(quote)) return false;
      // In `"x" and "y"`, the first quote is closed before the end.
      return findClosingQuote(text, quote.length, quote, escape) === text.length - quote.length;
    });
    if (quoted.some((cell) => /\s$/u.test(cell))) return BLANK_AFTER_QUOTE;
    if (quoted.length > 0) return '';
    return QUOTES_ARE_TEXT;
  }

  readHeader({ line, text, broken }: HeaderLine): { warnings: readonly Warning[]; failure: Failure | null } {
    const { columns, recordWhen } = this.#dialect;
    const recordType = recordWhen?.column ?? null;
    if ('indexes' in columns && typeof recordType !== 'string') return { warnings: [], failure: null };
    if (text === null)
      return {
        warnings: [],
        failure: {
          code: 'MISSING_HEADER',
          message: `the header in line ${line} cannot be read: ${broken}`,
          ...(broken === 'INVALID_ENCODING' && { hint: WRONG_ENCODING }),
          ...(broken === 'MALFORMED_QUOTES' && { hint: WRONG_QUOTES }),
        },
      };
    const { maxColumns } = this.#dialect;
    const cells = splitCells(text, this.#dialect, maxColumns);
    const isTrailing = this.#dialect.trailingDelimiter !== 'NO' && cells.length > 1 && cells.at(-1) === '';
    if (isTrailing) cells.pop();
    if (cells.length > maxColumns)
      return {
        warnings: [],
        failure: {
          code: 'too_many_columns',
          message: `the header in line ${line} has more than ${maxColumns} columns`,
        },
      };
    if ('indexes' in columns) return { warnings: [], failure: this.#useRecordType(cells, String(recordType)) };
    const { header, warnings, failure } = readHeader(cells, this.#wanted(columns.named));
    this.#useHeader(isTrailing ? { ...header, trailing: true } : header);
    if (isTrailing) this.#isUndecided = false;
    return { warnings, failure };
  }

  missingColumns(text: string): MissingNames {
    const { columns, maxColumns } = this.#dialect;
    if ('indexes' in columns) return { missing: [], hasColumn: true };
    return findMissingColumns(splitCells(text, this.#dialect, maxColumns), this.#wanted(columns.named));
  }

  #wanted(named: NamedColumns): HeaderColumns {
    const { onMissingColumns, recordWhen, masksUnknownColumns = false, ignoredColumns = [] } = this.#dialect;
    const selecting = this.#dialect.selecting ?? recordWhen?.all;
    return {
      named: selecting === undefined ? named : { ...named, ...selectingColumns(selecting) },
      onMissing: onMissingColumns,
      recordType: recordWhen?.column ?? null,
      masksUnknown: masksUnknownColumns,
      ignored: ignoredColumns,
      ignoresCase: this.#ignoresCase,
    };
  }

  header(): Header | null {
    const isFound = 'named' in this.#dialect.columns || typeof this.#dialect.recordWhen?.column === 'string';
    return isFound || this.#header?.trailing === true ? this.#header : null;
  }

  /** Whether no record has decided yet if records end with a delimiter. */
  get isUndecided(): boolean {
    return this.#isUndecided;
  }

  /** The columns of the file. Null before the header. */
  get columns(): Header | null {
    return this.#header;
  }

  /** A fast reader cannot read records that end with a delimiter, and not the first one, which decides that. */
  layout(): Header | null {
    return this.#isUndecided || this.#isTrailing ? null : this.#header;
  }

  get #ignoresCase(): boolean {
    return this.#dialect.headerMatch === 'IGNORE_CASE';
  }

  /** Returns whether records may end with a delimiter. */
  get #isTrailing(): boolean {
    return this.#dialect.trailingDelimiter === 'YES' || this.#header?.trailing === true;
  }

  /** Returns whether the only cell of a record contains all cells that it should have. */
  #isWholeRow([cell = '', ...others]: readonly string[], width: number): boolean {
    const { quotesRows, maxColumns } = this.#dialect;
    if (others.length > 0 || width < 2 || quotesRows === true) return false;
    return splitCells(cell, this.#dialect, maxColumns).length === width;
  }

  #describeExtra(record: readonly string[], width: number): string {
    return record.length === width + 1 && record[width] === ''
      ? ': it ends with a delimiter, after which the cell is empty. Set trailingDelimiter: YES if all records do'
      : '';
  }

  #useRecordType(cells: readonly string[], recordType: string): Failure | null {
    const { index, failure } = readRecordType(cells, recordType, this.#ignoresCase);
    if (this.#header !== null) this.#useHeader({ ...this.#header, recordType: index });
    return failure;
  }

  #useHeader(header: Header): void {
    this.#header = header;
    // The cast is safe: the header was read with the columns of this dialect.
    this.raw.at = header.at as Record<Column, number>;
  }
}

/** The blanks around the names of a repeated header. Texts of a spec that mean null have hardly more. */
const BLANKS = ['', ' ', '  ', '   ', '    '];
const NO_DELIMITER = ': it may be the rest of the line before, if a cell of that has a line break without quotes';
const WHOLE_ROW = ': the whole line is one quoted cell. Set wholeRowQuoted: true if all are';
const WRONG_ENCODING =
  'its bytes are not text in the encoding that the spec declares: declare the encoding of the file';
const QUOTES_ARE_TEXT = '. Without quotes, its number of cells is right: set quote: "" if the file quotes no cell';
const BLANK_AFTER_QUOTE = '. A blank follows a closing quote: skipBlanks: true skips it';
const WRONG_QUOTES =
  'a quote in it is not closed, or text follows a closing quote: if it is a character of the names, set quote: ""';

/** The structure issue of a record with a wrong number of cells if the spec has IGNORE for that. It is not reported. */
const UNREPORTED: StructureIssue = { severity: null, code: '', message: '' };

/**
 * Returns the index of the column of `recordWhen`. ABSENT if there is no `recordWhen`, or if only the header determines
 * the index.
 */
function recordTypeIndex(recordWhen: CsvDialect['recordWhen']): number {
  return typeof recordWhen?.column === 'number' ? recordWhen.column : ABSENT;
}
