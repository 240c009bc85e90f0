// Compiled by Specmill from a spec: change the spec, not this file.
import {
  POWERS_OF_TEN,
  XmlCellReader,
  XmlValueFinder,
  countUtf8CodePoints,
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

/** What is read, and what that writes: always the same bytes, so that V8 compiles in where they are. */
const input = fastBuffers.input;
const output = fastBuffers.output;
const outputView = fastBuffers.outputView;
const cells = new XmlCellReader();
/** What each byte is in a cell: 0 stands in JSON as it is, 2 ends the cell. */
const BARE = cells.bare;
const finder = new XmlValueFinder(17);
const { from: starts, to: ends } = finder;
/** Of the piece that is being read. */
let report: RecordReport;
let maxRecordBytes = 0;
/** Where the record behind the one that was read begins. */
let next = 0;

/** The careful readers of the fields, for cells that are odd or not clean. */
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
        ((four ^ 0x26262626) - 0x01010101) |
        ((four ^ 0x3c3c3c3c) - 0x01010101) |
        (four - 0x20202020) |
        four
      ) &
      0x80808080;
    if (marks !== 0) return at + ((31 - Math.clz32(marks & -marks)) >> 3);
  }
}

/** Whether one of NOTPROVIDED stands there. */
function isNull(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 11: return bytes[from] === 78 &&
      bytes[from + 1] === 79 &&
      bytes[from + 2] === 84 &&
      bytes[from + 3] === 80 &&
      bytes[from + 4] === 82 &&
      bytes[from + 5] === 79 &&
      bytes[from + 6] === 86 &&
      bytes[from + 7] === 73 &&
      bytes[from + 8] === 68 &&
      bytes[from + 9] === 69 &&
      bytes[from + 10] === 68;
    default: return false;
  }
}

/** iban, which stands before the records: its JSON. */
let ibanBefore = new Uint8Array(0);

/** statement, which stands before the records: its JSON. */
let statementBefore = new Uint8Array(0);

/** sequence, which stands before the records: its JSON. */
let sequenceBefore = new Uint8Array(0);

/** reference: STRING; required. */
function readReference(at: number, length: number): number {
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
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** reference, where its bytes are not of the usual form, or not clean. */
function readReferenceCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readReference(text, report)));
}

/** amount: DECIMAL; required, at least 0, at most 100000. */
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
  if (value < 0) return -1; // 0
  if (value > 1000000000) return -1; // 100000
  return end;
}

/** amount, where its bytes are not of the usual form, or not clean. */
function readAmountCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonNumber(careful.readAmount(text, report)));
}

/** Whether one of EUR, CHF, GBP, USD stands there. */
function currencyKnownCurrencyValues(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 3: switch (
      ((bytes[from] as number) << 16) |
      ((bytes[from + 1] as number) << 8) |
      ((bytes[from + 2] as number) << 0)
    ) {
      case 4543826: return true; // EUR
      case 4409414: return true; // CHF
      case 4670032: return true; // GBP
      case 5591876: return true; // USD
      default: return false;
    }
    default: return false;
  }
}

/** currency: STRING; required, one of EUR, CHF, GBP, USD. */
function readCurrency(at: number, length: number): number {
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
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (!currencyKnownCurrencyValues(output, length + 1, end)) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** currency, where its bytes are not of the usual form, or not clean. */
function readCurrencyCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readCurrency(text, report)));
}

/** Whether one of CRDT, DBIT stands there. */
function directionKnownDirectionValues(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 4: switch (
      ((bytes[from] as number) << 24) |
      ((bytes[from + 1] as number) << 16) |
      ((bytes[from + 2] as number) << 8) |
      ((bytes[from + 3] as number) << 0)
    ) {
      case 1129464916: return true; // CRDT
      case 1145194836: return true; // DBIT
      default: return false;
    }
    default: return false;
  }
}

/** direction: STRING; required, one of CRDT, DBIT. */
function readDirection(at: number, length: number): number {
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
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (!directionKnownDirectionValues(output, length + 1, end)) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** direction, where its bytes are not of the usual form, or not clean. */
function readDirectionCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readDirection(text, report)));
}

/** reversal: BOOLEAN; "false" if null. */
function readReversal(at: number, length: number): number {
  let place = at;
  let byte = input[place] as number;
  while (byte === 32) byte = input[++place] as number;
  let width = 0;
  let isTrue = false;
  if (
    (byte | 32) === 102 &&
    ((input[place + 1] as number) | 32) === 97 &&
    ((input[place + 2] as number) | 32) === 108 &&
    ((input[place + 3] as number) | 32) === 115 &&
    ((input[place + 4] as number) | 32) === 101
  )
    width = 5;
  else if (
    (byte | 32) === 116 &&
    ((input[place + 1] as number) | 32) === 114 &&
    ((input[place + 2] as number) | 32) === 117 &&
    ((input[place + 3] as number) | 32) === 101
  )
    { width = 4; isTrue = true; }
  if (width === 0) return -1;
  byte = input[(place += width)] as number;
  while (byte === 32) byte = input[++place] as number;
  if (BARE[byte] !== 2) return -1;
  return isTrue ? writeTrue(output, length) : writeFalse(output, length);
}

/** reversal, where its bytes are not of the usual form, or not clean. */
function readReversalCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonBoolean(careful.readReversal(text, report)));
}

/** Whether one of BOOK stands there. */
function statusBookedStatusValues(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 4: return bytes[from] === 66 && bytes[from + 1] === 79 && bytes[from + 2] === 79 && bytes[from + 3] === 75;
    default: return false;
  }
}

/** status: STRING; required, one of BOOK. */
function readStatus(at: number, length: number): number {
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
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (!statusBookedStatusValues(output, length + 1, end)) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** status, where its bytes are not of the usual form, or not clean. */
function readStatusCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readStatus(text, report)));
}

/** booked: DATE; required, 2020-01-01 or later. */
function readBooked(at: number, length: number): number {
  let place = at;
  let byte = input[place] as number;
  while (byte === 32) byte = input[++place] as number;
  const from = place;
  const year = parseFourDigitBytes(input, from);
  const month = parseTwoDigitBytes(input, from + 5);
  const day = parseTwoDigitBytes(input, from + 8);
  byte = input[(place += 10)] as number;
  while (byte === 32) byte = input[++place] as number;
  if (!isValidDate(year, month, day) || input[from + 4] !== 45 || input[from + 7] !== 45 || BARE[byte] !== 2) return -1;
  const date = year * 10000 + month * 100 + day;
  if (date < 20200101) return -1;
  output[length] = 34;
  output[length + 1] = input[from] as number;
  output[length + 2] = input[from + 1] as number;
  output[length + 3] = input[from + 2] as number;
  output[length + 4] = input[from + 3] as number;
  output[length + 5] = 45;
  output[length + 6] = input[from + 5] as number;
  output[length + 7] = input[from + 6] as number;
  output[length + 8] = 45;
  output[length + 9] = input[from + 8] as number;
  output[length + 10] = input[from + 9] as number;
  output[length + 11] = 34;
  return length + 12;
}

/** booked, where its bytes are not of the usual form, or not clean. */
function readBookedCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readBooked(text, report)));
}

/** valued: DATE; 2020-01-01 or later. */
function readValued(at: number, length: number): number {
  let place = at;
  let byte = input[place] as number;
  while (byte === 32) byte = input[++place] as number;
  const from = place;
  const year = parseFourDigitBytes(input, from);
  const month = parseTwoDigitBytes(input, from + 5);
  const day = parseTwoDigitBytes(input, from + 8);
  byte = input[(place += 10)] as number;
  while (byte === 32) byte = input[++place] as number;
  if (!isValidDate(year, month, day) || input[from + 4] !== 45 || input[from + 7] !== 45 || BARE[byte] !== 2) {
    if (BARE[input[at] as number] !== 2) return -1;
    return writeNull(output, length);
  }
  const date = year * 10000 + month * 100 + day;
  if (date < 20200101) return -1;
  output[length] = 34;
  output[length + 1] = input[from] as number;
  output[length + 2] = input[from + 1] as number;
  output[length + 3] = input[from + 2] as number;
  output[length + 4] = input[from + 3] as number;
  output[length + 5] = 45;
  output[length + 6] = input[from + 5] as number;
  output[length + 7] = input[from + 6] as number;
  output[length + 8] = 45;
  output[length + 9] = input[from + 8] as number;
  output[length + 10] = input[from + 9] as number;
  output[length + 11] = 34;
  return length + 12;
}

/** valued, where its bytes are not of the usual form, or not clean. */
function readValuedCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readValued(text, report)));
}

/** endToEndId: STRING. */
function readEndToEndId(at: number, length: number): number {
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
  if (points === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** endToEndId, where its bytes are not of the usual form, or not clean. */
function readEndToEndIdCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readEndToEndId(text, report)));
}

/** debtor: STRING, sensitive; trimmed; at most 140 characters. */
function readDebtor(at: number, length: number): number {
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
  if (points === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  if (points > 140) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** debtor, where its bytes are not of the usual form, or not clean. */
function readDebtorCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readDebtor(text, report)));
}

/** debtorIban: STRING, sensitive; \s+ replaced by ""; matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}. */
function readDebtorIban(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readDebtorIban(text, report)));
}

/** creditor: STRING, sensitive; trimmed; at most 140 characters. */
function readCreditor(at: number, length: number): number {
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
  if (points === 0 || isNull(output, length + 1, end)) return writeNull(output, length);
  if (points > 140) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** creditor, where its bytes are not of the usual form, or not clean. */
function readCreditorCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readCreditor(text, report)));
}

/** creditorIban: STRING, sensitive; \s+ replaced by ""; matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}. */
function readCreditorIban(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readCreditorIban(text, report)));
}

/** purpose: STRING; \s+ replaced by " ", then trimmed; at most 563 characters. */
function readPurpose(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeJson(output, length, toJsonString(careful.readPurpose(text, report)));
}

/** The texts of fields that stand before the records. */
let inherited: XmlLayout['inherited'] = [];

const encoder = new TextEncoder();
/**
 * What was prepared last, on which day and for which longest record; whether records may be read fast with it, and
 * whether it was corrected.
 */
let prepared: XmlLayout['inherited'] | null = null;
let preparedOn = NaN;
let preparedFor = NaN;
let isPrepared = false;
let isCorrected = false;

/** Reads what stands before the records. */
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

/** An element that is a record. */
function recordOfElement(start: number, from: number): number {
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
  input[to] = 0;
  end = readReference(starts[3] as number, length);
  if (end < 0) end = readReferenceCarefully(starts[3] as number, length);
  if (end < 0) return -1;
  length = end;
  referenceKey.to = length;
  // ,"amount":
  outputView.setInt32(length, 0x6d61222c, true);
  outputView.setInt32(length + 4, 0x746e756f, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  to = ends[4] as number;
  input[to] = 0;
  end = readAmount(starts[4] as number, length);
  if (end < 0) end = readAmountCarefully(starts[4] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"currency":
  outputView.setInt32(length, 0x7563222c, true);
  outputView.setInt32(length + 4, 0x6e657272, true);
  outputView.setInt32(length + 8, 0x3a227963, true);
  length += 12;
  to = ends[5] as number;
  input[to] = 0;
  end = readCurrency(starts[5] as number, length);
  if (end < 0) end = readCurrencyCarefully(starts[5] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"direction":
  outputView.setInt32(length, 0x6964222c, true);
  outputView.setInt32(length + 4, 0x74636572, true);
  outputView.setInt32(length + 8, 0x226e6f69, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  to = ends[6] as number;
  input[to] = 0;
  end = readDirection(starts[6] as number, length);
  if (end < 0) end = readDirectionCarefully(starts[6] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"reversal":
  outputView.setInt32(length, 0x6572222c, true);
  outputView.setInt32(length + 4, 0x73726576, true);
  outputView.setInt32(length + 8, 0x3a226c61, true);
  length += 12;
  to = ends[7] as number;
  input[to] = 0;
  end = readReversal(starts[7] as number, length);
  if (end < 0) end = readReversalCarefully(starts[7] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"status":
  outputView.setInt32(length, 0x7473222c, true);
  outputView.setInt32(length + 4, 0x73757461, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  to = ends[8] as number;
  input[to] = 0;
  end = readStatus(starts[8] as number, length);
  if (end < 0) end = readStatusCarefully(starts[8] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"booked":
  outputView.setInt32(length, 0x6f62222c, true);
  outputView.setInt32(length + 4, 0x64656b6f, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  to = ends[9] as number;
  input[to] = 0;
  end = readBooked(starts[9] as number, length);
  if (end < 0) end = readBookedCarefully(starts[9] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"valued":
  outputView.setInt32(length, 0x6176222c, true);
  outputView.setInt32(length + 4, 0x6465756c, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  to = ends[10] as number;
  input[to] = 0;
  end = readValued(starts[10] as number, length);
  if (end < 0) end = readValuedCarefully(starts[10] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"endToEndId":
  outputView.setInt32(length, 0x6e65222c, true);
  outputView.setInt32(length + 4, 0x456f5464, true);
  outputView.setInt32(length + 8, 0x6449646e, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  to = ends[11] as number;
  input[to] = 0;
  end = readEndToEndId(starts[11] as number, length);
  if (end < 0) end = readEndToEndIdCarefully(starts[11] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"debtor":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x726f7462, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  to = ends[12] as number;
  input[to] = 0;
  end = readDebtor(starts[12] as number, length);
  if (end < 0) end = readDebtorCarefully(starts[12] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"debtorIban":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x726f7462, true);
  outputView.setInt32(length + 8, 0x6e616249, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  to = ends[13] as number;
  input[to] = 0;
  end = readDebtorIban(starts[13] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"creditor":
  outputView.setInt32(length, 0x7263222c, true);
  outputView.setInt32(length + 4, 0x74696465, true);
  outputView.setInt32(length + 8, 0x3a22726f, true);
  length += 12;
  to = ends[14] as number;
  input[to] = 0;
  end = readCreditor(starts[14] as number, length);
  if (end < 0) end = readCreditorCarefully(starts[14] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"creditorIban":
  outputView.setInt32(length, 0x7263222c, true);
  outputView.setInt32(length + 4, 0x74696465, true);
  outputView.setInt32(length + 8, 0x6249726f, true);
  outputView.setInt32(length + 12, 0x3a226e61, true);
  length += 16;
  to = ends[15] as number;
  input[to] = 0;
  end = readCreditorIban(starts[15] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"purpose":
  outputView.setInt32(length, 0x7570222c, true);
  outputView.setInt32(length + 4, 0x736f7072, true);
  outputView.setInt32(length + 8, 0x003a2265, true);
  length += 11;
  to = ends[16] as number;
  input[to] = 0;
  end = readPurpose(starts[16] as number, length);
  if (end < 0) return -1;
  length = end;
  next = recordEnd;
  output[length] = 0x7d;
  return length + 1;
}

/** Where the values of the key stand in the output. */
const ibanKey = { from: 0, to: 0 };
const referenceKey = { from: 0, to: 0 };

/**
 * The second reading of a record of bank-statement: from bytes to JSON; issues are told by the careful readers of the
 * fields.
 */
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
    return recordOfElement(at, length);
  }

  function writeKey(keys: Uint8Array, length: number): number {
    return writeKeyTexts(output, [ibanKey, referenceKey], keys, length);
  }
}
