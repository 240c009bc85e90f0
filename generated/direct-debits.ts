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
  toDateValue,
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

/** What this module was compiled from. */
export const spec: SpecInfo = {
  name: 'direct-debits',
  version: '51a32dae073e888b7c026a7fb8bc2df6152f1862d9c3c76e06366ae5fdf403ff',
  format: 'FIXED_WIDTH',
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
  /** STRING; required, matching [0-9]{6}. */
  sortCode: string;
  /** STRING, sensitive; trimmed, then padded on the left with "0" to 8 characters; required, matching [0-9]{8}. */
  account: string;
  /** STRING, sensitive; required, matching [A-Z0-9 .&/-]+. */
  accountName: string;
  /**
   * STRING; ^01$ replaced by "first", then ^17$ replaced by "regular", then ^18$ replaced by "again", then ^19$
   * replaced by "last", then ^99$ replaced by "credit"; required.
   */
  kind: string;
  /** STRING; required, matching [0-9]{6}. */
  collectorSortCode: string;
  /** STRING; required, matching [0-9]{8}. */
  collectorAccount: string;
  /** STRING; required. */
  collector: string;
  /** DECIMAL with digits only, the last 2 are decimals; required, at least 0.01, at most 10000.00. */
  amount: string;
  /** STRING; converted to upper case; required, matching [A-Z0-9 .&/-]+, at least 6 characters. */
  reference: string;
  /** DATE; converted from yyDDD to yyyy-MM-dd; from 2020-01-01 to 2039-12-31. */
  processedOn: string | null;
}

// sortCode
const sortCodePlace = { field: 'sortCode', column: 'sortCode' };
const sortCodeType: Rule = {
  ...sortCodePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'sortCode must be a STRING',
};
const sortCodeRequired: Rule = {
  ...sortCodePlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:sortCode',
  message: 'sortCode is required',
};
const sortCodeShape: Rule = {
  ...sortCodePlace,
  severity: 'FATAL',
  code: 'REGEX',
  ruleId: 'sort-code-shape',
  message: 'a sort code has six digits',
};

/** [0-9]{6} */
const sortCodeShapePattern = createMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;!');

/** sortCode, from the column "sortCode": STRING; required, matching [0-9]{6}. */
function readSortCode(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  return judgeSortCode(text, record);
}

/** The rules of sortCode. */
function judgeSortCode(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(sortCodeRequired, null);
    return null;
  }

  if (!sortCodeShapePattern(value)) record.addIssue(sortCodeShape, value);
  return value;
}

/** sortCode in a plain object. */
function checkSortCode(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(sortCodeType, describeValue(inputValue));
  else judgeSortCode(value, record);
}

// account
const accountPlace = { field: 'account', column: 'account' };
const accountType: Rule = {
  ...accountPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'account must be a STRING',
};
const accountRequired: Rule = {
  ...accountPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:account',
  message: 'account is required',
};
const accountShape: Rule = {
  ...accountPlace,
  severity: 'FATAL',
  code: 'REGEX',
  ruleId: 'account-shape',
  message: 'an account number has eight digits',
};

/** [0-9]{8} */
const accountShapePattern = createMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!');

/**
 * account, from the column "account": STRING, sensitive; trimmed, then padded on the left with "0" to 8 characters;
 * required, matching [0-9]{8}.
 */
function readAccount(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (text !== null) text = record.noteCorrection(text, padLeft(text, '0', 8));
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, accountPlace, text);
  return judgeAccount(textOrNull(text), record);
}

/** The rules of account. */
function judgeAccount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(accountRequired, null);
    return null;
  }

  if (!accountShapePattern(value)) record.addMaskedIssue(accountShape, value);
  return value;
}

/** account in a plain object. */
function checkAccount(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(accountType, describeValue(inputValue));
  else judgeAccount(value, record);
}

// accountName
const accountNamePlace = { field: 'accountName', column: 'accountName' };
const accountNameType: Rule = {
  ...accountNamePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'accountName must be a STRING',
};
const accountNameRequired: Rule = {
  ...accountNamePlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:accountName',
  message: 'accountName is required',
};
const accountNameNameCharacters: Rule = {
  ...accountNamePlace,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'name-characters',
  message: 'the name has characters that are lost on the way',
};

/** [A-Z0-9 .&/-]+ */
const accountNameNameCharactersPattern = createMatcher('w 5 6-c 7-p', ',1:2;!,1:2');

/** accountName, from the column "accountName": STRING, sensitive; required, matching [A-Z0-9 .&/-]+. */
function readAccountName(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  return judgeAccountName(text, record);
}

/** The rules of accountName. */
function judgeAccountName(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(accountNameRequired, null);
    return null;
  }

  if (!accountNameNameCharactersPattern(value)) record.addMaskedIssue(accountNameNameCharacters, value);
  return value;
}

/** accountName in a plain object. */
function checkAccountName(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(accountNameType, describeValue(inputValue));
  else judgeAccountName(value, record);
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

/** ^01$ becomes "first" */
const kindFirst = createReplacer('1c/1d', '2/1', '^1>1;0>2;$!', ['first']);

/** ^17$ becomes "regular" */
const kindRegular = createReplacer('1d/1j', '2/1', '^1>1;0>2;$!', ['regular']);

/** ^18$ becomes "again" */
const kindAgain = createReplacer('1d/1k', '2/1', '^1>1;0>2;$!', ['again']);

/** ^19$ becomes "last" */
const kindLast = createReplacer('1d/1l', '2/1', '^1>1;0>2;$!', ['last']);

/** ^99$ becomes "credit" */
const kindCredit = createReplacer('1l', '1', '^0>1;0>2;$!', ['credit']);

/**
 * kind, from the column "kind": STRING; ^01$ replaced by "first", then ^17$ replaced by "regular", then ^18$ replaced
 * by "again", then ^19$ replaced by "last", then ^99$ replaced by "credit"; required.
 */
function readKind(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = kindFirst(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, kindPlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) {
    const corrected = kindRegular(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, kindPlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) {
    const corrected = kindAgain(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, kindPlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) {
    const corrected = kindLast(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, kindPlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) {
    const corrected = kindCredit(text, record.maxRecordBytes);
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

// collectorSortCode
const collectorSortCodePlace = { field: 'collectorSortCode', column: 'collectorSortCode' };
const collectorSortCodeType: Rule = {
  ...collectorSortCodePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'collectorSortCode must be a STRING',
};
const collectorSortCodeRequired: Rule = {
  ...collectorSortCodePlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:collectorSortCode',
  message: 'collectorSortCode is required',
};
const collectorSortCodeShape: Rule = {
  ...collectorSortCodePlace,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'collector-sort-code-shape',
  message: 'collectorSortCode must match [0-9]{6}',
};

/** [0-9]{6} */
const collectorSortCodeShapePattern = createMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;!');

/** collectorSortCode, from the column "collectorSortCode": STRING; required, matching [0-9]{6}. */
function readCollectorSortCode(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  return judgeCollectorSortCode(text, record);
}

/** The rules of collectorSortCode. */
function judgeCollectorSortCode(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(collectorSortCodeRequired, null);
    return null;
  }

  if (!collectorSortCodeShapePattern(value)) record.addIssue(collectorSortCodeShape, value);
  return value;
}

/** collectorSortCode in a plain object. */
function checkCollectorSortCode(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(collectorSortCodeType, describeValue(inputValue));
  else judgeCollectorSortCode(value, record);
}

// collectorAccount
const collectorAccountPlace = { field: 'collectorAccount', column: 'collectorAccount' };
const collectorAccountType: Rule = {
  ...collectorAccountPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'collectorAccount must be a STRING',
};
const collectorAccountRequired: Rule = {
  ...collectorAccountPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:collectorAccount',
  message: 'collectorAccount is required',
};
const collectorAccountShape: Rule = {
  ...collectorAccountPlace,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'collector-account-shape',
  message: 'collectorAccount must match [0-9]{8}',
};

/** [0-9]{8} */
const collectorAccountShapePattern = createMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!');

/** collectorAccount, from the column "collectorAccount": STRING; required, matching [0-9]{8}. */
function readCollectorAccount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  return judgeCollectorAccount(text, record);
}

/** The rules of collectorAccount. */
function judgeCollectorAccount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(collectorAccountRequired, null);
    return null;
  }

  if (!collectorAccountShapePattern(value)) record.addIssue(collectorAccountShape, value);
  return value;
}

/** collectorAccount in a plain object. */
function checkCollectorAccount(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(collectorAccountType, describeValue(inputValue));
  else judgeCollectorAccount(value, record);
}

// collector
const collectorPlace = { field: 'collector', column: 'collector' };
const collectorType: Rule = {
  ...collectorPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'collector must be a STRING',
};
const collectorRequired: Rule = {
  ...collectorPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:collector',
  message: 'collector is required',
};

/** collector, from the column "collector": STRING; required. */
function readCollector(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  return judgeCollector(text, record);
}

/** The rules of collector. */
function judgeCollector(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(collectorRequired, null);
    return null;
  }

  return value;
}

/** collector in a plain object. */
function checkCollector(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(collectorType, describeValue(inputValue));
  else judgeCollector(value, record);
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
const amountPositive: Rule = {
  ...amountPlace,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'amount-positive',
  message: 'a payment moves at least a penny',
};
const amountLarge: Rule = {
  ...amountPlace,
  severity: 'WARNING',
  code: 'MAX_VALUE',
  ruleId: 'amount-large',
  message: 'an amount above 10000.00 is looked at by a person',
};

/**
 * amount, from the column "amount": DECIMAL with digits only, the last 2 are decimals; required, at least 0.01, at most
 * 10000.00.
 */
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

  if (compareDecimals(value, '0.01') < 0) record.addIssue(amountPositive, value);
  if (compareDecimals(value, '10000.00') > 0) record.addIssue(amountLarge, value);
  return value;
}

/** amount in a plain object. */
function checkAmount(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(amountType, describeValue(inputValue));
  else judgeAmount(value, record);
}

// reference
const referencePlace = { field: 'reference', column: 'reference' };
const referenceType: Rule = {
  ...referencePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'reference must be a STRING',
};
const referenceRequired: Rule = {
  ...referencePlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:reference',
  message: 'reference is required',
};
const referenceCharacters: Rule = {
  ...referencePlace,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'reference-characters',
  message: 'the reference has characters that no bank carries',
};
const referenceLength: Rule = {
  ...referencePlace,
  severity: 'WARNING',
  code: 'MIN_LENGTH',
  ruleId: 'reference-length',
  message: 'a reference of less than six characters is hard to find again',
};

/** [A-Z0-9 .&/-]+ */
const referenceCharactersPattern = createMatcher('w 5 6-c 7-p', ',1:2;!,1:2');

/**
 * reference, from the column "reference": STRING; converted to upper case; required, matching [A-Z0-9 .&/-]+, at least
 * 6 characters.
 */
function readReference(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, referencePlace, text);
  return judgeReference(textOrNull(text), record);
}

/** The rules of reference. */
function judgeReference(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(referenceRequired, null);
    return null;
  }

  if (!referenceCharactersPattern(value)) record.addIssue(referenceCharacters, value);
  if (countCodePoints(value) < 6) record.addIssue(referenceLength, value);
  return value;
}

/** reference in a plain object. */
function checkReference(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(referenceType, describeValue(inputValue));
  else judgeReference(value, record);
}

// processedOn
const processedOnPlace = { field: 'processedOn', column: 'processedOn' };
const processedOnType: Rule = {
  ...processedOnPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'processedOn must be a DATE in the format yyyy-MM-dd',
};
const processedOnProcessedSince: Rule = {
  ...processedOnPlace,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'processed-since',
  message: 'processedOn must be from 2020-01-01 to 2039-12-31',
};

/** What a text like `24366` (`yyDDD`) says; null for any other text. */
function processedOnIsoDateRead(text: string): DateParts | null {
  if (text.length !== 5) return null;
  const year = 2000 + parseTwoDigits(text, 0);
  const dayOfYear = parseDigits(text, 2, 5);
  const epochDay = ordinalToEpochDay(year, dayOfYear);
  if (Number.isNaN(epochDay)) return null;
  const month = monthOf(epochDay);
  const day = dayOf(epochDay);
  return { year, month, day, hour: NaN, minute: NaN, second: NaN, nano: NaN, offset: NaN };
}

/** A date as a text like `2024-12-31` (`yyyy-MM-dd`). */
function processedOnIsoDateWrite(parts: DateParts): string {
  return formatYear(parts.year, 4) + '-' + padNumber(parts.month, 2) + '-' + padNumber(parts.day, 2);
}

/** The text turned round; other texts are left as they are. */
function processedOnIsoDate(text: string): string {
  const parts = processedOnIsoDateRead(text);
  return parts === null ? text : processedOnIsoDateWrite(parts);
}

/** The day of a text like `2024-12-31` (`yyyy-MM-dd`) as days since 1970-01-01; NaN for any other text. */
function dayOfProcessedOn(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

/**
 * processedOn, from the column "processedOn": DATE; converted from yyDDD to yyyy-MM-dd; from 2020-01-01 to 2039-12-31.
 */
function readProcessedOn(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, processedOnIsoDate(text));
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, processedOnPlace, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeProcessedOn(null, record);
  const value = Number.isNaN(dayOfProcessedOn(bare)) ? null : bare;
  return value === null ? record.addIssue(processedOnType, text) : judgeProcessedOn(value, record);
}

/** The rules of processedOn. */
function judgeProcessedOn(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  const day = dayOfProcessedOn(value);
  if (day < 18262 || day > 25566) record.addIssue(processedOnProcessedSince, value);
  return value;
}

/** processedOn in a plain object. */
function checkProcessedOn(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, dayOfProcessedOn);
  if (value === undefined) record.addIssue(processedOnType, describeValue(inputValue));
  else judgeProcessedOn(value, record);
}

/** The text of a cell; null where it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' || cell === '00000' ? null : cell;
}

/** The values of a record as they are read: numbers as their digits. */
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

/** How the records stand in the file. */
const dialect: Omit<FixedWidthDialect, 'maxRecordBytes'> = {
  skipTop: 0,
  skipBottom: 0,
  skipBlankLines: true,
  hasHeader: false,
  minLength: 101,
  maxLength: 106,
  onExtraColumns: 'FATAL',
  onMissingColumns: 'FATAL',
  onNoRecords: 'FATAL',
  recordWhen: { start: 16, length: 2, values: ['01', '17', '18', '19', '99'] },
};

/** Corrects, types and judges one record, field by field. */
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

/** Splits a file into records. */
function records(options: TransformOptions): FixedWidthRecordSource {
  const maxRecordBytes = limitRecordBytes(1024, options);
  return createFixedWidthRecordSource({ ...dialect, maxRecordBytes }, createUtf8Input(options.from), options.from);
}

/** The message of a record: flat JSON in the order of the spec. */
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

/** The key of a record's message; null where it has none. */
function toKey(values: Values): string | null {
  return toCompositeKey([values.sortCode, values.account]);
}

/** The record as an object. */
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
 * Reads a file record by record. A required field is null only in a record with an ERROR. @throws FileFailure where the
 * file cannot be read to its end.
 */
export function read(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<RecordOutcome<DirectDebits>> {
  return readRecords(reader, records(options), { chunks: source, options });
}

/** Judges a plain object by the types and rules of the fields. */
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

/** Makes batches of messages from the bytes of one file. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  return createRecordTransformer(reader, records(options), options);
}
