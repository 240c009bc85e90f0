// Compiled by Specmill from a spec: change the spec, not this file.
//
// The fast reader of a record, from bytes to JSON in one pass. A function that copies reads `input` from an offset and
// appends to `output`. It returns the new length of the output, or -1 for anything unusual or invalid. Then the
// careful reader reads the field or the record again.

import {
  ByteReplacer,
  CellReader,
  POWERS_OF_TEN,
  addDays,
  addYears,
  countUtf8CodePoints,
  createByteMatcher,
  createOutputValue,
  decodeText,
  fastBuffers,
  hasNonSpaceBlankAtEdge,
  insertDecimalPoint,
  isEan,
  isNullValue,
  isValidDate,
  padLeftBytes,
  padRightBytes,
  parseDateValue,
  parseFourDigitBytes,
  parseTwoDigitBytes,
  skipLeadingZeros,
  toDateNumber,
  toJsonBoolean,
  toJsonNumber,
  toJsonString,
  toUpperBytes,
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

/** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
const input = fastBuffers.input;
const output = fastBuffers.output;
const outputView = fastBuffers.outputView;

const DELIMITER = 9;
const CELL_QUOTE = 34; // "
const QUOTE = 34; // "
const CLOSING_BRACE = 125; // }
const SPACE = 32;
const ZERO = 48; // 0
const MINUS = 45; // -
const POINT = 46; // .
const COMMA = 44; // ,
const SLASH = 47; // /
const HASH = 35; // #
const LF = 10;
const CR = 13;
const MAX_ASCII = 127;

/** Reads cells with quotes, escapes or special characters inside, and finds cells. */
const cells = new CellReader('\t', '"', '\\');
/** The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell. */
const BARE = cells.bare;
const PLAIN_BYTE = 0;
const END_BYTE = 2;
/** The same for a cell in quotes. */
const QUOTED = cells.quoted;
/** The offset after the cell that was copied last. */
let cellEnd = 0;

/** The report of the current record, and the limit of the current chunk. */
let report: RecordReport;
let maxRecordBytes = 0;
/** The offset of the next record. */
let next = 0;

/** The values of the fields that rules on several fields need. */
export interface RelatedValues {
  category: string | null;
  listedOn: string | null;
  bestBefore: string | null;
}

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
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
  validateTogether(values: RelatedValues, record: RecordReport): void;
}
let careful: CarefulReaders;

const inputView = fastBuffers.inputView;

/**
 * Copies bytes that JSON does not escape, four at a time. Returns the offset of the first other byte: a control
 * character, a special character, the byte that `ending` repeats or a byte beyond ASCII. Up to three more bytes may be
 * written.
 */
function appendPlain(from: number, to: number, ending: number): number {
  const shift = to - from;
  for (let at = from; ; at += 4) {
    const four = inputView.getInt32(at, true);
    outputView.setInt32(at + shift, four, true);
    // A subtraction sets the high bit of the first byte that is smaller than the subtracted one.
    const endings = (four ^ ending) - 0x01010101;
    const special1 = (four ^ 0x22222222) - 0x01010101; // "
    const special2 = (four ^ 0x5c5c5c5c) - 0x01010101; // \
    const controls = four - 0x20202020;
    const marks = (endings | special1 | special2 | controls | four) & 0x80808080;
    if (marks !== 0) return at + ((31 - Math.clz32(marks & -marks)) >> 3);
  }
}

/** Returns whether the bytes from `from` to `to` are "\\N". */
function isNull(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 3:
      return bytes[from] === 92 && bytes[from + 1] === 92 && bytes[from + 2] === 78; // "\\\\N"
    default:
      return false;
  }
}

/** Matches [0-9]{8}. */
const shapeMatcher = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!');
const shapeEnds = shapeMatcher.ends;

/** Replaces [ -]+ with "". */
const replaceEanBlanks = new ByteReplacer(' -', '');

/** Matches [0-9]{8}|[0-9]{13}. */
const eanShapeMatcher = createByteMatcher(
  '1c-9',
  ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!,1:a;,1:b;,1:c;,1:d;,1:e;!',
);
const eanShapeEnds = eanShapeMatcher.ends;

/** Replaces [ .]+ with "". */
const replaceCustomsTariffBlanks = new ByteReplacer(' .', '');

/** today+90d as yyyyMMdd. */
let listedOnRangeTo = NaN;

/** today+10y as yyyyMMdd. */
let bestBeforeRangeTo = NaN;

/**
 * Copies articleNumber: STRING; trimmed, then padded on the left with "0" to 8 characters; required (FATAL), matching
 * [0-9]{8} (FATAL).
 */
function copyArticleNumber(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const textStart = isQuoted ? at + 1 : at;
  let from = textStart;
  let byte = input[from] as number;
  while (byte === SPACE) byte = input[++from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x09090909);
  end += cursor - from;
  byte = input[cursor] as number;
  while (kinds[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  output[length] = QUOTE;
  while (output[end - 1] === SPACE) end--;
  let codePoints = end - length - 1;
  let isTrimmed = cursor - textStart > codePoints;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    if (hasNonSpaceBlankAtEdge(input, from, from + codePoints)) return -1;
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (isTrimmed && (codePoints === 0 || isNull(output, length + 1, end))) return -1;
  if (isTrimmed) report.corrected = true;
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  if (codePoints < 8) {
    end = padLeftBytes(output, { from: length + 1, to: end }, 8 - codePoints, ZERO);
    codePoints = 8;
    report.corrected = true;
  }
  if (isNull(output, length + 1, end)) return -1;
  if (shapeEnds[shapeMatcher.run(output, length + 1, end)] !== 1) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies articleNumber with its careful reader. */
function copyArticleNumberCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readArticleNumber(text, report)));
}

/** Copies ean: STRING; [ -]+ replaced by ""; matching [0-9]{8}|[0-9]{13} (ERROR), a valid EAN (ERROR). */
function copyEan(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x09090909);
  end += cursor - from;
  byte = input[cursor] as number;
  while (kinds[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  codePoints -= end;
  end = replaceEanBlanks.replace(output, length + 1, end);
  codePoints += end;
  if (replaceEanBlanks.isChanged) report.corrected = true;
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  if (eanShapeEnds[eanShapeMatcher.run(output, length + 1, end)] !== 1) return -1;
  if (!isEan(output, length + 1, end)) return -1;
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

/**
 * Copies name: STRING; trimmed, then \s+ replaced by " ", then ([0-9])(kg|g|ml|l)$ replaced by "$1 $2"; required
 * (FATAL), at least 3 characters (ERROR), at most 60 characters (WARNING). Read from text, which is slower: the
 * correction REGEX_REPLACE.
 */
function copyName(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readName(text, report)));
}

/** Copies brand: STRING; converted to upper case. */
function copyBrand(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x09090909);
  end += cursor - from;
  byte = input[cursor] as number;
  while (kinds[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  const converted = toUpperBytes(output, length + 1, end);
  if (converted < 0) return -1;
  if (converted > 0) report.corrected = true;
  if (isNull(output, length + 1, end)) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies brand with its careful reader. */
function copyBrandCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readBrand(text, report)));
}

/**
 * Copies category: STRING; converted to lower case, then trimmed; required (FATAL), one of bakery, beverages, dairy &
 * eggs, frozen food, fruit, vegetables, household, sweets, textiles (ERROR). Read from text, which is slower:
 * LOWER_CASE and TRIM and ALLOWED_VALUES.
 */
function copyCategory(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCategory(text, report)));
}

/**
 * Copies price: DECIMAL with decimal separator "," and group separator "."; required (FATAL), at least 0.01 (ERROR), at
 * most 2500 (WARNING).
 */
function copyPrice(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  let cursor = isQuoted ? at + 1 : at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  let end = length;
  const isNegative = byte === MINUS;
  if (isNegative) {
    output[end++] = MINUS;
    byte = input[++cursor] as number;
  }
  const startsWithZero = byte === ZERO;
  if (byte === ZERO) byte = input[(cursor = skipLeadingZeros(input, cursor))] as number;
  const first = cursor;
  let value = 0;
  while ((byte ^ ZERO) <= 9) {
    output[end++] = byte;
    value = value * 10 + (byte ^ ZERO);
    byte = input[++cursor] as number;
  }
  let digits = cursor - first;
  if (byte === POINT) {
    if (digits === 0 || digits > 3 || startsWithZero) return -1;
    while (byte === POINT) {
      const separatorAt = cursor;
      byte = input[++cursor] as number;
      while ((byte ^ ZERO) <= 9) {
        output[end++] = byte;
        value = value * 10 + (byte ^ ZERO);
        byte = input[++cursor] as number;
      }
      if (cursor - separatorAt !== 4) return -1;
      digits += 3;
    }
  }
  let decimals = 0;
  if (byte === COMMA) {
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
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  // A double holds at most 15 digits exactly.
  if (digits === 0 || digits > 11 || decimals > 4 || BARE[byte] !== END_BYTE) return -1;
  cellEnd = cursor;
  // Numbers are compared in units of 10^-4.
  value *= (isNegative ? -1 : 1) * (POWERS_OF_TEN[4 - decimals] as number);
  if (value < 100) return -1; // 0.01
  if (value > 25000000) return -1; // 2500
  return end;
}

/** Copies price with its careful reader. */
function copyPriceCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readPrice(text, report)));
}

/** Copies vatRate: DECIMAL with decimal separator ","; required (FATAL), one of 0, 7, 19 (ERROR). */
function copyVatRate(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  let cursor = isQuoted ? at + 1 : at;
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
  if (byte === COMMA) {
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
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  // A double holds at most 15 digits exactly.
  if (digits === 0 || digits > 11 || decimals > 4 || BARE[byte] !== END_BYTE) return -1;
  cellEnd = cursor;
  // Numbers are compared in units of 10^-4.
  value *= (isNegative ? -1 : 1) * (POWERS_OF_TEN[4 - decimals] as number);
  if (value !== 0 && value !== 70000 && value !== 190000) return -1;
  return end;
}

/** Copies vatRate with its careful reader. */
function copyVatRateCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readVatRate(text, report)));
}

/** Copies deposit: DECIMAL with digits only, the last 2 are decimals; at most 5.00 (ERROR). */
function copyDeposit(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  let cursor = isQuoted ? at + 1 : at;
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
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  // A double holds at most 15 digits exactly.
  if (digits === 0 || digits > 15 || BARE[byte] !== END_BYTE) {
    if (BARE[input[at] as number] !== END_BYTE) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  cellEnd = cursor;
  // Numbers are compared in units of 10^-2.
  if (isNegative) value = -value;
  if (value > 500) return -1; // 5.00
  end = insertDecimalPoint(output, end - digits, end, 2);
  return end;
}

/** Copies deposit with its careful reader. */
function copyDepositCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readDeposit(text, report)));
}

/** Copies stock: INTEGER with group separator "."; at least 0 (WARNING). */
function copyStock(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  let cursor = isQuoted ? at + 1 : at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  let end = length;
  const isNegative = byte === MINUS;
  if (isNegative) {
    output[end++] = MINUS;
    byte = input[++cursor] as number;
  }
  const startsWithZero = byte === ZERO;
  if (byte === ZERO) byte = input[(cursor = skipLeadingZeros(input, cursor))] as number;
  const first = cursor;
  let value = 0;
  while ((byte ^ ZERO) <= 9) {
    output[end++] = byte;
    value = value * 10 + (byte ^ ZERO);
    byte = input[++cursor] as number;
  }
  let digits = cursor - first;
  if (byte === POINT) {
    if (digits === 0 || digits > 3 || startsWithZero) return -1;
    while (byte === POINT) {
      const separatorAt = cursor;
      byte = input[++cursor] as number;
      while ((byte ^ ZERO) <= 9) {
        output[end++] = byte;
        value = value * 10 + (byte ^ ZERO);
        byte = input[++cursor] as number;
      }
      if (cursor - separatorAt !== 4) return -1;
      digits += 3;
    }
  }
  while (byte === SPACE) byte = input[++cursor] as number;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  // A double holds at most 15 digits exactly.
  if (digits === 0 || digits > 15 || BARE[byte] !== END_BYTE) {
    if (BARE[input[at] as number] !== END_BYTE) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  cellEnd = cursor;
  if (isNegative) value = -value;
  if (value < 0) return -1;
  return end;
}

/** Copies stock with its careful reader. */
function copyStockCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readStock(text, report)));
}

/**
 * Copies customsTariff: STRING; [ .]+ replaced by "", then padded on the right with "0" to 8 characters; matching
 * [0-9]{8} (ERROR).
 */
function copyCustomsTariff(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x09090909);
  end += cursor - from;
  byte = input[cursor] as number;
  while (kinds[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  codePoints -= end;
  end = replaceCustomsTariffBlanks.replace(output, length + 1, end);
  codePoints += end;
  if (replaceCustomsTariffBlanks.isChanged) report.corrected = true;
  if (codePoints < 8) {
    end = padRightBytes(output, { from: length + 1, to: end }, 8 - codePoints, ZERO);
    codePoints = 8;
    report.corrected = true;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  if (shapeEnds[shapeMatcher.run(output, length + 1, end)] !== 1) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies customsTariff with its careful reader. */
function copyCustomsTariffCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCustomsTariff(text, report)));
}

/**
 * Copies origin: STRING; converted to upper case, then "DE" if null; at least 2 characters (ERROR), at most 2
 * characters (ERROR).
 */
function copyOrigin(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x09090909);
  end += cursor - from;
  byte = input[cursor] as number;
  while (kinds[byte] === PLAIN_BYTE) {
    output[end++] = byte;
    seen |= byte;
    byte = input[++cursor] as number;
  }
  let codePoints = cursor - from;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  cellEnd = cursor;
  if (BARE[byte] !== END_BYTE) return -1;
  if (output[length + 1] === SPACE || seen > MAX_ASCII) return -1;
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  const converted = toUpperBytes(output, length + 1, end);
  if (converted < 0) return -1;
  if (converted > 0) report.corrected = true;
  if (isNull(output, length + 1, end)) return -1;
  if (codePoints < 2) return -1;
  if (codePoints > 2) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies origin with its careful reader. */
function copyOriginCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readOrigin(text, report)));
}

/**
 * Copies listedOn: DATE; converted from dd/MM/yyyy or d MMM yy to yyyy-MM-dd; required (FATAL), from 1995-01-01 to
 * today+90d (ERROR).
 */
function copyListedOn(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  let cursor = isQuoted ? at + 1 : at;
  let byte = input[cursor] as number;
  const from = cursor;
  const year = parseFourDigitBytes(input, from + 6);
  const month = parseTwoDigitBytes(input, from + 3);
  const day = parseTwoDigitBytes(input, from);
  byte = input[(cursor += 10)] as number;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  if (
    !isValidDate(year, month, day) ||
    input[from + 2] !== SLASH ||
    input[from + 5] !== SLASH ||
    BARE[byte] !== END_BYTE
  )
    return -1;
  cellEnd = cursor;
  const date = year * 10000 + month * 100 + day;
  if (date < 19950101 || date > listedOnRangeTo) return -1; // 1995-01-01
  output[length] = QUOTE;
  output[length + 1] = input[from + 6] as number;
  output[length + 2] = input[from + 7] as number;
  output[length + 3] = input[from + 8] as number;
  output[length + 4] = input[from + 9] as number;
  output[length + 5] = MINUS;
  output[length + 6] = input[from + 3] as number;
  output[length + 7] = input[from + 4] as number;
  output[length + 8] = MINUS;
  output[length + 9] = input[from] as number;
  output[length + 10] = input[from + 1] as number;
  output[length + 11] = QUOTE;
  report.corrected = true;
  return length + 12;
}

/** Copies listedOn with its careful reader. */
function copyListedOnCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readListedOn(text, report)));
}

/**
 * Copies bestBefore: DATE; converted from dd/MM/yyyy to yyyy-MM-dd; from 2015-01-01 to today+10y (WARNING), after
 * listedOn (WARNING), required when category is one of bakery, dairy & eggs (WARNING).
 */
function copyBestBefore(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  let cursor = isQuoted ? at + 1 : at;
  let byte = input[cursor] as number;
  const from = cursor;
  const year = parseFourDigitBytes(input, from + 6);
  const month = parseTwoDigitBytes(input, from + 3);
  const day = parseTwoDigitBytes(input, from);
  byte = input[(cursor += 10)] as number;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  if (
    !isValidDate(year, month, day) ||
    input[from + 2] !== SLASH ||
    input[from + 5] !== SLASH ||
    BARE[byte] !== END_BYTE
  ) {
    if (BARE[input[at] as number] !== END_BYTE) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  cellEnd = cursor;
  const date = year * 10000 + month * 100 + day;
  if (date < 20150101 || date > bestBeforeRangeTo) return -1; // 2015-01-01
  output[length] = QUOTE;
  output[length + 1] = input[from + 6] as number;
  output[length + 2] = input[from + 7] as number;
  output[length + 3] = input[from + 8] as number;
  output[length + 4] = input[from + 9] as number;
  output[length + 5] = MINUS;
  output[length + 6] = input[from + 3] as number;
  output[length + 7] = input[from + 4] as number;
  output[length + 8] = MINUS;
  output[length + 9] = input[from] as number;
  output[length + 10] = input[from + 1] as number;
  output[length + 11] = QUOTE;
  report.corrected = true;
  return length + 12;
}

/** Copies bestBefore with its careful reader. */
function copyBestBeforeCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readBestBefore(text, report)));
}

/** Copies available: BOOLEAN ("J", "ja", "1" for true; "N", "nein", "0" for false); required (WARNING), may be null. */
function copyAvailable(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  let cursor = isQuoted ? at + 1 : at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  let width = 0;
  let isTrue = false;
  if (byte === 110 && input[cursor + 1] === 101 && input[cursor + 2] === 105 && input[cursor + 3] === 110) {
    // "nein"
    width = 4;
  } else if (byte === 106 && input[cursor + 1] === 97) {
    // "ja"
    width = 2;
    isTrue = true;
  } else if (byte === 74) {
    // "J"
    width = 1;
    isTrue = true;
  } else if (byte === 49) {
    // "1"
    width = 1;
    isTrue = true;
  } else if (byte === 78) {
    // "N"
    width = 1;
  } else if (byte === 48) {
    // "0"
    width = 1;
  }
  if (width === 0) return -1;
  byte = input[(cursor += width)] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  if (BARE[byte] !== END_BYTE) return -1;
  cellEnd = cursor;
  return isTrue ? writeTrue(output, length) : writeFalse(output, length);
}

/** Copies available with its careful reader. */
function copyAvailableCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonBoolean(careful.readAvailable(text, report)));
}

/** The values in the output that rules need together. */
const categoryPlace = createOutputValue();
const listedOnPlace = createOutputValue({ width: 10, year: 0, month: 5, day: 8 });
const bestBeforePlace = createOutputValue({ width: 10, year: 0, month: 5, day: 8 });

/** Returns whether the bytes from `from` to `to` are "bakery" or "dairy & eggs". */
function appliesBestBeforeFresh(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 6:
      return (
        bytes[from] === 98 &&
        bytes[from + 1] === 97 &&
        bytes[from + 2] === 107 &&
        bytes[from + 3] === 101 &&
        bytes[from + 4] === 114 &&
        bytes[from + 5] === 121
      ); // "bakery"
    case 12:
      return (
        bytes[from] === 100 &&
        bytes[from + 1] === 97 &&
        bytes[from + 2] === 105 &&
        bytes[from + 3] === 114 &&
        bytes[from + 4] === 121 &&
        bytes[from + 5] === 32 &&
        bytes[from + 6] === 38 &&
        bytes[from + 7] === 32 &&
        bytes[from + 8] === 101 &&
        bytes[from + 9] === 103 &&
        bytes[from + 10] === 103 &&
        bytes[from + 11] === 115
      ); // "dairy & eggs"
    default:
      return false;
  }
}

/** Returns whether bestBefore may break "best-before-listed": it must be after listedOn. */
function breaksBestBeforeListed(): boolean {
  if (isNullValue(bestBeforePlace) || isNullValue(listedOnPlace)) return false;
  const day = parseDateValue(bestBeforePlace);
  const otherDay = parseDateValue(listedOnPlace);
  // 0 is a date of an unusual form.
  return day === 0 || otherDay === 0 || day <= otherDay;
}

/**
 * Returns whether bestBefore may break "best-before-fresh": it must be present when category is one of bakery, dairy &
 * eggs.
 */
function breaksBestBeforeFresh(): boolean {
  if (
    !isNullValue(bestBeforePlace) ||
    isNullValue(categoryPlace) ||
    !appliesBestBeforeFresh(output, categoryPlace.from + 1, categoryPlace.to - 1)
  )
    return false;
  return true;
}

/** Applies the rules that need the values of several fields. */
function checkTogether(): void {
  if (breaksBestBeforeListed() || breaksBestBeforeFresh()) {
    const values = {
      category: decodeText(categoryPlace),

      listedOn: decodeText(listedOnPlace),

      bestBefore: decodeText(bestBeforePlace),
    };
    careful.validateTogether(values, report);
  }
}

/** The column index of each field. A column that the file lacks has the index after the last one. */
const columns = new Int32Array(14);
/** The offset of each cell of a record. */
let starts = new Int32Array(0);
let header: Header | null = null;
let width = 0;
let isInOrder = false;

/** Stores the columns of the fields. */
function useHeader(layout: Header): void {
  const { at } = layout;
  header = layout;
  width = layout.width;
  starts = new Int32Array(width + 1);
  columns[0] = Math.min(at.articleNumber ?? width, width);
  columns[1] = Math.min(at.ean ?? width, width);
  columns[2] = Math.min(at.name ?? width, width);
  columns[3] = Math.min(at.brand ?? width, width);
  columns[4] = Math.min(at.category ?? width, width);
  columns[5] = Math.min(at.price ?? width, width);
  columns[6] = Math.min(at.vatRate ?? width, width);
  columns[7] = Math.min(at.deposit ?? width, width);
  columns[8] = Math.min(at.stock ?? width, width);
  columns[9] = Math.min(at.customsTariff ?? width, width);
  columns[10] = Math.min(at.origin ?? width, width);
  columns[11] = Math.min(at.listedOn ?? width, width);
  columns[12] = Math.min(at.bestBefore ?? width, width);
  columns[13] = Math.min(at.available ?? width, width);
  isInOrder = width === 14 && columns.every((column, index) => column === index);
}

/**
 * Copies articleNumber, ean, name, brand, category, price, vatRate of a record whose columns are in the order of the
 * fields.
 */
function appendMembersInOrder1(start: number, from: number): number {
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
  end = copyArticleNumber(at, length);
  if (end < 0) end = copyArticleNumberCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  articleNumberKey.to = length;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
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
  // ,"name":
  outputView.setInt32(length, 0x616e222c, true);
  outputView.setInt32(length + 4, 0x3a22656d, true);
  length += 8;
  end = copyName(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"brand":
  outputView.setInt32(length, 0x7262222c, true);
  outputView.setInt32(length + 4, 0x22646e61, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyBrand(at, length);
  if (end < 0) end = copyBrandCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"category":
  outputView.setInt32(length, 0x6163222c, true);
  outputView.setInt32(length + 4, 0x6f676574, true);
  outputView.setInt32(length + 8, 0x3a227972, true);
  length += 12;
  categoryPlace.from = length;
  end = copyCategory(at, length);
  if (end < 0) return -1;
  length = end;
  categoryPlace.to = length;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"price":
  outputView.setInt32(length, 0x7270222c, true);
  outputView.setInt32(length + 4, 0x22656369, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyPrice(at, length);
  if (end < 0) end = copyPriceCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"vatRate":
  outputView.setInt32(length, 0x6176222c, true);
  outputView.setInt32(length + 4, 0x74615274, true);
  outputView.setInt32(length + 8, 0x003a2265, true);
  length += 11;
  end = copyVatRate(at, length);
  if (end < 0) end = copyVatRateCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/**
 * Copies deposit, stock, customsTariff, origin, listedOn, bestBefore, available of a record whose columns are in the
 * order of the fields.
 */
function appendMembersInOrder2(start: number, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // ,"deposit":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x69736f70, true);
  outputView.setInt32(length + 8, 0x003a2274, true);
  length += 11;
  end = copyDeposit(at, length);
  if (end < 0) end = copyDepositCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"stock":
  outputView.setInt32(length, 0x7473222c, true);
  outputView.setInt32(length + 4, 0x226b636f, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyStock(at, length);
  if (end < 0) end = copyStockCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"customsTariff":
  outputView.setInt32(length, 0x7563222c, true);
  outputView.setInt32(length + 4, 0x6d6f7473, true);
  outputView.setInt32(length + 8, 0x72615473, true);
  outputView.setInt32(length + 12, 0x22666669, true);
  outputView.setInt32(length + 16, 0x0000003a, true);
  length += 17;
  end = copyCustomsTariff(at, length);
  if (end < 0) end = copyCustomsTariffCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"origin":
  outputView.setInt32(length, 0x726f222c, true);
  outputView.setInt32(length + 4, 0x6e696769, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyOrigin(at, length);
  if (end < 0) end = copyOriginCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"listedOn":
  outputView.setInt32(length, 0x696c222c, true);
  outputView.setInt32(length + 4, 0x64657473, true);
  outputView.setInt32(length + 8, 0x3a226e4f, true);
  length += 12;
  listedOnPlace.from = length;
  end = copyListedOn(at, length);
  if (end < 0) end = copyListedOnCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  listedOnPlace.to = length;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"bestBefore":
  outputView.setInt32(length, 0x6562222c, true);
  outputView.setInt32(length + 4, 0x65427473, true);
  outputView.setInt32(length + 8, 0x65726f66, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  bestBeforePlace.from = length;
  end = copyBestBefore(at, length);
  if (end < 0) end = copyBestBeforeCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  bestBeforePlace.to = length;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"available":
  outputView.setInt32(length, 0x7661222c, true);
  outputView.setInt32(length + 4, 0x616c6961, true);
  outputView.setInt32(length + 8, 0x22656c62, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = copyAvailable(at, length);
  if (end < 0) end = copyAvailableCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** Copies a record whose columns are in the order of the fields. */
function appendRecordInOrder(start: number, from: number): number {
  let length = appendMembersInOrder1(start, from);
  if (length < 0 || input[cellEnd] !== DELIMITER) return -1;
  length = appendMembersInOrder2(cellEnd + 1, length);
  return length >= 0 && finish(start, cellEnd) ? close(length) : -1;
}

/** Copies articleNumber, ean, name, brand, category, price, vatRate of a record whose cells were found. */
function appendIndexedMembers1(from: number): number {
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
  end = copyArticleNumber(starts[columns[0] as number] as number, length);
  if (end < 0) end = copyArticleNumberCarefully(starts[columns[0] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  articleNumberKey.to = length;
  // ,"ean":
  outputView.setInt32(length, 0x6165222c, true);
  outputView.setInt32(length + 4, 0x003a226e, true);
  length += 7;
  end = copyEan(starts[columns[1] as number] as number, length);
  if (end < 0) end = copyEanCarefully(starts[columns[1] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"name":
  outputView.setInt32(length, 0x616e222c, true);
  outputView.setInt32(length + 4, 0x3a22656d, true);
  length += 8;
  end = copyName(starts[columns[2] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"brand":
  outputView.setInt32(length, 0x7262222c, true);
  outputView.setInt32(length + 4, 0x22646e61, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyBrand(starts[columns[3] as number] as number, length);
  if (end < 0) end = copyBrandCarefully(starts[columns[3] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"category":
  outputView.setInt32(length, 0x6163222c, true);
  outputView.setInt32(length + 4, 0x6f676574, true);
  outputView.setInt32(length + 8, 0x3a227972, true);
  length += 12;
  categoryPlace.from = length;
  end = copyCategory(starts[columns[4] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  categoryPlace.to = length;
  // ,"price":
  outputView.setInt32(length, 0x7270222c, true);
  outputView.setInt32(length + 4, 0x22656369, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyPrice(starts[columns[5] as number] as number, length);
  if (end < 0) end = copyPriceCarefully(starts[columns[5] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"vatRate":
  outputView.setInt32(length, 0x6176222c, true);
  outputView.setInt32(length + 4, 0x74615274, true);
  outputView.setInt32(length + 8, 0x003a2265, true);
  length += 11;
  end = copyVatRate(starts[columns[6] as number] as number, length);
  if (end < 0) end = copyVatRateCarefully(starts[columns[6] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** Copies deposit, stock, customsTariff, origin, listedOn, bestBefore, available of a record whose cells were found. */
function appendIndexedMembers2(from: number): number {
  let length = from;
  let end = 0;
  // ,"deposit":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x69736f70, true);
  outputView.setInt32(length + 8, 0x003a2274, true);
  length += 11;
  end = copyDeposit(starts[columns[7] as number] as number, length);
  if (end < 0) end = copyDepositCarefully(starts[columns[7] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"stock":
  outputView.setInt32(length, 0x7473222c, true);
  outputView.setInt32(length + 4, 0x226b636f, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyStock(starts[columns[8] as number] as number, length);
  if (end < 0) end = copyStockCarefully(starts[columns[8] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"customsTariff":
  outputView.setInt32(length, 0x7563222c, true);
  outputView.setInt32(length + 4, 0x6d6f7473, true);
  outputView.setInt32(length + 8, 0x72615473, true);
  outputView.setInt32(length + 12, 0x22666669, true);
  outputView.setInt32(length + 16, 0x0000003a, true);
  length += 17;
  end = copyCustomsTariff(starts[columns[9] as number] as number, length);
  if (end < 0) end = copyCustomsTariffCarefully(starts[columns[9] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"origin":
  outputView.setInt32(length, 0x726f222c, true);
  outputView.setInt32(length + 4, 0x6e696769, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyOrigin(starts[columns[10] as number] as number, length);
  if (end < 0) end = copyOriginCarefully(starts[columns[10] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"listedOn":
  outputView.setInt32(length, 0x696c222c, true);
  outputView.setInt32(length + 4, 0x64657473, true);
  outputView.setInt32(length + 8, 0x3a226e4f, true);
  length += 12;
  listedOnPlace.from = length;
  end = copyListedOn(starts[columns[11] as number] as number, length);
  if (end < 0) end = copyListedOnCarefully(starts[columns[11] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  listedOnPlace.to = length;
  // ,"bestBefore":
  outputView.setInt32(length, 0x6562222c, true);
  outputView.setInt32(length + 4, 0x65427473, true);
  outputView.setInt32(length + 8, 0x65726f66, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  bestBeforePlace.from = length;
  end = copyBestBefore(starts[columns[12] as number] as number, length);
  if (end < 0) end = copyBestBeforeCarefully(starts[columns[12] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  bestBeforePlace.to = length;
  // ,"available":
  outputView.setInt32(length, 0x7661222c, true);
  outputView.setInt32(length + 4, 0x616c6961, true);
  outputView.setInt32(length + 8, 0x22656c62, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = copyAvailable(starts[columns[13] as number] as number, length);
  if (end < 0) end = copyAvailableCarefully(starts[columns[13] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** Copies a record with columns in any order: finds its cells first. */
function appendIndexedRecord(start: number, from: number): number {
  if (!cells.index(input, start, starts, width)) return -1;
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
  checkTogether();
  output[length] = CLOSING_BRACE;
  return length + 1;
}

/** The positions of the key's values in the output. */
const articleNumberKey = { from: 0, to: 0 };

/** The day of the run, as days since 1970-01-01. */
let day = NaN;

/** Creates the fast reader of products. */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { minRecordLimit: 32, begin, read, next: () => next, writeKey };

  function begin(to: RecordReport, piece: FastChunk): boolean {
    report = to;
    maxRecordBytes = piece.maxRecordBytes;
    if (report.today !== day) {
      day = report.today;
      listedOnRangeTo = toDateNumber(addDays(day, 90));
      bestBeforeRangeTo = toDateNumber(addYears(day, 10));
    }
    // The record source of CSV files provides this layout.
    if (piece.layout !== header) useHeader(piece.layout as Header);
    return width > 1;
  }

  function read(at: number, length: number): number {
    if (input[at] === HASH) return -1;
    return isInOrder ? appendRecordInOrder(at, length) : appendIndexedRecord(at, length);
  }

  function writeKey(keys: Uint8Array, length: number): number {
    return writeKeyText(output, articleNumberKey, keys, length);
  }
}
