// Compiled by Specmill from a spec: change the spec, not this file.
import {
  TOO_LONG,
  checkTypedRecord,
  createMatcher,
  createRecordTransformer,
  createReplacer,
  createTypeReader,
  createTypedCsvRecordSource,
  createTypedRun,
  createUtf8Input,
  describeValue,
  limitColumns,
  limitRecordBytes,
  readRecords,
  toBigInt,
  toInteger,
  toIntegerValue,
  toJsonNumber,
  toJsonString,
  toTextValue,
  trimToNull,
  type CsvRecord,
  type CsvRecordSource,
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

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'bai2',
  version: '3da7db2588ec4ed9404cd00129c377c6bb408eba4b5726489cfb7b877610ce45',
  format: 'CSV',
  encoding: 'utf-8',
  fields: [],
  recordTypes: [
    {
      name: 'fileHeader',
      isPublished: false,
      fields: [
        { name: 'kind', type: 'STRING', sensitive: false },
        { name: 'sender', type: 'STRING', sensitive: false },
        { name: 'receiver', type: 'STRING', sensitive: false },
        { name: 'created', type: 'STRING', sensitive: false },
        { name: 'time', type: 'STRING', sensitive: false },
        { name: 'fileId', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'group',
      isPublished: false,
      fields: [
        { name: 'kind', type: 'STRING', sensitive: false },
        { name: 'receiver', type: 'STRING', sensitive: false },
        { name: 'bank', type: 'STRING', sensitive: false },
        { name: 'status', type: 'STRING', sensitive: false },
        { name: 'date', type: 'STRING', sensitive: false },
        { name: 'time', type: 'STRING', sensitive: false },
        { name: 'currency', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'account',
      isPublished: true,
      fields: [
        { name: 'kind', type: 'STRING', sensitive: false },
        { name: 'number', type: 'STRING', sensitive: true },
        { name: 'currency', type: 'STRING', sensitive: false },
        { name: 'firstType', type: 'STRING', sensitive: false },
        { name: 'firstAmount', type: 'INTEGER', sensitive: false },
        { name: 'bank', type: 'STRING', sensitive: false },
        { name: 'date', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'transaction',
      isPublished: true,
      fields: [
        { name: 'kind', type: 'STRING', sensitive: false },
        { name: 'type', type: 'STRING', sensitive: false },
        { name: 'amount', type: 'INTEGER', sensitive: false },
        { name: 'fundsType', type: 'STRING', sensitive: false },
        { name: 'account', type: 'STRING', sensitive: true },
        { name: 'currency', type: 'STRING', sensitive: false },
        { name: 'date', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'accountTrailer',
      isPublished: false,
      fields: [
        { name: 'kind', type: 'STRING', sensitive: false },
        { name: 'total', type: 'INTEGER', sensitive: false },
        { name: 'records', type: 'INTEGER', sensitive: false },
      ],
    },
    {
      name: 'groupTrailer',
      isPublished: false,
      fields: [
        { name: 'kind', type: 'STRING', sensitive: false },
        { name: 'total', type: 'INTEGER', sensitive: false },
        { name: 'accounts', type: 'INTEGER', sensitive: false },
        { name: 'records', type: 'INTEGER', sensitive: false },
      ],
    },
    {
      name: 'fileTrailer',
      isPublished: false,
      fields: [
        { name: 'kind', type: 'STRING', sensitive: false },
        { name: 'total', type: 'INTEGER', sensitive: false },
        { name: 'groups', type: 'INTEGER', sensitive: false },
        { name: 'records', type: 'INTEGER', sensitive: false },
      ],
    },
  ],
  hasGate: true,
  splits: { kind: 'LINES', lineEnds: [10, 13], heldBack: 0 },
};

/** A record of the type fileHeader of bai2. */
export interface FileHeaderRecord {
  recordType: 'fileHeader';
  /** STRING. */
  kind: string | null;
  /** STRING. */
  sender: string | null;
  /** STRING. */
  receiver: string | null;
  /** STRING. */
  created: string | null;
  /** STRING. */
  time: string | null;
  /** STRING. */
  fileId: string | null;
}

/** A record of the type group of bai2. */
export interface GroupRecord {
  recordType: 'group';
  /** STRING. */
  kind: string | null;
  /** STRING. */
  receiver: string | null;
  /** STRING. */
  bank: string | null;
  /** STRING. */
  status: string | null;
  /** STRING; required (FATAL). */
  date: string;
  /** STRING. */
  time: string | null;
  /** STRING;  *​/ * replaced by "". */
  currency: string | null;
}

/** A record of the type account of bai2. */
export interface AccountRecord {
  recordType: 'account';
  /** STRING. */
  kind: string | null;
  /** STRING, sensitive; required (FATAL). */
  number: string;
  /** STRING;  *​/ * replaced by "". */
  currency: string | null;
  /** STRING;  *​/ * replaced by "". */
  firstType: string | null;
  /** INTEGER;  *​/ * replaced by "". */
  firstAmount: bigint | null;
  /** STRING. */
  bank: string | null;
  /** STRING. */
  date: string | null;
}

/** A record of the type transaction of bai2. */
export interface TransactionRecord {
  recordType: 'transaction';
  /** STRING. */
  kind: string | null;
  /** STRING; required (FATAL), matching \d{3} (ERROR). */
  type: string;
  /** INTEGER;  *​/ * replaced by "". */
  amount: bigint | null;
  /** STRING;  *​/ * replaced by "". */
  fundsType: string | null;
  /** STRING, sensitive. */
  account: string | null;
  /** STRING. */
  currency: string | null;
  /** STRING. */
  date: string | null;
}

/** A record of the type accountTrailer of bai2. */
export interface AccountTrailerRecord {
  recordType: 'accountTrailer';
  /** STRING. */
  kind: string | null;
  /** INTEGER. */
  total: bigint | null;
  /** INTEGER;  *​/ * replaced by "". */
  records: bigint | null;
}

/** A record of the type groupTrailer of bai2. */
export interface GroupTrailerRecord {
  recordType: 'groupTrailer';
  /** STRING. */
  kind: string | null;
  /** INTEGER. */
  total: bigint | null;
  /** INTEGER. */
  accounts: bigint | null;
  /** INTEGER;  *​/ * replaced by "". */
  records: bigint | null;
}

/** A record of the type fileTrailer of bai2. */
export interface FileTrailerRecord {
  recordType: 'fileTrailer';
  /** STRING. */
  kind: string | null;
  /** INTEGER. */
  total: bigint | null;
  /** INTEGER. */
  groups: bigint | null;
  /** INTEGER;  *​/ * replaced by "". */
  records: bigint | null;
}

/** Cash reports of US banks in the BAI2 format, with continuation records and the totals of groups and of the file. */
export type Record =
  | FileHeaderRecord
  | GroupRecord
  | AccountRecord
  | TransactionRecord
  | AccountTrailerRecord
  | GroupTrailerRecord
  | FileTrailerRecord;

/** Replaces  *​/ * with "". */
const replaceEnd = createReplacer('w/1b', '1/2', '0>0,1>1;0>1,!', []);

// kind
const fileHeaderKindColumn = { field: 'kind', column: 'kind' };
const fileHeaderKindType: Rule = {
  ...fileHeaderKindColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'kind must be a STRING',
};

/** Reads kind from the column "kind": STRING. */
function readFileHeaderKind(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks kind of a plain object. */
function checkFileHeaderKind(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(fileHeaderKindType, describeValue(inputValue));
}

// sender
const fileHeaderSenderColumn = { field: 'sender', column: 'sender' };
const fileHeaderSenderType: Rule = {
  ...fileHeaderSenderColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'sender must be a STRING',
};

/** Reads sender from the column "sender": STRING. */
function readFileHeaderSender(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks sender of a plain object. */
function checkFileHeaderSender(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(fileHeaderSenderType, describeValue(inputValue));
}

// receiver
const fileHeaderReceiverColumn = { field: 'receiver', column: 'receiver' };
const fileHeaderReceiverType: Rule = {
  ...fileHeaderReceiverColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'receiver must be a STRING',
};

/** Reads receiver from the column "receiver": STRING. */
function readFileHeaderReceiver(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks receiver of a plain object. */
function checkFileHeaderReceiver(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(fileHeaderReceiverType, describeValue(inputValue));
}

// created
const fileHeaderCreatedColumn = { field: 'created', column: 'created' };
const fileHeaderCreatedType: Rule = {
  ...fileHeaderCreatedColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'created must be a STRING',
};

/** Reads created from the column "created": STRING. */
function readFileHeaderCreated(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks created of a plain object. */
function checkFileHeaderCreated(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(fileHeaderCreatedType, describeValue(inputValue));
}

// time
const fileHeaderTimeColumn = { field: 'time', column: 'time' };
const fileHeaderTimeType: Rule = {
  ...fileHeaderTimeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'time must be a STRING',
};

/** Reads time from the column "time": STRING. */
function readFileHeaderTime(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks time of a plain object. */
function checkFileHeaderTime(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(fileHeaderTimeType, describeValue(inputValue));
}

// fileId
const fileHeaderFileIdColumn = { field: 'fileId', column: 'fileId' };
const fileHeaderFileIdType: Rule = {
  ...fileHeaderFileIdColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'fileId must be a STRING',
};

/** Reads fileId from the column "fileId": STRING. */
function readFileHeaderFileId(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks fileId of a plain object. */
function checkFileHeaderFileId(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(fileHeaderFileIdType, describeValue(inputValue));
}

// kind
const groupKindColumn = { field: 'kind', column: 'kind' };
const groupKindType: Rule = {
  ...groupKindColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'kind must be a STRING',
};

/** Reads kind from the column "kind": STRING. */
function readGroupKind(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks kind of a plain object. */
function checkGroupKind(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(groupKindType, describeValue(inputValue));
}

// receiver
const groupReceiverColumn = { field: 'receiver', column: 'receiver' };
const groupReceiverType: Rule = {
  ...groupReceiverColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'receiver must be a STRING',
};

/** Reads receiver from the column "receiver": STRING. */
function readGroupReceiver(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks receiver of a plain object. */
function checkGroupReceiver(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(groupReceiverType, describeValue(inputValue));
}

// bank
const groupBankColumn = { field: 'bank', column: 'bank' };
const groupBankType: Rule = {
  ...groupBankColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'bank must be a STRING',
};

/** Reads bank from the column "bank": STRING. */
function readGroupBank(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks bank of a plain object. */
function checkGroupBank(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(groupBankType, describeValue(inputValue));
}

// status
const groupStatusColumn = { field: 'status', column: 'status' };
const groupStatusType: Rule = {
  ...groupStatusColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'status must be a STRING',
};

/** Reads status from the column "status": STRING. */
function readGroupStatus(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks status of a plain object. */
function checkGroupStatus(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(groupStatusType, describeValue(inputValue));
}

// date
const groupDateColumn = { field: 'date', column: 'date' };
const groupDateType: Rule = {
  ...groupDateColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'date must be a STRING',
};
const groupDateRequired: Rule = {
  ...groupDateColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:date',
  message: 'date is required',
};

/** Reads date from the column "date": STRING; required (FATAL). */
function readGroupDate(cell: string | undefined, record: RecordReport): string | null {
  return validateGroupDate(textOrNull(cell), record);
}

/** Applies the rules of date. */
function validateGroupDate(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(groupDateRequired, null);
    return null;
  }

  return value;
}

/** Checks date of a plain object. */
function checkGroupDate(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(groupDateType, describeValue(inputValue));
  else validateGroupDate(value, record);
}

// time
const groupTimeColumn = { field: 'time', column: 'time' };
const groupTimeType: Rule = {
  ...groupTimeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'time must be a STRING',
};

/** Reads time from the column "time": STRING. */
function readGroupTime(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks time of a plain object. */
function checkGroupTime(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(groupTimeType, describeValue(inputValue));
}

// currency
const groupCurrencyColumn = { field: 'currency', column: 'currency' };
const groupCurrencyType: Rule = {
  ...groupCurrencyColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'currency must be a STRING',
};

/** Reads currency from the column "currency": STRING;  *​/ * replaced by "". */
function readGroupCurrency(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceEnd(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, groupCurrencyColumn, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, groupCurrencyColumn, text);
  return textOrNull(text);
}

/** Checks currency of a plain object. */
function checkGroupCurrency(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(groupCurrencyType, describeValue(inputValue));
}

// kind
const accountKindColumn = { field: 'kind', column: 'kind' };
const accountKindType: Rule = {
  ...accountKindColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'kind must be a STRING',
};

/** Reads kind from the column "kind": STRING. */
function readAccountKind(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks kind of a plain object. */
function checkAccountKind(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(accountKindType, describeValue(inputValue));
}

// number
const accountNumber2Column = { field: 'number', column: 'number' };
const accountNumber2Type: Rule = {
  ...accountNumber2Column,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'number must be a STRING',
};
const accountNumber2Required: Rule = {
  ...accountNumber2Column,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:number',
  message: 'number is required',
};

/** Reads number from the column "number": STRING, sensitive; required (FATAL). */
function readAccountNumber2(cell: string | undefined, record: RecordReport): string | null {
  return validateAccountNumber2(textOrNull(cell), record);
}

/** Applies the rules of number. */
function validateAccountNumber2(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(accountNumber2Required, null);
    return null;
  }

  return value;
}

/** Checks number of a plain object. */
function checkAccountNumber2(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(accountNumber2Type, describeValue(inputValue));
  else validateAccountNumber2(value, record);
}

// currency
const accountCurrencyColumn = { field: 'currency', column: 'currency' };
const accountCurrencyType: Rule = {
  ...accountCurrencyColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'currency must be a STRING',
};

/** Reads currency from the column "currency": STRING;  *​/ * replaced by "". */
function readAccountCurrency(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceEnd(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, accountCurrencyColumn, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, accountCurrencyColumn, text);
  return textOrNull(text);
}

/** Checks currency of a plain object. */
function checkAccountCurrency(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(accountCurrencyType, describeValue(inputValue));
}

// firstType
const accountFirstTypeColumn = { field: 'firstType', column: 'firstType' };
const accountFirstTypeType: Rule = {
  ...accountFirstTypeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'firstType must be a STRING',
};

/** Reads firstType from the column "firstType": STRING;  *​/ * replaced by "". */
function readAccountFirstType(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceEnd(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, accountFirstTypeColumn, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, accountFirstTypeColumn, text);
  return textOrNull(text);
}

/** Checks firstType of a plain object. */
function checkAccountFirstType(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(accountFirstTypeType, describeValue(inputValue));
}

// firstAmount
const accountFirstAmountColumn = { field: 'firstAmount', column: 'firstAmount' };
const accountFirstAmountType: Rule = {
  ...accountFirstAmountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'firstAmount must be an INTEGER',
};

/** Reads firstAmount from the column "firstAmount": INTEGER;  *​/ * replaced by "". */
function readAccountFirstAmount(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceEnd(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, accountFirstAmountColumn, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, accountFirstAmountColumn, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(accountFirstAmountType, text) : value;
}

/** Checks firstAmount of a plain object. */
function checkAccountFirstAmount(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(accountFirstAmountType, describeValue(inputValue));
}

// bank
const accountBankColumn = { field: 'bank', column: 'bank' };
const accountBankType: Rule = {
  ...accountBankColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'bank must be a STRING',
};

/** Copies bank from group: STRING. */
function readAccountBank(source: GroupValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.bank;
}

/** Checks bank of a plain object. */
function checkAccountBank(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(accountBankType, describeValue(inputValue));
}

// date
const accountDateColumn = { field: 'date', column: 'date' };
const accountDateType: Rule = {
  ...accountDateColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'date must be a STRING',
};

/** Copies date from group: STRING. */
function readAccountDate(source: GroupValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.date;
}

/** Checks date of a plain object. */
function checkAccountDate(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(accountDateType, describeValue(inputValue));
}

// kind
const transactionKindColumn = { field: 'kind', column: 'kind' };
const transactionKindType: Rule = {
  ...transactionKindColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'kind must be a STRING',
};

/** Reads kind from the column "kind": STRING. */
function readTransactionKind(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks kind of a plain object. */
function checkTransactionKind(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(transactionKindType, describeValue(inputValue));
}

// type
const transactionType2Column = { field: 'type', column: 'type' };
const transactionType2Type: Rule = {
  ...transactionType2Column,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'type must be a STRING',
};
const transactionType2Required: Rule = {
  ...transactionType2Column,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:type',
  message: 'type is required',
};
const transactionType2Type2: Rule = {
  ...transactionType2Column,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'transaction-type',
  message: 'type must match \\d{3}',
};

/** Matches \d{3}. */
const matchesTransactionType2Type2 = createMatcher('1c-9', ',1:2;,1:3;,1:4;!');

/** Reads type from the column "type": STRING; required (FATAL), matching \d{3} (ERROR). */
function readTransactionType2(cell: string | undefined, record: RecordReport): string | null {
  return validateTransactionType2(textOrNull(cell), record);
}

/** Applies the rules of type. */
function validateTransactionType2(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(transactionType2Required, null);
    return null;
  }

  // Must match \d{3} (ERROR).
  if (!matchesTransactionType2Type2(value)) record.addIssue(transactionType2Type2, value);
  return value;
}

/** Checks type of a plain object. */
function checkTransactionType2(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(transactionType2Type, describeValue(inputValue));
  else validateTransactionType2(value, record);
}

// amount
const transactionAmountColumn = { field: 'amount', column: 'amount' };
const transactionAmountType: Rule = {
  ...transactionAmountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'amount must be an INTEGER',
};

/** Reads amount from the column "amount": INTEGER;  *​/ * replaced by "". */
function readTransactionAmount(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceEnd(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, transactionAmountColumn, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, transactionAmountColumn, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(transactionAmountType, text) : value;
}

/** Checks amount of a plain object. */
function checkTransactionAmount(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(transactionAmountType, describeValue(inputValue));
}

// fundsType
const transactionFundsTypeColumn = { field: 'fundsType', column: 'fundsType' };
const transactionFundsTypeType: Rule = {
  ...transactionFundsTypeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'fundsType must be a STRING',
};

/** Reads fundsType from the column "fundsType": STRING;  *​/ * replaced by "". */
function readTransactionFundsType(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceEnd(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, transactionFundsTypeColumn, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, transactionFundsTypeColumn, text);
  return textOrNull(text);
}

/** Checks fundsType of a plain object. */
function checkTransactionFundsType(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(transactionFundsTypeType, describeValue(inputValue));
}

// account
const transactionAccountColumn = { field: 'account', column: 'account' };
const transactionAccountType: Rule = {
  ...transactionAccountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'account must be a STRING',
};

/** Copies account from account: STRING, sensitive. */
function readTransactionAccount(source: AccountValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.number2;
}

/** Checks account of a plain object. */
function checkTransactionAccount(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(transactionAccountType, describeValue(inputValue));
}

// currency
const transactionCurrencyColumn = { field: 'currency', column: 'currency' };
const transactionCurrencyType: Rule = {
  ...transactionCurrencyColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'currency must be a STRING',
};

/** Copies currency from account: STRING. */
function readTransactionCurrency(source: AccountValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.currency;
}

/** Checks currency of a plain object. */
function checkTransactionCurrency(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(transactionCurrencyType, describeValue(inputValue));
}

// date
const transactionDateColumn = { field: 'date', column: 'date' };
const transactionDateType: Rule = {
  ...transactionDateColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'date must be a STRING',
};

/** Copies date from group: STRING. */
function readTransactionDate(source: GroupValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.date;
}

/** Checks date of a plain object. */
function checkTransactionDate(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(transactionDateType, describeValue(inputValue));
}

// kind
const accountTrailerKindColumn = { field: 'kind', column: 'kind' };
const accountTrailerKindType: Rule = {
  ...accountTrailerKindColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'kind must be a STRING',
};

/** Reads kind from the column "kind": STRING. */
function readAccountTrailerKind(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks kind of a plain object. */
function checkAccountTrailerKind(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(accountTrailerKindType, describeValue(inputValue));
}

// total
const accountTrailerTotalColumn = { field: 'total', column: 'total' };
const accountTrailerTotalType: Rule = {
  ...accountTrailerTotalColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'total must be an INTEGER',
};

/** Reads total from the column "total": INTEGER. */
function readAccountTrailerTotal(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(accountTrailerTotalType, text) : value;
}

/** Checks total of a plain object. */
function checkAccountTrailerTotal(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(accountTrailerTotalType, describeValue(inputValue));
}

// records
const accountTrailerRecords2Column = { field: 'records', column: 'records' };
const accountTrailerRecords2Type: Rule = {
  ...accountTrailerRecords2Column,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'records must be an INTEGER',
};

/** Reads records from the column "records": INTEGER;  *​/ * replaced by "". */
function readAccountTrailerRecords2(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceEnd(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, accountTrailerRecords2Column, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, accountTrailerRecords2Column, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(accountTrailerRecords2Type, text) : value;
}

/** Checks records of a plain object. */
function checkAccountTrailerRecords2(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(accountTrailerRecords2Type, describeValue(inputValue));
}

// kind
const groupTrailerKindColumn = { field: 'kind', column: 'kind' };
const groupTrailerKindType: Rule = {
  ...groupTrailerKindColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'kind must be a STRING',
};

/** Reads kind from the column "kind": STRING. */
function readGroupTrailerKind(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks kind of a plain object. */
function checkGroupTrailerKind(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(groupTrailerKindType, describeValue(inputValue));
}

// total
const groupTrailerTotalColumn = { field: 'total', column: 'total' };
const groupTrailerTotalType: Rule = {
  ...groupTrailerTotalColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'total must be an INTEGER',
};

/** Reads total from the column "total": INTEGER. */
function readGroupTrailerTotal(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(groupTrailerTotalType, text) : value;
}

/** Checks total of a plain object. */
function checkGroupTrailerTotal(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(groupTrailerTotalType, describeValue(inputValue));
}

// accounts
const groupTrailerAccountsColumn = { field: 'accounts', column: 'accounts' };
const groupTrailerAccountsType: Rule = {
  ...groupTrailerAccountsColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'accounts must be an INTEGER',
};

/** Reads accounts from the column "accounts": INTEGER. */
function readGroupTrailerAccounts(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(groupTrailerAccountsType, text) : value;
}

/** Checks accounts of a plain object. */
function checkGroupTrailerAccounts(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(groupTrailerAccountsType, describeValue(inputValue));
}

// records
const groupTrailerRecords2Column = { field: 'records', column: 'records' };
const groupTrailerRecords2Type: Rule = {
  ...groupTrailerRecords2Column,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'records must be an INTEGER',
};

/** Reads records from the column "records": INTEGER;  *​/ * replaced by "". */
function readGroupTrailerRecords2(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceEnd(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, groupTrailerRecords2Column, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, groupTrailerRecords2Column, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(groupTrailerRecords2Type, text) : value;
}

/** Checks records of a plain object. */
function checkGroupTrailerRecords2(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(groupTrailerRecords2Type, describeValue(inputValue));
}

// kind
const fileTrailerKindColumn = { field: 'kind', column: 'kind' };
const fileTrailerKindType: Rule = {
  ...fileTrailerKindColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'kind must be a STRING',
};

/** Reads kind from the column "kind": STRING. */
function readFileTrailerKind(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks kind of a plain object. */
function checkFileTrailerKind(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(fileTrailerKindType, describeValue(inputValue));
}

// total
const fileTrailerTotalColumn = { field: 'total', column: 'total' };
const fileTrailerTotalType: Rule = {
  ...fileTrailerTotalColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'total must be an INTEGER',
};

/** Reads total from the column "total": INTEGER. */
function readFileTrailerTotal(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(fileTrailerTotalType, text) : value;
}

/** Checks total of a plain object. */
function checkFileTrailerTotal(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(fileTrailerTotalType, describeValue(inputValue));
}

// groups
const fileTrailerGroupsColumn = { field: 'groups', column: 'groups' };
const fileTrailerGroupsType: Rule = {
  ...fileTrailerGroupsColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'groups must be an INTEGER',
};

/** Reads groups from the column "groups": INTEGER. */
function readFileTrailerGroups(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(fileTrailerGroupsType, text) : value;
}

/** Checks groups of a plain object. */
function checkFileTrailerGroups(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(fileTrailerGroupsType, describeValue(inputValue));
}

// records
const fileTrailerRecords2Column = { field: 'records', column: 'records' };
const fileTrailerRecords2Type: Rule = {
  ...fileTrailerRecords2Column,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'records must be an INTEGER',
};

/** Reads records from the column "records": INTEGER;  *​/ * replaced by "". */
function readFileTrailerRecords2(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceEnd(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, fileTrailerRecords2Column, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, fileTrailerRecords2Column, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(fileTrailerRecords2Type, text) : value;
}

/** Checks records of a plain object. */
function checkFileTrailerRecords2(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(fileTrailerRecords2Type, describeValue(inputValue));
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface FileHeaderValues {
  kind: string | null;
  sender: string | null;
  receiver: string | null;
  created: string | null;
  time: string | null;
  fileId: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface GroupValues {
  kind: string | null;
  receiver: string | null;
  bank: string | null;
  status: string | null;
  date: string | null;
  time: string | null;
  currency: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface AccountValues {
  kind: string | null;
  number2: string | null;
  currency: string | null;
  firstType: string | null;
  firstAmount: string | null;
  bank: string | null;
  date: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface TransactionValues {
  kind: string | null;
  type2: string | null;
  amount: string | null;
  fundsType: string | null;
  account: string | null;
  currency: string | null;
  date: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface AccountTrailerValues {
  kind: string | null;
  total: string | null;
  records2: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface GroupTrailerValues {
  kind: string | null;
  total: string | null;
  accounts: string | null;
  records2: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface FileTrailerValues {
  kind: string | null;
  total: string | null;
  groups: string | null;
  records2: string | null;
}

/** The records whose values others copy. Null: the record was not processed. Absent: there was none. */
interface Enclosing {
  group?: GroupValues | null;
  account?: AccountValues | null;
}

/** The column of each field, from 0. */
const fileHeaderColumns = {
  kind: 0,
  sender: 1,
  receiver: 2,
  created: 3,
  time: 4,
  fileId: 5,
};

/** The column of each field, from 0. */
const groupColumns = {
  kind: 0,
  receiver: 1,
  bank: 2,
  status: 3,
  date: 4,
  time: 5,
  currency: 6,
};

/** The column of each field, from 0. */
const accountColumns = {
  kind: 0,
  number2: 1,
  currency: 2,
  firstType: 3,
  firstAmount: 4,
};

/** The column of each field, from 0. */
const transactionColumns = {
  kind: 0,
  type2: 1,
  amount: 2,
  fundsType: 3,
};

/** The column of each field, from 0. */
const accountTrailerColumns = {
  kind: 0,
  total: 1,
  records2: 2,
};

/** The column of each field, from 0. */
const groupTrailerColumns = {
  kind: 0,
  total: 1,
  accounts: 2,
  records2: 3,
};

/** The column of each field, from 0. */
const fileTrailerColumns = {
  kind: 0,
  total: 1,
  groups: 2,
  records2: 3,
};

/** The CSV dialect of the file. */
const dialect: Omit<TypedCsvDialect, 'maxRecordBytes' | 'maxColumns'> = {
  delimiter: ',',
  quote: '',
  escape: '',
  comment: '',
  skipTop: 0,
  skipBottom: 0,
  skipBlankLines: true,
  hasHeader: false,
  onExtraColumns: null,
  onMissingColumns: null,
  onNoRecords: 'FATAL',
  recordWhen: { column: 0, values: [] },
  types: [
    { values: ['01'], columns: { indexes: fileHeaderColumns, width: 6 } },
    { values: ['02'], columns: { indexes: groupColumns, width: 7 } },
    { values: ['03'], columns: { indexes: accountColumns, width: 5 } },
    { values: ['16'], columns: { indexes: transactionColumns, width: 4 } },
    { values: ['49'], columns: { indexes: accountTrailerColumns, width: 3 } },
    { values: ['98'], columns: { indexes: groupTrailerColumns, width: 4 } },
    { values: ['99'], columns: { indexes: fileTrailerColumns, width: 4 } },
  ],
  skipsUnknown: false,
  continuation: ['88'],
};

/** Reads all fields of a record: corrects, parses and validates them. */
function readFileHeader(
  { cells, at }: CsvRecord<keyof typeof fileHeaderColumns>,
  _record: RecordReport,
): FileHeaderValues {
  return {
    kind: readFileHeaderKind(cells[at.kind]),
    sender: readFileHeaderSender(cells[at.sender]),
    receiver: readFileHeaderReceiver(cells[at.receiver]),
    created: readFileHeaderCreated(cells[at.created]),
    time: readFileHeaderTime(cells[at.time]),
    fileId: readFileHeaderFileId(cells[at.fileId]),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readGroup({ cells, at }: CsvRecord<keyof typeof groupColumns>, record: RecordReport): GroupValues {
  return {
    kind: readGroupKind(cells[at.kind]),
    receiver: readGroupReceiver(cells[at.receiver]),
    bank: readGroupBank(cells[at.bank]),
    status: readGroupStatus(cells[at.status]),
    date: readGroupDate(cells[at.date], record),
    time: readGroupTime(cells[at.time]),
    currency: readGroupCurrency(cells[at.currency], record),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readAccount(
  { cells, at }: CsvRecord<keyof typeof accountColumns>,
  record: RecordReport,
  enclosing: Enclosing,
): AccountValues {
  return {
    kind: readAccountKind(cells[at.kind]),
    number2: readAccountNumber2(cells[at.number2], record),
    currency: readAccountCurrency(cells[at.currency], record),
    firstType: readAccountFirstType(cells[at.firstType], record),
    firstAmount: readAccountFirstAmount(cells[at.firstAmount], record),
    bank: readAccountBank(enclosing.group),
    date: readAccountDate(enclosing.group),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readTransaction(
  { cells, at }: CsvRecord<keyof typeof transactionColumns>,
  record: RecordReport,
  enclosing: Enclosing,
): TransactionValues {
  return {
    kind: readTransactionKind(cells[at.kind]),
    type2: readTransactionType2(cells[at.type2], record),
    amount: readTransactionAmount(cells[at.amount], record),
    fundsType: readTransactionFundsType(cells[at.fundsType], record),
    account: readTransactionAccount(enclosing.account),
    currency: readTransactionCurrency(enclosing.account),
    date: readTransactionDate(enclosing.group),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readAccountTrailer(
  { cells, at }: CsvRecord<keyof typeof accountTrailerColumns>,
  record: RecordReport,
): AccountTrailerValues {
  return {
    kind: readAccountTrailerKind(cells[at.kind]),
    total: readAccountTrailerTotal(cells[at.total], record),
    records2: readAccountTrailerRecords2(cells[at.records2], record),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readGroupTrailer(
  { cells, at }: CsvRecord<keyof typeof groupTrailerColumns>,
  record: RecordReport,
): GroupTrailerValues {
  return {
    kind: readGroupTrailerKind(cells[at.kind]),
    total: readGroupTrailerTotal(cells[at.total], record),
    accounts: readGroupTrailerAccounts(cells[at.accounts], record),
    records2: readGroupTrailerRecords2(cells[at.records2], record),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readFileTrailer(
  { cells, at }: CsvRecord<keyof typeof fileTrailerColumns>,
  record: RecordReport,
): FileTrailerValues {
  return {
    kind: readFileTrailerKind(cells[at.kind]),
    total: readFileTrailerTotal(cells[at.total], record),
    groups: readFileTrailerGroups(cells[at.groups], record),
    records2: readFileTrailerRecords2(cells[at.records2], record),
  };
}

/** Creates the source of a file's records. */
function records(options: TransformOptions): CsvRecordSource {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  const maxColumns = limitColumns(38, options);
  return createTypedCsvRecordSource(
    { ...dialect, maxRecordBytes, maxColumns },
    createUtf8Input(options.from),
    options.from,
  );
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toFileHeaderJson(values: FileHeaderValues): string {
  let json = '';
  json += '{"kind":' + toJsonString(values.kind);
  json += ',"sender":' + toJsonString(values.sender);
  json += ',"receiver":' + toJsonString(values.receiver);
  json += ',"created":' + toJsonString(values.created);
  json += ',"time":' + toJsonString(values.time);
  json += ',"fileId":' + toJsonString(values.fileId);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toFileHeaderKey(_: FileHeaderValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toFileHeaderRecord(values: FileHeaderValues): FileHeaderRecord {
  return {
    recordType: 'fileHeader',
    kind: values.kind,
    sender: values.sender,
    receiver: values.receiver,
    created: values.created,
    time: values.time,
    fileId: values.fileId,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toGroupJson(values: GroupValues): string {
  let json = '';
  json += '{"kind":' + toJsonString(values.kind);
  json += ',"receiver":' + toJsonString(values.receiver);
  json += ',"bank":' + toJsonString(values.bank);
  json += ',"status":' + toJsonString(values.status);
  json += ',"date":' + toJsonString(values.date);
  json += ',"time":' + toJsonString(values.time);
  json += ',"currency":' + toJsonString(values.currency);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toGroupKey(_: GroupValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toGroupRecord(values: GroupValues): GroupRecord {
  return {
    recordType: 'group',
    kind: values.kind,
    receiver: values.receiver,
    bank: values.bank,
    status: values.status,
    date: values.date as string,
    time: values.time,
    currency: values.currency,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toAccountJson(values: AccountValues): string {
  let json = '';
  json += '{"kind":' + toJsonString(values.kind);
  json += ',"number":' + toJsonString(values.number2);
  json += ',"currency":' + toJsonString(values.currency);
  json += ',"firstType":' + toJsonString(values.firstType);
  json += ',"firstAmount":' + toJsonNumber(values.firstAmount);
  json += ',"bank":' + toJsonString(values.bank);
  json += ',"date":' + toJsonString(values.date);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toAccountKey(_: AccountValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toAccountRecord(values: AccountValues): AccountRecord {
  return {
    recordType: 'account',
    kind: values.kind,
    number: values.number2 as string,
    currency: values.currency,
    firstType: values.firstType,
    firstAmount: toBigInt(values.firstAmount),
    bank: values.bank,
    date: values.date,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toTransactionJson(values: TransactionValues): string {
  let json = '';
  json += '{"kind":' + toJsonString(values.kind);
  json += ',"type":' + toJsonString(values.type2);
  json += ',"amount":' + toJsonNumber(values.amount);
  json += ',"fundsType":' + toJsonString(values.fundsType);
  json += ',"account":' + toJsonString(values.account);
  json += ',"currency":' + toJsonString(values.currency);
  json += ',"date":' + toJsonString(values.date);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toTransactionKey(_: TransactionValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toTransactionRecord(values: TransactionValues): TransactionRecord {
  return {
    recordType: 'transaction',
    kind: values.kind,
    type: values.type2 as string,
    amount: toBigInt(values.amount),
    fundsType: values.fundsType,
    account: values.account,
    currency: values.currency,
    date: values.date,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toAccountTrailerJson(values: AccountTrailerValues): string {
  let json = '';
  json += '{"kind":' + toJsonString(values.kind);
  json += ',"total":' + toJsonNumber(values.total);
  json += ',"records":' + toJsonNumber(values.records2);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toAccountTrailerKey(_: AccountTrailerValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toAccountTrailerRecord(values: AccountTrailerValues): AccountTrailerRecord {
  return {
    recordType: 'accountTrailer',
    kind: values.kind,
    total: toBigInt(values.total),
    records: toBigInt(values.records2),
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toGroupTrailerJson(values: GroupTrailerValues): string {
  let json = '';
  json += '{"kind":' + toJsonString(values.kind);
  json += ',"total":' + toJsonNumber(values.total);
  json += ',"accounts":' + toJsonNumber(values.accounts);
  json += ',"records":' + toJsonNumber(values.records2);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toGroupTrailerKey(_: GroupTrailerValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toGroupTrailerRecord(values: GroupTrailerValues): GroupTrailerRecord {
  return {
    recordType: 'groupTrailer',
    kind: values.kind,
    total: toBigInt(values.total),
    accounts: toBigInt(values.accounts),
    records: toBigInt(values.records2),
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toFileTrailerJson(values: FileTrailerValues): string {
  let json = '';
  json += '{"kind":' + toJsonString(values.kind);
  json += ',"total":' + toJsonNumber(values.total);
  json += ',"groups":' + toJsonNumber(values.groups);
  json += ',"records":' + toJsonNumber(values.records2);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toFileTrailerKey(_: FileTrailerValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toFileTrailerRecord(values: FileTrailerValues): FileTrailerRecord {
  return {
    recordType: 'fileTrailer',
    kind: values.kind,
    total: toBigInt(values.total),
    groups: toBigInt(values.groups),
    records: toBigInt(values.records2),
  };
}

const reader = {
  types: [
    createTypeReader({
      name: 'fileHeader',
      isPublished: false,
      copiesFrom: [],
      readRecord: readFileHeader,
      toJson: toFileHeaderJson,
      toKey: toFileHeaderKey,
      toRecord: toFileHeaderRecord,
    }),
    createTypeReader({
      name: 'group',
      isPublished: false,
      copiesFrom: [],
      readRecord: readGroup,
      toJson: toGroupJson,
      toKey: toGroupKey,
      toRecord: toGroupRecord,
    }),
    createTypeReader({
      name: 'account',
      isPublished: true,
      copiesFrom: [1],
      readRecord: readAccount,
      toJson: toAccountJson,
      toKey: toAccountKey,
      toRecord: toAccountRecord,
    }),
    createTypeReader({
      name: 'transaction',
      isPublished: true,
      copiesFrom: [2, 1],
      readRecord: readTransaction,
      toJson: toTransactionJson,
      toKey: toTransactionKey,
      toRecord: toTransactionRecord,
    }),
    createTypeReader({
      name: 'accountTrailer',
      isPublished: false,
      copiesFrom: [],
      readRecord: readAccountTrailer,
      toJson: toAccountTrailerJson,
      toKey: toAccountTrailerKey,
      toRecord: toAccountTrailerRecord,
    }),
    createTypeReader({
      name: 'groupTrailer',
      isPublished: false,
      copiesFrom: [],
      readRecord: readGroupTrailer,
      toJson: toGroupTrailerJson,
      toKey: toGroupTrailerKey,
      toRecord: toGroupTrailerRecord,
    }),
    createTypeReader({
      name: 'fileTrailer',
      isPublished: false,
      copiesFrom: [],
      readRecord: readFileTrailer,
      toJson: toFileTrailerJson,
      toKey: toFileTrailerKey,
      toRecord: toFileTrailerRecord,
    }),
  ],
  structure: {
    types: [
      { name: 'fileHeader', parent: -1, min: 1, max: 1, anyOrder: false },
      { name: 'group', parent: -1, min: 1, max: Infinity, anyOrder: false },
      { name: 'account', parent: 1, min: 0, max: Infinity, anyOrder: false },
      { name: 'transaction', parent: 2, min: 0, max: Infinity, anyOrder: false },
      { name: 'accountTrailer', parent: 2, min: 1, max: 1, anyOrder: false },
      { name: 'groupTrailer', parent: 1, min: 1, max: 1, anyOrder: false },
      { name: 'fileTrailer', parent: -1, min: 1, max: 1, anyOrder: false },
    ],
    anyOrder: false,
    onUnexpectedRecord: 'FATAL' as const,
    onMissingRecord: 'FATAL' as const,
    onUnknownRecordType: 'FATAL' as const,
  },
  fileRules: [
    // accountTrailer.records must equal the number of records and their continuation lines (FATAL).
    {
      code: 'COUNT_EQUALS' as const,
      ruleId: 'account-records',
      severity: 'FATAL' as const,
      message: 'accountTrailer.records must equal the number of records and their continuation lines',
      scope: 2,
      isMasked: false,
      found: { of: [2, 3, 4], selects: null, addend: null, isAbsolute: false, countsContinuation: true },
      total: { type: 4, value: (values: AccountTrailerValues) => values.records2 },
      other: null,
      modulus: null,
    },
    // groupTrailer.total must equal the sum of accountTrailer.total (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'group-total',
      severity: 'FATAL' as const,
      message: 'groupTrailer.total must equal the sum of accountTrailer.total',
      scope: 1,
      isMasked: false,
      found: { of: [4], selects: null, addend: (values: AccountTrailerValues) => values.total, isAbsolute: false },
      total: { type: 5, value: (values: GroupTrailerValues) => values.total },
      other: null,
      modulus: null,
    },
    // groupTrailer.accounts must equal the number of account records (FATAL).
    {
      code: 'COUNT_EQUALS' as const,
      ruleId: 'group-accounts',
      severity: 'FATAL' as const,
      message: 'groupTrailer.accounts must equal the number of account records',
      scope: 1,
      isMasked: false,
      found: { of: [2], selects: null, addend: null, isAbsolute: false },
      total: { type: 5, value: (values: GroupTrailerValues) => values.accounts },
      other: null,
      modulus: null,
    },
    // groupTrailer.records must equal the number of records and their continuation lines (FATAL).
    {
      code: 'COUNT_EQUALS' as const,
      ruleId: 'group-records',
      severity: 'FATAL' as const,
      message: 'groupTrailer.records must equal the number of records and their continuation lines',
      scope: 1,
      isMasked: false,
      found: { of: [1, 2, 3, 4, 5], selects: null, addend: null, isAbsolute: false, countsContinuation: true },
      total: { type: 5, value: (values: GroupTrailerValues) => values.records2 },
      other: null,
      modulus: null,
    },
    // fileTrailer.total must equal the sum of groupTrailer.total (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'file-total',
      severity: 'FATAL' as const,
      message: 'fileTrailer.total must equal the sum of groupTrailer.total',
      scope: -1,
      isMasked: false,
      found: { of: [5], selects: null, addend: (values: GroupTrailerValues) => values.total, isAbsolute: false },
      total: { type: 6, value: (values: FileTrailerValues) => values.total },
      other: null,
      modulus: null,
    },
    // fileTrailer.groups must equal the number of group records (FATAL).
    {
      code: 'COUNT_EQUALS' as const,
      ruleId: 'file-groups',
      severity: 'FATAL' as const,
      message: 'fileTrailer.groups must equal the number of group records',
      scope: -1,
      isMasked: false,
      found: { of: [1], selects: null, addend: null, isAbsolute: false },
      total: { type: 6, value: (values: FileTrailerValues) => values.groups },
      other: null,
      modulus: null,
    },
    // fileTrailer.records must equal the number of records and their continuation lines (FATAL).
    {
      code: 'COUNT_EQUALS' as const,
      ruleId: 'file-records',
      severity: 'FATAL' as const,
      message: 'fileTrailer.records must equal the number of records and their continuation lines',
      scope: -1,
      isMasked: false,
      found: { of: [0, 1, 2, 3, 4, 5, 6], selects: null, addend: null, isAbsolute: false, countsContinuation: true },
      total: { type: 6, value: (values: FileTrailerValues) => values.records2 },
      other: null,
      modulus: null,
    },
  ],
  maxRecordBytes: 1048576,
  hasSensitiveFields: true,
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
    fileHeader: (member, record) => {
      checkFileHeaderKind(member('kind'), record);
      checkFileHeaderSender(member('sender'), record);
      checkFileHeaderReceiver(member('receiver'), record);
      checkFileHeaderCreated(member('created'), record);
      checkFileHeaderTime(member('time'), record);
      checkFileHeaderFileId(member('fileId'), record);
    },
    group: (member, record) => {
      checkGroupKind(member('kind'), record);
      checkGroupReceiver(member('receiver'), record);
      checkGroupBank(member('bank'), record);
      checkGroupStatus(member('status'), record);
      checkGroupDate(member('date'), record);
      checkGroupTime(member('time'), record);
      checkGroupCurrency(member('currency'), record);
    },
    account: (member, record) => {
      checkAccountKind(member('kind'), record);
      checkAccountNumber2(member('number'), record);
      checkAccountCurrency(member('currency'), record);
      checkAccountFirstType(member('firstType'), record);
      checkAccountFirstAmount(member('firstAmount'), record);
      checkAccountBank(member('bank'), record);
      checkAccountDate(member('date'), record);
    },
    transaction: (member, record) => {
      checkTransactionKind(member('kind'), record);
      checkTransactionType2(member('type'), record);
      checkTransactionAmount(member('amount'), record);
      checkTransactionFundsType(member('fundsType'), record);
      checkTransactionAccount(member('account'), record);
      checkTransactionCurrency(member('currency'), record);
      checkTransactionDate(member('date'), record);
    },
    accountTrailer: (member, record) => {
      checkAccountTrailerKind(member('kind'), record);
      checkAccountTrailerTotal(member('total'), record);
      checkAccountTrailerRecords2(member('records'), record);
    },
    groupTrailer: (member, record) => {
      checkGroupTrailerKind(member('kind'), record);
      checkGroupTrailerTotal(member('total'), record);
      checkGroupTrailerAccounts(member('accounts'), record);
      checkGroupTrailerRecords2(member('records'), record);
    },
    fileTrailer: (member, record) => {
      checkFileTrailerKind(member('kind'), record);
      checkFileTrailerTotal(member('total'), record);
      checkFileTrailerGroups(member('groups'), record);
      checkFileTrailerRecords2(member('records'), record);
    },
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  const run = createTypedRun<CsvRecord, Record>(reader, options);
  return createRecordTransformer(run, records(options), options);
}
