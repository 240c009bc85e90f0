import type { RecordLocation } from '../model/record-location.ts';
import type { Failure, Position, Warning } from '../model/contract.ts';
import { EMPTY_FILE, noRecordFound, type OnNoRecords } from '../model/no-records.ts';
import { findMalformed, Utf8Decoder } from '../bytes/utf8.ts';
import type { FastSource, FastRange, OtherLines } from '../model/fast-source.ts';
import type { RecordSplitter } from './record-splitter.ts';
import type { ByteInput } from '../input/byte-input.ts';
import {
  END,
  FAILED,
  type StructureIssue,
  type ReadResult,
  MORE,
  RECORD,
  type RecordSource,
} from '../model/record-source.ts';
import type { HeaderSearch } from './header-search.ts';
import {
  createHeaderMark,
  createRepeatedHeader,
  hasHeaderBytes,
  hasHeaderNames,
  type HeaderMark,
  type RepeatedHeader,
  startsWith,
} from '../bytes/header-mark.ts';
import { LineFindings } from './line-findings.ts';
import { type LineParser, type LineState, stateOf } from './line-parser.ts';

/** The parts of a LineRecordSource. */
export interface LineRecordSourceOptions<Raw> {
  input: ByteInput;
  splitter: RecordSplitter;
  parser: LineParser<Raw>;
  /** Whether the file has a header line. */
  hasHeader: boolean;
  onNoRecords: OnNoRecords;
  /** Whether records that equal the header are other lines. Default: they are counted. */
  skipsRepeatedHeader?: boolean;
  /** The delimiter of the spec, with which a first line such as `sep=;` is compared. */
  delimiter?: string;
  /** Searches the header. Null or absent: the next line is the header. */
  search?: HeaderSearch | null;
  /** Shorter records, in characters, are short for a fast reader: it counts them, or rejects them. Default: none are. */
  shortBelow?: number;
  shortBelowByType?: readonly number[] | null;
  rejectsShort?: boolean;
  /** Finds lines that `recordWhen` does not select. Null or absent: see `FastRange.others`. */
  others?: OtherLines | null;
  from: Position | null;
}

/** The records of a file in which a record is a line, or several lines if quoted cells contain line ends. */
export class LineRecordSource<Raw> implements RecordSource<Raw>, FastSource {
  raw: Raw | undefined;
  structureIssue: StructureIssue | null = null;
  failure: Failure | null = null;
  recordType = -1;
  readonly findings = new LineFindings();
  readonly #input: ByteInput;
  readonly #splitter: RecordSplitter;
  readonly #parser: LineParser<Raw>;
  readonly #decoder = new Utf8Decoder();
  #expectsHeader: boolean;
  /** Null if the header line has not been read. */
  #headerLine: HeaderMark | null = null;
  #repeatedHeader: RepeatedHeader | null = null;
  readonly #skipsRepeatedHeader: boolean;
  readonly #delimiter: string | undefined;
  readonly #search: HeaderSearch | null;
  #hasDeclaration = false;
  readonly #shortBelow: number;
  readonly #shortBelowByType: readonly number[] | null;
  readonly #rejectsShort: boolean;
  readonly #others: OtherLines | null;
  readonly #onNoRecords: OnNoRecords;
  /**
   * `#isEmpty`: the file has had no record so far. `#hasOtherLines`: it has had lines that `recordWhen` does not
   * select.
   */
  #isEmpty: boolean;
  #hasOtherLines: boolean;
  #warnings: Warning[] = [];
  #otherLines = 0;
  #otherLinesTaken = 0;

  constructor(options: LineRecordSourceOptions<Raw>) {
    const { input, splitter, parser, hasHeader, onNoRecords, from } = options;
    this.#skipsRepeatedHeader = options.skipsRepeatedHeader === true;
    this.#delimiter = options.delimiter;
    this.#search = options.search ?? null;
    this.#shortBelow = options.shortBelow ?? 0;
    this.#shortBelowByType = options.shortBelowByType ?? null;
    this.#rejectsShort = options.rejectsShort === true;
    this.#others = options.others ?? null;
    this.#noteHeader(stateOf(from)?.headerLine ?? null, null);
    this.#input = input;
    this.#splitter = splitter;
    this.#parser = parser;
    this.#expectsHeader = hasHeader && stateOf(from)?.isBehindHeader !== true;
    this.#onNoRecords = onNoRecords;
    this.#isEmpty = from === null || from.record === 0;
    this.#hasOtherLines = stateOf(from)?.hasOtherLines === true;
    const longCell = stateOf(from)?.longCell;
    if (longCell !== undefined) splitter.follow(longCell);
    if (longCell?.isNoted === true) this.findings.hasLongCell = true;
    if (longCell?.isClosed === true) splitter.hasLongCell = true;
  }

  get encoding(): string {
    return this.#input.encoding;
  }

  get isBinary(): boolean {
    return this.#input.isBinary === true;
  }

  get titles(): readonly (string | null)[] | undefined {
    return this.#splitter.titles?.values;
  }

  get fast(): FastSource {
    return this;
  }

  /** Returns complete lines after the header. Null if there are none or the careful reader must continue first. */
  nextRange(maxBytes: number): FastRange | null {
    const layout = this.#expectsHeader ? null : this.#parser.layout();
    const complete = layout === null ? null : this.#splitter.completeLines(maxBytes);
    if (complete === null) return null;
    const { bytes, base, at } = this.#input.window;
    return {
      input: bytes,
      base,
      at,
      limit: complete.limit,
      end: complete.end,
      maxRecordBytes: this.#splitter.maxRecordBytes,
      layout,
      header: this.#repeatedHeader,
      shortBelow: this.#shortBelow,
      shortBelowByType: this.#shortBelowByType,
      rejectsShort: this.#rejectsShort,
      stopsAtMark: this.#splitter.findsMarks,
      others: this.#others,
    };
  }

  skip(at: number, records: number, otherLines: number): void {
    this.#splitter.skip(at, records + otherLines);
    if (records > 0) this.#isEmpty = false;
    if (otherLines > 0) this.#hasOtherLines = true;
    this.#otherLines += otherLines;
  }

  noteShort(records: number): void {
    this.findings.count('SHORT_RECORDS', records);
  }

  skipOtherLines(): boolean {
    return this.#splitter.skipOtherLines();
  }

  /** Works because each record that the fast reader accepts is one line, like each line that it skips. */
  locate(at: number, next: number, before: number): Omit<RecordLocation, 'record'> {
    const line = this.lineAt(before);
    const byteOffset = this.#input.offsetOf(at, line);
    return { line, byteOffset, byteLength: this.#input.offsetOf(next, line + 1) - byteOffset };
  }

  lineAt(before: number): number {
    return this.#splitter.linesRead + before + 1;
  }

  get line(): number {
    return this.#splitter.line;
  }

  get byteOffset(): number {
    return this.#splitter.byteOffset;
  }

  get byteLength(): number {
    return this.#splitter.byteLength;
  }

  /** Number of physical lines of the record. */
  get lines(): number {
    return this.#splitter.lines;
  }

  /** Length of the record's text in UTF-8, in bytes, without its line end. 0 if the record is too long. */
  get textBytes(): number {
    return this.#splitter.end - this.#splitter.start;
  }

  add(chunk: Uint8Array): void {
    this.#splitter.add(chunk);
  }

  next(final: boolean): ReadResult {
    for (;;) {
      const found = this.#splitter.next(final);
      if (this.#splitter.isBehindLongCell || (found === END && this.#splitter.hasLongCell))
        this.findings.noteLongCell();
      if (found !== RECORD && this.#cannotContinue(found === END)) return FAILED;
      if (found === MORE) return MORE;
      if (found === END) return this.#endFile();
      if (this.#expectsHeader) {
        if (this.#search !== null && !this.#isHeaderLine(this.#search)) {
          if (this.failure !== null) return FAILED;
          continue;
        }
        if (!this.#takeHeader()) return FAILED;
      } else if (this.#readRecord()) {
        this.#isEmpty = false;
        return RECORD;
      } else {
        this.#otherLines += this.#splitter.lines;
        this.#hasOtherLines = true;
      }
    }
  }

  #cannotContinue(isEnd: boolean): boolean {
    this.failure = this.#splitter.failureOf(isEnd);
    return this.failure !== null;
  }

  cellOf(key: string, keys: readonly string[]): string | null | undefined {
    return this.raw === undefined ? undefined : this.#parser.cellOf?.(this.raw, key, keys);
  }

  takeOtherLines(): number {
    const lines = this.#splitter.otherLines + this.#otherLines - this.#otherLinesTaken;
    this.#otherLinesTaken += lines;
    return lines;
  }

  takeWarnings(): Warning[] {
    const warnings = this.takeFileWarnings();
    if (this.#splitter.isBehindLongCell) this.findings.noteLongCell();
    const found = this.findings.take();
    return found.length === 0 ? warnings : [...warnings, ...found];
  }

  /** Returns the warnings since the last call, without those that count records. */
  takeFileWarnings(): Warning[] {
    const { declaredDelimiter } = this.#splitter;
    if (declaredDelimiter !== null && !this.#hasDeclaration) {
      this.#hasDeclaration = true;
      if (declaredDelimiter !== this.#delimiter) this.#warnings.push(describeDelimiter(declaredDelimiter));
    }
    const warnings = this.#warnings;
    if (warnings.length > 0) this.#warnings = [];
    return warnings;
  }

  position(): Omit<Position, 'record'> {
    const { nextOffset, linesRead } = this.#splitter;
    const state: LineState = { isBehindHeader: !this.#expectsHeader, header: this.#parser.header() };
    const mode = this.#input.modeOf?.(linesRead + 1) ?? '';
    if (this.#headerLine !== null) state.headerLine = this.#headerLine;
    if (mode !== '') state.mode = mode;
    if (this.titles !== undefined) state.titles = [...this.titles];
    if (this.#input.markedEncoding !== undefined) state.encoding = this.#input.markedEncoding;
    if (this.#isEmpty && this.#hasOtherLines) state.hasOtherLines = true;
    if (!this.#isEmpty && this.#parser.isUndecided === true) state.isUndecided = true;
    const { followedCell, hasLongCell, blockLeft } = this.#splitter;
    if (blockLeft > 0) state.blockLeft = blockLeft;
    const isNoted = this.findings.hasLongCell;
    if (followedCell !== null)
      state.longCell = { ...followedCell, isNoted, ...(hasLongCell && !isNoted && { isClosed: true }) };
    return { byteOffset: nextOffset, line: linesRead, state };
  }

  #endFile(): ReadResult {
    if (this.#expectsHeader) {
      this.failure = this.#search?.describe(this.#splitter.linesRead) ?? NO_HEADER;
      return FAILED;
    }
    const isEmpty = this.#isEmpty;
    this.#isEmpty = false;
    return isEmpty ? this.#endWithoutRecords() : END;
  }

  #endWithoutRecords(): ReadResult {
    const finding = this.#hasOtherLines ? noRecordFound('recordWhen selects no line') : EMPTY_FILE;
    if (this.#hasOtherLines && this.#onNoRecords === 'FATAL') {
      this.failure = finding;
      return FAILED;
    }
    this.#warnings.push(finding);
    return END;
  }

  /** Returns whether the line that the splitter found is the header. Skips it if not, and sets `failure` at the limit. */
  #isHeaderLine(search: HeaderSearch): boolean {
    const { start, end, line, broken } = this.#splitter;
    const text = broken === null ? this.#decoder.decode(this.#input.window.bytes, start, end) : null;
    const names = text === null ? null : (this.#parser.missingColumns?.(text) ?? { missing: [], hasColumn: true });
    if (search.isHeader(line, names)) return true;
    if (search.isTooFar(line + 1)) this.failure = search.describe(line + 1);
    this.#splitter.readTitle();
    // A quote that is not closed may have hidden the header.
    this.#splitter.giveBackLines();
    this.#otherLines += this.#splitter.lines;
    return false;
  }

  #noteHeader(mark: HeaderMark | null, text: string | null): void {
    this.#headerLine = mark;
    this.#repeatedHeader =
      mark === null ? null : createRepeatedHeader(mark, () => (text === null ? [] : this.#repetitionsOf(text)));
  }

  /** Reads the header line. Returns false if the file cannot be read with this header, and sets `failure`. */
  #takeHeader(): boolean {
    this.#expectsHeader = false;
    this.#splitter.titles?.end();
    const { start, end, line, broken } = this.#splitter;
    const { bytes } = this.#input.window;
    const text = broken === null ? this.#decoder.decode(bytes, start, end) : null;
    if (broken === null && end > start)
      this.#noteHeader(createHeaderMark(bytes, start, end, text === null ? null : this.#namesIn(text)), text);
    const { warnings, failure } = this.#parser.readHeader({
      line,
      text,
      broken: broken ?? (text === null ? 'INVALID_ENCODING' : null),
    });
    this.#warnings.push(...warnings);
    this.failure = failure;
    return failure === null;
  }

  /** Parses the line that the splitter found. Returns false if `recordWhen` does not select it. */
  #readRecord(): boolean {
    this.raw = undefined;
    this.recordType = -1;
    const { broken, start, end } = this.#splitter;
    if (broken !== null)
      return this.#rejectRecord(
        broken,
        broken === 'MALFORMED_QUOTES' ? this.#describeQuotes() : this.#describeTooLong(),
      );
    const { bytes } = this.#input.window;
    const text = this.#decoder.decode(bytes, start, end);
    const isHeader = this.#isHeader(text);
    if (isHeader && this.#skipsRepeatedHeader) return false;
    this.#parser.parse(text ?? this.#decoder.decodeWithReplacement(bytes, start, end));
    if (!this.#parser.isRecord(text === null)) return false;
    this.recordType = this.#parser.recordType ?? -1;
    if (text === null)
      return this.#rejectRecord('INVALID_ENCODING', this.#describeMalformed(findMalformed(bytes, start, end) - start));
    this.structureIssue = this.#parser.checkStructure();
    if (isHeader) this.findings.count('HEADER_REPEATED');
    if (this.#parser.hasQuoteAfterBlank?.(text) === true) this.findings.count('QUOTE_AFTER_BLANK');
    if (this.structureIssue?.severity === 'FATAL') return true;
    if (this.#parser.isShort?.() === true && !this.#rejectsShort) this.findings.count('SHORT_RECORDS');
    if (this.#splitter.hasMark) this.structureIssue = BYTE_ORDER_MARK;
    this.raw = this.#parser.raw;
    return true;
  }

  /** Returns whether the line that the splitter found, with this text, repeats the header. */
  #isHeader(text: string | null): boolean {
    const mark = this.#headerLine;
    if (mark === null) return false;
    const { bytes } = this.#input.window;
    const { start, end } = this.#splitter;
    if (hasHeaderBytes(bytes, start, end, mark)) return true;
    const [, , letters] = mark;
    if (text === null || letters === undefined || !startsWith(bytes, start, end, letters)) return false;
    return hasHeaderNames(this.#namesIn(text), mark);
  }

  #namesIn(text: string): string {
    return this.#parser.namesIn?.(text) ?? text.trimEnd();
  }

  /** Returns lines that repeat a header with this text; see RepeatedHeader. */
  #repetitionsOf(text: string): readonly string[] {
    if (this.#parser.repetitionsOf !== undefined) return this.#parser.repetitionsOf(text);
    return this.#parser.namesIn === undefined ? [text, text.trimEnd()] : [];
  }

  #rejectRecord(code: string, message: string): true {
    this.structureIssue = { severity: 'FATAL', code, message };
    return true;
  }

  #describeQuotes(): string {
    return `a quote is not closed, or text follows a closing quote${this.#hintAtQuotes()}`;
  }

  #describeTooLong(): string {
    const { isLongCell, maxRecordBytes } = this.#splitter;
    return isLongCell
      ? `a quoted cell is longer than maxRecordBytes (${maxRecordBytes} bytes), or its quote is not closed; reading resumes at the next line${this.#hintAtQuotes()}`
      : `the record is longer than ${maxRecordBytes} bytes`;
  }

  /** Returns the way out if the first line of the record seems to have no quotes. Otherwise, or if it is long, an empty text. */
  #hintAtQuotes(): string {
    const { start, firstLineEnd, maxRecordBytes } = this.#splitter;
    if (firstLineEnd < start || firstLineEnd - start > maxRecordBytes) return '';
    const line = this.#decoder.decode(this.#input.window.bytes, start, firstLineEnd);
    return line === null ? '' : (this.#parser.hintAtQuotes?.(line) ?? '');
  }

  #describeMalformed(index: number): string {
    const { encoding, isDecoded } = this.#input;
    const { byteOffset } = this.#splitter;
    return isDecoded
      ? `malformed ${encoding} in the record at byte ${byteOffset} of the file`
      : `malformed ${encoding} at byte ${byteOffset + index} of the file`;
  }
}

const NO_HEADER: Failure = { code: 'MISSING_HEADER', message: 'the file has no header line' };

function describeDelimiter(declared: string): Warning {
  return {
    code: 'DELIMITER_DIFFERS',
    message: `the first line says that the delimiter is ${JSON.stringify(declared)}, but the spec has another one. Set delimiter: ${JSON.stringify(declared)}`,
  };
}

const BYTE_ORDER_MARK: StructureIssue = {
  severity: 'ERROR',
  code: 'BYTE_ORDER_MARK',
  message: 'a byte order mark (U+FEFF) precedes the record: the file may consist of several files',
};
