// Compiled by Specmill from a spec: change the spec, not this file.
import {
  checkTypedRecord,
  createDocumentLoop,
  createDocuments,
  createParts,
  createRecordTransformer,
  createTypeReader,
  createTypedRun,
  createXmlElement,
  createXmlRecordSource,
  describeValue,
  limitRecordBytes,
  parseTwoDigits,
  parseYear,
  readRecords,
  toCompositeKey,
  toDateValue,
  toDecimal,
  toDecimalValue,
  toEpochDay,
  toJsonNumber,
  toJsonString,
  toTextValue,
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
import { fastTypes } from './statements.fast.ts';

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'statements',
  version: 'be4cb12a23d1dc90cf04525fc5b1564973c0ccb04a5ab6f39a03c14b530e376e',
  format: 'XML',
  encoding: 'utf-8',
  fields: [],
  recordTypes: [
    {
      name: 'statement',
      isPublished: false,
      fields: [
        { name: 'number', type: 'STRING', sensitive: false },
        { name: 'iban', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'entry',
      isPublished: true,
      fields: [
        { name: 'iban', type: 'STRING', sensitive: false },
        { name: 'statement', type: 'STRING', sensitive: false },
        { name: 'reference', type: 'STRING', sensitive: false },
        { name: 'amount', type: 'DECIMAL', sensitive: false },
        { name: 'currency', type: 'STRING', sensitive: false },
        { name: 'direction', type: 'STRING', sensitive: false },
        { name: 'booked', type: 'DATE', sensitive: false },
        { name: 'information', type: 'STRING', sensitive: false },
      ],
    },
    {
      name: 'transaction',
      isPublished: false,
      partOf: { type: 'entry', member: 'transactions', isList: true },
      fields: [
        { name: 'endToEndId', type: 'STRING', sensitive: false },
        { name: 'amount', type: 'DECIMAL', sensitive: false },
        { name: 'debtor', type: 'STRING', sensitive: true },
        { name: 'creditor', type: 'STRING', sensitive: true },
        { name: 'purpose', type: 'STRING', sensitive: false },
      ],
    },
  ],
  documents: {
    types: ['entry'],
    rules: ['batch-total'],
    maxBytes: 16777216,
    frame: {
      statement: null,
      entry: 'statement',
    },
  },
};

/** A record of the type statement of statements. */
export interface StatementRecord {
  recordType: 'statement';
  /** STRING; required (FATAL). */
  number: string;
  /** STRING; required (FATAL). */
  iban: string;
}

/** A record of the type entry of statements. */
export interface EntryRecord {
  recordType: 'entry';
  /** STRING. */
  iban: string | null;
  /** STRING. */
  statement: string | null;
  /** STRING. */
  reference: string | null;
  /** DECIMAL; required (FATAL). */
  amount: string;
  /** STRING; required (FATAL). */
  currency: string;
  /** STRING; required (FATAL), one of CRDT, DBIT (FATAL). */
  direction: string;
  /** DATE. */
  booked: string | null;
  /** STRING. */
  information: string | null;
  /** The records of the type transaction inside this one. */
  transactions: Omit<TransactionRecord, 'recordType'>[];
}

/** A record of the type transaction of statements. */
export interface TransactionRecord {
  recordType: 'transaction';
  /** STRING. */
  endToEndId: string | null;
  /** DECIMAL; required (FATAL). */
  amount: string;
  /** STRING, sensitive. */
  debtor: string | null;
  /** STRING, sensitive. */
  creditor: string | null;
  /** STRING. */
  purpose: string | null;
}

/** Entries of bank statements with their transactions (ISO 20022, camt.053) */
export type Record = StatementRecord | EntryRecord | TransactionRecord;

// number
const statementNumber2Column = { field: 'number', column: 'Id' };
const statementNumber2Type: Rule = {
  ...statementNumber2Column,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'number must be a STRING',
};
const statementNumber2Required: Rule = {
  ...statementNumber2Column,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:number',
  message: 'number is required',
};

/** Reads number from the path "Id": STRING; required (FATAL). */
function readStatementNumber2(cell: string | undefined, record: RecordReport): string | null {
  return validateStatementNumber2(textOrNull(cell), record);
}

/** Applies the rules of number. */
function validateStatementNumber2(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(statementNumber2Required, null);
    return null;
  }

  return value;
}

/** Checks number of a plain object. */
function checkStatementNumber2(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(statementNumber2Type, describeValue(inputValue));
  else validateStatementNumber2(value, record);
}

// iban
const statementIbanColumn = { field: 'iban', column: 'Acct/Id/IBAN' };
const statementIbanType: Rule = {
  ...statementIbanColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'iban must be a STRING',
};
const statementIbanRequired: Rule = {
  ...statementIbanColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:iban',
  message: 'iban is required',
};

/** Reads iban from the path "Acct/Id/IBAN": STRING; required (FATAL). */
function readStatementIban(cell: string | undefined, record: RecordReport): string | null {
  return validateStatementIban(textOrNull(cell), record);
}

/** Applies the rules of iban. */
function validateStatementIban(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(statementIbanRequired, null);
    return null;
  }

  return value;
}

/** Checks iban of a plain object. */
function checkStatementIban(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(statementIbanType, describeValue(inputValue));
  else validateStatementIban(value, record);
}

// iban
const entryIbanColumn = { field: 'iban', column: 'iban' };
const entryIbanType: Rule = {
  ...entryIbanColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'iban must be a STRING',
};

/** Copies iban from statement: STRING. */
function readEntryIban(source: StatementValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.iban;
}

/** Checks iban of a plain object. */
function checkEntryIban(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(entryIbanType, describeValue(inputValue));
}

// statement
const entryStatementColumn = { field: 'statement', column: 'statement' };
const entryStatementType: Rule = {
  ...entryStatementColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'statement must be a STRING',
};

/** Copies statement from statement: STRING. */
function readEntryStatement(source: StatementValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.number2;
}

/** Checks statement of a plain object. */
function checkEntryStatement(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(entryStatementType, describeValue(inputValue));
}

// reference
const entryReferenceColumn = { field: 'reference', column: 'NtryRef' };
const entryReferenceType: Rule = {
  ...entryReferenceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'reference must be a STRING',
};

/** Reads reference from the path "NtryRef": STRING. */
function readEntryReference(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks reference of a plain object. */
function checkEntryReference(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(entryReferenceType, describeValue(inputValue));
}

// amount
const entryAmountColumn = { field: 'amount', column: 'Amt' };
const entryAmountType: Rule = {
  ...entryAmountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'amount must be a DECIMAL with decimal separator "."',
};
const entryAmountRequired: Rule = {
  ...entryAmountColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:amount',
  message: 'amount is required',
};

/** Reads amount from the path "Amt": DECIMAL; required (FATAL). */
function readEntryAmount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateEntryAmount(null, record);
  const value = toDecimal(bare, '.');
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

// currency
const entryCurrencyColumn = { field: 'currency', column: 'Amt/@Ccy' };
const entryCurrencyType: Rule = {
  ...entryCurrencyColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'currency must be a STRING',
};
const entryCurrencyRequired: Rule = {
  ...entryCurrencyColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:currency',
  message: 'currency is required',
};

/** Reads currency from the path "Amt/@Ccy": STRING; required (FATAL). */
function readEntryCurrency(cell: string | undefined, record: RecordReport): string | null {
  return validateEntryCurrency(textOrNull(cell), record);
}

/** Applies the rules of currency. */
function validateEntryCurrency(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(entryCurrencyRequired, null);
    return null;
  }

  return value;
}

/** Checks currency of a plain object. */
function checkEntryCurrency(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(entryCurrencyType, describeValue(inputValue));
  else validateEntryCurrency(value, record);
}

// direction
const entryDirectionColumn = { field: 'direction', column: 'CdtDbtInd' };
const entryDirectionType: Rule = {
  ...entryDirectionColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'direction must be a STRING',
};
const entryDirectionRequired: Rule = {
  ...entryDirectionColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:direction',
  message: 'direction is required',
};
const entryDirectionKnownDirection: Rule = {
  ...entryDirectionColumn,
  severity: 'FATAL',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-direction',
  message: 'direction must be one of CRDT, DBIT',
};

/** Reads direction from the path "CdtDbtInd": STRING; required (FATAL), one of CRDT, DBIT (FATAL). */
function readEntryDirection(cell: string | undefined, record: RecordReport): string | null {
  return validateEntryDirection(textOrNull(cell), record);
}

/** Applies the rules of direction. */
function validateEntryDirection(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(entryDirectionRequired, null);
    return null;
  }

  // Must be one of CRDT, DBIT (FATAL).
  if (value !== 'CRDT' && value !== 'DBIT') record.addIssue(entryDirectionKnownDirection, value);
  return value;
}

/** Checks direction of a plain object. */
function checkEntryDirection(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(entryDirectionType, describeValue(inputValue));
  else validateEntryDirection(value, record);
}

// booked
const entryBookedColumn = { field: 'booked', column: 'BookgDt/Dt' };
const entryBookedType: Rule = {
  ...entryBookedColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'booked must be a DATE in the format yyyy-MM-dd',
};

/** Parses yyyy-MM-dd, for example 2024-12-31. Returns days since 1970-01-01, or NaN for any other text. */
function parseDayYyyyMMDd(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

/** Reads booked from the path "BookgDt/Dt": DATE. */
function readEntryBooked(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(entryBookedType, text) : bare;
}

/** Checks booked of a plain object. */
function checkEntryBooked(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, parseDayYyyyMMDd);
  if (value === undefined) record.addIssue(entryBookedType, describeValue(inputValue));
}

// information
const entryInformationColumn = { field: 'information', column: 'AddtlNtryInf' };
const entryInformationType: Rule = {
  ...entryInformationColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'information must be a STRING',
};

/** Reads information from the path "AddtlNtryInf": STRING. */
function readEntryInformation(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks information of a plain object. */
function checkEntryInformation(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(entryInformationType, describeValue(inputValue));
}

// endToEndId
const transactionEndToEndIdColumn = { field: 'endToEndId', column: 'Refs/EndToEndId' };
const transactionEndToEndIdType: Rule = {
  ...transactionEndToEndIdColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'endToEndId must be a STRING',
};

/** Reads endToEndId from the path "Refs/EndToEndId": STRING. */
function readTransactionEndToEndId(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks endToEndId of a plain object. */
function checkTransactionEndToEndId(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(transactionEndToEndIdType, describeValue(inputValue));
}

// amount
const transactionAmountColumn = { field: 'amount', column: 'Amt' };
const transactionAmountType: Rule = {
  ...transactionAmountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'amount must be a DECIMAL with decimal separator "."',
};
const transactionAmountRequired: Rule = {
  ...transactionAmountColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:amount',
  message: 'amount is required',
};

/** Reads amount from the path "Amt": DECIMAL; required (FATAL). */
function readTransactionAmount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateTransactionAmount(null, record);
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(transactionAmountType, text) : validateTransactionAmount(value, record);
}

/** Applies the rules of amount. */
function validateTransactionAmount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(transactionAmountRequired, null);
    return null;
  }

  return value;
}

/** Checks amount of a plain object. */
function checkTransactionAmount(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(transactionAmountType, describeValue(inputValue));
  else validateTransactionAmount(value, record);
}

// debtor
const transactionDebtorColumn = { field: 'debtor', column: 'RltdPties/Dbtr/Nm' };
const transactionDebtorType: Rule = {
  ...transactionDebtorColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'debtor must be a STRING',
};

/** Reads debtor from the path "RltdPties/Dbtr/Nm": STRING, sensitive. */
function readTransactionDebtor(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks debtor of a plain object. */
function checkTransactionDebtor(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(transactionDebtorType, describeValue(inputValue));
}

// creditor
const transactionCreditorColumn = { field: 'creditor', column: 'RltdPties/Cdtr/Nm' };
const transactionCreditorType: Rule = {
  ...transactionCreditorColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'creditor must be a STRING',
};

/** Reads creditor from the path "RltdPties/Cdtr/Nm": STRING, sensitive. */
function readTransactionCreditor(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks creditor of a plain object. */
function checkTransactionCreditor(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(transactionCreditorType, describeValue(inputValue));
}

// purpose
const transactionPurposeColumn = { field: 'purpose', column: 'RmtInf/Ustrd' };
const transactionPurposeType: Rule = {
  ...transactionPurposeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'purpose must be a STRING',
};

/** Reads purpose from the path "RmtInf/Ustrd": STRING. */
function readTransactionPurpose(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks purpose of a plain object. */
function checkTransactionPurpose(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(transactionPurposeType, describeValue(inputValue));
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' || cell === 'NOTPROVIDED' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface StatementValues {
  number2: string | null;
  iban: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface EntryValues {
  iban: string | null;
  statement: string | null;
  reference: string | null;
  amount: string | null;
  currency: string | null;
  direction: string | null;
  booked: string | null;
  information: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface TransactionValues {
  endToEndId: string | null;
  amount: string | null;
  debtor: string | null;
  creditor: string | null;
  purpose: string | null;
}

/** The records whose values others copy. Null: the record was not processed. Absent: there was none. */
interface Enclosing {
  statement?: StatementValues | null;
}

/** The index of each field among the cells of a record. */
const statementColumns = {
  number2: 0,
  iban: 1,
};

/** The index of each field among the cells of a record. */
const entryColumns = {
  reference: 4,
  amount: 5,
  currency: 6,
  direction: 7,
  booked: 8,
  information: 9,
};

/** The index of each field among the cells of a record. */
const transactionColumns = {
  endToEndId: 10,
  amount: 11,
  debtor: 12,
  creditor: 13,
  purpose: 14,
};

/** Reads all fields of a record: corrects, parses and validates them. */
function readStatement({ cells, at }: XmlRecord<keyof typeof statementColumns>, record: RecordReport): StatementValues {
  return {
    number2: readStatementNumber2(cells[at.number2], record),
    iban: readStatementIban(cells[at.iban], record),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readEntry(
  { cells, at }: XmlRecord<keyof typeof entryColumns>,
  record: RecordReport,
  enclosing: Enclosing,
): EntryValues {
  return {
    iban: readEntryIban(enclosing.statement),
    statement: readEntryStatement(enclosing.statement),
    reference: readEntryReference(cells[at.reference]),
    amount: readEntryAmount(cells[at.amount], record),
    currency: readEntryCurrency(cells[at.currency], record),
    direction: readEntryDirection(cells[at.direction], record),
    booked: readEntryBooked(cells[at.booked], record),
    information: readEntryInformation(cells[at.information]),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readTransaction(
  { cells, at }: XmlRecord<keyof typeof transactionColumns>,
  record: RecordReport,
): TransactionValues {
  return {
    endToEndId: readTransactionEndToEndId(cells[at.endToEndId]),
    amount: readTransactionAmount(cells[at.amount], record),
    debtor: readTransactionDebtor(cells[at.debtor]),
    creditor: readTransactionCreditor(cells[at.creditor]),
    purpose: readTransactionPurpose(cells[at.purpose]),
  };
}

/** Creates the source of a document's records. */
function records(options: TransformOptions): XmlRecordSource<string> {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  const types = [
    {
      columns: statementColumns,
      record: createXmlElement({
        children: {
          Id: createXmlElement({ text: [statementColumns.number2] }),
          Acct: createXmlElement({
            children: {
              Id: createXmlElement({ children: { IBAN: createXmlElement({ text: [statementColumns.iban] }) } }),
            },
          }),
        },
      }),
      isEnclosing: true,
    },
    {
      columns: entryColumns,
      record: createXmlElement({
        children: {
          NtryRef: createXmlElement({ text: [entryColumns.reference] }),
          Amt: createXmlElement({
            text: [entryColumns.amount],
            attributes: { Ccy: [entryColumns.currency] },
          }),
          CdtDbtInd: createXmlElement({ text: [entryColumns.direction] }),
          BookgDt: createXmlElement({ children: { Dt: createXmlElement({ text: [entryColumns.booked] }) } }),
          AddtlNtryInf: createXmlElement({ text: [entryColumns.information] }),
        },
      }),
      isEnclosing: true,
      isHeld: true,
    },
    {
      columns: transactionColumns,
      record: createXmlElement({
        children: {
          Refs: createXmlElement({
            children: { EndToEndId: createXmlElement({ text: [transactionColumns.endToEndId] }) },
          }),
          Amt: createXmlElement({ text: [transactionColumns.amount] }),
          RltdPties: createXmlElement({
            children: {
              Dbtr: createXmlElement({ children: { Nm: createXmlElement({ text: [transactionColumns.debtor] }) } }),
              Cdtr: createXmlElement({ children: { Nm: createXmlElement({ text: [transactionColumns.creditor] }) } }),
            },
          }),
          RmtInf: createXmlElement({
            children: { Ustrd: createXmlElement({ text: [{ column: transactionColumns.purpose, separator: ' ' }] }) },
          }),
        },
      }),
      isEnclosing: false,
    },
  ];
  const paths = {
    columns: {
      field0: 0,
      field1: 1,
      field2: 2,
      field3: 3,
      field4: 4,
      field5: 5,
      field6: 6,
      field7: 7,
      field8: 8,
      field9: 9,
      field10: 10,
      field11: 11,
      field12: 12,
      field13: 13,
      field14: 14,
    },
    document: createXmlElement({
      children: {
        Document: createXmlElement({
          children: {
            BkToCstmrStmt: createXmlElement({
              children: {
                Stmt: createXmlElement({
                  isRecord: true,
                  recordType: 0,
                  children: {
                    Ntry: createXmlElement({
                      isRecord: true,
                      recordType: 1,
                      children: {
                        NtryDtls: createXmlElement({
                          children: {
                            TxDtls: createXmlElement({
                              isRecord: true,
                              recordType: 2,
                            }),
                          },
                        }),
                      },
                    }),
                  },
                }),
              },
            }),
          },
        }),
      },
    }),
    anywhere: null,
    record: createXmlElement({}),
    types,
    encoding: 'utf-8',
    onNoRecords: 'FATAL' as const,
    maxRecordBytes,
    held: { maxBytes: 16777216, maxRecords: 100000 },
  };
  return createXmlRecordSource<string>(paths, options.from);
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toStatementJson(values: StatementValues): string {
  let json = '';
  json += '{"number":' + toJsonString(values.number2);
  json += ',"iban":' + toJsonString(values.iban);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toStatementKey(_: StatementValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toStatementRecord(values: StatementValues): StatementRecord {
  return {
    recordType: 'statement',
    number: values.number2 as string,
    iban: values.iban as string,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toEntryJson(values: EntryValues): string {
  let json = '';
  json += '{"iban":' + toJsonString(values.iban);
  json += ',"statement":' + toJsonString(values.statement);
  json += ',"reference":' + toJsonString(values.reference);
  json += ',"amount":' + toJsonNumber(values.amount);
  json += ',"currency":' + toJsonString(values.currency);
  json += ',"direction":' + toJsonString(values.direction);
  json += ',"booked":' + toJsonString(values.booked);
  json += ',"information":' + toJsonString(values.information);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toEntryKey(values: EntryValues): string | null {
  return toCompositeKey([values.iban, values.reference]);
}

/** Returns the record as an object. */
function toEntryRecord(values: EntryValues): EntryRecord {
  return {
    recordType: 'entry',
    iban: values.iban,
    statement: values.statement,
    reference: values.reference,
    amount: values.amount as string,
    currency: values.currency as string,
    direction: values.direction as string,
    booked: values.booked,
    information: values.information,
    transactions: [],
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toTransactionJson(values: TransactionValues): string {
  let json = '';
  json += '{"endToEndId":' + toJsonString(values.endToEndId);
  json += ',"amount":' + toJsonNumber(values.amount);
  json += ',"debtor":' + toJsonString(values.debtor);
  json += ',"creditor":' + toJsonString(values.creditor);
  json += ',"purpose":' + toJsonString(values.purpose);
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
    endToEndId: values.endToEndId,
    amount: values.amount as string,
    debtor: values.debtor,
    creditor: values.creditor,
    purpose: values.purpose,
  };
}

const reader = {
  types: [
    createTypeReader({
      name: 'statement',
      isPublished: false,
      copiesFrom: [],
      readRecord: readStatement,
      toJson: toStatementJson,
      toKey: toStatementKey,
      toRecord: toStatementRecord,
    }),
    createTypeReader({
      name: 'entry',
      isPublished: true,
      copiesFrom: [0],
      readRecord: readEntry,
      toJson: toEntryJson,
      toKey: toEntryKey,
      toRecord: toEntryRecord,
    }),
    createTypeReader({
      name: 'transaction',
      isPublished: false,
      copiesFrom: [],
      readRecord: readTransaction,
      toJson: toTransactionJson,
      toKey: toTransactionKey,
      toRecord: toTransactionRecord,
    }),
  ],
  structure: {
    types: [
      { name: 'statement', parent: -1, min: 0, max: Infinity, anyOrder: false },
      { name: 'entry', parent: 0, min: 0, max: Infinity, anyOrder: false },
      { name: 'transaction', parent: 1, min: 0, max: Infinity, anyOrder: false },
    ],
    anyOrder: false,
    onUnexpectedRecord: 'FATAL' as const,
    onMissingRecord: 'FATAL' as const,
    onUnknownRecordType: 'FATAL' as const,
  },
  fileRules: [
    // entry.amount must equal the sum of transaction.amount (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'batch-total',
      severity: 'FATAL' as const,
      message: 'entry.amount must equal the sum of transaction.amount',
      scope: 1,
      isMasked: false,
      found: { of: [2], selects: null, addend: (values: TransactionValues) => values.amount, isAbsolute: false },
      total: { type: 1, value: (values: EntryValues) => values.amount },
      other: null,
      modulus: null,
    },
  ],
  maxRecordBytes: 1048576,
  documents: createDocuments({
    types: [1],
    maxBytes: 16777216,
    maxRecords: 100000,
    parts: createParts([{ type: 2, parent: 1, member: 'transactions', isList: true }]),
  }),
  hasSensitiveFields: true,
  fast: fastTypes({
    entry: {
      readEntryIban,
      readEntryStatement,
      readEntryReference,
      readEntryAmount,
      readEntryCurrency,
      readEntryDirection,
      readEntryBooked,
      readEntryInformation,
    },
    transaction: {
      readTransactionEndToEndId,
      readTransactionAmount,
      readTransactionDebtor,
      readTransactionCreditor,
      readTransactionPurpose,
    },
  }),
  createDocumentLoop,
};

/**
 * Reads a file record by record. A field whose type excludes null is null only in a record that failed. @throws
 * FileFailure if the file cannot be read to its end, or has a FATAL issue as a whole.
 */
export function read(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<RecordOutcome<Record>> {
  const run = createTypedRun<XmlRecord, Record>(reader, {});
  return readRecords(run, records(options), { chunks: source, options });
}

/** Checks a plain object against the types and rules of the record type that its member recordType names. */
export function check(value: unknown): Issue[] {
  return checkTypedRecord(value, {
    statement: (member, record) => {
      checkStatementNumber2(member('number'), record);
      checkStatementIban(member('iban'), record);
    },
    entry: (member, record) => {
      checkEntryIban(member('iban'), record);
      checkEntryStatement(member('statement'), record);
      checkEntryReference(member('reference'), record);
      checkEntryAmount(member('amount'), record);
      checkEntryCurrency(member('currency'), record);
      checkEntryDirection(member('direction'), record);
      checkEntryBooked(member('booked'), record);
      checkEntryInformation(member('information'), record);
    },
    transaction: (member, record) => {
      checkTransactionEndToEndId(member('endToEndId'), record);
      checkTransactionAmount(member('amount'), record);
      checkTransactionDebtor(member('debtor'), record);
      checkTransactionCreditor(member('creditor'), record);
      checkTransactionPurpose(member('purpose'), record);
    },
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  const run = createTypedRun<XmlRecord, Record>(reader, options);
  return createRecordTransformer(run, records(options), options);
}
