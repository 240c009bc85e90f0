// Compiled by Specmill from a spec: change the spec, not this file.
import {
  TOO_LONG,
  checkRecord,
  compareDecimals,
  countCodePoints,
  createMatcher,
  createRecordTransformer,
  createReplacer,
  createXmlElement,
  createXmlRecordSource,
  describeValue,
  isBlank,
  limitRecordBytes,
  parseTwoDigits,
  parseYear,
  readRecords,
  toBigInt,
  toBoolean,
  toBooleanValue,
  toCompositeKey,
  toDateValue,
  toDecimal,
  toDecimalValue,
  toEpochDay,
  toInteger,
  toIntegerValue,
  toJsonBoolean,
  toJsonNumber,
  toJsonString,
  toTextValue,
  trim,
  trimToNull,
  type Issue,
  type ReadOptions,
  type RecordOutcome,
  type RecordReport,
  type Rule,
  type SpecInfo,
  type TransformOptions,
  type Transformer,
  type XmlRecord,
  type XmlRecordSource,
} from 'specmill/kernel';
import { fastReader } from './bank-statement.fast.ts';

/** What this module was compiled from. */
export const spec: SpecInfo = {
  name: 'bank-statement',
  version: '0b2042b07916b785e7ae9cee749486f7f53f8f930479620d375169bf5378202e',
  format: 'XML',
  fields: [
    { name: 'iban', type: 'STRING', sensitive: false },
    { name: 'statement', type: 'STRING', sensitive: false },
    { name: 'sequence', type: 'INTEGER', sensitive: false },
    { name: 'reference', type: 'STRING', sensitive: false },
    { name: 'amount', type: 'DECIMAL', sensitive: false },
    { name: 'currency', type: 'STRING', sensitive: false },
    { name: 'direction', type: 'STRING', sensitive: false },
    { name: 'reversal', type: 'BOOLEAN', sensitive: false },
    { name: 'status', type: 'STRING', sensitive: false },
    { name: 'booked', type: 'DATE', sensitive: false },
    { name: 'valued', type: 'DATE', sensitive: false },
    { name: 'endToEndId', type: 'STRING', sensitive: false },
    { name: 'debtor', type: 'STRING', sensitive: true },
    { name: 'debtorIban', type: 'STRING', sensitive: true },
    { name: 'creditor', type: 'STRING', sensitive: true },
    { name: 'creditorIban', type: 'STRING', sensitive: true },
    { name: 'purpose', type: 'STRING', sensitive: false },
  ],
};

/** Entries of bank statements (ISO 20022, camt.053) */
export interface BankStatement {
  /** STRING; required, matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}. */
  iban: string;
  /** STRING; required. */
  statement: string;
  /** INTEGER; at least 1. */
  sequence: bigint | null;
  /** STRING; required. */
  reference: string;
  /** DECIMAL; required, at least 0, at most 100000. */
  amount: string;
  /** STRING; required, one of EUR, CHF, GBP, USD. */
  currency: string;
  /** STRING; required, one of CRDT, DBIT. */
  direction: string;
  /** BOOLEAN; "false" if null. */
  reversal: boolean | null;
  /** STRING; required, one of BOOK. */
  status: string;
  /** DATE; required, 2020-01-01 or later. */
  booked: string;
  /** DATE; 2020-01-01 or later. */
  valued: string | null;
  /** STRING. */
  endToEndId: string | null;
  /** STRING, sensitive; trimmed; at most 140 characters. */
  debtor: string | null;
  /** STRING, sensitive; \s+ replaced by ""; matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}. */
  debtorIban: string | null;
  /** STRING, sensitive; trimmed; at most 140 characters. */
  creditor: string | null;
  /** STRING, sensitive; \s+ replaced by ""; matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}. */
  creditorIban: string | null;
  /** STRING; \s+ replaced by " ", then trimmed; at most 563 characters. */
  purpose: string | null;
}

// iban
const ibanPlace = { field: 'iban', column: '/Document/BkToCstmrStmt/Stmt/Acct/Id/IBAN' };
const ibanType: Rule = {
  ...ibanPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'iban must be a STRING',
};
const ibanRequired: Rule = {
  ...ibanPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:iban',
  message: 'iban is required',
};
const ibanShape: Rule = {
  ...ibanPlace,
  severity: 'FATAL',
  code: 'REGEX',
  ruleId: 'iban-shape',
  message: "the account's IBAN is not of the form of one",
};

/** [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} */
const ibanShapePattern = createMatcher(
  '1c-9/1t-p',
  ',2:2;,2:3;,1:4;,1:5;6,0:0;7,0:0;8,0:0;9,0:0;a,0:0;b,0:0;c,0:0;d,0:0;e,0:0;f,0:0;g,0:0;!h,0:0;!i,0:0;!j,0:0;!k,0:0;!l,0:0;!m,0:0;!n,0:0;!o,0:0;!p,0:0;!q,0:0;!r,0:0;!s,0:0;!t,0:0;!u,0:0;!v,0:0;!w,0:0;!x,0:0;!y,0:0;!z,0:0;!',
);

/**
 * iban, from the column "/Document/BkToCstmrStmt/Stmt/Acct/Id/IBAN": STRING; required, matching
 * [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}.
 */
function readIban(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  return judgeIban(text, record);
}

/** The rules of iban. */
function judgeIban(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(ibanRequired, null);
    return null;
  }

  if (!ibanShapePattern(value)) record.addIssue(ibanShape, value);
  return value;
}

/** iban in a plain object. */
function checkIban(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(ibanType, describeValue(inputValue));
  else judgeIban(value, record);
}

// statement
const statementPlace = { field: 'statement', column: '/Document/BkToCstmrStmt/Stmt/Id' };
const statementType: Rule = {
  ...statementPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'statement must be a STRING',
};
const statementRequired: Rule = {
  ...statementPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:statement',
  message: 'statement is required',
};

/** statement, from the column "/Document/BkToCstmrStmt/Stmt/Id": STRING; required. */
function readStatement(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  return judgeStatement(text, record);
}

/** The rules of statement. */
function judgeStatement(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(statementRequired, null);
    return null;
  }

  return value;
}

/** statement in a plain object. */
function checkStatement(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(statementType, describeValue(inputValue));
  else judgeStatement(value, record);
}

// sequence
const sequencePlace = { field: 'sequence', column: '/Document/BkToCstmrStmt/Stmt/ElctrncSeqNb' };
const sequenceType: Rule = {
  ...sequencePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'sequence must be an INTEGER',
};
const sequenceCounted: Rule = {
  ...sequencePlace,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'sequence-counted',
  message: 'sequence must be at least 1',
};

/** sequence, from the column "/Document/BkToCstmrStmt/Stmt/ElctrncSeqNb": INTEGER; at least 1. */
function readSequence(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeSequence(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(sequenceType, text) : judgeSequence(value, record);
}

/** The rules of sequence. */
function judgeSequence(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (compareDecimals(value, '1') < 0) record.addIssue(sequenceCounted, value);
  return value;
}

/** sequence in a plain object. */
function checkSequence(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(sequenceType, describeValue(inputValue));
  else judgeSequence(value, record);
}

// reference
const referencePlace = { field: 'reference', column: 'NtryRef' };
const referenceType: Rule = {
  ...referencePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'reference must be a STRING',
};
const referenceGiven: Rule = {
  ...referencePlace,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'reference-given',
  message: 'an entry needs its reference',
};

/** reference, from the column "NtryRef": STRING; required. */
function readReference(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  return judgeReference(text, record);
}

/** The rules of reference. */
function judgeReference(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(referenceGiven, null);
    return null;
  }

  return value;
}

/** reference in a plain object. */
function checkReference(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(referenceType, describeValue(inputValue));
  else judgeReference(value, record);
}

// amount
const amountPlace = { field: 'amount', column: 'Amt' };
const amountType: Rule = {
  ...amountPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'amount must be a DECIMAL with decimal separator "."',
};
const amountRequired: Rule = {
  ...amountPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:amount',
  message: 'amount is required',
};
const amountUnsigned: Rule = {
  ...amountPlace,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'amount-unsigned',
  message: 'an amount has no sign',
};
const amountLarge: Rule = {
  ...amountPlace,
  severity: 'WARNING',
  code: 'MAX_VALUE',
  ruleId: 'amount-large',
  message: 'an amount above 100000 is looked at by a person',
};

/** amount, from the column "Amt": DECIMAL; required, at least 0, at most 100000. */
function readAmount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeAmount(null, record);
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(amountType, text) : judgeAmount(value, record);
}

/** The rules of amount. */
function judgeAmount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(amountRequired, null);
    return null;
  }

  if (compareDecimals(value, '0') < 0) record.addIssue(amountUnsigned, value);
  if (compareDecimals(value, '100000') > 0) record.addIssue(amountLarge, value);
  return value;
}

/** amount in a plain object. */
function checkAmount(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(amountType, describeValue(inputValue));
  else judgeAmount(value, record);
}

// currency
const currencyPlace = { field: 'currency', column: 'Amt/@Ccy' };
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
  message: 'currency must be one of EUR, CHF, GBP, USD',
};
const currencyKnownCurrencyValues: ReadonlySet<string> = new Set(['EUR', 'CHF', 'GBP', 'USD']);

/** currency, from the column "Amt/@Ccy": STRING; required, one of EUR, CHF, GBP, USD. */
function readCurrency(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  return judgeCurrency(text, record);
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

// direction
const directionPlace = { field: 'direction', column: 'CdtDbtInd' };
const directionType: Rule = {
  ...directionPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'direction must be a STRING',
};
const directionRequired: Rule = {
  ...directionPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:direction',
  message: 'direction is required',
};
const directionKnownDirection: Rule = {
  ...directionPlace,
  severity: 'FATAL',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-direction',
  message: 'direction must be one of CRDT, DBIT',
};

/** direction, from the column "CdtDbtInd": STRING; required, one of CRDT, DBIT. */
function readDirection(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  return judgeDirection(text, record);
}

/** The rules of direction. */
function judgeDirection(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(directionRequired, null);
    return null;
  }

  if (value !== 'CRDT' && value !== 'DBIT') record.addIssue(directionKnownDirection, value);
  return value;
}

/** direction in a plain object. */
function checkDirection(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(directionType, describeValue(inputValue));
  else judgeDirection(value, record);
}

// reversal
const reversalPlace = { field: 'reversal', column: 'RvslInd' };
const reversalType: Rule = {
  ...reversalPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'reversal must be a BOOLEAN',
};

/** reversal, from the column "RvslInd": BOOLEAN; "false" if null. */
function readReversal(cell: string | undefined, record: RecordReport): boolean | null {
  let text = textOrNull(cell);
  if (text === null || isBlank(text)) text = record.noteCorrection(text, 'false');
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, reversalPlace, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toBoolean(bare);
  return value === null ? record.addIssue(reversalType, text) : value;
}

/** reversal in a plain object. */
function checkReversal(inputValue: unknown, record: RecordReport): void {
  const value = toBooleanValue(inputValue);
  if (value === undefined) record.addIssue(reversalType, describeValue(inputValue));
}

// status
const statusPlace = { field: 'status', column: 'Sts' };
const statusType: Rule = {
  ...statusPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'status must be a STRING',
};
const statusRequired: Rule = {
  ...statusPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:status',
  message: 'status is required',
};
const statusBookedStatus: Rule = {
  ...statusPlace,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'booked-status',
  message: 'the entry is not booked yet',
};

/** status, from the column "Sts": STRING; required, one of BOOK. */
function readStatus(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  return judgeStatus(text, record);
}

/** The rules of status. */
function judgeStatus(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(statusRequired, null);
    return null;
  }

  if (value !== 'BOOK') record.addIssue(statusBookedStatus, value);
  return value;
}

/** status in a plain object. */
function checkStatus(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(statusType, describeValue(inputValue));
  else judgeStatus(value, record);
}

// booked
const bookedPlace = { field: 'booked', column: 'BookgDt/Dt' };
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

/** The day of a text like `2024-12-31` (`yyyy-MM-dd`) as days since 1970-01-01; NaN for any other text. */
function dayOfBooked(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

/** booked, from the column "BookgDt/Dt": DATE; required, 2020-01-01 or later. */
function readBooked(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
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

// valued
const valuedPlace = { field: 'valued', column: 'ValDt/Dt' };
const valuedType: Rule = {
  ...valuedPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'valued must be a DATE in the format yyyy-MM-dd',
};
const valuedSince: Rule = {
  ...valuedPlace,
  severity: 'WARNING',
  code: 'DATE_RANGE',
  ruleId: 'valued-since',
  message: 'valued must be 2020-01-01 or later',
};

/** The day of a text like `2024-12-31` (`yyyy-MM-dd`) as days since 1970-01-01; NaN for any other text. */
function dayOfValued(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

/** valued, from the column "ValDt/Dt": DATE; 2020-01-01 or later. */
function readValued(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeValued(null, record);
  const value = Number.isNaN(dayOfValued(bare)) ? null : bare;
  return value === null ? record.addIssue(valuedType, text) : judgeValued(value, record);
}

/** The rules of valued. */
function judgeValued(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  const day = dayOfValued(value);
  if (day < 18262) record.addIssue(valuedSince, value);
  return value;
}

/** valued in a plain object. */
function checkValued(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, dayOfValued);
  if (value === undefined) record.addIssue(valuedType, describeValue(inputValue));
  else judgeValued(value, record);
}

// endToEndId
const endToEndIdPlace = { field: 'endToEndId', column: 'NtryDtls/TxDtls/Refs/EndToEndId' };
const endToEndIdType: Rule = {
  ...endToEndIdPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'endToEndId must be a STRING',
};

/** endToEndId, from the column "NtryDtls/TxDtls/Refs/EndToEndId": STRING. */
function readEndToEndId(cell: string | undefined): string | null {
  const text = textOrNull(cell);
  return text;
}

/** endToEndId in a plain object. */
function checkEndToEndId(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(endToEndIdType, describeValue(inputValue));
}

// debtor
const debtorPlace = { field: 'debtor', column: 'NtryDtls/TxDtls/RltdPties/Dbtr/Nm' };
const debtorType: Rule = {
  ...debtorPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'debtor must be a STRING',
};
const debtorLength: Rule = {
  ...debtorPlace,
  severity: 'WARNING',
  code: 'MAX_LENGTH',
  ruleId: 'debtor-length',
  message: 'debtor must have at most 140 characters',
};

/** debtor, from the column "NtryDtls/TxDtls/RltdPties/Dbtr/Nm": STRING, sensitive; trimmed; at most 140 characters. */
function readDebtor(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return judgeDebtor(textOrNull(text), record);
}

/** The rules of debtor. */
function judgeDebtor(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (countCodePoints(value) > 140) record.addMaskedIssue(debtorLength, value);
  return value;
}

/** debtor in a plain object. */
function checkDebtor(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(debtorType, describeValue(inputValue));
  else judgeDebtor(value, record);
}

// debtorIban
const debtorIbanPlace = { field: 'debtorIban', column: 'NtryDtls/TxDtls/RltdPties/DbtrAcct/Id/IBAN' };
const debtorIbanType: Rule = {
  ...debtorIbanPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'debtorIban must be a STRING',
};
const debtorIbanShape: Rule = {
  ...debtorIbanPlace,
  severity: 'WARNING',
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
 * debtorIban, from the column "NtryDtls/TxDtls/RltdPties/DbtrAcct/Id/IBAN": STRING, sensitive; \s+ replaced by "";
 * matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}.
 */
function readDebtorIban(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = debtorIbanJoinDebtorIban(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, debtorIbanPlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, debtorIbanPlace, text);
  return judgeDebtorIban(textOrNull(text), record);
}

/** The rules of debtorIban. */
function judgeDebtorIban(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
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
const creditorPlace = { field: 'creditor', column: 'NtryDtls/TxDtls/RltdPties/Cdtr/Nm' };
const creditorType: Rule = {
  ...creditorPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'creditor must be a STRING',
};
const creditorLength: Rule = {
  ...creditorPlace,
  severity: 'WARNING',
  code: 'MAX_LENGTH',
  ruleId: 'creditor-length',
  message: 'creditor must have at most 140 characters',
};

/**
 * creditor, from the column "NtryDtls/TxDtls/RltdPties/Cdtr/Nm": STRING, sensitive; trimmed; at most 140 characters.
 */
function readCreditor(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return judgeCreditor(textOrNull(text), record);
}

/** The rules of creditor. */
function judgeCreditor(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (countCodePoints(value) > 140) record.addMaskedIssue(creditorLength, value);
  return value;
}

/** creditor in a plain object. */
function checkCreditor(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(creditorType, describeValue(inputValue));
  else judgeCreditor(value, record);
}

// creditorIban
const creditorIbanPlace = { field: 'creditorIban', column: 'NtryDtls/TxDtls/RltdPties/CdtrAcct/Id/IBAN' };
const creditorIbanType: Rule = {
  ...creditorIbanPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'creditorIban must be a STRING',
};
const creditorIbanShape: Rule = {
  ...creditorIbanPlace,
  severity: 'WARNING',
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
 * creditorIban, from the column "NtryDtls/TxDtls/RltdPties/CdtrAcct/Id/IBAN": STRING, sensitive; \s+ replaced by "";
 * matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}.
 */
function readCreditorIban(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = creditorIbanJoinCreditorIban(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, creditorIbanPlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, creditorIbanPlace, text);
  return judgeCreditorIban(textOrNull(text), record);
}

/** The rules of creditorIban. */
function judgeCreditorIban(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (!creditorIbanShapePattern(value)) record.addMaskedIssue(creditorIbanShape, value);
  return value;
}

/** creditorIban in a plain object. */
function checkCreditorIban(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(creditorIbanType, describeValue(inputValue));
  else judgeCreditorIban(value, record);
}

// purpose
const purposePlace = { field: 'purpose', column: 'NtryDtls/TxDtls/RmtInf/Ustrd' };
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
  message: 'purpose must have at most 563 characters',
};

/** \s+ becomes " " */
const purposeOneLine = createReplacer('9-4 i 3j 4bj 1vj-a t-1 5 1b 334 14vy', '1', '0>1;0>1,!', [' ']);

/**
 * purpose, from the column "NtryDtls/TxDtls/RmtInf/Ustrd": STRING; \s+ replaced by " ", then trimmed; at most 563
 * characters.
 */
function readPurpose(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = purposeOneLine(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, purposePlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, purposePlace, text);
  return judgePurpose(textOrNull(text), record);
}

/** The rules of purpose. */
function judgePurpose(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (countCodePoints(value) > 563) record.addIssue(purposeLength, value);
  return value;
}

/** purpose in a plain object. */
function checkPurpose(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(purposeType, describeValue(inputValue));
  else judgePurpose(value, record);
}

/** The text of a cell; null where it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' || cell === 'NOTPROVIDED' ? null : cell;
}

/** The values of a record as they are read: numbers as their digits. */
interface Values {
  iban: string | null;
  statement: string | null;
  sequence: string | null;
  reference: string | null;
  amount: string | null;
  currency: string | null;
  direction: string | null;
  reversal: boolean | null;
  status: string | null;
  booked: string | null;
  valued: string | null;
  endToEndId: string | null;
  debtor: string | null;
  debtorIban: string | null;
  creditor: string | null;
  creditorIban: string | null;
  purpose: string | null;
}

/** The places of the fields among the texts of a record, from 0. */
const columns = {
  iban: 0,
  statement: 1,
  sequence: 2,
  reference: 3,
  amount: 4,
  currency: 5,
  direction: 6,
  reversal: 7,
  status: 8,
  booked: 9,
  valued: 10,
  endToEndId: 11,
  debtor: 12,
  debtorIban: 13,
  creditor: 14,
  creditorIban: 15,
  purpose: 16,
};

/** NtryRef */
const ntryRefElement = createXmlElement({ text: [columns.reference] });

/** Amt */
const amtElement = createXmlElement({
  text: [columns.amount],
  attributes: { Ccy: [columns.currency] },
});

/** CdtDbtInd */
const cdtDbtIndElement = createXmlElement({ text: [columns.direction] });

/** RvslInd */
const rvslIndElement = createXmlElement({ text: [columns.reversal] });

/** Sts */
const stsElement = createXmlElement({ text: [columns.status] });

/** BookgDt/Dt */
const bookgDtDtElement = createXmlElement({ text: [columns.booked] });

/** BookgDt */
const bookgDtElement = createXmlElement({ children: { Dt: bookgDtDtElement } });

/** ValDt/Dt */
const valDtDtElement = createXmlElement({ text: [columns.valued] });

/** ValDt */
const valDtElement = createXmlElement({ children: { Dt: valDtDtElement } });

/** NtryDtls/TxDtls/Refs/EndToEndId */
const ntryDtlsTxDtlsRefsEndToEndIdElement = createXmlElement({
  text: [{ column: columns.endToEndId, separator: ';' }],
});

/** NtryDtls/TxDtls/Refs */
const ntryDtlsTxDtlsRefsElement = createXmlElement({
  children: { EndToEndId: ntryDtlsTxDtlsRefsEndToEndIdElement },
});

/** NtryDtls/TxDtls/RltdPties/Dbtr/Nm */
const ntryDtlsTxDtlsRltdPtiesDbtrNmElement = createXmlElement({ text: [columns.debtor] });

/** NtryDtls/TxDtls/RltdPties/Dbtr */
const ntryDtlsTxDtlsRltdPtiesDbtrElement = createXmlElement({ children: { Nm: ntryDtlsTxDtlsRltdPtiesDbtrNmElement } });

/** NtryDtls/TxDtls/RltdPties/DbtrAcct/Id/IBAN */
const ntryDtlsTxDtlsRltdPtiesDbtrAcctIdIBANElement = createXmlElement({ text: [columns.debtorIban] });

/** NtryDtls/TxDtls/RltdPties/DbtrAcct/Id */
const ntryDtlsTxDtlsRltdPtiesDbtrAcctIdElement = createXmlElement({
  children: { IBAN: ntryDtlsTxDtlsRltdPtiesDbtrAcctIdIBANElement },
});

/** NtryDtls/TxDtls/RltdPties/DbtrAcct */
const ntryDtlsTxDtlsRltdPtiesDbtrAcctElement = createXmlElement({
  children: { Id: ntryDtlsTxDtlsRltdPtiesDbtrAcctIdElement },
});

/** NtryDtls/TxDtls/RltdPties/Cdtr/Nm */
const ntryDtlsTxDtlsRltdPtiesCdtrNmElement = createXmlElement({ text: [columns.creditor] });

/** NtryDtls/TxDtls/RltdPties/Cdtr */
const ntryDtlsTxDtlsRltdPtiesCdtrElement = createXmlElement({ children: { Nm: ntryDtlsTxDtlsRltdPtiesCdtrNmElement } });

/** NtryDtls/TxDtls/RltdPties/CdtrAcct/Id/IBAN */
const ntryDtlsTxDtlsRltdPtiesCdtrAcctIdIBANElement = createXmlElement({ text: [columns.creditorIban] });

/** NtryDtls/TxDtls/RltdPties/CdtrAcct/Id */
const ntryDtlsTxDtlsRltdPtiesCdtrAcctIdElement = createXmlElement({
  children: { IBAN: ntryDtlsTxDtlsRltdPtiesCdtrAcctIdIBANElement },
});

/** NtryDtls/TxDtls/RltdPties/CdtrAcct */
const ntryDtlsTxDtlsRltdPtiesCdtrAcctElement = createXmlElement({
  children: { Id: ntryDtlsTxDtlsRltdPtiesCdtrAcctIdElement },
});

/** NtryDtls/TxDtls/RltdPties */
const ntryDtlsTxDtlsRltdPtiesElement = createXmlElement({
  children: {
    Dbtr: ntryDtlsTxDtlsRltdPtiesDbtrElement,
    DbtrAcct: ntryDtlsTxDtlsRltdPtiesDbtrAcctElement,
    Cdtr: ntryDtlsTxDtlsRltdPtiesCdtrElement,
    CdtrAcct: ntryDtlsTxDtlsRltdPtiesCdtrAcctElement,
  },
});

/** NtryDtls/TxDtls/RmtInf/Ustrd */
const ntryDtlsTxDtlsRmtInfUstrdElement = createXmlElement({ text: [{ column: columns.purpose, separator: ' ' }] });

/** NtryDtls/TxDtls/RmtInf */
const ntryDtlsTxDtlsRmtInfElement = createXmlElement({ children: { Ustrd: ntryDtlsTxDtlsRmtInfUstrdElement } });

/** NtryDtls/TxDtls */
const ntryDtlsTxDtlsElement = createXmlElement({
  children: {
    Refs: ntryDtlsTxDtlsRefsElement,
    RltdPties: ntryDtlsTxDtlsRltdPtiesElement,
    RmtInf: ntryDtlsTxDtlsRmtInfElement,
  },
});

/** NtryDtls */
const ntryDtlsElement = createXmlElement({ children: { TxDtls: ntryDtlsTxDtlsElement } });

/** A record. */
const atRecord = createXmlElement({
  children: {
    NtryRef: ntryRefElement,
    Amt: amtElement,
    CdtDbtInd: cdtDbtIndElement,
    RvslInd: rvslIndElement,
    Sts: stsElement,
    BookgDt: bookgDtElement,
    ValDt: valDtElement,
    NtryDtls: ntryDtlsElement,
  },
});

/** /Document/BkToCstmrStmt/Stmt/Acct/Id/IBAN */
const documentBkToCstmrStmtStmtAcctIdIBANElement = createXmlElement({ text: [columns.iban] });

/** /Document/BkToCstmrStmt/Stmt/Acct/Id */
const documentBkToCstmrStmtStmtAcctIdElement = createXmlElement({
  children: { IBAN: documentBkToCstmrStmtStmtAcctIdIBANElement },
});

/** /Document/BkToCstmrStmt/Stmt/Acct */
const documentBkToCstmrStmtStmtAcctElement = createXmlElement({
  children: { Id: documentBkToCstmrStmtStmtAcctIdElement },
});

/** /Document/BkToCstmrStmt/Stmt/Id */
const documentBkToCstmrStmtStmtIdElement = createXmlElement({ text: [columns.statement] });

/** /Document/BkToCstmrStmt/Stmt/ElctrncSeqNb */
const documentBkToCstmrStmtStmtElctrncSeqNbElement = createXmlElement({ text: [columns.sequence] });

/** /Document/BkToCstmrStmt/Stmt/Ntry */
const documentBkToCstmrStmtStmtNtryElement = createXmlElement({ isRecord: true });

/** /Document/BkToCstmrStmt/Stmt */
const documentBkToCstmrStmtStmtElement = createXmlElement({
  children: {
    Acct: documentBkToCstmrStmtStmtAcctElement,
    Id: documentBkToCstmrStmtStmtIdElement,
    ElctrncSeqNb: documentBkToCstmrStmtStmtElctrncSeqNbElement,
    Ntry: documentBkToCstmrStmtStmtNtryElement,
  },
});

/** /Document/BkToCstmrStmt */
const documentBkToCstmrStmtElement = createXmlElement({ children: { Stmt: documentBkToCstmrStmtStmtElement } });

/** /Document */
const documentElement = createXmlElement({
  children: { BkToCstmrStmt: documentBkToCstmrStmtElement },
});

/** The document. */
const atDocument = createXmlElement({ children: { Document: documentElement } });

/** Corrects, types and judges one record, field by field. */
function readRecord({ cells, at }: XmlRecord<keyof typeof columns>, record: RecordReport): Values {
  return {
    iban: readIban(cells[at.iban], record),
    statement: readStatement(cells[at.statement], record),
    sequence: readSequence(cells[at.sequence], record),
    reference: readReference(cells[at.reference], record),
    amount: readAmount(cells[at.amount], record),
    currency: readCurrency(cells[at.currency], record),
    direction: readDirection(cells[at.direction], record),
    reversal: readReversal(cells[at.reversal], record),
    status: readStatus(cells[at.status], record),
    booked: readBooked(cells[at.booked], record),
    valued: readValued(cells[at.valued], record),
    endToEndId: readEndToEndId(cells[at.endToEndId]),
    debtor: readDebtor(cells[at.debtor], record),
    debtorIban: readDebtorIban(cells[at.debtorIban], record),
    creditor: readCreditor(cells[at.creditor], record),
    creditorIban: readCreditorIban(cells[at.creditorIban], record),
    purpose: readPurpose(cells[at.purpose], record),
  };
}

/** Finds the records of a document. */
function records(options: TransformOptions): XmlRecordSource<keyof typeof columns> {
  const maxRecordBytes = limitRecordBytes(16384, options);
  const paths = {
    columns,
    document: atDocument,
    anywhere: null,
    record: atRecord,
    encoding: 'utf-8',
    onNoRecords: 'FATAL' as const,
    maxRecordBytes,
  };
  return createXmlRecordSource(paths, options.from);
}

/** The message of a record: flat JSON in the order of the spec. */
function toJson(values: Values): string {
  let json = '';
  json += '{"iban":' + toJsonString(values.iban);
  json += ',"statement":' + toJsonString(values.statement);
  json += ',"sequence":' + toJsonNumber(values.sequence);
  json += ',"reference":' + toJsonString(values.reference);
  json += ',"amount":' + toJsonNumber(values.amount);
  json += ',"currency":' + toJsonString(values.currency);
  json += ',"direction":' + toJsonString(values.direction);
  json += ',"reversal":' + toJsonBoolean(values.reversal);
  json += ',"status":' + toJsonString(values.status);
  json += ',"booked":' + toJsonString(values.booked);
  json += ',"valued":' + toJsonString(values.valued);
  json += ',"endToEndId":' + toJsonString(values.endToEndId);
  json += ',"debtor":' + toJsonString(values.debtor);
  json += ',"debtorIban":' + toJsonString(values.debtorIban);
  json += ',"creditor":' + toJsonString(values.creditor);
  json += ',"creditorIban":' + toJsonString(values.creditorIban);
  json += ',"purpose":' + toJsonString(values.purpose);
  return json + '}';
}

/** The key of a record's message; null where it has none. */
function toKey(values: Values): string | null {
  return toCompositeKey([values.iban, values.reference]);
}

/** The record as an object. */
function toRecord(values: Values): BankStatement {
  return {
    iban: values.iban as string,
    statement: values.statement as string,
    sequence: toBigInt(values.sequence),
    reference: values.reference as string,
    amount: values.amount as string,
    currency: values.currency as string,
    direction: values.direction as string,
    reversal: values.reversal,
    status: values.status as string,
    booked: values.booked as string,
    valued: values.valued,
    endToEndId: values.endToEndId,
    debtor: values.debtor,
    debtorIban: values.debtorIban,
    creditor: values.creditor,
    creditorIban: values.creditorIban,
    purpose: values.purpose,
  };
}

const reader = {
  readRecord,
  toJson,
  toKey,
  toRecord,
  maxRecordBytes: 16384,
  hasSensitiveFields: true,
  fast: fastReader({
    readIban,
    readStatement,
    readSequence,
    readReference,
    readAmount,
    readCurrency,
    readDirection,
    readReversal,
    readStatus,
    readBooked,
    readValued,
    readEndToEndId,
    readDebtor,
    readDebtorIban,
    readCreditor,
    readCreditorIban,
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
): AsyncGenerator<RecordOutcome<BankStatement>> {
  return readRecords(reader, records(options), { chunks: source, options });
}

/** Judges a plain object by the types and rules of the fields. */
export function check(value: unknown): Issue[] {
  return checkRecord(value, (member, record) => {
    checkIban(member('iban'), record);
    checkStatement(member('statement'), record);
    checkSequence(member('sequence'), record);
    checkReference(member('reference'), record);
    checkAmount(member('amount'), record);
    checkCurrency(member('currency'), record);
    checkDirection(member('direction'), record);
    checkReversal(member('reversal'), record);
    checkStatus(member('status'), record);
    checkBooked(member('booked'), record);
    checkValued(member('valued'), record);
    checkEndToEndId(member('endToEndId'), record);
    checkDebtor(member('debtor'), record);
    checkDebtorIban(member('debtorIban'), record);
    checkCreditor(member('creditor'), record);
    checkCreditorIban(member('creditorIban'), record);
    checkPurpose(member('purpose'), record);
  });
}

/** Makes batches of messages from the bytes of one file. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  return createRecordTransformer(reader, records(options), options);
}
