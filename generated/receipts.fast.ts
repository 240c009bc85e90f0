// Compiled by Specmill from a spec: change the spec, not this file.
import {
  CellReader,
  POWERS_OF_TEN,
  countUtf8CodePoints,
  createByteMatcher,
  fastBuffers,
  hasBytesAt,
  hasNonSpaceBlankAtEdge,
  insertDecimalPoint,
  skipLeadingZeros,
  toJsonBytes,
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

/** What is read, and what that writes: always the same bytes, so that V8 compiles in where they are. */
const input = fastBuffers.input;
const output = fastBuffers.output;
const outputView = fastBuffers.outputView;
const cells = new CellReader('|', '', '');
/** What each byte is in a cell: 0 stands in JSON as it is, 2 ends the cell. */
const BARE = cells.bare;
/** Of the piece that is being read. */
let report: RecordReport;
let maxRecordBytes = 0;
/** Where the record behind the one that was read begins. */
let next = 0;

/** The careful readers of the fields, for cells that are odd or not clean. */
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

/** Copies what is ASCII and stands in JSON as it is, up to three bytes too many; gives where something else stands. */
function copyPlain(from: number, to: number): number {
  const shift = to - from;
  for (let at = from; ; at += 4) {
    const four = inputView.getInt32(at, true);
    outputView.setInt32(at + shift, four, true);
    // The highest bit of a byte is set in the first one that is such a character, below a blank, or not ASCII.
    const marks =
      (
        ((four ^ 0x22222222) - 0x01010101) |
        ((four ^ 0x5c5c5c5c) - 0x01010101) |
        ((four ^ 0x7c7c7c7c) - 0x01010101) |
        (four - 0x20202020) |
        four
      ) &
      0x80808080;
    if (marks !== 0) return at + ((31 - Math.clz32(marks & -marks)) >> 3);
  }
}

/** kind: STRING; ^L$ replaced by "sale", then ^R$ replaced by "return"; required. */
function readKind(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readKind(text, report)));
}

/** T[0-9]{3} */
const tillShapePattern = createByteMatcher('1c-9/2c', ',2:2;,1:3;,1:4;,1:5;!');
const tillShapePatternClasses = tillShapePattern.classes;
const tillShapePatternRows = tillShapePattern.rows;
const tillShapePatternEnds = tillShapePattern.ends;

/** till: STRING; required, matching T[0-9]{3}. */
function readTill(at: number, length: number): number {
  let row = 3;
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    row = tillShapePatternRows[row + (tillShapePatternClasses[byte] as number)] as number;
    byte = input[++place] as number;
  }
  let points = place - from;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) {
    points = countUtf8CodePoints(input, from, from + points);
    if (points < 0) return -1;
    row = tillShapePattern.run(input, from, from + end - length - 1);
  }
  if (points === 0) return -1;
  if (tillShapePatternEnds[row] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** till, where its bytes are not of the usual form, or not clean. */
function readTillCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readTill(text, report)));
}

/** receipt: INTEGER; required. */
function readReceipt(at: number, length: number): number {
  let place = at;
  let byte = input[place] as number;
  while (byte === 32) byte = input[++place] as number;
  let end = length;
  const isNegative = byte === 45;
  if (isNegative) {
    output[end++] = 45;
    byte = input[++place] as number;
  }
  if (byte === 48) byte = input[(place = skipLeadingZeros(input, place))] as number;
  const first = place;
  while ((byte ^ 48) <= 9) {
    output[end++] = byte;
    byte = input[++place] as number;
  }
  const digits = place - first;
  while (byte === 32) byte = input[++place] as number;
  if (digits === 0 || BARE[byte] !== 2) return -1;
  return end;
}

/** receipt, where its bytes are not of the usual form, or not clean. */
function readReceiptCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonNumber(careful.readReceipt(text, report)));
}

/** line: INTEGER; required, at least 1, at most 999. */
function readLine(at: number, length: number): number {
  let place = at;
  let byte = input[place] as number;
  while (byte === 32) byte = input[++place] as number;
  let end = length;
  const isNegative = byte === 45;
  if (isNegative) {
    output[end++] = 45;
    byte = input[++place] as number;
  }
  if (byte === 48) byte = input[(place = skipLeadingZeros(input, place))] as number;
  const first = place;
  let value = 0;
  while ((byte ^ 48) <= 9) {
    output[end++] = byte;
    value = value * 10 + (byte ^ 48);
    byte = input[++place] as number;
  }
  const digits = place - first;
  while (byte === 32) byte = input[++place] as number;
  if (digits === 0 || digits > 15 || BARE[byte] !== 2) return -1;
  if (isNegative) value = -value;
  if (value < 1) return -1; // 1
  if (value > 999) return -1; // 999
  return end;
}

/** line, where its bytes are not of the usual form, or not clean. */
function readLineCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonNumber(careful.readLine(text, report)));
}

/** soldOn: DATE; converted from yyyyMMddHHmmss to yyyy-MM-dd; required, from 2015-01-01 to today. */
function readSoldOn(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readSoldOn(text, report)));
}

/** [0-9]{13} */
const eanShapePattern = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;,1:a;,1:b;,1:c;,1:d;,1:e;!');
const eanShapePatternClasses = eanShapePattern.classes;
const eanShapePatternRows = eanShapePattern.rows;
const eanShapePatternEnds = eanShapePattern.ends;

/** ean: STRING; matching [0-9]{13}. */
function readEan(at: number, length: number): number {
  let row = 2;
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    row = eanShapePatternRows[row + (eanShapePatternClasses[byte] as number)] as number;
    byte = input[++place] as number;
  }
  let points = place - from;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) {
    points = countUtf8CodePoints(input, from, from + points);
    if (points < 0) return -1;
    row = eanShapePattern.run(input, from, from + end - length - 1);
  }
  if (points === 0) return writeNull(output, length);
  if (eanShapePatternEnds[row] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** ean, where its bytes are not of the usual form, or not clean. */
function readEanCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readEan(text, report)));
}

/** article: STRING; trimmed; required, at most 40 characters. */
function readArticle(at: number, length: number): number {
  let from = at;
  let byte = input[from] as number;
  while (byte === 32) byte = input[++from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  place = copyPlain(from, end);
  end += place - from;
  byte = input[place] as number;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++place] as number;
  }
  output[length] = 34;
  while (output[end - 1] === 32) end--;
  let points = end - length - 1;
  let isTrimmed = place - at > points;
  if (BARE[byte] !== 2) {
    end = cells.copyTrimmed(input, at, output, length);
    if (end < 0) return -1;
    points = cells.codePoints;
    isTrimmed = cells.isTrimmed;
  } else if (seen > 127) {
    if (hasNonSpaceBlankAtEdge(input, from, from + points)) return -1;
    points = countUtf8CodePoints(input, from, from + points);
    if (points < 0) return -1;
  }
  if (isTrimmed) report.corrected = true;
  if (points === 0) return -1;
  if (points > 40) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** article, where its bytes are not of the usual form, or not clean. */
function readArticleCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readArticle(text, report)));
}

/** quantity: DECIMAL; "1" if null; at most 500. */
function readQuantity(at: number, length: number): number {
  let place = at;
  let byte = input[place] as number;
  while (byte === 32) byte = input[++place] as number;
  let end = length;
  const isNegative = byte === 45;
  if (isNegative) {
    output[end++] = 45;
    byte = input[++place] as number;
  }
  if (byte === 48) byte = input[(place = skipLeadingZeros(input, place))] as number;
  const first = place;
  let value = 0;
  while ((byte ^ 48) <= 9) {
    output[end++] = byte;
    value = value * 10 + (byte ^ 48);
    byte = input[++place] as number;
  }
  const digits = place - first;
  let decimals = 0;
  if (byte === 46) {
    output[end++] = 46;
    byte = input[++place] as number;
    const fraction = place;
    while ((byte ^ 48) <= 9) {
      output[end++] = byte;
      value = value * 10 + (byte ^ 48);
      byte = input[++place] as number;
    }
    decimals = place - fraction;
    if (decimals === 0) return -1;
  }
  while (byte === 32) byte = input[++place] as number;
  if (digits === 0 || digits > 11 || decimals > 4 || BARE[byte] !== 2) return -1;
  value *= (isNegative ? -1 : 1) * (POWERS_OF_TEN[4 - decimals] as number);
  if (value > 5000000) return -1; // 500
  return end;
}

/** quantity, where its bytes are not of the usual form, or not clean. */
function readQuantityCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonNumber(careful.readQuantity(text, report)));
}

/** amount: DECIMAL with digits only, the last 2 are decimals; required, at most 5000.00. */
function readAmount(at: number, length: number): number {
  let place = at;
  let byte = input[place] as number;
  while (byte === 32) byte = input[++place] as number;
  let end = length;
  const isNegative = byte === 45;
  if (isNegative) {
    output[end++] = 45;
    byte = input[++place] as number;
  }
  if (byte === 48) byte = input[(place = skipLeadingZeros(input, place))] as number;
  const first = place;
  let value = 0;
  while ((byte ^ 48) <= 9) {
    output[end++] = byte;
    value = value * 10 + (byte ^ 48);
    byte = input[++place] as number;
  }
  const digits = place - first;
  while (byte === 32) byte = input[++place] as number;
  if (digits === 0 || digits > 15 || BARE[byte] !== 2) return -1;
  if (isNegative) value = -value;
  if (value > 500000) return -1; // 5000.00
  end = insertDecimalPoint(output, end - digits, end, 2);
  return end;
}

/** amount, where its bytes are not of the usual form, or not clean. */
function readAmountCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonNumber(careful.readAmount(text, report)));
}

/** cashier: STRING, sensitive. */
function readCashier(at: number, length: number): number {
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  place = copyPlain(from, end);
  end += place - from;
  byte = input[place] as number;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++place] as number;
  }
  let points = place - from;
  if (BARE[byte] !== 2) {
    end = cells.copy(input, at, output, length);
    if (end < 0) return -1;
    points = cells.codePoints;
  } else if (seen > 127) {
    points = countUtf8CodePoints(input, from, from + points);
    if (points < 0) return -1;
  }
  if (points === 0) return writeNull(output, length);
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** cashier, where its bytes are not of the usual form, or not clean. */
function readCashierCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readCashier(text, report)));
}

/** What stands in the cell that tells records. */
const recordTypes = [toJsonBytes('L'), toJsonBytes('R')];
let recordType = 0;

/** Whether the line whose cells were found is a record. */
function isRecord(): boolean {
  if (recordType >= width) return false;
  const at = starts[recordType] as number;
  return recordTypes.some((type) => hasBytesAt(input, at, type) && BARE[input[at + type.length] as number] === 2);
}

/** Where each field's cell stands; a column that the file has not stands behind its last one. */
let places = new Int32Array(10);
/** Where the cells of a record begin. */
let starts = new Int32Array(0);
let header: Header | null = null;
let width = 0;

/** Learns where the fields stand. */
function useHeader(layout: Header): void {
  const { at } = layout;
  header = layout;
  width = layout.width;
  starts = new Int32Array(width + 1);
  recordType = layout.recordType;
  places[0] = Math.min(at.kind ?? width, width);
  places[1] = Math.min(at.till ?? width, width);
  places[2] = Math.min(at.receipt ?? width, width);
  places[3] = Math.min(at.line ?? width, width);
  places[4] = Math.min(at.soldOn ?? width, width);
  places[5] = Math.min(at.ean ?? width, width);
  places[6] = Math.min(at.article ?? width, width);
  places[7] = Math.min(at.quantity ?? width, width);
  places[8] = Math.min(at.amount ?? width, width);
  places[9] = Math.min(at.cashier ?? width, width);
}

/** kind, till, receipt, line, soldOn, where they were found. */
function membersIndexed1(from: number): number {
  let length = from;
  let end = 0;
  // {"kind":
  outputView.setInt32(length, 0x696b227b, true);
  outputView.setInt32(length + 4, 0x3a22646e, true);
  length += 8;
  end = readKind(starts[places[0] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"till":
  outputView.setInt32(length, 0x6974222c, true);
  outputView.setInt32(length + 4, 0x3a226c6c, true);
  length += 8;
  tillKey.from = length;
  end = readTill(starts[places[1] as number] as number, length);
  if (end < 0) end = readTillCarefully(starts[places[1] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  tillKey.to = length;
  // ,"receipt":
  outputView.setInt32(length, 0x6572222c, true);
  outputView.setInt32(length + 4, 0x70696563, true);
  outputView.setInt32(length + 8, 0x003a2274, true);
  length += 11;
  receiptKey.from = length;
  end = readReceipt(starts[places[2] as number] as number, length);
  if (end < 0) end = readReceiptCarefully(starts[places[2] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  receiptKey.to = length;
  // ,"line":
  outputView.setInt32(length, 0x696c222c, true);
  outputView.setInt32(length + 4, 0x3a22656e, true);
  length += 8;
  lineKey.from = length;
  end = readLine(starts[places[3] as number] as number, length);
  if (end < 0) end = readLineCarefully(starts[places[3] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  lineKey.to = length;
  // ,"soldOn":
  outputView.setInt32(length, 0x6f73222c, true);
  outputView.setInt32(length + 4, 0x6e4f646c, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = readSoldOn(starts[places[4] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** ean, article, quantity, amount, cashier, where they were found. */
function membersIndexed2(from: number): number {
  let length = from;
  let end = 0;
  // ,"ean":
  outputView.setInt32(length, 0x6165222c, true);
  outputView.setInt32(length + 4, 0x003a226e, true);
  length += 7;
  end = readEan(starts[places[5] as number] as number, length);
  if (end < 0) end = readEanCarefully(starts[places[5] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"article":
  outputView.setInt32(length, 0x7261222c, true);
  outputView.setInt32(length + 4, 0x6c636974, true);
  outputView.setInt32(length + 8, 0x003a2265, true);
  length += 11;
  end = readArticle(starts[places[6] as number] as number, length);
  if (end < 0) end = readArticleCarefully(starts[places[6] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"quantity":
  outputView.setInt32(length, 0x7571222c, true);
  outputView.setInt32(length + 4, 0x69746e61, true);
  outputView.setInt32(length + 8, 0x3a227974, true);
  length += 12;
  end = readQuantity(starts[places[7] as number] as number, length);
  if (end < 0) end = readQuantityCarefully(starts[places[7] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"amount":
  outputView.setInt32(length, 0x6d61222c, true);
  outputView.setInt32(length + 4, 0x746e756f, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = readAmount(starts[places[8] as number] as number, length);
  if (end < 0) end = readAmountCarefully(starts[places[8] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"cashier":
  outputView.setInt32(length, 0x6163222c, true);
  outputView.setInt32(length + 4, 0x65696873, true);
  outputView.setInt32(length + 8, 0x003a2272, true);
  length += 11;
  end = readCashier(starts[places[9] as number] as number, length);
  if (end < 0) end = readCashierCarefully(starts[places[9] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** A record whose cells stand in any order: they are found first. */
function recordIndexed(start: number, from: number): number {
  if (!cells.index(input, start, starts, width)) return -1;
  if (!isRecord()) return -1;
  let length = membersIndexed1(from);
  if (length >= 0) length = membersIndexed2(length);
  return length >= 0 && finish(start, starts[width] as number) ? close(length) : -1;
}

/** Goes behind the line end at `at`; false where none stands there, or the record is too long. */
function finish(start: number, at: number): boolean {
  const byte = input[at];
  if ((byte !== 0x0a && byte !== 0x0d) || at - start > maxRecordBytes) return false;
  next = byte === 0x0d && input[at + 1] === 0x0a ? at + 2 : at + 1;
  return true;
}

/** Closes the JSON. */
function close(length: number): number {
  output[length] = 0x7d;
  return length + 1;
}

/** Where the values of the key stand in the output. */
const tillKey = { from: 0, to: 0 };
const receiptKey = { from: 0, to: 0 };
const lineKey = { from: 0, to: 0 };

/**
 * The second reading of a record of receipts: from bytes to JSON; issues are told by the careful readers of the fields.
 */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { minRecordLimit: 0, begin, read, next: () => next, writeKey };

  function begin(to: RecordReport, piece: FastChunk): boolean {
    report = to;
    maxRecordBytes = piece.maxRecordBytes;
    // The layout is what the source of such files gives.
    if (piece.layout !== header) useHeader(piece.layout as Header);
    return width > 1;
  }

  function read(at: number, length: number): number {
    return recordIndexed(at, length);
  }

  function writeKey(keys: Uint8Array, length: number): number {
    return writeKeyTexts(output, [tillKey, receiptKey, lineKey], keys, length);
  }
}
