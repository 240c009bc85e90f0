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

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'bank-statement',
  version: '0b2042b07916b785e7ae9cee749486f7f53f8f930479620d375169bf5378202e',
  format: 'XML',
  encoding: 'utf-8',
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
  /** STRING; required (FATAL), matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (FATAL). */
  iban: string;
  /** STRING; required (FATAL). */
  statement: string;
  /** INTEGER; at least 1 (ERROR). */
  sequence: bigint | null;
  /** STRING; required (FATAL). */
  reference: string;
  /** DECIMAL; required (FATAL), at least 0 (ERROR), at most 100000 (WARNING). */
  amount: string;
  /** STRING; required (FATAL), one of EUR, CHF, GBP, USD (FATAL). */
  currency: string;
  /** STRING; required (FATAL), one of CRDT, DBIT (FATAL). */
  direction: string;
  /** BOOLEAN; "false" if null. */
  reversal: boolean | null;
  /** STRING; required (FATAL), one of BOOK (ERROR). */
  status: string;
  /** DATE; required (FATAL), 2020-01-01 or later (ERROR). */
  booked: string;
  /** DATE; 2020-01-01 or later (WARNING). */
  valued: string | null;
  /** STRING. */
  endToEndId: string | null;
  /** STRING, sensitive; trimmed; at most 140 characters (WARNING). */
  debtor: string | null;
  /** STRING, sensitive; \s+ replaced by ""; matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (WARNING). */
  debtorIban: string | null;
  /** STRING, sensitive; trimmed; at most 140 characters (WARNING). */
  creditor: string | null;
  /** STRING, sensitive; \s+ replaced by ""; matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (WARNING). */
  creditorIban: string | null;
  /** STRING; \s+ replaced by " ", then trimmed; at most 563 characters (WARNING). */
  purpose: string | null;
}

/** Matches [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}. */
const matchesIbanShape = createMatcher(
  '1c-9/1t-p',
  ',2:2;,2:3;,1:4;,1:5;6,0:0;7,0:0;8,0:0;9,0:0;a,0:0;b,0:0;c,0:0;d,0:0;e,0:0;f,0:0;g,0:0;!h,0:0;!i,0:0;' +
    '!j,0:0;!k,0:0;!l,0:0;!m,0:0;!n,0:0;!o,0:0;!p,0:0;!q,0:0;!r,0:0;!s,0:0;!t,0:0;!u,0:0;!v,0:0;!w,0:0;' +
    '!x,0:0;!y,0:0;!z,0:0;!',
);

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

// iban
const ibanColumn = { field: 'iban', column: '/Document/BkToCstmrStmt/Stmt/Acct/Id/IBAN' };
const ibanType: Rule = {
  ...ibanColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'iban must be a STRING',
};
const ibanRequired: Rule = {
  ...ibanColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:iban',
  message: 'iban is required',
};
const ibanShape: Rule = {
  ...ibanColumn,
  severity: 'FATAL',
  code: 'REGEX',
  ruleId: 'iban-shape',
  message: "the account's IBAN is not of the form of one",
};

/**
 * Reads iban from the path "/Document/BkToCstmrStmt/Stmt/Acct/Id/IBAN": STRING; required (FATAL), matching
 * [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (FATAL).
 */
function readIban(cell: string | undefined, record: RecordReport): string | null {
  return validateIban(textOrNull(cell), record);
}

/** Applies the rules of iban. */
function validateIban(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(ibanRequired, null);
    return null;
  }

  // Must match [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (FATAL).
  if (!matchesIbanShape(value)) record.addIssue(ibanShape, value);
  return value;
}

/** Checks iban of a plain object. */
function checkIban(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(ibanType, describeValue(inputValue));
  else validateIban(value, record);
}

// statement
const statementColumn = { field: 'statement', column: '/Document/BkToCstmrStmt/Stmt/Id' };
const statementType: Rule = {
  ...statementColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'statement must be a STRING',
};
const statementRequired: Rule = {
  ...statementColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:statement',
  message: 'statement is required',
};

/** Reads statement from the path "/Document/BkToCstmrStmt/Stmt/Id": STRING; required (FATAL). */
function readStatement(cell: string | undefined, record: RecordReport): string | null {
  return validateStatement(textOrNull(cell), record);
}

/** Applies the rules of statement. */
function validateStatement(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(statementRequired, null);
    return null;
  }

  return value;
}

/** Checks statement of a plain object. */
function checkStatement(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(statementType, describeValue(inputValue));
  else validateStatement(value, record);
}

// sequence
const sequenceColumn = { field: 'sequence', column: '/Document/BkToCstmrStmt/Stmt/ElctrncSeqNb' };
const sequenceType: Rule = {
  ...sequenceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'sequence must be an INTEGER',
};
const sequenceCounted: Rule = {
  ...sequenceColumn,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'sequence-counted',
  message: 'sequence must be at least 1',
};

/** Reads sequence from the path "/Document/BkToCstmrStmt/Stmt/ElctrncSeqNb": INTEGER; at least 1 (ERROR). */
function readSequence(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateSequence(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(sequenceType, text) : validateSequence(value, record);
}

/** Applies the rules of sequence. */
function validateSequence(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be at least 1 (ERROR).
  if (compareDecimals(value, '1') < 0) record.addIssue(sequenceCounted, value);
  return value;
}

/** Checks sequence of a plain object. */
function checkSequence(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(sequenceType, describeValue(inputValue));
  else validateSequence(value, record);
}

// reference
const referenceColumn = { field: 'reference', column: 'NtryRef' };
const referenceType: Rule = {
  ...referenceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'reference must be a STRING',
};
const referenceGiven: Rule = {
  ...referenceColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'reference-given',
  message: 'an entry needs its reference',
};

/** Reads reference from the path "NtryRef": STRING; required (FATAL). */
function readReference(cell: string | undefined, record: RecordReport): string | null {
  return validateReference(textOrNull(cell), record);
}

/** Applies the rules of reference. */
function validateReference(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(referenceGiven, null);
    return null;
  }

  return value;
}

/** Checks reference of a plain object. */
function checkReference(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(referenceType, describeValue(inputValue));
  else validateReference(value, record);
}

// amount
const amountColumn = { field: 'amount', column: 'Amt' };
const amountType: Rule = {
  ...amountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'amount must be a DECIMAL with decimal separator "."',
};
const amountRequired: Rule = {
  ...amountColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:amount',
  message: 'amount is required',
};
const amountUnsigned: Rule = {
  ...amountColumn,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'amount-unsigned',
  message: 'an amount has no sign',
};
const amountLarge: Rule = {
  ...amountColumn,
  severity: 'WARNING',
  code: 'MAX_VALUE',
  ruleId: 'amount-large',
  message: 'an amount above 100000 is looked at by a person',
};

/** Reads amount from the path "Amt": DECIMAL; required (FATAL), at least 0 (ERROR), at most 100000 (WARNING). */
function readAmount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateAmount(null, record);
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(amountType, text) : validateAmount(value, record);
}

/** Applies the rules of amount. */
function validateAmount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(amountRequired, null);
    return null;
  }

  // Must be at least 0 (ERROR).
  if (compareDecimals(value, '0') < 0) record.addIssue(amountUnsigned, value);
  // Must be at most 100000 (WARNING).
  if (compareDecimals(value, '100000') > 0) record.addIssue(amountLarge, value);
  return value;
}

/** Checks amount of a plain object. */
function checkAmount(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(amountType, describeValue(inputValue));
  else validateAmount(value, record);
}

// currency
const currencyColumn = { field: 'currency', column: 'Amt/@Ccy' };
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
  message: 'currency must be one of EUR, CHF, GBP, USD',
};
const currencyKnownValues: ReadonlySet<string> = new Set(['EUR', 'CHF', 'GBP', 'USD']);

/** Reads currency from the path "Amt/@Ccy": STRING; required (FATAL), one of EUR, CHF, GBP, USD (FATAL). */
function readCurrency(cell: string | undefined, record: RecordReport): string | null {
  return validateCurrency(textOrNull(cell), record);
}

/** Applies the rules of currency. */
function validateCurrency(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(currencyRequired, null);
    return null;
  }

  // Must be one of EUR, CHF, GBP, USD (FATAL).
  if (!currencyKnownValues.has(value)) record.addIssue(currencyKnown, value);
  return value;
}

/** Checks currency of a plain object. */
function checkCurrency(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(currencyType, describeValue(inputValue));
  else validateCurrency(value, record);
}

// direction
const directionColumn = { field: 'direction', column: 'CdtDbtInd' };
const directionType: Rule = {
  ...directionColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'direction must be a STRING',
};
const directionRequired: Rule = {
  ...directionColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:direction',
  message: 'direction is required',
};
const directionKnown: Rule = {
  ...directionColumn,
  severity: 'FATAL',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-direction',
  message: 'direction must be one of CRDT, DBIT',
};

/** Reads direction from the path "CdtDbtInd": STRING; required (FATAL), one of CRDT, DBIT (FATAL). */
function readDirection(cell: string | undefined, record: RecordReport): string | null {
  return validateDirection(textOrNull(cell), record);
}

/** Applies the rules of direction. */
function validateDirection(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(directionRequired, null);
    return null;
  }

  // Must be one of CRDT, DBIT (FATAL).
  if (value !== 'CRDT' && value !== 'DBIT') record.addIssue(directionKnown, value);
  return value;
}

/** Checks direction of a plain object. */
function checkDirection(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(directionType, describeValue(inputValue));
  else validateDirection(value, record);
}

// reversal
const reversalColumn = { field: 'reversal', column: 'RvslInd' };
const reversalType: Rule = {
  ...reversalColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'reversal must be a BOOLEAN',
};

/** Reads reversal from the path "RvslInd": BOOLEAN; "false" if null. */
function readReversal(cell: string | undefined, record: RecordReport): boolean | null {
  let text = textOrNull(cell);
  if (text === null || isBlank(text)) text = record.noteCorrection(text, 'false');
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, reversalColumn, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toBoolean(bare);
  return value === null ? record.addIssue(reversalType, text) : value;
}

/** Checks reversal of a plain object. */
function checkReversal(inputValue: unknown, record: RecordReport): void {
  const value = toBooleanValue(inputValue);
  if (value === undefined) record.addIssue(reversalType, describeValue(inputValue));
}

// status
const statusColumn = { field: 'status', column: 'Sts' };
const statusType: Rule = {
  ...statusColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'status must be a STRING',
};
const statusRequired: Rule = {
  ...statusColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:status',
  message: 'status is required',
};
const statusBooked: Rule = {
  ...statusColumn,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'booked-status',
  message: 'the entry is not booked yet',
};

/** Reads status from the path "Sts": STRING; required (FATAL), one of BOOK (ERROR). */
function readStatus(cell: string | undefined, record: RecordReport): string | null {
  return validateStatus(textOrNull(cell), record);
}

/** Applies the rules of status. */
function validateStatus(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(statusRequired, null);
    return null;
  }

  // Must be one of BOOK (ERROR).
  if (value !== 'BOOK') record.addIssue(statusBooked, value);
  return value;
}

/** Checks status of a plain object. */
function checkStatus(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(statusType, describeValue(inputValue));
  else validateStatus(value, record);
}

// booked
const bookedColumn = { field: 'booked', column: 'BookgDt/Dt' };
const bookedType: Rule = {
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

/** Reads booked from the path "BookgDt/Dt": DATE; required (FATAL), 2020-01-01 or later (ERROR). */
function readBooked(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateBooked(null, NaN, record);
  const day = parseDayYyyyMMDd(bare);
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
    record.addIssue(bookedType, describeValue(inputValue));
  else validateBooked(value, day, record);
}

// valued
const valuedColumn = { field: 'valued', column: 'ValDt/Dt' };
const valuedType: Rule = {
  ...valuedColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'valued must be a DATE in the format yyyy-MM-dd',
};
const valuedSince: Rule = {
  ...valuedColumn,
  severity: 'WARNING',
  code: 'DATE_RANGE',
  ruleId: 'valued-since',
  message: 'valued must be 2020-01-01 or later',
};

/** Reads valued from the path "ValDt/Dt": DATE; 2020-01-01 or later (WARNING). */
function readValued(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateValued(null, NaN, record);
  const day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(valuedType, text) : validateValued(bare, day, record);
}

/** Applies the rules of valued. */
function validateValued(value: string | null, day: number, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be 2020-01-01 or later (WARNING).
  if (day < 18262) record.addIssue(valuedSince, value); // 18262 is 2020-01-01
  return value;
}

/** Checks valued of a plain object. */
function checkValued(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  const day = typeof value === 'string' ? parseDayYyyyMMDd(value) : NaN;
  if (value === undefined || (value !== null && Number.isNaN(day)))
    record.addIssue(valuedType, describeValue(inputValue));
  else validateValued(value, day, record);
}

// endToEndId
const endToEndIdColumn = { field: 'endToEndId', column: 'NtryDtls/TxDtls/Refs/EndToEndId' };
const endToEndIdType: Rule = {
  ...endToEndIdColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'endToEndId must be a STRING',
};

/** Reads endToEndId from the path "NtryDtls/TxDtls/Refs/EndToEndId": STRING. */
function readEndToEndId(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks endToEndId of a plain object. */
function checkEndToEndId(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(endToEndIdType, describeValue(inputValue));
}

// debtor
const debtorColumn = { field: 'debtor', column: 'NtryDtls/TxDtls/RltdPties/Dbtr/Nm' };
const debtorType: Rule = {
  ...debtorColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'debtor must be a STRING',
};
const debtorLength: Rule = {
  ...debtorColumn,
  severity: 'WARNING',
  code: 'MAX_LENGTH',
  ruleId: 'debtor-length',
  message: 'debtor must have at most 140 characters',
};

/**
 * Reads debtor from the path "NtryDtls/TxDtls/RltdPties/Dbtr/Nm": STRING, sensitive; trimmed; at most 140 characters
 * (WARNING).
 */
function readDebtor(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return validateDebtor(textOrNull(text), record);
}

/** Applies the rules of debtor. */
function validateDebtor(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must have at most 140 characters (WARNING).
  if (countCodePoints(value) > 140) record.addMaskedIssue(debtorLength, value);
  return value;
}

/** Checks debtor of a plain object. */
function checkDebtor(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(debtorType, describeValue(inputValue));
  else validateDebtor(value, record);
}

// debtorIban
const debtorIbanColumn = { field: 'debtorIban', column: 'NtryDtls/TxDtls/RltdPties/DbtrAcct/Id/IBAN' };
const debtorIbanType: Rule = {
  ...debtorIbanColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'debtorIban must be a STRING',
};
const debtorIbanShape: Rule = {
  ...debtorIbanColumn,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'debtor-iban-shape',
  message: "the debtor's IBAN is not of the form of one",
};

/**
 * Reads debtorIban from the path "NtryDtls/TxDtls/RltdPties/DbtrAcct/Id/IBAN": STRING, sensitive; \s+ replaced by "";
 * matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (WARNING).
 */
function readDebtorIban(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceIbanJoin(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, debtorIbanColumn, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, debtorIbanColumn, text);
  return validateDebtorIban(textOrNull(text), record);
}

/** Applies the rules of debtorIban. */
function validateDebtorIban(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must match [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (WARNING).
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
const creditorColumn = { field: 'creditor', column: 'NtryDtls/TxDtls/RltdPties/Cdtr/Nm' };
const creditorType: Rule = {
  ...creditorColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'creditor must be a STRING',
};
const creditorLength: Rule = {
  ...creditorColumn,
  severity: 'WARNING',
  code: 'MAX_LENGTH',
  ruleId: 'creditor-length',
  message: 'creditor must have at most 140 characters',
};

/**
 * Reads creditor from the path "NtryDtls/TxDtls/RltdPties/Cdtr/Nm": STRING, sensitive; trimmed; at most 140 characters
 * (WARNING).
 */
function readCreditor(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return validateCreditor(textOrNull(text), record);
}

/** Applies the rules of creditor. */
function validateCreditor(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must have at most 140 characters (WARNING).
  if (countCodePoints(value) > 140) record.addMaskedIssue(creditorLength, value);
  return value;
}

/** Checks creditor of a plain object. */
function checkCreditor(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(creditorType, describeValue(inputValue));
  else validateCreditor(value, record);
}

// creditorIban
const creditorIbanColumn = { field: 'creditorIban', column: 'NtryDtls/TxDtls/RltdPties/CdtrAcct/Id/IBAN' };
const creditorIbanType: Rule = {
  ...creditorIbanColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'creditorIban must be a STRING',
};
const creditorIbanShape: Rule = {
  ...creditorIbanColumn,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'creditor-iban-shape',
  message: "the creditor's IBAN is not of the form of one",
};

/**
 * Reads creditorIban from the path "NtryDtls/TxDtls/RltdPties/CdtrAcct/Id/IBAN": STRING, sensitive; \s+ replaced by "";
 * matching [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (WARNING).
 */
function readCreditorIban(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceIbanJoin(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, creditorIbanColumn, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, creditorIbanColumn, text);
  return validateCreditorIban(textOrNull(text), record);
}

/** Applies the rules of creditorIban. */
function validateCreditorIban(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must match [A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} (WARNING).
  if (!matchesIbanShape(value)) record.addMaskedIssue(creditorIbanShape, value);
  return value;
}

/** Checks creditorIban of a plain object. */
function checkCreditorIban(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(creditorIbanType, describeValue(inputValue));
  else validateCreditorIban(value, record);
}

// purpose
const purposeColumn = { field: 'purpose', column: 'NtryDtls/TxDtls/RmtInf/Ustrd' };
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
  message: 'purpose must have at most 563 characters',
};

/** Replaces \s+ with " ". */
const replacePurposeOneLine = createReplacer('9-4 i 3j 4bj 1vj-a t-1 5 1b 334 14vy', '1', '0>1;0>1,!', [' ']);

/**
 * Reads purpose from the path "NtryDtls/TxDtls/RmtInf/Ustrd": STRING; \s+ replaced by " ", then trimmed; at most 563
 * characters (WARNING).
 */
function readPurpose(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replacePurposeOneLine(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, purposeColumn, text);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, purposeColumn, text);
  return validatePurpose(textOrNull(text), record);
}

/** Applies the rules of purpose. */
function validatePurpose(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must have at most 563 characters (WARNING).
  if (countCodePoints(value) > 563) record.addIssue(purposeLength, value);
  return value;
}

/** Checks purpose of a plain object. */
function checkPurpose(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(purposeType, describeValue(inputValue));
  else validatePurpose(value, record);
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' || cell === 'NOTPROVIDED' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
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

/** The index of each field among the cells of a record. */
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

/** The elements of a record, with the columns of their texts and attributes. */
const atRecord = createXmlElement({
  children: {
    NtryRef: createXmlElement({ text: [columns.reference] }),
    Amt: createXmlElement({
      text: [columns.amount],
      attributes: { Ccy: [columns.currency] },
    }),
    CdtDbtInd: createXmlElement({ text: [columns.direction] }),
    RvslInd: createXmlElement({ text: [columns.reversal] }),
    Sts: createXmlElement({ text: [columns.status] }),
    BookgDt: createXmlElement({ children: { Dt: createXmlElement({ text: [columns.booked] }) } }),
    ValDt: createXmlElement({ children: { Dt: createXmlElement({ text: [columns.valued] }) } }),
    NtryDtls: createXmlElement({
      children: {
        TxDtls: createXmlElement({
          children: {
            Refs: createXmlElement({
              children: { EndToEndId: createXmlElement({ text: [{ column: columns.endToEndId, separator: ';' }] }) },
            }),
            RltdPties: createXmlElement({
              children: {
                Dbtr: createXmlElement({ children: { Nm: createXmlElement({ text: [columns.debtor] }) } }),
                DbtrAcct: createXmlElement({
                  children: {
                    Id: createXmlElement({ children: { IBAN: createXmlElement({ text: [columns.debtorIban] }) } }),
                  },
                }),
                Cdtr: createXmlElement({ children: { Nm: createXmlElement({ text: [columns.creditor] }) } }),
                CdtrAcct: createXmlElement({
                  children: {
                    Id: createXmlElement({ children: { IBAN: createXmlElement({ text: [columns.creditorIban] }) } }),
                  },
                }),
              },
            }),
            RmtInf: createXmlElement({
              children: { Ustrd: createXmlElement({ text: [{ column: columns.purpose, separator: ' ' }] }) },
            }),
          },
        }),
      },
    }),
  },
});

/** The elements from the root of the document. */
const atDocument = createXmlElement({
  children: {
    Document: createXmlElement({
      children: {
        BkToCstmrStmt: createXmlElement({
          children: {
            Stmt: createXmlElement({
              children: {
                Acct: createXmlElement({
                  children: {
                    Id: createXmlElement({ children: { IBAN: createXmlElement({ text: [columns.iban] }) } }),
                  },
                }),
                Id: createXmlElement({ text: [columns.statement] }),
                ElctrncSeqNb: createXmlElement({ text: [columns.sequence] }),
                Ntry: createXmlElement({ isRecord: true }),
              },
            }),
          },
        }),
      },
    }),
  },
});

/** Reads all fields of a record: corrects, parses and validates them. */
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

/** Creates the source of a document's records. */
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

/** Returns the message of a record: a flat JSON object in the order of the spec. */
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

/** Returns the key of a record's message, or null if it has none. */
function toKey(values: Values): string | null {
  return toCompositeKey([values.iban, values.reference]);
}

/** Returns the record as an object. */
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
 * Reads a file record by record. A field whose type excludes null is null only in a record that failed. @throws
 * FileFailure if the file cannot be read to its end.
 */
export function read(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<RecordOutcome<BankStatement>> {
  return readRecords(reader, records(options), { chunks: source, options });
}

/** Checks a plain object against the types and rules of the fields. */
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

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  return createRecordTransformer(reader, records(options), options);
}
