// Compiled by Specmill from a spec: change the spec, not this file.
import {
  TOO_LONG,
  checkTypedRecord,
  compareDecimals,
  createDecodedInput,
  createMatcher,
  createRecordTransformer,
  createTypeReader,
  createTypedCsvRecordSource,
  createTypedRun,
  describeValue,
  formatYear,
  isBlank,
  joinKey,
  limitColumns,
  limitRecordBytes,
  normalizeDecimal,
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
  toTextValue,
  trimToNull,
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
  type TypedCsvDialect,
} from 'specmill/kernel';
import { fastTypes } from './bookings.fast.ts';

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'bookings',
  version: 'd65cc4f56fcfe4e14d95ba35f388f7e8099747addbe176f46fea475b215ae252',
  format: 'CSV',
  encoding: 'windows-1252',
  fields: [],
  recordTypes: [
    {
      name: 'batch',
      isPublished: false,
      fields: [
        { name: 'origin', type: 'STRING', sensitive: false },
        { name: 'version', type: 'INTEGER', sensitive: false },
        { name: 'category', type: 'INTEGER', sensitive: false },
        { name: 'title', type: 'STRING', sensitive: false },
        { name: 'created', type: 'STRING', sensitive: false },
        { name: 'consultant', type: 'INTEGER', sensitive: false },
        { name: 'client', type: 'INTEGER', sensitive: false },
        { name: 'yearStart', type: 'DATE', sensitive: false },
        { name: 'from', type: 'DATE', sensitive: false },
        { name: 'until', type: 'DATE', sensitive: false },
      ],
    },
    {
      name: 'headings',
      isPublished: false,
      fields: [
        { name: 'amount', type: 'STRING', sensitive: false },
        { name: 'side', type: 'STRING', sensitive: false },
        { name: 'account', type: 'STRING', sensitive: false },
        { name: 'contraAccount', type: 'STRING', sensitive: false },
        { name: 'day', type: 'STRING', sensitive: false },
        { name: 'document', type: 'STRING', sensitive: false },
        { name: 'text', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'booking',
      isPublished: true,
      fields: [
        { name: 'amount', type: 'DECIMAL', sensitive: false },
        { name: 'side', type: 'STRING', sensitive: false },
        { name: 'account', type: 'STRING', sensitive: false },
        { name: 'contraAccount', type: 'STRING', sensitive: false },
        { name: 'day', type: 'STRING', sensitive: false },
        { name: 'document', type: 'STRING', sensitive: false },
        { name: 'text', type: 'STRING', sensitive: false },
        { name: 'consultant', type: 'INTEGER', sensitive: false },
        { name: 'client', type: 'INTEGER', sensitive: false },
        { name: 'yearStart', type: 'DATE', sensitive: false },
      ],
    },
  ],
  hasGate: true,
  hasUniqueRules: true,
  splits: { kind: 'LINES', lineEnds: [10, 13], heldBack: 0 },
};

/** A record of the type batch of bookings. */
export interface BatchRecord {
  recordType: 'batch';
  /** STRING. */
  origin: string | null;
  /** INTEGER. */
  version: bigint | null;
  /** INTEGER; one of 21 (FATAL). */
  category: number | null;
  /** STRING. */
  title: string | null;
  /** STRING. */
  created: string | null;
  /** INTEGER; required (FATAL). */
  consultant: bigint;
  /** INTEGER; required (FATAL). */
  client: bigint;
  /** DATE; converted from yyyyMMdd to yyyy-MM-dd; required (FATAL). */
  yearStart: string;
  /** DATE; converted from yyyyMMdd to yyyy-MM-dd; on or before until (ERROR). */
  from: string | null;
  /** DATE; converted from yyyyMMdd to yyyy-MM-dd. */
  until: string | null;
}

/** A record of the type headings of bookings. */
export interface HeadingsRecord {
  recordType: 'headings';
  /** STRING. */
  amount: string | null;
  /** STRING. */
  side: string | null;
  /** STRING. */
  account: string | null;
  /** STRING. */
  contraAccount: string | null;
  /** STRING. */
  day: string | null;
  /** STRING. */
  document: string | null;
  /** STRING. */
  text: string | null;
}

/** A record of the type booking of bookings. */
export interface BookingRecord {
  recordType: 'booking';
  /** DECIMAL with decimal separator ","; required (FATAL), at least 0.01 (ERROR). */
  amount: string;
  /** STRING; required (FATAL), one of S, H (ERROR). */
  side: string;
  /** STRING; required (FATAL), matching \d{4,9} (ERROR). */
  account: string;
  /** STRING; required (FATAL). */
  contraAccount: string;
  /** STRING; required (FATAL), matching [0-3]\d[01]\d (ERROR). */
  day: string;
  /** STRING. */
  document: string | null;
  /** STRING. */
  text: string | null;
  /** INTEGER. */
  consultant: bigint | null;
  /** INTEGER. */
  client: bigint | null;
  /** DATE. */
  yearStart: string | null;
}

/** A batch of bookings for accounting. A leading line describes the batch, and has other columns than the bookings. */
export type Record = BatchRecord | HeadingsRecord | BookingRecord;

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

// origin
const batchOriginColumn = { field: 'origin', column: 'origin' };
const batchOriginType: Rule = {
  ...batchOriginColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'origin must be a STRING',
};

/** Reads origin from the column "origin": STRING. */
function readBatchOrigin(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks origin of a plain object. */
function checkBatchOrigin(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(batchOriginType, describeValue(inputValue));
}

// version
const batchVersionColumn = { field: 'version', column: 'version' };
const batchVersionType: Rule = {
  ...batchVersionColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'version must be an INTEGER',
};

/** Reads version from the column "version": INTEGER. */
function readBatchVersion(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(batchVersionType, text) : value;
}

/** Checks version of a plain object. */
function checkBatchVersion(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(batchVersionType, describeValue(inputValue));
}

// category
const batchCategoryColumn = { field: 'category', column: 'category' };
const batchCategoryType: Rule = {
  ...batchCategoryColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'category must be an INTEGER',
};
const batchCategoryBookings: Rule = {
  ...batchCategoryColumn,
  severity: 'FATAL',
  code: 'ALLOWED_VALUES',
  ruleId: 'category-bookings',
  message: 'category must be one of 21',
};

/** Reads category from the column "category": INTEGER; one of 21 (FATAL). */
function readBatchCategory(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateBatchCategory(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(batchCategoryType, text) : validateBatchCategory(value, record);
}

/** Applies the rules of category. */
function validateBatchCategory(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be one of 21 (FATAL).
  if (normalizeDecimal(value) !== '21') record.addIssue(batchCategoryBookings, value);
  return value;
}

/** Checks category of a plain object. */
function checkBatchCategory(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(batchCategoryType, describeValue(inputValue));
  else validateBatchCategory(value, record);
}

// title
const batchTitleColumn = { field: 'title', column: 'title' };
const batchTitleType: Rule = {
  ...batchTitleColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'title must be a STRING',
};

/** Reads title from the column "title": STRING. */
function readBatchTitle(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks title of a plain object. */
function checkBatchTitle(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(batchTitleType, describeValue(inputValue));
}

// created
const batchCreatedColumn = { field: 'created', column: 'created' };
const batchCreatedType: Rule = {
  ...batchCreatedColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'created must be a STRING',
};

/** Reads created from the column "created": STRING. */
function readBatchCreated(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks created of a plain object. */
function checkBatchCreated(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(batchCreatedType, describeValue(inputValue));
}

// consultant
const batchConsultantColumn = { field: 'consultant', column: 'consultant' };
const batchConsultantType: Rule = {
  ...batchConsultantColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'consultant must be an INTEGER',
};
const batchConsultantRequired: Rule = {
  ...batchConsultantColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:consultant',
  message: 'consultant is required',
};

/** Reads consultant from the column "consultant": INTEGER; required (FATAL). */
function readBatchConsultant(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateBatchConsultant(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(batchConsultantType, text) : validateBatchConsultant(value, record);
}

/** Applies the rules of consultant. */
function validateBatchConsultant(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(batchConsultantRequired, null);
    return null;
  }

  return value;
}

/** Checks consultant of a plain object. */
function checkBatchConsultant(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(batchConsultantType, describeValue(inputValue));
  else validateBatchConsultant(value, record);
}

// client
const batchClientColumn = { field: 'client', column: 'client' };
const batchClientType: Rule = {
  ...batchClientColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'client must be an INTEGER',
};
const batchClientRequired: Rule = {
  ...batchClientColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:client',
  message: 'client is required',
};

/** Reads client from the column "client": INTEGER; required (FATAL). */
function readBatchClient(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateBatchClient(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(batchClientType, text) : validateBatchClient(value, record);
}

/** Applies the rules of client. */
function validateBatchClient(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(batchClientRequired, null);
    return null;
  }

  return value;
}

/** Checks client of a plain object. */
function checkBatchClient(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(batchClientType, describeValue(inputValue));
  else validateBatchClient(value, record);
}

// yearStart
const batchYearStartColumn = { field: 'yearStart', column: 'yearStart' };
const batchYearStartType: Rule = {
  ...batchYearStartColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'yearStart must be a DATE in the format yyyyMMdd',
};
const batchYearStartValueType: Rule = {
  ...batchYearStartColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'yearStart must be a DATE in the format yyyy-MM-dd',
};
const batchYearStartRequired: Rule = {
  ...batchYearStartColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:yearStart',
  message: 'yearStart is required',
};

/** Reads yearStart from the column "yearStart": DATE; converted from yyyyMMdd to yyyy-MM-dd; required (FATAL). */
function readBatchYearStart(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  let day = NaN;
  if (text !== null && !isBlank(text)) {
    const date = parseDateYyyyMMdd(text);
    if (date === null) return record.addIssue(batchYearStartType, text);
    text = record.noteCorrection(text, formatDateYyyyMMDd(date));
    day = toEpochDay(date.year, date.month, date.day);
  }

  if (record.isTooLong(text))
    return validateBatchYearStart(record.addLimitIssue(TOO_LONG, batchYearStartColumn, text), record);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateBatchYearStart(null, record);
  if (Number.isNaN(day)) day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(batchYearStartType, text) : validateBatchYearStart(bare, record);
}

/** Applies the rules of yearStart. */
function validateBatchYearStart(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(batchYearStartRequired, null);
    return null;
  }

  return value;
}

/** Checks yearStart of a plain object. */
function checkBatchYearStart(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, parseDayYyyyMMDd);
  if (value === undefined) record.addIssue(batchYearStartValueType, describeValue(inputValue));
  else validateBatchYearStart(value, record);
}

// from
const batchFrom2Column = { field: 'from', column: 'from' };
const batchFrom2Type: Rule = {
  ...batchFrom2Column,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'from must be a DATE in the format yyyyMMdd',
};
const batchFrom2ValueType: Rule = {
  ...batchFrom2Column,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'from must be a DATE in the format yyyy-MM-dd',
};
const batchFrom2Period: Rule = {
  ...batchFrom2Column,
  severity: 'ERROR',
  code: 'COMPARE',
  ruleId: 'period',
  message: 'from must be on or before until',
};

/** Reads from from the column "from": DATE; converted from yyyyMMdd to yyyy-MM-dd; on or before until (ERROR). */
function readBatchFrom2(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  let day = NaN;
  if (text !== null && !isBlank(text)) {
    const date = parseDateYyyyMMdd(text);
    if (date === null) return record.addIssue(batchFrom2Type, text);
    text = record.noteCorrection(text, formatDateYyyyMMDd(date));
    day = toEpochDay(date.year, date.month, date.day);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, batchFrom2Column, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  if (Number.isNaN(day)) day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(batchFrom2Type, text) : bare;
}

/** Checks from of a plain object. */
function checkBatchFrom2(inputValue: unknown, record: RecordReport): string | null {
  const value = toDateValue(inputValue, parseDayYyyyMMDd);
  if (value === undefined) return record.addIssue(batchFrom2ValueType, describeValue(inputValue));
  return value;
}

// until
const batchUntilColumn = { field: 'until', column: 'until' };
const batchUntilType: Rule = {
  ...batchUntilColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'until must be a DATE in the format yyyyMMdd',
};
const batchUntilValueType: Rule = {
  ...batchUntilColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'until must be a DATE in the format yyyy-MM-dd',
};

/** Reads until from the column "until": DATE; converted from yyyyMMdd to yyyy-MM-dd. */
function readBatchUntil(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  let day = NaN;
  if (text !== null && !isBlank(text)) {
    const date = parseDateYyyyMMdd(text);
    if (date === null) return record.addIssue(batchUntilType, text);
    text = record.noteCorrection(text, formatDateYyyyMMDd(date));
    day = toEpochDay(date.year, date.month, date.day);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, batchUntilColumn, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  if (Number.isNaN(day)) day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(batchUntilType, text) : bare;
}

/** Checks until of a plain object. */
function checkBatchUntil(inputValue: unknown, record: RecordReport): string | null {
  const value = toDateValue(inputValue, parseDayYyyyMMDd);
  if (value === undefined) return record.addIssue(batchUntilValueType, describeValue(inputValue));
  return value;
}

// amount
const headingsAmountColumn = { field: 'amount', column: 'amount' };
const headingsAmountType: Rule = {
  ...headingsAmountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'amount must be a STRING',
};

/** Reads amount from the column "amount": STRING. */
function readHeadingsAmount(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks amount of a plain object. */
function checkHeadingsAmount(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(headingsAmountType, describeValue(inputValue));
}

// side
const headingsSideColumn = { field: 'side', column: 'side' };
const headingsSideType: Rule = {
  ...headingsSideColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'side must be a STRING',
};

/** Reads side from the column "side": STRING. */
function readHeadingsSide(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks side of a plain object. */
function checkHeadingsSide(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(headingsSideType, describeValue(inputValue));
}

// account
const headingsAccountColumn = { field: 'account', column: 'account' };
const headingsAccountType: Rule = {
  ...headingsAccountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'account must be a STRING',
};

/** Reads account from the column "account": STRING. */
function readHeadingsAccount(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks account of a plain object. */
function checkHeadingsAccount(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(headingsAccountType, describeValue(inputValue));
}

// contraAccount
const headingsContraAccountColumn = { field: 'contraAccount', column: 'contraAccount' };
const headingsContraAccountType: Rule = {
  ...headingsContraAccountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'contraAccount must be a STRING',
};

/** Reads contraAccount from the column "contraAccount": STRING. */
function readHeadingsContraAccount(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks contraAccount of a plain object. */
function checkHeadingsContraAccount(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(headingsContraAccountType, describeValue(inputValue));
}

// day
const headingsDayColumn = { field: 'day', column: 'day' };
const headingsDayType: Rule = {
  ...headingsDayColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'day must be a STRING',
};

/** Reads day from the column "day": STRING. */
function readHeadingsDay(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks day of a plain object. */
function checkHeadingsDay(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(headingsDayType, describeValue(inputValue));
}

// document
const headingsDocumentColumn = { field: 'document', column: 'document' };
const headingsDocumentType: Rule = {
  ...headingsDocumentColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'document must be a STRING',
};

/** Reads document from the column "document": STRING. */
function readHeadingsDocument(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks document of a plain object. */
function checkHeadingsDocument(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(headingsDocumentType, describeValue(inputValue));
}

// text
const headingsTextColumn = { field: 'text', column: 'text' };
const headingsTextType: Rule = {
  ...headingsTextColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'text must be a STRING',
};

/** Reads text from the column "text": STRING. */
function readHeadingsText(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks text of a plain object. */
function checkHeadingsText(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(headingsTextType, describeValue(inputValue));
}

// amount
const bookingAmountColumn = { field: 'amount', column: 'amount' };
const bookingAmountType: Rule = {
  ...bookingAmountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'amount must be a DECIMAL with decimal separator ","',
};
const bookingAmountRequired: Rule = {
  ...bookingAmountColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:amount',
  message: 'amount is required',
};
const bookingAmountPositive: Rule = {
  ...bookingAmountColumn,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'amount-positive',
  message: 'amount must be at least 0.01',
};

/**
 * Reads amount from the column "amount": DECIMAL with decimal separator ","; required (FATAL), at least 0.01 (ERROR).
 */
function readBookingAmount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateBookingAmount(null, record);
  const value = toDecimal(bare, ',');
  return value === null ? record.addIssue(bookingAmountType, text) : validateBookingAmount(value, record);
}

/** Applies the rules of amount. */
function validateBookingAmount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(bookingAmountRequired, null);
    return null;
  }

  // Must be at least 0.01 (ERROR).
  if (compareDecimals(value, '0.01') < 0) record.addIssue(bookingAmountPositive, value);
  return value;
}

/** Checks amount of a plain object. */
function checkBookingAmount(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(bookingAmountType, describeValue(inputValue));
  else validateBookingAmount(value, record);
}

// side
const bookingSideColumn = { field: 'side', column: 'side' };
const bookingSideType: Rule = {
  ...bookingSideColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'side must be a STRING',
};
const bookingSideRequired: Rule = {
  ...bookingSideColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:side',
  message: 'side is required',
};
const bookingSideKnown: Rule = {
  ...bookingSideColumn,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'side-known',
  message: 'side must be one of S, H',
};

/** Reads side from the column "side": STRING; required (FATAL), one of S, H (ERROR). */
function readBookingSide(cell: string | undefined, record: RecordReport): string | null {
  return validateBookingSide(textOrNull(cell), record);
}

/** Applies the rules of side. */
function validateBookingSide(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(bookingSideRequired, null);
    return null;
  }

  // Must be one of S, H (ERROR).
  if (value !== 'S' && value !== 'H') record.addIssue(bookingSideKnown, value);
  return value;
}

/** Checks side of a plain object. */
function checkBookingSide(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(bookingSideType, describeValue(inputValue));
  else validateBookingSide(value, record);
}

// account
const bookingAccountColumn = { field: 'account', column: 'account' };
const bookingAccountType: Rule = {
  ...bookingAccountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'account must be a STRING',
};
const bookingAccountRequired: Rule = {
  ...bookingAccountColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:account',
  message: 'account is required',
};
const bookingAccountDigits: Rule = {
  ...bookingAccountColumn,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'account-digits',
  message: 'account must match \\d{4,9}',
};

/** Matches \d{4,9}. */
const matchesBookingAccountDigits = createMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;!,1:6;!,1:7;!,1:8;!,1:9;!,1:a;!');

/** Reads account from the column "account": STRING; required (FATAL), matching \d{4,9} (ERROR). */
function readBookingAccount(cell: string | undefined, record: RecordReport): string | null {
  return validateBookingAccount(textOrNull(cell), record);
}

/** Applies the rules of account. */
function validateBookingAccount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(bookingAccountRequired, null);
    return null;
  }

  // Must match \d{4,9} (ERROR).
  if (!matchesBookingAccountDigits(value)) record.addIssue(bookingAccountDigits, value);
  return value;
}

/** Checks account of a plain object. */
function checkBookingAccount(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(bookingAccountType, describeValue(inputValue));
  else validateBookingAccount(value, record);
}

// contraAccount
const bookingContraAccountColumn = { field: 'contraAccount', column: 'contraAccount' };
const bookingContraAccountType: Rule = {
  ...bookingContraAccountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'contraAccount must be a STRING',
};
const bookingContraAccountRequired: Rule = {
  ...bookingContraAccountColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:contraAccount',
  message: 'contraAccount is required',
};

/** Reads contraAccount from the column "contraAccount": STRING; required (FATAL). */
function readBookingContraAccount(cell: string | undefined, record: RecordReport): string | null {
  return validateBookingContraAccount(textOrNull(cell), record);
}

/** Applies the rules of contraAccount. */
function validateBookingContraAccount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(bookingContraAccountRequired, null);
    return null;
  }

  return value;
}

/** Checks contraAccount of a plain object. */
function checkBookingContraAccount(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(bookingContraAccountType, describeValue(inputValue));
  else validateBookingContraAccount(value, record);
}

// day
const bookingDayColumn = { field: 'day', column: 'day' };
const bookingDayType: Rule = {
  ...bookingDayColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'day must be a STRING',
};
const bookingDayRequired: Rule = {
  ...bookingDayColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:day',
  message: 'day is required',
};
const bookingDayDigits: Rule = {
  ...bookingDayColumn,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'day-digits',
  message: 'day must match [0-3]\\d[01]\\d',
};

/** Matches [0-3]\d[01]\d. */
const matchesBookingDayDigits = createMatcher('1c-1/1e-1/1g-5', ',1-2:2;3,0:0;,1:4;5,0:0;!');

/** Reads day from the column "day": STRING; required (FATAL), matching [0-3]\d[01]\d (ERROR). */
function readBookingDay(cell: string | undefined, record: RecordReport): string | null {
  return validateBookingDay(textOrNull(cell), record);
}

/** Applies the rules of day. */
function validateBookingDay(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(bookingDayRequired, null);
    return null;
  }

  // Must match [0-3]\d[01]\d (ERROR).
  if (!matchesBookingDayDigits(value)) record.addIssue(bookingDayDigits, value);
  return value;
}

/** Checks day of a plain object. */
function checkBookingDay(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(bookingDayType, describeValue(inputValue));
  else validateBookingDay(value, record);
}

// document
const bookingDocumentColumn = { field: 'document', column: 'document' };
const bookingDocumentType: Rule = {
  ...bookingDocumentColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'document must be a STRING',
};

/** Reads document from the column "document": STRING. */
function readBookingDocument(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks document of a plain object. */
function checkBookingDocument(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(bookingDocumentType, describeValue(inputValue));
}

// text
const bookingTextColumn = { field: 'text', column: 'text' };
const bookingTextType: Rule = {
  ...bookingTextColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'text must be a STRING',
};

/** Reads text from the column "text": STRING. */
function readBookingText(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks text of a plain object. */
function checkBookingText(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(bookingTextType, describeValue(inputValue));
}

// consultant
const bookingConsultantColumn = { field: 'consultant', column: 'consultant' };
const bookingConsultantType: Rule = {
  ...bookingConsultantColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'consultant must be an INTEGER',
};

/** Copies consultant from batch: INTEGER. */
function readBookingConsultant(source: BatchValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.consultant;
}

/** Checks consultant of a plain object. */
function checkBookingConsultant(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(bookingConsultantType, describeValue(inputValue));
}

// client
const bookingClientColumn = { field: 'client', column: 'client' };
const bookingClientType: Rule = {
  ...bookingClientColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'client must be an INTEGER',
};

/** Copies client from batch: INTEGER. */
function readBookingClient(source: BatchValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.client;
}

/** Checks client of a plain object. */
function checkBookingClient(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(bookingClientType, describeValue(inputValue));
}

// yearStart
const bookingYearStartColumn = { field: 'yearStart', column: 'yearStart' };
const bookingYearStartType: Rule = {
  ...bookingYearStartColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'yearStart must be a DATE in the format yyyy-MM-dd',
};

/** Copies yearStart from batch: DATE. */
function readBookingYearStart(source: BatchValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.yearStart;
}

/** Checks yearStart of a plain object. */
function checkBookingYearStart(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, parseDayYyyyMMDd);
  if (value === undefined) record.addIssue(bookingYearStartType, describeValue(inputValue));
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface BatchValues {
  origin: string | null;
  version: string | null;
  category: string | null;
  title: string | null;
  created: string | null;
  consultant: string | null;
  client: string | null;
  yearStart: string | null;
  from2: string | null;
  until: string | null;
}

/** The values of the fields that rules on several fields need. */
interface RelatedBatchValues {
  from2: string | null;
  until: string | null;
}

/** Applies the rules that need the values of several fields. */
function validateBatchTogether(values: RelatedBatchValues, record: RecordReport): void {
  // from must be on or before until (ERROR).
  if (values.from2 !== null && values.until !== null && parseDayYyyyMMDd(values.from2) > parseDayYyyyMMDd(values.until))
    record.addIssue(batchFrom2Period, values.from2);
}

/** The values of a record. Numbers are strings of digits. */
interface HeadingsValues {
  amount: string | null;
  side: string | null;
  account: string | null;
  contraAccount: string | null;
  day: string | null;
  document: string | null;
  text: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface BookingValues {
  amount: string | null;
  side: string | null;
  account: string | null;
  contraAccount: string | null;
  day: string | null;
  document: string | null;
  text: string | null;
  consultant: string | null;
  client: string | null;
  yearStart: string | null;
}

/** The records whose values others copy. Null: the record was not processed. Absent: there was none. */
interface Enclosing {
  batch?: BatchValues | null;
}

/** The column of each field, from 0. */
const batchColumns = {
  origin: 0,
  version: 1,
  category: 2,
  title: 3,
  created: 4,
  consultant: 5,
  client: 6,
  yearStart: 7,
  from2: 8,
  until: 9,
};

/** The column of each field, from 0. */
const headingsColumns = {
  amount: 0,
  side: 1,
  account: 2,
  contraAccount: 3,
  day: 4,
  document: 5,
  text: 6,
};

/** The column of each field, from 0. */
const bookingColumns = {
  amount: 0,
  side: 1,
  account: 2,
  contraAccount: 3,
  day: 4,
  document: 5,
  text: 6,
};

/** The CSV dialect of the file. */
const dialect: Omit<TypedCsvDialect, 'maxRecordBytes' | 'maxColumns'> = {
  delimiter: ';',
  quote: '"',
  escape: '"',
  comment: '',
  skipTop: 0,
  skipBottom: 0,
  skipBlankLines: true,
  hasHeader: false,
  onExtraColumns: 'FATAL',
  onMissingColumns: 'FATAL',
  onNoRecords: 'FATAL',
  recordWhen: { column: 0, values: [] },
  types: [
    { values: ['EXTF', 'DTVF'], columns: { indexes: batchColumns, width: 10 } },
    { values: ['Umsatz'], columns: { indexes: headingsColumns, width: 7 } },
    { values: null, columns: { indexes: bookingColumns, width: 7 } },
  ],
  skipsUnknown: false,
};

/** Reads all fields of a record: corrects, parses and validates them. */
function readBatch({ cells, at }: CsvRecord<keyof typeof batchColumns>, record: RecordReport): BatchValues {
  const values = {
    origin: readBatchOrigin(cells[at.origin]),
    version: readBatchVersion(cells[at.version], record),
    category: readBatchCategory(cells[at.category], record),
    title: readBatchTitle(cells[at.title]),
    created: readBatchCreated(cells[at.created]),
    consultant: readBatchConsultant(cells[at.consultant], record),
    client: readBatchClient(cells[at.client], record),
    yearStart: readBatchYearStart(cells[at.yearStart], record),
    from2: readBatchFrom2(cells[at.from2], record),
    until: readBatchUntil(cells[at.until], record),
  };
  validateBatchTogether(values, record);
  return values;
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readHeadings({ cells, at }: CsvRecord<keyof typeof headingsColumns>, _record: RecordReport): HeadingsValues {
  return {
    amount: readHeadingsAmount(cells[at.amount]),
    side: readHeadingsSide(cells[at.side]),
    account: readHeadingsAccount(cells[at.account]),
    contraAccount: readHeadingsContraAccount(cells[at.contraAccount]),
    day: readHeadingsDay(cells[at.day]),
    document: readHeadingsDocument(cells[at.document]),
    text: readHeadingsText(cells[at.text]),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readBooking(
  { cells, at }: CsvRecord<keyof typeof bookingColumns>,
  record: RecordReport,
  enclosing: Enclosing,
): BookingValues {
  return {
    amount: readBookingAmount(cells[at.amount], record),
    side: readBookingSide(cells[at.side], record),
    account: readBookingAccount(cells[at.account], record),
    contraAccount: readBookingContraAccount(cells[at.contraAccount], record),
    day: readBookingDay(cells[at.day], record),
    document: readBookingDocument(cells[at.document]),
    text: readBookingText(cells[at.text]),
    consultant: readBookingConsultant(enclosing.batch),
    client: readBookingClient(enclosing.batch),
    yearStart: readBookingYearStart(enclosing.batch),
  };
}

/** Creates the source of a file's records. */
function records(options: TransformOptions): CsvRecordSource {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  const maxColumns = limitColumns(27, options);
  return createTypedCsvRecordSource(
    { ...dialect, maxRecordBytes, maxColumns },
    createDecodedInput('windows-1252', options.from),
    options.from,
  );
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toBatchJson(values: BatchValues): string {
  let json = '';
  json += '{"origin":' + toJsonString(values.origin);
  json += ',"version":' + toJsonNumber(values.version);
  json += ',"category":' + toJsonNumber(values.category);
  json += ',"title":' + toJsonString(values.title);
  json += ',"created":' + toJsonString(values.created);
  json += ',"consultant":' + toJsonNumber(values.consultant);
  json += ',"client":' + toJsonNumber(values.client);
  json += ',"yearStart":' + toJsonString(values.yearStart);
  json += ',"from":' + toJsonString(values.from2);
  json += ',"until":' + toJsonString(values.until);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toBatchKey(_: BatchValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toBatchRecord(values: BatchValues): BatchRecord {
  return {
    recordType: 'batch',
    origin: values.origin,
    version: toBigInt(values.version),
    category: toNumber(values.category),
    title: values.title,
    created: values.created,
    consultant: toBigInt(values.consultant) as bigint,
    client: toBigInt(values.client) as bigint,
    yearStart: values.yearStart as string,
    from: values.from2,
    until: values.until,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toHeadingsJson(values: HeadingsValues): string {
  let json = '';
  json += '{"amount":' + toJsonString(values.amount);
  json += ',"side":' + toJsonString(values.side);
  json += ',"account":' + toJsonString(values.account);
  json += ',"contraAccount":' + toJsonString(values.contraAccount);
  json += ',"day":' + toJsonString(values.day);
  json += ',"document":' + toJsonString(values.document);
  json += ',"text":' + toJsonString(values.text);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toHeadingsKey(_: HeadingsValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toHeadingsRecord(values: HeadingsValues): HeadingsRecord {
  return {
    recordType: 'headings',
    amount: values.amount,
    side: values.side,
    account: values.account,
    contraAccount: values.contraAccount,
    day: values.day,
    document: values.document,
    text: values.text,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toBookingJson(values: BookingValues): string {
  let json = '';
  json += '{"amount":' + toJsonNumber(values.amount);
  json += ',"side":' + toJsonString(values.side);
  json += ',"account":' + toJsonString(values.account);
  json += ',"contraAccount":' + toJsonString(values.contraAccount);
  json += ',"day":' + toJsonString(values.day);
  json += ',"document":' + toJsonString(values.document);
  json += ',"text":' + toJsonString(values.text);
  json += ',"consultant":' + toJsonNumber(values.consultant);
  json += ',"client":' + toJsonNumber(values.client);
  json += ',"yearStart":' + toJsonString(values.yearStart);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toBookingKey(values: BookingValues): string | null {
  return toCompositeKey([values.client, values.document]);
}

/** Returns the record as an object. */
function toBookingRecord(values: BookingValues): BookingRecord {
  return {
    recordType: 'booking',
    amount: values.amount as string,
    side: values.side as string,
    account: values.account as string,
    contraAccount: values.contraAccount as string,
    day: values.day as string,
    document: values.document,
    text: values.text,
    consultant: toBigInt(values.consultant),
    client: toBigInt(values.client),
    yearStart: values.yearStart,
  };
}

const reader = {
  types: [
    createTypeReader({
      name: 'batch',
      isPublished: false,
      copiesFrom: [],
      readRecord: readBatch,
      toJson: toBatchJson,
      toKey: toBatchKey,
      toRecord: toBatchRecord,
    }),
    createTypeReader({
      name: 'headings',
      isPublished: false,
      copiesFrom: [],
      readRecord: readHeadings,
      toJson: toHeadingsJson,
      toKey: toHeadingsKey,
      toRecord: toHeadingsRecord,
    }),
    createTypeReader({
      name: 'booking',
      isPublished: true,
      copiesFrom: [0],
      readRecord: readBooking,
      toJson: toBookingJson,
      toKey: toBookingKey,
      toRecord: toBookingRecord,
    }),
  ],
  structure: {
    types: [
      { name: 'batch', parent: -1, min: 1, max: 1, anyOrder: false },
      { name: 'headings', parent: -1, min: 1, max: 1, anyOrder: false },
      { name: 'booking', parent: -1, min: 0, max: Infinity, anyOrder: false },
    ],
    anyOrder: false,
    onUnexpectedRecord: 'FATAL' as const,
    onMissingRecord: 'FATAL' as const,
    onUnknownRecordType: 'FATAL' as const,
  },
  fileRules: [
    // the file must have at least 1 and at most 99999 booking records (FATAL).
    {
      code: 'COUNT_RANGE' as const,
      ruleId: 'some-bookings',
      severity: 'FATAL' as const,
      message: 'the file must have at least 1 and at most 99999 booking records',
      scope: -1,
      isMasked: false,
      found: { of: [2], selects: null, addend: null, isAbsolute: false },
      min: 1,
      max: 99999,
    },
    // booking.document and booking.account must be unique in the file (WARNING).
    {
      code: 'UNIQUE' as const,
      ruleId: 'documents',
      severity: 'WARNING' as const,
      message: 'booking.document and booking.account must be unique in the file',
      scope: -1,
      isMasked: false,
      type: 2,
      key: (values: BookingValues) => joinKey([values.document, values.account]),
      parts: [
        { field: 'document', isNumber: false },
        { field: 'account', isNumber: false },
      ],
    },
    // the sum of booking.amount when account is 1590 and side is H must equal the sum of booking.amount when account is
    // 1590 and side is S (WARNING).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'clearing',
      severity: 'WARNING' as const,
      message:
        'the sum of booking.amount when account is 1590 and side is H must equal the sum of booking.amount when account is 1590 and side is S',
      scope: -1,
      isMasked: false,
      found: {
        of: [2],
        selects: [(values: BookingValues) => values.account === '1590' && values.side === 'S'],
        addend: (values: BookingValues) => values.amount,
        isAbsolute: false,
      },
      total: null,
      other: {
        of: [2],
        selects: [(values: BookingValues) => values.account === '1590' && values.side === 'H'],
        addend: (values: BookingValues) => values.amount,
        isAbsolute: false,
      },
      modulus: null,
    },
  ],
  maxRecordBytes: 1048576,
  hasSensitiveFields: false,
  fast: fastTypes({
    headings: {
      readHeadingsAmount,
      readHeadingsSide,
      readHeadingsAccount,
      readHeadingsContraAccount,
      readHeadingsDay,
      readHeadingsDocument,
      readHeadingsText,
    },
    booking: {
      readBookingAmount,
      readBookingSide,
      readBookingAccount,
      readBookingContraAccount,
      readBookingDay,
      readBookingDocument,
      readBookingText,
      readBookingConsultant,
      readBookingClient,
      readBookingYearStart,
    },
  }),
};

/**
 * Reads a file record by record. A field whose type excludes null is null only in a record that failed. @throws
 * FileFailure if the file cannot be read to its end, or has a FATAL issue as a whole.
 */
export function read(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<RecordOutcome<Record>> {
  const run = createTypedRun<CsvRecord, Record>(reader, {});
  return readRecords(run, records(options), { chunks: source, options });
}

/** Checks a plain object against the types and rules of the record type that its member recordType names. */
export function check(value: unknown): Issue[] {
  return checkTypedRecord(value, {
    batch: (member, record) => {
      const values: RelatedBatchValues = { from2: null, until: null };
      checkBatchOrigin(member('origin'), record);
      checkBatchVersion(member('version'), record);
      checkBatchCategory(member('category'), record);
      checkBatchTitle(member('title'), record);
      checkBatchCreated(member('created'), record);
      checkBatchConsultant(member('consultant'), record);
      checkBatchClient(member('client'), record);
      checkBatchYearStart(member('yearStart'), record);
      values.from2 = checkBatchFrom2(member('from'), record);
      values.until = checkBatchUntil(member('until'), record);
      validateBatchTogether(values, record);
    },
    headings: (member, record) => {
      checkHeadingsAmount(member('amount'), record);
      checkHeadingsSide(member('side'), record);
      checkHeadingsAccount(member('account'), record);
      checkHeadingsContraAccount(member('contraAccount'), record);
      checkHeadingsDay(member('day'), record);
      checkHeadingsDocument(member('document'), record);
      checkHeadingsText(member('text'), record);
    },
    booking: (member, record) => {
      checkBookingAmount(member('amount'), record);
      checkBookingSide(member('side'), record);
      checkBookingAccount(member('account'), record);
      checkBookingContraAccount(member('contraAccount'), record);
      checkBookingDay(member('day'), record);
      checkBookingDocument(member('document'), record);
      checkBookingText(member('text'), record);
      checkBookingConsultant(member('consultant'), record);
      checkBookingClient(member('client'), record);
      checkBookingYearStart(member('yearStart'), record);
    },
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  const run = createTypedRun<CsvRecord, Record>(reader, options);
  return createRecordTransformer(run, records(options), options);
}
