// Compiled by Specmill from a spec: change the spec, not this file.
import {
  TOO_LONG,
  cellInSlices,
  checkTypedRecord,
  copyFixedWidthLine,
  createDocuments,
  createFixedWidthRecordSource,
  createParts,
  createRecordTransformer,
  createTypeReader,
  createTypedRun,
  createUtf8Input,
  describeValue,
  fixedWidthGroups,
  formatYear,
  holdRecords,
  isBlank,
  limitRecordBytes,
  padNumber,
  parseTwoDigits,
  parseYear,
  readRecords,
  repeatGroups,
  sliceLeftAligned,
  toBigInt,
  toDateValue,
  toDecimalValue,
  toEpochDay,
  toInteger,
  toIntegerValue,
  toJsonNumber,
  toJsonString,
  toScaledDecimal,
  toTextValue,
  trimToNull,
  type DateParts,
  type FixedWidthDialect,
  type FixedWidthLine,
  type FixedWidthRecordSource,
  type Issue,
  type ReadOptions,
  type RecordOutcome,
  type RecordReport,
  type Repeat,
  type Rule,
  type SpecInfo,
  type TransformOptions,
  type Transformer,
} from 'specmill/kernel';

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'order-files',
  version: 'b73e6ad373c6cb003229e48b90418f5c7bf45b2567ef5bc1a2ecb55ea8783148',
  format: 'FIXED_WIDTH',
  encoding: 'utf-8',
  fields: [],
  recordTypes: [
    {
      name: 'order',
      isPublished: true,
      fields: [
        { name: 'number', type: 'STRING', sensitive: false },
        { name: 'ordered', type: 'DATE', sensitive: false },
        { name: 'customer', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'line',
      isPublished: false,
      partOf: { type: 'order', member: 'lines', isList: true },
      fields: [
        { name: 'no', type: 'INTEGER', sensitive: false },
        { name: 'article', type: 'STRING', sensitive: false },
        { name: 'quantity', type: 'INTEGER', sensitive: false },
        { name: 'net', type: 'DECIMAL', sensitive: false },
        { name: 'currency', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'delivery',
      isPublished: false,
      partOf: { type: 'line', member: 'deliveries', isList: true },
      isGroup: true,
      fields: [
        { name: 'day', type: 'DATE', sensitive: false },
        { name: 'quantity', type: 'INTEGER', sensitive: false },
      ],
    },
    {
      name: 'summary',
      isPublished: false,
      partOf: { type: 'order', member: 'summary', isList: false },
      fields: [
        { name: 'lines', type: 'INTEGER', sensitive: false },
        { name: 'total', type: 'DECIMAL', sensitive: false },
        { name: 'currency', type: 'STRING', sensitive: false },
      ],
    },
  ],
  documents: { types: ['order'], rules: ['lines', 'total'], maxBytes: 16777216 },
};

/** A record of the type order of order-files. */
export interface OrderRecord {
  recordType: 'order';
  /** STRING; required (FATAL). */
  number: string;
  /** DATE; converted from yyyyMMdd to yyyy-MM-dd; required (FATAL). */
  ordered: string;
  /** STRING; required (FATAL). */
  customer: string;
  /** The records of the type line inside this one. */
  lines: Omit<LineRecord, 'recordType'>[];
  /** The records of the type summary inside this one. */
  summary: Omit<SummaryRecord, 'recordType'> | null;
}

/** A record of the type line of order-files. */
export interface LineRecord {
  recordType: 'line';
  /** INTEGER; required (FATAL). */
  no: bigint;
  /** STRING; required (FATAL). */
  article: string;
  /** INTEGER; required (FATAL). */
  quantity: bigint;
  /** DECIMAL with digits only, the last 2 are decimals; required (FATAL). */
  net: string;
  /** STRING. */
  currency: string | null;
  /** The records of the type delivery inside this one. */
  deliveries: Omit<DeliveryRecord, 'recordType'>[];
}

/** A record of the type delivery of order-files. */
export interface DeliveryRecord {
  recordType: 'delivery';
  /** DATE; converted from yyyyMMdd to yyyy-MM-dd; required (FATAL). */
  day: string;
  /** INTEGER; required (FATAL). */
  quantity: bigint;
}

/** A record of the type summary of order-files. */
export interface SummaryRecord {
  recordType: 'summary';
  /** INTEGER; required (FATAL). */
  lines: bigint;
  /** DECIMAL with digits only, the last 2 are decimals; required (FATAL). */
  total: string;
  /** STRING; required (FATAL). */
  currency: string;
}

/** Orders with their lines and totals */
export type Record = OrderRecord | LineRecord | DeliveryRecord | SummaryRecord;

/** Parses yyyyMMdd, for example 20241231. Returns null for any other text. */
function parseDateYyyyMMdd(text: string): DateParts | null {
  const yearEnd = text.length - 4;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd);
  const day = parseTwoDigits(text, yearEnd + 2);
  const epochDay = toEpochDay(year, month, day);
  if (Number.isNaN(epochDay)) return null;
  return { year, month, day, hour: NaN, minute: NaN, second: NaN, nano: NaN, offset: NaN };
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

// number
const orderNumber2Column = { field: 'number', column: 'number' };
const orderNumber2Type: Rule = {
  ...orderNumber2Column,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'number must be a STRING',
};
const orderNumber2Required: Rule = {
  ...orderNumber2Column,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:number',
  message: 'number is required',
};

/** Reads number from the column "number": STRING; required (FATAL). */
function readOrderNumber2(cell: string | undefined, record: RecordReport): string | null {
  return validateOrderNumber2(textOrNull(cell), record);
}

/** Applies the rules of number. */
function validateOrderNumber2(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(orderNumber2Required, null);
    return null;
  }

  return value;
}

/** Checks number of a plain object. */
function checkOrderNumber2(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(orderNumber2Type, describeValue(inputValue));
  else validateOrderNumber2(value, record);
}

// ordered
const orderOrderedColumn = { field: 'ordered', column: 'ordered' };
const orderOrderedType: Rule = {
  ...orderOrderedColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'ordered must be a DATE in the format yyyyMMdd',
};
const orderOrderedValueType: Rule = {
  ...orderOrderedColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'ordered must be a DATE in the format yyyy-MM-dd',
};
const orderOrderedRequired: Rule = {
  ...orderOrderedColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:ordered',
  message: 'ordered is required',
};

/** Reads ordered from the column "ordered": DATE; converted from yyyyMMdd to yyyy-MM-dd; required (FATAL). */
function readOrderOrdered(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  let day = NaN;
  if (text !== null && !isBlank(text)) {
    const date = parseDateYyyyMMdd(text);
    if (date === null) return record.addIssue(orderOrderedType, text);
    text = record.noteCorrection(text, formatDateYyyyMMDd(date));
    day = toEpochDay(date.year, date.month, date.day);
  }

  if (record.isTooLong(text))
    return validateOrderOrdered(record.addLimitIssue(TOO_LONG, orderOrderedColumn, text), record);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateOrderOrdered(null, record);
  if (Number.isNaN(day)) day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(orderOrderedType, text) : validateOrderOrdered(bare, record);
}

/** Applies the rules of ordered. */
function validateOrderOrdered(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(orderOrderedRequired, null);
    return null;
  }

  return value;
}

/** Checks ordered of a plain object. */
function checkOrderOrdered(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, parseDayYyyyMMDd);
  if (value === undefined) record.addIssue(orderOrderedValueType, describeValue(inputValue));
  else validateOrderOrdered(value, record);
}

// customer
const orderCustomerColumn = { field: 'customer', column: 'customer' };
const orderCustomerType: Rule = {
  ...orderCustomerColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'customer must be a STRING',
};
const orderCustomerRequired: Rule = {
  ...orderCustomerColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:customer',
  message: 'customer is required',
};

/** Reads customer from the column "customer": STRING; required (FATAL). */
function readOrderCustomer(cell: string | undefined, record: RecordReport): string | null {
  return validateOrderCustomer(textOrNull(cell), record);
}

/** Applies the rules of customer. */
function validateOrderCustomer(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(orderCustomerRequired, null);
    return null;
  }

  return value;
}

/** Checks customer of a plain object. */
function checkOrderCustomer(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(orderCustomerType, describeValue(inputValue));
  else validateOrderCustomer(value, record);
}

// no
const lineNoColumn = { field: 'no', column: 'no' };
const lineNoType: Rule = {
  ...lineNoColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'no must be an INTEGER',
};
const lineNoRequired: Rule = {
  ...lineNoColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:no',
  message: 'no is required',
};

/** Reads no from the column "no": INTEGER; required (FATAL). */
function readLineNo(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateLineNo(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(lineNoType, text) : validateLineNo(value, record);
}

/** Applies the rules of no. */
function validateLineNo(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(lineNoRequired, null);
    return null;
  }

  return value;
}

/** Checks no of a plain object. */
function checkLineNo(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(lineNoType, describeValue(inputValue));
  else validateLineNo(value, record);
}

// article
const lineArticleColumn = { field: 'article', column: 'article' };
const lineArticleType: Rule = {
  ...lineArticleColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'article must be a STRING',
};
const lineArticleRequired: Rule = {
  ...lineArticleColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:article',
  message: 'article is required',
};

/** Reads article from the column "article": STRING; required (FATAL). */
function readLineArticle(cell: string | undefined, record: RecordReport): string | null {
  return validateLineArticle(textOrNull(cell), record);
}

/** Applies the rules of article. */
function validateLineArticle(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(lineArticleRequired, null);
    return null;
  }

  return value;
}

/** Checks article of a plain object. */
function checkLineArticle(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(lineArticleType, describeValue(inputValue));
  else validateLineArticle(value, record);
}

// quantity
const lineQuantityColumn = { field: 'quantity', column: 'quantity' };
const lineQuantityType: Rule = {
  ...lineQuantityColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'quantity must be an INTEGER',
};
const lineQuantityRequired: Rule = {
  ...lineQuantityColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:quantity',
  message: 'quantity is required',
};

/** Reads quantity from the column "quantity": INTEGER; required (FATAL). */
function readLineQuantity(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateLineQuantity(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(lineQuantityType, text) : validateLineQuantity(value, record);
}

/** Applies the rules of quantity. */
function validateLineQuantity(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(lineQuantityRequired, null);
    return null;
  }

  return value;
}

/** Checks quantity of a plain object. */
function checkLineQuantity(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(lineQuantityType, describeValue(inputValue));
  else validateLineQuantity(value, record);
}

// net
const lineNetColumn = { field: 'net', column: 'net' };
const lineNetType: Rule = {
  ...lineNetColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'net must be a DECIMAL with digits only, the last 2 are decimals',
};
const lineNetRequired: Rule = {
  ...lineNetColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:net',
  message: 'net is required',
};

/** Reads net from the column "net": DECIMAL with digits only, the last 2 are decimals; required (FATAL). */
function readLineNet(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateLineNet(null, record);
  const value = toScaledDecimal(bare, 2);
  return value === null ? record.addIssue(lineNetType, text) : validateLineNet(value, record);
}

/** Applies the rules of net. */
function validateLineNet(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(lineNetRequired, null);
    return null;
  }

  return value;
}

/** Checks net of a plain object. */
function checkLineNet(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(lineNetType, describeValue(inputValue));
  else validateLineNet(value, record);
}

// currency
const lineCurrencyColumn = { field: 'currency', column: 'currency' };
const lineCurrencyType: Rule = {
  ...lineCurrencyColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'currency must be a STRING',
};

/** Copies currency from summary: STRING. */
function readLineCurrency(source: SummaryValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.currency;
}

/** Checks currency of a plain object. */
function checkLineCurrency(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(lineCurrencyType, describeValue(inputValue));
}

// day
const deliveryDayColumn = { field: 'day', column: 'day' };
const deliveryDayType: Rule = {
  ...deliveryDayColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'day must be a DATE in the format yyyyMMdd',
};
const deliveryDayValueType: Rule = {
  ...deliveryDayColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'day must be a DATE in the format yyyy-MM-dd',
};
const deliveryDayRequired: Rule = {
  ...deliveryDayColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:day',
  message: 'day is required',
};

/** Reads day from the column "day": DATE; converted from yyyyMMdd to yyyy-MM-dd; required (FATAL). */
function readDeliveryDay(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  let day = NaN;
  if (text !== null && !isBlank(text)) {
    const date = parseDateYyyyMMdd(text);
    if (date === null) return record.addIssue(deliveryDayType, text);
    text = record.noteCorrection(text, formatDateYyyyMMDd(date));
    day = toEpochDay(date.year, date.month, date.day);
  }

  if (record.isTooLong(text))
    return validateDeliveryDay(record.addLimitIssue(TOO_LONG, deliveryDayColumn, text), record);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateDeliveryDay(null, record);
  if (Number.isNaN(day)) day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(deliveryDayType, text) : validateDeliveryDay(bare, record);
}

/** Applies the rules of day. */
function validateDeliveryDay(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(deliveryDayRequired, null);
    return null;
  }

  return value;
}

/** Checks day of a plain object. */
function checkDeliveryDay(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, parseDayYyyyMMDd);
  if (value === undefined) record.addIssue(deliveryDayValueType, describeValue(inputValue));
  else validateDeliveryDay(value, record);
}

// quantity
const deliveryQuantityColumn = { field: 'quantity', column: 'quantity' };
const deliveryQuantityType: Rule = {
  ...deliveryQuantityColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'quantity must be an INTEGER',
};
const deliveryQuantityRequired: Rule = {
  ...deliveryQuantityColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:quantity',
  message: 'quantity is required',
};

/** Reads quantity from the column "quantity": INTEGER; required (FATAL). */
function readDeliveryQuantity(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateDeliveryQuantity(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(deliveryQuantityType, text) : validateDeliveryQuantity(value, record);
}

/** Applies the rules of quantity. */
function validateDeliveryQuantity(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(deliveryQuantityRequired, null);
    return null;
  }

  return value;
}

/** Checks quantity of a plain object. */
function checkDeliveryQuantity(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(deliveryQuantityType, describeValue(inputValue));
  else validateDeliveryQuantity(value, record);
}

// lines
const summaryLinesColumn = { field: 'lines', column: 'lines' };
const summaryLinesType: Rule = {
  ...summaryLinesColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'lines must be an INTEGER',
};
const summaryLinesRequired: Rule = {
  ...summaryLinesColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:lines',
  message: 'lines is required',
};

/** Reads lines from the column "lines": INTEGER; required (FATAL). */
function readSummaryLines(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateSummaryLines(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(summaryLinesType, text) : validateSummaryLines(value, record);
}

/** Applies the rules of lines. */
function validateSummaryLines(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(summaryLinesRequired, null);
    return null;
  }

  return value;
}

/** Checks lines of a plain object. */
function checkSummaryLines(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(summaryLinesType, describeValue(inputValue));
  else validateSummaryLines(value, record);
}

// total
const summaryTotalColumn = { field: 'total', column: 'total' };
const summaryTotalType: Rule = {
  ...summaryTotalColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'total must be a DECIMAL with digits only, the last 2 are decimals',
};
const summaryTotalRequired: Rule = {
  ...summaryTotalColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:total',
  message: 'total is required',
};

/** Reads total from the column "total": DECIMAL with digits only, the last 2 are decimals; required (FATAL). */
function readSummaryTotal(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateSummaryTotal(null, record);
  const value = toScaledDecimal(bare, 2);
  return value === null ? record.addIssue(summaryTotalType, text) : validateSummaryTotal(value, record);
}

/** Applies the rules of total. */
function validateSummaryTotal(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(summaryTotalRequired, null);
    return null;
  }

  return value;
}

/** Checks total of a plain object. */
function checkSummaryTotal(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(summaryTotalType, describeValue(inputValue));
  else validateSummaryTotal(value, record);
}

// currency
const summaryCurrencyColumn = { field: 'currency', column: 'currency' };
const summaryCurrencyType: Rule = {
  ...summaryCurrencyColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'currency must be a STRING',
};
const summaryCurrencyRequired: Rule = {
  ...summaryCurrencyColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:currency',
  message: 'currency is required',
};

/** Reads currency from the column "currency": STRING; required (FATAL). */
function readSummaryCurrency(cell: string | undefined, record: RecordReport): string | null {
  return validateSummaryCurrency(textOrNull(cell), record);
}

/** Applies the rules of currency. */
function validateSummaryCurrency(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(summaryCurrencyRequired, null);
    return null;
  }

  return value;
}

/** Checks currency of a plain object. */
function checkSummaryCurrency(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(summaryCurrencyType, describeValue(inputValue));
  else validateSummaryCurrency(value, record);
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface OrderValues {
  number2: string | null;
  ordered: string | null;
  customer: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface LineValues {
  no: string | null;
  article: string | null;
  quantity: string | null;
  net: string | null;
  currency: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface DeliveryValues {
  day: string | null;
  quantity: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface SummaryValues {
  lines: string | null;
  total: string | null;
  currency: string | null;
}

/** The records whose values others copy. Null: the record was not processed. Absent: there was none. */
interface Enclosing {
  summary?: SummaryValues | null;
}

/** The groups of values in records, which are records of their own. */
const repeats: readonly Repeat[] = [
  {
    type: 2,
    parent: 1,
    times: 3,
    columns: ['day', 'quantity'],
    naming: '{column}{n}',
    stopsWhenEmpty: true,
    start: 33,
    length: 13,
  },
];

/** The documents that are read to their end, because their records copy values of later records. */
const held = {
  types: [0],
  inside: [1, 3],
  late: [{ type: 3, parent: 0 }],
  maxBytes: 16777216,
  maxRecords: 100000,
  copy: copyFixedWidthLine,
  cellOf: cellInSlices,
};

/** The settings for splitting the file into records. */
const dialect: Omit<FixedWidthDialect, 'maxRecordBytes'> = {
  skipTop: 0,
  skipBottom: 0,
  skipBlankLines: true,
  hasHeader: false,
  minLength: 0,
  maxLength: Infinity,
  onExtraColumns: 'FATAL',
  onMissingColumns: 'FATAL',
  onNoRecords: 'FATAL',
  recordWhen: null,
  types: [
    { when: { start: 1, length: 2, values: ['OH'] }, minLength: 19, maxLength: Infinity },
    { when: { start: 1, length: 2, values: ['OL'] }, minLength: 23, maxLength: Infinity },
    { when: { start: 1, length: 1, values: [] }, minLength: 0, maxLength: Infinity },
    { when: { start: 1, length: 2, values: ['OT'] }, minLength: 18, maxLength: Infinity },
  ],
  skipsUnknown: false,
};

/** Reads all fields of a record: corrects, parses and validates them. */
function readOrder(line: FixedWidthLine, record: RecordReport): OrderValues {
  return {
    number2: readOrderNumber2(sliceLeftAligned(line, 3, 8, ' '), record),
    ordered: readOrderOrdered(sliceLeftAligned(line, 11, 8, ' '), record),
    customer: readOrderCustomer(sliceLeftAligned(line, 19, 20, ' '), record),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readLine(line: FixedWidthLine, record: RecordReport, enclosing: Enclosing): LineValues {
  return {
    no: readLineNo(sliceLeftAligned(line, 3, 3, ' '), record),
    article: readLineArticle(sliceLeftAligned(line, 6, 12, ' '), record),
    quantity: readLineQuantity(sliceLeftAligned(line, 18, 5, ' '), record),
    net: readLineNet(sliceLeftAligned(line, 23, 10, ' '), record),
    currency: readLineCurrency(enclosing.summary),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readDelivery(line: FixedWidthLine, record: RecordReport): DeliveryValues {
  return {
    day: readDeliveryDay(sliceLeftAligned(line, 1, 8, ' '), record),
    quantity: readDeliveryQuantity(sliceLeftAligned(line, 9, 5, ' '), record),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readSummary(line: FixedWidthLine, record: RecordReport): SummaryValues {
  return {
    lines: readSummaryLines(sliceLeftAligned(line, 3, 3, ' '), record),
    total: readSummaryTotal(sliceLeftAligned(line, 6, 12, ' '), record),
    currency: readSummaryCurrency(sliceLeftAligned(line, 18, 3, ' '), record),
  };
}

/** Creates the source of a file's records. */
function records(options: TransformOptions): FixedWidthRecordSource {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  return repeatGroups(
    holdRecords(
      createFixedWidthRecordSource({ ...dialect, maxRecordBytes }, createUtf8Input(options.from), options.from),
      held,
    ),
    fixedWidthGroups(repeats, { onMissingColumns: 'FATAL', pads: false, forms: { 2: { minLength: 9 } } }),
  );
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toOrderJson(values: OrderValues): string {
  let json = '';
  json += '{"number":' + toJsonString(values.number2);
  json += ',"ordered":' + toJsonString(values.ordered);
  json += ',"customer":' + toJsonString(values.customer);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toOrderKey(values: OrderValues): string | null {
  return values.number2;
}

/** Returns the record as an object. */
function toOrderRecord(values: OrderValues): OrderRecord {
  return {
    recordType: 'order',
    number: values.number2 as string,
    ordered: values.ordered as string,
    customer: values.customer as string,
    lines: [],
    summary: null,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toLineJson(values: LineValues): string {
  let json = '';
  json += '{"no":' + toJsonNumber(values.no);
  json += ',"article":' + toJsonString(values.article);
  json += ',"quantity":' + toJsonNumber(values.quantity);
  json += ',"net":' + toJsonNumber(values.net);
  json += ',"currency":' + toJsonString(values.currency);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toLineKey(_: LineValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toLineRecord(values: LineValues): LineRecord {
  return {
    recordType: 'line',
    no: toBigInt(values.no) as bigint,
    article: values.article as string,
    quantity: toBigInt(values.quantity) as bigint,
    net: values.net as string,
    currency: values.currency,
    deliveries: [],
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toDeliveryJson(values: DeliveryValues): string {
  let json = '';
  json += '{"day":' + toJsonString(values.day);
  json += ',"quantity":' + toJsonNumber(values.quantity);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toDeliveryKey(_: DeliveryValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toDeliveryRecord(values: DeliveryValues): DeliveryRecord {
  return {
    recordType: 'delivery',
    day: values.day as string,
    quantity: toBigInt(values.quantity) as bigint,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toSummaryJson(values: SummaryValues): string {
  let json = '';
  json += '{"lines":' + toJsonNumber(values.lines);
  json += ',"total":' + toJsonNumber(values.total);
  json += ',"currency":' + toJsonString(values.currency);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toSummaryKey(_: SummaryValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toSummaryRecord(values: SummaryValues): SummaryRecord {
  return {
    recordType: 'summary',
    lines: toBigInt(values.lines) as bigint,
    total: values.total as string,
    currency: values.currency as string,
  };
}

const reader = {
  types: [
    createTypeReader({
      name: 'order',
      isPublished: true,
      copiesFrom: [],
      readRecord: readOrder,
      toJson: toOrderJson,
      toKey: toOrderKey,
      toRecord: toOrderRecord,
    }),
    createTypeReader({
      name: 'line',
      isPublished: false,
      copiesFrom: [3],
      readRecord: readLine,
      toJson: toLineJson,
      toKey: toLineKey,
      toRecord: toLineRecord,
    }),
    createTypeReader({
      name: 'delivery',
      isPublished: false,
      copiesFrom: [],
      readRecord: readDelivery,
      toJson: toDeliveryJson,
      toKey: toDeliveryKey,
      toRecord: toDeliveryRecord,
    }),
    createTypeReader({
      name: 'summary',
      isPublished: false,
      copiesFrom: [],
      readRecord: readSummary,
      toJson: toSummaryJson,
      toKey: toSummaryKey,
      toRecord: toSummaryRecord,
    }),
  ],
  structure: {
    types: [
      { name: 'order', parent: -1, min: 0, max: Infinity, anyOrder: false },
      { name: 'line', parent: 0, min: 1, max: Infinity, anyOrder: false },
      { name: 'delivery', parent: 1, min: 0, max: Infinity, anyOrder: false, isGroup: true as const },
      { name: 'summary', parent: 0, min: 1, max: 1, anyOrder: false },
    ],
    anyOrder: false,
    onUnexpectedRecord: 'FATAL' as const,
    onMissingRecord: 'FATAL' as const,
    onUnknownRecordType: 'FATAL' as const,
  },
  fileRules: [
    // summary.lines must equal the number of line records (FATAL).
    {
      code: 'COUNT_EQUALS' as const,
      ruleId: 'lines',
      severity: 'FATAL' as const,
      message: 'summary.lines must equal the number of line records',
      scope: 0,
      isMasked: false,
      found: { of: [1], selects: null, addend: null, isAbsolute: false },
      total: { type: 3, value: (values: SummaryValues) => values.lines },
      other: null,
      modulus: null,
    },
    // summary.total must equal the sum of line.net (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'total',
      severity: 'FATAL' as const,
      message: 'summary.total must equal the sum of line.net',
      scope: 0,
      isMasked: false,
      found: { of: [1], selects: null, addend: (values: LineValues) => values.net, isAbsolute: false },
      total: { type: 3, value: (values: SummaryValues) => values.total },
      other: null,
      modulus: null,
    },
  ],
  maxRecordBytes: 1048576,
  documents: createDocuments({
    types: [0],
    maxBytes: 16777216,
    maxRecords: 100000,
    parts: createParts([
      { type: 1, parent: 0, member: 'lines', isList: true },
      { type: 2, parent: 1, member: 'deliveries', isList: true },
      { type: 3, parent: 0, member: 'summary', isList: false },
    ]),
  }),
  hasSensitiveFields: false,
};

/**
 * Reads a file record by record. A field whose type excludes null is null only in a record that failed. @throws
 * FileFailure if the file cannot be read to its end, or has a FATAL issue as a whole.
 */
export function read(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<RecordOutcome<Record>> {
  const run = createTypedRun<FixedWidthLine, Record>(reader, {});
  return readRecords(run, records(options), { chunks: source, options });
}

/** Checks a plain object against the types and rules of the record type that its member recordType names. */
export function check(value: unknown): Issue[] {
  return checkTypedRecord(value, {
    order: (member, record) => {
      checkOrderNumber2(member('number'), record);
      checkOrderOrdered(member('ordered'), record);
      checkOrderCustomer(member('customer'), record);
    },
    line: (member, record) => {
      checkLineNo(member('no'), record);
      checkLineArticle(member('article'), record);
      checkLineQuantity(member('quantity'), record);
      checkLineNet(member('net'), record);
      checkLineCurrency(member('currency'), record);
    },
    delivery: (member, record) => {
      checkDeliveryDay(member('day'), record);
      checkDeliveryQuantity(member('quantity'), record);
    },
    summary: (member, record) => {
      checkSummaryLines(member('lines'), record);
      checkSummaryTotal(member('total'), record);
      checkSummaryCurrency(member('currency'), record);
    },
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  const run = createTypedRun<FixedWidthLine, Record>(reader, options);
  return createRecordTransformer(run, records(options), options);
}
