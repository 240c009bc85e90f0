// Compiled by Specmill from a spec: change the spec, not this file.
import {
  CsvCells,
  FastNumbers,
  createByteMatcher,
  dateNumber,
  dateNumberOf,
  digits2,
  digits4,
  isBytes,
  jsonBoolean,
  jsonBytes,
  jsonDigits,
  jsonText,
  padLeftBytes,
  plusYears,
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

const cells = new CsvCells('\t', '"', '\\');
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

/** \N */
const articleNumberNull1 = jsonBytes('\\N');

/** [0-9]{8} */
const articleNumberArticleShapePattern = createByteMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!');

/** articleNumber: STRING; trimmed, then padded on the left with "0" to 8; required, matching [0-9]{8}. */
function readArticleNumber(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  let end = cells.copyTrimmed(input, at, output, length);
  if (end < 0) return readArticleNumberCarefully(input, at, output, length);
  if (cells.isTrimmed && (end === length + 2 || isBytes(output, length + 1, end - 1, articleNumberNull1))) return readArticleNumberCarefully(input, at, output, length);
  if (cells.isTrimmed) report.corrected = true;
  if (end === length + 2 || isBytes(output, length + 1, end - 1, articleNumberNull1)) return -1;
  if (cells.codePoints < 8) {
    end = padLeftBytes(output, { from: length + 1, to: end - 1 }, 8 - cells.codePoints, 48);
    cells.codePoints = 8;
    report.corrected = true;
  }
  if (end === length + 2 || isBytes(output, length + 1, end - 1, articleNumberNull1)) return readArticleNumberCarefully(input, at, output, length);
  if (cells.hasEscapes) return readArticleNumberCarefully(input, at, output, length);
  if (!articleNumberArticleShapePattern(output, length + 1, end - 1)) return -1;
  return end;
}

/** articleNumber, where its bytes are not of the usual form, or not clean. */
function readArticleNumberCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readArticleNumber(text, report)));
}

/** ean: STRING; [ -]+ replaced by ""; matching [0-9]{8}|[0-9]{13}. */
function readEan(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readEan(text, report)));
}

/** name: STRING; trimmed, then \s+ replaced by " ", then ([0-9])(kg|g|ml|l)$ replaced by "$1 $2"; required, at least 3 characters, at most 60 characters. */
function readName(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readName(text, report)));
}

/** \N */
const brandNull1 = jsonBytes('\\N');

/** brand: STRING; in upper case. */
function readBrand(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  let end = cells.copy(input, at, output, length);
  if (end < 0) return readBrandCarefully(input, at, output, length);
  if (end === length + 2 || isBytes(output, length + 1, end - 1, brandNull1)) return writeNull(output, length);
  if (!cells.isPlain) return readBrandCarefully(input, at, output, length);
  if (toUpperAscii(output, length + 1, end - 1)) report.corrected = true;
  if (end === length + 2 || isBytes(output, length + 1, end - 1, brandNull1)) return readBrandCarefully(input, at, output, length);
  return end;
}

/** brand, where its bytes are not of the usual form, or not clean. */
function readBrandCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readBrand(text, report)));
}

/** category: STRING; in lower case, then trimmed; required, one of bakery, beverages, dairy & eggs, frozen food, fruit, vegetables, household, sweets, textiles. */
function readCategory(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readCategory(text, report)));
}

/** price: DECIMAL with "," before the decimals, "." between groups of three digits; required, at least 0.01, at most 2500. */
function readPrice(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  if (cells.isEmpty(input, at)) return -1;
  const end = numbers.decimal(input, at, output, length, 44);
  if (end < 0) return readPriceCarefully(input, at, output, length);
  const value = numbers.scaled(4);
  if (Number.isNaN(value)) return readPriceCarefully(input, at, output, length);
  if (value < 100) return -1; // 0.01
  if (value > 25000000) return -1; // 2500
  return end;
}

/** price, where its bytes are not of the usual form, or not clean. */
function readPriceCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonDigits(careful.readPrice(text, report)));
}

/** vatRate: DECIMAL with "," before the decimals; required, one of 0, 7, 19. */
function readVatRate(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  if (cells.isEmpty(input, at)) return -1;
  const end = numbers.decimal(input, at, output, length, 44);
  if (end < 0) return readVatRateCarefully(input, at, output, length);
  const value = numbers.scaled(4);
  if (Number.isNaN(value)) return readVatRateCarefully(input, at, output, length);
  if (value !== 0 && value !== 70000 && value !== 190000) return -1;
  return end;
}

/** vatRate, where its bytes are not of the usual form, or not clean. */
function readVatRateCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonDigits(careful.readVatRate(text, report)));
}

/** deposit: DECIMAL of digits, of which the last 2 are decimals; at most 5.00. */
function readDeposit(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  if (cells.isEmpty(input, at)) return writeNull(output, length);
  const end = numbers.scaledDecimal(input, at, output, length, 2);
  if (end < 0) return readDepositCarefully(input, at, output, length);
  const value = numbers.scaled(4);
  if (Number.isNaN(value)) return readDepositCarefully(input, at, output, length);
  if (value > 50000) return -1; // 5.00
  return end;
}

/** deposit, where its bytes are not of the usual form, or not clean. */
function readDepositCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonDigits(careful.readDeposit(text, report)));
}

/** stock: INTEGER with "." between groups of three digits; at least 0. */
function readStock(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  if (cells.isEmpty(input, at)) return writeNull(output, length);
  const end = numbers.integer(input, at, output, length);
  if (end < 0) return readStockCarefully(input, at, output, length);
  const value = numbers.scaled(0);
  if (Number.isNaN(value)) return readStockCarefully(input, at, output, length);
  if (value < 0) return -1; // 0
  return end;
}

/** stock, where its bytes are not of the usual form, or not clean. */
function readStockCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonDigits(careful.readStock(text, report)));
}

/** customsTariff: STRING; [ .]+ replaced by "", then padded on the right with "0" to 8; matching [0-9]{8}. */
function readCustomsTariff(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readCustomsTariff(text, report)));
}

/** \N */
const originNull1 = jsonBytes('\\N');

/** origin: STRING; in upper case, then "DE" where null; at least 2 characters, at most 2 characters. */
function readOrigin(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  let end = cells.copy(input, at, output, length);
  if (end < 0) return readOriginCarefully(input, at, output, length);
  if (output[length + 1] === 0x20 || output[length + 1] === 0x5c || !cells.isPlain) return readOriginCarefully(input, at, output, length);
  if (end === length + 2 || isBytes(output, length + 1, end - 1, originNull1)) return readOriginCarefully(input, at, output, length);
  if (!cells.isPlain) return readOriginCarefully(input, at, output, length);
  if (toUpperAscii(output, length + 1, end - 1)) report.corrected = true;
  if (end === length + 2 || isBytes(output, length + 1, end - 1, originNull1)) return readOriginCarefully(input, at, output, length);
  if (cells.codePoints < 2) return -1;
  if (cells.codePoints > 2) return -1;
  return end;
}

/** origin, where its bytes are not of the usual form, or not clean. */
function readOriginCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readOrigin(text, report)));
}

/** listedOn: DATE; dd/MM/yyyy turned into yyyy-MM-dd, then d MMM yy turned into yyyy-MM-dd; required, from 1995-01-01 to today+90d. */
function readListedOn(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readListedOn(text, report)));
}

/** today+10y, as a number that orders like days. */
let bestBeforeRangeOperandTo = NaN;

/** bestBefore: DATE; dd/MM/yyyy turned into yyyy-MM-dd; from 2015-01-01 to today+10y. */
function readBestBefore(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  if (cells.isEmpty(input, at)) return writeNull(output, length);
  const from = cells.openBare(input, at);
  const date = dateNumber(digits4(input, from + 6), digits2(input, from + 3), digits2(input, from + 0));
  if (Number.isNaN(date) || input[from + 2] !== 47 || input[from + 5] !== 47 || !cells.closesBare(input, from + 10)) return readBestBeforeCarefully(input, at, output, length);
  if (cells.isTrimmed) return readBestBeforeCarefully(input, at, output, length);
  if (date < 20150101 || date > bestBeforeRangeOperandTo) return -1;
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

/** bestBefore, where its bytes are not of the usual form, or not clean. */
function readBestBeforeCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonText(careful.readBestBefore(text, report)));
}

const availableWord1 = jsonBytes('J');

const availableWord2 = jsonBytes('ja');

const availableWord3 = jsonBytes('1');

const availableWord4 = jsonBytes('N');

const availableWord5 = jsonBytes('nein');

const availableWord6 = jsonBytes('0');

/** available: BOOLEAN: "J", "ja", "1" mean true, "N", "nein", "0" mean false; required. */
function readAvailable(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  if (cells.isEmpty(input, at)) return -1;
  const from = cells.openBare(input, at);
  if (standsAt(input, from, availableWord1) && cells.closesBare(input, from + 1)) { return writeBytes(output, length, TRUE); }
  if (standsAt(input, from, availableWord2) && cells.closesBare(input, from + 2)) { return writeBytes(output, length, TRUE); }
  if (standsAt(input, from, availableWord3) && cells.closesBare(input, from + 1)) { return writeBytes(output, length, TRUE); }
  if (standsAt(input, from, availableWord4) && cells.closesBare(input, from + 1)) { return writeBytes(output, length, FALSE); }
  if (standsAt(input, from, availableWord5) && cells.closesBare(input, from + 4)) { return writeBytes(output, length, FALSE); }
  if (standsAt(input, from, availableWord6) && cells.closesBare(input, from + 1)) { return writeBytes(output, length, FALSE); }
  return readAvailableCarefully(input, at, output, length);
}

/** available, where its bytes are not of the usual form, or not clean. */
function readAvailableCarefully(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
  return writeText(output, length, jsonBoolean(careful.readAvailable(text, report)));
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

/** A record whose cells stand in the order of the fields. */
function recordInOrder(input: Uint8Array, start: number, output: Uint8Array, from: number): number {
  let at = start;
  let length = from;
  let end = 0;
  // {"articleNumber":
  output[length + 0] = 123; output[length + 1] = 34; output[length + 2] = 97; output[length + 3] = 114; output[length + 4] = 116; output[length + 5] = 105; output[length + 6] = 99; output[length + 7] = 108;
  output[length + 8] = 101; output[length + 9] = 78; output[length + 10] = 117; output[length + 11] = 109; output[length + 12] = 98; output[length + 13] = 101; output[length + 14] = 114; output[length + 15] = 34;
  output[length + 16] = 58;
  length += 17;
  articleNumberKey.from = length;
  end = readArticleNumber(input, at, output, length);
  if (end < 0) end = readArticleNumberCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  articleNumberKey.to = length;
  at = cells.end;
  if (input[at] !== 9) return -1;
  at++;
  // ,"ean":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 101; output[length + 3] = 97; output[length + 4] = 110; output[length + 5] = 34; output[length + 6] = 58;
  length += 7;
  end = readEan(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 9) return -1;
  at++;
  // ,"name":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 110; output[length + 3] = 97; output[length + 4] = 109; output[length + 5] = 101; output[length + 6] = 34; output[length + 7] = 58;
  length += 8;
  end = readName(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 9) return -1;
  at++;
  // ,"brand":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 98; output[length + 3] = 114; output[length + 4] = 97; output[length + 5] = 110; output[length + 6] = 100; output[length + 7] = 34;
  output[length + 8] = 58;
  length += 9;
  end = readBrand(input, at, output, length);
  if (end < 0) end = readBrandCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 9) return -1;
  at++;
  // ,"category":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 97; output[length + 4] = 116; output[length + 5] = 101; output[length + 6] = 103; output[length + 7] = 111;
  output[length + 8] = 114; output[length + 9] = 121; output[length + 10] = 34; output[length + 11] = 58;
  length += 12;
  end = readCategory(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 9) return -1;
  at++;
  // ,"price":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 112; output[length + 3] = 114; output[length + 4] = 105; output[length + 5] = 99; output[length + 6] = 101; output[length + 7] = 34;
  output[length + 8] = 58;
  length += 9;
  end = readPrice(input, at, output, length);
  if (end < 0) end = readPriceCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 9) return -1;
  at++;
  // ,"vatRate":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 118; output[length + 3] = 97; output[length + 4] = 116; output[length + 5] = 82; output[length + 6] = 97; output[length + 7] = 116;
  output[length + 8] = 101; output[length + 9] = 34; output[length + 10] = 58;
  length += 11;
  end = readVatRate(input, at, output, length);
  if (end < 0) end = readVatRateCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 9) return -1;
  at++;
  // ,"deposit":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 100; output[length + 3] = 101; output[length + 4] = 112; output[length + 5] = 111; output[length + 6] = 115; output[length + 7] = 105;
  output[length + 8] = 116; output[length + 9] = 34; output[length + 10] = 58;
  length += 11;
  end = readDeposit(input, at, output, length);
  if (end < 0) end = readDepositCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 9) return -1;
  at++;
  // ,"stock":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 115; output[length + 3] = 116; output[length + 4] = 111; output[length + 5] = 99; output[length + 6] = 107; output[length + 7] = 34;
  output[length + 8] = 58;
  length += 9;
  end = readStock(input, at, output, length);
  if (end < 0) end = readStockCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 9) return -1;
  at++;
  // ,"customsTariff":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 117; output[length + 4] = 115; output[length + 5] = 116; output[length + 6] = 111; output[length + 7] = 109;
  output[length + 8] = 115; output[length + 9] = 84; output[length + 10] = 97; output[length + 11] = 114; output[length + 12] = 105; output[length + 13] = 102; output[length + 14] = 102; output[length + 15] = 34;
  output[length + 16] = 58;
  length += 17;
  end = readCustomsTariff(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 9) return -1;
  at++;
  // ,"origin":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 111; output[length + 3] = 114; output[length + 4] = 105; output[length + 5] = 103; output[length + 6] = 105; output[length + 7] = 110;
  output[length + 8] = 34; output[length + 9] = 58;
  length += 10;
  end = readOrigin(input, at, output, length);
  if (end < 0) end = readOriginCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 9) return -1;
  at++;
  // ,"listedOn":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 108; output[length + 3] = 105; output[length + 4] = 115; output[length + 5] = 116; output[length + 6] = 101; output[length + 7] = 100;
  output[length + 8] = 79; output[length + 9] = 110; output[length + 10] = 34; output[length + 11] = 58;
  length += 12;
  end = readListedOn(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 9) return -1;
  at++;
  // ,"bestBefore":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 98; output[length + 3] = 101; output[length + 4] = 115; output[length + 5] = 116; output[length + 6] = 66; output[length + 7] = 101;
  output[length + 8] = 102; output[length + 9] = 111; output[length + 10] = 114; output[length + 11] = 101; output[length + 12] = 34; output[length + 13] = 58;
  length += 14;
  end = readBestBefore(input, at, output, length);
  if (end < 0) end = readBestBeforeCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  at = cells.end;
  if (input[at] !== 9) return -1;
  at++;
  // ,"available":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 97; output[length + 3] = 118; output[length + 4] = 97; output[length + 5] = 105; output[length + 6] = 108; output[length + 7] = 97;
  output[length + 8] = 98; output[length + 9] = 108; output[length + 10] = 101; output[length + 11] = 34; output[length + 12] = 58;
  length += 13;
  end = readAvailable(input, at, output, length);
  if (end < 0) end = readAvailableCarefully(input, at, output, length);
  if (end < 0) return -1;
  length = end;
  return finish(input, start, cells.end) ? close(output, length) : -1;
}

/** A record whose cells stand in any order: they are found first. */
function recordIndexed(input: Uint8Array, start: number, output: Uint8Array, from: number): number {
  if (!cells.index(input, start, starts, width)) return -1;
  let length = from;
  let end = 0;
  // {"articleNumber":
  output[length + 0] = 123; output[length + 1] = 34; output[length + 2] = 97; output[length + 3] = 114; output[length + 4] = 116; output[length + 5] = 105; output[length + 6] = 99; output[length + 7] = 108;
  output[length + 8] = 101; output[length + 9] = 78; output[length + 10] = 117; output[length + 11] = 109; output[length + 12] = 98; output[length + 13] = 101; output[length + 14] = 114; output[length + 15] = 34;
  output[length + 16] = 58;
  length += 17;
  articleNumberKey.from = length;
  end = readArticleNumber(input, starts[places[0] as number] as number, output, length);
  if (end < 0) end = readArticleNumberCarefully(input, starts[places[0] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  articleNumberKey.to = length;
  // ,"ean":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 101; output[length + 3] = 97; output[length + 4] = 110; output[length + 5] = 34; output[length + 6] = 58;
  length += 7;
  end = readEan(input, starts[places[1] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"name":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 110; output[length + 3] = 97; output[length + 4] = 109; output[length + 5] = 101; output[length + 6] = 34; output[length + 7] = 58;
  length += 8;
  end = readName(input, starts[places[2] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"brand":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 98; output[length + 3] = 114; output[length + 4] = 97; output[length + 5] = 110; output[length + 6] = 100; output[length + 7] = 34;
  output[length + 8] = 58;
  length += 9;
  end = readBrand(input, starts[places[3] as number] as number, output, length);
  if (end < 0) end = readBrandCarefully(input, starts[places[3] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"category":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 97; output[length + 4] = 116; output[length + 5] = 101; output[length + 6] = 103; output[length + 7] = 111;
  output[length + 8] = 114; output[length + 9] = 121; output[length + 10] = 34; output[length + 11] = 58;
  length += 12;
  end = readCategory(input, starts[places[4] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"price":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 112; output[length + 3] = 114; output[length + 4] = 105; output[length + 5] = 99; output[length + 6] = 101; output[length + 7] = 34;
  output[length + 8] = 58;
  length += 9;
  end = readPrice(input, starts[places[5] as number] as number, output, length);
  if (end < 0) end = readPriceCarefully(input, starts[places[5] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"vatRate":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 118; output[length + 3] = 97; output[length + 4] = 116; output[length + 5] = 82; output[length + 6] = 97; output[length + 7] = 116;
  output[length + 8] = 101; output[length + 9] = 34; output[length + 10] = 58;
  length += 11;
  end = readVatRate(input, starts[places[6] as number] as number, output, length);
  if (end < 0) end = readVatRateCarefully(input, starts[places[6] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"deposit":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 100; output[length + 3] = 101; output[length + 4] = 112; output[length + 5] = 111; output[length + 6] = 115; output[length + 7] = 105;
  output[length + 8] = 116; output[length + 9] = 34; output[length + 10] = 58;
  length += 11;
  end = readDeposit(input, starts[places[7] as number] as number, output, length);
  if (end < 0) end = readDepositCarefully(input, starts[places[7] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"stock":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 115; output[length + 3] = 116; output[length + 4] = 111; output[length + 5] = 99; output[length + 6] = 107; output[length + 7] = 34;
  output[length + 8] = 58;
  length += 9;
  end = readStock(input, starts[places[8] as number] as number, output, length);
  if (end < 0) end = readStockCarefully(input, starts[places[8] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"customsTariff":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 99; output[length + 3] = 117; output[length + 4] = 115; output[length + 5] = 116; output[length + 6] = 111; output[length + 7] = 109;
  output[length + 8] = 115; output[length + 9] = 84; output[length + 10] = 97; output[length + 11] = 114; output[length + 12] = 105; output[length + 13] = 102; output[length + 14] = 102; output[length + 15] = 34;
  output[length + 16] = 58;
  length += 17;
  end = readCustomsTariff(input, starts[places[9] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"origin":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 111; output[length + 3] = 114; output[length + 4] = 105; output[length + 5] = 103; output[length + 6] = 105; output[length + 7] = 110;
  output[length + 8] = 34; output[length + 9] = 58;
  length += 10;
  end = readOrigin(input, starts[places[10] as number] as number, output, length);
  if (end < 0) end = readOriginCarefully(input, starts[places[10] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"listedOn":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 108; output[length + 3] = 105; output[length + 4] = 115; output[length + 5] = 116; output[length + 6] = 101; output[length + 7] = 100;
  output[length + 8] = 79; output[length + 9] = 110; output[length + 10] = 34; output[length + 11] = 58;
  length += 12;
  end = readListedOn(input, starts[places[11] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"bestBefore":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 98; output[length + 3] = 101; output[length + 4] = 115; output[length + 5] = 116; output[length + 6] = 66; output[length + 7] = 101;
  output[length + 8] = 102; output[length + 9] = 111; output[length + 10] = 114; output[length + 11] = 101; output[length + 12] = 34; output[length + 13] = 58;
  length += 14;
  end = readBestBefore(input, starts[places[12] as number] as number, output, length);
  if (end < 0) end = readBestBeforeCarefully(input, starts[places[12] as number] as number, output, length);
  if (end < 0) return -1;
  length = end;
  // ,"available":
  output[length + 0] = 44; output[length + 1] = 34; output[length + 2] = 97; output[length + 3] = 118; output[length + 4] = 97; output[length + 5] = 105; output[length + 6] = 108; output[length + 7] = 97;
  output[length + 8] = 98; output[length + 9] = 108; output[length + 10] = 101; output[length + 11] = 34; output[length + 12] = 58;
  length += 13;
  end = readAvailable(input, starts[places[13] as number] as number, output, length);
  if (end < 0) end = readAvailableCarefully(input, starts[places[13] as number] as number, output, length);
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
const articleNumberKey = { from: 0, to: 0 };

let day = NaN;

/** The second reading of a record of products: from bytes to JSON; issues are told by the careful readers of the fields. */
export function fastReader(readers: CarefulReaders): FastReader {
  careful = readers;
  return { leastRecordBytes: 32, begin, read, next: () => next, writeKey };

  function begin(to: RecordReport, stretch: FastStretch): boolean {
    report = to;
    maxRecordBytes = stretch.maxRecordBytes;
    if (report.today !== day) {
      day = report.today;
      bestBeforeRangeOperandTo = dateNumberOf(plusYears(day, 10));
    }
    // The layout is what the source of such files gives.
    if (stretch.layout !== header) useHeader(stretch.layout as Header);
    return width > 1;
  }

  function read(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    if (input[at] === 35) return -1;

    return isInOrder ? recordInOrder(input, at, output, length) : recordIndexed(input, at, output, length);
  }

  function writeKey(output: Uint8Array, keys: Uint8Array, length: number): number {
    return writeKeyText(output, articleNumberKey, keys, length);
  }
}
