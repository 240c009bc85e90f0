// Compiled by Specmill from a spec: change the spec, not this file.
import {
  checkTypedRecord,
  createFixedWidthRecordSource,
  createMatcher,
  createRecordTransformer,
  createTypeReader,
  createTypedRun,
  createUtf8Input,
  describeValue,
  limitRecordBytes,
  readRecords,
  sliceLeftAligned,
  sliceRightAligned,
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
  name: 'nacha',
  version: '5952251eaf35b7f4e6f36964be1f65cb0e054178c132df4c4f13d58ee78b0415',
  format: 'FIXED_WIDTH',
  encoding: 'utf-8',
  fields: [],
  recordTypes: [
    {
      name: 'fileHeader',
      isPublished: false,
      fields: [
        { name: 'destination', type: 'STRING', sensitive: false },
        { name: 'origin', type: 'STRING', sensitive: false },
        { name: 'created', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'batch',
      isPublished: false,
      fields: [
        { name: 'serviceClass', type: 'STRING', sensitive: false },
        { name: 'company', type: 'STRING', sensitive: false },
        { name: 'companyId', type: 'STRING', sensitive: false },
        { name: 'entryClass', type: 'STRING', sensitive: false },
        { name: 'purpose', type: 'STRING', sensitive: false },
        { name: 'effectiveDate', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'entry',
      isPublished: true,
      fields: [
        { name: 'account', type: 'STRING', sensitive: false },
        { name: 'direction', type: 'STRING', sensitive: false },
        { name: 'bank', type: 'INTEGER', sensitive: false },
        { name: 'accountNumber', type: 'STRING', sensitive: true },
        { name: 'amount', type: 'DECIMAL', sensitive: false },
        { name: 'receiverId', type: 'STRING', sensitive: false },
        { name: 'receiver', type: 'STRING', sensitive: true },
        { name: 'addendaIndicator', type: 'INTEGER', sensitive: false },
        { name: 'trace', type: 'STRING', sensitive: false },
        { name: 'company', type: 'STRING', sensitive: false },
        { name: 'purpose', type: 'STRING', sensitive: false },
        { name: 'effectiveDate', type: 'STRING', sensitive: false },
        { name: 'fileCreated', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'addenda',
      isPublished: true,
      fields: [
        { name: 'kind', type: 'STRING', sensitive: false },
        { name: 'text', type: 'STRING', sensitive: false },
        { name: 'trace', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'batchControl',
      isPublished: false,
      fields: [
        { name: 'count', type: 'INTEGER', sensitive: false },
        { name: 'hash', type: 'INTEGER', sensitive: false },
        { name: 'debits', type: 'DECIMAL', sensitive: false },
        { name: 'credits', type: 'DECIMAL', sensitive: false },
      ],
    },
    {
      name: 'fileControl',
      isPublished: false,
      fields: [
        { name: 'batches', type: 'INTEGER', sensitive: false },
        { name: 'blocks', type: 'INTEGER', sensitive: false },
        { name: 'entries', type: 'INTEGER', sensitive: false },
        { name: 'hash', type: 'INTEGER', sensitive: false },
        { name: 'debits', type: 'DECIMAL', sensitive: false },
        { name: 'credits', type: 'DECIMAL', sensitive: false },
      ],
    },
  ],
  hasGate: true,
  hasUniqueRules: true,
  splits: { kind: 'LINES', lineEnds: [10, 13], heldBack: 0 },
};

/** A record of the type fileHeader of nacha. */
export interface FileHeaderRecord {
  recordType: 'fileHeader';
  /** STRING. */
  destination: string | null;
  /** STRING. */
  origin: string | null;
  /** STRING; required (FATAL). */
  created: string;
}

/** A record of the type batch of nacha. */
export interface BatchRecord {
  recordType: 'batch';
  /** STRING; one of 200, 220, 225 (ERROR). */
  serviceClass: string | null;
  /** STRING. */
  company: string | null;
  /** STRING. */
  companyId: string | null;
  /** STRING; one of PPD, CCD (WARNING). */
  entryClass: string | null;
  /** STRING. */
  purpose: string | null;
  /** STRING. */
  effectiveDate: string | null;
}

/** A record of the type entry of nacha. */
export interface EntryRecord {
  recordType: 'entry';
  /** STRING. */
  account: string | null;
  /** STRING; matching \d (ERROR). */
  direction: string | null;
  /** INTEGER. */
  bank: bigint | null;
  /** STRING, sensitive. */
  accountNumber: string | null;
  /** DECIMAL with digits only, the last 2 are decimals. */
  amount: string | null;
  /** STRING. */
  receiverId: string | null;
  /** STRING, sensitive. */
  receiver: string | null;
  /** INTEGER. */
  addendaIndicator: bigint | null;
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

/** A record of the type addenda of nacha. */
export interface AddendaRecord {
  recordType: 'addenda';
  /** STRING. */
  kind: string | null;
  /** STRING. */
  text: string | null;
  /** STRING. */
  trace: string | null;
}

/** A record of the type batchControl of nacha. */
export interface BatchControlRecord {
  recordType: 'batchControl';
  /** INTEGER. */
  count: bigint | null;
  /** INTEGER. */
  hash: bigint | null;
  /** DECIMAL with digits only, the last 2 are decimals. */
  debits: string | null;
  /** DECIMAL with digits only, the last 2 are decimals. */
  credits: string | null;
}

/** A record of the type fileControl of nacha. */
export interface FileControlRecord {
  recordType: 'fileControl';
  /** INTEGER. */
  batches: bigint | null;
  /** INTEGER. */
  blocks: bigint | null;
  /** INTEGER. */
  entries: bigint | null;
  /** INTEGER. */
  hash: bigint | null;
  /** DECIMAL with digits only, the last 2 are decimals. */
  debits: string | null;
  /** DECIMAL with digits only, the last 2 are decimals. */
  credits: string | null;
}

/** ACH payments of US banks in the NACHA format, with the entry classes PPD and CCD, addenda and all control totals. */
export type Record =
  | FileHeaderRecord
  | BatchRecord
  | EntryRecord
  | AddendaRecord
  | BatchControlRecord
  | FileControlRecord;

// destination
const fileHeaderDestinationColumn = { field: 'destination', column: 'destination' };
const fileHeaderDestinationType: Rule = {
  ...fileHeaderDestinationColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'destination must be a STRING',
};

/** Reads destination from the column "destination": STRING. */
function readFileHeaderDestination(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks destination of a plain object. */
function checkFileHeaderDestination(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(fileHeaderDestinationType, describeValue(inputValue));
}

// origin
const fileHeaderOriginColumn = { field: 'origin', column: 'origin' };
const fileHeaderOriginType: Rule = {
  ...fileHeaderOriginColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'origin must be a STRING',
};

/** Reads origin from the column "origin": STRING. */
function readFileHeaderOrigin(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks origin of a plain object. */
function checkFileHeaderOrigin(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(fileHeaderOriginType, describeValue(inputValue));
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

// serviceClass
const batchServiceClassColumn = { field: 'serviceClass', column: 'serviceClass' };
const batchServiceClassType: Rule = {
  ...batchServiceClassColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'serviceClass must be a STRING',
};
const batchServiceClassRule: Rule = {
  ...batchServiceClassColumn,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'service-class',
  message: 'serviceClass must be one of 200, 220, 225',
};

/** Reads serviceClass from the column "serviceClass": STRING; one of 200, 220, 225 (ERROR). */
function readBatchServiceClass(cell: string | undefined, record: RecordReport): string | null {
  return validateBatchServiceClass(textOrNull(cell), record);
}

/** Applies the rules of serviceClass. */
function validateBatchServiceClass(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be one of 200, 220, 225 (ERROR).
  if (value !== '200' && value !== '220' && value !== '225') record.addIssue(batchServiceClassRule, value);
  return value;
}

/** Checks serviceClass of a plain object. */
function checkBatchServiceClass(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(batchServiceClassType, describeValue(inputValue));
  else validateBatchServiceClass(value, record);
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

// companyId
const batchCompanyIdColumn = { field: 'companyId', column: 'companyId' };
const batchCompanyIdType: Rule = {
  ...batchCompanyIdColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'companyId must be a STRING',
};

/** Reads companyId from the column "companyId": STRING. */
function readBatchCompanyId(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks companyId of a plain object. */
function checkBatchCompanyId(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(batchCompanyIdType, describeValue(inputValue));
}

// entryClass
const batchEntryClassColumn = { field: 'entryClass', column: 'entryClass' };
const batchEntryClassType: Rule = {
  ...batchEntryClassColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'entryClass must be a STRING',
};
const batchEntryClassRule: Rule = {
  ...batchEntryClassColumn,
  severity: 'WARNING',
  code: 'ALLOWED_VALUES',
  ruleId: 'entry-class',
  message: 'entryClass must be one of PPD, CCD',
};

/** Reads entryClass from the column "entryClass": STRING; one of PPD, CCD (WARNING). */
function readBatchEntryClass(cell: string | undefined, record: RecordReport): string | null {
  return validateBatchEntryClass(textOrNull(cell), record);
}

/** Applies the rules of entryClass. */
function validateBatchEntryClass(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be one of PPD, CCD (WARNING).
  if (value !== 'PPD' && value !== 'CCD') record.addIssue(batchEntryClassRule, value);
  return value;
}

/** Checks entryClass of a plain object. */
function checkBatchEntryClass(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(batchEntryClassType, describeValue(inputValue));
  else validateBatchEntryClass(value, record);
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

// account
const entryAccountColumn = { field: 'account', column: 'account' };
const entryAccountType: Rule = {
  ...entryAccountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'account must be a STRING',
};

/** Reads account from the column "account": STRING. */
function readEntryAccount(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks account of a plain object. */
function checkEntryAccount(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(entryAccountType, describeValue(inputValue));
}

// direction
const entryDirectionColumn = { field: 'direction', column: 'direction' };
const entryDirectionType: Rule = {
  ...entryDirectionColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'direction must be a STRING',
};
const entryDirectionKnown: Rule = {
  ...entryDirectionColumn,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'direction-known',
  message: 'direction must match \\d',
};

/** Matches \d. */
const matchesEntryDirectionKnown = createMatcher('1c-9', ',1:2;!');

/** Reads direction from the column "direction": STRING; matching \d (ERROR). */
function readEntryDirection(cell: string | undefined, record: RecordReport): string | null {
  return validateEntryDirection(textOrNull(cell), record);
}

/** Applies the rules of direction. */
function validateEntryDirection(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must match \d (ERROR).
  if (!matchesEntryDirectionKnown(value)) record.addIssue(entryDirectionKnown, value);
  return value;
}

/** Checks direction of a plain object. */
function checkEntryDirection(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(entryDirectionType, describeValue(inputValue));
  else validateEntryDirection(value, record);
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

/** Reads amount from the column "amount": DECIMAL with digits only, the last 2 are decimals. */
function readEntryAmount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toScaledDecimal(bare, 2);
  return value === null ? record.addIssue(entryAmountType, text) : value;
}

/** Checks amount of a plain object. */
function checkEntryAmount(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(entryAmountType, describeValue(inputValue));
}

// receiverId
const entryReceiverIdColumn = { field: 'receiverId', column: 'receiverId' };
const entryReceiverIdType: Rule = {
  ...entryReceiverIdColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'receiverId must be a STRING',
};

/** Reads receiverId from the column "receiverId": STRING. */
function readEntryReceiverId(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks receiverId of a plain object. */
function checkEntryReceiverId(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(entryReceiverIdType, describeValue(inputValue));
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

// addendaIndicator
const entryAddendaIndicatorColumn = { field: 'addendaIndicator', column: 'addendaIndicator' };
const entryAddendaIndicatorType: Rule = {
  ...entryAddendaIndicatorColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'addendaIndicator must be an INTEGER',
};

/** Reads addendaIndicator from the column "addendaIndicator": INTEGER. */
function readEntryAddendaIndicator(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(entryAddendaIndicatorType, text) : value;
}

/** Checks addendaIndicator of a plain object. */
function checkEntryAddendaIndicator(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(entryAddendaIndicatorType, describeValue(inputValue));
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

// kind
const addendaKindColumn = { field: 'kind', column: 'kind' };
const addendaKindType: Rule = {
  ...addendaKindColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'kind must be a STRING',
};

/** Reads kind from the column "kind": STRING. */
function readAddendaKind(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks kind of a plain object. */
function checkAddendaKind(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(addendaKindType, describeValue(inputValue));
}

// text
const addendaTextColumn = { field: 'text', column: 'text' };
const addendaTextType: Rule = {
  ...addendaTextColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'text must be a STRING',
};

/** Reads text from the column "text": STRING. */
function readAddendaText(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks text of a plain object. */
function checkAddendaText(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(addendaTextType, describeValue(inputValue));
}

// trace
const addendaTraceColumn = { field: 'trace', column: 'trace' };
const addendaTraceType: Rule = {
  ...addendaTraceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'trace must be a STRING',
};

/** Copies trace from entry: STRING. */
function readAddendaTrace(source: EntryValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.trace;
}

/** Checks trace of a plain object. */
function checkAddendaTrace(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(addendaTraceType, describeValue(inputValue));
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

// credits
const batchControlCreditsColumn = { field: 'credits', column: 'credits' };
const batchControlCreditsType: Rule = {
  ...batchControlCreditsColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'credits must be a DECIMAL with digits only, the last 2 are decimals',
};

/** Reads credits from the column "credits": DECIMAL with digits only, the last 2 are decimals. */
function readBatchControlCredits(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toScaledDecimal(bare, 2);
  return value === null ? record.addIssue(batchControlCreditsType, text) : value;
}

/** Checks credits of a plain object. */
function checkBatchControlCredits(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(batchControlCreditsType, describeValue(inputValue));
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

// entries
const fileControlEntriesColumn = { field: 'entries', column: 'entries' };
const fileControlEntriesType: Rule = {
  ...fileControlEntriesColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'entries must be an INTEGER',
};

/** Reads entries from the column "entries": INTEGER. */
function readFileControlEntries(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(fileControlEntriesType, text) : value;
}

/** Checks entries of a plain object. */
function checkFileControlEntries(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(fileControlEntriesType, describeValue(inputValue));
}

// hash
const fileControlHashColumn = { field: 'hash', column: 'hash' };
const fileControlHashType: Rule = {
  ...fileControlHashColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'hash must be an INTEGER',
};

/** Reads hash from the column "hash": INTEGER. */
function readFileControlHash(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(fileControlHashType, text) : value;
}

/** Checks hash of a plain object. */
function checkFileControlHash(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(fileControlHashType, describeValue(inputValue));
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

// credits
const fileControlCreditsColumn = { field: 'credits', column: 'credits' };
const fileControlCreditsType: Rule = {
  ...fileControlCreditsColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'credits must be a DECIMAL with digits only, the last 2 are decimals',
};

/** Reads credits from the column "credits": DECIMAL with digits only, the last 2 are decimals. */
function readFileControlCredits(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toScaledDecimal(bare, 2);
  return value === null ? record.addIssue(fileControlCreditsType, text) : value;
}

/** Checks credits of a plain object. */
function checkFileControlCredits(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(fileControlCreditsType, describeValue(inputValue));
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface FileHeaderValues {
  destination: string | null;
  origin: string | null;
  created: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface BatchValues {
  serviceClass: string | null;
  company: string | null;
  companyId: string | null;
  entryClass: string | null;
  purpose: string | null;
  effectiveDate: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface EntryValues {
  account: string | null;
  direction: string | null;
  bank: string | null;
  accountNumber: string | null;
  amount: string | null;
  receiverId: string | null;
  receiver: string | null;
  addendaIndicator: string | null;
  trace: string | null;
  company: string | null;
  purpose: string | null;
  effectiveDate: string | null;
  fileCreated: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface AddendaValues {
  kind: string | null;
  text: string | null;
  trace: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface BatchControlValues {
  count: string | null;
  hash: string | null;
  debits: string | null;
  credits: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface FileControlValues {
  batches: string | null;
  blocks: string | null;
  entries: string | null;
  hash: string | null;
  debits: string | null;
  credits: string | null;
}

/** The records whose values others copy. Null: the record was not processed. Absent: there was none. */
interface Enclosing {
  fileHeader?: FileHeaderValues | null;
  batch?: BatchValues | null;
  entry?: EntryValues | null;
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
  onShortRecord: 'WARNING',
  onNoRecords: 'FATAL',
  recordWhen: null,
  types: [
    { when: { start: 1, length: 1, values: ['1'] }, minLength: 24, maxLength: 94 },
    { when: { start: 1, length: 1, values: ['5'] }, minLength: 70, maxLength: 94 },
    { when: { start: 1, length: 1, values: ['6'] }, minLength: 80, maxLength: 94 },
    { when: { start: 1, length: 1, values: ['7'] }, minLength: 4, maxLength: 94 },
    { when: { start: 1, length: 1, values: ['8'] }, minLength: 33, maxLength: 94 },
    { when: { start: 1, length: 1, values: ['9'] }, minLength: 44, maxLength: 94 },
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
    destination: readFileHeaderDestination(sliceRightAligned(line, 4, 10, ' ')),
    origin: readFileHeaderOrigin(sliceRightAligned(line, 14, 10, ' ')),
    created: readFileHeaderCreated(sliceLeftAligned(line, 24, 6, ' '), record),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readBatch(line: FixedWidthLine, record: RecordReport): BatchValues {
  return {
    serviceClass: readBatchServiceClass(sliceLeftAligned(line, 2, 3, ' '), record),
    company: readBatchCompany(sliceLeftAligned(line, 5, 16, ' ')),
    companyId: readBatchCompanyId(sliceLeftAligned(line, 41, 10, ' ')),
    entryClass: readBatchEntryClass(sliceLeftAligned(line, 51, 3, ' '), record),
    purpose: readBatchPurpose(sliceLeftAligned(line, 54, 10, ' ')),
    effectiveDate: readBatchEffectiveDate(sliceLeftAligned(line, 70, 6, ' ')),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readEntry(line: FixedWidthLine, record: RecordReport, enclosing: Enclosing): EntryValues {
  return {
    account: readEntryAccount(sliceLeftAligned(line, 2, 1, ' ')),
    direction: readEntryDirection(sliceLeftAligned(line, 3, 1, ' '), record),
    bank: readEntryBank(sliceLeftAligned(line, 4, 8, ' '), record),
    accountNumber: readEntryAccountNumber(sliceLeftAligned(line, 13, 17, ' ')),
    amount: readEntryAmount(sliceLeftAligned(line, 30, 10, ' '), record),
    receiverId: readEntryReceiverId(sliceLeftAligned(line, 40, 15, ' ')),
    receiver: readEntryReceiver(sliceLeftAligned(line, 55, 22, ' ')),
    addendaIndicator: readEntryAddendaIndicator(sliceLeftAligned(line, 79, 1, ' '), record),
    trace: readEntryTrace(sliceLeftAligned(line, 80, 15, ' ')),
    company: readEntryCompany(enclosing.batch),
    purpose: readEntryPurpose(enclosing.batch),
    effectiveDate: readEntryEffectiveDate(enclosing.batch),
    fileCreated: readEntryFileCreated(enclosing.fileHeader),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readAddenda(line: FixedWidthLine, _record: RecordReport, enclosing: Enclosing): AddendaValues {
  return {
    kind: readAddendaKind(sliceLeftAligned(line, 2, 2, ' ')),
    text: readAddendaText(sliceLeftAligned(line, 4, 80, ' ')),
    trace: readAddendaTrace(enclosing.entry),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readBatchControl(line: FixedWidthLine, record: RecordReport): BatchControlValues {
  return {
    count: readBatchControlCount(sliceLeftAligned(line, 5, 6, ' '), record),
    hash: readBatchControlHash(sliceLeftAligned(line, 11, 10, ' '), record),
    debits: readBatchControlDebits(sliceLeftAligned(line, 21, 12, ' '), record),
    credits: readBatchControlCredits(sliceLeftAligned(line, 33, 12, ' '), record),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readFileControl(line: FixedWidthLine, record: RecordReport): FileControlValues {
  return {
    batches: readFileControlBatches(sliceLeftAligned(line, 2, 6, ' '), record),
    blocks: readFileControlBlocks(sliceLeftAligned(line, 8, 6, ' '), record),
    entries: readFileControlEntries(sliceLeftAligned(line, 14, 8, ' '), record),
    hash: readFileControlHash(sliceLeftAligned(line, 22, 10, ' '), record),
    debits: readFileControlDebits(sliceLeftAligned(line, 32, 12, ' '), record),
    credits: readFileControlCredits(sliceLeftAligned(line, 44, 12, ' '), record),
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
  json += '{"destination":' + toJsonString(values.destination);
  json += ',"origin":' + toJsonString(values.origin);
  json += ',"created":' + toJsonString(values.created);
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
    destination: values.destination,
    origin: values.origin,
    created: values.created as string,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toBatchJson(values: BatchValues): string {
  let json = '';
  json += '{"serviceClass":' + toJsonString(values.serviceClass);
  json += ',"company":' + toJsonString(values.company);
  json += ',"companyId":' + toJsonString(values.companyId);
  json += ',"entryClass":' + toJsonString(values.entryClass);
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
    serviceClass: values.serviceClass,
    company: values.company,
    companyId: values.companyId,
    entryClass: values.entryClass,
    purpose: values.purpose,
    effectiveDate: values.effectiveDate,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toEntryJson(values: EntryValues): string {
  let json = '';
  json += '{"account":' + toJsonString(values.account);
  json += ',"direction":' + toJsonString(values.direction);
  json += ',"bank":' + toJsonNumber(values.bank);
  json += ',"accountNumber":' + toJsonString(values.accountNumber);
  json += ',"amount":' + toJsonNumber(values.amount);
  json += ',"receiverId":' + toJsonString(values.receiverId);
  json += ',"receiver":' + toJsonString(values.receiver);
  json += ',"addendaIndicator":' + toJsonNumber(values.addendaIndicator);
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
    account: values.account,
    direction: values.direction,
    bank: toBigInt(values.bank),
    accountNumber: values.accountNumber,
    amount: values.amount,
    receiverId: values.receiverId,
    receiver: values.receiver,
    addendaIndicator: toBigInt(values.addendaIndicator),
    trace: values.trace,
    company: values.company,
    purpose: values.purpose,
    effectiveDate: values.effectiveDate,
    fileCreated: values.fileCreated,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toAddendaJson(values: AddendaValues): string {
  let json = '';
  json += '{"kind":' + toJsonString(values.kind);
  json += ',"text":' + toJsonString(values.text);
  json += ',"trace":' + toJsonString(values.trace);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toAddendaKey(_: AddendaValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toAddendaRecord(values: AddendaValues): AddendaRecord {
  return {
    recordType: 'addenda',
    kind: values.kind,
    text: values.text,
    trace: values.trace,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toBatchControlJson(values: BatchControlValues): string {
  let json = '';
  json += '{"count":' + toJsonNumber(values.count);
  json += ',"hash":' + toJsonNumber(values.hash);
  json += ',"debits":' + toJsonNumber(values.debits);
  json += ',"credits":' + toJsonNumber(values.credits);
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
    credits: values.credits,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toFileControlJson(values: FileControlValues): string {
  let json = '';
  json += '{"batches":' + toJsonNumber(values.batches);
  json += ',"blocks":' + toJsonNumber(values.blocks);
  json += ',"entries":' + toJsonNumber(values.entries);
  json += ',"hash":' + toJsonNumber(values.hash);
  json += ',"debits":' + toJsonNumber(values.debits);
  json += ',"credits":' + toJsonNumber(values.credits);
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
    entries: toBigInt(values.entries),
    hash: toBigInt(values.hash),
    debits: values.debits,
    credits: values.credits,
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
      name: 'addenda',
      isPublished: true,
      copiesFrom: [2],
      readRecord: readAddenda,
      toJson: toAddendaJson,
      toKey: toAddendaKey,
      toRecord: toAddendaRecord,
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
      { name: 'addenda', parent: 2, min: 0, max: Infinity, anyOrder: false },
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
    // batchControl.count must equal the number of entry and addenda records (FATAL).
    {
      code: 'COUNT_EQUALS' as const,
      ruleId: 'batch-entries',
      severity: 'FATAL' as const,
      message: 'batchControl.count must equal the number of entry and addenda records',
      scope: 1,
      isMasked: false,
      found: { of: [2, 3], selects: null, addend: null, isAbsolute: false },
      total: { type: 4, value: (values: BatchControlValues) => values.count },
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
      total: { type: 4, value: (values: BatchControlValues) => values.hash },
      other: null,
      modulus: '10000000000',
    },
    // batchControl.debits must equal the sum of entry.amount when direction is one of 5, 6, 7, 8, 9 (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'batch-debits',
      severity: 'FATAL' as const,
      message: 'batchControl.debits must equal the sum of entry.amount when direction is one of 5, 6, 7, 8, 9',
      scope: 1,
      isMasked: false,
      found: {
        of: [2],
        selects: [
          (values: EntryValues) =>
            values.direction === '5' ||
            values.direction === '6' ||
            values.direction === '7' ||
            values.direction === '8' ||
            values.direction === '9',
        ],
        addend: (values: EntryValues) => values.amount,
        isAbsolute: false,
      },
      total: { type: 4, value: (values: BatchControlValues) => values.debits },
      other: null,
      modulus: null,
    },
    // batchControl.credits must equal the sum of entry.amount when direction is one of 0, 1, 2, 3, 4 (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'batch-credits',
      severity: 'FATAL' as const,
      message: 'batchControl.credits must equal the sum of entry.amount when direction is one of 0, 1, 2, 3, 4',
      scope: 1,
      isMasked: false,
      found: {
        of: [2],
        selects: [
          (values: EntryValues) =>
            values.direction === '0' ||
            values.direction === '1' ||
            values.direction === '2' ||
            values.direction === '3' ||
            values.direction === '4',
        ],
        addend: (values: EntryValues) => values.amount,
        isAbsolute: false,
      },
      total: { type: 4, value: (values: BatchControlValues) => values.credits },
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
      total: { type: 5, value: (values: FileControlValues) => values.batches },
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
      found: { of: [0, 1, 2, 3, 4, 5], selects: null, addend: null, isAbsolute: false, blockOf: 10 },
      total: { type: 5, value: (values: FileControlValues) => values.blocks },
      other: null,
      modulus: null,
    },
    // fileControl.entries must equal the sum of batchControl.count (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'entries',
      severity: 'FATAL' as const,
      message: 'fileControl.entries must equal the sum of batchControl.count',
      scope: -1,
      isMasked: false,
      found: { of: [4], selects: null, addend: (values: BatchControlValues) => values.count, isAbsolute: false },
      total: { type: 5, value: (values: FileControlValues) => values.entries },
      other: null,
      modulus: null,
    },
    // fileControl.hash must equal the sum of batchControl.hash (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'hash',
      severity: 'FATAL' as const,
      message: 'fileControl.hash must equal the sum of batchControl.hash',
      scope: -1,
      isMasked: false,
      found: { of: [4], selects: null, addend: (values: BatchControlValues) => values.hash, isAbsolute: false },
      total: { type: 5, value: (values: FileControlValues) => values.hash },
      other: null,
      modulus: '10000000000',
    },
    // fileControl.debits must equal the sum of batchControl.debits (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'debits',
      severity: 'FATAL' as const,
      message: 'fileControl.debits must equal the sum of batchControl.debits',
      scope: -1,
      isMasked: false,
      found: { of: [4], selects: null, addend: (values: BatchControlValues) => values.debits, isAbsolute: false },
      total: { type: 5, value: (values: FileControlValues) => values.debits },
      other: null,
      modulus: null,
    },
    // fileControl.credits must equal the sum of batchControl.credits (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'credits',
      severity: 'FATAL' as const,
      message: 'fileControl.credits must equal the sum of batchControl.credits',
      scope: -1,
      isMasked: false,
      found: { of: [4], selects: null, addend: (values: BatchControlValues) => values.credits, isAbsolute: false },
      total: { type: 5, value: (values: FileControlValues) => values.credits },
      other: null,
      modulus: null,
    },
    // entry.trace must be unique in the file (WARNING).
    {
      code: 'UNIQUE' as const,
      ruleId: 'traces',
      severity: 'WARNING' as const,
      message: 'entry.trace must be unique in the file',
      scope: -1,
      isMasked: false,
      type: 2,
      key: (values: EntryValues) => values.trace,
      parts: [{ field: 'trace', isNumber: false }],
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
  const run = createTypedRun<FixedWidthLine, Record>(reader, {});
  return readRecords(run, records(options), { chunks: source, options });
}

/** Checks a plain object against the types and rules of the record type that its member recordType names. */
export function check(value: unknown): Issue[] {
  return checkTypedRecord(value, {
    fileHeader: (member, record) => {
      checkFileHeaderDestination(member('destination'), record);
      checkFileHeaderOrigin(member('origin'), record);
      checkFileHeaderCreated(member('created'), record);
    },
    batch: (member, record) => {
      checkBatchServiceClass(member('serviceClass'), record);
      checkBatchCompany(member('company'), record);
      checkBatchCompanyId(member('companyId'), record);
      checkBatchEntryClass(member('entryClass'), record);
      checkBatchPurpose(member('purpose'), record);
      checkBatchEffectiveDate(member('effectiveDate'), record);
    },
    entry: (member, record) => {
      checkEntryAccount(member('account'), record);
      checkEntryDirection(member('direction'), record);
      checkEntryBank(member('bank'), record);
      checkEntryAccountNumber(member('accountNumber'), record);
      checkEntryAmount(member('amount'), record);
      checkEntryReceiverId(member('receiverId'), record);
      checkEntryReceiver(member('receiver'), record);
      checkEntryAddendaIndicator(member('addendaIndicator'), record);
      checkEntryTrace(member('trace'), record);
      checkEntryCompany(member('company'), record);
      checkEntryPurpose(member('purpose'), record);
      checkEntryEffectiveDate(member('effectiveDate'), record);
      checkEntryFileCreated(member('fileCreated'), record);
    },
    addenda: (member, record) => {
      checkAddendaKind(member('kind'), record);
      checkAddendaText(member('text'), record);
      checkAddendaTrace(member('trace'), record);
    },
    batchControl: (member, record) => {
      checkBatchControlCount(member('count'), record);
      checkBatchControlHash(member('hash'), record);
      checkBatchControlDebits(member('debits'), record);
      checkBatchControlCredits(member('credits'), record);
    },
    fileControl: (member, record) => {
      checkFileControlBatches(member('batches'), record);
      checkFileControlBlocks(member('blocks'), record);
      checkFileControlEntries(member('entries'), record);
      checkFileControlHash(member('hash'), record);
      checkFileControlDebits(member('debits'), record);
      checkFileControlCredits(member('credits'), record);
    },
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  const run = createTypedRun<FixedWidthLine, Record>(reader, options);
  return createRecordTransformer(run, records(options), options);
}
