// Compiled by Specmill from a spec: change the spec, not this file.
import {
  CellReader,
  POWERS_OF_TEN,
  addYears,
  countUtf8CodePoints,
  createByteMatcher,
  fastBuffers,
  hasNonSpaceBlankAtEdge,
  insertDecimalPoint,
  isValidDate,
  padLeftBytes,
  parseFourDigitBytes,
  parseTwoDigitBytes,
  skipLeadingZeros,
  toDateNumber,
  toJsonBoolean,
  toJsonNumber,
  toJsonString,
  toUpperAscii,
  writeFalse,
  writeJson,
  writeKeyText,
  writeNull,
  writeTrue,
  type FastChunk,
  type FastReader,
  type Header,
  type RecordReport,
} from 'specmill/kernel';

/** What is read, and what that writes: always the same bytes, so that V8 compiles in where they are. */
const input = fastBuffers.input;
const output = fastBuffers.output;
const outputView = fastBuffers.outputView;
const cells = new CellReader('\t', '"', '\\');
/** What each byte is in a cell: 0 stands in JSON as it is, 2 ends the cell. */
const BARE = cells.bare;
const QUOTED = cells.quoted;
/** Where the cell ended that was read last. */
let cellEnd = 0;
/** Of the piece that is being read. */
let report: RecordReport;
let maxRecordBytes = 0;
/** Where the record behind the one that was read begins. */
let next = 0;

/** The careful readers of the fields, for cells that are odd or not clean. */
export interface CarefulReaders {
  readArticleNumber(cell: string | undefined, record: RecordReport): string | null;
  readEan(cell: string | undefined, record: RecordReport): string | null;
  readName(cell: string | undefined, record: RecordReport): string | null;
  readBrand(cell: string | undefined, record: RecordReport): string | null;
  readCategory(cell: string | undefined, record: RecordReport): string | null;
  readPrice(cell: string | undefined, record: RecordReport): string | null;
  readVatRate(cell: string | undefined, record: RecordReport): string | null;
  readDeposit(cell: string | undefined, record: RecordReport): string | null;
  readStock(cell: string | undefined, record: RecordReport): string | null;
  readCustomsTariff(cell: string | undefined, record: RecordReport): string | null;
  readOrigin(cell: string | undefined, record: RecordReport): string | null;
  readListedOn(cell: string | undefined, record: RecordReport): string | null;
  readBestBefore(cell: string | undefined, record: RecordReport): string | null;
  readAvailable(cell: string | undefined, record: RecordReport): boolean | null;
}
let careful: CarefulReaders;

const inputView = fastBuffers.inputView;

/**
 * Copies what is ASCII and stands in JSON as it is, up to three bytes too many; gives where something else stands, or
 * what ends the text.
 */
function copyPlain(from: number, to: number, ending: number): number {
  const shift = to - from;
  for (let at = from; ; at += 4) {
    const four = inputView.getInt32(at, true);
    outputView.setInt32(at + shift, four, true);
    // The highest bit of a byte is set in the first one that is such a character, below a blank, or not ASCII.
    const marks =
      (
        ((four ^ ending) - 0x01010101) |
        ((four ^ 0x22222222) - 0x01010101) |
        ((four ^ 0x5c5c5c5c) - 0x01010101) |
        (four - 0x20202020) |
        four
      ) &
      0x80808080;
    if (marks !== 0) return at + ((31 - Math.clz32(marks & -marks)) >> 3);
  }
}

/** Whether one of \N stands there. */
function isNull(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 3: return bytes[from] === 92 && bytes[from + 1] === 92 && bytes[from + 2] === 78;
    default: return false;
  }
}

/** [0-9]{8} */
const articleNumberArticleShapePattern = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!');
const articleNumberArticleShapePatternEnds = articleNumberArticleShapePattern.ends;

/** articleNumber: STRING; trimmed, then padded on the left with "0" to 8 characters; required, matching [0-9]{8}. */
function readArticleNumber(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  const kinds = isQuoted ? QUOTED : BARE;
  const open = isQuoted ? at + 1 : at;
  let from = open;
  let byte = input[from] as number;
  while (byte === 32) byte = input[++from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  place = copyPlain(from, end, isQuoted ? 0x22222222 : 0x09090909);
  end += place - from;
  byte = input[place] as number;
  while (kinds[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++place] as number;
  }
  output[length] = 34;
  while (output[end - 1] === 32) end--;
  let points = end - length - 1;
  let isTrimmed = place - open > points;
  if (isQuoted) byte = byte === 34 ? (input[++place] as number) : 34;
  cellEnd = place;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) {
    if (hasNonSpaceBlankAtEdge(input, from, from + points)) return -1;
    points = countUtf8CodePoints(input, from, from + points);
    if (points < 0) return -1;
  }
  if (isTrimmed && (points === 0 || isNull(output, length + 1, end))) return -1;
  if (isTrimmed) report.corrected = true;
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (points < 8) {
    end = padLeftBytes(output, { from: length + 1, to: end }, 8 - points, 48);
    points = 8;
    report.corrected = true;
  }
  if (isNull(output, length + 1, end)) return -1;
  if (articleNumberArticleShapePatternEnds[articleNumberArticleShapePattern.run(output, length + 1, end)] !== 1)
    return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** articleNumber, where its bytes are not of the usual form, or not clean. */
function readArticleNumberCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readArticleNumber(text, report)));
}

/** ean: STRING; [ -]+ replaced by ""; matching [0-9]{8}|[0-9]{13}. */
function readEan(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readEan(text, report)));
}

/**
 * name: STRING; trimmed, then \s+ replaced by " ", then ([0-9])(kg|g|ml|l)$ replaced by "$1 $2"; required, at least 3
 * characters, at most 60 characters.
 */
function readName(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readName(text, report)));
}

/** brand: STRING; converted to upper case. */
function readBrand(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  place = copyPlain(from, end, isQuoted ? 0x22222222 : 0x09090909);
  end += place - from;
  byte = input[place] as number;
  while (kinds[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++place] as number;
  }
  let points = place - from;
  if (isQuoted) byte = byte === 34 ? (input[++place] as number) : 34;
  cellEnd = place;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) return -1;
  if (points === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  if (toUpperAscii(output, length + 1, end)) report.corrected = true;
  if (isNull(output, length + 1, end)) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** brand, where its bytes are not of the usual form, or not clean. */
function readBrandCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readBrand(text, report)));
}

/**
 * category: STRING; converted to lower case, then trimmed; required, one of bakery, beverages, dairy & eggs, frozen
 * food, fruit, vegetables, household, sweets, textiles.
 */
function readCategory(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCategory(text, report)));
}

/** price: DECIMAL with decimal separator "," and group separator "."; required, at least 0.01, at most 2500. */
function readPrice(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  let place = isQuoted ? at + 1 : at;
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
  if (byte === 44) {
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
  if (isQuoted) byte = byte === 34 ? (input[++place] as number) : 34;
  if (digits === 0 || digits > 11 || decimals > 4 || BARE[byte] !== 2) return -1;
  cellEnd = place;
  value *= (isNegative ? -1 : 1) * (POWERS_OF_TEN[4 - decimals] as number);
  if (value < 100) return -1; // 0.01
  if (value > 25000000) return -1; // 2500
  return end;
}

/** price, where its bytes are not of the usual form, or not clean. */
function readPriceCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readPrice(text, report)));
}

/** vatRate: DECIMAL with decimal separator ","; required, one of 0, 7, 19. */
function readVatRate(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  let place = isQuoted ? at + 1 : at;
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
  if (byte === 44) {
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
  if (isQuoted) byte = byte === 34 ? (input[++place] as number) : 34;
  if (digits === 0 || digits > 11 || decimals > 4 || BARE[byte] !== 2) return -1;
  cellEnd = place;
  value *= (isNegative ? -1 : 1) * (POWERS_OF_TEN[4 - decimals] as number);
  if (value !== 0 && value !== 70000 && value !== 190000) return -1;
  return end;
}

/** vatRate, where its bytes are not of the usual form, or not clean. */
function readVatRateCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readVatRate(text, report)));
}

/** deposit: DECIMAL with digits only, the last 2 are decimals; at most 5.00. */
function readDeposit(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  let place = isQuoted ? at + 1 : at;
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
  if (isQuoted) byte = byte === 34 ? (input[++place] as number) : 34;
  if (digits === 0 || digits > 15 || BARE[byte] !== 2) {
    if (BARE[input[at] as number] !== 2) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  cellEnd = place;
  if (isNegative) value = -value;
  if (value > 500) return -1; // 5.00
  end = insertDecimalPoint(output, end - digits, end, 2);
  return end;
}

/** deposit, where its bytes are not of the usual form, or not clean. */
function readDepositCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readDeposit(text, report)));
}

/** stock: INTEGER with group separator "."; at least 0. */
function readStock(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  let place = isQuoted ? at + 1 : at;
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
  if (isQuoted) byte = byte === 34 ? (input[++place] as number) : 34;
  if (digits === 0 || digits > 15 || BARE[byte] !== 2) {
    if (BARE[input[at] as number] !== 2) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  cellEnd = place;
  if (isNegative) value = -value;
  if (value < 0) return -1; // 0
  return end;
}

/** stock, where its bytes are not of the usual form, or not clean. */
function readStockCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readStock(text, report)));
}

/**
 * customsTariff: STRING; [ .]+ replaced by "", then padded on the right with "0" to 8 characters; matching [0-9]{8}.
 */
function readCustomsTariff(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCustomsTariff(text, report)));
}

/** origin: STRING; converted to upper case, then "DE" if null; at least 2 characters, at most 2 characters. */
function readOrigin(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  place = copyPlain(from, end, isQuoted ? 0x22222222 : 0x09090909);
  end += place - from;
  byte = input[place] as number;
  while (kinds[byte] === 0) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++place] as number;
  }
  let points = place - from;
  if (isQuoted) byte = byte === 34 ? (input[++place] as number) : 34;
  cellEnd = place;
  if (BARE[byte] !== 2) return -1;
  if (seen > 127) return -1;
  if (output[length + 1] === 32 || seen > 127) return -1;
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (toUpperAscii(output, length + 1, end)) report.corrected = true;
  if (isNull(output, length + 1, end)) return -1;
  if (points < 2) return -1;
  if (points > 2) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** origin, where its bytes are not of the usual form, or not clean. */
function readOriginCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readOrigin(text, report)));
}

/**
 * listedOn: DATE; converted from dd/MM/yyyy to yyyy-MM-dd, then converted from d MMM yy to yyyy-MM-dd; required, from
 * 1995-01-01 to today+90d.
 */
function readListedOn(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readListedOn(text, report)));
}

/** today+10y, as a number that orders like days. */
let bestBeforeRangeOperandTo = NaN;

/** bestBefore: DATE; converted from dd/MM/yyyy to yyyy-MM-dd; from 2015-01-01 to today+10y. */
function readBestBefore(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  let place = isQuoted ? at + 1 : at;
  let byte = input[place] as number;
  const from = place;
  const year = parseFourDigitBytes(input, from + 6);
  const month = parseTwoDigitBytes(input, from + 3);
  const day = parseTwoDigitBytes(input, from);
  byte = input[(place += 10)] as number;
  if (isQuoted) byte = byte === 34 ? (input[++place] as number) : 34;
  if (!isValidDate(year, month, day) || input[from + 2] !== 47 || input[from + 5] !== 47 || BARE[byte] !== 2) {
    if (BARE[input[at] as number] !== 2) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  cellEnd = place;
  const date = year * 10000 + month * 100 + day;
  if (date < 20150101 || date > bestBeforeRangeOperandTo) return -1;
  output[length] = 34;
  output[length + 1] = input[from + 6] as number;
  output[length + 2] = input[from + 7] as number;
  output[length + 3] = input[from + 8] as number;
  output[length + 4] = input[from + 9] as number;
  output[length + 5] = 45;
  output[length + 6] = input[from + 3] as number;
  output[length + 7] = input[from + 4] as number;
  output[length + 8] = 45;
  output[length + 9] = input[from] as number;
  output[length + 10] = input[from + 1] as number;
  output[length + 11] = 34;
  report.corrected = true;
  return length + 12;
}

/** bestBefore, where its bytes are not of the usual form, or not clean. */
function readBestBeforeCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readBestBefore(text, report)));
}

/** available: BOOLEAN ("J", "ja", "1" for true; "N", "nein", "0" for false); required. */
function readAvailable(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  let place = isQuoted ? at + 1 : at;
  let byte = input[place] as number;
  while (byte === 32) byte = input[++place] as number;
  let width = 0;
  let isTrue = false;
  if (byte === 110 && input[place + 1] === 101 && input[place + 2] === 105 && input[place + 3] === 110) width = 4;
  else if (byte === 106 && input[place + 1] === 97) { width = 2; isTrue = true; }
  else if (byte === 74) { width = 1; isTrue = true; }
  else if (byte === 49) { width = 1; isTrue = true; }
  else if (byte === 78) width = 1;
  else if (byte === 48) width = 1;
  if (width === 0) return -1;
  byte = input[(place += width)] as number;
  while (byte === 32) byte = input[++place] as number;
  if (isQuoted) byte = byte === 34 ? (input[++place] as number) : 34;
  if (BARE[byte] !== 2) return -1;
  cellEnd = place;
  return isTrue ? writeTrue(output, length) : writeFalse(output, length);
}

/** available, where its bytes are not of the usual form, or not clean. */
function readAvailableCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonBoolean(careful.readAvailable(text, report)));
}

/** Where each field's cell stands; a column that the file has not stands behind its last one. */
let places = new Int32Array(14);
/** Where the cells of a record begin. */
let starts = new Int32Array(0);
let header: Header | null = null;
let width = 0;
let isInOrder = false;

/** Learns where the fields stand. */
function useHeader(layout: Header): void {
  const { at } = layout;
  header = layout;
  width = layout.width;
  starts = new Int32Array(width + 1);
  places[0] = Math.min(at.articleNumber ?? width, width);
  places[1] = Math.min(at.ean ?? width, width);
  places[2] = Math.min(at.name ?? width, width);
  places[3] = Math.min(at.brand ?? width, width);
  places[4] = Math.min(at.category ?? width, width);
  places[5] = Math.min(at.price ?? width, width);
  places[6] = Math.min(at.vatRate ?? width, width);
  places[7] = Math.min(at.deposit ?? width, width);
  places[8] = Math.min(at.stock ?? width, width);
  places[9] = Math.min(at.customsTariff ?? width, width);
  places[10] = Math.min(at.origin ?? width, width);
  places[11] = Math.min(at.listedOn ?? width, width);
  places[12] = Math.min(at.bestBefore ?? width, width);
  places[13] = Math.min(at.available ?? width, width);
  isInOrder = width === 14 && places.every((place, index) => place === index);
}

/** articleNumber, ean, name, brand, category, price, vatRate, in the order of the fields. */
function membersInOrder1(start: number, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // {"articleNumber":
  outputView.setInt32(length, 0x7261227b, true);
  outputView.setInt32(length + 4, 0x6c636974, true);
  outputView.setInt32(length + 8, 0x6d754e65, true);
  outputView.setInt32(length + 12, 0x22726562, true);
  outputView.setInt32(length + 16, 0x0000003a, true);
  length += 17;
  articleNumberKey.from = length;
  end = readArticleNumber(at, length);
  if (end < 0) end = readArticleNumberCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  articleNumberKey.to = length;
  if (input[cellEnd] !== 9) return -1;
  at = cellEnd + 1;
  // ,"ean":
  outputView.setInt32(length, 0x6165222c, true);
  outputView.setInt32(length + 4, 0x003a226e, true);
  length += 7;
  end = readEan(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 9) return -1;
  at = cellEnd + 1;
  // ,"name":
  outputView.setInt32(length, 0x616e222c, true);
  outputView.setInt32(length + 4, 0x3a22656d, true);
  length += 8;
  end = readName(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 9) return -1;
  at = cellEnd + 1;
  // ,"brand":
  outputView.setInt32(length, 0x7262222c, true);
  outputView.setInt32(length + 4, 0x22646e61, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = readBrand(at, length);
  if (end < 0) end = readBrandCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 9) return -1;
  at = cellEnd + 1;
  // ,"category":
  outputView.setInt32(length, 0x6163222c, true);
  outputView.setInt32(length + 4, 0x6f676574, true);
  outputView.setInt32(length + 8, 0x3a227972, true);
  length += 12;
  end = readCategory(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 9) return -1;
  at = cellEnd + 1;
  // ,"price":
  outputView.setInt32(length, 0x7270222c, true);
  outputView.setInt32(length + 4, 0x22656369, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = readPrice(at, length);
  if (end < 0) end = readPriceCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 9) return -1;
  at = cellEnd + 1;
  // ,"vatRate":
  outputView.setInt32(length, 0x6176222c, true);
  outputView.setInt32(length + 4, 0x74615274, true);
  outputView.setInt32(length + 8, 0x003a2265, true);
  length += 11;
  end = readVatRate(at, length);
  if (end < 0) end = readVatRateCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** deposit, stock, customsTariff, origin, listedOn, bestBefore, available, in the order of the fields. */
function membersInOrder2(start: number, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // ,"deposit":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x69736f70, true);
  outputView.setInt32(length + 8, 0x003a2274, true);
  length += 11;
  end = readDeposit(at, length);
  if (end < 0) end = readDepositCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 9) return -1;
  at = cellEnd + 1;
  // ,"stock":
  outputView.setInt32(length, 0x7473222c, true);
  outputView.setInt32(length + 4, 0x226b636f, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = readStock(at, length);
  if (end < 0) end = readStockCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 9) return -1;
  at = cellEnd + 1;
  // ,"customsTariff":
  outputView.setInt32(length, 0x7563222c, true);
  outputView.setInt32(length + 4, 0x6d6f7473, true);
  outputView.setInt32(length + 8, 0x72615473, true);
  outputView.setInt32(length + 12, 0x22666669, true);
  outputView.setInt32(length + 16, 0x0000003a, true);
  length += 17;
  end = readCustomsTariff(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 9) return -1;
  at = cellEnd + 1;
  // ,"origin":
  outputView.setInt32(length, 0x726f222c, true);
  outputView.setInt32(length + 4, 0x6e696769, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = readOrigin(at, length);
  if (end < 0) end = readOriginCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 9) return -1;
  at = cellEnd + 1;
  // ,"listedOn":
  outputView.setInt32(length, 0x696c222c, true);
  outputView.setInt32(length + 4, 0x64657473, true);
  outputView.setInt32(length + 8, 0x3a226e4f, true);
  length += 12;
  end = readListedOn(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 9) return -1;
  at = cellEnd + 1;
  // ,"bestBefore":
  outputView.setInt32(length, 0x6562222c, true);
  outputView.setInt32(length + 4, 0x65427473, true);
  outputView.setInt32(length + 8, 0x65726f66, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  end = readBestBefore(at, length);
  if (end < 0) end = readBestBeforeCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 9) return -1;
  at = cellEnd + 1;
  // ,"available":
  outputView.setInt32(length, 0x7661222c, true);
  outputView.setInt32(length + 4, 0x616c6961, true);
  outputView.setInt32(length + 8, 0x22656c62, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = readAvailable(at, length);
  if (end < 0) end = readAvailableCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** A record whose cells stand in the order of the fields. */
function recordInOrder(start: number, from: number): number {
  let length = membersInOrder1(start, from);
  if (length < 0 || input[cellEnd] !== 9) return -1;
  length = membersInOrder2(cellEnd + 1, length);
  return length >= 0 && finish(start, cellEnd) ? close(length) : -1;
}

/** articleNumber, ean, name, brand, category, price, vatRate, where they were found. */
function membersIndexed1(from: number): number {
  let length = from;
  let end = 0;
  // {"articleNumber":
  outputView.setInt32(length, 0x7261227b, true);
  outputView.setInt32(length + 4, 0x6c636974, true);
  outputView.setInt32(length + 8, 0x6d754e65, true);
  outputView.setInt32(length + 12, 0x22726562, true);
  outputView.setInt32(length + 16, 0x0000003a, true);
  length += 17;
  articleNumberKey.from = length;
  end = readArticleNumber(starts[places[0] as number] as number, length);
  if (end < 0) end = readArticleNumberCarefully(starts[places[0] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  articleNumberKey.to = length;
  // ,"ean":
  outputView.setInt32(length, 0x6165222c, true);
  outputView.setInt32(length + 4, 0x003a226e, true);
  length += 7;
  end = readEan(starts[places[1] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"name":
  outputView.setInt32(length, 0x616e222c, true);
  outputView.setInt32(length + 4, 0x3a22656d, true);
  length += 8;
  end = readName(starts[places[2] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"brand":
  outputView.setInt32(length, 0x7262222c, true);
  outputView.setInt32(length + 4, 0x22646e61, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = readBrand(starts[places[3] as number] as number, length);
  if (end < 0) end = readBrandCarefully(starts[places[3] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"category":
  outputView.setInt32(length, 0x6163222c, true);
  outputView.setInt32(length + 4, 0x6f676574, true);
  outputView.setInt32(length + 8, 0x3a227972, true);
  length += 12;
  end = readCategory(starts[places[4] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"price":
  outputView.setInt32(length, 0x7270222c, true);
  outputView.setInt32(length + 4, 0x22656369, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = readPrice(starts[places[5] as number] as number, length);
  if (end < 0) end = readPriceCarefully(starts[places[5] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"vatRate":
  outputView.setInt32(length, 0x6176222c, true);
  outputView.setInt32(length + 4, 0x74615274, true);
  outputView.setInt32(length + 8, 0x003a2265, true);
  length += 11;
  end = readVatRate(starts[places[6] as number] as number, length);
  if (end < 0) end = readVatRateCarefully(starts[places[6] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** deposit, stock, customsTariff, origin, listedOn, bestBefore, available, where they were found. */
function membersIndexed2(from: number): number {
  let length = from;
  let end = 0;
  // ,"deposit":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x69736f70, true);
  outputView.setInt32(length + 8, 0x003a2274, true);
  length += 11;
  end = readDeposit(starts[places[7] as number] as number, length);
  if (end < 0) end = readDepositCarefully(starts[places[7] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"stock":
  outputView.setInt32(length, 0x7473222c, true);
  outputView.setInt32(length + 4, 0x226b636f, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = readStock(starts[places[8] as number] as number, length);
  if (end < 0) end = readStockCarefully(starts[places[8] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"customsTariff":
  outputView.setInt32(length, 0x7563222c, true);
  outputView.setInt32(length + 4, 0x6d6f7473, true);
  outputView.setInt32(length + 8, 0x72615473, true);
  outputView.setInt32(length + 12, 0x22666669, true);
  outputView.setInt32(length + 16, 0x0000003a, true);
  length += 17;
  end = readCustomsTariff(starts[places[9] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"origin":
  outputView.setInt32(length, 0x726f222c, true);
  outputView.setInt32(length + 4, 0x6e696769, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = readOrigin(starts[places[10] as number] as number, length);
  if (end < 0) end = readOriginCarefully(starts[places[10] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"listedOn":
  outputView.setInt32(length, 0x696c222c, true);
  outputView.setInt32(length + 4, 0x64657473, true);
  outputView.setInt32(length + 8, 0x3a226e4f, true);
  length += 12;
  end = readListedOn(starts[places[11] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"bestBefore":
  outputView.setInt32(length, 0x6562222c, true);
  outputView.setInt32(length + 4, 0x65427473, true);
  outputView.setInt32(length + 8, 0x65726f66, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  end = readBestBefore(starts[places[12] as number] as number, length);
  if (end < 0) end = readBestBeforeCarefully(starts[places[12] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"available":
  outputView.setInt32(length, 0x7661222c, true);
  outputView.setInt32(length + 4, 0x616c6961, true);
  outputView.setInt32(length + 8, 0x22656c62, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = readAvailable(starts[places[13] as number] as number, length);
  if (end < 0) end = readAvailableCarefully(starts[places[13] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** A record whose cells stand in any order: they are found first. */
function recordIndexed(start: number, from: number): number {
  if (!cells.index(input, start, starts, width)) return -1;
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
const articleNumberKey = { from: 0, to: 0 };

let day = NaN;

/**
 * The second reading of a record of products: from bytes to JSON; issues are told by the careful readers of the fields.
 */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { minRecordLimit: 32, begin, read, next: () => next, writeKey };

  function begin(to: RecordReport, piece: FastChunk): boolean {
    report = to;
    maxRecordBytes = piece.maxRecordBytes;
    if (report.today !== day) {
      day = report.today;
      bestBeforeRangeOperandTo = toDateNumber(addYears(day, 10));
    }
    // The layout is what the source of such files gives.
    if (piece.layout !== header) useHeader(piece.layout as Header);
    return width > 1;
  }

  function read(at: number, length: number): number {
    if (input[at] === 35) return -1;

    return isInOrder ? recordInOrder(at, length) : recordIndexed(at, length);
  }

  function writeKey(keys: Uint8Array, length: number): number {
    return writeKeyText(output, articleNumberKey, keys, length);
  }
}
