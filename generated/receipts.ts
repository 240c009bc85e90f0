// Compiled by Specmill from a spec: change the spec, not this file.
import {
  TOO_LONG,
  checkRecord,
  compareDecimals,
  countCodePoints,
  createCsvRecordSource,
  createMatcher,
  createRecordTransformer,
  createReplacer,
  createUtf8Input,
  describeValue,
  formatYear,
  isBlank,
  limitColumns,
  limitRecordBytes,
  padNumber,
  parseTwoDigits,
  parseYear,
  readRecords,
  toBigInt,
  toCompositeKey,
  toDecimal,
  toDecimalValue,
  toEpochDay,
  toInteger,
  toIntegerValue,
  toJsonNumber,
  toJsonString,
  toNumber,
  toScaledDecimal,
  toTextValue,
  trim,
  trimToNull,
  type CsvDialect,
  type CsvRecord,
  type CsvRecordSource,
  type DateParts,
  type Issue,
  type ReadOptions,
  type RecordOutcome,
  type RecordReport,
  type Rule,
  type SpecInfo,
  type TransformOptions,
  type Transformer,
} from 'specmill/kernel';
import { fastReader } from './receipts.fast.ts';

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'receipts',
  version: '4e67370b05f57db52a7b507a895c971be03444a0df4e4f5a6f3b25b2cd291999',
  format: 'CSV',
  encoding: 'utf-8',
  fields: [
    { name: 'kind', type: 'STRING', sensitive: false },
    { name: 'till', type: 'STRING', sensitive: false },
    { name: 'receipt', type: 'INTEGER', sensitive: false },
    { name: 'line', type: 'INTEGER', sensitive: false },
    { name: 'soldOn', type: 'DATE', sensitive: false },
    { name: 'ean', type: 'STRING', sensitive: false },
    { name: 'article', type: 'STRING', sensitive: false },
    { name: 'quantity', type: 'DECIMAL', sensitive: false },
    { name: 'amount', type: 'DECIMAL', sensitive: false },
    { name: 'cashier', type: 'STRING', sensitive: true },
  ],
  splits: { kind: 'LINES', lineEnds: [10, 13], heldBack: 0 },
};

/** What was sold, line by line, from the journal of the tills */
export interface Receipts {
  /** STRING; ^L$ replaced by "sale", then ^R$ replaced by "return"; required (FATAL). */
  kind: string;
  /** STRING; required (FATAL), matching T[0-9]{3} (FATAL). */
  till: string;
  /** INTEGER; required (FATAL). */
  receipt: bigint;
  /** INTEGER; required (FATAL), at least 1 (ERROR), at most 999 (ERROR). */
  line: number;
  /** DATE; converted from yyyyMMddHHmmss to yyyy-MM-dd; required (FATAL), from 2015-01-01 to today (ERROR). */
  soldOn: string;
  /** STRING; matching [0-9]{13} (WARNING). */
  ean: string | null;
  /** STRING; trimmed; required (WARNING), may be null, at most 40 characters (WARNING). */
  article: string | null;
  /** DECIMAL; "1" if null; at most 500 (WARNING). */
  quantity: string | null;
  /** DECIMAL with digits only, the last 2 are decimals; required (FATAL), at most 5000.00 (ERROR). */
  amount: string;
  /** STRING, sensitive. */
  cashier: string | null;
}

// kind
const kindColumn = { field: 'kind', column: 'kind' };
const kindType: Rule = {
  ...kindColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'kind must be a STRING',
};
const kindRequired: Rule = {
  ...kindColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:kind',
  message: 'kind is required',
};

/** Replaces ^L$ with "sale". */
const replaceKindSale = createReplacer('24', '1', '^0>1;$!', ['sale']);

/** Replaces ^R$ with "return". */
const replaceKindReturn = createReplacer('2a', '1', '^0>1;$!', ['return']);

/**
 * Reads kind from the column "kind": STRING; ^L$ replaced by "sale", then ^R$ replaced by "return"; required (FATAL).
 */
function readKind(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceKindSale(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return validateKind(record.addLimitIssue(corrected, kindColumn, text), record);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) {
    const corrected = replaceKindReturn(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return validateKind(record.addLimitIssue(corrected, kindColumn, text), record);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return validateKind(record.addLimitIssue(TOO_LONG, kindColumn, text), record);
  return validateKind(textOrNull(text), record);
}

/** Applies the rules of kind. */
function validateKind(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(kindRequired, null);
    return null;
  }

  return value;
}

/** Checks kind of a plain object. */
function checkKind(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(kindType, describeValue(inputValue));
  else validateKind(value, record);
}

// till
const tillColumn = { field: 'till', column: 'till' };
const tillType: Rule = {
  ...tillColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'till must be a STRING',
};
const tillRequired: Rule = {
  ...tillColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:till',
  message: 'till is required',
};
const tillShape: Rule = {
  ...tillColumn,
  severity: 'FATAL',
  code: 'REGEX',
  ruleId: 'till-shape',
  message: 'till must match T[0-9]{3}',
};

/** Matches T[0-9]{3}. */
const matchesTillShape = createMatcher('1c-9/2c', ',2:2;,1:3;,1:4;,1:5;!');

/** Reads till from the column "till": STRING; required (FATAL), matching T[0-9]{3} (FATAL). */
function readTill(cell: string | undefined, record: RecordReport): string | null {
  return validateTill(textOrNull(cell), record);
}

/** Applies the rules of till. */
function validateTill(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(tillRequired, null);
    return null;
  }

  // Must match T[0-9]{3} (FATAL).
  if (!matchesTillShape(value)) record.addIssue(tillShape, value);
  return value;
}

/** Checks till of a plain object. */
function checkTill(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(tillType, describeValue(inputValue));
  else validateTill(value, record);
}

// receipt
const receiptColumn = { field: 'receipt', column: 'receipt' };
const receiptType: Rule = {
  ...receiptColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'receipt must be an INTEGER',
};
const receiptRequired: Rule = {
  ...receiptColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:receipt',
  message: 'receipt is required',
};

/** Reads receipt from the column "receipt": INTEGER; required (FATAL). */
function readReceipt(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateReceipt(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(receiptType, text) : validateReceipt(value, record);
}

/** Applies the rules of receipt. */
function validateReceipt(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(receiptRequired, null);
    return null;
  }

  return value;
}

/** Checks receipt of a plain object. */
function checkReceipt(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(receiptType, describeValue(inputValue));
  else validateReceipt(value, record);
}

// line
const lineColumn = { field: 'line', column: 'line' };
const lineType: Rule = {
  ...lineColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'line must be an INTEGER',
};
const lineRequired: Rule = {
  ...lineColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:line',
  message: 'line is required',
};
const lineLow: Rule = {
  ...lineColumn,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'line-low',
  message: 'line must be at least 1',
};
const lineHigh: Rule = {
  ...lineColumn,
  severity: 'ERROR',
  code: 'MAX_VALUE',
  ruleId: 'line-high',
  message: 'line must be at most 999',
};

/** Reads line from the column "line": INTEGER; required (FATAL), at least 1 (ERROR), at most 999 (ERROR). */
function readLine(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateLine(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(lineType, text) : validateLine(value, record);
}

/** Applies the rules of line. */
function validateLine(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(lineRequired, null);
    return null;
  }

  // Must be at least 1 (ERROR).
  if (compareDecimals(value, '1') < 0) record.addIssue(lineLow, value);
  // Must be at most 999 (ERROR).
  if (compareDecimals(value, '999') > 0) record.addIssue(lineHigh, value);
  return value;
}

/** Checks line of a plain object. */
function checkLine(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(lineType, describeValue(inputValue));
  else validateLine(value, record);
}

// soldOn
const soldOnColumn = { field: 'soldOn', column: 'soldOn' };
const soldOnType: Rule = {
  ...soldOnColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'soldOn must be a DATE in the format yyyyMMddHHmmss',
};
const soldOnValueType: Rule = {
  ...soldOnColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'soldOn must be a DATE in the format yyyy-MM-dd',
};
const soldOnRequired: Rule = {
  ...soldOnColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:soldOn',
  message: 'soldOn is required',
};
const soldOnRange: Rule = {
  ...soldOnColumn,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'sold-range',
  message: 'soldOn must be from 2015-01-01 to today',
};

/** Parses yyyyMMddHHmmss, for example 20241231134506. Returns null for any other text. */
function parseDateYyyyMMddHHmmss(text: string): DateParts | null {
  const yearEnd = text.length - 10;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd);
  const day = parseTwoDigits(text, yearEnd + 2);
  const hour = parseTwoDigits(text, yearEnd + 4);
  const minute = parseTwoDigits(text, yearEnd + 6);
  const second = parseTwoDigits(text, yearEnd + 8);
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return null;
  const epochDay = toEpochDay(year, month, day);
  if (Number.isNaN(epochDay)) return null;
  return { year, month, day, hour, minute, second, nano: 0, offset: NaN };
}

/** Formats a date as yyyy-MM-dd, for example 2024-12-31. */
function formatDateYyyyMMDd(parts: DateParts): string {
  return formatYear(parts.year, 4) + '-' + padNumber(parts.month, 2) + '-' + padNumber(parts.day, 2);
}

/** Parses yyyy-MM-dd, for example 2024-12-31. Returns days since 1970-01-01, or NaN for any other text. */
function parseDayYyyyMMDd(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

/**
 * Reads soldOn from the column "soldOn": DATE; converted from yyyyMMddHHmmss to yyyy-MM-dd; required (FATAL), from
 * 2015-01-01 to today (ERROR).
 */
function readSoldOn(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  let day = NaN;
  if (text !== null && !isBlank(text)) {
    const date = parseDateYyyyMMddHHmmss(text);
    if (date === null) return record.addIssue(soldOnType, text);
    text = record.noteCorrection(text, formatDateYyyyMMDd(date));
    day = toEpochDay(date.year, date.month, date.day);
  }

  if (record.isTooLong(text)) return validateSoldOn(record.addLimitIssue(TOO_LONG, soldOnColumn, text), NaN, record);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateSoldOn(null, NaN, record);
  if (Number.isNaN(day)) day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(soldOnType, text) : validateSoldOn(bare, day, record);
}

/** Applies the rules of soldOn. */
function validateSoldOn(value: string | null, day: number, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(soldOnRequired, null);
    return null;
  }

  // Must be from 2015-01-01 to today (ERROR).
  if (day < 16436 || day > record.today) record.addIssue(soldOnRange, value); // 16436 is 2015-01-01
  return value;
}

/** Checks soldOn of a plain object. */
function checkSoldOn(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  const day = typeof value === 'string' ? parseDayYyyyMMDd(value) : NaN;
  if (value === undefined || (value !== null && Number.isNaN(day)))
    record.addIssue(soldOnValueType, describeValue(inputValue));
  else validateSoldOn(value, day, record);
}

// ean
const eanColumn = { field: 'ean', column: 'ean' };
const eanType: Rule = {
  ...eanColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'ean must be a STRING',
};
const eanShape: Rule = {
  ...eanColumn,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'ean-shape',
  message: 'the scanner gave no EAN of 13 digits',
};

/** Matches [0-9]{13}. */
const matchesEanShape = createMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;,1:a;,1:b;,1:c;,1:d;,1:e;!');

/** Reads ean from the column "ean": STRING; matching [0-9]{13} (WARNING). */
function readEan(cell: string | undefined, record: RecordReport): string | null {
  return validateEan(textOrNull(cell), record);
}

/** Applies the rules of ean. */
function validateEan(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must match [0-9]{13} (WARNING).
  if (!matchesEanShape(value)) record.addIssue(eanShape, value);
  return value;
}

/** Checks ean of a plain object. */
function checkEan(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(eanType, describeValue(inputValue));
  else validateEan(value, record);
}

// article
const articleColumn = { field: 'article', column: 'article' };
const articleType: Rule = {
  ...articleColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'article must be a STRING',
};
const articleTold: Rule = {
  ...articleColumn,
  severity: 'WARNING',
  code: 'REQUIRED',
  ruleId: 'article-told',
  message: 'an article without a name',
};
const articleLength: Rule = {
  ...articleColumn,
  severity: 'WARNING',
  code: 'MAX_LENGTH',
  ruleId: 'article-length',
  message: 'article must have at most 40 characters',
};

/**
 * Reads article from the column "article": STRING; trimmed; required (WARNING), may be null, at most 40 characters
 * (WARNING).
 */
function readArticle(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return validateArticle(textOrNull(text), record);
}

/** Applies the rules of article. */
function validateArticle(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(articleTold, null);
    return null;
  }

  // Must have at most 40 characters (WARNING).
  if (countCodePoints(value) > 40) record.addIssue(articleLength, value);
  return value;
}

/** Checks article of a plain object. */
function checkArticle(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(articleType, describeValue(inputValue));
  else validateArticle(value, record);
}

// quantity
const quantityColumn = { field: 'quantity', column: 'quantity' };
const quantityType: Rule = {
  ...quantityColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'quantity must be a DECIMAL with decimal separator "."',
};
const quantityHigh: Rule = {
  ...quantityColumn,
  severity: 'WARNING',
  code: 'MAX_VALUE',
  ruleId: 'quantity-high',
  message: 'quantity must be at most 500',
};

/** Reads quantity from the column "quantity": DECIMAL; "1" if null; at most 500 (WARNING). */
function readQuantity(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text === null || isBlank(text)) text = record.noteCorrection(text, '1');
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, quantityColumn, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateQuantity(null, record);
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(quantityType, text) : validateQuantity(value, record);
}

/** Applies the rules of quantity. */
function validateQuantity(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be at most 500 (WARNING).
  if (compareDecimals(value, '500') > 0) record.addIssue(quantityHigh, value);
  return value;
}

/** Checks quantity of a plain object. */
function checkQuantity(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(quantityType, describeValue(inputValue));
  else validateQuantity(value, record);
}

// amount
const amountColumn = { field: 'amount', column: 'amount' };
const amountType: Rule = {
  ...amountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'amount must be a DECIMAL with digits only, the last 2 are decimals',
};
const amountRequired: Rule = {
  ...amountColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:amount',
  message: 'amount is required',
};
const amountBound: Rule = {
  ...amountColumn,
  severity: 'ERROR',
  code: 'MAX_VALUE',
  ruleId: 'amount-bound',
  message: 'amount must be at most 5000.00',
};

/**
 * Reads amount from the column "amount": DECIMAL with digits only, the last 2 are decimals; required (FATAL), at most
 * 5000.00 (ERROR).
 */
function readAmount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateAmount(null, record);
  const value = toScaledDecimal(bare, 2);
  return value === null ? record.addIssue(amountType, text) : validateAmount(value, record);
}

/** Applies the rules of amount. */
function validateAmount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(amountRequired, null);
    return null;
  }

  // Must be at most 5000.00 (ERROR).
  if (compareDecimals(value, '5000.00') > 0) record.addIssue(amountBound, value);
  return value;
}

/** Checks amount of a plain object. */
function checkAmount(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(amountType, describeValue(inputValue));
  else validateAmount(value, record);
}

// cashier
const cashierColumn = { field: 'cashier', column: 'cashier' };
const cashierType: Rule = {
  ...cashierColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'cashier must be a STRING',
};

/** Reads cashier from the column "cashier": STRING, sensitive. */
function readCashier(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks cashier of a plain object. */
function checkCashier(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(cashierType, describeValue(inputValue));
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface Values {
  kind: string | null;
  till: string | null;
  receipt: string | null;
  line: string | null;
  soldOn: string | null;
  ean: string | null;
  article: string | null;
  quantity: string | null;
  amount: string | null;
  cashier: string | null;
}

/** The column of each field, from 0. */
const columns = {
  kind: 0,
  till: 1,
  receipt: 2,
  line: 3,
  soldOn: 4,
  ean: 5,
  article: 6,
  quantity: 7,
  amount: 8,
  cashier: 9,
};

/** The CSV dialect of the file. */
const dialect: Omit<CsvDialect, 'maxRecordBytes' | 'maxColumns'> = {
  delimiter: '|',
  quote: '',
  escape: '',
  comment: '',
  skipTop: 0,
  skipBottom: 0,
  skipBlankLines: true,
  hasHeader: false,
  onExtraColumns: 'FATAL',
  onMissingColumns: 'FATAL',
  onNoRecords: 'FATAL',
  columns: { indexes: columns, width: 10 },
  recordWhen: { column: 0, values: ['L', 'R'] },
};

/** Reads all fields of a record: corrects, parses and validates them. */
function readRecord({ cells, at }: CsvRecord<keyof typeof columns>, record: RecordReport): Values {
  return {
    kind: readKind(cells[at.kind], record),
    till: readTill(cells[at.till], record),
    receipt: readReceipt(cells[at.receipt], record),
    line: readLine(cells[at.line], record),
    soldOn: readSoldOn(cells[at.soldOn], record),
    ean: readEan(cells[at.ean], record),
    article: readArticle(cells[at.article], record),
    quantity: readQuantity(cells[at.quantity], record),
    amount: readAmount(cells[at.amount], record),
    cashier: readCashier(cells[at.cashier]),
  };
}

/** Creates the source of a file's records. */
function records(options: TransformOptions): CsvRecordSource<keyof typeof columns> {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  const maxColumns = limitColumns(10, options);
  return createCsvRecordSource({ ...dialect, maxRecordBytes, maxColumns }, createUtf8Input(options.from), options.from);
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toJson(values: Values): string {
  let json = '';
  json += '{"kind":' + toJsonString(values.kind);
  json += ',"till":' + toJsonString(values.till);
  json += ',"receipt":' + toJsonNumber(values.receipt);
  json += ',"line":' + toJsonNumber(values.line);
  json += ',"soldOn":' + toJsonString(values.soldOn);
  json += ',"ean":' + toJsonString(values.ean);
  json += ',"article":' + toJsonString(values.article);
  json += ',"quantity":' + toJsonNumber(values.quantity);
  json += ',"amount":' + toJsonNumber(values.amount);
  json += ',"cashier":' + toJsonString(values.cashier);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toKey(values: Values): string | null {
  return toCompositeKey([values.till, values.receipt, values.line]);
}

/** Returns the record as an object. */
function toRecord(values: Values): Receipts {
  return {
    kind: values.kind as string,
    till: values.till as string,
    receipt: toBigInt(values.receipt) as bigint,
    line: toNumber(values.line) as number,
    soldOn: values.soldOn as string,
    ean: values.ean,
    article: values.article,
    quantity: values.quantity,
    amount: values.amount as string,
    cashier: values.cashier,
  };
}

const reader = {
  readRecord,
  toJson,
  toKey,
  toRecord,
  maxRecordBytes: 1048576,
  hasSensitiveFields: true,
  fast: fastReader({
    readKind,
    readTill,
    readReceipt,
    readLine,
    readSoldOn,
    readEan,
    readArticle,
    readQuantity,
    readAmount,
    readCashier,
  }),
};

/**
 * Reads a file record by record. A field whose type excludes null is null only in a record that failed. @throws
 * FileFailure if the file cannot be read to its end.
 */
export function read(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<RecordOutcome<Receipts>> {
  return readRecords(reader, records(options), { chunks: source, options });
}

/** Checks a plain object against the types and rules of the fields. */
export function check(value: unknown): Issue[] {
  return checkRecord(value, (member, record) => {
    checkKind(member('kind'), record);
    checkTill(member('till'), record);
    checkReceipt(member('receipt'), record);
    checkLine(member('line'), record);
    checkSoldOn(member('soldOn'), record);
    checkEan(member('ean'), record);
    checkArticle(member('article'), record);
    checkQuantity(member('quantity'), record);
    checkAmount(member('amount'), record);
    checkCashier(member('cashier'), record);
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  return createRecordTransformer(reader, records(options), options);
}
