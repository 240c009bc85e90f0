// Compiled by Specmill from a spec: change the spec, not this file.
import {
  TOO_LONG,
  checkRecord,
  compareDecimals,
  countCodePoints,
  createCsvRecordSource,
  createDecodedInput,
  createMatcher,
  createRecordTransformer,
  createReplacer,
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
  toBooleanValue,
  toDecimalValue,
  toEpochDay,
  toGroupedDecimal,
  toGroupedInteger,
  toIntegerValue,
  toJsonBoolean,
  toJsonNumber,
  toJsonString,
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
import { fastReader } from './payments.fast.ts';

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'payments',
  version: 'c3453c83afd7b54df56b3a3a1f70f575d765375de72736def035664123d7693c',
  format: 'CSV',
  encoding: 'windows-1252',
  fields: [
    { name: 'id', type: 'STRING', sensitive: false },
    { name: 'booked', type: 'DATE', sensitive: false },
    { name: 'valueDate', type: 'DATE', sensitive: false },
    { name: 'debtor', type: 'STRING', sensitive: true },
    { name: 'debtorIban', type: 'STRING', sensitive: true },
    { name: 'creditor', type: 'STRING', sensitive: true },
    { name: 'creditorIban', type: 'STRING', sensitive: true },
    { name: 'bic', type: 'STRING', sensitive: false },
    { name: 'amount', type: 'DECIMAL', sensitive: false },
    { name: 'currency', type: 'STRING', sensitive: false },
    { name: 'charges', type: 'STRING', sensitive: false },
    { name: 'instant', type: 'BOOLEAN', sensitive: false },
    { name: 'items', type: 'INTEGER', sensitive: false },
    { name: 'purpose', type: 'STRING', sensitive: true },
  ],
  splits: { kind: 'LINES', lineEnds: [10, 13], heldBack: 0 },
};

/** Payments that the bank sends every night */
export interface Payments {
  /** STRING; trimmed, then converted to upper case; required (FATAL), matching TX[0-9]{4}-[0-9]{6} (FATAL). */
  id: string;
  /** DATE; converted from dd.MM.yyyy to yyyy-MM-dd; required (FATAL), 2020-01-01 or later (ERROR). */
  booked: string;
  /** DATE; converted from dd.MM.yyyy to yyyy-MM-dd; 2020-01-01 or later (WARNING). */
  valueDate: string | null;
  /** STRING, sensitive; trimmed; required (FATAL), at most 70 characters (ERROR). */
  debtor: string;
  /**
   * STRING, sensitive; \s+ replaced by "", then converted to upper case; required (FATAL), matching
   * [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (ERROR).
   */
  debtorIban: string;
  /** STRING, sensitive; trimmed; required (FATAL), at most 70 characters (ERROR). */
  creditor: string;
  /**
   * STRING, sensitive; \s+ replaced by "", then converted to upper case; required (FATAL), matching
   * [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (ERROR).
   */
  creditorIban: string;
  /** STRING; converted to upper case; matching [A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})? (WARNING). */
  bic: string | null;
  /**
   * DECIMAL with decimal separator "," and group separator "."; required (FATAL), at least 0.01 (ERROR), at most 50000
   * (WARNING).
   */
  amount: string;
  /**
   * STRING; trimmed, then converted to upper case; required (FATAL), one of EUR, CHF, GBP, USD, SEK, NOK, DKK, PLN, CZK
   * (FATAL).
   */
  currency: string;
  /** STRING; "SHA" if null; one of SHA, OUR, BEN (ERROR). */
  charges: string | null;
  /** BOOLEAN ("J", "Ja" for true; "N", "Nein" for false). */
  instant: boolean | null;
  /** INTEGER with group separator "."; "1" if null; at least 1 (ERROR). */
  items: bigint | null;
  /** STRING, sensitive; trimmed; at most 140 characters (WARNING). */
  purpose: string | null;
}

/** Parses dd.MM.yyyy, for example 31.12.2024. Returns null for any other text. */
function parseDateDdMMYyyy(text: string): DateParts | null {
  if (text[2] !== '.' || text[5] !== '.') return null;
  const day = parseTwoDigits(text, 0);
  const month = parseTwoDigits(text, 3);
  const year = parseYear(text, 6, text.length);
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

/** Replaces \s+ with "". */
const replaceIbanJoin = createReplacer('9-4 i 3j 4bj 1vj-a t-1 5 1b 334 14vy', '1', '0>1;0>1,!', []);

/** Matches [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}. */
const matchesIbanShape = createMatcher(
  '1c-9/1t-p',
  ',2:2;,2:3;,1:4;,1:5;6,0:0;7,0:0;8,0:0;9,0:0;a,0:0;b,0:0;c,0:0;d,0:0;e,0:0;f,0:0;g,0:0;!h,0:0;!i,0:0;' +
    '!j,0:0;!k,0:0;!l,0:0;!m,0:0;!n,0:0;!o,0:0;!p,0:0;!q,0:0;!r,0:0;!s,0:0;!t,0:0;!u,0:0;!v,0:0;!w,0:0;' +
    '!x,0:0;!y,0:0;!z,0:0;!',
);

// id
const idColumn = { field: 'id', column: 'Transaction Id' };
const idType: Rule = {
  ...idColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'id must be a STRING',
};
const idGiven: Rule = {
  ...idColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'id-given',
  message: 'a payment needs its transaction id',
};
const idShape: Rule = {
  ...idColumn,
  severity: 'FATAL',
  code: 'REGEX',
  ruleId: 'id-shape',
  message: 'the transaction id is not of the form TX2025-000001',
};

/** Matches TX[0-9]{4}-[0-9]{6}. */
const matchesIdShape = createMatcher(
  '19/1c-9/2c/2g',
  ',3:2;,4:3;,2:4;,2:5;,2:6;,2:7;,1:8;,2:9;,2:a;,2:b;,2:c;,2:d;,2:e;!',
);

/**
 * Reads id from the column "Transaction Id": STRING; trimmed, then converted to upper case; required (FATAL), matching
 * TX[0-9]{4}-[0-9]{6} (FATAL).
 */
function readId(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text)) return validateId(record.addLimitIssue(TOO_LONG, idColumn, text), record);
  return validateId(textOrNull(text), record);
}

/** Applies the rules of id. */
function validateId(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(idGiven, null);
    return null;
  }

  // Must match TX[0-9]{4}-[0-9]{6} (FATAL).
  if (!matchesIdShape(value)) record.addIssue(idShape, value);
  return value;
}

/** Checks id of a plain object. */
function checkId(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(idType, describeValue(inputValue));
  else validateId(value, record);
}

// booked
const bookedColumn = { field: 'booked', column: 'Booked' };
const bookedType: Rule = {
  ...bookedColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'booked must be a DATE in the format dd.MM.yyyy',
};
const bookedValueType: Rule = {
  ...bookedColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'booked must be a DATE in the format yyyy-MM-dd',
};
const bookedRequired: Rule = {
  ...bookedColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:booked',
  message: 'booked is required',
};
const bookedSince: Rule = {
  ...bookedColumn,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'booked-since',
  message: 'the booking date is before 2020',
};

/**
 * Reads booked from the column "Booked": DATE; converted from dd.MM.yyyy to yyyy-MM-dd; required (FATAL), 2020-01-01 or
 * later (ERROR).
 */
function readBooked(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  let day = NaN;
  if (text !== null && !isBlank(text)) {
    const date = parseDateDdMMYyyy(text);
    if (date === null) return record.addIssue(bookedType, text);
    text = record.noteCorrection(text, formatDateYyyyMMDd(date));
    day = toEpochDay(date.year, date.month, date.day);
  }

  if (record.isTooLong(text)) return validateBooked(record.addLimitIssue(TOO_LONG, bookedColumn, text), NaN, record);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateBooked(null, NaN, record);
  if (Number.isNaN(day)) day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(bookedType, text) : validateBooked(bare, day, record);
}

/** Applies the rules of booked. */
function validateBooked(value: string | null, day: number, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(bookedRequired, null);
    return null;
  }

  // Must be 2020-01-01 or later (ERROR).
  if (day < 18262) record.addIssue(bookedSince, value); // 18262 is 2020-01-01
  return value;
}

/** Checks booked of a plain object. */
function checkBooked(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  const day = typeof value === 'string' ? parseDayYyyyMMDd(value) : NaN;
  if (value === undefined || (value !== null && Number.isNaN(day)))
    record.addIssue(bookedValueType, describeValue(inputValue));
  else validateBooked(value, day, record);
}

// valueDate
const valueDateColumn = { field: 'valueDate', column: 'Value Date' };
const valueDateType: Rule = {
  ...valueDateColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'valueDate must be a DATE in the format dd.MM.yyyy',
};
const valueDateValueType: Rule = {
  ...valueDateColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'valueDate must be a DATE in the format yyyy-MM-dd',
};
const valueDateSince: Rule = {
  ...valueDateColumn,
  severity: 'WARNING',
  code: 'DATE_RANGE',
  ruleId: 'value-date-since',
  message: 'valueDate must be 2020-01-01 or later',
};

/**
 * Reads valueDate from the column "Value Date": DATE; converted from dd.MM.yyyy to yyyy-MM-dd; 2020-01-01 or later
 * (WARNING).
 */
function readValueDate(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  let day = NaN;
  if (text !== null && !isBlank(text)) {
    const date = parseDateDdMMYyyy(text);
    if (date === null) return record.addIssue(valueDateType, text);
    text = record.noteCorrection(text, formatDateYyyyMMDd(date));
    day = toEpochDay(date.year, date.month, date.day);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, valueDateColumn, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateValueDate(null, NaN, record);
  if (Number.isNaN(day)) day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(valueDateType, text) : validateValueDate(bare, day, record);
}

/** Applies the rules of valueDate. */
function validateValueDate(value: string | null, day: number, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be 2020-01-01 or later (WARNING).
  if (day < 18262) record.addIssue(valueDateSince, value); // 18262 is 2020-01-01
  return value;
}

/** Checks valueDate of a plain object. */
function checkValueDate(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  const day = typeof value === 'string' ? parseDayYyyyMMDd(value) : NaN;
  if (value === undefined || (value !== null && Number.isNaN(day)))
    record.addIssue(valueDateValueType, describeValue(inputValue));
  else validateValueDate(value, day, record);
}

// debtor
const debtorColumn = { field: 'debtor', column: 'Debtor' };
const debtorType: Rule = {
  ...debtorColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'debtor must be a STRING',
};
const debtorRequired: Rule = {
  ...debtorColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:debtor',
  message: 'debtor is required',
};
const debtorLength: Rule = {
  ...debtorColumn,
  severity: 'ERROR',
  code: 'MAX_LENGTH',
  ruleId: 'debtor-length',
  message: 'debtor must have at most 70 characters',
};

/**
 * Reads debtor from the column "Debtor": STRING, sensitive; trimmed; required (FATAL), at most 70 characters (ERROR).
 */
function readDebtor(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return validateDebtor(textOrNull(text), record);
}

/** Applies the rules of debtor. */
function validateDebtor(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(debtorRequired, null);
    return null;
  }

  // Must have at most 70 characters (ERROR).
  if (countCodePoints(value) > 70) record.addMaskedIssue(debtorLength, value);
  return value;
}

/** Checks debtor of a plain object. */
function checkDebtor(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(debtorType, describeValue(inputValue));
  else validateDebtor(value, record);
}

// debtorIban
const debtorIbanColumn = { field: 'debtorIban', column: 'Debtor IBAN' };
const debtorIbanType: Rule = {
  ...debtorIbanColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'debtorIban must be a STRING',
};
const debtorIbanRequired: Rule = {
  ...debtorIbanColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:debtorIban',
  message: 'debtorIban is required',
};
const debtorIbanShape: Rule = {
  ...debtorIbanColumn,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'debtor-iban-shape',
  message: "the debtor's IBAN is not of the form of one",
};

/**
 * Reads debtorIban from the column "Debtor IBAN": STRING, sensitive; \s+ replaced by "", then converted to upper case;
 * required (FATAL), matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (ERROR).
 */
function readDebtorIban(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceIbanJoin(text, record.maxRecordBytes);
    if (typeof corrected !== 'string')
      return validateDebtorIban(record.addLimitIssue(corrected, debtorIbanColumn, text), record);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text)) return validateDebtorIban(record.addLimitIssue(TOO_LONG, debtorIbanColumn, text), record);
  return validateDebtorIban(textOrNull(text), record);
}

/** Applies the rules of debtorIban. */
function validateDebtorIban(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(debtorIbanRequired, null);
    return null;
  }

  // Must match [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (ERROR).
  if (!matchesIbanShape(value)) record.addMaskedIssue(debtorIbanShape, value);
  return value;
}

/** Checks debtorIban of a plain object. */
function checkDebtorIban(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(debtorIbanType, describeValue(inputValue));
  else validateDebtorIban(value, record);
}

// creditor
const creditorColumn = { field: 'creditor', column: 'Creditor' };
const creditorType: Rule = {
  ...creditorColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'creditor must be a STRING',
};
const creditorRequired: Rule = {
  ...creditorColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:creditor',
  message: 'creditor is required',
};
const creditorLength: Rule = {
  ...creditorColumn,
  severity: 'ERROR',
  code: 'MAX_LENGTH',
  ruleId: 'creditor-length',
  message: 'creditor must have at most 70 characters',
};

/**
 * Reads creditor from the column "Creditor": STRING, sensitive; trimmed; required (FATAL), at most 70 characters
 * (ERROR).
 */
function readCreditor(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return validateCreditor(textOrNull(text), record);
}

/** Applies the rules of creditor. */
function validateCreditor(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(creditorRequired, null);
    return null;
  }

  // Must have at most 70 characters (ERROR).
  if (countCodePoints(value) > 70) record.addMaskedIssue(creditorLength, value);
  return value;
}

/** Checks creditor of a plain object. */
function checkCreditor(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(creditorType, describeValue(inputValue));
  else validateCreditor(value, record);
}

// creditorIban
const creditorIbanColumn = { field: 'creditorIban', column: 'Creditor IBAN' };
const creditorIbanType: Rule = {
  ...creditorIbanColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'creditorIban must be a STRING',
};
const creditorIbanRequired: Rule = {
  ...creditorIbanColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:creditorIban',
  message: 'creditorIban is required',
};
const creditorIbanShape: Rule = {
  ...creditorIbanColumn,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'creditor-iban-shape',
  message: "the creditor's IBAN is not of the form of one",
};

/**
 * Reads creditorIban from the column "Creditor IBAN": STRING, sensitive; \s+ replaced by "", then converted to upper
 * case; required (FATAL), matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (ERROR).
 */
function readCreditorIban(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceIbanJoin(text, record.maxRecordBytes);
    if (typeof corrected !== 'string')
      return validateCreditorIban(record.addLimitIssue(corrected, creditorIbanColumn, text), record);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text))
    return validateCreditorIban(record.addLimitIssue(TOO_LONG, creditorIbanColumn, text), record);
  return validateCreditorIban(textOrNull(text), record);
}

/** Applies the rules of creditorIban. */
function validateCreditorIban(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(creditorIbanRequired, null);
    return null;
  }

  // Must match [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (ERROR).
  if (!matchesIbanShape(value)) record.addMaskedIssue(creditorIbanShape, value);
  return value;
}

/** Checks creditorIban of a plain object. */
function checkCreditorIban(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(creditorIbanType, describeValue(inputValue));
  else validateCreditorIban(value, record);
}

// bic
const bicColumn = { field: 'bic', column: 'BIC' };
const bicType: Rule = {
  ...bicColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'bic must be a STRING',
};
const bicShape: Rule = {
  ...bicColumn,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'bic-shape',
  message: 'a BIC has 8 or 11 characters',
};

/** Matches [A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?. */
const matchesBicShape = createMatcher('1c-9/1t-p', ',2:2;,2:3;,2:4;,2:5;,2:6;,2:7;8,0:0;9,0:0;!a,0:0;b,0:0;c,0:0;!');

/**
 * Reads bic from the column "BIC": STRING; converted to upper case; matching [A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?
 * (WARNING).
 */
function readBic(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, bicColumn, text);
  return validateBic(textOrNull(text), record);
}

/** Applies the rules of bic. */
function validateBic(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must match [A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})? (WARNING).
  if (!matchesBicShape(value)) record.addIssue(bicShape, value);
  return value;
}

/** Checks bic of a plain object. */
function checkBic(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(bicType, describeValue(inputValue));
  else validateBic(value, record);
}

// amount
const amountColumn = { field: 'amount', column: 'Amount' };
const amountType: Rule = {
  ...amountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'amount must be a DECIMAL with decimal separator "," and group separator "."',
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
  message: 'amount must be positive',
};
const amountLarge: Rule = {
  ...amountColumn,
  severity: 'WARNING',
  code: 'MAX_VALUE',
  ruleId: 'amount-large',
  message: 'an amount above 50000 is looked at by a person',
};

/**
 * Reads amount from the column "Amount": DECIMAL with decimal separator "," and group separator "."; required (FATAL),
 * at least 0.01 (ERROR), at most 50000 (WARNING).
 */
function readAmount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateAmount(null, record);
  const value = toGroupedDecimal(bare, ',', '.');
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
  // Must be at most 50000 (WARNING).
  if (compareDecimals(value, '50000') > 0) record.addIssue(amountLarge, value);
  return value;
}

/** Checks amount of a plain object. */
function checkAmount(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(amountType, describeValue(inputValue));
  else validateAmount(value, record);
}

// currency
const currencyColumn = { field: 'currency', column: 'Currency' };
const currencyType: Rule = {
  ...currencyColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'currency must be a STRING',
};
const currencyRequired: Rule = {
  ...currencyColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:currency',
  message: 'currency is required',
};
const currencyKnown: Rule = {
  ...currencyColumn,
  severity: 'FATAL',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-currency',
  message: 'currency must be one of EUR, CHF, GBP, USD, SEK, NOK, DKK, PLN, CZK',
};
const currencyKnownValues: ReadonlySet<string> = new Set([
  'EUR',
  'CHF',
  'GBP',
  'USD',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'CZK',
]);

/**
 * Reads currency from the column "Currency": STRING; trimmed, then converted to upper case; required (FATAL), one of
 * EUR, CHF, GBP, USD, SEK, NOK, DKK, PLN, CZK (FATAL).
 */
function readCurrency(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text)) return validateCurrency(record.addLimitIssue(TOO_LONG, currencyColumn, text), record);
  return validateCurrency(textOrNull(text), record);
}

/** Applies the rules of currency. */
function validateCurrency(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(currencyRequired, null);
    return null;
  }

  // Must be one of EUR, CHF, GBP, USD, SEK, NOK, DKK, PLN, CZK (FATAL).
  if (!currencyKnownValues.has(value)) record.addIssue(currencyKnown, value);
  return value;
}

/** Checks currency of a plain object. */
function checkCurrency(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(currencyType, describeValue(inputValue));
  else validateCurrency(value, record);
}

// charges
const chargesColumn = { field: 'charges', column: 'Charges' };
const chargesType: Rule = {
  ...chargesColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'charges must be a STRING',
};
const chargesKnown: Rule = {
  ...chargesColumn,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-charges',
  message: 'charges must be one of SHA, OUR, BEN',
};

/** Reads charges from the column "Charges": STRING; "SHA" if null; one of SHA, OUR, BEN (ERROR). */
function readCharges(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text === null || isBlank(text)) text = record.noteCorrection(text, 'SHA');
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, chargesColumn, text);
  return validateCharges(textOrNull(text), record);
}

/** Applies the rules of charges. */
function validateCharges(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be one of SHA, OUR, BEN (ERROR).
  if (value !== 'SHA' && value !== 'OUR' && value !== 'BEN') record.addIssue(chargesKnown, value);
  return value;
}

/** Checks charges of a plain object. */
function checkCharges(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(chargesType, describeValue(inputValue));
  else validateCharges(value, record);
}

// instant
const instantColumn = { field: 'instant', column: 'Instant' };
const instantType: Rule = {
  ...instantColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'instant must be a BOOLEAN ("J", "Ja" for true; "N", "Nein" for false)',
};

/** Reads instant from the column "Instant": BOOLEAN ("J", "Ja" for true; "N", "Nein" for false). */
function readInstant(cell: string | undefined, record: RecordReport): boolean | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = bare === 'J' || bare === 'Ja' ? true : bare === 'N' || bare === 'Nein' ? false : null;
  return value === null ? record.addIssue(instantType, text) : value;
}

/** Checks instant of a plain object. */
function checkInstant(inputValue: unknown, record: RecordReport): void {
  const value = toBooleanValue(inputValue);
  if (value === undefined) record.addIssue(instantType, describeValue(inputValue));
}

// items
const itemsColumn = { field: 'items', column: 'Items' };
const itemsType: Rule = {
  ...itemsColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'items must be an INTEGER with group separator "."',
};
const itemsCounted: Rule = {
  ...itemsColumn,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'items-counted',
  message: 'items must be at least 1',
};

/** Reads items from the column "Items": INTEGER with group separator "."; "1" if null; at least 1 (ERROR). */
function readItems(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text === null || isBlank(text)) text = record.noteCorrection(text, '1');
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, itemsColumn, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateItems(null, record);
  const value = toGroupedInteger(bare, '.');
  return value === null ? record.addIssue(itemsType, text) : validateItems(value, record);
}

/** Applies the rules of items. */
function validateItems(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be at least 1 (ERROR).
  if (compareDecimals(value, '1') < 0) record.addIssue(itemsCounted, value);
  return value;
}

/** Checks items of a plain object. */
function checkItems(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(itemsType, describeValue(inputValue));
  else validateItems(value, record);
}

// purpose
const purposeColumn = { field: 'purpose', column: 'Purpose' };
const purposeType: Rule = {
  ...purposeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'purpose must be a STRING',
};
const purposeLength: Rule = {
  ...purposeColumn,
  severity: 'WARNING',
  code: 'MAX_LENGTH',
  ruleId: 'purpose-length',
  message: 'purpose must have at most 140 characters',
};

/** Reads purpose from the column "Purpose": STRING, sensitive; trimmed; at most 140 characters (WARNING). */
function readPurpose(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return validatePurpose(textOrNull(text), record);
}

/** Applies the rules of purpose. */
function validatePurpose(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must have at most 140 characters (WARNING).
  if (countCodePoints(value) > 140) record.addMaskedIssue(purposeLength, value);
  return value;
}

/** Checks purpose of a plain object. */
function checkPurpose(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(purposeType, describeValue(inputValue));
  else validatePurpose(value, record);
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' || cell === '-' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface Values {
  id: string | null;
  booked: string | null;
  valueDate: string | null;
  debtor: string | null;
  debtorIban: string | null;
  creditor: string | null;
  creditorIban: string | null;
  bic: string | null;
  amount: string | null;
  currency: string | null;
  charges: string | null;
  instant: boolean | null;
  items: string | null;
  purpose: string | null;
}

/** The column names of the fields in the header. */
const columns = {
  id: { column: 'Transaction Id', field: 'id', required: false },
  booked: { column: 'Booked', field: 'booked', required: true },
  valueDate: { column: 'Value Date', field: 'valueDate', required: false },
  debtor: { column: 'Debtor', field: 'debtor', required: true },
  debtorIban: { column: 'Debtor IBAN', field: 'debtorIban', required: true },
  creditor: { column: 'Creditor', field: 'creditor', required: true },
  creditorIban: { column: 'Creditor IBAN', field: 'creditorIban', required: true },
  bic: { column: 'BIC', field: 'bic', required: false },
  amount: { column: 'Amount', field: 'amount', required: true },
  currency: { column: 'Currency', field: 'currency', required: true },
  charges: { column: 'Charges', field: 'charges', required: false },
  instant: { column: 'Instant', field: 'instant', required: false },
  items: { column: 'Items', field: 'items', required: false },
  purpose: { column: 'Purpose', field: 'purpose', required: false },
};

/** The CSV dialect of the file. */
const dialect: Omit<CsvDialect, 'maxRecordBytes' | 'maxColumns'> = {
  delimiter: ';',
  quote: '"',
  escape: '"',
  comment: '',
  skipTop: 0,
  skipBottom: 0,
  skipBlankLines: true,
  hasHeader: true,
  onExtraColumns: 'FATAL',
  onMissingColumns: 'FATAL',
  onNoRecords: 'FATAL',
  masksUnknownColumns: true,
  columns: { named: columns },
  recordWhen: null,
};

/** Reads all fields of a record: corrects, parses and validates them. */
function readRecord({ cells, at }: CsvRecord<keyof typeof columns>, record: RecordReport): Values {
  return {
    id: readId(cells[at.id], record),
    booked: readBooked(cells[at.booked], record),
    valueDate: readValueDate(cells[at.valueDate], record),
    debtor: readDebtor(cells[at.debtor], record),
    debtorIban: readDebtorIban(cells[at.debtorIban], record),
    creditor: readCreditor(cells[at.creditor], record),
    creditorIban: readCreditorIban(cells[at.creditorIban], record),
    bic: readBic(cells[at.bic], record),
    amount: readAmount(cells[at.amount], record),
    currency: readCurrency(cells[at.currency], record),
    charges: readCharges(cells[at.charges], record),
    instant: readInstant(cells[at.instant], record),
    items: readItems(cells[at.items], record),
    purpose: readPurpose(cells[at.purpose], record),
  };
}

/** Creates the source of a file's records. */
function records(options: TransformOptions): CsvRecordSource<keyof typeof columns> {
  const maxRecordBytes = limitRecordBytes(2048, options);
  const maxColumns = limitColumns(14, options);
  return createCsvRecordSource(
    { ...dialect, maxRecordBytes, maxColumns },
    createDecodedInput('windows-1252', options.from),
    options.from,
  );
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toJson(values: Values): string {
  let json = '';
  json += '{"id":' + toJsonString(values.id);
  json += ',"booked":' + toJsonString(values.booked);
  json += ',"valueDate":' + toJsonString(values.valueDate);
  json += ',"debtor":' + toJsonString(values.debtor);
  json += ',"debtorIban":' + toJsonString(values.debtorIban);
  json += ',"creditor":' + toJsonString(values.creditor);
  json += ',"creditorIban":' + toJsonString(values.creditorIban);
  json += ',"bic":' + toJsonString(values.bic);
  json += ',"amount":' + toJsonNumber(values.amount);
  json += ',"currency":' + toJsonString(values.currency);
  json += ',"charges":' + toJsonString(values.charges);
  json += ',"instant":' + toJsonBoolean(values.instant);
  json += ',"items":' + toJsonNumber(values.items);
  json += ',"purpose":' + toJsonString(values.purpose);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toKey(values: Values): string | null {
  return values.id;
}

/** Returns the record as an object. */
function toRecord(values: Values): Payments {
  return {
    id: values.id as string,
    booked: values.booked as string,
    valueDate: values.valueDate,
    debtor: values.debtor as string,
    debtorIban: values.debtorIban as string,
    creditor: values.creditor as string,
    creditorIban: values.creditorIban as string,
    bic: values.bic,
    amount: values.amount as string,
    currency: values.currency as string,
    charges: values.charges,
    instant: values.instant,
    items: toBigInt(values.items),
    purpose: values.purpose,
  };
}

const reader = {
  readRecord,
  toJson,
  toKey,
  toRecord,
  maxRecordBytes: 2048,
  hasSensitiveFields: true,
  fast: fastReader({
    readId,
    readBooked,
    readValueDate,
    readDebtor,
    readDebtorIban,
    readCreditor,
    readCreditorIban,
    readBic,
    readAmount,
    readCurrency,
    readCharges,
    readInstant,
    readItems,
    readPurpose,
  }),
};

/**
 * Reads a file record by record. A field whose type excludes null is null only in a record that failed. @throws
 * FileFailure if the file cannot be read to its end.
 */
export function read(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<RecordOutcome<Payments>> {
  return readRecords(reader, records(options), { chunks: source, options });
}

/** Checks a plain object against the types and rules of the fields. */
export function check(value: unknown): Issue[] {
  return checkRecord(value, (member, record) => {
    checkId(member('id'), record);
    checkBooked(member('booked'), record);
    checkValueDate(member('valueDate'), record);
    checkDebtor(member('debtor'), record);
    checkDebtorIban(member('debtorIban'), record);
    checkCreditor(member('creditor'), record);
    checkCreditorIban(member('creditorIban'), record);
    checkBic(member('bic'), record);
    checkAmount(member('amount'), record);
    checkCurrency(member('currency'), record);
    checkCharges(member('charges'), record);
    checkInstant(member('instant'), record);
    checkItems(member('items'), record);
    checkPurpose(member('purpose'), record);
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  return createRecordTransformer(reader, records(options), options);
}
