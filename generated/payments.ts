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
  limitRecordBytes,
  padNumber,
  parseTwoDigits,
  parseYear,
  readRecords,
  toBigInt,
  toBooleanValue,
  toDateValue,
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

/** What this module was compiled from. */
export const spec: SpecInfo = {
  name: 'payments',
  version: 'c3453c83afd7b54df56b3a3a1f70f575d765375de72736def035664123d7693c',
  format: 'CSV',
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
  /** STRING; trimmed, then converted to upper case; required, matching TX[0-9]{4}-[0-9]{6}. */
  id: string;
  /** DATE; converted from dd.MM.yyyy to yyyy-MM-dd; required, 2020-01-01 or later. */
  booked: string;
  /** DATE; converted from dd.MM.yyyy to yyyy-MM-dd; 2020-01-01 or later. */
  valueDate: string | null;
  /** STRING, sensitive; trimmed; required, at most 70 characters. */
  debtor: string;
  /**
   * STRING, sensitive; \s+ replaced by "", then converted to upper case; required, matching
   * [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}.
   */
  debtorIban: string;
  /** STRING, sensitive; trimmed; required, at most 70 characters. */
  creditor: string;
  /**
   * STRING, sensitive; \s+ replaced by "", then converted to upper case; required, matching
   * [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}.
   */
  creditorIban: string;
  /** STRING; converted to upper case; matching [A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?. */
  bic: string | null;
  /** DECIMAL with decimal separator "," and group separator "."; required, at least 0.01, at most 50000. */
  amount: string;
  /** STRING; trimmed, then converted to upper case; required, one of EUR, CHF, GBP, USD, SEK, NOK, DKK, PLN, CZK. */
  currency: string;
  /** STRING; "SHA" if null; one of SHA, OUR, BEN. */
  charges: string | null;
  /** BOOLEAN ("J", "Ja" for true; "N", "Nein" for false). */
  instant: boolean | null;
  /** INTEGER with group separator "."; "1" if null; at least 1. */
  items: bigint | null;
  /** STRING, sensitive; trimmed; at most 140 characters. */
  purpose: string | null;
}

// id
const idPlace = { field: 'id', column: 'Transaction Id' };
const idType: Rule = {
  ...idPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'id must be a STRING',
};
const idGiven: Rule = {
  ...idPlace,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'id-given',
  message: 'a payment needs its transaction id',
};
const idShape: Rule = {
  ...idPlace,
  severity: 'FATAL',
  code: 'REGEX',
  ruleId: 'id-shape',
  message: 'the transaction id is not of the form TX2025-000001',
};

/** TX[0-9]{4}-[0-9]{6} */
const idShapePattern = createMatcher(
  '19/1c-9/2c/2g',
  ',3:2;,4:3;,2:4;,2:5;,2:6;,2:7;,1:8;,2:9;,2:a;,2:b;,2:c;,2:d;,2:e;!',
);

/**
 * id, from the column "Transaction Id": STRING; trimmed, then converted to upper case; required, matching
 * TX[0-9]{4}-[0-9]{6}.
 */
function readId(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, idPlace, text);
  return judgeId(textOrNull(text), record);
}

/** The rules of id. */
function judgeId(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(idGiven, null);
    return null;
  }

  if (!idShapePattern(value)) record.addIssue(idShape, value);
  return value;
}

/** id in a plain object. */
function checkId(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(idType, describeValue(inputValue));
  else judgeId(value, record);
}

// booked
const bookedPlace = { field: 'booked', column: 'Booked' };
const bookedType: Rule = {
  ...bookedPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'booked must be a DATE in the format yyyy-MM-dd',
};
const bookedRequired: Rule = {
  ...bookedPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:booked',
  message: 'booked is required',
};
const bookedSince: Rule = {
  ...bookedPlace,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'booked-since',
  message: 'the booking date is before 2020',
};

/** What a text like `31.12.2024` (`dd.MM.yyyy`) says; null for any other text. */
function bookedIsoBookedRead(text: string): DateParts | null {
  if (text[2] !== '.' || text[5] !== '.') return null;
  const day = parseTwoDigits(text, 0);
  const month = parseTwoDigits(text, 3);
  const year = parseYear(text, 6, text.length);
  const epochDay = toEpochDay(year, month, day);
  if (Number.isNaN(epochDay)) return null;
  return { year, month, day, hour: NaN, minute: NaN, second: NaN, nano: NaN, offset: NaN };
}

/** A date as a text like `2024-12-31` (`yyyy-MM-dd`). */
function bookedIsoBookedWrite(parts: DateParts): string {
  return formatYear(parts.year, 4) + '-' + padNumber(parts.month, 2) + '-' + padNumber(parts.day, 2);
}

/** The text turned round; other texts are left as they are. */
function bookedIsoBooked(text: string): string {
  const parts = bookedIsoBookedRead(text);
  return parts === null ? text : bookedIsoBookedWrite(parts);
}

/** The day of a text like `2024-12-31` (`yyyy-MM-dd`) as days since 1970-01-01; NaN for any other text. */
function dayOfBooked(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

/** booked, from the column "Booked": DATE; converted from dd.MM.yyyy to yyyy-MM-dd; required, 2020-01-01 or later. */
function readBooked(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, bookedIsoBooked(text));
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, bookedPlace, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeBooked(null, record);
  const value = Number.isNaN(dayOfBooked(bare)) ? null : bare;
  return value === null ? record.addIssue(bookedType, text) : judgeBooked(value, record);
}

/** The rules of booked. */
function judgeBooked(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(bookedRequired, null);
    return null;
  }

  const day = dayOfBooked(value);
  if (day < 18262) record.addIssue(bookedSince, value);
  return value;
}

/** booked in a plain object. */
function checkBooked(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, dayOfBooked);
  if (value === undefined) record.addIssue(bookedType, describeValue(inputValue));
  else judgeBooked(value, record);
}

// valueDate
const valueDatePlace = { field: 'valueDate', column: 'Value Date' };
const valueDateType: Rule = {
  ...valueDatePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'valueDate must be a DATE in the format yyyy-MM-dd',
};
const valueDateSince: Rule = {
  ...valueDatePlace,
  severity: 'WARNING',
  code: 'DATE_RANGE',
  ruleId: 'value-date-since',
  message: 'valueDate must be 2020-01-01 or later',
};

/** What a text like `31.12.2024` (`dd.MM.yyyy`) says; null for any other text. */
function valueDateIsoValueDateRead(text: string): DateParts | null {
  if (text[2] !== '.' || text[5] !== '.') return null;
  const day = parseTwoDigits(text, 0);
  const month = parseTwoDigits(text, 3);
  const year = parseYear(text, 6, text.length);
  const epochDay = toEpochDay(year, month, day);
  if (Number.isNaN(epochDay)) return null;
  return { year, month, day, hour: NaN, minute: NaN, second: NaN, nano: NaN, offset: NaN };
}

/** A date as a text like `2024-12-31` (`yyyy-MM-dd`). */
function valueDateIsoValueDateWrite(parts: DateParts): string {
  return formatYear(parts.year, 4) + '-' + padNumber(parts.month, 2) + '-' + padNumber(parts.day, 2);
}

/** The text turned round; other texts are left as they are. */
function valueDateIsoValueDate(text: string): string {
  const parts = valueDateIsoValueDateRead(text);
  return parts === null ? text : valueDateIsoValueDateWrite(parts);
}

/** The day of a text like `2024-12-31` (`yyyy-MM-dd`) as days since 1970-01-01; NaN for any other text. */
function dayOfValueDate(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

/** valueDate, from the column "Value Date": DATE; converted from dd.MM.yyyy to yyyy-MM-dd; 2020-01-01 or later. */
function readValueDate(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, valueDateIsoValueDate(text));
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, valueDatePlace, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeValueDate(null, record);
  const value = Number.isNaN(dayOfValueDate(bare)) ? null : bare;
  return value === null ? record.addIssue(valueDateType, text) : judgeValueDate(value, record);
}

/** The rules of valueDate. */
function judgeValueDate(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  const day = dayOfValueDate(value);
  if (day < 18262) record.addIssue(valueDateSince, value);
  return value;
}

/** valueDate in a plain object. */
function checkValueDate(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, dayOfValueDate);
  if (value === undefined) record.addIssue(valueDateType, describeValue(inputValue));
  else judgeValueDate(value, record);
}

// debtor
const debtorPlace = { field: 'debtor', column: 'Debtor' };
const debtorType: Rule = {
  ...debtorPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'debtor must be a STRING',
};
const debtorRequired: Rule = {
  ...debtorPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:debtor',
  message: 'debtor is required',
};
const debtorLength: Rule = {
  ...debtorPlace,
  severity: 'ERROR',
  code: 'MAX_LENGTH',
  ruleId: 'debtor-length',
  message: 'debtor must have at most 70 characters',
};

/** debtor, from the column "Debtor": STRING, sensitive; trimmed; required, at most 70 characters. */
function readDebtor(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return judgeDebtor(textOrNull(text), record);
}

/** The rules of debtor. */
function judgeDebtor(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(debtorRequired, null);
    return null;
  }

  if (countCodePoints(value) > 70) record.addMaskedIssue(debtorLength, value);
  return value;
}

/** debtor in a plain object. */
function checkDebtor(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(debtorType, describeValue(inputValue));
  else judgeDebtor(value, record);
}

// debtorIban
const debtorIbanPlace = { field: 'debtorIban', column: 'Debtor IBAN' };
const debtorIbanType: Rule = {
  ...debtorIbanPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'debtorIban must be a STRING',
};
const debtorIbanRequired: Rule = {
  ...debtorIbanPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:debtorIban',
  message: 'debtorIban is required',
};
const debtorIbanShape: Rule = {
  ...debtorIbanPlace,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'debtor-iban-shape',
  message: "the debtor's IBAN is not of the form of one",
};

/** \s+ becomes "" */
const debtorIbanJoinDebtorIban = createReplacer('9-4 i 3j 4bj 1vj-a t-1 5 1b 334 14vy', '1', '0>1;0>1,!', []);

/** [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} */
const debtorIbanShapePattern = createMatcher(
  '1c-9/1t-p',
  ',2:2;,2:3;,1:4;,1:5;6,0:0;7,0:0;8,0:0;9,0:0;a,0:0;b,0:0;c,0:0;d,0:0;e,0:0;f,0:0;g,0:0;!h,0:0;!i,0:0;!j,0:0;!k,0:0;!l,0:0;!m,0:0;!n,0:0;!o,0:0;!p,0:0;!q,0:0;!r,0:0;!s,0:0;!t,0:0;!u,0:0;!v,0:0;!w,0:0;!x,0:0;!y,0:0;!z,0:0;!',
);

/**
 * debtorIban, from the column "Debtor IBAN": STRING, sensitive; \s+ replaced by "", then converted to upper case;
 * required, matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}.
 */
function readDebtorIban(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = debtorIbanJoinDebtorIban(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, debtorIbanPlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, debtorIbanPlace, text);
  return judgeDebtorIban(textOrNull(text), record);
}

/** The rules of debtorIban. */
function judgeDebtorIban(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(debtorIbanRequired, null);
    return null;
  }

  if (!debtorIbanShapePattern(value)) record.addMaskedIssue(debtorIbanShape, value);
  return value;
}

/** debtorIban in a plain object. */
function checkDebtorIban(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(debtorIbanType, describeValue(inputValue));
  else judgeDebtorIban(value, record);
}

// creditor
const creditorPlace = { field: 'creditor', column: 'Creditor' };
const creditorType: Rule = {
  ...creditorPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'creditor must be a STRING',
};
const creditorRequired: Rule = {
  ...creditorPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:creditor',
  message: 'creditor is required',
};
const creditorLength: Rule = {
  ...creditorPlace,
  severity: 'ERROR',
  code: 'MAX_LENGTH',
  ruleId: 'creditor-length',
  message: 'creditor must have at most 70 characters',
};

/** creditor, from the column "Creditor": STRING, sensitive; trimmed; required, at most 70 characters. */
function readCreditor(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return judgeCreditor(textOrNull(text), record);
}

/** The rules of creditor. */
function judgeCreditor(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(creditorRequired, null);
    return null;
  }

  if (countCodePoints(value) > 70) record.addMaskedIssue(creditorLength, value);
  return value;
}

/** creditor in a plain object. */
function checkCreditor(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(creditorType, describeValue(inputValue));
  else judgeCreditor(value, record);
}

// creditorIban
const creditorIbanPlace = { field: 'creditorIban', column: 'Creditor IBAN' };
const creditorIbanType: Rule = {
  ...creditorIbanPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'creditorIban must be a STRING',
};
const creditorIbanRequired: Rule = {
  ...creditorIbanPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:creditorIban',
  message: 'creditorIban is required',
};
const creditorIbanShape: Rule = {
  ...creditorIbanPlace,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'creditor-iban-shape',
  message: "the creditor's IBAN is not of the form of one",
};

/** \s+ becomes "" */
const creditorIbanJoinCreditorIban = createReplacer('9-4 i 3j 4bj 1vj-a t-1 5 1b 334 14vy', '1', '0>1;0>1,!', []);

/** [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} */
const creditorIbanShapePattern = createMatcher(
  '1c-9/1t-p',
  ',2:2;,2:3;,1:4;,1:5;6,0:0;7,0:0;8,0:0;9,0:0;a,0:0;b,0:0;c,0:0;d,0:0;e,0:0;f,0:0;g,0:0;!h,0:0;!i,0:0;!j,0:0;!k,0:0;!l,0:0;!m,0:0;!n,0:0;!o,0:0;!p,0:0;!q,0:0;!r,0:0;!s,0:0;!t,0:0;!u,0:0;!v,0:0;!w,0:0;!x,0:0;!y,0:0;!z,0:0;!',
);

/**
 * creditorIban, from the column "Creditor IBAN": STRING, sensitive; \s+ replaced by "", then converted to upper case;
 * required, matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}.
 */
function readCreditorIban(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = creditorIbanJoinCreditorIban(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, creditorIbanPlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, creditorIbanPlace, text);
  return judgeCreditorIban(textOrNull(text), record);
}

/** The rules of creditorIban. */
function judgeCreditorIban(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(creditorIbanRequired, null);
    return null;
  }

  if (!creditorIbanShapePattern(value)) record.addMaskedIssue(creditorIbanShape, value);
  return value;
}

/** creditorIban in a plain object. */
function checkCreditorIban(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(creditorIbanType, describeValue(inputValue));
  else judgeCreditorIban(value, record);
}

// bic
const bicPlace = { field: 'bic', column: 'BIC' };
const bicType: Rule = {
  ...bicPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'bic must be a STRING',
};
const bicShape: Rule = {
  ...bicPlace,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'bic-shape',
  message: 'a BIC has 8 or 11 characters',
};

/** [A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})? */
const bicShapePattern = createMatcher('1c-9/1t-p', ',2:2;,2:3;,2:4;,2:5;,2:6;,2:7;8,0:0;9,0:0;!a,0:0;b,0:0;c,0:0;!');

/** bic, from the column "BIC": STRING; converted to upper case; matching [A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?. */
function readBic(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, bicPlace, text);
  return judgeBic(textOrNull(text), record);
}

/** The rules of bic. */
function judgeBic(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (!bicShapePattern(value)) record.addIssue(bicShape, value);
  return value;
}

/** bic in a plain object. */
function checkBic(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(bicType, describeValue(inputValue));
  else judgeBic(value, record);
}

// amount
const amountPlace = { field: 'amount', column: 'Amount' };
const amountType: Rule = {
  ...amountPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'amount must be a DECIMAL with decimal separator "," and group separator "."',
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
  message: 'amount must be positive',
};
const amountLarge: Rule = {
  ...amountPlace,
  severity: 'WARNING',
  code: 'MAX_VALUE',
  ruleId: 'amount-large',
  message: 'an amount above 50000 is looked at by a person',
};

/**
 * amount, from the column "Amount": DECIMAL with decimal separator "," and group separator "."; required, at least
 * 0.01, at most 50000.
 */
function readAmount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeAmount(null, record);
  const value = toGroupedDecimal(bare, ',', '.');
  return value === null ? record.addIssue(amountType, text) : judgeAmount(value, record);
}

/** The rules of amount. */
function judgeAmount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(amountRequired, null);
    return null;
  }

  if (compareDecimals(value, '0.01') < 0) record.addIssue(amountPositive, value);
  if (compareDecimals(value, '50000') > 0) record.addIssue(amountLarge, value);
  return value;
}

/** amount in a plain object. */
function checkAmount(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(amountType, describeValue(inputValue));
  else judgeAmount(value, record);
}

// currency
const currencyPlace = { field: 'currency', column: 'Currency' };
const currencyType: Rule = {
  ...currencyPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'currency must be a STRING',
};
const currencyRequired: Rule = {
  ...currencyPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:currency',
  message: 'currency is required',
};
const currencyKnownCurrency: Rule = {
  ...currencyPlace,
  severity: 'FATAL',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-currency',
  message: 'currency must be one of EUR, CHF, GBP, USD, SEK, NOK, DKK, PLN, CZK',
};
const currencyKnownCurrencyValues: ReadonlySet<string> = new Set([
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
 * currency, from the column "Currency": STRING; trimmed, then converted to upper case; required, one of EUR, CHF, GBP,
 * USD, SEK, NOK, DKK, PLN, CZK.
 */
function readCurrency(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, currencyPlace, text);
  return judgeCurrency(textOrNull(text), record);
}

/** The rules of currency. */
function judgeCurrency(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(currencyRequired, null);
    return null;
  }

  if (!currencyKnownCurrencyValues.has(value)) record.addIssue(currencyKnownCurrency, value);
  return value;
}

/** currency in a plain object. */
function checkCurrency(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(currencyType, describeValue(inputValue));
  else judgeCurrency(value, record);
}

// charges
const chargesPlace = { field: 'charges', column: 'Charges' };
const chargesType: Rule = {
  ...chargesPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'charges must be a STRING',
};
const chargesKnownCharges: Rule = {
  ...chargesPlace,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-charges',
  message: 'charges must be one of SHA, OUR, BEN',
};

/** charges, from the column "Charges": STRING; "SHA" if null; one of SHA, OUR, BEN. */
function readCharges(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text === null || isBlank(text)) text = record.noteCorrection(text, 'SHA');
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, chargesPlace, text);
  return judgeCharges(textOrNull(text), record);
}

/** The rules of charges. */
function judgeCharges(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (value !== 'SHA' && value !== 'OUR' && value !== 'BEN') record.addIssue(chargesKnownCharges, value);
  return value;
}

/** charges in a plain object. */
function checkCharges(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(chargesType, describeValue(inputValue));
  else judgeCharges(value, record);
}

// instant
const instantPlace = { field: 'instant', column: 'Instant' };
const instantType: Rule = {
  ...instantPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'instant must be a BOOLEAN ("J", "Ja" for true; "N", "Nein" for false)',
};

/** instant, from the column "Instant": BOOLEAN ("J", "Ja" for true; "N", "Nein" for false). */
function readInstant(cell: string | undefined, record: RecordReport): boolean | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = bare === 'J' || bare === 'Ja' ? true : bare === 'N' || bare === 'Nein' ? false : null;
  return value === null ? record.addIssue(instantType, text) : value;
}

/** instant in a plain object. */
function checkInstant(inputValue: unknown, record: RecordReport): void {
  const value = toBooleanValue(inputValue);
  if (value === undefined) record.addIssue(instantType, describeValue(inputValue));
}

// items
const itemsPlace = { field: 'items', column: 'Items' };
const itemsType: Rule = {
  ...itemsPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'items must be an INTEGER with group separator "."',
};
const itemsCounted: Rule = {
  ...itemsPlace,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'items-counted',
  message: 'items must be at least 1',
};

/** items, from the column "Items": INTEGER with group separator "."; "1" if null; at least 1. */
function readItems(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text === null || isBlank(text)) text = record.noteCorrection(text, '1');
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, itemsPlace, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeItems(null, record);
  const value = toGroupedInteger(bare, '.');
  return value === null ? record.addIssue(itemsType, text) : judgeItems(value, record);
}

/** The rules of items. */
function judgeItems(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (compareDecimals(value, '1') < 0) record.addIssue(itemsCounted, value);
  return value;
}

/** items in a plain object. */
function checkItems(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(itemsType, describeValue(inputValue));
  else judgeItems(value, record);
}

// purpose
const purposePlace = { field: 'purpose', column: 'Purpose' };
const purposeType: Rule = {
  ...purposePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'purpose must be a STRING',
};
const purposeLength: Rule = {
  ...purposePlace,
  severity: 'WARNING',
  code: 'MAX_LENGTH',
  ruleId: 'purpose-length',
  message: 'purpose must have at most 140 characters',
};

/** purpose, from the column "Purpose": STRING, sensitive; trimmed; at most 140 characters. */
function readPurpose(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return judgePurpose(textOrNull(text), record);
}

/** The rules of purpose. */
function judgePurpose(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (countCodePoints(value) > 140) record.addMaskedIssue(purposeLength, value);
  return value;
}

/** purpose in a plain object. */
function checkPurpose(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(purposeType, describeValue(inputValue));
  else judgePurpose(value, record);
}

/** The text of a cell; null where it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' || cell === '-' ? null : cell;
}

/** The values of a record as they are read: numbers as their digits. */
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

/** The columns that the header must name. */
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

/** How the records stand in the file. */
const dialect: Omit<CsvDialect, 'maxRecordBytes'> = {
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
  columns: { named: columns },
  recordWhen: null,
};

/** Corrects, types and judges one record, field by field. */
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

/** Splits a file into records. */
function records(options: TransformOptions): CsvRecordSource<keyof typeof columns> {
  const maxRecordBytes = limitRecordBytes(2048, options);
  return createCsvRecordSource(
    { ...dialect, maxRecordBytes },
    createDecodedInput('windows-1252', options.from),
    options.from,
  );
}

/** The message of a record: flat JSON in the order of the spec. */
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

/** The key of a record's message; null where it has none. */
function toKey(values: Values): string | null {
  return values.id;
}

/** The record as an object. */
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
 * Reads a file record by record. A required field is null only in a record with an ERROR. @throws FileFailure where the
 * file cannot be read to its end.
 */
export function read(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<RecordOutcome<Payments>> {
  return readRecords(reader, records(options), { chunks: source, options });
}

/** Judges a plain object by the types and rules of the fields. */
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

/** Makes batches of messages from the bytes of one file. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  return createRecordTransformer(reader, records(options), options);
}
