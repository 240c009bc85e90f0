// Compiled by Specmill from a spec: change the spec, not this file.
//
// The fast reader of a record, from bytes to JSON in one pass. A function that copies reads `input` from an offset and
// appends to `output`. It returns the new length of the output, or -1 for anything unusual or invalid. Then the
// careful reader reads the field or the record again.

import {
  CellReader,
  POWERS_OF_TEN,
  countUtf8CodePoints,
  createByteMatcher,
  fastBuffers,
  hasNonSpaceBlankAtEdge,
  insertDecimalPoint,
  skipLeadingZeros,
  toJsonNumber,
  toJsonString,
  writeJson,
  writeKeyTexts,
  writeNull,
  type FastChunk,
  type FastReader,
  type Header,
  type RecordReport,
} from 'specmill/kernel';

/** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
const input = fastBuffers.input;
const output = fastBuffers.output;
const outputView = fastBuffers.outputView;

const DELIMITER = 124; // |
const QUOTE = 34; // "
const CLOSING_BRACE = 125; // }
const SPACE = 32;
const ZERO = 48; // 0
const MINUS = 45; // -
const POINT = 46; // .
const LF = 10;
const CR = 13;
const MAX_ASCII = 127;

/** Reads cells with quotes, escapes or special characters inside, and finds cells. */
const cells = new CellReader('|', '', '');
/** The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell. */
const BARE = cells.bare;
const PLAIN_BYTE = 0;
const END_BYTE = 2;
/** The offset after the cell that was copied last. */
let cellEnd = 0;

/** The report of the current record, and the limit of the current chunk. */
let report: RecordReport;
let maxRecordBytes = 0;
/** The offset of the next record. */
let next = 0;

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface CarefulReaders {
  readKind(cell: string | undefined, record: RecordReport): string | null;
  readTill(cell: string | undefined, record: RecordReport): string | null;
  readReceipt(cell: string | undefined, record: RecordReport): string | null;
  readLine(cell: string | undefined, record: RecordReport): string | null;
  readSoldOn(cell: string | undefined, record: RecordReport): string | null;
  readEan(cell: string | undefined, record: RecordReport): string | null;
  readArticle(cell: string | undefined, record: RecordReport): string | null;
  readQuantity(cell: string | undefined, record: RecordReport): string | null;
  readAmount(cell: string | undefined, record: RecordReport): string | null;
  readCashier(cell: string | undefined, record: RecordReport): string | null;
}
let careful: CarefulReaders;

const inputView = fastBuffers.inputView;

/**
 * Copies bytes that JSON does not escape, four at a time. Returns the offset of the first other byte: a control
 * character, a special character or a byte beyond ASCII. Up to three more bytes may be written.
 */
function appendPlain(from: number, to: number): number {
  const shift = to - from;
  for (let at = from; ; at += 4) {
    const four = inputView.getInt32(at, true);
    outputView.setInt32(at + shift, four, true);
    // A subtraction sets the high bit of the first byte that is smaller than the subtracted one.
    const special1 = (four ^ 0x22222222) - 0x01010101; // "
    const special2 = (four ^ 0x5c5c5c5c) - 0x01010101; // \
    const special3 = (four ^ 0x7c7c7c7c) - 0x01010101; // |
    const controls = four - 0x20202020;
    const marks = (special1 | special2 | special3 | controls | four) & 0x80808080;
    if (marks !== 0) return at + ((31 - Math.clz32(marks & -marks)) >> 3);
  }
}

/** Matches T[0-9]{3}. */
const tillShapeMatcher = createByteMatcher('1c-9/2c', ',2:2;,1:3;,1:4;,1:5;!');
const tillShapeClasses = tillShapeMatcher.classes;
const tillShapeRows = tillShapeMatcher.rows;
const tillShapeEnds = tillShapeMatcher.ends;

/** Matches [0-9]{13}. */
const eanShapeMatcher = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;,1:a;,1:b;,1:c;,1:d;,1:e;!');
const eanShapeClasses = eanShapeMatcher.classes;
const eanShapeRows = eanShapeMatcher.rows;
const eanShapeEnds = eanShapeMatcher.ends;

/**
 * Copies kind: STRING; ^L$ replaced by "sale", then ^R$ replaced by "return"; required (FATAL). Read from text, which
 * is slower: the correction REGEX_REPLACE.
 */
function copyKind(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readKind(text, report)));
}

/** Copies till: STRING; required (FATAL), matching T[0-9]{3} (FATAL). */
function copyTill(at: number, length: number): number {
  let row = 3;
  const from = at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    row = tillShapeRows[row + (tillShapeClasses[byte] as number)] as number;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
    row = tillShapeMatcher.run(input, from, from + end - length - 1);
  }
  if (codePoints === 0) return -1;
  if (tillShapeEnds[row] !== 1) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies till with its careful reader. */
function copyTillCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readTill(text, report)));
}

/** Copies receipt: INTEGER; required (FATAL). */
function copyReceipt(at: number, length: number): number {
  let cursor = at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  let end = length;
  const isNegative = byte === MINUS;
  if (isNegative) {
    output[end++] = MINUS;
    byte = input[++cursor] as number;
  }
  if (byte === ZERO) byte = input[(cursor = skipLeadingZeros(input, cursor))] as number;
  const first = cursor;
  while ((byte ^ ZERO) <= 9) {
    output[end++] = byte;
    byte = input[++cursor] as number;
  }
  const digits = cursor - first;
  while (byte === SPACE) byte = input[++cursor] as number;
  if (digits === 0 || BARE[byte] !== END_BYTE) return -1;
  cellEnd = cursor;
  return end;
}

/** Copies receipt with its careful reader. */
function copyReceiptCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readReceipt(text, report)));
}

/** Copies line: INTEGER; required (FATAL), at least 1 (ERROR), at most 999 (ERROR). */
function copyLine(at: number, length: number): number {
  let cursor = at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  let end = length;
  const isNegative = byte === MINUS;
  if (isNegative) {
    output[end++] = MINUS;
    byte = input[++cursor] as number;
  }
  if (byte === ZERO) byte = input[(cursor = skipLeadingZeros(input, cursor))] as number;
  const first = cursor;
  let value = 0;
  while ((byte ^ ZERO) <= 9) {
    output[end++] = byte;
    value = value * 10 + (byte ^ ZERO);
    byte = input[++cursor] as number;
  }
  const digits = cursor - first;
  while (byte === SPACE) byte = input[++cursor] as number;
  // A double holds at most 15 digits exactly.
  if (digits === 0 || digits > 15 || BARE[byte] !== END_BYTE) return -1;
  cellEnd = cursor;
  if (isNegative) value = -value;
  if (value < 1) return -1;
  if (value > 999) return -1;
  return end;
}

/** Copies line with its careful reader. */
function copyLineCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readLine(text, report)));
}

/**
 * Copies soldOn: DATE; converted from yyyyMMddHHmmss to yyyy-MM-dd; required (FATAL), from 2015-01-01 to today (ERROR).
 * Read from text, which is slower: the correction COERCE_DATE.
 */
function copySoldOn(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readSoldOn(text, report)));
}

/** Copies ean: STRING; matching [0-9]{13} (WARNING). */
function copyEan(at: number, length: number): number {
  let row = 2;
  const from = at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    row = eanShapeRows[row + (eanShapeClasses[byte] as number)] as number;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
    row = eanShapeMatcher.run(input, from, from + end - length - 1);
  }
  if (codePoints === 0) return writeNull(output, length);
  if (eanShapeEnds[row] !== 1) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies ean with its careful reader. */
function copyEanCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readEan(text, report)));
}

/** Copies article: STRING; trimmed; required (WARNING), may be null, at most 40 characters (WARNING). */
function copyArticle(at: number, length: number): number {
  let from = at;
  let byte = input[from] as number;
  while (byte === SPACE) byte = input[++from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end);
  end += cursor - from;
  byte = input[cursor] as number;
  while (BARE[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  output[length] = QUOTE;
  while (output[end - 1] === SPACE) end--;
  let codePoints = end - length - 1;
  let isTrimmed = cursor - at > codePoints;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) {
    end = cells.copyTrimmed(input, at, output, length);
    if (end < 0) return -1;
    codePoints = cells.codePoints;
    isTrimmed = cells.isTrimmed;
    cellEnd = cells.end;
  } else if (seen > MAX_ASCII) {
    if (hasNonSpaceBlankAtEdge(input, from, from + codePoints)) return -1;
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (isTrimmed) report.corrected = true;
  if (codePoints === 0) return -1;
  if (codePoints > 40) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies article with its careful reader. */
function copyArticleCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readArticle(text, report)));
}

/** Copies quantity: DECIMAL; "1" if null; at most 500 (WARNING). */
function copyQuantity(at: number, length: number): number {
  let cursor = at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  let end = length;
  const isNegative = byte === MINUS;
  if (isNegative) {
    output[end++] = MINUS;
    byte = input[++cursor] as number;
  }
  if (byte === ZERO) byte = input[(cursor = skipLeadingZeros(input, cursor))] as number;
  const first = cursor;
  let value = 0;
  while ((byte ^ ZERO) <= 9) {
    output[end++] = byte;
    value = value * 10 + (byte ^ ZERO);
    byte = input[++cursor] as number;
  }
  const digits = cursor - first;
  let decimals = 0;
  if (byte === POINT) {
    output[end++] = POINT;
    byte = input[++cursor] as number;
    const fraction = cursor;
    while ((byte ^ ZERO) <= 9) {
      output[end++] = byte;
      value = value * 10 + (byte ^ ZERO);
      byte = input[++cursor] as number;
    }
    decimals = cursor - fraction;
    if (decimals === 0) return -1;
  }
  while (byte === SPACE) byte = input[++cursor] as number;
  // A double holds at most 15 digits exactly.
  if (digits === 0 || digits > 11 || decimals > 4 || BARE[byte] !== END_BYTE) return -1;
  cellEnd = cursor;
  // Numbers are compared in units of 10^-4.
  value *= (isNegative ? -1 : 1) * (POWERS_OF_TEN[4 - decimals] as number);
  if (value > 5000000) return -1; // 500
  return end;
}

/** Copies quantity with its careful reader. */
function copyQuantityCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readQuantity(text, report)));
}

/** Copies amount: DECIMAL with digits only, the last 2 are decimals; required (FATAL), at most 5000.00 (ERROR). */
function copyAmount(at: number, length: number): number {
  let cursor = at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  let end = length;
  const isNegative = byte === MINUS;
  if (isNegative) {
    output[end++] = MINUS;
    byte = input[++cursor] as number;
  }
  if (byte === ZERO) byte = input[(cursor = skipLeadingZeros(input, cursor))] as number;
  const first = cursor;
  let value = 0;
  while ((byte ^ ZERO) <= 9) {
    output[end++] = byte;
    value = value * 10 + (byte ^ ZERO);
    byte = input[++cursor] as number;
  }
  const digits = cursor - first;
  while (byte === SPACE) byte = input[++cursor] as number;
  // A double holds at most 15 digits exactly.
  if (digits === 0 || digits > 15 || BARE[byte] !== END_BYTE) return -1;
  cellEnd = cursor;
  // Numbers are compared in units of 10^-2.
  if (isNegative) value = -value;
  if (value > 500000) return -1; // 5000.00
  end = insertDecimalPoint(output, end - digits, end, 2);
  return end;
}

/** Copies amount with its careful reader. */
function copyAmountCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readAmount(text, report)));
}

/** Copies cashier: STRING, sensitive. */
function copyCashier(at: number, length: number): number {
  const from = at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end);
  end += cursor - from;
  byte = input[cursor] as number;
  while (BARE[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) {
    end = cells.copy(input, at, output, length);
    if (end < 0) return -1;
    codePoints = cells.codePoints;
    cellEnd = cells.end;
  } else if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0) return writeNull(output, length);
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies cashier with its careful reader. */
function copyCashierCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCashier(text, report)));
}

/** The index of the column that marks a line as a record. */
let recordType = 0;

/** Returns the offset at which the cell ends that marks a line as a record, or -1 for another value. */
function findTypeEnd(bytes: Uint8Array, from: number): number {
  if (bytes[from] === 76 && BARE[bytes[from + 1] as number] === END_BYTE) return from + 1; // "L"
  if (bytes[from] === 82 && BARE[bytes[from + 1] as number] === END_BYTE) return from + 1; // "R"
  return -1;
}

/** The column index of each field. A column that the file lacks has the index after the last one. */
const columns = new Int32Array(10);
/** The offset of each cell of a record. */
let starts = new Int32Array(0);
let header: Header | null = null;
let width = 0;
let isInOrder = false;
/** The number of columns before those of the fields. */
let leading = 0;

/** Stores the columns of the fields. */
function useHeader(layout: Header): void {
  const { at } = layout;
  header = layout;
  width = layout.width;
  starts = new Int32Array(width + 1);
  columns[0] = Math.min(at.kind ?? width, width);
  columns[1] = Math.min(at.till ?? width, width);
  columns[2] = Math.min(at.receipt ?? width, width);
  columns[3] = Math.min(at.line ?? width, width);
  columns[4] = Math.min(at.soldOn ?? width, width);
  columns[5] = Math.min(at.ean ?? width, width);
  columns[6] = Math.min(at.article ?? width, width);
  columns[7] = Math.min(at.quantity ?? width, width);
  columns[8] = Math.min(at.amount ?? width, width);
  columns[9] = Math.min(at.cashier ?? width, width);
  recordType = layout.recordType;
  leading = columns[0] as number;
  isInOrder =
    recordType < width && width === leading + 10 && columns.every((column, index) => column === leading + index);
}

/** Copies kind, till, receipt, line, soldOn of a record whose columns are in the order of the fields. */
function appendMembersInOrder1(start: number, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // {"kind":
  outputView.setInt32(length, 0x696b227b, true);
  outputView.setInt32(length + 4, 0x3a22646e, true);
  length += 8;
  end = copyKind(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"till":
  outputView.setInt32(length, 0x6974222c, true);
  outputView.setInt32(length + 4, 0x3a226c6c, true);
  length += 8;
  tillKey.from = length;
  end = copyTill(at, length);
  if (end < 0) end = copyTillCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  tillKey.to = length;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"receipt":
  outputView.setInt32(length, 0x6572222c, true);
  outputView.setInt32(length + 4, 0x70696563, true);
  outputView.setInt32(length + 8, 0x003a2274, true);
  length += 11;
  receiptKey.from = length;
  end = copyReceipt(at, length);
  if (end < 0) end = copyReceiptCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  receiptKey.to = length;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"line":
  outputView.setInt32(length, 0x696c222c, true);
  outputView.setInt32(length + 4, 0x3a22656e, true);
  length += 8;
  lineKey.from = length;
  end = copyLine(at, length);
  if (end < 0) end = copyLineCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  lineKey.to = length;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"soldOn":
  outputView.setInt32(length, 0x6f73222c, true);
  outputView.setInt32(length + 4, 0x6e4f646c, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copySoldOn(at, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** Copies ean, article, quantity, amount, cashier of a record whose columns are in the order of the fields. */
function appendMembersInOrder2(start: number, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // ,"ean":
  outputView.setInt32(length, 0x6165222c, true);
  outputView.setInt32(length + 4, 0x003a226e, true);
  length += 7;
  end = copyEan(at, length);
  if (end < 0) end = copyEanCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"article":
  outputView.setInt32(length, 0x7261222c, true);
  outputView.setInt32(length + 4, 0x6c636974, true);
  outputView.setInt32(length + 8, 0x003a2265, true);
  length += 11;
  end = copyArticle(at, length);
  if (end < 0) end = copyArticleCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"quantity":
  outputView.setInt32(length, 0x7571222c, true);
  outputView.setInt32(length + 4, 0x69746e61, true);
  outputView.setInt32(length + 8, 0x3a227974, true);
  length += 12;
  end = copyQuantity(at, length);
  if (end < 0) end = copyQuantityCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"amount":
  outputView.setInt32(length, 0x6d61222c, true);
  outputView.setInt32(length + 4, 0x746e756f, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyAmount(at, length);
  if (end < 0) end = copyAmountCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"cashier":
  outputView.setInt32(length, 0x6163222c, true);
  outputView.setInt32(length + 4, 0x65696873, true);
  outputView.setInt32(length + 8, 0x003a2272, true);
  length += 11;
  end = copyCashier(at, length);
  if (end < 0) end = copyCashierCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** Copies a record whose columns are in the order of the fields, after any others. */
function appendRecordInOrder(start: number, from: number): number {
  const typeAt = recordType === 0 ? start : cells.find(input, start, recordType);
  const typeEnd = typeAt < 0 ? -1 : findTypeEnd(input, typeAt);
  if (typeEnd < 0) return -1;
  let first = start;
  if (leading === recordType + 1) first = input[typeEnd] === DELIMITER ? typeEnd + 1 : -1;
  else if (leading > 0) first = cells.find(input, start, leading);
  if (first < 0) return -1;
  let length = appendMembersInOrder1(first, from);
  if (length < 0 || input[cellEnd] !== DELIMITER) return -1;
  length = appendMembersInOrder2(cellEnd + 1, length);
  return length >= 0 && finish(start, cellEnd) ? close(length) : -1;
}

/** Copies kind, till, receipt, line, soldOn of a record whose cells were found. */
function appendIndexedMembers1(from: number): number {
  let length = from;
  let end = 0;
  // {"kind":
  outputView.setInt32(length, 0x696b227b, true);
  outputView.setInt32(length + 4, 0x3a22646e, true);
  length += 8;
  end = copyKind(starts[columns[0] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"till":
  outputView.setInt32(length, 0x6974222c, true);
  outputView.setInt32(length + 4, 0x3a226c6c, true);
  length += 8;
  tillKey.from = length;
  end = copyTill(starts[columns[1] as number] as number, length);
  if (end < 0) end = copyTillCarefully(starts[columns[1] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  tillKey.to = length;
  // ,"receipt":
  outputView.setInt32(length, 0x6572222c, true);
  outputView.setInt32(length + 4, 0x70696563, true);
  outputView.setInt32(length + 8, 0x003a2274, true);
  length += 11;
  receiptKey.from = length;
  end = copyReceipt(starts[columns[2] as number] as number, length);
  if (end < 0) end = copyReceiptCarefully(starts[columns[2] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  receiptKey.to = length;
  // ,"line":
  outputView.setInt32(length, 0x696c222c, true);
  outputView.setInt32(length + 4, 0x3a22656e, true);
  length += 8;
  lineKey.from = length;
  end = copyLine(starts[columns[3] as number] as number, length);
  if (end < 0) end = copyLineCarefully(starts[columns[3] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  lineKey.to = length;
  // ,"soldOn":
  outputView.setInt32(length, 0x6f73222c, true);
  outputView.setInt32(length + 4, 0x6e4f646c, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copySoldOn(starts[columns[4] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** Copies ean, article, quantity, amount, cashier of a record whose cells were found. */
function appendIndexedMembers2(from: number): number {
  let length = from;
  let end = 0;
  // ,"ean":
  outputView.setInt32(length, 0x6165222c, true);
  outputView.setInt32(length + 4, 0x003a226e, true);
  length += 7;
  end = copyEan(starts[columns[5] as number] as number, length);
  if (end < 0) end = copyEanCarefully(starts[columns[5] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"article":
  outputView.setInt32(length, 0x7261222c, true);
  outputView.setInt32(length + 4, 0x6c636974, true);
  outputView.setInt32(length + 8, 0x003a2265, true);
  length += 11;
  end = copyArticle(starts[columns[6] as number] as number, length);
  if (end < 0) end = copyArticleCarefully(starts[columns[6] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"quantity":
  outputView.setInt32(length, 0x7571222c, true);
  outputView.setInt32(length + 4, 0x69746e61, true);
  outputView.setInt32(length + 8, 0x3a227974, true);
  length += 12;
  end = copyQuantity(starts[columns[7] as number] as number, length);
  if (end < 0) end = copyQuantityCarefully(starts[columns[7] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"amount":
  outputView.setInt32(length, 0x6d61222c, true);
  outputView.setInt32(length + 4, 0x746e756f, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyAmount(starts[columns[8] as number] as number, length);
  if (end < 0) end = copyAmountCarefully(starts[columns[8] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"cashier":
  outputView.setInt32(length, 0x6163222c, true);
  outputView.setInt32(length + 4, 0x65696873, true);
  outputView.setInt32(length + 8, 0x003a2272, true);
  length += 11;
  end = copyCashier(starts[columns[9] as number] as number, length);
  if (end < 0) end = copyCashierCarefully(starts[columns[9] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** Copies a record with columns in any order: finds its cells first. */
function appendIndexedRecord(start: number, from: number): number {
  if (!cells.index(input, start, starts, width)) return -1;
  if (recordType >= width || findTypeEnd(input, starts[recordType] as number) < 0) return -1;
  let length = appendIndexedMembers1(from);
  if (length >= 0) length = appendIndexedMembers2(length);
  return length >= 0 && finish(start, starts[width] as number) ? close(length) : -1;
}

/** Moves `next` after the line end at an offset. Returns false if there is none, or the record is too long. */
function finish(start: number, at: number): boolean {
  const byte = input[at];
  if ((byte !== LF && byte !== CR) || at - start > maxRecordBytes) return false;
  next = byte === CR && input[at + 1] === LF ? at + 2 : at + 1;
  return true;
}

/** Closes the JSON object. */
function close(length: number): number {
  output[length] = CLOSING_BRACE;
  return length + 1;
}

/** Returns whether a line is no record, and skips it. */
function skipOther(start: number): boolean {
  if (recordType >= width) return false;
  const typeAt = recordType === 0 ? start : cells.find(input, start, recordType);
  if (typeAt < 0 || findTypeEnd(input, typeAt) >= 0) return false;
  const type = input[typeAt] as number;
  if (type <= SPACE || type > MAX_ASCII) return false;
  return finish(start, cells.findLineEnd(input, start));
}

/** The positions of the key's values in the output. */
const tillKey = { from: 0, to: 0 };
const receiptKey = { from: 0, to: 0 };
const lineKey = { from: 0, to: 0 };

/** Creates the fast reader of receipts. */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { minRecordLimit: 0, begin, read, next: () => next, skipOther, writeKey };

  function begin(to: RecordReport, piece: FastChunk): boolean {
    report = to;
    maxRecordBytes = piece.maxRecordBytes;
    // The record source of CSV files provides this layout.
    if (piece.layout !== header) useHeader(piece.layout as Header);
    return width > 1;
  }

  function read(at: number, length: number): number {
    return isInOrder ? appendRecordInOrder(at, length) : appendIndexedRecord(at, length);
  }

  function writeKey(keys: Uint8Array, length: number): number {
    return writeKeyTexts(output, [tillKey, receiptKey, lineKey], keys, length);
  }
}
