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
  limitRecordBytes,
  padNumber,
  parseTwoDigits,
  parseYear,
  readRecords,
  toBigInt,
  toCompositeKey,
  toDateValue,
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

/** What this module was compiled from. */
export const spec: SpecInfo = {
  name: 'receipts',
  version: '4e67370b05f57db52a7b507a895c971be03444a0df4e4f5a6f3b25b2cd291999',
  format: 'CSV',
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
  /** STRING; ^L$ replaced by "sale", then ^R$ replaced by "return"; required. */
  kind: string;
  /** STRING; required, matching T[0-9]{3}. */
  till: string;
  /** INTEGER; required. */
  receipt: bigint;
  /** INTEGER; required, at least 1, at most 999. */
  line: number;
  /** DATE; converted from yyyyMMddHHmmss to yyyy-MM-dd; required, from 2015-01-01 to today. */
  soldOn: string;
  /** STRING; matching [0-9]{13}. */
  ean: string | null;
  /** STRING; trimmed; required, at most 40 characters. */
  article: string | null;
  /** DECIMAL; "1" if null; at most 500. */
  quantity: string | null;
  /** DECIMAL with digits only, the last 2 are decimals; required, at most 5000.00. */
  amount: string;
  /** STRING, sensitive. */
  cashier: string | null;
}

// kind
const kindPlace = { field: 'kind', column: 'kind' };
const kindType: Rule = {
  ...kindPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'kind must be a STRING',
};
const kindRequired: Rule = {
  ...kindPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:kind',
  message: 'kind is required',
};

/** ^L$ becomes "sale" */
const kindSale = createReplacer('24', '1', '^0>1;$!', ['sale']);

/** ^R$ becomes "return" */
const kindReturn = createReplacer('2a', '1', '^0>1;$!', ['return']);

/** kind, from the column "kind": STRING; ^L$ replaced by "sale", then ^R$ replaced by "return"; required. */
function readKind(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = kindSale(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, kindPlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) {
    const corrected = kindReturn(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, kindPlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, kindPlace, text);
  return judgeKind(textOrNull(text), record);
}

/** The rules of kind. */
function judgeKind(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(kindRequired, null);
    return null;
  }

  return value;
}

/** kind in a plain object. */
function checkKind(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(kindType, describeValue(inputValue));
  else judgeKind(value, record);
}

// till
const tillPlace = { field: 'till', column: 'till' };
const tillType: Rule = {
  ...tillPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'till must be a STRING',
};
const tillRequired: Rule = {
  ...tillPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:till',
  message: 'till is required',
};
const tillShape: Rule = {
  ...tillPlace,
  severity: 'FATAL',
  code: 'REGEX',
  ruleId: 'till-shape',
  message: 'till must match T[0-9]{3}',
};

/** T[0-9]{3} */
const tillShapePattern = createMatcher('1c-9/2c', ',2:2;,1:3;,1:4;,1:5;!');

/** till, from the column "till": STRING; required, matching T[0-9]{3}. */
function readTill(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  return judgeTill(text, record);
}

/** The rules of till. */
function judgeTill(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(tillRequired, null);
    return null;
  }

  if (!tillShapePattern(value)) record.addIssue(tillShape, value);
  return value;
}

/** till in a plain object. */
function checkTill(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(tillType, describeValue(inputValue));
  else judgeTill(value, record);
}

// receipt
const receiptPlace = { field: 'receipt', column: 'receipt' };
const receiptType: Rule = {
  ...receiptPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'receipt must be an INTEGER',
};
const receiptRequired: Rule = {
  ...receiptPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:receipt',
  message: 'receipt is required',
};

/** receipt, from the column "receipt": INTEGER; required. */
function readReceipt(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeReceipt(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(receiptType, text) : judgeReceipt(value, record);
}

/** The rules of receipt. */
function judgeReceipt(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(receiptRequired, null);
    return null;
  }

  return value;
}

/** receipt in a plain object. */
function checkReceipt(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(receiptType, describeValue(inputValue));
  else judgeReceipt(value, record);
}

// line
const linePlace = { field: 'line', column: 'line' };
const lineType: Rule = {
  ...linePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'line must be an INTEGER',
};
const lineRequired: Rule = {
  ...linePlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:line',
  message: 'line is required',
};
const lineLow: Rule = {
  ...linePlace,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'line-low',
  message: 'line must be at least 1',
};
const lineHigh: Rule = {
  ...linePlace,
  severity: 'ERROR',
  code: 'MAX_VALUE',
  ruleId: 'line-high',
  message: 'line must be at most 999',
};

/** line, from the column "line": INTEGER; required, at least 1, at most 999. */
function readLine(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeLine(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(lineType, text) : judgeLine(value, record);
}

/** The rules of line. */
function judgeLine(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(lineRequired, null);
    return null;
  }

  if (compareDecimals(value, '1') < 0) record.addIssue(lineLow, value);
  if (compareDecimals(value, '999') > 0) record.addIssue(lineHigh, value);
  return value;
}

/** line in a plain object. */
function checkLine(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(lineType, describeValue(inputValue));
  else judgeLine(value, record);
}

// soldOn
const soldOnPlace = { field: 'soldOn', column: 'soldOn' };
const soldOnType: Rule = {
  ...soldOnPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'soldOn must be a DATE in the format yyyy-MM-dd',
};
const soldOnRequired: Rule = {
  ...soldOnPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:soldOn',
  message: 'soldOn is required',
};
const soldOnSoldRange: Rule = {
  ...soldOnPlace,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'sold-range',
  message: 'soldOn must be from 2015-01-01 to today',
};

/** What a text like `20241231134506` (`yyyyMMddHHmmss`) says; null for any other text. */
function soldOnSoldDayRead(text: string): DateParts | null {
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

/** A date as a text like `2024-12-31` (`yyyy-MM-dd`). */
function soldOnSoldDayWrite(parts: DateParts): string {
  return formatYear(parts.year, 4) + '-' + padNumber(parts.month, 2) + '-' + padNumber(parts.day, 2);
}

/** The text turned round; other texts are left as they are. */
function soldOnSoldDay(text: string): string {
  const parts = soldOnSoldDayRead(text);
  return parts === null ? text : soldOnSoldDayWrite(parts);
}

/** The day of a text like `2024-12-31` (`yyyy-MM-dd`) as days since 1970-01-01; NaN for any other text. */
function dayOfSoldOn(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

/**
 * soldOn, from the column "soldOn": DATE; converted from yyyyMMddHHmmss to yyyy-MM-dd; required, from 2015-01-01 to
 * today.
 */
function readSoldOn(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, soldOnSoldDay(text));
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, soldOnPlace, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeSoldOn(null, record);
  const value = Number.isNaN(dayOfSoldOn(bare)) ? null : bare;
  return value === null ? record.addIssue(soldOnType, text) : judgeSoldOn(value, record);
}

/** The rules of soldOn. */
function judgeSoldOn(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(soldOnRequired, null);
    return null;
  }

  const day = dayOfSoldOn(value);
  if (day < 16436 || day > record.today) record.addIssue(soldOnSoldRange, value);
  return value;
}

/** soldOn in a plain object. */
function checkSoldOn(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, dayOfSoldOn);
  if (value === undefined) record.addIssue(soldOnType, describeValue(inputValue));
  else judgeSoldOn(value, record);
}

// ean
const eanPlace = { field: 'ean', column: 'ean' };
const eanType: Rule = {
  ...eanPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'ean must be a STRING',
};
const eanShape: Rule = {
  ...eanPlace,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'ean-shape',
  message: 'the scanner gave no EAN of 13 digits',
};

/** [0-9]{13} */
const eanShapePattern = createMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;,1:a;,1:b;,1:c;,1:d;,1:e;!');

/** ean, from the column "ean": STRING; matching [0-9]{13}. */
function readEan(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  return judgeEan(text, record);
}

/** The rules of ean. */
function judgeEan(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (!eanShapePattern(value)) record.addIssue(eanShape, value);
  return value;
}

/** ean in a plain object. */
function checkEan(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(eanType, describeValue(inputValue));
  else judgeEan(value, record);
}

// article
const articlePlace = { field: 'article', column: 'article' };
const articleType: Rule = {
  ...articlePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'article must be a STRING',
};
const articleTold: Rule = {
  ...articlePlace,
  severity: 'WARNING',
  code: 'REQUIRED',
  ruleId: 'article-told',
  message: 'an article without a name',
};
const articleLength: Rule = {
  ...articlePlace,
  severity: 'WARNING',
  code: 'MAX_LENGTH',
  ruleId: 'article-length',
  message: 'article must have at most 40 characters',
};

/** article, from the column "article": STRING; trimmed; required, at most 40 characters. */
function readArticle(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return judgeArticle(textOrNull(text), record);
}

/** The rules of article. */
function judgeArticle(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(articleTold, null);
    return null;
  }

  if (countCodePoints(value) > 40) record.addIssue(articleLength, value);
  return value;
}

/** article in a plain object. */
function checkArticle(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(articleType, describeValue(inputValue));
  else judgeArticle(value, record);
}

// quantity
const quantityPlace = { field: 'quantity', column: 'quantity' };
const quantityType: Rule = {
  ...quantityPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'quantity must be a DECIMAL with decimal separator "."',
};
const quantityHigh: Rule = {
  ...quantityPlace,
  severity: 'WARNING',
  code: 'MAX_VALUE',
  ruleId: 'quantity-high',
  message: 'quantity must be at most 500',
};

/** quantity, from the column "quantity": DECIMAL; "1" if null; at most 500. */
function readQuantity(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text === null || isBlank(text)) text = record.noteCorrection(text, '1');
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, quantityPlace, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeQuantity(null, record);
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(quantityType, text) : judgeQuantity(value, record);
}

/** The rules of quantity. */
function judgeQuantity(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (compareDecimals(value, '500') > 0) record.addIssue(quantityHigh, value);
  return value;
}

/** quantity in a plain object. */
function checkQuantity(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(quantityType, describeValue(inputValue));
  else judgeQuantity(value, record);
}

// amount
const amountPlace = { field: 'amount', column: 'amount' };
const amountType: Rule = {
  ...amountPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'amount must be a DECIMAL with digits only, the last 2 are decimals',
};
const amountRequired: Rule = {
  ...amountPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:amount',
  message: 'amount is required',
};
const amountBound: Rule = {
  ...amountPlace,
  severity: 'ERROR',
  code: 'MAX_VALUE',
  ruleId: 'amount-bound',
  message: 'amount must be at most 5000.00',
};

/** amount, from the column "amount": DECIMAL with digits only, the last 2 are decimals; required, at most 5000.00. */
function readAmount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeAmount(null, record);
  const value = toScaledDecimal(bare, 2);
  return value === null ? record.addIssue(amountType, text) : judgeAmount(value, record);
}

/** The rules of amount. */
function judgeAmount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(amountRequired, null);
    return null;
  }

  if (compareDecimals(value, '5000.00') > 0) record.addIssue(amountBound, value);
  return value;
}

/** amount in a plain object. */
function checkAmount(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(amountType, describeValue(inputValue));
  else judgeAmount(value, record);
}

// cashier
const cashierPlace = { field: 'cashier', column: 'cashier' };
const cashierType: Rule = {
  ...cashierPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'cashier must be a STRING',
};

/** cashier, from the column "cashier": STRING, sensitive. */
function readCashier(cell: string | undefined): string | null {
  const text = textOrNull(cell);
  return text;
}

/** cashier in a plain object. */
function checkCashier(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(cashierType, describeValue(inputValue));
}

/** The text of a cell; null where it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' ? null : cell;
}

/** The values of a record as they are read: numbers as their digits. */
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

/** Where the fields stand in a record, from 0. */
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

/** How the records stand in the file. */
const dialect: Omit<CsvDialect, 'maxRecordBytes'> = {
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

/** Corrects, types and judges one record, field by field. */
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

/** Splits a file into records. */
function records(options: TransformOptions): CsvRecordSource<keyof typeof columns> {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  return createCsvRecordSource({ ...dialect, maxRecordBytes }, createUtf8Input(options.from), options.from);
}

/** The message of a record: flat JSON in the order of the spec. */
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

/** The key of a record's message; null where it has none. */
function toKey(values: Values): string | null {
  return toCompositeKey([values.till, values.receipt, values.line]);
}

/** The record as an object. */
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
 * Reads a file record by record. A required field is null only in a record with an ERROR. @throws FileFailure where the
 * file cannot be read to its end.
 */
export function read(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<RecordOutcome<Receipts>> {
  return readRecords(reader, records(options), { chunks: source, options });
}

/** Judges a plain object by the types and rules of the fields. */
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

/** Makes batches of messages from the bytes of one file. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  return createRecordTransformer(reader, records(options), options);
}
