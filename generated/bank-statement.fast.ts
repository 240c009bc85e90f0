// Compiled by Specmill from a spec: change the spec, not this file.
import {
  CsvCells,
  FastNumbers,
  XmlFinder,
  dateNumber,
  digits2,
  digits4,
  isBytes,
  jsonBoolean,
  jsonBytes,
  jsonDigits,
  jsonText,
  standsInAnyCase,
  writeBytes,
  writeKeyTexts,
  writeNull,
  writeText,
  type FastReader,
  type FastStretch,
  type RecordReport,
  type XmlLayout,
} from 'specmill/kernel';

const cells = new CsvCells('\0', '', '');
const finder = new XmlFinder(17);
const { from: starts, to: ends } = finder;
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

/** iban, which stands before the records: its JSON. */
let ibanBefore = new Uint8Array(0);

/** statement, which stands before the records: its JSON. */
let statementBefore = new Uint8Array(0);

/** sequence, which stands before the records: its JSON. */
let sequenceBefore = new Uint8Array(0);

/** NOTPROVIDED */
const referenceNull1 = jsonBytes('NOTPROVIDED');

/** reference: STRING; required. */
function readReference(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const end = cells.copy(input, at, output, length);
  if (end < 0) return readReferenceCarefully(input, at, output, length);
  if (end === length + 2 || isBytes(output, length + 1, end - 1, referenceNull1)) return -1;
  return end;
}

/** reference, where its bytes are not of the usual form, or not clean. */
function readReferenceCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readReference(text, report)));
}

/** amount: DECIMAL; required, at least 0, at most 100000. */
function readAmount(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  if (cells.isEmpty(input, at)) return -1;
  const end = numbers.decimal(input, at, output, length, 46);
  if (end < 0) return readAmountCarefully(input, at, output, length);
  const value = numbers.scaled(4);
  if (Number.isNaN(value)) return readAmountCarefully(input, at, output, length);
  if (value < 0) return -1; // 0
  if (value > 1000000000) return -1; // 100000
  return end;
}

/** amount, where its bytes are not of the usual form, or not clean. */
function readAmountCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonDigits(careful.readAmount(text, report)));
}

/** NOTPROVIDED */
const currencyNull1 = jsonBytes('NOTPROVIDED');

/** Whether one of EUR, CHF, GBP, USD stands there. */
function currencyKnownCurrencyValues(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 3: return bytes[from] === 69 && bytes[from + 1] === 85 && bytes[from + 2] === 82 || bytes[from] === 67 && bytes[from + 1] === 72 && bytes[from + 2] === 70 || bytes[from] === 71 && bytes[from + 1] === 66 && bytes[from + 2] === 80 || bytes[from] === 85 && bytes[from + 1] === 83 && bytes[from + 2] === 68;
    default: return false;
  }
}

/** currency: STRING; required, one of EUR, CHF, GBP, USD. */
function readCurrency(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const end = cells.copy(input, at, output, length);
  if (end < 0) return readCurrencyCarefully(input, at, output, length);
  if (end === length + 2 || isBytes(output, length + 1, end - 1, currencyNull1)) return -1;
  if (!currencyKnownCurrencyValues(output, length + 1, end - 1)) return -1;
  return end;
}

/** currency, where its bytes are not of the usual form, or not clean. */
function readCurrencyCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readCurrency(text, report)));
}

/** NOTPROVIDED */
const directionNull1 = jsonBytes('NOTPROVIDED');

/** Whether one of CRDT, DBIT stands there. */
function directionKnownDirectionValues(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 4: return bytes[from] === 67 && bytes[from + 1] === 82 && bytes[from + 2] === 68 && bytes[from + 3] === 84 || bytes[from] === 68 && bytes[from + 1] === 66 && bytes[from + 2] === 73 && bytes[from + 3] === 84;
    default: return false;
  }
}

/** direction: STRING; required, one of CRDT, DBIT. */
function readDirection(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const end = cells.copy(input, at, output, length);
  if (end < 0) return readDirectionCarefully(input, at, output, length);
  if (end === length + 2 || isBytes(output, length + 1, end - 1, directionNull1)) return -1;
  if (!directionKnownDirectionValues(output, length + 1, end - 1)) return -1;
  return end;
}

/** direction, where its bytes are not of the usual form, or not clean. */
function readDirectionCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readDirection(text, report)));
}

const reversalWord1 = jsonBytes('true');

const reversalWord2 = jsonBytes('false');

/** reversal: BOOLEAN; "false" where null. */
function readReversal(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  if (cells.isEmpty(input, at)) return readReversalCarefully(input, at, output, length);
  const from = cells.openBare(input, at);
  if (standsInAnyCase(input, from, reversalWord1) && cells.closesBare(input, from + 4)) { return writeBytes(output, length, TRUE); }
  if (standsInAnyCase(input, from, reversalWord2) && cells.closesBare(input, from + 5)) { return writeBytes(output, length, FALSE); }
  return readReversalCarefully(input, at, output, length);
}

/** reversal, where its bytes are not of the usual form, or not clean. */
function readReversalCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonBoolean(careful.readReversal(text, report)));
}

/** NOTPROVIDED */
const statusNull1 = jsonBytes('NOTPROVIDED');

/** Whether one of BOOK stands there. */
function statusBookedStatusValues(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
    case 4: return bytes[from] === 66 && bytes[from + 1] === 79 && bytes[from + 2] === 79 && bytes[from + 3] === 75;
    default: return false;
  }
}

/** status: STRING; required, one of BOOK. */
function readStatus(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const end = cells.copy(input, at, output, length);
  if (end < 0) return readStatusCarefully(input, at, output, length);
  if (end === length + 2 || isBytes(output, length + 1, end - 1, statusNull1)) return -1;
  if (!statusBookedStatusValues(output, length + 1, end - 1)) return -1;
  return end;
}

/** status, where its bytes are not of the usual form, or not clean. */
function readStatusCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readStatus(text, report)));
}

/** booked: DATE; required, 2020-01-01 or later. */
function readBooked(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  if (cells.isEmpty(input, at)) return -1;
  const from = cells.openBare(input, at);
  const date = dateNumber(digits4(input, from + 0), digits2(input, from + 5), digits2(input, from + 8));
  if (Number.isNaN(date) || input[from + 4] !== 45 || input[from + 7] !== 45 || !cells.closesBare(input, from + 10)) return readBookedCarefully(input, at, output, length);
  if (date < 20200101) return -1;
  output[length] = 0x22;
  output[length + 1] = input[from + 0] as number;
  output[length + 2] = input[from + 1] as number;
  output[length + 3] = input[from + 2] as number;
  output[length + 4] = input[from + 3] as number;
  output[length + 5] = 45;
  output[length + 6] = input[from + 5] as number;
  output[length + 7] = input[from + 6] as number;
  output[length + 8] = 45;
  output[length + 9] = input[from + 8] as number;
  output[length + 10] = input[from + 9] as number;
  output[length + 11] = 0x22;
  return length + 12;
}

/** booked, where its bytes are not of the usual form, or not clean. */
function readBookedCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readBooked(text, report)));
}

/** valued: DATE; 2020-01-01 or later. */
function readValued(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  if (cells.isEmpty(input, at)) return writeNull(output, length);
  const from = cells.openBare(input, at);
  const date = dateNumber(digits4(input, from + 0), digits2(input, from + 5), digits2(input, from + 8));
  if (Number.isNaN(date) || input[from + 4] !== 45 || input[from + 7] !== 45 || !cells.closesBare(input, from + 10)) return readValuedCarefully(input, at, output, length);
  if (date < 20200101) return -1;
  output[length] = 0x22;
  output[length + 1] = input[from + 0] as number;
  output[length + 2] = input[from + 1] as number;
  output[length + 3] = input[from + 2] as number;
  output[length + 4] = input[from + 3] as number;
  output[length + 5] = 45;
  output[length + 6] = input[from + 5] as number;
  output[length + 7] = input[from + 6] as number;
  output[length + 8] = 45;
  output[length + 9] = input[from + 8] as number;
  output[length + 10] = input[from + 9] as number;
  output[length + 11] = 0x22;
  return length + 12;
}

/** valued, where its bytes are not of the usual form, or not clean. */
function readValuedCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readValued(text, report)));
}

/** NOTPROVIDED */
const endToEndIdNull1 = jsonBytes('NOTPROVIDED');

/** endToEndId: STRING. */
function readEndToEndId(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const end = cells.copy(input, at, output, length);
  if (end < 0) return readEndToEndIdCarefully(input, at, output, length);
  if (end === length + 2 || isBytes(output, length + 1, end - 1, endToEndIdNull1)) return writeNull(output, length);
  return end;
}

/** endToEndId, where its bytes are not of the usual form, or not clean. */
function readEndToEndIdCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readEndToEndId(text, report)));
}

/** NOTPROVIDED */
const debtorNull1 = jsonBytes('NOTPROVIDED');

/** debtor: STRING, sensitive; trimmed; at most 140 characters. */
function readDebtor(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const end = cells.copyTrimmed(input, at, output, length);
  if (end < 0) return readDebtorCarefully(input, at, output, length);
  if (cells.isTrimmed) report.corrected = true;
  if (end === length + 2 || isBytes(output, length + 1, end - 1, debtorNull1)) return writeNull(output, length);
  if (cells.codePoints > 140) return -1;
  return end;
}

/** debtor, where its bytes are not of the usual form, or not clean. */
function readDebtorCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readDebtor(text, report)));
}

/** debtorIban: STRING, sensitive; \s+ replaced by ""; matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}. */
function readDebtorIban(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readDebtorIban(text, report)));
}

/** NOTPROVIDED */
const creditorNull1 = jsonBytes('NOTPROVIDED');

/** creditor: STRING, sensitive; trimmed; at most 140 characters. */
function readCreditor(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const end = cells.copyTrimmed(input, at, output, length);
  if (end < 0) return readCreditorCarefully(input, at, output, length);
  if (cells.isTrimmed) report.corrected = true;
  if (end === length + 2 || isBytes(output, length + 1, end - 1, creditorNull1)) return writeNull(output, length);
  if (cells.codePoints > 140) return -1;
  return end;
}

/** creditor, where its bytes are not of the usual form, or not clean. */
function readCreditorCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readCreditor(text, report)));
}

/** creditorIban: STRING, sensitive; \s+ replaced by ""; matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}. */
function readCreditorIban(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readCreditorIban(text, report)));
}

/** purpose: STRING; \s+ replaced by " ", then trimmed; at most 563 characters. */
function readPurpose(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readPurpose(text, report)));
}

/** The tags of the records before, and the texts of fields that stand before all of them. */
let shapes: XmlLayout['shapes'];
let above: XmlLayout['above'] = [];
let limit = 0;

const encoder = new TextEncoder();
/** What was prepared last, on which day and for which longest record; whether records may be read fast with it, and whether it was corrected. */
let prepared: XmlLayout['above'] | null = null;
let preparedOn = NaN;
let preparedFor = NaN;
let isPrepared = false;
let isCorrected = false;

/** Reads what stands before the records. */
function prepare(): void {
  prepared = above;
  preparedOn = report.today;
  preparedFor = maxRecordBytes;
  report.begin();
  ibanBefore = encoder.encode(jsonText(careful.readIban(above[0], report)));
  statementBefore = encoder.encode(jsonText(careful.readStatement(above[1], report)));
  sequenceBefore = encoder.encode(jsonDigits(careful.readSequence(above[2], report)));
  isPrepared = report.issues.length === 0;
  isCorrected = report.corrected;
}

/** An element that is a record. */
function recordOfElement(input: Uint8Array, start: number, output: Uint8Array, from: number): number {
  const recordEnd = finder.find(input, start, limit, maxRecordBytes, shapes);
  if (recordEnd < 0) return -1;
  let length = from;
  let end = 0;
  let to = 0;
  let kept = 0;
  if (isCorrected) report.corrected = true;
  // {"iban":
  output[length + 0] = 123; output[length + 1] = 34; output[length + 2] = 105; output[length + 3] = 98; output[length + 4] = 97; output[length + 5] = 110; output[length + 6] = 34; output[length + 7] = 58;
  length += 8;
  ibanKey.from = length;
  end = writeBytes(output, length, ibanBefore);
  if (end < 0) return -1;
  length = end;
  ibanKey.to = length;
  // ,"statement":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 115; output[length + 3] = 116; output[length + 4] = 97; output[length + 5] = 116; output[length + 6] = 101; output[length + 7] = 109;
  output[length + 8] = 101; output[length + 9] = 110; output[length + 10] = 116; output[length + 11] = 34; output[length + 12] = 58;
  length += 13;
  end = writeBytes(output, length, statementBefore);
  if (end < 0) return -1;
  length = end;
  // ,"sequence":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 115; output[length + 3] = 101; output[length + 4] = 113; output[length + 5] = 117; output[length + 6] = 101; output[length + 7] = 110;
  output[length + 8] = 99; output[length + 9] = 101; output[length + 10] = 34; output[length + 11] = 58;
  length += 12;
  end = writeBytes(output, length, sequenceBefore);
  if (end < 0) return -1;
  length = end;
  // ,"reference":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 114; output[length + 3] = 101; output[length + 4] = 102; output[length + 5] = 101; output[length + 6] = 114; output[length + 7] = 101;
  output[length + 8] = 110; output[length + 9] = 99; output[length + 10] = 101; output[length + 11] = 34; output[length + 12] = 58;
  length += 13;
  referenceKey.from = length;
  to = ends[3] as number;
  kept = input[to] as number;
  input[to] = 0;
  end = readReference(input, starts[3] as number, output, length);
  if (end < 0) end = readReferenceCarefully(input, starts[3] as number, output, length);
  input[to] = kept;
  if (end < 0) return -1;
  length = end;
  referenceKey.to = length;
  // ,"amount":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 97; output[length + 3] = 109; output[length + 4] = 111; output[length + 5] = 117; output[length + 6] = 110; output[length + 7] = 116;
  output[length + 8] = 34; output[length + 9] = 58;
  length += 10;
  to = ends[4] as number;
  kept = input[to] as number;
  input[to] = 0;
  end = readAmount(input, starts[4] as number, output, length);
  if (end < 0) end = readAmountCarefully(input, starts[4] as number, output, length);
  input[to] = kept;
  if (end < 0) return -1;
  length = end;
  // ,"currency":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 117; output[length + 4] = 114; output[length + 5] = 114; output[length + 6] = 101; output[length + 7] = 110;
  output[length + 8] = 99; output[length + 9] = 121; output[length + 10] = 34; output[length + 11] = 58;
  length += 12;
  to = ends[5] as number;
  kept = input[to] as number;
  input[to] = 0;
  end = readCurrency(input, starts[5] as number, output, length);
  if (end < 0) end = readCurrencyCarefully(input, starts[5] as number, output, length);
  input[to] = kept;
  if (end < 0) return -1;
  length = end;
  // ,"direction":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 100; output[length + 3] = 105; output[length + 4] = 114; output[length + 5] = 101; output[length + 6] = 99; output[length + 7] = 116;
  output[length + 8] = 105; output[length + 9] = 111; output[length + 10] = 110; output[length + 11] = 34; output[length + 12] = 58;
  length += 13;
  to = ends[6] as number;
  kept = input[to] as number;
  input[to] = 0;
  end = readDirection(input, starts[6] as number, output, length);
  if (end < 0) end = readDirectionCarefully(input, starts[6] as number, output, length);
  input[to] = kept;
  if (end < 0) return -1;
  length = end;
  // ,"reversal":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 114; output[length + 3] = 101; output[length + 4] = 118; output[length + 5] = 101; output[length + 6] = 114; output[length + 7] = 115;
  output[length + 8] = 97; output[length + 9] = 108; output[length + 10] = 34; output[length + 11] = 58;
  length += 12;
  to = ends[7] as number;
  kept = input[to] as number;
  input[to] = 0;
  end = readReversal(input, starts[7] as number, output, length);
  if (end < 0) end = readReversalCarefully(input, starts[7] as number, output, length);
  input[to] = kept;
  if (end < 0) return -1;
  length = end;
  // ,"status":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 115; output[length + 3] = 116; output[length + 4] = 97; output[length + 5] = 116; output[length + 6] = 117; output[length + 7] = 115;
  output[length + 8] = 34; output[length + 9] = 58;
  length += 10;
  to = ends[8] as number;
  kept = input[to] as number;
  input[to] = 0;
  end = readStatus(input, starts[8] as number, output, length);
  if (end < 0) end = readStatusCarefully(input, starts[8] as number, output, length);
  input[to] = kept;
  if (end < 0) return -1;
  length = end;
  // ,"booked":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 98; output[length + 3] = 111; output[length + 4] = 111; output[length + 5] = 107; output[length + 6] = 101; output[length + 7] = 100;
  output[length + 8] = 34; output[length + 9] = 58;
  length += 10;
  to = ends[9] as number;
  kept = input[to] as number;
  input[to] = 0;
  end = readBooked(input, starts[9] as number, output, length);
  if (end < 0) end = readBookedCarefully(input, starts[9] as number, output, length);
  input[to] = kept;
  if (end < 0) return -1;
  length = end;
  // ,"valued":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 118; output[length + 3] = 97; output[length + 4] = 108; output[length + 5] = 117; output[length + 6] = 101; output[length + 7] = 100;
  output[length + 8] = 34; output[length + 9] = 58;
  length += 10;
  to = ends[10] as number;
  kept = input[to] as number;
  input[to] = 0;
  end = readValued(input, starts[10] as number, output, length);
  if (end < 0) end = readValuedCarefully(input, starts[10] as number, output, length);
  input[to] = kept;
  if (end < 0) return -1;
  length = end;
  // ,"endToEndId":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 101; output[length + 3] = 110; output[length + 4] = 100; output[length + 5] = 84; output[length + 6] = 111; output[length + 7] = 69;
  output[length + 8] = 110; output[length + 9] = 100; output[length + 10] = 73; output[length + 11] = 100; output[length + 12] = 34; output[length + 13] = 58;
  length += 14;
  to = ends[11] as number;
  kept = input[to] as number;
  input[to] = 0;
  end = readEndToEndId(input, starts[11] as number, output, length);
  if (end < 0) end = readEndToEndIdCarefully(input, starts[11] as number, output, length);
  input[to] = kept;
  if (end < 0) return -1;
  length = end;
  // ,"debtor":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 100; output[length + 3] = 101; output[length + 4] = 98; output[length + 5] = 116; output[length + 6] = 111; output[length + 7] = 114;
  output[length + 8] = 34; output[length + 9] = 58;
  length += 10;
  to = ends[12] as number;
  kept = input[to] as number;
  input[to] = 0;
  end = readDebtor(input, starts[12] as number, output, length);
  if (end < 0) end = readDebtorCarefully(input, starts[12] as number, output, length);
  input[to] = kept;
  if (end < 0) return -1;
  length = end;
  // ,"debtorIban":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 100; output[length + 3] = 101; output[length + 4] = 98; output[length + 5] = 116; output[length + 6] = 111; output[length + 7] = 114;
  output[length + 8] = 73; output[length + 9] = 98; output[length + 10] = 97; output[length + 11] = 110; output[length + 12] = 34; output[length + 13] = 58;
  length += 14;
  to = ends[13] as number;
  kept = input[to] as number;
  input[to] = 0;
  end = readDebtorIban(input, starts[13] as number, output, length);
  input[to] = kept;
  if (end < 0) return -1;
  length = end;
  // ,"creditor":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 114; output[length + 4] = 101; output[length + 5] = 100; output[length + 6] = 105; output[length + 7] = 116;
  output[length + 8] = 111; output[length + 9] = 114; output[length + 10] = 34; output[length + 11] = 58;
  length += 12;
  to = ends[14] as number;
  kept = input[to] as number;
  input[to] = 0;
  end = readCreditor(input, starts[14] as number, output, length);
  if (end < 0) end = readCreditorCarefully(input, starts[14] as number, output, length);
  input[to] = kept;
  if (end < 0) return -1;
  length = end;
  // ,"creditorIban":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 114; output[length + 4] = 101; output[length + 5] = 100; output[length + 6] = 105; output[length + 7] = 116;
  output[length + 8] = 111; output[length + 9] = 114; output[length + 10] = 73; output[length + 11] = 98; output[length + 12] = 97; output[length + 13] = 110; output[length + 14] = 34; output[length + 15] = 58;
  length += 16;
  to = ends[15] as number;
  kept = input[to] as number;
  input[to] = 0;
  end = readCreditorIban(input, starts[15] as number, output, length);
  input[to] = kept;
  if (end < 0) return -1;
  length = end;
  // ,"purpose":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 112; output[length + 3] = 117; output[length + 4] = 114; output[length + 5] = 112; output[length + 6] = 111; output[length + 7] = 115;
  output[length + 8] = 101; output[length + 9] = 34; output[length + 10] = 58;
  length += 11;
  to = ends[16] as number;
  kept = input[to] as number;
  input[to] = 0;
  end = readPurpose(input, starts[16] as number, output, length);
  input[to] = kept;
  if (end < 0) return -1;
  length = end;
  next = recordEnd;
  output[length] = 0x7d;
  return length + 1;
}

/** Where the values of the key stand in the output. */
const ibanKey = { from: 0, to: 0 };
const referenceKey = { from: 0, to: 0 };

/** The second reading of a record of bank-statement: from bytes to JSON; issues are told by the careful readers of the fields. */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { leastRecordBytes: 10, begin, read, next: () => next, writeKey };

  function begin(to: RecordReport, stretch: FastStretch): boolean {
    report = to;
    maxRecordBytes = stretch.maxRecordBytes;
    // The layout is what the source of documents gives.
    ({ shapes, above } = stretch.layout as XmlLayout);
    limit = stretch.limit;
    if (above !== prepared || report.today !== preparedOn || maxRecordBytes !== preparedFor) prepare();
    return isPrepared;
  }

  function read(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    return recordOfElement(input, at, output, length);
  }

  function writeKey(output: Uint8Array, keys: Uint8Array, length: number): number {
    return writeKeyTexts(output, [ibanKey, referenceKey], keys, length);
  }
}
