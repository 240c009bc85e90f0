// Compiled by Specmill from a spec: change the spec, not this file.
//
// The fast reader of a record, from bytes to JSON in one pass. A function that copies reads `input` from an offset and
// appends to `output`. It returns the new length of the output, or -1 for anything unusual or invalid. Then the
// careful reader reads the field or the record again.

import {
  ByteReplacer,
  POWERS_OF_TEN,
  XmlCellReader,
  XmlValueFinder,
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
  writeBytes,
  writeFalse,
  writeJson,
  writeKeyTexts,
  writeNull,
  writeTrue,
  type FastChunk,
  type FastReader,
  type RecordReport,
  type XmlLayout,
} from 'specmill/kernel';

/** The buffers of all fast readers. They never change, so V8 compiles their addresses into the code. */
const input = fastBuffers.input;
const output = fastBuffers.output;
const outputView = fastBuffers.outputView;

const QUOTE = 34; // "
const CLOSING_BRACE = 125; // }
const SPACE = 32;
const ZERO = 48; // 0
const MINUS = 45; // -
const POINT = 46; // .
const MAX_ASCII = 127;
const LOWER_CASE_BIT = 32;

/** Reads values that contain references or other markup. */
const cells = new XmlCellReader();
/** The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell. */
const BARE = cells.bare;
const PLAIN_BYTE = 0;
const END_BYTE = 2;

/** Finds the values of a record between its tags. Stores the offsets of each field's value. */
const finder = new XmlValueFinder(17);
const { from: starts, to: ends } = finder;

/** The report of the current record, and the limit of the current chunk. */
let report: RecordReport;
let maxRecordBytes = 0;
/** The offset of the next record. */
let next = 0;

/** The careful readers of the fields. They read what the functions below cannot copy, and report its issues. */
export interface CarefulReaders {
  readIban(cell: string | undefined, record: RecordReport): string | null;
  readStatement(cell: string | undefined, record: RecordReport): string | null;
  readSequence(cell: string | undefined, record: RecordReport): string | null;
  readReference(cell: string | undefined, record: RecordReport): string | null;
  readAmount(cell: string | undefined, record: RecordReport): string | null;
  readCurrency(cell: string | undefined, record: RecordReport): string | null;
  readDirection(cell: string | undefined, record: RecordReport): string | null;
  readReversal(cell: string | undefined, record: RecordReport): boolean | null;
  readStatus(cell: string | undefined, record: RecordReport): string | null;
  readBooked(cell: string | undefined, record: RecordReport): string | null;
  readValued(cell: string | undefined, record: RecordReport): string | null;
  readEndToEndId(cell: string | undefined, record: RecordReport): string | null;
  readDebtor(cell: string | undefined, record: RecordReport): string | null;
  readDebtorIban(cell: string | undefined, record: RecordReport): string | null;
  readCreditor(cell: string | undefined, record: RecordReport): string | null;
  readCreditorIban(cell: string | undefined, record: RecordReport): string | null;
  readPurpose(cell: string | undefined, record: RecordReport): string | null;
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
    const special3 = (four ^ 0x26262626) - 0x01010101; // &
    const special4 = (four ^ 0x3c3c3c3c) - 0x01010101; // <
    const controls = four - 0x20202020;
    const marks = (special1 | special2 | special3 | special4 | controls | four) & 0x80808080;
    if (marks !== 0) return at + ((31 - Math.clz32(marks & -marks)) >> 3);
  }
}

/** Returns whether the bytes from `from` to `to` are "NOTPROVIDED". */
function isNull(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 11:
      return (
        bytes[from] === 78 &&
        bytes[from + 1] === 79 &&
        bytes[from + 2] === 84 &&
        bytes[from + 3] === 80 &&
        bytes[from + 4] === 82 &&
        bytes[from + 5] === 79 &&
        bytes[from + 6] === 86 &&
        bytes[from + 7] === 73 &&
        bytes[from + 8] === 68 &&
        bytes[from + 9] === 69 &&
        bytes[from + 10] === 68
      ); // "NOTPROVIDED"
    default:
      return false;
  }
}

/** The JSON of iban, which precedes the records. */
let ibanBefore = new Uint8Array(0);

/** The JSON of statement, which precedes the records. */
let statementBefore = new Uint8Array(0);

/** The JSON of sequence, which precedes the records. */
let sequenceBefore = new Uint8Array(0);

/** Returns whether the bytes from `from` to `to` are "EUR", "CHF", "GBP" or "USD". */
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
        default:
          return false;
      }
    default:
      return false;
  }
}

/** Returns whether the bytes from `from` to `to` are "CRDT" or "DBIT". */
function matchesDirectionKnown(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 4:
      switch (
        ((bytes[from] as number) << 24) |
        ((bytes[from + 1] as number) << 16) |
        ((bytes[from + 2] as number) << 8) |
        (bytes[from + 3] as number)
      ) {
        case 1129464916:
          return true; // "CRDT"
        case 1145194836:
          return true; // "DBIT"
        default:
          return false;
      }
    default:
      return false;
  }
}

/** Returns whether the bytes from `from` to `to` are "BOOK". */
function matchesStatusBooked(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 4:
      return bytes[from] === 66 && bytes[from + 1] === 79 && bytes[from + 2] === 79 && bytes[from + 3] === 75; // "BOOK"
    default:
      return false;
  }
}

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

/** Copies reference: STRING; required (FATAL). */
function copyReference(at: number, length: number): number {
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
  if (BARE[byte] !== END_BYTE) {
    end = cells.copy(input, at, output, length);
    if (end < 0) return -1;
    codePoints = cells.codePoints;
  } else if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies reference with its careful reader. */
function copyReferenceCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readReference(text, report)));
}

/** Copies amount: DECIMAL; required (FATAL), at least 0 (ERROR), at most 100000 (WARNING). */
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
  // Numbers are compared in units of 10^-4.
  value *= (isNegative ? -1 : 1) * (POWERS_OF_TEN[4 - decimals] as number);
  if (value < 0) return -1;
  if (value > 1000000000) return -1; // 100000
  return end;
}

/** Copies amount with its careful reader. */
function copyAmountCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonNumber(careful.readAmount(text, report)));
}

/** Copies currency: STRING; required (FATAL), one of EUR, CHF, GBP, USD (FATAL). */
function copyCurrency(at: number, length: number): number {
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
  if (BARE[byte] !== END_BYTE) {
    end = cells.copy(input, at, output, length);
    if (end < 0) return -1;
    codePoints = cells.codePoints;
  } else if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  if (!matchesCurrencyKnown(output, length + 1, end)) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies currency with its careful reader. */
function copyCurrencyCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readCurrency(text, report)));
}

/** Copies direction: STRING; required (FATAL), one of CRDT, DBIT (FATAL). */
function copyDirection(at: number, length: number): number {
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
  if (BARE[byte] !== END_BYTE) {
    end = cells.copy(input, at, output, length);
    if (end < 0) return -1;
    codePoints = cells.codePoints;
  } else if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  if (!matchesDirectionKnown(output, length + 1, end)) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies direction with its careful reader. */
function copyDirectionCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readDirection(text, report)));
}

/** Copies reversal: BOOLEAN; "false" if null. */
function copyReversal(at: number, length: number): number {
  let cursor = at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  let width = 0;
  let isTrue = false;
  if (
    (byte | LOWER_CASE_BIT) === 102 &&
    ((input[cursor + 1] as number) | LOWER_CASE_BIT) === 97 &&
    ((input[cursor + 2] as number) | LOWER_CASE_BIT) === 108 &&
    ((input[cursor + 3] as number) | LOWER_CASE_BIT) === 115 &&
    ((input[cursor + 4] as number) | LOWER_CASE_BIT) === 101
  ) {
    // "false"
    width = 5;
  } else if (
    (byte | LOWER_CASE_BIT) === 116 &&
    ((input[cursor + 1] as number) | LOWER_CASE_BIT) === 114 &&
    ((input[cursor + 2] as number) | LOWER_CASE_BIT) === 117 &&
    ((input[cursor + 3] as number) | LOWER_CASE_BIT) === 101
  ) {
    // "true"
    width = 4;
    isTrue = true;
  }
  if (width === 0) return -1;
  byte = input[(cursor += width)] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  if (BARE[byte] !== END_BYTE) return -1;
  return isTrue ? writeTrue(output, length) : writeFalse(output, length);
}

/** Copies reversal with its careful reader. */
function copyReversalCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonBoolean(careful.readReversal(text, report)));
}

/** Copies status: STRING; required (FATAL), one of BOOK (ERROR). */
function copyStatus(at: number, length: number): number {
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
  if (BARE[byte] !== END_BYTE) {
    end = cells.copy(input, at, output, length);
    if (end < 0) return -1;
    codePoints = cells.codePoints;
  } else if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return -1;
  if (!matchesStatusBooked(output, length + 1, end)) return -1;
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies status with its careful reader. */
function copyStatusCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readStatus(text, report)));
}

/** Copies booked: DATE; required (FATAL), 2020-01-01 or later (ERROR). */
function copyBooked(at: number, length: number): number {
  let cursor = at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  const from = cursor;
  const year = parseFourDigitBytes(input, from);
  const month = parseTwoDigitBytes(input, from + 5);
  const day = parseTwoDigitBytes(input, from + 8);
  byte = input[(cursor += 10)] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  if (
    !isValidDate(year, month, day) ||
    input[from + 4] !== MINUS ||
    input[from + 7] !== MINUS ||
    BARE[byte] !== END_BYTE
  )
    return -1;
  const date = year * 10000 + month * 100 + day;
  if (date < 20200101) return -1; // 2020-01-01
  output[length] = QUOTE;
  output[length + 1] = input[from] as number;
  output[length + 2] = input[from + 1] as number;
  output[length + 3] = input[from + 2] as number;
  output[length + 4] = input[from + 3] as number;
  output[length + 5] = MINUS;
  output[length + 6] = input[from + 5] as number;
  output[length + 7] = input[from + 6] as number;
  output[length + 8] = MINUS;
  output[length + 9] = input[from + 8] as number;
  output[length + 10] = input[from + 9] as number;
  output[length + 11] = QUOTE;
  return length + 12;
}

/** Copies booked with its careful reader. */
function copyBookedCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readBooked(text, report)));
}

/** Copies valued: DATE; 2020-01-01 or later (WARNING). */
function copyValued(at: number, length: number): number {
  let cursor = at;
  let byte = input[cursor] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  const from = cursor;
  const year = parseFourDigitBytes(input, from);
  const month = parseTwoDigitBytes(input, from + 5);
  const day = parseTwoDigitBytes(input, from + 8);
  byte = input[(cursor += 10)] as number;
  while (byte === SPACE) byte = input[++cursor] as number;
  if (
    !isValidDate(year, month, day) ||
    input[from + 4] !== MINUS ||
    input[from + 7] !== MINUS ||
    BARE[byte] !== END_BYTE
  ) {
    if (BARE[input[at] as number] !== END_BYTE) return -1;
    return writeNull(output, length);
  }
  const date = year * 10000 + month * 100 + day;
  if (date < 20200101) return -1; // 2020-01-01
  output[length] = QUOTE;
  output[length + 1] = input[from] as number;
  output[length + 2] = input[from + 1] as number;
  output[length + 3] = input[from + 2] as number;
  output[length + 4] = input[from + 3] as number;
  output[length + 5] = MINUS;
  output[length + 6] = input[from + 5] as number;
  output[length + 7] = input[from + 6] as number;
  output[length + 8] = MINUS;
  output[length + 9] = input[from + 8] as number;
  output[length + 10] = input[from + 9] as number;
  output[length + 11] = QUOTE;
  return length + 12;
}

/** Copies valued with its careful reader. */
function copyValuedCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readValued(text, report)));
}

/** Copies endToEndId: STRING. */
function copyEndToEndId(at: number, length: number): number {
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
  if (BARE[byte] !== END_BYTE) {
    end = cells.copy(input, at, output, length);
    if (end < 0) return -1;
    codePoints = cells.codePoints;
  } else if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (codePoints === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  output[length] = QUOTE;
  output[end] = QUOTE;
  return end + 1;
}

/** Copies endToEndId with its careful reader. */
function copyEndToEndIdCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readEndToEndId(text, report)));
}

/** Copies debtor: STRING, sensitive; trimmed; at most 140 characters (WARNING). */
function copyDebtor(at: number, length: number): number {
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
  if (BARE[byte] !== END_BYTE) {
    end = cells.copyTrimmed(input, at, output, length);
    if (end < 0) return -1;
    codePoints = cells.codePoints;
    isTrimmed = cells.isTrimmed;
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

/** Copies debtor with its careful reader. */
function copyDebtorCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readDebtor(text, report)));
}

/** Copies debtorIban: STRING, sensitive; \s+ replaced by ""; matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (WARNING). */
function copyDebtorIban(at: number, length: number): number {
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
  if (BARE[byte] !== END_BYTE) return -1;
  if (seen > MAX_ASCII) {
    codePoints = countUtf8CodePoints(input, from, from + codePoints);
    if (codePoints < 0) return -1;
  }
  if (seen > MAX_ASCII) return -1;
  if (codePoints === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  codePoints -= end;
  end = replaceIbanJoin.replace(output, length + 1, end);
  codePoints += end;
  if (replaceIbanJoin.isChanged) report.corrected = true;
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
  return writeJson(output, length, toJsonString(careful.readDebtorIban(text, report)));
}

/** Copies creditor: STRING, sensitive; trimmed; at most 140 characters (WARNING). The code is that of debtor. */
const copyCreditor = copyDebtor;

/** Copies creditor with its careful reader. */
function copyCreditorCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readCreditor(text, report)));
}

/**
 * Copies creditorIban: STRING, sensitive; \s+ replaced by ""; matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (WARNING). The
 * code is that of debtorIban.
 */
const copyCreditorIban = copyDebtorIban;

/** Copies creditorIban with its careful reader. */
function copyCreditorIbanCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readCreditorIban(text, report)));
}

/**
 * Copies purpose: STRING; \s+ replaced by " ", then trimmed; at most 563 characters (WARNING). Read from text, which is
 * slower: REGEX_REPLACE and TRIM and MAX_LENGTH.
 */
function copyPurpose(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readPurpose(text, report)));
}

/** The texts of the fields that precede the records. */
let inherited: XmlLayout['inherited'] = [];

const encoder = new TextEncoder();
/** The inherited texts that were read last. */
let prepared: XmlLayout['inherited'] | null = null;
/** The day of the run when they were read. */
let preparedOn = NaN;
/** The maximum size of a record when they were read. */
let preparedFor = NaN;
/** Whether they have no issue. */
let isPrepared = false;
/** Whether a correction changed one of them. */
let isCorrected = false;

/** Reads the fields that precede the records. */
function prepare(): void {
  prepared = inherited;
  preparedOn = report.today;
  preparedFor = maxRecordBytes;
  report.begin();
  ibanBefore = encoder.encode(toJsonString(careful.readIban(inherited[0], report)));
  statementBefore = encoder.encode(toJsonString(careful.readStatement(inherited[1], report)));
  sequenceBefore = encoder.encode(toJsonNumber(careful.readSequence(inherited[2], report)));
  isPrepared = report.issues.length === 0;
  isCorrected = report.corrected;
}

/** Copies an element that is a record. */
function appendRecord(start: number, from: number): number {
  const recordEnd = finder.find(start);
  if (recordEnd < 0) return -1;
  let length = from;
  let end = 0;
  let to = 0;
  if (isCorrected) report.corrected = true;
  // {"iban":
  outputView.setInt32(length, 0x6269227b, true);
  outputView.setInt32(length + 4, 0x3a226e61, true);
  length += 8;
  ibanKey.from = length;
  end = writeBytes(output, length, ibanBefore);
  if (end < 0) return -1;
  length = end;
  ibanKey.to = length;
  // ,"statement":
  outputView.setInt32(length, 0x7473222c, true);
  outputView.setInt32(length + 4, 0x6d657461, true);
  outputView.setInt32(length + 8, 0x22746e65, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = writeBytes(output, length, statementBefore);
  if (end < 0) return -1;
  length = end;
  // ,"sequence":
  outputView.setInt32(length, 0x6573222c, true);
  outputView.setInt32(length + 4, 0x6e657571, true);
  outputView.setInt32(length + 8, 0x3a226563, true);
  length += 12;
  end = writeBytes(output, length, sequenceBefore);
  if (end < 0) return -1;
  length = end;
  // ,"reference":
  outputView.setInt32(length, 0x6572222c, true);
  outputView.setInt32(length + 4, 0x65726566, true);
  outputView.setInt32(length + 8, 0x2265636e, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  referenceKey.from = length;
  to = ends[3] as number;
  input[to] = 0; // ends the value
  end = copyReference(starts[3] as number, length);
  if (end < 0) end = copyReferenceCarefully(starts[3] as number, length);
  if (end < 0) return -1;
  length = end;
  referenceKey.to = length;
  // ,"amount":
  outputView.setInt32(length, 0x6d61222c, true);
  outputView.setInt32(length + 4, 0x746e756f, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  to = ends[4] as number;
  input[to] = 0; // ends the value
  end = copyAmount(starts[4] as number, length);
  if (end < 0) end = copyAmountCarefully(starts[4] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"currency":
  outputView.setInt32(length, 0x7563222c, true);
  outputView.setInt32(length + 4, 0x6e657272, true);
  outputView.setInt32(length + 8, 0x3a227963, true);
  length += 12;
  to = ends[5] as number;
  input[to] = 0; // ends the value
  end = copyCurrency(starts[5] as number, length);
  if (end < 0) end = copyCurrencyCarefully(starts[5] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"direction":
  outputView.setInt32(length, 0x6964222c, true);
  outputView.setInt32(length + 4, 0x74636572, true);
  outputView.setInt32(length + 8, 0x226e6f69, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  to = ends[6] as number;
  input[to] = 0; // ends the value
  end = copyDirection(starts[6] as number, length);
  if (end < 0) end = copyDirectionCarefully(starts[6] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"reversal":
  outputView.setInt32(length, 0x6572222c, true);
  outputView.setInt32(length + 4, 0x73726576, true);
  outputView.setInt32(length + 8, 0x3a226c61, true);
  length += 12;
  to = ends[7] as number;
  input[to] = 0; // ends the value
  end = copyReversal(starts[7] as number, length);
  if (end < 0) end = copyReversalCarefully(starts[7] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"status":
  outputView.setInt32(length, 0x7473222c, true);
  outputView.setInt32(length + 4, 0x73757461, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  to = ends[8] as number;
  input[to] = 0; // ends the value
  end = copyStatus(starts[8] as number, length);
  if (end < 0) end = copyStatusCarefully(starts[8] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"booked":
  outputView.setInt32(length, 0x6f62222c, true);
  outputView.setInt32(length + 4, 0x64656b6f, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  to = ends[9] as number;
  input[to] = 0; // ends the value
  end = copyBooked(starts[9] as number, length);
  if (end < 0) end = copyBookedCarefully(starts[9] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"valued":
  outputView.setInt32(length, 0x6176222c, true);
  outputView.setInt32(length + 4, 0x6465756c, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  to = ends[10] as number;
  input[to] = 0; // ends the value
  end = copyValued(starts[10] as number, length);
  if (end < 0) end = copyValuedCarefully(starts[10] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"endToEndId":
  outputView.setInt32(length, 0x6e65222c, true);
  outputView.setInt32(length + 4, 0x456f5464, true);
  outputView.setInt32(length + 8, 0x6449646e, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  to = ends[11] as number;
  input[to] = 0; // ends the value
  end = copyEndToEndId(starts[11] as number, length);
  if (end < 0) end = copyEndToEndIdCarefully(starts[11] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"debtor":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x726f7462, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  to = ends[12] as number;
  input[to] = 0; // ends the value
  end = copyDebtor(starts[12] as number, length);
  if (end < 0) end = copyDebtorCarefully(starts[12] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"debtorIban":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x726f7462, true);
  outputView.setInt32(length + 8, 0x6e616249, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  to = ends[13] as number;
  input[to] = 0; // ends the value
  end = copyDebtorIban(starts[13] as number, length);
  if (end < 0) end = copyDebtorIbanCarefully(starts[13] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"creditor":
  outputView.setInt32(length, 0x7263222c, true);
  outputView.setInt32(length + 4, 0x74696465, true);
  outputView.setInt32(length + 8, 0x3a22726f, true);
  length += 12;
  to = ends[14] as number;
  input[to] = 0; // ends the value
  end = copyCreditor(starts[14] as number, length);
  if (end < 0) end = copyCreditorCarefully(starts[14] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"creditorIban":
  outputView.setInt32(length, 0x7263222c, true);
  outputView.setInt32(length + 4, 0x74696465, true);
  outputView.setInt32(length + 8, 0x6249726f, true);
  outputView.setInt32(length + 12, 0x3a226e61, true);
  length += 16;
  to = ends[15] as number;
  input[to] = 0; // ends the value
  end = copyCreditorIban(starts[15] as number, length);
  if (end < 0) end = copyCreditorIbanCarefully(starts[15] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"purpose":
  outputView.setInt32(length, 0x7570222c, true);
  outputView.setInt32(length + 4, 0x736f7072, true);
  outputView.setInt32(length + 8, 0x003a2265, true);
  length += 11;
  to = ends[16] as number;
  input[to] = 0; // ends the value
  end = copyPurpose(starts[16] as number, length);
  if (end < 0) return -1;
  length = end;
  next = recordEnd;
  output[length] = CLOSING_BRACE;
  return length + 1;
}

/** The positions of the key's values in the output. */
const ibanKey = { from: 0, to: 0 };
const referenceKey = { from: 0, to: 0 };

/** Creates the fast reader of bank-statement. */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { minRecordLimit: 10, begin, read, next: () => next, writeKey };

  function begin(to: RecordReport, piece: FastChunk): boolean {
    report = to;
    maxRecordBytes = piece.maxRecordBytes;
    ({ inherited } = finder.begin(piece));
    if (inherited !== prepared || report.today !== preparedOn || maxRecordBytes !== preparedFor) prepare();
    return isPrepared;
  }

  function read(at: number, length: number): number {
    return appendRecord(at, length);
  }

  function writeKey(keys: Uint8Array, length: number): number {
    return writeKeyTexts(output, [ibanKey, referenceKey], keys, length);
  }
}
