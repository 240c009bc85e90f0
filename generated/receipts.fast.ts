// Compiled by Specmill from a spec: change the spec, not this file.
import {
  CsvCells,
  POWERS_OF_TEN,
  behindZeros,
  codePointsOf,
  createByteMatcher,
  hasOtherBlank,
  jsonBytes,
  jsonDigits,
  jsonText,
  putPoint,
  standsAt,
  writeKeyTexts,
  writeNull,
  writeText,
  type FastReader,
  type FastStretch,
  type Header,
  type RecordReport,
} from 'specmill/kernel';

const cells = new CsvCells('|', '', '');
/** What each byte is in a cell: 0 stands in JSON as it is, 2 ends the cell. */
const BARE = cells.bare;
/** Of the stretch that is being read. */
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

/** kind: STRING; ^L$ replaced by "sale", then ^R$ replaced by "return"; required. */
function readKind(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readKind(text, report)));
}

/** T[0-9]{3} */
const tillShapePattern = createByteMatcher('1c-9/2c', ',2:2;,1:3;,1:4;,1:5;!');

/** till: STRING; required, matching T[0-9]{3}. */
function readTill(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const { classes, rows, ends } = tillShapePattern;
  let row = 3;
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    row = rows[row + (classes[byte] as number)] as number;
    byte = input[++place] as number;
  }
  let points = place - from;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) {
    points = codePointsOf(input, from, from + points);
    if (points < 0) return -1;
    row = tillShapePattern.run(input, from, from + end - length - 1);
  }
  if (points === 0) return -1;
  if (ends[row] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** till, where its bytes are not of the usual form, or not clean. */
function readTillCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readTill(text, report)));
}

/** receipt: INTEGER; required. */
function readReceipt(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  let place = at;
  let byte = input[place] as number;
  while (byte === 32) byte = input[++place] as number;
  let end = length;
  const isNegative = byte === 45;
  if (isNegative) {
    output[end++] = 45;
    byte = input[++place] as number;
  }
  if (byte === 48) byte = input[(place = behindZeros(input, place))] as number;
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
function readReceiptCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonDigits(careful.readReceipt(text, report)));
}

/** line: INTEGER; required, at least 1, at most 999. */
function readLine(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  let place = at;
  let byte = input[place] as number;
  while (byte === 32) byte = input[++place] as number;
  let end = length;
  const isNegative = byte === 45;
  if (isNegative) {
    output[end++] = 45;
    byte = input[++place] as number;
  }
  if (byte === 48) byte = input[(place = behindZeros(input, place))] as number;
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
function readLineCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonDigits(careful.readLine(text, report)));
}

/** soldOn: DATE; yyyyMMddHHmmss turned into yyyy-MM-dd; required, from 2015-01-01 to today. */
function readSoldOn(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readSoldOn(text, report)));
}

/** [0-9]{13} */
const eanShapePattern = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;,1:a;,1:b;,1:c;,1:d;,1:e;!');

/** ean: STRING; matching [0-9]{13}. */
function readEan(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const { classes, rows, ends } = eanShapePattern;
  let row = 2;
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  while (BARE[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    row = rows[row + (classes[byte] as number)] as number;
    byte = input[++place] as number;
  }
  let points = place - from;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) {
    points = codePointsOf(input, from, from + points);
    if (points < 0) return -1;
    row = eanShapePattern.run(input, from, from + end - length - 1);
  }
  if (points === 0) return writeNull(output, length);
  if (ends[row] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** ean, where its bytes are not of the usual form, or not clean. */
function readEanCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readEan(text, report)));
}

/** article: STRING; trimmed; required, at most 40 characters. */
function readArticle(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  let from = at;
  let byte = input[from] as number;
  while (byte === 32) byte = input[++from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
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
    if (hasOtherBlank(input, from, from + points)) return -1;
    points = codePointsOf(input, from, from + points);
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
function readArticleCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readArticle(text, report)));
}

/** quantity: DECIMAL; "1" where null; at most 500. */
function readQuantity(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  let place = at;
  let byte = input[place] as number;
  while (byte === 32) byte = input[++place] as number;
  let end = length;
  const isNegative = byte === 45;
  if (isNegative) {
    output[end++] = 45;
    byte = input[++place] as number;
  }
  if (byte === 48) byte = input[(place = behindZeros(input, place))] as number;
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
function readQuantityCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonDigits(careful.readQuantity(text, report)));
}

/** amount: DECIMAL of digits, of which the last 2 are decimals; required, at most 5000.00. */
function readAmount(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  let place = at;
  let byte = input[place] as number;
  while (byte === 32) byte = input[++place] as number;
  let end = length;
  const isNegative = byte === 45;
  if (isNegative) {
    output[end++] = 45;
    byte = input[++place] as number;
  }
  if (byte === 48) byte = input[(place = behindZeros(input, place))] as number;
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
  end = putPoint(output, end - digits, end, 2);
  return end;
}

/** amount, where its bytes are not of the usual form, or not clean. */
function readAmountCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonDigits(careful.readAmount(text, report)));
}

/** cashier: STRING, sensitive. */
function readCashier(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const from = at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
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
    points = codePointsOf(input, from, from + points);
    if (points < 0) return -1;
  }
  if (points === 0) return writeNull(output, length);
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** cashier, where its bytes are not of the usual form, or not clean. */
function readCashierCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readCashier(text, report)));
}

/** What stands in the cell that tells records. */
const recordTypes = [jsonBytes('L'), jsonBytes('R')];
let recordType = 0;

/** Whether the line whose cells were found is a record. */
function isRecord(input: Uint8Array): boolean {
  if (recordType >= width) return false;
  const at = starts[recordType] as number;
  return recordTypes.some((type) => standsAt(input, at, type) && BARE[input[at + type.length] as number] === 2);
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
function membersIndexed1(input: Uint8Array, output: Uint8Array, from: number): number {
  let length = from;
  let end = 0;
  // {"kind":
  output[length + 0] = 123; output[length + 1] = 34; output[length + 2] = 107; output[length + 3] = 105; output[length + 4] = 110; output[length + 5] = 100; output[length + 6] = 34; output[length + 7] = 58;
  length += 8;
  end = readKind(input, starts[places[0] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"till":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 116; output[length + 3] = 105; output[length + 4] = 108; output[length + 5] = 108; output[length + 6] = 34; output[length + 7] = 58;
  length += 8;
  tillKey.from = length;
  end = readTill(input, starts[places[1] as number] as number, output, length);
  if (end < 0) end = readTillCarefully(input, starts[places[1] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  tillKey.to = length;
  // ,"receipt":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 114; output[length + 3] = 101; output[length + 4] = 99; output[length + 5] = 101; output[length + 6] = 105; output[length + 7] = 112;
  output[length + 8] = 116; output[length + 9] = 34; output[length + 10] = 58;
  length += 11;
  receiptKey.from = length;
  end = readReceipt(input, starts[places[2] as number] as number, output, length);
  if (end < 0) end = readReceiptCarefully(input, starts[places[2] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  receiptKey.to = length;
  // ,"line":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 108; output[length + 3] = 105; output[length + 4] = 110; output[length + 5] = 101; output[length + 6] = 34; output[length + 7] = 58;
  length += 8;
  lineKey.from = length;
  end = readLine(input, starts[places[3] as number] as number, output, length);
  if (end < 0) end = readLineCarefully(input, starts[places[3] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  lineKey.to = length;
  // ,"soldOn":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 115; output[length + 3] = 111; output[length + 4] = 108; output[length + 5] = 100; output[length + 6] = 79; output[length + 7] = 110;
  output[length + 8] = 34; output[length + 9] = 58;
  length += 10;
  end = readSoldOn(input, starts[places[4] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** ean, article, quantity, amount, cashier, where they were found. */
function membersIndexed2(input: Uint8Array, output: Uint8Array, from: number): number {
  let length = from;
  let end = 0;
  // ,"ean":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 101; output[length + 3] = 97; output[length + 4] = 110; output[length + 5] = 34; output[length + 6] = 58;
  length += 7;
  end = readEan(input, starts[places[5] as number] as number, output, length);
  if (end < 0) end = readEanCarefully(input, starts[places[5] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"article":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 97; output[length + 3] = 114; output[length + 4] = 116; output[length + 5] = 105; output[length + 6] = 99; output[length + 7] = 108;
  output[length + 8] = 101; output[length + 9] = 34; output[length + 10] = 58;
  length += 11;
  end = readArticle(input, starts[places[6] as number] as number, output, length);
  if (end < 0) end = readArticleCarefully(input, starts[places[6] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"quantity":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 113; output[length + 3] = 117; output[length + 4] = 97; output[length + 5] = 110; output[length + 6] = 116; output[length + 7] = 105;
  output[length + 8] = 116; output[length + 9] = 121; output[length + 10] = 34; output[length + 11] = 58;
  length += 12;
  end = readQuantity(input, starts[places[7] as number] as number, output, length);
  if (end < 0) end = readQuantityCarefully(input, starts[places[7] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"amount":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 97; output[length + 3] = 109; output[length + 4] = 111; output[length + 5] = 117; output[length + 6] = 110; output[length + 7] = 116;
  output[length + 8] = 34; output[length + 9] = 58;
  length += 10;
  end = readAmount(input, starts[places[8] as number] as number, output, length);
  if (end < 0) end = readAmountCarefully(input, starts[places[8] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"cashier":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 97; output[length + 4] = 115; output[length + 5] = 104; output[length + 6] = 105; output[length + 7] = 101;
  output[length + 8] = 114; output[length + 9] = 34; output[length + 10] = 58;
  length += 11;
  end = readCashier(input, starts[places[9] as number] as number, output, length);
  if (end < 0) end = readCashierCarefully(input, starts[places[9] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** A record whose cells stand in any order: they are found first. */
function recordIndexed(input: Uint8Array, start: number, output: Uint8Array, from: number): number {
  if (!cells.index(input, start, starts, width)) return -1;
  if (!isRecord(input)) return -1;
  let length = membersIndexed1(input, output, from);
  if (length >= 0) length = membersIndexed2(input, output, length);
  return length >= 0 && finish(input, start, starts[width] as number) ? close(output, length) : -1;
}

/** Goes behind the line end at `at`; false where none stands there, or the record is too long. */
function finish(input: Uint8Array, start: number, at: number): boolean {
  const byte = input[at];
  if ((byte !== 0x0a && byte !== 0x0d) || at - start > maxRecordBytes) return false;
  next = byte === 0x0d && input[at + 1] === 0x0a ? at + 2 : at + 1;
  return true;
}

/** Closes the JSON. */
function close(output: Uint8Array, length: number): number {
  output[length] = 0x7d;
  return length + 1;
}

/** Where the values of the key stand in the output. */
const tillKey = { from: 0, to: 0 };
const receiptKey = { from: 0, to: 0 };
const lineKey = { from: 0, to: 0 };

/** The second reading of a record of receipts: from bytes to JSON; issues are told by the careful readers of the fields. */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { leastRecordBytes: 0, begin, read, next: () => next, writeKey };

  function begin(to: RecordReport, stretch: FastStretch): boolean {
    report = to;
    maxRecordBytes = stretch.maxRecordBytes;
    // The layout is what the source of such files gives.
    if (stretch.layout !== header) useHeader(stretch.layout as Header);
    return width > 1;
  }

  function read(input: Uint8Array, at: number, output: Uint8Array, length: number): number {

    return recordIndexed(input, at, output, length);
  }

  function writeKey(output: Uint8Array, keys: Uint8Array, length: number): number {
    return writeKeyTexts(output, [tillKey, receiptKey, lineKey], keys, length);
  }
}
