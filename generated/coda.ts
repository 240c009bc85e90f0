// Compiled by Specmill from a spec: change the spec, not this file.
import {
  checkTypedRecord,
  createDecodedInput,
  createFixedWidthRecordSource,
  createRecordTransformer,
  createTypeReader,
  createTypedRun,
  describeValue,
  limitRecordBytes,
  readRecords,
  sliceLeftAligned,
  toBigInt,
  toCompositeKey,
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
import { fastTypes } from './coda.fast.ts';

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'coda',
  version: '64b539d94eea049b38db9f2a74ad99fe0b26f583f5a58cf879ab4d254c48ce86',
  format: 'FIXED_WIDTH',
  encoding: 'windows-1252',
  fields: [],
  recordTypes: [
    {
      name: 'header',
      isPublished: false,
      fields: [
        { name: 'created', type: 'STRING', sensitive: false },
        { name: 'bank', type: 'STRING', sensitive: false },
        { name: 'addressee', type: 'STRING', sensitive: false },
        { name: 'bic', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'oldBalance',
      isPublished: false,
      fields: [
        { name: 'account', type: 'STRING', sensitive: true },
        { name: 'sign', type: 'STRING', sensitive: false },
        { name: 'balance', type: 'DECIMAL', sensitive: false },
        { name: 'holder', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'movement',
      isPublished: true,
      fields: [
        { name: 'sequence', type: 'STRING', sensitive: false },
        { name: 'detail', type: 'STRING', sensitive: false },
        { name: 'reference', type: 'STRING', sensitive: false },
        { name: 'sign', type: 'STRING', sensitive: false },
        { name: 'amount', type: 'DECIMAL', sensitive: false },
        { name: 'valueDate', type: 'STRING', sensitive: false },
        { name: 'level', type: 'STRING', sensitive: false },
        { name: 'code', type: 'STRING', sensitive: false },
        { name: 'text', type: 'STRING', sensitive: false },
        { name: 'account', type: 'STRING', sensitive: true },
        { name: 'created', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'movementText',
      isPublished: true,
      fields: [
        { name: 'text', type: 'STRING', sensitive: false },
        { name: 'sequence', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'counterparty',
      isPublished: true,
      fields: [
        { name: 'account', type: 'STRING', sensitive: true },
        { name: 'name', type: 'STRING', sensitive: true },
        { name: 'sequence', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'information',
      isPublished: true,
      fields: [
        { name: 'text', type: 'STRING', sensitive: false },
        { name: 'sequence', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'moreInformation',
      isPublished: true,
      fields: [
        { name: 'text', type: 'STRING', sensitive: false },
        { name: 'sequence', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'newBalance',
      isPublished: false,
      fields: [
        { name: 'sign', type: 'STRING', sensitive: false },
        { name: 'balance', type: 'DECIMAL', sensitive: false },
      ],
    },
    { name: 'freeMessage', isPublished: false, fields: [{ name: 'text', type: 'STRING', sensitive: false }] },
    {
      name: 'trailer',
      isPublished: false,
      fields: [
        { name: 'records', type: 'INTEGER', sensitive: false },
        { name: 'debits', type: 'DECIMAL', sensitive: false },
        { name: 'credits', type: 'DECIMAL', sensitive: false },
      ],
    },
  ],
  hasGate: true,
  splits: { kind: 'LINES', lineEnds: [10, 13], heldBack: 0 },
};

/** A record of the type header of coda. */
export interface HeaderRecord {
  recordType: 'header';
  /** STRING; required (FATAL). */
  created: string;
  /** STRING. */
  bank: string | null;
  /** STRING. */
  addressee: string | null;
  /** STRING. */
  bic: string | null;
}

/** A record of the type oldBalance of coda. */
export interface OldBalanceRecord {
  recordType: 'oldBalance';
  /** STRING, sensitive. */
  account: string | null;
  /** STRING. */
  sign: string | null;
  /** DECIMAL with digits only, the last 3 are decimals. */
  balance: string | null;
  /** STRING. */
  holder: string | null;
}

/** A record of the type movement of coda. */
export interface MovementRecord {
  recordType: 'movement';
  /** STRING; required (FATAL). */
  sequence: string;
  /** STRING; required (FATAL). */
  detail: string;
  /** STRING. */
  reference: string | null;
  /** STRING; one of 0, 1 (ERROR). */
  sign: string | null;
  /** DECIMAL with digits only, the last 3 are decimals. */
  amount: string | null;
  /** STRING. */
  valueDate: string | null;
  /** STRING. */
  level: string | null;
  /** STRING. */
  code: string | null;
  /** STRING. */
  text: string | null;
  /** STRING, sensitive. */
  account: string | null;
  /** STRING. */
  created: string | null;
}

/** A record of the type movementText of coda. */
export interface MovementTextRecord {
  recordType: 'movementText';
  /** STRING. */
  text: string | null;
  /** STRING. */
  sequence: string | null;
}

/** A record of the type counterparty of coda. */
export interface CounterpartyRecord {
  recordType: 'counterparty';
  /** STRING, sensitive. */
  account: string | null;
  /** STRING, sensitive. */
  name: string | null;
  /** STRING. */
  sequence: string | null;
}

/** A record of the type information of coda. */
export interface InformationRecord {
  recordType: 'information';
  /** STRING. */
  text: string | null;
  /** STRING. */
  sequence: string | null;
}

/** A record of the type moreInformation of coda. */
export interface MoreInformationRecord {
  recordType: 'moreInformation';
  /** STRING. */
  text: string | null;
  /** STRING. */
  sequence: string | null;
}

/** A record of the type newBalance of coda. */
export interface NewBalanceRecord {
  recordType: 'newBalance';
  /** STRING. */
  sign: string | null;
  /** DECIMAL with digits only, the last 3 are decimals. */
  balance: string | null;
}

/** A record of the type freeMessage of coda. */
export interface FreeMessageRecord {
  recordType: 'freeMessage';
  /** STRING. */
  text: string | null;
}

/** A record of the type trailer of coda. */
export interface TrailerRecord {
  recordType: 'trailer';
  /** INTEGER. */
  records: bigint | null;
  /** DECIMAL with digits only, the last 3 are decimals. */
  debits: string | null;
  /** DECIMAL with digits only, the last 3 are decimals. */
  credits: string | null;
}

/** Bank statements of Belgian banks in the CODA format, with the count and the totals of the trailer. */
export type Record =
  | HeaderRecord
  | OldBalanceRecord
  | MovementRecord
  | MovementTextRecord
  | CounterpartyRecord
  | InformationRecord
  | MoreInformationRecord
  | NewBalanceRecord
  | FreeMessageRecord
  | TrailerRecord;

// created
const headerCreatedColumn = { field: 'created', column: 'created' };
const headerCreatedType: Rule = {
  ...headerCreatedColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'created must be a STRING',
};
const headerCreatedRequired: Rule = {
  ...headerCreatedColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:created',
  message: 'created is required',
};

/** Reads created from the column "created": STRING; required (FATAL). */
function readHeaderCreated(cell: string | undefined, record: RecordReport): string | null {
  return validateHeaderCreated(textOrNull(cell), record);
}

/** Applies the rules of created. */
function validateHeaderCreated(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(headerCreatedRequired, null);
    return null;
  }

  return value;
}

/** Checks created of a plain object. */
function checkHeaderCreated(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(headerCreatedType, describeValue(inputValue));
  else validateHeaderCreated(value, record);
}

// bank
const headerBankColumn = { field: 'bank', column: 'bank' };
const headerBankType: Rule = {
  ...headerBankColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'bank must be a STRING',
};

/** Reads bank from the column "bank": STRING. */
function readHeaderBank(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks bank of a plain object. */
function checkHeaderBank(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(headerBankType, describeValue(inputValue));
}

// addressee
const headerAddresseeColumn = { field: 'addressee', column: 'addressee' };
const headerAddresseeType: Rule = {
  ...headerAddresseeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'addressee must be a STRING',
};

/** Reads addressee from the column "addressee": STRING. */
function readHeaderAddressee(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks addressee of a plain object. */
function checkHeaderAddressee(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(headerAddresseeType, describeValue(inputValue));
}

// bic
const headerBicColumn = { field: 'bic', column: 'bic' };
const headerBicType: Rule = {
  ...headerBicColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'bic must be a STRING',
};

/** Reads bic from the column "bic": STRING. */
function readHeaderBic(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks bic of a plain object. */
function checkHeaderBic(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(headerBicType, describeValue(inputValue));
}

// account
const oldBalanceAccountColumn = { field: 'account', column: 'account' };
const oldBalanceAccountType: Rule = {
  ...oldBalanceAccountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'account must be a STRING',
};

/** Reads account from the column "account": STRING, sensitive. */
function readOldBalanceAccount(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks account of a plain object. */
function checkOldBalanceAccount(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(oldBalanceAccountType, describeValue(inputValue));
}

// sign
const oldBalanceSignColumn = { field: 'sign', column: 'sign' };
const oldBalanceSignType: Rule = {
  ...oldBalanceSignColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'sign must be a STRING',
};

/** Reads sign from the column "sign": STRING. */
function readOldBalanceSign(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks sign of a plain object. */
function checkOldBalanceSign(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(oldBalanceSignType, describeValue(inputValue));
}

// balance
const oldBalanceBalanceColumn = { field: 'balance', column: 'balance' };
const oldBalanceBalanceType: Rule = {
  ...oldBalanceBalanceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'balance must be a DECIMAL with digits only, the last 3 are decimals',
};

/** Reads balance from the column "balance": DECIMAL with digits only, the last 3 are decimals. */
function readOldBalanceBalance(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toScaledDecimal(bare, 3);
  return value === null ? record.addIssue(oldBalanceBalanceType, text) : value;
}

/** Checks balance of a plain object. */
function checkOldBalanceBalance(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(oldBalanceBalanceType, describeValue(inputValue));
}

// holder
const oldBalanceHolderColumn = { field: 'holder', column: 'holder' };
const oldBalanceHolderType: Rule = {
  ...oldBalanceHolderColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'holder must be a STRING',
};

/** Reads holder from the column "holder": STRING. */
function readOldBalanceHolder(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks holder of a plain object. */
function checkOldBalanceHolder(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(oldBalanceHolderType, describeValue(inputValue));
}

// sequence
const movementSequenceColumn = { field: 'sequence', column: 'sequence' };
const movementSequenceType: Rule = {
  ...movementSequenceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'sequence must be a STRING',
};
const movementSequenceRequired: Rule = {
  ...movementSequenceColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:sequence',
  message: 'sequence is required',
};

/** Reads sequence from the column "sequence": STRING; required (FATAL). */
function readMovementSequence(cell: string | undefined, record: RecordReport): string | null {
  return validateMovementSequence(textOrNull(cell), record);
}

/** Applies the rules of sequence. */
function validateMovementSequence(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(movementSequenceRequired, null);
    return null;
  }

  return value;
}

/** Checks sequence of a plain object. */
function checkMovementSequence(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(movementSequenceType, describeValue(inputValue));
  else validateMovementSequence(value, record);
}

// detail
const movementDetailColumn = { field: 'detail', column: 'detail' };
const movementDetailType: Rule = {
  ...movementDetailColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'detail must be a STRING',
};
const movementDetailRequired: Rule = {
  ...movementDetailColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:detail',
  message: 'detail is required',
};

/** Reads detail from the column "detail": STRING; required (FATAL). */
function readMovementDetail(cell: string | undefined, record: RecordReport): string | null {
  return validateMovementDetail(textOrNull(cell), record);
}

/** Applies the rules of detail. */
function validateMovementDetail(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(movementDetailRequired, null);
    return null;
  }

  return value;
}

/** Checks detail of a plain object. */
function checkMovementDetail(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(movementDetailType, describeValue(inputValue));
  else validateMovementDetail(value, record);
}

// reference
const movementReferenceColumn = { field: 'reference', column: 'reference' };
const movementReferenceType: Rule = {
  ...movementReferenceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'reference must be a STRING',
};

/** Reads reference from the column "reference": STRING. */
function readMovementReference(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks reference of a plain object. */
function checkMovementReference(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(movementReferenceType, describeValue(inputValue));
}

// sign
const movementSignColumn = { field: 'sign', column: 'sign' };
const movementSignType: Rule = {
  ...movementSignColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'sign must be a STRING',
};
const movementSignRule: Rule = {
  ...movementSignColumn,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'movement-sign',
  message: 'sign must be one of 0, 1',
};

/** Reads sign from the column "sign": STRING; one of 0, 1 (ERROR). */
function readMovementSign(cell: string | undefined, record: RecordReport): string | null {
  return validateMovementSign(textOrNull(cell), record);
}

/** Applies the rules of sign. */
function validateMovementSign(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be one of 0, 1 (ERROR).
  if (value !== '0' && value !== '1') record.addIssue(movementSignRule, value);
  return value;
}

/** Checks sign of a plain object. */
function checkMovementSign(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(movementSignType, describeValue(inputValue));
  else validateMovementSign(value, record);
}

// amount
const movementAmountColumn = { field: 'amount', column: 'amount' };
const movementAmountType: Rule = {
  ...movementAmountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'amount must be a DECIMAL with digits only, the last 3 are decimals',
};

/** Reads amount from the column "amount": DECIMAL with digits only, the last 3 are decimals. */
function readMovementAmount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toScaledDecimal(bare, 3);
  return value === null ? record.addIssue(movementAmountType, text) : value;
}

/** Checks amount of a plain object. */
function checkMovementAmount(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(movementAmountType, describeValue(inputValue));
}

// valueDate
const movementValueDateColumn = { field: 'valueDate', column: 'valueDate' };
const movementValueDateType: Rule = {
  ...movementValueDateColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'valueDate must be a STRING',
};

/** Reads valueDate from the column "valueDate": STRING. */
function readMovementValueDate(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks valueDate of a plain object. */
function checkMovementValueDate(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(movementValueDateType, describeValue(inputValue));
}

// level
const movementLevelColumn = { field: 'level', column: 'level' };
const movementLevelType: Rule = {
  ...movementLevelColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'level must be a STRING',
};

/** Reads level from the column "level": STRING. */
function readMovementLevel(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks level of a plain object. */
function checkMovementLevel(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(movementLevelType, describeValue(inputValue));
}

// code
const movementCodeColumn = { field: 'code', column: 'code' };
const movementCodeType: Rule = {
  ...movementCodeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'code must be a STRING',
};

/** Reads code from the column "code": STRING. */
function readMovementCode(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks code of a plain object. */
function checkMovementCode(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(movementCodeType, describeValue(inputValue));
}

// text
const movementTextColumn = { field: 'text', column: 'text' };
const movementTextType: Rule = {
  ...movementTextColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'text must be a STRING',
};

/** Reads text from the column "text": STRING. */
function readMovementText2(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks text of a plain object. */
function checkMovementText2(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(movementTextType, describeValue(inputValue));
}

// account
const movementAccountColumn = { field: 'account', column: 'account' };
const movementAccountType: Rule = {
  ...movementAccountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'account must be a STRING',
};

/** Copies account from oldBalance: STRING, sensitive. */
function readMovementAccount(source: OldBalanceValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.account;
}

/** Checks account of a plain object. */
function checkMovementAccount(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(movementAccountType, describeValue(inputValue));
}

// created
const movementCreatedColumn = { field: 'created', column: 'created' };
const movementCreatedType: Rule = {
  ...movementCreatedColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'created must be a STRING',
};

/** Copies created from header: STRING. */
function readMovementCreated(source: HeaderValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.created;
}

/** Checks created of a plain object. */
function checkMovementCreated(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(movementCreatedType, describeValue(inputValue));
}

// text
const movementTextTextColumn = { field: 'text', column: 'text' };
const movementTextTextType: Rule = {
  ...movementTextTextColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'text must be a STRING',
};

/** Reads text from the column "text": STRING. */
function readMovementTextText(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks text of a plain object. */
function checkMovementTextText(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(movementTextTextType, describeValue(inputValue));
}

// sequence
const movementTextSequenceColumn = { field: 'sequence', column: 'sequence' };
const movementTextSequenceType: Rule = {
  ...movementTextSequenceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'sequence must be a STRING',
};

/** Copies sequence from movement: STRING. */
function readMovementTextSequence(source: MovementValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.sequence;
}

/** Checks sequence of a plain object. */
function checkMovementTextSequence(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(movementTextSequenceType, describeValue(inputValue));
}

// account
const counterpartyAccountColumn = { field: 'account', column: 'account' };
const counterpartyAccountType: Rule = {
  ...counterpartyAccountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'account must be a STRING',
};

/** Reads account from the column "account": STRING, sensitive. */
function readCounterpartyAccount(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks account of a plain object. */
function checkCounterpartyAccount(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(counterpartyAccountType, describeValue(inputValue));
}

// name
const counterpartyNameColumn = { field: 'name', column: 'name' };
const counterpartyNameType: Rule = {
  ...counterpartyNameColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'name must be a STRING',
};

/** Reads name from the column "name": STRING, sensitive. */
function readCounterpartyName(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks name of a plain object. */
function checkCounterpartyName(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(counterpartyNameType, describeValue(inputValue));
}

// sequence
const counterpartySequenceColumn = { field: 'sequence', column: 'sequence' };
const counterpartySequenceType: Rule = {
  ...counterpartySequenceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'sequence must be a STRING',
};

/** Copies sequence from movement: STRING. */
function readCounterpartySequence(source: MovementValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.sequence;
}

/** Checks sequence of a plain object. */
function checkCounterpartySequence(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(counterpartySequenceType, describeValue(inputValue));
}

// text
const informationTextColumn = { field: 'text', column: 'text' };
const informationTextType: Rule = {
  ...informationTextColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'text must be a STRING',
};

/** Reads text from the column "text": STRING. */
function readInformationText(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks text of a plain object. */
function checkInformationText(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(informationTextType, describeValue(inputValue));
}

// sequence
const informationSequenceColumn = { field: 'sequence', column: 'sequence' };
const informationSequenceType: Rule = {
  ...informationSequenceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'sequence must be a STRING',
};

/** Copies sequence from movement: STRING. */
function readInformationSequence(source: MovementValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.sequence;
}

/** Checks sequence of a plain object. */
function checkInformationSequence(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(informationSequenceType, describeValue(inputValue));
}

// text
const moreInformationTextColumn = { field: 'text', column: 'text' };
const moreInformationTextType: Rule = {
  ...moreInformationTextColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'text must be a STRING',
};

/** Reads text from the column "text": STRING. */
function readMoreInformationText(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks text of a plain object. */
function checkMoreInformationText(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(moreInformationTextType, describeValue(inputValue));
}

// sequence
const moreInformationSequenceColumn = { field: 'sequence', column: 'sequence' };
const moreInformationSequenceType: Rule = {
  ...moreInformationSequenceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'sequence must be a STRING',
};

/** Copies sequence from movement: STRING. */
function readMoreInformationSequence(source: MovementValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.sequence;
}

/** Checks sequence of a plain object. */
function checkMoreInformationSequence(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(moreInformationSequenceType, describeValue(inputValue));
}

// sign
const newBalanceSignColumn = { field: 'sign', column: 'sign' };
const newBalanceSignType: Rule = {
  ...newBalanceSignColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'sign must be a STRING',
};

/** Reads sign from the column "sign": STRING. */
function readNewBalanceSign(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks sign of a plain object. */
function checkNewBalanceSign(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(newBalanceSignType, describeValue(inputValue));
}

// balance
const newBalanceBalanceColumn = { field: 'balance', column: 'balance' };
const newBalanceBalanceType: Rule = {
  ...newBalanceBalanceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'balance must be a DECIMAL with digits only, the last 3 are decimals',
};

/** Reads balance from the column "balance": DECIMAL with digits only, the last 3 are decimals. */
function readNewBalanceBalance(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toScaledDecimal(bare, 3);
  return value === null ? record.addIssue(newBalanceBalanceType, text) : value;
}

/** Checks balance of a plain object. */
function checkNewBalanceBalance(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(newBalanceBalanceType, describeValue(inputValue));
}

// text
const freeMessageTextColumn = { field: 'text', column: 'text' };
const freeMessageTextType: Rule = {
  ...freeMessageTextColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'text must be a STRING',
};

/** Reads text from the column "text": STRING. */
function readFreeMessageText(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks text of a plain object. */
function checkFreeMessageText(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(freeMessageTextType, describeValue(inputValue));
}

// records
const trailerRecords2Column = { field: 'records', column: 'records' };
const trailerRecords2Type: Rule = {
  ...trailerRecords2Column,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'records must be an INTEGER',
};

/** Reads records from the column "records": INTEGER. */
function readTrailerRecords2(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInteger(bare);
  return value === null ? record.addIssue(trailerRecords2Type, text) : value;
}

/** Checks records of a plain object. */
function checkTrailerRecords2(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(trailerRecords2Type, describeValue(inputValue));
}

// debits
const trailerDebitsColumn = { field: 'debits', column: 'debits' };
const trailerDebitsType: Rule = {
  ...trailerDebitsColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'debits must be a DECIMAL with digits only, the last 3 are decimals',
};

/** Reads debits from the column "debits": DECIMAL with digits only, the last 3 are decimals. */
function readTrailerDebits(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toScaledDecimal(bare, 3);
  return value === null ? record.addIssue(trailerDebitsType, text) : value;
}

/** Checks debits of a plain object. */
function checkTrailerDebits(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(trailerDebitsType, describeValue(inputValue));
}

// credits
const trailerCreditsColumn = { field: 'credits', column: 'credits' };
const trailerCreditsType: Rule = {
  ...trailerCreditsColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'credits must be a DECIMAL with digits only, the last 3 are decimals',
};

/** Reads credits from the column "credits": DECIMAL with digits only, the last 3 are decimals. */
function readTrailerCredits(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toScaledDecimal(bare, 3);
  return value === null ? record.addIssue(trailerCreditsType, text) : value;
}

/** Checks credits of a plain object. */
function checkTrailerCredits(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(trailerCreditsType, describeValue(inputValue));
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface HeaderValues {
  created: string | null;
  bank: string | null;
  addressee: string | null;
  bic: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface OldBalanceValues {
  account: string | null;
  sign: string | null;
  balance: string | null;
  holder: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface MovementValues {
  sequence: string | null;
  detail: string | null;
  reference: string | null;
  sign: string | null;
  amount: string | null;
  valueDate: string | null;
  level: string | null;
  code: string | null;
  text: string | null;
  account: string | null;
  created: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface MovementTextValues {
  text: string | null;
  sequence: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface CounterpartyValues {
  account: string | null;
  name: string | null;
  sequence: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface InformationValues {
  text: string | null;
  sequence: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface MoreInformationValues {
  text: string | null;
  sequence: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface NewBalanceValues {
  sign: string | null;
  balance: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface FreeMessageValues {
  text: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface TrailerValues {
  records2: string | null;
  debits: string | null;
  credits: string | null;
}

/** The records whose values others copy. Null: the record was not processed. Absent: there was none. */
interface Enclosing {
  header?: HeaderValues | null;
  oldBalance?: OldBalanceValues | null;
  movement?: MovementValues | null;
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
  onMissingColumns: 'WARNING',
  onNoRecords: 'FATAL',
  recordWhen: null,
  types: [
    { when: { start: 1, length: 1, values: ['0'] }, minLength: 61, maxLength: Infinity },
    { when: { start: 1, length: 1, values: ['1'] }, minLength: 65, maxLength: Infinity },
    { when: { start: 1, length: 2, values: ['21'] }, minLength: 63, maxLength: Infinity },
    { when: { start: 1, length: 2, values: ['22'] }, minLength: 11, maxLength: Infinity },
    { when: { start: 1, length: 2, values: ['23'] }, minLength: 48, maxLength: Infinity },
    { when: { start: 1, length: 2, values: ['31'] }, minLength: 41, maxLength: Infinity },
    { when: { start: 1, length: 2, values: ['32', '33'] }, minLength: 11, maxLength: Infinity },
    { when: { start: 1, length: 1, values: ['8'] }, minLength: 43, maxLength: Infinity },
    { when: { start: 1, length: 1, values: ['4'] }, minLength: 33, maxLength: Infinity },
    { when: { start: 1, length: 1, values: ['9'] }, minLength: 38, maxLength: Infinity },
  ],
  skipsUnknown: false,
};

/** Reads all fields of a record: corrects, parses and validates them. */
function readHeader(line: FixedWidthLine, record: RecordReport): HeaderValues {
  return {
    created: readHeaderCreated(sliceLeftAligned(line, 6, 6, ' '), record),
    bank: readHeaderBank(sliceLeftAligned(line, 12, 3, ' ')),
    addressee: readHeaderAddressee(sliceLeftAligned(line, 35, 26, ' ')),
    bic: readHeaderBic(sliceLeftAligned(line, 61, 11, ' ')),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readOldBalance(line: FixedWidthLine, record: RecordReport): OldBalanceValues {
  return {
    account: readOldBalanceAccount(sliceLeftAligned(line, 6, 37, ' ')),
    sign: readOldBalanceSign(sliceLeftAligned(line, 43, 1, ' ')),
    balance: readOldBalanceBalance(sliceLeftAligned(line, 44, 15, ' '), record),
    holder: readOldBalanceHolder(sliceLeftAligned(line, 65, 26, ' ')),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readMovement(line: FixedWidthLine, record: RecordReport, enclosing: Enclosing): MovementValues {
  return {
    sequence: readMovementSequence(sliceLeftAligned(line, 3, 4, ' '), record),
    detail: readMovementDetail(sliceLeftAligned(line, 7, 4, ' '), record),
    reference: readMovementReference(sliceLeftAligned(line, 11, 21, ' ')),
    sign: readMovementSign(sliceLeftAligned(line, 32, 1, ' '), record),
    amount: readMovementAmount(sliceLeftAligned(line, 33, 15, ' '), record),
    valueDate: readMovementValueDate(sliceLeftAligned(line, 48, 6, ' ')),
    level: readMovementLevel(sliceLeftAligned(line, 54, 1, ' ')),
    code: readMovementCode(sliceLeftAligned(line, 55, 7, ' ')),
    text: readMovementText2(sliceLeftAligned(line, 63, 53, ' ')),
    account: readMovementAccount(enclosing.oldBalance),
    created: readMovementCreated(enclosing.header),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readMovementText(line: FixedWidthLine, _record: RecordReport, enclosing: Enclosing): MovementTextValues {
  return {
    text: readMovementTextText(sliceLeftAligned(line, 11, 53, ' ')),
    sequence: readMovementTextSequence(enclosing.movement),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readCounterparty(line: FixedWidthLine, _record: RecordReport, enclosing: Enclosing): CounterpartyValues {
  return {
    account: readCounterpartyAccount(sliceLeftAligned(line, 11, 37, ' ')),
    name: readCounterpartyName(sliceLeftAligned(line, 48, 35, ' ')),
    sequence: readCounterpartySequence(enclosing.movement),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readInformation(line: FixedWidthLine, _record: RecordReport, enclosing: Enclosing): InformationValues {
  return {
    text: readInformationText(sliceLeftAligned(line, 41, 73, ' ')),
    sequence: readInformationSequence(enclosing.movement),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readMoreInformation(line: FixedWidthLine, _record: RecordReport, enclosing: Enclosing): MoreInformationValues {
  return {
    text: readMoreInformationText(sliceLeftAligned(line, 11, 90, ' ')),
    sequence: readMoreInformationSequence(enclosing.movement),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readNewBalance(line: FixedWidthLine, record: RecordReport): NewBalanceValues {
  return {
    sign: readNewBalanceSign(sliceLeftAligned(line, 42, 1, ' ')),
    balance: readNewBalanceBalance(sliceLeftAligned(line, 43, 15, ' '), record),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readFreeMessage(line: FixedWidthLine, _record: RecordReport): FreeMessageValues {
  return {
    text: readFreeMessageText(sliceLeftAligned(line, 33, 80, ' ')),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readTrailer(line: FixedWidthLine, record: RecordReport): TrailerValues {
  return {
    records2: readTrailerRecords2(sliceLeftAligned(line, 17, 6, ' '), record),
    debits: readTrailerDebits(sliceLeftAligned(line, 23, 15, ' '), record),
    credits: readTrailerCredits(sliceLeftAligned(line, 38, 15, ' '), record),
  };
}

/** Creates the source of a file's records. */
function records(options: TransformOptions): FixedWidthRecordSource {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  return createFixedWidthRecordSource(
    { ...dialect, maxRecordBytes },
    createDecodedInput('windows-1252', options.from),
    options.from,
  );
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toHeaderJson(values: HeaderValues): string {
  let json = '';
  json += '{"created":' + toJsonString(values.created);
  json += ',"bank":' + toJsonString(values.bank);
  json += ',"addressee":' + toJsonString(values.addressee);
  json += ',"bic":' + toJsonString(values.bic);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toHeaderKey(_: HeaderValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toHeaderRecord(values: HeaderValues): HeaderRecord {
  return {
    recordType: 'header',
    created: values.created as string,
    bank: values.bank,
    addressee: values.addressee,
    bic: values.bic,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toOldBalanceJson(values: OldBalanceValues): string {
  let json = '';
  json += '{"account":' + toJsonString(values.account);
  json += ',"sign":' + toJsonString(values.sign);
  json += ',"balance":' + toJsonNumber(values.balance);
  json += ',"holder":' + toJsonString(values.holder);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toOldBalanceKey(_: OldBalanceValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toOldBalanceRecord(values: OldBalanceValues): OldBalanceRecord {
  return {
    recordType: 'oldBalance',
    account: values.account,
    sign: values.sign,
    balance: values.balance,
    holder: values.holder,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toMovementJson(values: MovementValues): string {
  let json = '';
  json += '{"sequence":' + toJsonString(values.sequence);
  json += ',"detail":' + toJsonString(values.detail);
  json += ',"reference":' + toJsonString(values.reference);
  json += ',"sign":' + toJsonString(values.sign);
  json += ',"amount":' + toJsonNumber(values.amount);
  json += ',"valueDate":' + toJsonString(values.valueDate);
  json += ',"level":' + toJsonString(values.level);
  json += ',"code":' + toJsonString(values.code);
  json += ',"text":' + toJsonString(values.text);
  json += ',"account":' + toJsonString(values.account);
  json += ',"created":' + toJsonString(values.created);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toMovementKey(values: MovementValues): string | null {
  return toCompositeKey([values.sequence, values.detail]);
}

/** Returns the record as an object. */
function toMovementRecord(values: MovementValues): MovementRecord {
  return {
    recordType: 'movement',
    sequence: values.sequence as string,
    detail: values.detail as string,
    reference: values.reference,
    sign: values.sign,
    amount: values.amount,
    valueDate: values.valueDate,
    level: values.level,
    code: values.code,
    text: values.text,
    account: values.account,
    created: values.created,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toMovementTextJson(values: MovementTextValues): string {
  let json = '';
  json += '{"text":' + toJsonString(values.text);
  json += ',"sequence":' + toJsonString(values.sequence);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toMovementTextKey(_: MovementTextValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toMovementTextRecord(values: MovementTextValues): MovementTextRecord {
  return {
    recordType: 'movementText',
    text: values.text,
    sequence: values.sequence,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toCounterpartyJson(values: CounterpartyValues): string {
  let json = '';
  json += '{"account":' + toJsonString(values.account);
  json += ',"name":' + toJsonString(values.name);
  json += ',"sequence":' + toJsonString(values.sequence);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toCounterpartyKey(_: CounterpartyValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toCounterpartyRecord(values: CounterpartyValues): CounterpartyRecord {
  return {
    recordType: 'counterparty',
    account: values.account,
    name: values.name,
    sequence: values.sequence,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toInformationJson(values: InformationValues): string {
  let json = '';
  json += '{"text":' + toJsonString(values.text);
  json += ',"sequence":' + toJsonString(values.sequence);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toInformationKey(_: InformationValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toInformationRecord(values: InformationValues): InformationRecord {
  return {
    recordType: 'information',
    text: values.text,
    sequence: values.sequence,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toMoreInformationJson(values: MoreInformationValues): string {
  let json = '';
  json += '{"text":' + toJsonString(values.text);
  json += ',"sequence":' + toJsonString(values.sequence);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toMoreInformationKey(_: MoreInformationValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toMoreInformationRecord(values: MoreInformationValues): MoreInformationRecord {
  return {
    recordType: 'moreInformation',
    text: values.text,
    sequence: values.sequence,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toNewBalanceJson(values: NewBalanceValues): string {
  let json = '';
  json += '{"sign":' + toJsonString(values.sign);
  json += ',"balance":' + toJsonNumber(values.balance);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toNewBalanceKey(_: NewBalanceValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toNewBalanceRecord(values: NewBalanceValues): NewBalanceRecord {
  return {
    recordType: 'newBalance',
    sign: values.sign,
    balance: values.balance,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toFreeMessageJson(values: FreeMessageValues): string {
  let json = '';
  json += '{"text":' + toJsonString(values.text);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toFreeMessageKey(_: FreeMessageValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toFreeMessageRecord(values: FreeMessageValues): FreeMessageRecord {
  return {
    recordType: 'freeMessage',
    text: values.text,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toTrailerJson(values: TrailerValues): string {
  let json = '';
  json += '{"records":' + toJsonNumber(values.records2);
  json += ',"debits":' + toJsonNumber(values.debits);
  json += ',"credits":' + toJsonNumber(values.credits);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toTrailerKey(_: TrailerValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toTrailerRecord(values: TrailerValues): TrailerRecord {
  return {
    recordType: 'trailer',
    records: toBigInt(values.records2),
    debits: values.debits,
    credits: values.credits,
  };
}

const reader = {
  types: [
    createTypeReader({
      name: 'header',
      isPublished: false,
      copiesFrom: [],
      readRecord: readHeader,
      toJson: toHeaderJson,
      toKey: toHeaderKey,
      toRecord: toHeaderRecord,
    }),
    createTypeReader({
      name: 'oldBalance',
      isPublished: false,
      copiesFrom: [],
      readRecord: readOldBalance,
      toJson: toOldBalanceJson,
      toKey: toOldBalanceKey,
      toRecord: toOldBalanceRecord,
    }),
    createTypeReader({
      name: 'movement',
      isPublished: true,
      copiesFrom: [1, 0],
      readRecord: readMovement,
      toJson: toMovementJson,
      toKey: toMovementKey,
      toRecord: toMovementRecord,
    }),
    createTypeReader({
      name: 'movementText',
      isPublished: true,
      copiesFrom: [2],
      readRecord: readMovementText,
      toJson: toMovementTextJson,
      toKey: toMovementTextKey,
      toRecord: toMovementTextRecord,
    }),
    createTypeReader({
      name: 'counterparty',
      isPublished: true,
      copiesFrom: [2],
      readRecord: readCounterparty,
      toJson: toCounterpartyJson,
      toKey: toCounterpartyKey,
      toRecord: toCounterpartyRecord,
    }),
    createTypeReader({
      name: 'information',
      isPublished: true,
      copiesFrom: [2],
      readRecord: readInformation,
      toJson: toInformationJson,
      toKey: toInformationKey,
      toRecord: toInformationRecord,
    }),
    createTypeReader({
      name: 'moreInformation',
      isPublished: true,
      copiesFrom: [2],
      readRecord: readMoreInformation,
      toJson: toMoreInformationJson,
      toKey: toMoreInformationKey,
      toRecord: toMoreInformationRecord,
    }),
    createTypeReader({
      name: 'newBalance',
      isPublished: false,
      copiesFrom: [],
      readRecord: readNewBalance,
      toJson: toNewBalanceJson,
      toKey: toNewBalanceKey,
      toRecord: toNewBalanceRecord,
    }),
    createTypeReader({
      name: 'freeMessage',
      isPublished: false,
      copiesFrom: [],
      readRecord: readFreeMessage,
      toJson: toFreeMessageJson,
      toKey: toFreeMessageKey,
      toRecord: toFreeMessageRecord,
    }),
    createTypeReader({
      name: 'trailer',
      isPublished: false,
      copiesFrom: [],
      readRecord: readTrailer,
      toJson: toTrailerJson,
      toKey: toTrailerKey,
      toRecord: toTrailerRecord,
    }),
  ],
  structure: {
    types: [
      { name: 'header', parent: -1, min: 1, max: 1, anyOrder: false },
      { name: 'oldBalance', parent: -1, min: 1, max: 1, anyOrder: false },
      { name: 'movement', parent: -1, min: 0, max: Infinity, anyOrder: false },
      { name: 'movementText', parent: 2, min: 0, max: 1, anyOrder: false },
      { name: 'counterparty', parent: 2, min: 0, max: 1, anyOrder: false },
      { name: 'information', parent: 2, min: 0, max: Infinity, anyOrder: false },
      { name: 'moreInformation', parent: 5, min: 0, max: 2, anyOrder: false },
      { name: 'newBalance', parent: -1, min: 0, max: 1, anyOrder: false },
      { name: 'freeMessage', parent: -1, min: 0, max: Infinity, anyOrder: false },
      { name: 'trailer', parent: -1, min: 1, max: 1, anyOrder: false },
    ],
    anyOrder: false,
    onUnexpectedRecord: 'FATAL' as const,
    onMissingRecord: 'FATAL' as const,
    onUnknownRecordType: 'FATAL' as const,
  },
  fileRules: [
    // trailer.records must equal the number of oldBalance and movement and movementText and counterparty and
    // information and moreInformation and newBalance records (FATAL).
    {
      code: 'COUNT_EQUALS' as const,
      ruleId: 'records',
      severity: 'FATAL' as const,
      message:
        'trailer.records must equal the number of oldBalance and movement and movementText and counterparty and information and moreInformation and newBalance records',
      scope: -1,
      isMasked: false,
      found: { of: [1, 2, 3, 4, 5, 6, 7], selects: null, addend: null, isAbsolute: false },
      total: { type: 9, value: (values: TrailerValues) => values.records2 },
      other: null,
      modulus: null,
    },
    // trailer.debits must equal the sum of movement.amount when sign is 1 and level is one of 0, 1, 2, 3 (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'debits',
      severity: 'FATAL' as const,
      message: 'trailer.debits must equal the sum of movement.amount when sign is 1 and level is one of 0, 1, 2, 3',
      scope: -1,
      isMasked: false,
      found: {
        of: [2],
        selects: [
          (values: MovementValues) =>
            values.sign === '1' &&
            (values.level === '0' || values.level === '1' || values.level === '2' || values.level === '3'),
        ],
        addend: (values: MovementValues) => values.amount,
        isAbsolute: false,
      },
      total: { type: 9, value: (values: TrailerValues) => values.debits },
      other: null,
      modulus: null,
    },
    // trailer.credits must equal the sum of movement.amount when sign is 0 and level is one of 0, 1, 2, 3 (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'credits',
      severity: 'FATAL' as const,
      message: 'trailer.credits must equal the sum of movement.amount when sign is 0 and level is one of 0, 1, 2, 3',
      scope: -1,
      isMasked: false,
      found: {
        of: [2],
        selects: [
          (values: MovementValues) =>
            values.sign === '0' &&
            (values.level === '0' || values.level === '1' || values.level === '2' || values.level === '3'),
        ],
        addend: (values: MovementValues) => values.amount,
        isAbsolute: false,
      },
      total: { type: 9, value: (values: TrailerValues) => values.credits },
      other: null,
      modulus: null,
    },
  ],
  maxRecordBytes: 1048576,
  hasSensitiveFields: true,
  fast: fastTypes({
    movementText: { readMovementTextText, readMovementTextSequence },
    counterparty: { readCounterpartyAccount, readCounterpartyName, readCounterpartySequence },
    information: { readInformationText, readInformationSequence },
    moreInformation: { readMoreInformationText, readMoreInformationSequence },
    newBalance: { readNewBalanceSign, readNewBalanceBalance },
    freeMessage: { readFreeMessageText },
    trailer: { readTrailerRecords2, readTrailerDebits, readTrailerCredits },
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
  const run = createTypedRun<FixedWidthLine, Record>(reader, {});
  return readRecords(run, records(options), { chunks: source, options });
}

/** Checks a plain object against the types and rules of the record type that its member recordType names. */
export function check(value: unknown): Issue[] {
  return checkTypedRecord(value, {
    header: (member, record) => {
      checkHeaderCreated(member('created'), record);
      checkHeaderBank(member('bank'), record);
      checkHeaderAddressee(member('addressee'), record);
      checkHeaderBic(member('bic'), record);
    },
    oldBalance: (member, record) => {
      checkOldBalanceAccount(member('account'), record);
      checkOldBalanceSign(member('sign'), record);
      checkOldBalanceBalance(member('balance'), record);
      checkOldBalanceHolder(member('holder'), record);
    },
    movement: (member, record) => {
      checkMovementSequence(member('sequence'), record);
      checkMovementDetail(member('detail'), record);
      checkMovementReference(member('reference'), record);
      checkMovementSign(member('sign'), record);
      checkMovementAmount(member('amount'), record);
      checkMovementValueDate(member('valueDate'), record);
      checkMovementLevel(member('level'), record);
      checkMovementCode(member('code'), record);
      checkMovementText2(member('text'), record);
      checkMovementAccount(member('account'), record);
      checkMovementCreated(member('created'), record);
    },
    movementText: (member, record) => {
      checkMovementTextText(member('text'), record);
      checkMovementTextSequence(member('sequence'), record);
    },
    counterparty: (member, record) => {
      checkCounterpartyAccount(member('account'), record);
      checkCounterpartyName(member('name'), record);
      checkCounterpartySequence(member('sequence'), record);
    },
    information: (member, record) => {
      checkInformationText(member('text'), record);
      checkInformationSequence(member('sequence'), record);
    },
    moreInformation: (member, record) => {
      checkMoreInformationText(member('text'), record);
      checkMoreInformationSequence(member('sequence'), record);
    },
    newBalance: (member, record) => {
      checkNewBalanceSign(member('sign'), record);
      checkNewBalanceBalance(member('balance'), record);
    },
    freeMessage: (member, record) => {
      checkFreeMessageText(member('text'), record);
    },
    trailer: (member, record) => {
      checkTrailerRecords2(member('records'), record);
      checkTrailerDebits(member('debits'), record);
      checkTrailerCredits(member('credits'), record);
    },
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  const run = createTypedRun<FixedWidthLine, Record>(reader, options);
  return createRecordTransformer(run, records(options), options);
}
