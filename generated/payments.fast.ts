// Compiled by Specmill from a spec: change the spec, not this file.
//
// The fast reader of a record, from bytes to JSON in one pass. A function that copies reads `input` from an offset and
// appends to `output`. It returns the new length of the output, or -1 for anything unusual or invalid. Then the
// careful reader reads the field or the record again.

import {
  ByteReplacer,
  CellReader,
  POWERS_OF_TEN,
  countUtf8CodePoints,
  createByteMatcher,
  fastBuffers,
  hasNonSpaceBlankAtEdge,
  isValidDate,
  parseFourDigitBytes,
  parseTwoDigitBytes,
  skipLeadingZeros,
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

const DELIMITER = 59; // ;
const CELL_QUOTE = 34; // "
const QUOTE = 34; // "
const CLOSING_BRACE = 125; // }
const SPACE = 32;
const ZERO = 48; // 0
const MINUS = 45; // -
const POINT = 46; // .
const COMMA = 44; // ,
const LF = 10;
const CR = 13;
const MAX_ASCII = 127;

/** Reads cells with quotes, escapes or special characters inside, and finds cells. */
const cells = new CellReader(';', '"', '"');
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

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface CarefulReaders {
  readId(cell: string | undefined, record: RecordReport): string | null;
  readBooked(cell: string | undefined, record: RecordReport): string | null;
  readValueDate(cell: string | undefined, record: RecordReport): string | null;
  readDebtor(cell: string | undefined, record: RecordReport): string | null;
  readDebtorIban(cell: string | undefined, record: RecordReport): string | null;
  readCreditor(cell: string | undefined, record: RecordReport): string | null;
  readCreditorIban(cell: string | undefined, record: RecordReport): string | null;
  readBic(cell: string | undefined, record: RecordReport): string | null;
  readAmount(cell: string | undefined, record: RecordReport): string | null;
  readCurrency(cell: string | undefined, record: RecordReport): string | null;
  readCharges(cell: string | undefined, record: RecordReport): string | null;
  readInstant(cell: string | undefined, record: RecordReport): boolean | null;
  readItems(cell: string | undefined, record: RecordReport): string | null;
  readPurpose(cell: string | undefined, record: RecordReport): string | null;
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

/** Returns whether the bytes from `from` to `to` are "-". */
function isNull(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 1:
      return bytes[from] === 45; // "-"
    default:
      return false;
  }
}

/** Matches TX[0-9]{4}-[0-9]{6}. */
const idShapeMatcher = createByteMatcher(
  '19/1c-9/2c/2g',
  ',3:2;,4:3;,2:4;,2:5;,2:6;,2:7;,1:8;,2:9;,2:a;,2:b;,2:c;,2:d;,2:e;!',
);
const idShapeEnds = idShapeMatcher.ends;

/** Replaces \s+ with "". */
const replaceIbanJoin = new ByteReplacer(' ', '');

/** Matches [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}. */
const ibanShapeMatcher = createByteMatcher(
  '1c-9/1t-p',
  ',2:2;,2:3;,1:4;,1:5;6,0:0;7,0:0;8,0:0;9,0:0;a,0:0;b,0:0;c,0:0;d,0:0;e,0:0;f,0:0;g,0:0;!h,0:0;!i,0:0;' +
    '!j,0:0;!k,0:0;!l,0:0;!m,0:0;!n,0:0;!o,0:0;!p,0:0;!q,0:0;!r,0:0;!s,0:0;!t,0:0;!u,0:0;!v,0:0;!w,0:0;' +
    '!x,0:0;!y,0:0;!z,0:0;!',
);
const ibanShapeEnds = ibanShapeMatcher.ends;

/** Matches [A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?. */
const bicShapeMatcher = createByteMatcher(
  '1c-9/1t-p',
  ',2:2;,2:3;,2:4;,2:5;,2:6;,2:7;8,0:0;9,0:0;!a,0:0;b,0:0;c,0:0;!',
);
const bicShapeEnds = bicShapeMatcher.ends;

/**
 * Returns whether the bytes from `from` to `to` are "EUR", "CHF", "GBP", "USD", "SEK", "NOK", "DKK", "PLN" or "CZK".
 */
function matchesCurrencyKnown(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 3:
      switch (((bytes[from] as number) << 16) | ((bytes[from + 1] as number) << 8) | (bytes[from + 2] as number)) {
        case 4543826:
          return true; // "EUR"
        case 4409414:
          return true; // "CHF"
        case 4670032:
          return true; // "GBP"
        case 5591876:
          return true; // "USD"
        case 5457227:
          return true; // "SEK"
        case 5132107:
          return true; // "NOK"
        case 4475723:
          return true; // "DKK"
        case 5262414:
          return true; // "PLN"
        case 4414027:
          return true; // "CZK"
        default:
          return false;
      }
    default:
      return false;
  }
}

/** Returns whether the bytes from `from` to `to` are "SHA", "OUR" or "BEN". */
function matchesChargesKnown(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 3:
      switch (((bytes[from] as number) << 16) | ((bytes[from + 1] as number) << 8) | (bytes[from + 2] as number)) {
        case 5457985:
          return true; // "SHA"
        case 5199186:
          return true; // "OUR"
        case 4343118:
          return true; // "BEN"
        default:
          return false;
      }
    default:
      return false;
  }
}

/** Copies id: STRING; trimmed, then converted to upper case; required (FATAL), matching TX[0-9]{4}-[0-9]{6} (FATAL). */
function copyId(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const textStart = isQuoted ? at + 1 : at;
  let from = textStart;
  let byte = input[from] as number;
  while (byte === SPACE) byte = input[++from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  const converted = toUpperBytes(output, length + 1, end);
  if (converted < 0) return -1;
  if (converted > 0) report.corrected = true;
  if (isNull(output, length + 1, end)) return -1;
  if (idShapeEnds[idShapeMatcher.run(output, length + 1, end)] !== 1) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies id with its careful reader. */
function copyIdCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readId(text, report)));
}

/** Copies booked: DATE; converted from dd.MM.yyyy to yyyy-MM-dd; required (FATAL), 2020-01-01 or later (ERROR). */
function copyBooked(at: number, length: number): number {
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
    input[from + 2] !== POINT ||
    input[from + 5] !== POINT ||
    BARE[byte] !== END_BYTE
  )
    return -1;
  cellEnd = cursor;
  const date = year * 10000 + month * 100 + day;
  if (date < 20200101) return -1; // 2020-01-01
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

/** Copies booked with its careful reader. */
function copyBookedCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readBooked(text, report)));
}

/** Copies valueDate: DATE; converted from dd.MM.yyyy to yyyy-MM-dd; 2020-01-01 or later (WARNING). */
function copyValueDate(at: number, length: number): number {
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
    input[from + 2] !== POINT ||
    input[from + 5] !== POINT ||
    BARE[byte] !== END_BYTE
  ) {
    if (BARE[input[at] as number] !== END_BYTE) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  cellEnd = cursor;
  const date = year * 10000 + month * 100 + day;
  if (date < 20200101) return -1; // 2020-01-01
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

/** Copies valueDate with its careful reader. */
function copyValueDateCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readValueDate(text, report)));
}

/** Copies debtor: STRING, sensitive; trimmed; required (FATAL), at most 70 characters (ERROR). */
function copyDebtor(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const textStart = isQuoted ? at + 1 : at;
  let from = textStart;
  let byte = input[from] as number;
  while (byte === SPACE) byte = input[++from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  if (codePoints > 70) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies debtor with its careful reader. */
function copyDebtorCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readDebtor(text, report)));
}

/**
 * Copies debtorIban: STRING, sensitive; \s+ replaced by "", then converted to upper case; required (FATAL), matching
 * [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (ERROR).
 */
function copyDebtorIban(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  if (seen > MAX_ASCII) return -1;
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  codePoints -= end;
  end = replaceIbanJoin.replace(output, length + 1, end);
  codePoints += end;
  if (replaceIbanJoin.isChanged) report.corrected = true;
  const converted = toUpperBytes(output, length + 1, end);
  if (converted < 0) return -1;
  if (converted > 0) report.corrected = true;
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  if (ibanShapeEnds[ibanShapeMatcher.run(output, length + 1, end)] !== 1) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies debtorIban with its careful reader. */
function copyDebtorIbanCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readDebtorIban(text, report)));
}

/**
 * Copies creditor: STRING, sensitive; trimmed; required (FATAL), at most 70 characters (ERROR). The code is that of
 * debtor.
 */
const copyCreditor = copyDebtor;

/** Copies creditor with its careful reader. */
function copyCreditorCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCreditor(text, report)));
}

/**
 * Copies creditorIban: STRING, sensitive; \s+ replaced by "", then converted to upper case; required (FATAL), matching
 * [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (ERROR). The code is that of debtorIban.
 */
const copyCreditorIban = copyDebtorIban;

/** Copies creditorIban with its careful reader. */
function copyCreditorIbanCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCreditorIban(text, report)));
}

/** Copies bic: STRING; converted to upper case; matching [A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})? (WARNING). */
function copyBic(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  if (bicShapeEnds[bicShapeMatcher.run(output, length + 1, end)] !== 1) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies bic with its careful reader. */
function copyBicCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readBic(text, report)));
}

/**
 * Copies amount: DECIMAL with decimal separator "," and group separator "."; required (FATAL), at least 0.01 (ERROR),
 * at most 50000 (WARNING).
 */
function copyAmount(at: number, length: number): number {
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
  if (value > 500000000) return -1; // 50000
  return end;
}

/** Copies amount with its careful reader. */
function copyAmountCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readAmount(text, report)));
}

/**
 * Copies currency: STRING; trimmed, then converted to upper case; required (FATAL), one of EUR, CHF, GBP, USD, SEK,
 * NOK, DKK, PLN, CZK (FATAL).
 */
function copyCurrency(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const textStart = isQuoted ? at + 1 : at;
  let from = textStart;
  let byte = input[from] as number;
  while (byte === SPACE) byte = input[++from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  const converted = toUpperBytes(output, length + 1, end);
  if (converted < 0) return -1;
  if (converted > 0) report.corrected = true;
  if (isNull(output, length + 1, end)) return -1;
  if (!matchesCurrencyKnown(output, length + 1, end)) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies currency with its careful reader. */
function copyCurrencyCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCurrency(text, report)));
}

/** Copies charges: STRING; "SHA" if null; one of SHA, OUR, BEN (ERROR). */
function copyCharges(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  if (!matchesChargesKnown(output, length + 1, end)) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies charges with its careful reader. */
function copyChargesCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCharges(text, report)));
}

/** Copies instant: BOOLEAN ("J", "Ja" for true; "N", "Nein" for false). */
function copyInstant(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  let cursor = isQuoted ? at + 1 : at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  let width = 0;
  let isTrue = false;
  if (byte === 78 && input[cursor + 1] === 101 && input[cursor + 2] === 105 && input[cursor + 3] === 110) {
    // "Nein"
    width = 4;
  } else if (byte === 74 && input[cursor + 1] === 97) {
    // "Ja"
    width = 2;
    isTrue = true;
  } else if (byte === 74) {
    // "J"
    width = 1;
    isTrue = true;
  } else if (byte === 78) {
    // "N"
    width = 1;
  }
  if (width === 0) {
    if (BARE[input[at] as number] !== END_BYTE) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  byte = input[(cursor += width)] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;
  if (BARE[byte] !== END_BYTE) return -1;
  cellEnd = cursor;
  return isTrue ? writeTrue(output, length) : writeFalse(output, length);
}

/** Copies instant with its careful reader. */
function copyInstantCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonBoolean(careful.readInstant(text, report)));
}

/** Copies items: INTEGER with group separator "."; "1" if null; at least 1 (ERROR). */
function copyItems(at: number, length: number): number {
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
  if (digits === 0 || digits > 15 || BARE[byte] !== END_BYTE) return -1;
  cellEnd = cursor;
  if (isNegative) value = -value;
  if (value < 1) return -1;
  return end;
}

/** Copies items with its careful reader. */
function copyItemsCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readItems(text, report)));
}

/** Copies purpose: STRING, sensitive; trimmed; at most 140 characters (WARNING). */
function copyPurpose(at: number, length: number): number {
  const isQuoted = input[at] === CELL_QUOTE;
  const kinds = isQuoted ? QUOTED : BARE;
  const textStart = isQuoted ? at + 1 : at;
  let from = textStart;
  let byte = input[from] as number;
  while (byte === SPACE) byte = input[++from] as number;
  let cursor = from;
  let end = length + 1;
  let seen = 0;
  cursor = appendPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  if (codePoints === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  if (codePoints > 140) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies purpose with its careful reader. */
function copyPurposeCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readPurpose(text, report)));
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
  columns[0] = Math.min(at.id ?? width, width);
  columns[1] = Math.min(at.booked ?? width, width);
  columns[2] = Math.min(at.valueDate ?? width, width);
  columns[3] = Math.min(at.debtor ?? width, width);
  columns[4] = Math.min(at.debtorIban ?? width, width);
  columns[5] = Math.min(at.creditor ?? width, width);
  columns[6] = Math.min(at.creditorIban ?? width, width);
  columns[7] = Math.min(at.bic ?? width, width);
  columns[8] = Math.min(at.amount ?? width, width);
  columns[9] = Math.min(at.currency ?? width, width);
  columns[10] = Math.min(at.charges ?? width, width);
  columns[11] = Math.min(at.instant ?? width, width);
  columns[12] = Math.min(at.items ?? width, width);
  columns[13] = Math.min(at.purpose ?? width, width);
  isInOrder = width === 14 && columns.every((column, index) => column === index);
}

/**
 * Copies id, booked, valueDate, debtor, debtorIban, creditor, creditorIban of a record whose columns are in the order
 * of the fields.
 */
function appendMembersInOrder1(start: number, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // {"id":
  outputView.setInt32(length, 0x6469227b, true);
  outputView.setInt32(length + 4, 0x00003a22, true);
  length += 6;
  idKey.from = length;
  end = copyId(at, length);
  if (end < 0) end = copyIdCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  idKey.to = length;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"booked":
  outputView.setInt32(length, 0x6f62222c, true);
  outputView.setInt32(length + 4, 0x64656b6f, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyBooked(at, length);
  if (end < 0) end = copyBookedCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"valueDate":
  outputView.setInt32(length, 0x6176222c, true);
  outputView.setInt32(length + 4, 0x4465756c, true);
  outputView.setInt32(length + 8, 0x22657461, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = copyValueDate(at, length);
  if (end < 0) end = copyValueDateCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"debtor":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x726f7462, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyDebtor(at, length);
  if (end < 0) end = copyDebtorCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"debtorIban":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x726f7462, true);
  outputView.setInt32(length + 8, 0x6e616249, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  end = copyDebtorIban(at, length);
  if (end < 0) end = copyDebtorIbanCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"creditor":
  outputView.setInt32(length, 0x7263222c, true);
  outputView.setInt32(length + 4, 0x74696465, true);
  outputView.setInt32(length + 8, 0x3a22726f, true);
  length += 12;
  end = copyCreditor(at, length);
  if (end < 0) end = copyCreditorCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"creditorIban":
  outputView.setInt32(length, 0x7263222c, true);
  outputView.setInt32(length + 4, 0x74696465, true);
  outputView.setInt32(length + 8, 0x6249726f, true);
  outputView.setInt32(length + 12, 0x3a226e61, true);
  length += 16;
  end = copyCreditorIban(at, length);
  if (end < 0) end = copyCreditorIbanCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/**
 * Copies bic, amount, currency, charges, instant, items, purpose of a record whose columns are in the order of the
 * fields.
 */
function appendMembersInOrder2(start: number, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // ,"bic":
  outputView.setInt32(length, 0x6962222c, true);
  outputView.setInt32(length + 4, 0x003a2263, true);
  length += 7;
  end = copyBic(at, length);
  if (end < 0) end = copyBicCarefully(at, length);
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
  // ,"currency":
  outputView.setInt32(length, 0x7563222c, true);
  outputView.setInt32(length + 4, 0x6e657272, true);
  outputView.setInt32(length + 8, 0x3a227963, true);
  length += 12;
  end = copyCurrency(at, length);
  if (end < 0) end = copyCurrencyCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"charges":
  outputView.setInt32(length, 0x6863222c, true);
  outputView.setInt32(length + 4, 0x65677261, true);
  outputView.setInt32(length + 8, 0x003a2273, true);
  length += 11;
  end = copyCharges(at, length);
  if (end < 0) end = copyChargesCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"instant":
  outputView.setInt32(length, 0x6e69222c, true);
  outputView.setInt32(length + 4, 0x6e617473, true);
  outputView.setInt32(length + 8, 0x003a2274, true);
  length += 11;
  end = copyInstant(at, length);
  if (end < 0) end = copyInstantCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"items":
  outputView.setInt32(length, 0x7469222c, true);
  outputView.setInt32(length + 4, 0x22736d65, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyItems(at, length);
  if (end < 0) end = copyItemsCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== DELIMITER) return -1;
  at = cellEnd + 1;
  // ,"purpose":
  outputView.setInt32(length, 0x7570222c, true);
  outputView.setInt32(length + 4, 0x736f7072, true);
  outputView.setInt32(length + 8, 0x003a2265, true);
  length += 11;
  end = copyPurpose(at, length);
  if (end < 0) end = copyPurposeCarefully(at, length);
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

/** Copies id, booked, valueDate, debtor, debtorIban, creditor, creditorIban of a record whose cells were found. */
function appendIndexedMembers1(from: number): number {
  let length = from;
  let end = 0;
  // {"id":
  outputView.setInt32(length, 0x6469227b, true);
  outputView.setInt32(length + 4, 0x00003a22, true);
  length += 6;
  idKey.from = length;
  end = copyId(starts[columns[0] as number] as number, length);
  if (end < 0) end = copyIdCarefully(starts[columns[0] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  idKey.to = length;
  // ,"booked":
  outputView.setInt32(length, 0x6f62222c, true);
  outputView.setInt32(length + 4, 0x64656b6f, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyBooked(starts[columns[1] as number] as number, length);
  if (end < 0) end = copyBookedCarefully(starts[columns[1] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"valueDate":
  outputView.setInt32(length, 0x6176222c, true);
  outputView.setInt32(length + 4, 0x4465756c, true);
  outputView.setInt32(length + 8, 0x22657461, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = copyValueDate(starts[columns[2] as number] as number, length);
  if (end < 0) end = copyValueDateCarefully(starts[columns[2] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"debtor":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x726f7462, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = copyDebtor(starts[columns[3] as number] as number, length);
  if (end < 0) end = copyDebtorCarefully(starts[columns[3] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"debtorIban":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x726f7462, true);
  outputView.setInt32(length + 8, 0x6e616249, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  end = copyDebtorIban(starts[columns[4] as number] as number, length);
  if (end < 0) end = copyDebtorIbanCarefully(starts[columns[4] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"creditor":
  outputView.setInt32(length, 0x7263222c, true);
  outputView.setInt32(length + 4, 0x74696465, true);
  outputView.setInt32(length + 8, 0x3a22726f, true);
  length += 12;
  end = copyCreditor(starts[columns[5] as number] as number, length);
  if (end < 0) end = copyCreditorCarefully(starts[columns[5] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"creditorIban":
  outputView.setInt32(length, 0x7263222c, true);
  outputView.setInt32(length + 4, 0x74696465, true);
  outputView.setInt32(length + 8, 0x6249726f, true);
  outputView.setInt32(length + 12, 0x3a226e61, true);
  length += 16;
  end = copyCreditorIban(starts[columns[6] as number] as number, length);
  if (end < 0) end = copyCreditorIbanCarefully(starts[columns[6] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** Copies bic, amount, currency, charges, instant, items, purpose of a record whose cells were found. */
function appendIndexedMembers2(from: number): number {
  let length = from;
  let end = 0;
  // ,"bic":
  outputView.setInt32(length, 0x6962222c, true);
  outputView.setInt32(length + 4, 0x003a2263, true);
  length += 7;
  end = copyBic(starts[columns[7] as number] as number, length);
  if (end < 0) end = copyBicCarefully(starts[columns[7] as number] as number, length);
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
  // ,"currency":
  outputView.setInt32(length, 0x7563222c, true);
  outputView.setInt32(length + 4, 0x6e657272, true);
  outputView.setInt32(length + 8, 0x3a227963, true);
  length += 12;
  end = copyCurrency(starts[columns[9] as number] as number, length);
  if (end < 0) end = copyCurrencyCarefully(starts[columns[9] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"charges":
  outputView.setInt32(length, 0x6863222c, true);
  outputView.setInt32(length + 4, 0x65677261, true);
  outputView.setInt32(length + 8, 0x003a2273, true);
  length += 11;
  end = copyCharges(starts[columns[10] as number] as number, length);
  if (end < 0) end = copyChargesCarefully(starts[columns[10] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"instant":
  outputView.setInt32(length, 0x6e69222c, true);
  outputView.setInt32(length + 4, 0x6e617473, true);
  outputView.setInt32(length + 8, 0x003a2274, true);
  length += 11;
  end = copyInstant(starts[columns[11] as number] as number, length);
  if (end < 0) end = copyInstantCarefully(starts[columns[11] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"items":
  outputView.setInt32(length, 0x7469222c, true);
  outputView.setInt32(length + 4, 0x22736d65, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = copyItems(starts[columns[12] as number] as number, length);
  if (end < 0) end = copyItemsCarefully(starts[columns[12] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"purpose":
  outputView.setInt32(length, 0x7570222c, true);
  outputView.setInt32(length + 4, 0x736f7072, true);
  outputView.setInt32(length + 8, 0x003a2265, true);
  length += 11;
  end = copyPurpose(starts[columns[13] as number] as number, length);
  if (end < 0) end = copyPurposeCarefully(starts[columns[13] as number] as number, length);
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
  output[length] = CLOSING_BRACE;
  return length + 1;
}

/** The positions of the key's values in the output. */
const idKey = { from: 0, to: 0 };

/** Creates the fast reader of payments. */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { minRecordLimit: 10, begin, read, next: () => next, writeKey };

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
    return writeKeyText(output, idKey, keys, length);
  }
}
