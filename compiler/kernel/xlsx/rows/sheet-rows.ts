import { LF } from '../../bytes/ascii.ts';
import { GrowableBytes } from '../../bytes/growable-bytes.ts';
import { type CellRange, columnLetters, MAX_COLUMNS, MAX_ROWS } from '../package/cell-name.ts';
import { CellText, isBlankText } from '../package/cell-text.ts';
import { malformed } from '../package/malformed-workbook.ts';
import { END, PartReader, START } from '../package/part-reader.ts';
import { isTrue } from '../package/parts.ts';
import { type CellValues, TEXT, UNKNOWN_TYPE, typeOfCell, writeCell } from './cell-value.ts';
import { CELL_END } from '../package/marks.ts';

/** What the rows of a sheet are written with. */
export interface SheetSettings extends CellValues {
  /** The name of the part, for messages. */
  readonly part: string;
  /** The name of the sheet, and whether it is hidden. */
  readonly sheet: string;
  readonly isHidden: boolean;
  readonly range: CellRange;
}

/** Bytes after which lines are passed on. */
const PIECE_BYTES = 128 * 1024;
/** The most letters of hidden columns in a line. */
const MAX_HIDDEN = 200;

/**
 * Writes the rows of a sheet as lines; see marks.ts. `read` takes the bytes of the sheet, and `take` returns the lines that
 * are complete.
 */
export class SheetRows {
  /** Whether all rows of the range have been read. */
  isOver = false;
  readonly #settings: SheetSettings;
  readonly #reader: PartReader;
  readonly #out = new GrowableBytes();
  readonly #text: CellText;
  readonly #encoder = new TextEncoder();
  #tail: Uint8Array = new Uint8Array(0);
  #hiddenTail: Uint8Array = new Uint8Array(0);
  readonly #hiddenColumns: string[] = [];
  /** The row that is read, and the number of lines that are written. */
  #row = 0;
  #lines = 0;
  #rowFrom = 0;
  #isRowHidden = false;
  #isRowWanted = false;
  #hasText = false;
  /** The column that is read, and the one after the last cell that is written in this row. */
  #column = -1;
  #written = 0;
  #type = 0;
  #style = 0;
  #hasFormula = false;
  #hasValue = false;
  /** The number of elements around a text that belong to no value. */
  #phonetic = 0;

  constructor(settings: SheetSettings) {
    this.#settings = settings;
    this.#reader = new PartReader(settings.part);
    this.#text = new CellText(settings.part);
  }

  read(chunk: Uint8Array): void {
    this.#reader.add(chunk);
    this.#drain(false);
  }

  /** Ends the sheet. */
  end(): void {
    if (!this.isOver) this.#drain(true);
  }

  /** Returns complete lines, or null if they are few. `all`: returns those that are few, too. */
  take(all: boolean): Uint8Array | null {
    const out = this.#out;
    const complete = this.#isRowWanted ? this.#rowFrom : out.length;
    if (complete === 0 || (!all && complete < PIECE_BYTES)) return null;
    const lines = out.bytes.slice(0, complete);
    out.bytes.copyWithin(0, complete, out.length);
    out.length -= complete;
    this.#rowFrom = 0;
    return lines;
  }

  #drain(final: boolean): void {
    const reader = this.#reader;
    for (let token = reader.next(final); token === START || token === END; token = reader.next(final)) {
      if (token === START) this.#start(reader.name);
      else this.#close(reader.name);
      if (this.isOver) return;
    }
  }

  #start(name: string): void {
    switch (name) {
      case 'c':
        return this.#startCell();
      case 'v':
        this.#hasValue = true;
        this.#reader.sink = this.#text;
        return;
      case 'f':
        this.#hasFormula = true;
        return;
      case 't':
        if (this.#phonetic > 0 || this.#column < 0) return;
        this.#hasValue = true;
        this.#reader.sink = this.#text;
        return;
      case 'rPh':
        this.#phonetic++;
        return;
      case 'row':
        return this.#startRow();
      case 'sheetData':
        return this.#startData();
      case 'col':
        return this.#addHidden();
    }
  }

  #close(name: string): void {
    switch (name) {
      case 'v':
      case 't':
        this.#reader.sink = null;
        return;
      case 'c':
        return this.#endCell();
      case 'rPh':
        this.#phonetic--;
        return;
      case 'row':
        return this.#endRow();
      case 'sheetData':
        this.isOver = true;
    }
  }

  #addHidden(): void {
    if (!isTrue(this.#reader.attribute('hidden')) || this.#hiddenColumns.length >= MAX_HIDDEN) return;
    const { from, to } = this.#settings.range.columns;
    const first = Math.max(from, Number(this.#reader.attribute('min')) - 1);
    const last = Math.min(to, Number(this.#reader.attribute('max')) - 1);
    if (!(first <= last)) return;
    this.#hiddenColumns.push(first === last ? columnLetters(first) : `${columnLetters(first)}-${columnLetters(last)}`);
  }

  #startData(): void {
    const { sheet, isHidden } = this.#settings;
    const rest = `${isHidden ? 's' : ''}|${this.#hiddenColumns.join(',')}|${sheet.replace(/[\u0000-\u001f]/gu, '\ufffd')}`;
    this.#tail = this.#encoder.encode(`\u001e${rest}\n`);
    this.#hiddenTail = this.#encoder.encode(`\u001er${rest}\n`);
  }

  #startRow(): void {
    const reader = this.#reader;
    const written = reader.attribute('r');
    const row = written === null ? this.#row + 1 : Number(written);
    if (!(row > this.#row) || row > MAX_ROWS || !Number.isInteger(row))
      this.#fail(`row ${JSON.stringify(written)} follows row ${this.#row}`);
    this.#row = row;
    const { from, to } = this.#settings.range.rows;
    if (row > to) this.isOver = true;
    this.#isRowWanted = row >= from && row <= to;
    this.#isRowHidden = isTrue(reader.attribute('hidden'));
    this.#column = -1;
    this.#written = this.#settings.range.columns.from;
    this.#hasText = false;
    if (!this.#isRowWanted) return;
    const missing = row - 1 - this.#lines;
    this.#out.reserve(missing).fill(LF, this.#out.length, this.#out.length + missing);
    this.#out.length += missing;
    this.#lines = row;
    this.#rowFrom = this.#out.length;
  }

  #endRow(): void {
    if (!this.#isRowWanted) return;
    this.#isRowWanted = false;
    if (this.#hasText) return this.#out.add(this.#isRowHidden ? this.#hiddenTail : this.#tail);
    this.#out.length = this.#rowFrom;
    this.#out.reserve(1)[this.#out.length++] = LF;
  }

  /** Reads the attributes r, s and t of a cell. No text is created for them, because a sheet has millions of them. */
  #startCell(): void {
    const { window, attributes } = this.#reader;
    const { bytes } = window;
    const { from, to } = attributes;
    let column = -1;
    this.#type = 0;
    this.#style = 0;
    this.#hasFormula = false;
    this.#hasValue = false;
    this.#text.length = 0;
    for (let at = from; at < to; ) {
      const byte = bytes[at] ?? 0;
      if (byte <= 0x20) {
        at++;
        continue;
      }
      const nameFrom = at;
      while (at < to && bytes[at] !== 0x3d) at++;
      const nameLength = at - nameFrom;
      while (at < to && bytes[at] !== 0x22 && bytes[at] !== 0x27) at++;
      const quote = bytes[at++];
      const valueFrom = at;
      while (at < to && bytes[at] !== quote) at++;
      if (nameLength === 1) {
        if (byte === 0x72) column = readColumn(bytes, valueFrom, at);
        else if (byte === 0x73) this.#style = readDigits(bytes, valueFrom, at);
        else if (byte === 0x74) this.#type = typeOfCell(bytes, valueFrom, at);
      }
      at++;
    }
    const next = column < 0 ? this.#column + 1 : column;
    if (next <= this.#column || next >= MAX_COLUMNS) this.#fail(`the cells of row ${this.#row} are not in order`);
    if (this.#type === UNKNOWN_TYPE) this.#fail(`a cell of row ${this.#row} has an unknown type`);
    this.#column = next;
  }

  #endCell(): void {
    const column = this.#column;
    const { columns } = this.#settings.range;
    const text = this.#text;
    // An empty text is the value of a formula; anything else that is empty was never computed.
    if (this.#type !== TEXT && isBlankText(text.bytes, 0, text.length)) text.length = 0;
    const isEmpty = !this.#hasValue || (text.length === 0 && this.#type !== TEXT);
    const hasNoValue = this.#hasFormula && isEmpty;
    if (!this.#isRowWanted || column < columns.from || column > columns.to || (!this.#hasValue && !hasNoValue)) {
      text.length = 0;
      return;
    }
    const out = this.#out;
    const missing = column - this.#written;
    const target = out.reserve(missing);
    for (let cell = 0; cell < missing; cell++) target[out.length + cell] = CELL_END;
    const from = out.length;
    out.length += missing;
    const value = out.length;
    const problem = writeCell(out, text, { type: hasNoValue ? null : this.#type, style: this.#style }, this.#settings);
    if (problem !== null) this.#fail(`${columnLetters(column)}${this.#row}: ${problem}`);
    text.length = 0;
    if (out.length === value) {
      // An empty text is no value, so no cell is written that may be the last one.
      out.length = from;
      return;
    }
    this.#written = column;
    this.#hasText ||= !isBlankText(out.bytes, value, out.length);
  }

  #fail(detail: string): never {
    throw malformed(this.#settings.part, detail);
  }
}

function readDigits(bytes: Uint8Array, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + ((bytes[at] ?? 0) - 0x30);
  return number;
}

/** Returns the index of the column of a cell such as `B17`, or -1. */
function readColumn(bytes: Uint8Array, from: number, to: number): number {
  let column = 0;
  for (let at = from; at < to; at++) {
    const letter = (bytes[at] ?? 0) - 0x40;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}
