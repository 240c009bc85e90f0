// Compiled by Specmill from a spec: change the spec, not this file.
import {
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
const cells = new CellReader(';', '"', '"');
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

/** Whether one of - stands there. */
function isNull(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 1: return bytes[from] === 45;
    default: return false;
  }
}

/** TX[0-9]{4}-[0-9]{6} */
const idShapePattern = createByteMatcher(
  '19/1c-9/2c/2g',
  ',3:2;,4:3;,2:4;,2:5;,2:6;,2:7;,1:8;,2:9;,2:a;,2:b;,2:c;,2:d;,2:e;!',
);
const idShapePatternEnds = idShapePattern.ends;

/** id: STRING; trimmed, then converted to upper case; required, matching TX[0-9]{4}-[0-9]{6}. */
function readId(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  const kinds = isQuoted ? QUOTED : BARE;
  const open = isQuoted ? at + 1 : at;
  let from = open;
  let byte = input[from] as number;
  while (byte === 32) byte = input[++from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  place = copyPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  if (seen > 127) return -1;
  if (isTrimmed && (points === 0 || isNull(output, length + 1, end))) return -1;
  if (isTrimmed) report.corrected = true;
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (toUpperAscii(output, length + 1, end)) report.corrected = true;
  if (isNull(output, length + 1, end)) return -1;
  if (idShapePatternEnds[idShapePattern.run(output, length + 1, end)] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** id, where its bytes are not of the usual form, or not clean. */
function readIdCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readId(text, report)));
}

/** booked: DATE; converted from dd.MM.yyyy to yyyy-MM-dd; required, 2020-01-01 or later. */
function readBooked(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  let place = isQuoted ? at + 1 : at;
  let byte = input[place] as number;
  const from = place;
  const year = parseFourDigitBytes(input, from + 6);
  const month = parseTwoDigitBytes(input, from + 3);
  const day = parseTwoDigitBytes(input, from);
  byte = input[(place += 10)] as number;
  if (isQuoted) byte = byte === 34 ? (input[++place] as number) : 34;
  if (!isValidDate(year, month, day) || input[from + 2] !== 46 || input[from + 5] !== 46 || BARE[byte] !== 2) return -1;
  cellEnd = place;
  const date = year * 10000 + month * 100 + day;
  if (date < 20200101) return -1;
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

/** booked, where its bytes are not of the usual form, or not clean. */
function readBookedCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readBooked(text, report)));
}

/** valueDate: DATE; converted from dd.MM.yyyy to yyyy-MM-dd; 2020-01-01 or later. */
function readValueDate(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  let place = isQuoted ? at + 1 : at;
  let byte = input[place] as number;
  const from = place;
  const year = parseFourDigitBytes(input, from + 6);
  const month = parseTwoDigitBytes(input, from + 3);
  const day = parseTwoDigitBytes(input, from);
  byte = input[(place += 10)] as number;
  if (isQuoted) byte = byte === 34 ? (input[++place] as number) : 34;
  if (!isValidDate(year, month, day) || input[from + 2] !== 46 || input[from + 5] !== 46 || BARE[byte] !== 2) {
    if (BARE[input[at] as number] !== 2) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  cellEnd = place;
  const date = year * 10000 + month * 100 + day;
  if (date < 20200101) return -1;
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

/** valueDate, where its bytes are not of the usual form, or not clean. */
function readValueDateCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readValueDate(text, report)));
}

/** debtor: STRING, sensitive; trimmed; required, at most 70 characters. */
function readDebtor(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  const kinds = isQuoted ? QUOTED : BARE;
  const open = isQuoted ? at + 1 : at;
  let from = open;
  let byte = input[from] as number;
  while (byte === 32) byte = input[++from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  place = copyPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  if (BARE[byte] !== 2) {
    end = cells.copyTrimmed(input, at, output, length);
    if (end < 0) return -1;
    points = cells.codePoints;
    isTrimmed = cells.isTrimmed;
    cellEnd = cells.end;
  } else if (seen > 127) {
    if (hasNonSpaceBlankAtEdge(input, from, from + points)) return -1;
    points = countUtf8CodePoints(input, from, from + points);
    if (points < 0) return -1;
  }
  if (isTrimmed) report.corrected = true;
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (points > 70) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** debtor, where its bytes are not of the usual form, or not clean. */
function readDebtorCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readDebtor(text, report)));
}

/**
 * debtorIban: STRING, sensitive; \s+ replaced by "", then converted to upper case; required, matching
 * [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}.
 */
function readDebtorIban(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readDebtorIban(text, report)));
}

/** creditor: STRING, sensitive; trimmed; required, at most 70 characters. */
function readCreditor(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  const kinds = isQuoted ? QUOTED : BARE;
  const open = isQuoted ? at + 1 : at;
  let from = open;
  let byte = input[from] as number;
  while (byte === 32) byte = input[++from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  place = copyPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  if (BARE[byte] !== 2) {
    end = cells.copyTrimmed(input, at, output, length);
    if (end < 0) return -1;
    points = cells.codePoints;
    isTrimmed = cells.isTrimmed;
    cellEnd = cells.end;
  } else if (seen > 127) {
    if (hasNonSpaceBlankAtEdge(input, from, from + points)) return -1;
    points = countUtf8CodePoints(input, from, from + points);
    if (points < 0) return -1;
  }
  if (isTrimmed) report.corrected = true;
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (points > 70) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** creditor, where its bytes are not of the usual form, or not clean. */
function readCreditorCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCreditor(text, report)));
}

/**
 * creditorIban: STRING, sensitive; \s+ replaced by "", then converted to upper case; required, matching
 * [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}.
 */
function readCreditorIban(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCreditorIban(text, report)));
}

/** [A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})? */
const bicShapePattern = createByteMatcher(
  '1c-9/1t-p',
  ',2:2;,2:3;,2:4;,2:5;,2:6;,2:7;8,0:0;9,0:0;!a,0:0;b,0:0;c,0:0;!',
);
const bicShapePatternEnds = bicShapePattern.ends;

/** bic: STRING; converted to upper case; matching [A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?. */
function readBic(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  place = copyPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  if (bicShapePatternEnds[bicShapePattern.run(output, length + 1, end)] !== 1) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** bic, where its bytes are not of the usual form, or not clean. */
function readBicCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readBic(text, report)));
}

/** amount: DECIMAL with decimal separator "," and group separator "."; required, at least 0.01, at most 50000. */
function readAmount(at: number, length: number): number {
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
  if (value > 500000000) return -1; // 50000
  return end;
}

/** amount, where its bytes are not of the usual form, or not clean. */
function readAmountCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readAmount(text, report)));
}

/** Whether one of EUR, CHF, GBP, USD, SEK, NOK, DKK, PLN, CZK stands there. */
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
      case 5457227: return true; // SEK
      case 5132107: return true; // NOK
      case 4475723: return true; // DKK
      case 5262414: return true; // PLN
      case 4414027: return true; // CZK
      default: return false;
    }
    default: return false;
  }
}

/**
 * currency: STRING; trimmed, then converted to upper case; required, one of EUR, CHF, GBP, USD, SEK, NOK, DKK, PLN,
 * CZK.
 */
function readCurrency(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  const kinds = isQuoted ? QUOTED : BARE;
  const open = isQuoted ? at + 1 : at;
  let from = open;
  let byte = input[from] as number;
  while (byte === 32) byte = input[++from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  place = copyPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  if (seen > 127) return -1;
  if (isTrimmed && (points === 0 || isNull(output, length + 1, end))) return -1;
  if (isTrimmed) report.corrected = true;
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (toUpperAscii(output, length + 1, end)) report.corrected = true;
  if (isNull(output, length + 1, end)) return -1;
  if (!currencyKnownCurrencyValues(output, length + 1, end)) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** currency, where its bytes are not of the usual form, or not clean. */
function readCurrencyCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCurrency(text, report)));
}

/** Whether one of SHA, OUR, BEN stands there. */
function chargesKnownChargesValues(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 3: switch (
      ((bytes[from] as number) << 16) |
      ((bytes[from + 1] as number) << 8) |
      ((bytes[from + 2] as number) << 0)
    ) {
      case 5457985: return true; // SHA
      case 5199186: return true; // OUR
      case 4343118: return true; // BEN
      default: return false;
    }
    default: return false;
  }
}

/** charges: STRING; "SHA" if null; one of SHA, OUR, BEN. */
function readCharges(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  const kinds = isQuoted ? QUOTED : BARE;
  const from = isQuoted ? at + 1 : at;
  let byte = input[from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  place = copyPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  if (seen > 127) {
    points = countUtf8CodePoints(input, from, from + points);
    if (points < 0) return -1;
  }
  if (output[length + 1] === 32 || seen > 127) return -1;
  if (points === 0 || isNull(output, length + 1, end)) return -1;
  if (!chargesKnownChargesValues(output, length + 1, end)) return -1;
  output[length] = 34;
  output[end] = 34;
  return end + 1;
}

/** charges, where its bytes are not of the usual form, or not clean. */
function readChargesCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readCharges(text, report)));
}

/** instant: BOOLEAN ("J", "Ja" for true; "N", "Nein" for false). */
function readInstant(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  let place = isQuoted ? at + 1 : at;
  let byte = input[place] as number;
  while (byte === 32) byte = input[++place] as number;
  let width = 0;
  let isTrue = false;
  if (byte === 78 && input[place + 1] === 101 && input[place + 2] === 105 && input[place + 3] === 110) width = 4;
  else if (byte === 74 && input[place + 1] === 97) { width = 2; isTrue = true; }
  else if (byte === 74) { width = 1; isTrue = true; }
  else if (byte === 78) width = 1;
  if (width === 0) {
    if (BARE[input[at] as number] !== 2) return -1;
    cellEnd = at;
    return writeNull(output, length);
  }
  byte = input[(place += width)] as number;
  while (byte === 32) byte = input[++place] as number;
  if (isQuoted) byte = byte === 34 ? (input[++place] as number) : 34;
  if (BARE[byte] !== 2) return -1;
  cellEnd = place;
  return isTrue ? writeTrue(output, length) : writeFalse(output, length);
}

/** instant, where its bytes are not of the usual form, or not clean. */
function readInstantCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonBoolean(careful.readInstant(text, report)));
}

/** items: INTEGER with group separator "."; "1" if null; at least 1. */
function readItems(at: number, length: number): number {
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
  if (digits === 0 || digits > 15 || BARE[byte] !== 2) return -1;
  cellEnd = place;
  if (isNegative) value = -value;
  if (value < 1) return -1; // 1
  return end;
}

/** items, where its bytes are not of the usual form, or not clean. */
function readItemsCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonNumber(careful.readItems(text, report)));
}

/** purpose: STRING, sensitive; trimmed; at most 140 characters. */
function readPurpose(at: number, length: number): number {
  const isQuoted = input[at] === 34;
  const kinds = isQuoted ? QUOTED : BARE;
  const open = isQuoted ? at + 1 : at;
  let from = open;
  let byte = input[from] as number;
  while (byte === 32) byte = input[++from] as number;
  let place = from;
  let end = length + 1;
  let seen = 0;
  place = copyPlain(from, end, isQuoted ? 0x22222222 : 0x3b3b3b3b);
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
  if (BARE[byte] !== 2) {
    end = cells.copyTrimmed(input, at, output, length);
    if (end < 0) return -1;
    points = cells.codePoints;
    isTrimmed = cells.isTrimmed;
    cellEnd = cells.end;
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

/** purpose, where its bytes are not of the usual form, or not clean. */
function readPurposeCarefully(at: number, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  cellEnd = cells.end;
  return writeJson(output, length, toJsonString(careful.readPurpose(text, report)));
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
  places[0] = Math.min(at.id ?? width, width);
  places[1] = Math.min(at.booked ?? width, width);
  places[2] = Math.min(at.valueDate ?? width, width);
  places[3] = Math.min(at.debtor ?? width, width);
  places[4] = Math.min(at.debtorIban ?? width, width);
  places[5] = Math.min(at.creditor ?? width, width);
  places[6] = Math.min(at.creditorIban ?? width, width);
  places[7] = Math.min(at.bic ?? width, width);
  places[8] = Math.min(at.amount ?? width, width);
  places[9] = Math.min(at.currency ?? width, width);
  places[10] = Math.min(at.charges ?? width, width);
  places[11] = Math.min(at.instant ?? width, width);
  places[12] = Math.min(at.items ?? width, width);
  places[13] = Math.min(at.purpose ?? width, width);
  isInOrder = width === 14 && places.every((place, index) => place === index);
}

/** id, booked, valueDate, debtor, debtorIban, creditor, creditorIban, in the order of the fields. */
function membersInOrder1(start: number, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // {"id":
  outputView.setInt32(length, 0x6469227b, true);
  outputView.setInt32(length + 4, 0x00003a22, true);
  length += 6;
  idKey.from = length;
  end = readId(at, length);
  if (end < 0) end = readIdCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  idKey.to = length;
  if (input[cellEnd] !== 59) return -1;
  at = cellEnd + 1;
  // ,"booked":
  outputView.setInt32(length, 0x6f62222c, true);
  outputView.setInt32(length + 4, 0x64656b6f, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = readBooked(at, length);
  if (end < 0) end = readBookedCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 59) return -1;
  at = cellEnd + 1;
  // ,"valueDate":
  outputView.setInt32(length, 0x6176222c, true);
  outputView.setInt32(length + 4, 0x4465756c, true);
  outputView.setInt32(length + 8, 0x22657461, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = readValueDate(at, length);
  if (end < 0) end = readValueDateCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 59) return -1;
  at = cellEnd + 1;
  // ,"debtor":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x726f7462, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = readDebtor(at, length);
  if (end < 0) end = readDebtorCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 59) return -1;
  at = cellEnd + 1;
  // ,"debtorIban":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x726f7462, true);
  outputView.setInt32(length + 8, 0x6e616249, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  end = readDebtorIban(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 59) return -1;
  at = cellEnd + 1;
  // ,"creditor":
  outputView.setInt32(length, 0x7263222c, true);
  outputView.setInt32(length + 4, 0x74696465, true);
  outputView.setInt32(length + 8, 0x3a22726f, true);
  length += 12;
  end = readCreditor(at, length);
  if (end < 0) end = readCreditorCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 59) return -1;
  at = cellEnd + 1;
  // ,"creditorIban":
  outputView.setInt32(length, 0x7263222c, true);
  outputView.setInt32(length + 4, 0x74696465, true);
  outputView.setInt32(length + 8, 0x6249726f, true);
  outputView.setInt32(length + 12, 0x3a226e61, true);
  length += 16;
  end = readCreditorIban(at, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** bic, amount, currency, charges, instant, items, purpose, in the order of the fields. */
function membersInOrder2(start: number, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // ,"bic":
  outputView.setInt32(length, 0x6962222c, true);
  outputView.setInt32(length + 4, 0x003a2263, true);
  length += 7;
  end = readBic(at, length);
  if (end < 0) end = readBicCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 59) return -1;
  at = cellEnd + 1;
  // ,"amount":
  outputView.setInt32(length, 0x6d61222c, true);
  outputView.setInt32(length + 4, 0x746e756f, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = readAmount(at, length);
  if (end < 0) end = readAmountCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 59) return -1;
  at = cellEnd + 1;
  // ,"currency":
  outputView.setInt32(length, 0x7563222c, true);
  outputView.setInt32(length + 4, 0x6e657272, true);
  outputView.setInt32(length + 8, 0x3a227963, true);
  length += 12;
  end = readCurrency(at, length);
  if (end < 0) end = readCurrencyCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 59) return -1;
  at = cellEnd + 1;
  // ,"charges":
  outputView.setInt32(length, 0x6863222c, true);
  outputView.setInt32(length + 4, 0x65677261, true);
  outputView.setInt32(length + 8, 0x003a2273, true);
  length += 11;
  end = readCharges(at, length);
  if (end < 0) end = readChargesCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 59) return -1;
  at = cellEnd + 1;
  // ,"instant":
  outputView.setInt32(length, 0x6e69222c, true);
  outputView.setInt32(length + 4, 0x6e617473, true);
  outputView.setInt32(length + 8, 0x003a2274, true);
  length += 11;
  end = readInstant(at, length);
  if (end < 0) end = readInstantCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 59) return -1;
  at = cellEnd + 1;
  // ,"items":
  outputView.setInt32(length, 0x7469222c, true);
  outputView.setInt32(length + 4, 0x22736d65, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = readItems(at, length);
  if (end < 0) end = readItemsCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  if (input[cellEnd] !== 59) return -1;
  at = cellEnd + 1;
  // ,"purpose":
  outputView.setInt32(length, 0x7570222c, true);
  outputView.setInt32(length + 4, 0x736f7072, true);
  outputView.setInt32(length + 8, 0x003a2265, true);
  length += 11;
  end = readPurpose(at, length);
  if (end < 0) end = readPurposeCarefully(at, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** A record whose cells stand in the order of the fields. */
function recordInOrder(start: number, from: number): number {
  let length = membersInOrder1(start, from);
  if (length < 0 || input[cellEnd] !== 59) return -1;
  length = membersInOrder2(cellEnd + 1, length);
  return length >= 0 && finish(start, cellEnd) ? close(length) : -1;
}

/** id, booked, valueDate, debtor, debtorIban, creditor, creditorIban, where they were found. */
function membersIndexed1(from: number): number {
  let length = from;
  let end = 0;
  // {"id":
  outputView.setInt32(length, 0x6469227b, true);
  outputView.setInt32(length + 4, 0x00003a22, true);
  length += 6;
  idKey.from = length;
  end = readId(starts[places[0] as number] as number, length);
  if (end < 0) end = readIdCarefully(starts[places[0] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  idKey.to = length;
  // ,"booked":
  outputView.setInt32(length, 0x6f62222c, true);
  outputView.setInt32(length + 4, 0x64656b6f, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = readBooked(starts[places[1] as number] as number, length);
  if (end < 0) end = readBookedCarefully(starts[places[1] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"valueDate":
  outputView.setInt32(length, 0x6176222c, true);
  outputView.setInt32(length + 4, 0x4465756c, true);
  outputView.setInt32(length + 8, 0x22657461, true);
  outputView.setInt32(length + 12, 0x0000003a, true);
  length += 13;
  end = readValueDate(starts[places[2] as number] as number, length);
  if (end < 0) end = readValueDateCarefully(starts[places[2] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"debtor":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x726f7462, true);
  outputView.setInt32(length + 8, 0x00003a22, true);
  length += 10;
  end = readDebtor(starts[places[3] as number] as number, length);
  if (end < 0) end = readDebtorCarefully(starts[places[3] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"debtorIban":
  outputView.setInt32(length, 0x6564222c, true);
  outputView.setInt32(length + 4, 0x726f7462, true);
  outputView.setInt32(length + 8, 0x6e616249, true);
  outputView.setInt32(length + 12, 0x00003a22, true);
  length += 14;
  end = readDebtorIban(starts[places[4] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"creditor":
  outputView.setInt32(length, 0x7263222c, true);
  outputView.setInt32(length + 4, 0x74696465, true);
  outputView.setInt32(length + 8, 0x3a22726f, true);
  length += 12;
  end = readCreditor(starts[places[5] as number] as number, length);
  if (end < 0) end = readCreditorCarefully(starts[places[5] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"creditorIban":
  outputView.setInt32(length, 0x7263222c, true);
  outputView.setInt32(length + 4, 0x74696465, true);
  outputView.setInt32(length + 8, 0x6249726f, true);
  outputView.setInt32(length + 12, 0x3a226e61, true);
  length += 16;
  end = readCreditorIban(starts[places[6] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  return length;
}

/** bic, amount, currency, charges, instant, items, purpose, where they were found. */
function membersIndexed2(from: number): number {
  let length = from;
  let end = 0;
  // ,"bic":
  outputView.setInt32(length, 0x6962222c, true);
  outputView.setInt32(length + 4, 0x003a2263, true);
  length += 7;
  end = readBic(starts[places[7] as number] as number, length);
  if (end < 0) end = readBicCarefully(starts[places[7] as number] as number, length);
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
  // ,"currency":
  outputView.setInt32(length, 0x7563222c, true);
  outputView.setInt32(length + 4, 0x6e657272, true);
  outputView.setInt32(length + 8, 0x3a227963, true);
  length += 12;
  end = readCurrency(starts[places[9] as number] as number, length);
  if (end < 0) end = readCurrencyCarefully(starts[places[9] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"charges":
  outputView.setInt32(length, 0x6863222c, true);
  outputView.setInt32(length + 4, 0x65677261, true);
  outputView.setInt32(length + 8, 0x003a2273, true);
  length += 11;
  end = readCharges(starts[places[10] as number] as number, length);
  if (end < 0) end = readChargesCarefully(starts[places[10] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"instant":
  outputView.setInt32(length, 0x6e69222c, true);
  outputView.setInt32(length + 4, 0x6e617473, true);
  outputView.setInt32(length + 8, 0x003a2274, true);
  length += 11;
  end = readInstant(starts[places[11] as number] as number, length);
  if (end < 0) end = readInstantCarefully(starts[places[11] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"items":
  outputView.setInt32(length, 0x7469222c, true);
  outputView.setInt32(length + 4, 0x22736d65, true);
  outputView.setInt32(length + 8, 0x0000003a, true);
  length += 9;
  end = readItems(starts[places[12] as number] as number, length);
  if (end < 0) end = readItemsCarefully(starts[places[12] as number] as number, length);
  if (end < 0) return -1;
  length = end;
  // ,"purpose":
  outputView.setInt32(length, 0x7570222c, true);
  outputView.setInt32(length + 4, 0x736f7072, true);
  outputView.setInt32(length + 8, 0x003a2265, true);
  length += 11;
  end = readPurpose(starts[places[13] as number] as number, length);
  if (end < 0) end = readPurposeCarefully(starts[places[13] as number] as number, length);
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
const idKey = { from: 0, to: 0 };

/**
 * The second reading of a record of payments: from bytes to JSON; issues are told by the careful readers of the fields.
 */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { minRecordLimit: 10, begin, read, next: () => next, writeKey };

  function begin(to: RecordReport, piece: FastChunk): boolean {
    report = to;
    maxRecordBytes = piece.maxRecordBytes;
    // The layout is what the source of such files gives.
    if (piece.layout !== header) useHeader(piece.layout as Header);
    return width > 1;
  }

  function read(at: number, length: number): number {
    return isInOrder ? recordInOrder(at, length) : recordIndexed(at, length);
  }

  function writeKey(keys: Uint8Array, length: number): number {
    return writeKeyText(output, idKey, keys, length);
  }
}
