// Compiled by Specmill from a spec: change the spec, not this file.
import {
  TOO_LONG,
  checkRecord,
  compareDecimals,
  countCodePoints,
  createFixedWidthRecordSource,
  createMatcher,
  createRecordTransformer,
  createReplacer,
  createUtf8Input,
  dayOf,
  describeValue,
  formatYear,
  isBlank,
  limitRecordBytes,
  monthOf,
  ordinalToEpochDay,
  padLeft,
  padNumber,
  parseDigits,
  parseTwoDigits,
  parseYear,
  readRecords,
  sliceLeftAligned,
  sliceRightAligned,
  toCompositeKey,
  toDecimalValue,
  toEpochDay,
  toJsonNumber,
  toJsonString,
  toScaledDecimal,
  toTextValue,
  trim,
  trimToNull,
  type DateParts,
  type FixedWidthDialect,
  type FixedWidthLine,
  type FixedWidthRecordSource,
  type Issue,
  type ReadOptions,
  type RecordOutcome,
  type RecordReport,
  type Rule,
  type SpecInfo,
  type TransformOptions,
  type Transformer,
} from 'specmill/kernel';
import { fastReader } from './direct-debits.fast.ts';

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'direct-debits',
  version: '97333b7dce362bc3e92c84e9d62121437ed6a5b1972e01663a99d504b678d6ce',
  format: 'FIXED_WIDTH',
  encoding: 'utf-8',
  fields: [
    { name: 'sortCode', type: 'STRING', sensitive: false },
    { name: 'account', type: 'STRING', sensitive: true },
    { name: 'accountName', type: 'STRING', sensitive: true },
    { name: 'kind', type: 'STRING', sensitive: false },
    { name: 'collectorSortCode', type: 'STRING', sensitive: false },
    { name: 'collectorAccount', type: 'STRING', sensitive: false },
    { name: 'collector', type: 'STRING', sensitive: false },
    { name: 'amount', type: 'DECIMAL', sensitive: false },
    { name: 'reference', type: 'STRING', sensitive: false },
    { name: 'processedOn', type: 'DATE', sensitive: false },
  ],
  splits: { kind: 'LINES', lineEnds: [10, 13], heldBack: 0 },
};

/** Direct debits and credits of a collection file, in lines of 106 characters */
export interface DirectDebits {
  /** STRING; required (FATAL), matching [0-9]{6} (FATAL). */
  sortCode: string;
  /**
   * STRING, sensitive; trimmed, then padded on the left with "0" to 8 characters; required (FATAL), matching [0-9]{8}
   * (FATAL).
   */
  account: string;
  /** STRING, sensitive; required (FATAL), matching [A-Z0-9 .&/-]+ (WARNING). */
  accountName: string;
  /**
   * STRING; ^01$ replaced by "first", then ^17$ replaced by "regular", then ^18$ replaced by "again", then ^19$
   * replaced by "last", then ^99$ replaced by "credit"; required (FATAL).
   */
  kind: string;
  /** STRING; required (FATAL), matching [0-9]{6} (ERROR). */
  collectorSortCode: string;
  /** STRING; required (FATAL), matching [0-9]{8} (ERROR). */
  collectorAccount: string;
  /** STRING; required (FATAL). */
  collector: string;
  /**
   * DECIMAL with digits only, the last 2 are decimals; required (FATAL), at least 0.01 (ERROR), at most 10000.00
   * (WARNING).
   */
  amount: string;
  /**
   * STRING; converted to upper case; required (FATAL), matching [A-Z0-9 .&/-]+ (ERROR), at least 6 characters
   * (WARNING).
   */
  reference: string;
  /** DATE; converted from yyDDD to yyyy-MM-dd; from 2020-01-01 to 2039-12-31 (ERROR). */
  processedOn: string | null;
}

/** Matches [0-9]{6}. */
const matchesSortCodeShape = createMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;!');

/** Matches [0-9]{8}. */
const matchesAccountShape = createMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!');

/** Matches [A-Z0-9 .&/-]+. */
const matchesCharacters = createMatcher('w 5 6-c 7-p', ',1:2;!,1:2');

// sortCode
const sortCodeColumn = { field: 'sortCode', column: 'sortCode' };
const sortCodeType: Rule = {
  ...sortCodeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'sortCode must be a STRING',
};
const sortCodeRequired: Rule = {
  ...sortCodeColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:sortCode',
  message: 'sortCode is required',
};
const sortCodeShape: Rule = {
  ...sortCodeColumn,
  severity: 'FATAL',
  code: 'REGEX',
  ruleId: 'sort-code-shape',
  message: 'a sort code has six digits',
};

/** Reads sortCode from the column "sortCode": STRING; required (FATAL), matching [0-9]{6} (FATAL). */
function readSortCode(cell: string | undefined, record: RecordReport): string | null {
  return validateSortCode(textOrNull(cell), record);
}

/** Applies the rules of sortCode. */
function validateSortCode(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(sortCodeRequired, null);
    return null;
  }

  // Must match [0-9]{6} (FATAL).
  if (!matchesSortCodeShape(value)) record.addIssue(sortCodeShape, value);
  return value;
}

/** Checks sortCode of a plain object. */
function checkSortCode(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(sortCodeType, describeValue(inputValue));
  else validateSortCode(value, record);
}

// account
const accountColumn = { field: 'account', column: 'account' };
const accountType: Rule = {
  ...accountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'account must be a STRING',
};
const accountRequired: Rule = {
  ...accountColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:account',
  message: 'account is required',
};
const accountShape: Rule = {
  ...accountColumn,
  severity: 'FATAL',
  code: 'REGEX',
  ruleId: 'account-shape',
  message: 'an account number has eight digits',
};

/**
 * Reads account from the column "account": STRING, sensitive; trimmed, then padded on the left with "0" to 8
 * characters; required (FATAL), matching [0-9]{8} (FATAL).
 */
function readAccount(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (text !== null) text = record.noteCorrection(text, padLeft(text, '0', 8));
  if (record.isTooLong(text)) return validateAccount(record.addLimitIssue(TOO_LONG, accountColumn, text), record);
  return validateAccount(textOrNull(text), record);
}

/** Applies the rules of account. */
function validateAccount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(accountRequired, null);
    return null;
  }

  // Must match [0-9]{8} (FATAL).
  if (!matchesAccountShape(value)) record.addMaskedIssue(accountShape, value);
  return value;
}

/** Checks account of a plain object. */
function checkAccount(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(accountType, describeValue(inputValue));
  else validateAccount(value, record);
}

// accountName
const accountNameColumn = { field: 'accountName', column: 'accountName' };
const accountNameType: Rule = {
  ...accountNameColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'accountName must be a STRING',
};
const accountNameRequired: Rule = {
  ...accountNameColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:accountName',
  message: 'accountName is required',
};
const accountNameCharacters: Rule = {
  ...accountNameColumn,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'name-characters',
  message: 'the name has characters that are lost on the way',
};

/**
 * Reads accountName from the column "accountName": STRING, sensitive; required (FATAL), matching [A-Z0-9 .&/-]+
 * (WARNING).
 */
function readAccountName(cell: string | undefined, record: RecordReport): string | null {
  return validateAccountName(textOrNull(cell), record);
}

/** Applies the rules of accountName. */
function validateAccountName(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(accountNameRequired, null);
    return null;
  }

  // Must match [A-Z0-9 .&/-]+ (WARNING).
  if (!matchesCharacters(value)) record.addMaskedIssue(accountNameCharacters, value);
  return value;
}

/** Checks accountName of a plain object. */
function checkAccountName(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(accountNameType, describeValue(inputValue));
  else validateAccountName(value, record);
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

/** Replaces ^01$ with "first". */
const replaceKindFirst = createReplacer('1c/1d', '2/1', '^1>1;0>2;$!', ['first']);

/** Replaces ^17$ with "regular". */
const replaceKindRegular = createReplacer('1d/1j', '2/1', '^1>1;0>2;$!', ['regular']);

/** Replaces ^18$ with "again". */
const replaceKindAgain = createReplacer('1d/1k', '2/1', '^1>1;0>2;$!', ['again']);

/** Replaces ^19$ with "last". */
const replaceKindLast = createReplacer('1d/1l', '2/1', '^1>1;0>2;$!', ['last']);

/** Replaces ^99$ with "credit". */
const replaceKindCredit = createReplacer('1l', '1', '^0>1;0>2;$!', ['credit']);

/**
 * Reads kind from the column "kind": STRING; ^01$ replaced by "first", then ^17$ replaced by "regular", then ^18$
 * replaced by "again", then ^19$ replaced by "last", then ^99$ replaced by "credit"; required (FATAL).
 */
function readKind(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceKindFirst(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return validateKind(record.addLimitIssue(corrected, kindColumn, text), record);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) {
    const corrected = replaceKindRegular(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return validateKind(record.addLimitIssue(corrected, kindColumn, text), record);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) {
    const corrected = replaceKindAgain(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return validateKind(record.addLimitIssue(corrected, kindColumn, text), record);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) {
    const corrected = replaceKindLast(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return validateKind(record.addLimitIssue(corrected, kindColumn, text), record);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) {
    const corrected = replaceKindCredit(text, record.maxRecordBytes);
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

// collectorSortCode
const collectorSortCodeColumn = { field: 'collectorSortCode', column: 'collectorSortCode' };
const collectorSortCodeType: Rule = {
  ...collectorSortCodeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'collectorSortCode must be a STRING',
};
const collectorSortCodeRequired: Rule = {
  ...collectorSortCodeColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:collectorSortCode',
  message: 'collectorSortCode is required',
};
const collectorSortCodeShape: Rule = {
  ...collectorSortCodeColumn,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'collector-sort-code-shape',
  message: 'collectorSortCode must match [0-9]{6}',
};

/** Reads collectorSortCode from the column "collectorSortCode": STRING; required (FATAL), matching [0-9]{6} (ERROR). */
function readCollectorSortCode(cell: string | undefined, record: RecordReport): string | null {
  return validateCollectorSortCode(textOrNull(cell), record);
}

/** Applies the rules of collectorSortCode. */
function validateCollectorSortCode(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(collectorSortCodeRequired, null);
    return null;
  }

  // Must match [0-9]{6} (ERROR).
  if (!matchesSortCodeShape(value)) record.addIssue(collectorSortCodeShape, value);
  return value;
}

/** Checks collectorSortCode of a plain object. */
function checkCollectorSortCode(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(collectorSortCodeType, describeValue(inputValue));
  else validateCollectorSortCode(value, record);
}

// collectorAccount
const collectorAccountColumn = { field: 'collectorAccount', column: 'collectorAccount' };
const collectorAccountType: Rule = {
  ...collectorAccountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'collectorAccount must be a STRING',
};
const collectorAccountRequired: Rule = {
  ...collectorAccountColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:collectorAccount',
  message: 'collectorAccount is required',
};
const collectorAccountShape: Rule = {
  ...collectorAccountColumn,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'collector-account-shape',
  message: 'collectorAccount must match [0-9]{8}',
};

/** Reads collectorAccount from the column "collectorAccount": STRING; required (FATAL), matching [0-9]{8} (ERROR). */
function readCollectorAccount(cell: string | undefined, record: RecordReport): string | null {
  return validateCollectorAccount(textOrNull(cell), record);
}

/** Applies the rules of collectorAccount. */
function validateCollectorAccount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(collectorAccountRequired, null);
    return null;
  }

  // Must match [0-9]{8} (ERROR).
  if (!matchesAccountShape(value)) record.addIssue(collectorAccountShape, value);
  return value;
}

/** Checks collectorAccount of a plain object. */
function checkCollectorAccount(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(collectorAccountType, describeValue(inputValue));
  else validateCollectorAccount(value, record);
}

// collector
const collectorColumn = { field: 'collector', column: 'collector' };
const collectorType: Rule = {
  ...collectorColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'collector must be a STRING',
};
const collectorRequired: Rule = {
  ...collectorColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:collector',
  message: 'collector is required',
};

/** Reads collector from the column "collector": STRING; required (FATAL). */
function readCollector(cell: string | undefined, record: RecordReport): string | null {
  return validateCollector(textOrNull(cell), record);
}

/** Applies the rules of collector. */
function validateCollector(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(collectorRequired, null);
    return null;
  }

  return value;
}

/** Checks collector of a plain object. */
function checkCollector(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(collectorType, describeValue(inputValue));
  else validateCollector(value, record);
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
const amountPositive: Rule = {
  ...amountColumn,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'amount-positive',
  message: 'a payment moves at least a penny',
};
const amountLarge: Rule = {
  ...amountColumn,
  severity: 'WARNING',
  code: 'MAX_VALUE',
  ruleId: 'amount-large',
  message: 'an amount above 10000.00 is looked at by a person',
};

/**
 * Reads amount from the column "amount": DECIMAL with digits only, the last 2 are decimals; required (FATAL), at least
 * 0.01 (ERROR), at most 10000.00 (WARNING).
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

  // Must be at least 0.01 (ERROR).
  if (compareDecimals(value, '0.01') < 0) record.addIssue(amountPositive, value);
  // Must be at most 10000.00 (WARNING).
  if (compareDecimals(value, '10000.00') > 0) record.addIssue(amountLarge, value);
  return value;
}

/** Checks amount of a plain object. */
function checkAmount(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(amountType, describeValue(inputValue));
  else validateAmount(value, record);
}

// reference
const referenceColumn = { field: 'reference', column: 'reference' };
const referenceType: Rule = {
  ...referenceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'reference must be a STRING',
};
const referenceRequired: Rule = {
  ...referenceColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:reference',
  message: 'reference is required',
};
const referenceCharacters: Rule = {
  ...referenceColumn,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'reference-characters',
  message: 'the reference has characters that no bank carries',
};
const referenceLength: Rule = {
  ...referenceColumn,
  severity: 'WARNING',
  code: 'MIN_LENGTH',
  ruleId: 'reference-length',
  message: 'a reference of less than six characters is hard to find again',
};

/**
 * Reads reference from the column "reference": STRING; converted to upper case; required (FATAL), matching [A-Z0-9
 * .&/-]+ (ERROR), at least 6 characters (WARNING).
 */
function readReference(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text)) return validateReference(record.addLimitIssue(TOO_LONG, referenceColumn, text), record);
  return validateReference(textOrNull(text), record);
}

/** Applies the rules of reference. */
function validateReference(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(referenceRequired, null);
    return null;
  }

  // Must match [A-Z0-9 .&/-]+ (ERROR).
  if (!matchesCharacters(value)) record.addIssue(referenceCharacters, value);
  // Must have at least 6 characters (WARNING).
  if (countCodePoints(value) < 6) record.addIssue(referenceLength, value);
  return value;
}

/** Checks reference of a plain object. */
function checkReference(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(referenceType, describeValue(inputValue));
  else validateReference(value, record);
}

// processedOn
const processedOnColumn = { field: 'processedOn', column: 'processedOn' };
const processedOnType: Rule = {
  ...processedOnColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'processedOn must be a DATE in the format yyDDD',
};
const processedOnValueType: Rule = {
  ...processedOnColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'processedOn must be a DATE in the format yyyy-MM-dd',
};
const processedOnSince: Rule = {
  ...processedOnColumn,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'processed-since',
  message: 'processedOn must be from 2020-01-01 to 2039-12-31',
};

/** Parses yyDDD, for example 24366. Returns null for any other text. */
function parseDateYyDDD(text: string): DateParts | null {
  if (text.length !== 5) return null;
  const year = 2000 + parseTwoDigits(text, 0);
  const dayOfYear = parseDigits(text, 2, 5);
  const epochDay = ordinalToEpochDay(year, dayOfYear);
  if (Number.isNaN(epochDay)) return null;
  const month = monthOf(epochDay);
  const day = dayOf(epochDay);
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

/**
 * Reads processedOn from the column "processedOn": DATE; converted from yyDDD to yyyy-MM-dd; from 2020-01-01 to
 * 2039-12-31 (ERROR).
 */
function readProcessedOn(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  let day = NaN;
  if (text !== null && !isBlank(text)) {
    const date = parseDateYyDDD(text);
    if (date === null) return record.addIssue(processedOnType, text);
    text = record.noteCorrection(text, formatDateYyyyMMDd(date));
    day = toEpochDay(date.year, date.month, date.day);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, processedOnColumn, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateProcessedOn(null, NaN, record);
  if (Number.isNaN(day)) day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(processedOnType, text) : validateProcessedOn(bare, day, record);
}

/** Applies the rules of processedOn. */
function validateProcessedOn(value: string | null, day: number, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be from 2020-01-01 to 2039-12-31 (ERROR).
  if (day < 18262 || day > 25566) record.addIssue(processedOnSince, value); // 18262 is 2020-01-01, 25566 is 2039-12-31
  return value;
}

/** Checks processedOn of a plain object. */
function checkProcessedOn(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  const day = typeof value === 'string' ? parseDayYyyyMMDd(value) : NaN;
  if (value === undefined || (value !== null && Number.isNaN(day)))
    record.addIssue(processedOnValueType, describeValue(inputValue));
  else validateProcessedOn(value, day, record);
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' || cell === '00000' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface Values {
  sortCode: string | null;
  account: string | null;
  accountName: string | null;
  kind: string | null;
  collectorSortCode: string | null;
  collectorAccount: string | null;
  collector: string | null;
  amount: string | null;
  reference: string | null;
  processedOn: string | null;
}

/** The settings for splitting the file into records. */
const dialect: Omit<FixedWidthDialect, 'maxRecordBytes'> = {
  skipTop: 0,
  skipBottom: 0,
  skipBlankLines: true,
  hasHeader: false,
  minLength: 101,
  maxLength: 106,
  onExtraColumns: 'FATAL',
  onMissingColumns: 'FATAL',
  onShortRecord: 'FATAL',
  onNoRecords: 'FATAL',
  recordWhen: { start: 16, length: 2, values: ['01', '17', '18', '19', '99'] },
};

/** Reads all fields of a record: corrects, parses and validates them. */
function readRecord(line: FixedWidthLine, record: RecordReport): Values {
  return {
    sortCode: readSortCode(sliceLeftAligned(line, 1, 6, ' '), record),
    account: readAccount(sliceLeftAligned(line, 7, 8, ' '), record),
    accountName: readAccountName(sliceLeftAligned(line, 83, 18, ' '), record),
    kind: readKind(sliceLeftAligned(line, 16, 2, ' '), record),
    collectorSortCode: readCollectorSortCode(sliceLeftAligned(line, 18, 6, ' '), record),
    collectorAccount: readCollectorAccount(sliceLeftAligned(line, 24, 8, ' '), record),
    collector: readCollector(sliceLeftAligned(line, 47, 18, ' '), record),
    amount: readAmount(sliceRightAligned(line, 36, 11, '0'), record),
    reference: readReference(sliceLeftAligned(line, 65, 18, ' '), record),
    processedOn: readProcessedOn(sliceRightAligned(line, 101, 6, ' '), record),
  };
}

/** Creates the source of a file's records. */
function records(options: TransformOptions): FixedWidthRecordSource {
  const maxRecordBytes = limitRecordBytes(1024, options);
  return createFixedWidthRecordSource({ ...dialect, maxRecordBytes }, createUtf8Input(options.from), options.from);
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toJson(values: Values): string {
  let json = '';
  json += '{"sortCode":' + toJsonString(values.sortCode);
  json += ',"account":' + toJsonString(values.account);
  json += ',"accountName":' + toJsonString(values.accountName);
  json += ',"kind":' + toJsonString(values.kind);
  json += ',"collectorSortCode":' + toJsonString(values.collectorSortCode);
  json += ',"collectorAccount":' + toJsonString(values.collectorAccount);
  json += ',"collector":' + toJsonString(values.collector);
  json += ',"amount":' + toJsonNumber(values.amount);
  json += ',"reference":' + toJsonString(values.reference);
  json += ',"processedOn":' + toJsonString(values.processedOn);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toKey(values: Values): string | null {
  return toCompositeKey([values.sortCode, values.account]);
}

/** Returns the record as an object. */
function toRecord(values: Values): DirectDebits {
  return {
    sortCode: values.sortCode as string,
    account: values.account as string,
    accountName: values.accountName as string,
    kind: values.kind as string,
    collectorSortCode: values.collectorSortCode as string,
    collectorAccount: values.collectorAccount as string,
    collector: values.collector as string,
    amount: values.amount as string,
    reference: values.reference as string,
    processedOn: values.processedOn,
  };
}

const reader = {
  readRecord,
  toJson,
  toKey,
  toRecord,
  maxRecordBytes: 1024,
  hasSensitiveFields: true,
  fast: fastReader({
    readSortCode,
    readAccount,
    readAccountName,
    readKind,
    readCollectorSortCode,
    readCollectorAccount,
    readCollector,
    readAmount,
    readReference,
    readProcessedOn,
  }),
};

/**
 * Reads a file record by record. A field whose type excludes null is null only in a record that failed. @throws
 * FileFailure if the file cannot be read to its end.
 */
export function read(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<RecordOutcome<DirectDebits>> {
  return readRecords(reader, records(options), { chunks: source, options });
}

/** Checks a plain object against the types and rules of the fields. */
export function check(value: unknown): Issue[] {
  return checkRecord(value, (member, record) => {
    checkSortCode(member('sortCode'), record);
    checkAccount(member('account'), record);
    checkAccountName(member('accountName'), record);
    checkKind(member('kind'), record);
    checkCollectorSortCode(member('collectorSortCode'), record);
    checkCollectorAccount(member('collectorAccount'), record);
    checkCollector(member('collector'), record);
    checkAmount(member('amount'), record);
    checkReference(member('reference'), record);
    checkProcessedOn(member('processedOn'), record);
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  return createRecordTransformer(reader, records(options), options);
}
