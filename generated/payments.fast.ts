// Compiled by Specmill from a spec: change the spec, not this file.
import {
  CsvCells,
  FastNumbers,
  createByteMatcher,
  dateNumber,
  digits2,
  digits4,
  isBytes,
  jsonBoolean,
  jsonBytes,
  jsonDigits,
  jsonText,
  standsAt,
  toUpperAscii,
  writeBytes,
  writeKeyText,
  writeNull,
  writeText,
  type FastReader,
  type FastStretch,
  type Header,
  type RecordReport,
} from 'specmill/kernel';

const cells = new CsvCells(';', '"', '"');
const numbers = new FastNumbers(cells);
const TRUE = jsonBytes('true');
const FALSE = jsonBytes('false');
/** Of the stretch that is being read. */
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

/** - */
const idNull1 = jsonBytes('-');

/** TX[0-9]{4}-[0-9]{6} */
const idShapePattern = createByteMatcher('19/1c-9/2c/2g', ',3:2;,4:3;,2:4;,2:5;,2:6;,2:7;,1:8;,2:9;,2:a;,2:b;,2:c;,2:d;,2:e;!');

/** id: STRING; trimmed, then in upper case; required, matching TX[0-9]{4}-[0-9]{6}. */
function readId(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  let end = cells.copyTrimmed(input, at, output, length);
  if (end < 0) return readIdCarefully(input, at, output, length);
  if (cells.isTrimmed && (end === length + 2 || isBytes(output, length + 1, end - 1, idNull1))) return readIdCarefully(input, at, output, length);
  if (cells.isTrimmed) report.corrected = true;
  if (end === length + 2 || isBytes(output, length + 1, end - 1, idNull1)) return -1;
  if (!cells.isPlain) return readIdCarefully(input, at, output, length);
  if (toUpperAscii(output, length + 1, end - 1)) report.corrected = true;
  if (end === length + 2 || isBytes(output, length + 1, end - 1, idNull1)) return readIdCarefully(input, at, output, length);
  if (cells.hasEscapes) return readIdCarefully(input, at, output, length);
  if (!idShapePattern(output, length + 1, end - 1)) return -1;
  return end;
}

/** id, where its bytes are not of the usual form, or not clean. */
function readIdCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readId(text, report)));
}

/** booked: DATE; dd.MM.yyyy turned into yyyy-MM-dd; required, 2020-01-01 or later. */
function readBooked(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  if (cells.isEmpty(input, at)) return -1;
  const from = cells.openBare(input, at);
  const date = dateNumber(digits4(input, from + 6), digits2(input, from + 3), digits2(input, from + 0));
  if (Number.isNaN(date) || input[from + 2] !== 46 || input[from + 5] !== 46 || !cells.closesBare(input, from + 10)) return readBookedCarefully(input, at, output, length);
  if (cells.isTrimmed) return readBookedCarefully(input, at, output, length);
  if (date < 20200101) return -1;
  output[length] = 0x22;
  output[length + 1] = input[from + 6] as number;
  output[length + 2] = input[from + 7] as number;
  output[length + 3] = input[from + 8] as number;
  output[length + 4] = input[from + 9] as number;
  output[length + 5] = 45;
  output[length + 6] = input[from + 3] as number;
  output[length + 7] = input[from + 4] as number;
  output[length + 8] = 45;
  output[length + 9] = input[from + 0] as number;
  output[length + 10] = input[from + 1] as number;
  output[length + 11] = 0x22;
  if (output[length + 1] !== input[from + 0] || output[length + 2] !== input[from + 1] || output[length + 3] !== input[from + 2] || output[length + 4] !== input[from + 3] || output[length + 5] !== input[from + 4] || output[length + 6] !== input[from + 5] || output[length + 7] !== input[from + 6] || output[length + 8] !== input[from + 7] || output[length + 9] !== input[from + 8] || output[length + 10] !== input[from + 9]) report.corrected = true;
  return length + 12;
}

/** booked, where its bytes are not of the usual form, or not clean. */
function readBookedCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readBooked(text, report)));
}

/** valueDate: DATE; dd.MM.yyyy turned into yyyy-MM-dd; 2020-01-01 or later. */
function readValueDate(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  if (cells.isEmpty(input, at)) return writeNull(output, length);
  const from = cells.openBare(input, at);
  const date = dateNumber(digits4(input, from + 6), digits2(input, from + 3), digits2(input, from + 0));
  if (Number.isNaN(date) || input[from + 2] !== 46 || input[from + 5] !== 46 || !cells.closesBare(input, from + 10)) return readValueDateCarefully(input, at, output, length);
  if (cells.isTrimmed) return readValueDateCarefully(input, at, output, length);
  if (date < 20200101) return -1;
  output[length] = 0x22;
  output[length + 1] = input[from + 6] as number;
  output[length + 2] = input[from + 7] as number;
  output[length + 3] = input[from + 8] as number;
  output[length + 4] = input[from + 9] as number;
  output[length + 5] = 45;
  output[length + 6] = input[from + 3] as number;
  output[length + 7] = input[from + 4] as number;
  output[length + 8] = 45;
  output[length + 9] = input[from + 0] as number;
  output[length + 10] = input[from + 1] as number;
  output[length + 11] = 0x22;
  if (output[length + 1] !== input[from + 0] || output[length + 2] !== input[from + 1] || output[length + 3] !== input[from + 2] || output[length + 4] !== input[from + 3] || output[length + 5] !== input[from + 4] || output[length + 6] !== input[from + 5] || output[length + 7] !== input[from + 6] || output[length + 8] !== input[from + 7] || output[length + 9] !== input[from + 8] || output[length + 10] !== input[from + 9]) report.corrected = true;
  return length + 12;
}

/** valueDate, where its bytes are not of the usual form, or not clean. */
function readValueDateCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readValueDate(text, report)));
}

/** - */
const debtorNull1 = jsonBytes('-');

/** debtor: STRING, sensitive; trimmed; required, at most 70 characters. */
function readDebtor(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const end = cells.copyTrimmed(input, at, output, length);
  if (end < 0) return readDebtorCarefully(input, at, output, length);
  if (cells.isTrimmed) report.corrected = true;
  if (end === length + 2 || isBytes(output, length + 1, end - 1, debtorNull1)) return -1;
  if (cells.codePoints > 70) return -1;
  return end;
}

/** debtor, where its bytes are not of the usual form, or not clean. */
function readDebtorCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readDebtor(text, report)));
}

/** debtorIban: STRING, sensitive; \s+ replaced by "", then in upper case; required, matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}. */
function readDebtorIban(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readDebtorIban(text, report)));
}

/** - */
const creditorNull1 = jsonBytes('-');

/** creditor: STRING, sensitive; trimmed; required, at most 70 characters. */
function readCreditor(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const end = cells.copyTrimmed(input, at, output, length);
  if (end < 0) return readCreditorCarefully(input, at, output, length);
  if (cells.isTrimmed) report.corrected = true;
  if (end === length + 2 || isBytes(output, length + 1, end - 1, creditorNull1)) return -1;
  if (cells.codePoints > 70) return -1;
  return end;
}

/** creditor, where its bytes are not of the usual form, or not clean. */
function readCreditorCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readCreditor(text, report)));
}

/** creditorIban: STRING, sensitive; \s+ replaced by "", then in upper case; required, matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}. */
function readCreditorIban(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readCreditorIban(text, report)));
}

/** - */
const bicNull1 = jsonBytes('-');

/** [A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})? */
const bicShapePattern = createByteMatcher('1c-9/1t-p', ',2:2;,2:3;,2:4;,2:5;,2:6;,2:7;8,0:0;9,0:0;!a,0:0;b,0:0;c,0:0;!');

/** bic: STRING; in upper case; matching [A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?. */
function readBic(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  let end = cells.copy(input, at, output, length);
  if (end < 0) return readBicCarefully(input, at, output, length);
  if (end === length + 2 || isBytes(output, length + 1, end - 1, bicNull1)) return writeNull(output, length);
  if (!cells.isPlain) return readBicCarefully(input, at, output, length);
  if (toUpperAscii(output, length + 1, end - 1)) report.corrected = true;
  if (end === length + 2 || isBytes(output, length + 1, end - 1, bicNull1)) return readBicCarefully(input, at, output, length);
  if (cells.hasEscapes) return readBicCarefully(input, at, output, length);
  if (!bicShapePattern(output, length + 1, end - 1)) return -1;
  return end;
}

/** bic, where its bytes are not of the usual form, or not clean. */
function readBicCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readBic(text, report)));
}

/** amount: DECIMAL with "," before the decimals, "." between groups of three digits; required, at least 0.01, at most 50000. */
function readAmount(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  if (cells.isEmpty(input, at)) return -1;
  const end = numbers.decimal(input, at, output, length, 44);
  if (end < 0) return readAmountCarefully(input, at, output, length);
  const value = numbers.scaled(4);
  if (Number.isNaN(value)) return readAmountCarefully(input, at, output, length);
  if (value < 100) return -1; // 0.01
  if (value > 500000000) return -1; // 50000
  return end;
}

/** amount, where its bytes are not of the usual form, or not clean. */
function readAmountCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonDigits(careful.readAmount(text, report)));
}

/** - */
const currencyNull1 = jsonBytes('-');

/** Whether one of EUR, CHF, GBP, USD, SEK, NOK, DKK, PLN, CZK stands there. */
function currencyKnownCurrencyValues(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 3: return bytes[from] === 69 && bytes[from + 1] === 85 && bytes[from + 2] === 82 || bytes[from] === 67 && bytes[from + 1] === 72 && bytes[from + 2] === 70 || bytes[from] === 71 && bytes[from + 1] === 66 && bytes[from + 2] === 80 || bytes[from] === 85 && bytes[from + 1] === 83 && bytes[from + 2] === 68 || bytes[from] === 83 && bytes[from + 1] === 69 && bytes[from + 2] === 75 || bytes[from] === 78 && bytes[from + 1] === 79 && bytes[from + 2] === 75 || bytes[from] === 68 && bytes[from + 1] === 75 && bytes[from + 2] === 75 || bytes[from] === 80 && bytes[from + 1] === 76 && bytes[from + 2] === 78 || bytes[from] === 67 && bytes[from + 1] === 90 && bytes[from + 2] === 75;
    default: return false;
  }
}

/** currency: STRING; trimmed, then in upper case; required, one of EUR, CHF, GBP, USD, SEK, NOK, DKK, PLN, CZK. */
function readCurrency(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  let end = cells.copyTrimmed(input, at, output, length);
  if (end < 0) return readCurrencyCarefully(input, at, output, length);
  if (cells.isTrimmed && (end === length + 2 || isBytes(output, length + 1, end - 1, currencyNull1))) return readCurrencyCarefully(input, at, output, length);
  if (cells.isTrimmed) report.corrected = true;
  if (end === length + 2 || isBytes(output, length + 1, end - 1, currencyNull1)) return -1;
  if (!cells.isPlain) return readCurrencyCarefully(input, at, output, length);
  if (toUpperAscii(output, length + 1, end - 1)) report.corrected = true;
  if (end === length + 2 || isBytes(output, length + 1, end - 1, currencyNull1)) return readCurrencyCarefully(input, at, output, length);
  if (!currencyKnownCurrencyValues(output, length + 1, end - 1)) return -1;
  return end;
}

/** currency, where its bytes are not of the usual form, or not clean. */
function readCurrencyCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readCurrency(text, report)));
}

/** - */
const chargesNull1 = jsonBytes('-');

/** Whether one of SHA, OUR, BEN stands there. */
function chargesKnownChargesValues(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 3: return bytes[from] === 83 && bytes[from + 1] === 72 && bytes[from + 2] === 65 || bytes[from] === 79 && bytes[from + 1] === 85 && bytes[from + 2] === 82 || bytes[from] === 66 && bytes[from + 1] === 69 && bytes[from + 2] === 78;
    default: return false;
  }
}

/** charges: STRING; "SHA" where null; one of SHA, OUR, BEN. */
function readCharges(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const end = cells.copy(input, at, output, length);
  if (end < 0) return readChargesCarefully(input, at, output, length);
  if (output[length + 1] === 0x20 || output[length + 1] === 0x5c || !cells.isPlain) return readChargesCarefully(input, at, output, length);
  if (end === length + 2 || isBytes(output, length + 1, end - 1, chargesNull1)) return readChargesCarefully(input, at, output, length);
  if (!chargesKnownChargesValues(output, length + 1, end - 1)) return -1;
  return end;
}

/** charges, where its bytes are not of the usual form, or not clean. */
function readChargesCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readCharges(text, report)));
}

const instantWord1 = jsonBytes('J');

const instantWord2 = jsonBytes('Ja');

const instantWord3 = jsonBytes('N');

const instantWord4 = jsonBytes('Nein');

/** instant: BOOLEAN: "J", "Ja" mean true, "N", "Nein" mean false. */
function readInstant(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  if (cells.isEmpty(input, at)) return writeNull(output, length);
  const from = cells.openBare(input, at);
  if (standsAt(input, from, instantWord1) && cells.closesBare(input, from + 1)) { return writeBytes(output, length, TRUE); }
  if (standsAt(input, from, instantWord2) && cells.closesBare(input, from + 2)) { return writeBytes(output, length, TRUE); }
  if (standsAt(input, from, instantWord3) && cells.closesBare(input, from + 1)) { return writeBytes(output, length, FALSE); }
  if (standsAt(input, from, instantWord4) && cells.closesBare(input, from + 4)) { return writeBytes(output, length, FALSE); }
  return readInstantCarefully(input, at, output, length);
}

/** instant, where its bytes are not of the usual form, or not clean. */
function readInstantCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonBoolean(careful.readInstant(text, report)));
}

/** items: INTEGER with "." between groups of three digits; "1" where null; at least 1. */
function readItems(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  if (cells.isEmpty(input, at)) return readItemsCarefully(input, at, output, length);
  const end = numbers.integer(input, at, output, length);
  if (end < 0) return readItemsCarefully(input, at, output, length);
  const value = numbers.scaled(0);
  if (Number.isNaN(value)) return readItemsCarefully(input, at, output, length);
  if (value < 1) return -1; // 1
  return end;
}

/** items, where its bytes are not of the usual form, or not clean. */
function readItemsCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonDigits(careful.readItems(text, report)));
}

/** - */
const purposeNull1 = jsonBytes('-');

/** purpose: STRING, sensitive; trimmed; at most 140 characters. */
function readPurpose(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const end = cells.copyTrimmed(input, at, output, length);
  if (end < 0) return readPurposeCarefully(input, at, output, length);
  if (cells.isTrimmed) report.corrected = true;
  if (end === length + 2 || isBytes(output, length + 1, end - 1, purposeNull1)) return writeNull(output, length);
  if (cells.codePoints > 140) return -1;
  return end;
}

/** purpose, where its bytes are not of the usual form, or not clean. */
function readPurposeCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readPurpose(text, report)));
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

/** A record whose cells stand in the order of the fields. */
function recordInOrder(input: Uint8Array, start: number, output: Uint8Array, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // {"id":
  output[length + 0] = 123; output[length + 1] = 34; output[length + 2] = 105; output[length + 3] = 100; output[length + 4] = 34; output[length + 5] = 58;
  length += 6;
  idKey.from = length;
  end = readId(input, at, output, length);
  if (end < 0) end = readIdCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  idKey.to = length;
  at = cells.end;
  if (input[at] !== 59) return -1;
  at++;
  // ,"booked":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 98; output[length + 3] = 111; output[length + 4] = 111; output[length + 5] = 107; output[length + 6] = 101; output[length + 7] = 100;
  output[length + 8] = 34; output[length + 9] = 58;
  length += 10;
  end = readBooked(input, at, output, length);
  if (end < 0) end = readBookedCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 59) return -1;
  at++;
  // ,"valueDate":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 118; output[length + 3] = 97; output[length + 4] = 108; output[length + 5] = 117; output[length + 6] = 101; output[length + 7] = 68;
  output[length + 8] = 97; output[length + 9] = 116; output[length + 10] = 101; output[length + 11] = 34; output[length + 12] = 58;
  length += 13;
  end = readValueDate(input, at, output, length);
  if (end < 0) end = readValueDateCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 59) return -1;
  at++;
  // ,"debtor":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 100; output[length + 3] = 101; output[length + 4] = 98; output[length + 5] = 116; output[length + 6] = 111; output[length + 7] = 114;
  output[length + 8] = 34; output[length + 9] = 58;
  length += 10;
  end = readDebtor(input, at, output, length);
  if (end < 0) end = readDebtorCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 59) return -1;
  at++;
  // ,"debtorIban":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 100; output[length + 3] = 101; output[length + 4] = 98; output[length + 5] = 116; output[length + 6] = 111; output[length + 7] = 114;
  output[length + 8] = 73; output[length + 9] = 98; output[length + 10] = 97; output[length + 11] = 110; output[length + 12] = 34; output[length + 13] = 58;
  length += 14;
  end = readDebtorIban(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 59) return -1;
  at++;
  // ,"creditor":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 114; output[length + 4] = 101; output[length + 5] = 100; output[length + 6] = 105; output[length + 7] = 116;
  output[length + 8] = 111; output[length + 9] = 114; output[length + 10] = 34; output[length + 11] = 58;
  length += 12;
  end = readCreditor(input, at, output, length);
  if (end < 0) end = readCreditorCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 59) return -1;
  at++;
  // ,"creditorIban":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 114; output[length + 4] = 101; output[length + 5] = 100; output[length + 6] = 105; output[length + 7] = 116;
  output[length + 8] = 111; output[length + 9] = 114; output[length + 10] = 73; output[length + 11] = 98; output[length + 12] = 97; output[length + 13] = 110; output[length + 14] = 34; output[length + 15] = 58;
  length += 16;
  end = readCreditorIban(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 59) return -1;
  at++;
  // ,"bic":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 98; output[length + 3] = 105; output[length + 4] = 99; output[length + 5] = 34; output[length + 6] = 58;
  length += 7;
  end = readBic(input, at, output, length);
  if (end < 0) end = readBicCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 59) return -1;
  at++;
  // ,"amount":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 97; output[length + 3] = 109; output[length + 4] = 111; output[length + 5] = 117; output[length + 6] = 110; output[length + 7] = 116;
  output[length + 8] = 34; output[length + 9] = 58;
  length += 10;
  end = readAmount(input, at, output, length);
  if (end < 0) end = readAmountCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 59) return -1;
  at++;
  // ,"currency":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 117; output[length + 4] = 114; output[length + 5] = 114; output[length + 6] = 101; output[length + 7] = 110;
  output[length + 8] = 99; output[length + 9] = 121; output[length + 10] = 34; output[length + 11] = 58;
  length += 12;
  end = readCurrency(input, at, output, length);
  if (end < 0) end = readCurrencyCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 59) return -1;
  at++;
  // ,"charges":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 104; output[length + 4] = 97; output[length + 5] = 114; output[length + 6] = 103; output[length + 7] = 101;
  output[length + 8] = 115; output[length + 9] = 34; output[length + 10] = 58;
  length += 11;
  end = readCharges(input, at, output, length);
  if (end < 0) end = readChargesCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 59) return -1;
  at++;
  // ,"instant":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 105; output[length + 3] = 110; output[length + 4] = 115; output[length + 5] = 116; output[length + 6] = 97; output[length + 7] = 110;
  output[length + 8] = 116; output[length + 9] = 34; output[length + 10] = 58;
  length += 11;
  end = readInstant(input, at, output, length);
  if (end < 0) end = readInstantCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 59) return -1;
  at++;
  // ,"items":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 105; output[length + 3] = 116; output[length + 4] = 101; output[length + 5] = 109; output[length + 6] = 115; output[length + 7] = 34;
  output[length + 8] = 58;
  length += 9;
  end = readItems(input, at, output, length);
  if (end < 0) end = readItemsCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 59) return -1;
  at++;
  // ,"purpose":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 112; output[length + 3] = 117; output[length + 4] = 114; output[length + 5] = 112; output[length + 6] = 111; output[length + 7] = 115;
  output[length + 8] = 101; output[length + 9] = 34; output[length + 10] = 58;
  length += 11;
  end = readPurpose(input, at, output, length);
  if (end < 0) end = readPurposeCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  return finish(input, start, cells.end) ? close(output, length) : -1;
}

/** A record whose cells stand in any order: they are found first. */
function recordIndexed(input: Uint8Array, start: number, output: Uint8Array, from: number): number {
  if (!cells.index(input, start, starts, width)) return -1;
  let length = from;
  let end = 0;
  // {"id":
  output[length + 0] = 123; output[length + 1] = 34; output[length + 2] = 105; output[length + 3] = 100; output[length + 4] = 34; output[length + 5] = 58;
  length += 6;
  idKey.from = length;
  end = readId(input, starts[places[0] as number] as number, output, length);
  if (end < 0) end = readIdCarefully(input, starts[places[0] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  idKey.to = length;
  // ,"booked":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 98; output[length + 3] = 111; output[length + 4] = 111; output[length + 5] = 107; output[length + 6] = 101; output[length + 7] = 100;
  output[length + 8] = 34; output[length + 9] = 58;
  length += 10;
  end = readBooked(input, starts[places[1] as number] as number, output, length);
  if (end < 0) end = readBookedCarefully(input, starts[places[1] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"valueDate":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 118; output[length + 3] = 97; output[length + 4] = 108; output[length + 5] = 117; output[length + 6] = 101; output[length + 7] = 68;
  output[length + 8] = 97; output[length + 9] = 116; output[length + 10] = 101; output[length + 11] = 34; output[length + 12] = 58;
  length += 13;
  end = readValueDate(input, starts[places[2] as number] as number, output, length);
  if (end < 0) end = readValueDateCarefully(input, starts[places[2] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"debtor":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 100; output[length + 3] = 101; output[length + 4] = 98; output[length + 5] = 116; output[length + 6] = 111; output[length + 7] = 114;
  output[length + 8] = 34; output[length + 9] = 58;
  length += 10;
  end = readDebtor(input, starts[places[3] as number] as number, output, length);
  if (end < 0) end = readDebtorCarefully(input, starts[places[3] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"debtorIban":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 100; output[length + 3] = 101; output[length + 4] = 98; output[length + 5] = 116; output[length + 6] = 111; output[length + 7] = 114;
  output[length + 8] = 73; output[length + 9] = 98; output[length + 10] = 97; output[length + 11] = 110; output[length + 12] = 34; output[length + 13] = 58;
  length += 14;
  end = readDebtorIban(input, starts[places[4] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"creditor":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 114; output[length + 4] = 101; output[length + 5] = 100; output[length + 6] = 105; output[length + 7] = 116;
  output[length + 8] = 111; output[length + 9] = 114; output[length + 10] = 34; output[length + 11] = 58;
  length += 12;
  end = readCreditor(input, starts[places[5] as number] as number, output, length);
  if (end < 0) end = readCreditorCarefully(input, starts[places[5] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"creditorIban":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 114; output[length + 4] = 101; output[length + 5] = 100; output[length + 6] = 105; output[length + 7] = 116;
  output[length + 8] = 111; output[length + 9] = 114; output[length + 10] = 73; output[length + 11] = 98; output[length + 12] = 97; output[length + 13] = 110; output[length + 14] = 34; output[length + 15] = 58;
  length += 16;
  end = readCreditorIban(input, starts[places[6] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"bic":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 98; output[length + 3] = 105; output[length + 4] = 99; output[length + 5] = 34; output[length + 6] = 58;
  length += 7;
  end = readBic(input, starts[places[7] as number] as number, output, length);
  if (end < 0) end = readBicCarefully(input, starts[places[7] as number] as number, output, length);
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
  // ,"currency":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 117; output[length + 4] = 114; output[length + 5] = 114; output[length + 6] = 101; output[length + 7] = 110;
  output[length + 8] = 99; output[length + 9] = 121; output[length + 10] = 34; output[length + 11] = 58;
  length += 12;
  end = readCurrency(input, starts[places[9] as number] as number, output, length);
  if (end < 0) end = readCurrencyCarefully(input, starts[places[9] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"charges":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 104; output[length + 4] = 97; output[length + 5] = 114; output[length + 6] = 103; output[length + 7] = 101;
  output[length + 8] = 115; output[length + 9] = 34; output[length + 10] = 58;
  length += 11;
  end = readCharges(input, starts[places[10] as number] as number, output, length);
  if (end < 0) end = readChargesCarefully(input, starts[places[10] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"instant":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 105; output[length + 3] = 110; output[length + 4] = 115; output[length + 5] = 116; output[length + 6] = 97; output[length + 7] = 110;
  output[length + 8] = 116; output[length + 9] = 34; output[length + 10] = 58;
  length += 11;
  end = readInstant(input, starts[places[11] as number] as number, output, length);
  if (end < 0) end = readInstantCarefully(input, starts[places[11] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"items":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 105; output[length + 3] = 116; output[length + 4] = 101; output[length + 5] = 109; output[length + 6] = 115; output[length + 7] = 34;
  output[length + 8] = 58;
  length += 9;
  end = readItems(input, starts[places[12] as number] as number, output, length);
  if (end < 0) end = readItemsCarefully(input, starts[places[12] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"purpose":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 112; output[length + 3] = 117; output[length + 4] = 114; output[length + 5] = 112; output[length + 6] = 111; output[length + 7] = 115;
  output[length + 8] = 101; output[length + 9] = 34; output[length + 10] = 58;
  length += 11;
  end = readPurpose(input, starts[places[13] as number] as number, output, length);
  if (end < 0) end = readPurposeCarefully(input, starts[places[13] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  return finish(input, start, starts[width] as number) ? close(output, length) : -1;
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
const idKey = { from: 0, to: 0 };

/** The second reading of a record of payments: from bytes to JSON; issues are told by the careful readers of the fields. */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { leastRecordBytes: 10, begin, read, next: () => next, writeKey };

  function begin(to: RecordReport, stretch: FastStretch): boolean {
    report = to;
    maxRecordBytes = stretch.maxRecordBytes;
    // The layout is what the source of such files gives.
    if (stretch.layout !== header) useHeader(stretch.layout as Header);
    return width > 1;
  }

  function read(input: Uint8Array, at: number, output: Uint8Array, length: number): number {

    return isInOrder ? recordInOrder(input, at, output, length) : recordIndexed(input, at, output, length);
  }

  function writeKey(output: Uint8Array, keys: Uint8Array, length: number): number {
    return writeKeyText(output, idKey, keys, length);
  }
}
