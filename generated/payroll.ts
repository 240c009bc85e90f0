// Compiled by Specmill from a spec: change the spec, not this file.
import {
  checkTypedRecord,
  createDocuments,
  createFixedWidthRecordSource,
  createRecordTransformer,
  createTypeReader,
  createTypedRun,
  createUtf8Input,
  describeValue,
  limitRecordBytes,
  readRecords,
  sliceLeftAligned,
  toBigInt,
  toDecimalValue,
  toInteger,
  toIntegerValue,
  toJsonNumber,
  toJsonString,
  toScaledDecimal,
  toTextValue,
  trimToNull,
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

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'payroll',
  version: '866bab11ea41bd5d4d993819ec5eaed15368f3040ce5cbf6277f36a7554f4a2f',
  format: 'FIXED_WIDTH',
  encoding: 'utf-8',
  fields: [],
  recordTypes: [
    { name: 'fileHeader', isPublished: false, fields: [{ name: 'created', type: 'STRING', sensitive: false }] },
    {
      name: 'batch',
      isPublished: false,
      fields: [
        { name: 'company', type: 'STRING', sensitive: false },
        { name: 'purpose', type: 'STRING', sensitive: false },
        { name: 'effectiveDate', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'entry',
      isPublished: true,
      fields: [
        { name: 'bank', type: 'INTEGER', sensitive: false },
        { name: 'accountNumber', type: 'STRING', sensitive: true },
        { name: 'amount', type: 'DECIMAL', sensitive: false },
        { name: 'receiver', type: 'STRING', sensitive: true },
        { name: 'trace', type: 'STRING', sensitive: false },
        { name: 'company', type: 'STRING', sensitive: false },
        { name: 'purpose', type: 'STRING', sensitive: false },
        { name: 'effectiveDate', type: 'STRING', sensitive: false },
        { name: 'fileCreated', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'batchControl',
      isPublished: false,
      fields: [
        { name: 'count', type: 'INTEGER', sensitive: false },
        { name: 'hash', type: 'INTEGER', sensitive: false },
        { name: 'debits', type: 'DECIMAL', sensitive: false },
      ],
    },
    {
      name: 'fileControl',
      isPublished: false,
      fields: [
        { name: 'batches', type: 'INTEGER', sensitive: false },
        { name: 'blocks', type: 'INTEGER', sensitive: false },
        { name: 'debits', type: 'DECIMAL', sensitive: false },
      ],
    },
  ],
  hasGate: true,
  documents: {
    types: ['batch'],
    rules: ['batch-entries', 'batch-hash', 'batch-debits'],
    maxRejected: 10,
    readsTwice: true,
    frame: {
      fileHeader: null,
      batch: null,
    },
    totals: {
      fileControl: ['batches', 'blocks', 'debits'],
    },
    leftOut: ['fileControl'],
  },
};

/** A record of the type fileHeader of payroll. */
export interface FileHeaderRecord {
  recordType: 'fileHeader';
  /** STRING; required (FATAL). */
  created: string;
}

/** A record of the type batch of payroll. */
export interface BatchRecord {
  recordType: 'batch';
  /** STRING. */
  company: string | null;
  /** STRING. */
  purpose: string | null;
  /** STRING. */
  effectiveDate: string | null;
}

/** A record of the type entry of payroll. */
export interface EntryRecord {
  recordType: 'entry';
  /** INTEGER. */
  bank: bigint | null;
  /** STRING, sensitive. */
  accountNumber: string | null;
  /** DECIMAL with digits only, the last 2 are decimals; required (FATAL). */
  amount: string;
  /** STRING, sensitive. */
  receiver: string | null;
  /** STRING. */
  trace: string | null;
  /** STRING. */
  company: string | null;
  /** STRING. */
  purpose: string | null;
  /** STRING. */
  effectiveDate: string | null;
  /** STRING. */
  fileCreated: string | null;
}

/** A record of the type batchControl of payroll. */
export interface BatchControlRecord {
  recordType: 'batchControl';
  /** INTEGER. */
  count: bigint | null;
  /** INTEGER. */
  hash: bigint | null;
  /** DECIMAL with digits only, the last 2 are decimals. */
  debits: string | null;
}

/** A record of the type fileControl of payroll. */
export interface FileControlRecord {
  recordType: 'fileControl';
  /** INTEGER. */
  batches: bigint | null;
  /** INTEGER. */
  blocks: bigint | null;
  /** DECIMAL with digits only, the last 2 are decimals. */
  debits: string | null;
}

/** ACH payments of US banks in the NACHA format. A wrong entry rejects its batch. */
export type Record = FileHeaderRecord | BatchRecord | EntryRecord | BatchControlRecord | FileControlRecord;

// created
const fileHeaderCreatedColumn = { field: 'created', column: 'created' };
const fileHeaderCreatedType: Rule = {
  ...fileHeaderCreatedColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'created must be a STRING',
};
const fileHeaderCreatedRequired: Rule = {
  ...fileHeaderCreatedColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:created',
  message: 'created is required',
};

/** Reads created from the column "created": STRING; required (FATAL). */
function readFileHeaderCreated(cell: string | undefined, record: RecordReport): string | null {
  return validateFileHeaderCreated(textOrNull(cell), record);
}

/** Applies the rules of created. */
function validateFileHeaderCreated(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(fileHeaderCreatedRequired, null);
    return null;
  }

  return value;
}

/** Checks created of a plain object. */
function checkFileHeaderCreated(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(fileHeaderCreatedType, describeValue(inputValue));
  else validateFileHeaderCreated(value, record);
}

// company
const batchCompanyColumn = { field: 'company', column: 'company' };
const batchCompanyType: Rule = {
  ...batchCompanyColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'company must be a STRING',
};

/** Reads company from the column "company": STRING. */
function readBatchCompany(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks company of a plain object. */
function checkBatchCompany(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(batchCompanyType, describeValue(inputValue));
}

// purpose
const batchPurposeColumn = { field: 'purpose', column: 'purpose' };
const batchPurposeType: Rule = {
  ...batchPurposeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'purpose must be a STRING',
};

/** Reads purpose from the column "purpose": STRING. */
function readBatchPurpose(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks purpose of a plain object. */
function checkBatchPurpose(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(batchPurposeType, describeValue(inputValue));
}

// effectiveDate
const batchEffectiveDateColumn = { field: 'effectiveDate', column: 'effectiveDate' };
const batchEffectiveDateType: Rule = {
  ...batchEffectiveDateColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'effectiveDate must be a STRING',
};

/** Reads effectiveDate from the column "effectiveDate": STRING. */
function readBatchEffectiveDate(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks effectiveDate of a plain object. */
function checkBatchEffectiveDate(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(batchEffectiveDateType, describeValue(inputValue));
}

// bank
const entryBankColumn = { field: 'bank', column: 'bank' };
const entryBankType: Rule = {
  ...entryBankColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'bank must be an INTEGER',
};

/** Reads bank from the column "bank": INTEGER. */
function readEntryBank(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(entryBankType, text) : value;
}

/** Checks bank of a plain object. */
function checkEntryBank(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(entryBankType, describeValue(inputValue));
}

// accountNumber
const entryAccountNumberColumn = { field: 'accountNumber', column: 'accountNumber' };
const entryAccountNumberType: Rule = {
  ...entryAccountNumberColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'accountNumber must be a STRING',
};

/** Reads accountNumber from the column "accountNumber": STRING, sensitive. */
function readEntryAccountNumber(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks accountNumber of a plain object. */
function checkEntryAccountNumber(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(entryAccountNumberType, describeValue(inputValue));
}

// amount
const entryAmountColumn = { field: 'amount', column: 'amount' };
const entryAmountType: Rule = {
  ...entryAmountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'amount must be a DECIMAL with digits only, the last 2 are decimals',
};
const entryAmountRequired: Rule = {
  ...entryAmountColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:amount',
  message: 'amount is required',
};

/** Reads amount from the column "amount": DECIMAL with digits only, the last 2 are decimals; required (FATAL). */
function readEntryAmount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateEntryAmount(null, record);
  const value = toScaledDecimal(bare, 2);
  return value === null ? record.addIssue(entryAmountType, text) : validateEntryAmount(value, record);
}

/** Applies the rules of amount. */
function validateEntryAmount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(entryAmountRequired, null);
    return null;
  }

  return value;
}

/** Checks amount of a plain object. */
function checkEntryAmount(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(entryAmountType, describeValue(inputValue));
  else validateEntryAmount(value, record);
}

// receiver
const entryReceiverColumn = { field: 'receiver', column: 'receiver' };
const entryReceiverType: Rule = {
  ...entryReceiverColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'receiver must be a STRING',
};

/** Reads receiver from the column "receiver": STRING, sensitive. */
function readEntryReceiver(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks receiver of a plain object. */
function checkEntryReceiver(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(entryReceiverType, describeValue(inputValue));
}

// trace
const entryTraceColumn = { field: 'trace', column: 'trace' };
const entryTraceType: Rule = {
  ...entryTraceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'trace must be a STRING',
};

/** Reads trace from the column "trace": STRING. */
function readEntryTrace(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks trace of a plain object. */
function checkEntryTrace(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(entryTraceType, describeValue(inputValue));
}

// company
const entryCompanyColumn = { field: 'company', column: 'company' };
const entryCompanyType: Rule = {
  ...entryCompanyColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'company must be a STRING',
};

/** Copies company from batch: STRING. */
function readEntryCompany(source: BatchValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.company;
}

/** Checks company of a plain object. */
function checkEntryCompany(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(entryCompanyType, describeValue(inputValue));
}

// purpose
const entryPurposeColumn = { field: 'purpose', column: 'purpose' };
const entryPurposeType: Rule = {
  ...entryPurposeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'purpose must be a STRING',
};

/** Copies purpose from batch: STRING. */
function readEntryPurpose(source: BatchValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.purpose;
}

/** Checks purpose of a plain object. */
function checkEntryPurpose(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(entryPurposeType, describeValue(inputValue));
}

// effectiveDate
const entryEffectiveDateColumn = { field: 'effectiveDate', column: 'effectiveDate' };
const entryEffectiveDateType: Rule = {
  ...entryEffectiveDateColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'effectiveDate must be a STRING',
};

/** Copies effectiveDate from batch: STRING. */
function readEntryEffectiveDate(source: BatchValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.effectiveDate;
}

/** Checks effectiveDate of a plain object. */
function checkEntryEffectiveDate(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(entryEffectiveDateType, describeValue(inputValue));
}

// fileCreated
const entryFileCreatedColumn = { field: 'fileCreated', column: 'fileCreated' };
const entryFileCreatedType: Rule = {
  ...entryFileCreatedColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'fileCreated must be a STRING',
};

/** Copies fileCreated from fileHeader: STRING. */
function readEntryFileCreated(source: FileHeaderValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.created;
}

/** Checks fileCreated of a plain object. */
function checkEntryFileCreated(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(entryFileCreatedType, describeValue(inputValue));
}

// count
const batchControlCountColumn = { field: 'count', column: 'count' };
const batchControlCountType: Rule = {
  ...batchControlCountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'count must be an INTEGER',
};

/** Reads count from the column "count": INTEGER. */
function readBatchControlCount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(batchControlCountType, text) : value;
}

/** Checks count of a plain object. */
function checkBatchControlCount(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(batchControlCountType, describeValue(inputValue));
}

// hash
const batchControlHashColumn = { field: 'hash', column: 'hash' };
const batchControlHashType: Rule = {
  ...batchControlHashColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'hash must be an INTEGER',
};

/** Reads hash from the column "hash": INTEGER. */
function readBatchControlHash(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(batchControlHashType, text) : value;
}

/** Checks hash of a plain object. */
function checkBatchControlHash(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(batchControlHashType, describeValue(inputValue));
}

// debits
const batchControlDebitsColumn = { field: 'debits', column: 'debits' };
const batchControlDebitsType: Rule = {
  ...batchControlDebitsColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'debits must be a DECIMAL with digits only, the last 2 are decimals',
};

/** Reads debits from the column "debits": DECIMAL with digits only, the last 2 are decimals. */
function readBatchControlDebits(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toScaledDecimal(bare, 2);
  return value === null ? record.addIssue(batchControlDebitsType, text) : value;
}

/** Checks debits of a plain object. */
function checkBatchControlDebits(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(batchControlDebitsType, describeValue(inputValue));
}

// batches
const fileControlBatchesColumn = { field: 'batches', column: 'batches' };
const fileControlBatchesType: Rule = {
  ...fileControlBatchesColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'batches must be an INTEGER',
};

/** Reads batches from the column "batches": INTEGER. */
function readFileControlBatches(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(fileControlBatchesType, text) : value;
}

/** Checks batches of a plain object. */
function checkFileControlBatches(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(fileControlBatchesType, describeValue(inputValue));
}

// blocks
const fileControlBlocksColumn = { field: 'blocks', column: 'blocks' };
const fileControlBlocksType: Rule = {
  ...fileControlBlocksColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'blocks must be an INTEGER',
};

/** Reads blocks from the column "blocks": INTEGER. */
function readFileControlBlocks(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(fileControlBlocksType, text) : value;
}

/** Checks blocks of a plain object. */
function checkFileControlBlocks(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(fileControlBlocksType, describeValue(inputValue));
}

// debits
const fileControlDebitsColumn = { field: 'debits', column: 'debits' };
const fileControlDebitsType: Rule = {
  ...fileControlDebitsColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'debits must be a DECIMAL with digits only, the last 2 are decimals',
};

/** Reads debits from the column "debits": DECIMAL with digits only, the last 2 are decimals. */
function readFileControlDebits(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toScaledDecimal(bare, 2);
  return value === null ? record.addIssue(fileControlDebitsType, text) : value;
}

/** Checks debits of a plain object. */
function checkFileControlDebits(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(fileControlDebitsType, describeValue(inputValue));
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface FileHeaderValues {
  created: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface BatchValues {
  company: string | null;
  purpose: string | null;
  effectiveDate: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface EntryValues {
  bank: string | null;
  accountNumber: string | null;
  amount: string | null;
  receiver: string | null;
  trace: string | null;
  company: string | null;
  purpose: string | null;
  effectiveDate: string | null;
  fileCreated: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface BatchControlValues {
  count: string | null;
  hash: string | null;
  debits: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface FileControlValues {
  batches: string | null;
  blocks: string | null;
  debits: string | null;
}

/** The records whose values others copy. Null: the record was not processed. Absent: there was none. */
interface Enclosing {
  fileHeader?: FileHeaderValues | null;
  batch?: BatchValues | null;
}

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
  onShortRecord: null,
  onNoRecords: 'FATAL',
  recordWhen: null,
  types: [
    { when: { start: 1, length: 1, values: ['1'] }, minLength: 24, maxLength: 94 },
    { when: { start: 1, length: 1, values: ['5'] }, minLength: 70, maxLength: 94 },
    { when: { start: 1, length: 1, values: ['6'] }, minLength: 80, maxLength: 94 },
    { when: { start: 1, length: 1, values: ['8'] }, minLength: 21, maxLength: 94 },
    { when: { start: 1, length: 1, values: ['9'] }, minLength: 32, maxLength: 94 },
  ],
  skipsUnknown: false,
  filler: {
    start: 1,
    length: 94,
    values: ['9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999'],
  },
};

/** Reads all fields of a record: corrects, parses and validates them. */
function readFileHeader(line: FixedWidthLine, record: RecordReport): FileHeaderValues {
  return {
    created: readFileHeaderCreated(sliceLeftAligned(line, 24, 6, ' '), record),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readBatch(line: FixedWidthLine, _record: RecordReport): BatchValues {
  return {
    company: readBatchCompany(sliceLeftAligned(line, 5, 16, ' ')),
    purpose: readBatchPurpose(sliceLeftAligned(line, 54, 10, ' ')),
    effectiveDate: readBatchEffectiveDate(sliceLeftAligned(line, 70, 6, ' ')),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readEntry(line: FixedWidthLine, record: RecordReport, enclosing: Enclosing): EntryValues {
  return {
    bank: readEntryBank(sliceLeftAligned(line, 4, 8, ' '), record),
    accountNumber: readEntryAccountNumber(sliceLeftAligned(line, 13, 17, ' ')),
    amount: readEntryAmount(sliceLeftAligned(line, 30, 10, ' '), record),
    receiver: readEntryReceiver(sliceLeftAligned(line, 55, 22, ' ')),
    trace: readEntryTrace(sliceLeftAligned(line, 80, 15, ' ')),
    company: readEntryCompany(enclosing.batch),
    purpose: readEntryPurpose(enclosing.batch),
    effectiveDate: readEntryEffectiveDate(enclosing.batch),
    fileCreated: readEntryFileCreated(enclosing.fileHeader),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readBatchControl(line: FixedWidthLine, record: RecordReport): BatchControlValues {
  return {
    count: readBatchControlCount(sliceLeftAligned(line, 5, 6, ' '), record),
    hash: readBatchControlHash(sliceLeftAligned(line, 11, 10, ' '), record),
    debits: readBatchControlDebits(sliceLeftAligned(line, 21, 12, ' '), record),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readFileControl(line: FixedWidthLine, record: RecordReport): FileControlValues {
  return {
    batches: readFileControlBatches(sliceLeftAligned(line, 2, 6, ' '), record),
    blocks: readFileControlBlocks(sliceLeftAligned(line, 8, 6, ' '), record),
    debits: readFileControlDebits(sliceLeftAligned(line, 32, 12, ' '), record),
  };
}

/** Creates the source of a file's records. */
function records(options: TransformOptions): FixedWidthRecordSource {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  return createFixedWidthRecordSource({ ...dialect, maxRecordBytes }, createUtf8Input(options.from), options.from);
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toFileHeaderJson(values: FileHeaderValues): string {
  let json = '';
  json += '{"created":' + toJsonString(values.created);
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
    created: values.created as string,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toBatchJson(values: BatchValues): string {
  let json = '';
  json += '{"company":' + toJsonString(values.company);
  json += ',"purpose":' + toJsonString(values.purpose);
  json += ',"effectiveDate":' + toJsonString(values.effectiveDate);
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
    company: values.company,
    purpose: values.purpose,
    effectiveDate: values.effectiveDate,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toEntryJson(values: EntryValues): string {
  let json = '';
  json += '{"bank":' + toJsonNumber(values.bank);
  json += ',"accountNumber":' + toJsonString(values.accountNumber);
  json += ',"amount":' + toJsonNumber(values.amount);
  json += ',"receiver":' + toJsonString(values.receiver);
  json += ',"trace":' + toJsonString(values.trace);
  json += ',"company":' + toJsonString(values.company);
  json += ',"purpose":' + toJsonString(values.purpose);
  json += ',"effectiveDate":' + toJsonString(values.effectiveDate);
  json += ',"fileCreated":' + toJsonString(values.fileCreated);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toEntryKey(values: EntryValues): string | null {
  return values.trace;
}

/** Returns the record as an object. */
function toEntryRecord(values: EntryValues): EntryRecord {
  return {
    recordType: 'entry',
    bank: toBigInt(values.bank),
    accountNumber: values.accountNumber,
    amount: values.amount as string,
    receiver: values.receiver,
    trace: values.trace,
    company: values.company,
    purpose: values.purpose,
    effectiveDate: values.effectiveDate,
    fileCreated: values.fileCreated,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toBatchControlJson(values: BatchControlValues): string {
  let json = '';
  json += '{"count":' + toJsonNumber(values.count);
  json += ',"hash":' + toJsonNumber(values.hash);
  json += ',"debits":' + toJsonNumber(values.debits);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toBatchControlKey(_: BatchControlValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toBatchControlRecord(values: BatchControlValues): BatchControlRecord {
  return {
    recordType: 'batchControl',
    count: toBigInt(values.count),
    hash: toBigInt(values.hash),
    debits: values.debits,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toFileControlJson(values: FileControlValues): string {
  let json = '';
  json += '{"batches":' + toJsonNumber(values.batches);
  json += ',"blocks":' + toJsonNumber(values.blocks);
  json += ',"debits":' + toJsonNumber(values.debits);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toFileControlKey(_: FileControlValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toFileControlRecord(values: FileControlValues): FileControlRecord {
  return {
    recordType: 'fileControl',
    batches: toBigInt(values.batches),
    blocks: toBigInt(values.blocks),
    debits: values.debits,
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
      name: 'batch',
      isPublished: false,
      copiesFrom: [],
      readRecord: readBatch,
      toJson: toBatchJson,
      toKey: toBatchKey,
      toRecord: toBatchRecord,
    }),
    createTypeReader({
      name: 'entry',
      isPublished: true,
      copiesFrom: [1, 0],
      readRecord: readEntry,
      toJson: toEntryJson,
      toKey: toEntryKey,
      toRecord: toEntryRecord,
    }),
    createTypeReader({
      name: 'batchControl',
      isPublished: false,
      copiesFrom: [],
      readRecord: readBatchControl,
      toJson: toBatchControlJson,
      toKey: toBatchControlKey,
      toRecord: toBatchControlRecord,
    }),
    createTypeReader({
      name: 'fileControl',
      isPublished: false,
      copiesFrom: [],
      readRecord: readFileControl,
      toJson: toFileControlJson,
      toKey: toFileControlKey,
      toRecord: toFileControlRecord,
    }),
  ],
  structure: {
    types: [
      { name: 'fileHeader', parent: -1, min: 1, max: 1, anyOrder: false },
      { name: 'batch', parent: -1, min: 0, max: Infinity, anyOrder: false },
      { name: 'entry', parent: 1, min: 0, max: Infinity, anyOrder: false },
      { name: 'batchControl', parent: 1, min: 1, max: 1, anyOrder: false },
      { name: 'fileControl', parent: -1, min: 1, max: 1, anyOrder: false },
    ],
    anyOrder: false,
    onUnexpectedRecord: 'FATAL' as const,
    onMissingRecord: 'FATAL' as const,
    onUnknownRecordType: 'FATAL' as const,
    block: { lines: 10, severity: 'FATAL' as const },
  },
  fileRules: [
    // batchControl.count must equal the number of entry records (FATAL).
    {
      code: 'COUNT_EQUALS' as const,
      ruleId: 'batch-entries',
      severity: 'FATAL' as const,
      message: 'batchControl.count must equal the number of entry records',
      scope: 1,
      isMasked: false,
      found: { of: [2], selects: null, addend: null, isAbsolute: false },
      total: { type: 3, value: (values: BatchControlValues) => values.count },
      other: null,
      modulus: null,
    },
    // batchControl.hash must equal the sum of entry.bank (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'batch-hash',
      severity: 'FATAL' as const,
      message: 'batchControl.hash must equal the sum of entry.bank',
      scope: 1,
      isMasked: false,
      found: { of: [2], selects: null, addend: (values: EntryValues) => values.bank, isAbsolute: false },
      total: { type: 3, value: (values: BatchControlValues) => values.hash },
      other: null,
      modulus: '10000000000',
    },
    // batchControl.debits must equal the sum of entry.amount (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'batch-debits',
      severity: 'FATAL' as const,
      message: 'batchControl.debits must equal the sum of entry.amount',
      scope: 1,
      isMasked: false,
      found: { of: [2], selects: null, addend: (values: EntryValues) => values.amount, isAbsolute: false },
      total: { type: 3, value: (values: BatchControlValues) => values.debits },
      other: null,
      modulus: null,
    },
    // fileControl.batches must equal the number of batch records (FATAL).
    {
      code: 'COUNT_EQUALS' as const,
      ruleId: 'batches',
      severity: 'FATAL' as const,
      message: 'fileControl.batches must equal the number of batch records',
      scope: -1,
      isMasked: false,
      found: { of: [1], selects: null, addend: null, isAbsolute: false },
      total: { type: 4, value: (values: FileControlValues) => values.batches },
      other: null,
      modulus: null,
    },
    // fileControl.blocks must equal the number of blocks of 10 records (FATAL).
    {
      code: 'COUNT_EQUALS' as const,
      ruleId: 'blocks',
      severity: 'FATAL' as const,
      message: 'fileControl.blocks must equal the number of blocks of 10 records',
      scope: -1,
      isMasked: false,
      found: { of: [0, 1, 2, 3, 4], selects: null, addend: null, isAbsolute: false, blockOf: 10 },
      total: { type: 4, value: (values: FileControlValues) => values.blocks },
      other: null,
      modulus: null,
    },
    // fileControl.debits must equal the sum of batchControl.debits (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'debits',
      severity: 'FATAL' as const,
      message: 'fileControl.debits must equal the sum of batchControl.debits',
      scope: -1,
      isMasked: false,
      found: { of: [3], selects: null, addend: (values: BatchControlValues) => values.debits, isAbsolute: false },
      total: { type: 4, value: (values: FileControlValues) => values.debits },
      other: null,
      modulus: null,
    },
  ],
  maxRecordBytes: 1048576,
  documents: createDocuments({ types: [1], maxBytes: 16777216, maxRecords: 100000 }),
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
  const run = createTypedRun<FixedWidthLine, Record>(reader, {});
  return readRecords(run, records(options), { chunks: source, options });
}

/** Checks a plain object against the types and rules of the record type that its member recordType names. */
export function check(value: unknown): Issue[] {
  return checkTypedRecord(value, {
    fileHeader: (member, record) => {
      checkFileHeaderCreated(member('created'), record);
    },
    batch: (member, record) => {
      checkBatchCompany(member('company'), record);
      checkBatchPurpose(member('purpose'), record);
      checkBatchEffectiveDate(member('effectiveDate'), record);
    },
    entry: (member, record) => {
      checkEntryBank(member('bank'), record);
      checkEntryAccountNumber(member('accountNumber'), record);
      checkEntryAmount(member('amount'), record);
      checkEntryReceiver(member('receiver'), record);
      checkEntryTrace(member('trace'), record);
      checkEntryCompany(member('company'), record);
      checkEntryPurpose(member('purpose'), record);
      checkEntryEffectiveDate(member('effectiveDate'), record);
      checkEntryFileCreated(member('fileCreated'), record);
    },
    batchControl: (member, record) => {
      checkBatchControlCount(member('count'), record);
      checkBatchControlHash(member('hash'), record);
      checkBatchControlDebits(member('debits'), record);
    },
    fileControl: (member, record) => {
      checkFileControlBatches(member('batches'), record);
      checkFileControlBlocks(member('blocks'), record);
      checkFileControlDebits(member('debits'), record);
    },
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  const run = createTypedRun<FixedWidthLine, Record>(reader, options);
  return createRecordTransformer(run, records(options), options);
}
