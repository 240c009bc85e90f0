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
import { fastTypes } from './invoices.fast.ts';

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'invoices',
  version: 'af4109028c84c738fecdb6ab6a1f575aefd28bf7412a98a21e08deb4bbda758c',
  format: 'XML',
  encoding: 'utf-8',
  fields: [],
  recordTypes: [
    {
      name: 'invoice',
      isPublished: true,
      fields: [
        { name: 'number', type: 'STRING', sensitive: false },
        { name: 'issued', type: 'DATE', sensitive: false },
        { name: 'currency', type: 'STRING', sensitive: false },
        { name: 'supplier', type: 'STRING', sensitive: false },
        { name: 'customer', type: 'STRING', sensitive: false },
        { name: 'tax', type: 'DECIMAL', sensitive: false },
        { name: 'net', type: 'DECIMAL', sensitive: false },
        { name: 'payable', type: 'DECIMAL', sensitive: false },
      ],
    },
    {
      name: 'line',
      isPublished: false,
      partOf: { type: 'invoice', member: 'lines', isList: true },
      fields: [
        { name: 'number', type: 'STRING', sensitive: false },
        { name: 'item', type: 'STRING', sensitive: false },
        { name: 'quantity', type: 'DECIMAL', sensitive: false },
        { name: 'unit', type: 'STRING', sensitive: false },
        { name: 'net', type: 'DECIMAL', sensitive: false },
        { name: 'price', type: 'DECIMAL', sensitive: false },
      ],
    },
  ],
  documents: { types: ['invoice'], rules: ['net-total'], maxBytes: 16777216 },
};

/** A record of the type invoice of invoices. */
export interface InvoiceRecord {
  recordType: 'invoice';
  /** STRING; required (FATAL). */
  number: string;
  /** DATE; required (FATAL). */
  issued: string;
  /** STRING; required (FATAL). */
  currency: string;
  /** STRING. */
  supplier: string | null;
  /** STRING. */
  customer: string | null;
  /** DECIMAL. */
  tax: string | null;
  /** DECIMAL; required (FATAL). */
  net: string;
  /** DECIMAL; required (FATAL). */
  payable: string;
  /** The records of the type line inside this one. */
  lines: Omit<LineRecord, 'recordType'>[];
}

/** A record of the type line of invoices. */
export interface LineRecord {
  recordType: 'line';
  /** STRING; required (FATAL). */
  number: string;
  /** STRING; required (FATAL). */
  item: string;
  /** DECIMAL; required (FATAL). */
  quantity: string;
  /** STRING. */
  unit: string | null;
  /** DECIMAL; required (FATAL). */
  net: string;
  /** DECIMAL. */
  price: string | null;
}

/** Invoices with their lines (UBL 2.1) */
export type Record = InvoiceRecord | LineRecord;

// number
const invoiceNumber2Column = { field: 'number', column: 'ID' };
const invoiceNumber2Type: Rule = {
  ...invoiceNumber2Column,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'number must be a STRING',
};
const invoiceNumber2Required: Rule = {
  ...invoiceNumber2Column,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:number',
  message: 'number is required',
};

/** Reads number from the path "ID": STRING; required (FATAL). */
function readInvoiceNumber2(cell: string | undefined, record: RecordReport): string | null {
  return validateInvoiceNumber2(textOrNull(cell), record);
}

/** Applies the rules of number. */
function validateInvoiceNumber2(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(invoiceNumber2Required, null);
    return null;
  }

  return value;
}

/** Checks number of a plain object. */
function checkInvoiceNumber2(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(invoiceNumber2Type, describeValue(inputValue));
  else validateInvoiceNumber2(value, record);
}

// issued
const invoiceIssuedColumn = { field: 'issued', column: 'IssueDate' };
const invoiceIssuedType: Rule = {
  ...invoiceIssuedColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'issued must be a DATE in the format yyyy-MM-dd',
};
const invoiceIssuedRequired: Rule = {
  ...invoiceIssuedColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:issued',
  message: 'issued is required',
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

/** Reads issued from the path "IssueDate": DATE; required (FATAL). */
function readInvoiceIssued(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateInvoiceIssued(null, record);
  const day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(invoiceIssuedType, text) : validateInvoiceIssued(bare, record);
}

/** Applies the rules of issued. */
function validateInvoiceIssued(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(invoiceIssuedRequired, null);
    return null;
  }

  return value;
}

/** Checks issued of a plain object. */
function checkInvoiceIssued(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, parseDayYyyyMMDd);
  if (value === undefined) record.addIssue(invoiceIssuedType, describeValue(inputValue));
  else validateInvoiceIssued(value, record);
}

// currency
const invoiceCurrencyColumn = { field: 'currency', column: 'DocumentCurrencyCode' };
const invoiceCurrencyType: Rule = {
  ...invoiceCurrencyColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'currency must be a STRING',
};
const invoiceCurrencyRequired: Rule = {
  ...invoiceCurrencyColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:currency',
  message: 'currency is required',
};

/** Reads currency from the path "DocumentCurrencyCode": STRING; required (FATAL). */
function readInvoiceCurrency(cell: string | undefined, record: RecordReport): string | null {
  return validateInvoiceCurrency(textOrNull(cell), record);
}

/** Applies the rules of currency. */
function validateInvoiceCurrency(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(invoiceCurrencyRequired, null);
    return null;
  }

  return value;
}

/** Checks currency of a plain object. */
function checkInvoiceCurrency(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(invoiceCurrencyType, describeValue(inputValue));
  else validateInvoiceCurrency(value, record);
}

// supplier
const invoiceSupplierColumn = { field: 'supplier', column: 'AccountingSupplierParty/Party/PartyName/Name' };
const invoiceSupplierType: Rule = {
  ...invoiceSupplierColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'supplier must be a STRING',
};

/** Reads supplier from the path "AccountingSupplierParty/Party/PartyName/Name": STRING. */
function readInvoiceSupplier(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks supplier of a plain object. */
function checkInvoiceSupplier(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(invoiceSupplierType, describeValue(inputValue));
}

// customer
const invoiceCustomerColumn = { field: 'customer', column: 'AccountingCustomerParty/Party/PartyName/Name' };
const invoiceCustomerType: Rule = {
  ...invoiceCustomerColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'customer must be a STRING',
};

/** Reads customer from the path "AccountingCustomerParty/Party/PartyName/Name": STRING. */
function readInvoiceCustomer(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks customer of a plain object. */
function checkInvoiceCustomer(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(invoiceCustomerType, describeValue(inputValue));
}

// tax
const invoiceTaxColumn = { field: 'tax', column: 'TaxTotal/TaxAmount' };
const invoiceTaxType: Rule = {
  ...invoiceTaxColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'tax must be a DECIMAL with decimal separator "."',
};

/** Reads tax from the path "TaxTotal/TaxAmount": DECIMAL. */
function readInvoiceTax(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(invoiceTaxType, text) : value;
}

/** Checks tax of a plain object. */
function checkInvoiceTax(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(invoiceTaxType, describeValue(inputValue));
}

// net
const invoiceNetColumn = { field: 'net', column: 'LegalMonetaryTotal/LineExtensionAmount' };
const invoiceNetType: Rule = {
  ...invoiceNetColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'net must be a DECIMAL with decimal separator "."',
};
const invoiceNetRequired: Rule = {
  ...invoiceNetColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:net',
  message: 'net is required',
};

/** Reads net from the path "LegalMonetaryTotal/LineExtensionAmount": DECIMAL; required (FATAL). */
function readInvoiceNet(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateInvoiceNet(null, record);
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(invoiceNetType, text) : validateInvoiceNet(value, record);
}

/** Applies the rules of net. */
function validateInvoiceNet(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(invoiceNetRequired, null);
    return null;
  }

  return value;
}

/** Checks net of a plain object. */
function checkInvoiceNet(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(invoiceNetType, describeValue(inputValue));
  else validateInvoiceNet(value, record);
}

// payable
const invoicePayableColumn = { field: 'payable', column: 'LegalMonetaryTotal/PayableAmount' };
const invoicePayableType: Rule = {
  ...invoicePayableColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'payable must be a DECIMAL with decimal separator "."',
};
const invoicePayableRequired: Rule = {
  ...invoicePayableColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:payable',
  message: 'payable is required',
};

/** Reads payable from the path "LegalMonetaryTotal/PayableAmount": DECIMAL; required (FATAL). */
function readInvoicePayable(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateInvoicePayable(null, record);
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(invoicePayableType, text) : validateInvoicePayable(value, record);
}

/** Applies the rules of payable. */
function validateInvoicePayable(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(invoicePayableRequired, null);
    return null;
  }

  return value;
}

/** Checks payable of a plain object. */
function checkInvoicePayable(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(invoicePayableType, describeValue(inputValue));
  else validateInvoicePayable(value, record);
}

// number
const lineNumber2Column = { field: 'number', column: 'ID' };
const lineNumber2Type: Rule = {
  ...lineNumber2Column,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'number must be a STRING',
};
const lineNumber2Required: Rule = {
  ...lineNumber2Column,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:number',
  message: 'number is required',
};

/** Reads number from the path "ID": STRING; required (FATAL). */
function readLineNumber2(cell: string | undefined, record: RecordReport): string | null {
  return validateLineNumber2(textOrNull(cell), record);
}

/** Applies the rules of number. */
function validateLineNumber2(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(lineNumber2Required, null);
    return null;
  }

  return value;
}

/** Checks number of a plain object. */
function checkLineNumber2(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(lineNumber2Type, describeValue(inputValue));
  else validateLineNumber2(value, record);
}

// item
const lineItemColumn = { field: 'item', column: 'Item/Name' };
const lineItemType: Rule = {
  ...lineItemColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'item must be a STRING',
};
const lineItemRequired: Rule = {
  ...lineItemColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:item',
  message: 'item is required',
};

/** Reads item from the path "Item/Name": STRING; required (FATAL). */
function readLineItem(cell: string | undefined, record: RecordReport): string | null {
  return validateLineItem(textOrNull(cell), record);
}

/** Applies the rules of item. */
function validateLineItem(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(lineItemRequired, null);
    return null;
  }

  return value;
}

/** Checks item of a plain object. */
function checkLineItem(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(lineItemType, describeValue(inputValue));
  else validateLineItem(value, record);
}

// quantity
const lineQuantityColumn = { field: 'quantity', column: 'InvoicedQuantity' };
const lineQuantityType: Rule = {
  ...lineQuantityColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'quantity must be a DECIMAL with decimal separator "."',
};
const lineQuantityRequired: Rule = {
  ...lineQuantityColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:quantity',
  message: 'quantity is required',
};

/** Reads quantity from the path "InvoicedQuantity": DECIMAL; required (FATAL). */
function readLineQuantity(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateLineQuantity(null, record);
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(lineQuantityType, text) : validateLineQuantity(value, record);
}

/** Applies the rules of quantity. */
function validateLineQuantity(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(lineQuantityRequired, null);
    return null;
  }

  return value;
}

/** Checks quantity of a plain object. */
function checkLineQuantity(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(lineQuantityType, describeValue(inputValue));
  else validateLineQuantity(value, record);
}

// unit
const lineUnitColumn = { field: 'unit', column: 'InvoicedQuantity/@unitCode' };
const lineUnitType: Rule = {
  ...lineUnitColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'unit must be a STRING',
};

/** Reads unit from the path "InvoicedQuantity/@unitCode": STRING. */
function readLineUnit(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks unit of a plain object. */
function checkLineUnit(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(lineUnitType, describeValue(inputValue));
}

// net
const lineNetColumn = { field: 'net', column: 'LineExtensionAmount' };
const lineNetType: Rule = {
  ...lineNetColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'net must be a DECIMAL with decimal separator "."',
};
const lineNetRequired: Rule = {
  ...lineNetColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:net',
  message: 'net is required',
};

/** Reads net from the path "LineExtensionAmount": DECIMAL; required (FATAL). */
function readLineNet(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateLineNet(null, record);
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(lineNetType, text) : validateLineNet(value, record);
}

/** Applies the rules of net. */
function validateLineNet(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(lineNetRequired, null);
    return null;
  }

  return value;
}

/** Checks net of a plain object. */
function checkLineNet(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(lineNetType, describeValue(inputValue));
  else validateLineNet(value, record);
}

// price
const linePriceColumn = { field: 'price', column: 'Price/PriceAmount' };
const linePriceType: Rule = {
  ...linePriceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'price must be a DECIMAL with decimal separator "."',
};

/** Reads price from the path "Price/PriceAmount": DECIMAL. */
function readLinePrice(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(linePriceType, text) : value;
}

/** Checks price of a plain object. */
function checkLinePrice(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(linePriceType, describeValue(inputValue));
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface InvoiceValues {
  number2: string | null;
  issued: string | null;
  currency: string | null;
  supplier: string | null;
  customer: string | null;
  tax: string | null;
  net: string | null;
  payable: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface LineValues {
  number2: string | null;
  item: string | null;
  quantity: string | null;
  unit: string | null;
  net: string | null;
  price: string | null;
}

/** The index of each field among the cells of a record. */
const invoiceColumns = {
  number2: 0,
  issued: 1,
  currency: 2,
  supplier: 3,
  customer: 4,
  tax: 5,
  net: 6,
  payable: 7,
};

/** The index of each field among the cells of a record. */
const lineColumns = {
  number2: 8,
  item: 9,
  quantity: 10,
  unit: 11,
  net: 12,
  price: 13,
};

/** Reads all fields of a record: corrects, parses and validates them. */
function readInvoice({ cells, at }: XmlRecord<keyof typeof invoiceColumns>, record: RecordReport): InvoiceValues {
  return {
    number2: readInvoiceNumber2(cells[at.number2], record),
    issued: readInvoiceIssued(cells[at.issued], record),
    currency: readInvoiceCurrency(cells[at.currency], record),
    supplier: readInvoiceSupplier(cells[at.supplier]),
    customer: readInvoiceCustomer(cells[at.customer]),
    tax: readInvoiceTax(cells[at.tax], record),
    net: readInvoiceNet(cells[at.net], record),
    payable: readInvoicePayable(cells[at.payable], record),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readLine({ cells, at }: XmlRecord<keyof typeof lineColumns>, record: RecordReport): LineValues {
  return {
    number2: readLineNumber2(cells[at.number2], record),
    item: readLineItem(cells[at.item], record),
    quantity: readLineQuantity(cells[at.quantity], record),
    unit: readLineUnit(cells[at.unit]),
    net: readLineNet(cells[at.net], record),
    price: readLinePrice(cells[at.price], record),
  };
}

/** Creates the source of a document's records. */
function records(options: TransformOptions): XmlRecordSource<string> {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  const types = [
    {
      columns: invoiceColumns,
      record: createXmlElement({
        children: {
          ID: createXmlElement({ text: [invoiceColumns.number2] }),
          IssueDate: createXmlElement({ text: [invoiceColumns.issued] }),
          DocumentCurrencyCode: createXmlElement({ text: [invoiceColumns.currency] }),
          AccountingSupplierParty: createXmlElement({
            children: {
              Party: createXmlElement({
                children: {
                  PartyName: createXmlElement({
                    children: { Name: createXmlElement({ text: [invoiceColumns.supplier] }) },
                  }),
                },
              }),
            },
          }),
          AccountingCustomerParty: createXmlElement({
            children: {
              Party: createXmlElement({
                children: {
                  PartyName: createXmlElement({
                    children: { Name: createXmlElement({ text: [invoiceColumns.customer] }) },
                  }),
                },
              }),
            },
          }),
          TaxTotal: createXmlElement({ children: { TaxAmount: createXmlElement({ text: [invoiceColumns.tax] }) } }),
          LegalMonetaryTotal: createXmlElement({
            children: {
              LineExtensionAmount: createXmlElement({ text: [invoiceColumns.net] }),
              PayableAmount: createXmlElement({ text: [invoiceColumns.payable] }),
            },
          }),
        },
      }),
      isEnclosing: true,
      isHeld: true,
    },
    {
      columns: lineColumns,
      record: createXmlElement({
        children: {
          ID: createXmlElement({ text: [lineColumns.number2] }),
          Item: createXmlElement({ children: { Name: createXmlElement({ text: [lineColumns.item] }) } }),
          InvoicedQuantity: createXmlElement({
            text: [lineColumns.quantity],
            attributes: { unitCode: [lineColumns.unit] },
          }),
          LineExtensionAmount: createXmlElement({ text: [lineColumns.net] }),
          Price: createXmlElement({ children: { PriceAmount: createXmlElement({ text: [lineColumns.price] }) } }),
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
    },
    document: createXmlElement({
      children: {
        Invoice: createXmlElement({
          isRecord: true,
          recordType: 0,
          children: {
            InvoiceLine: createXmlElement({
              isRecord: true,
              recordType: 1,
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
    isConcatenated: true,
  };
  return createXmlRecordSource<string>(paths, options.from);
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toInvoiceJson(values: InvoiceValues): string {
  let json = '';
  json += '{"number":' + toJsonString(values.number2);
  json += ',"issued":' + toJsonString(values.issued);
  json += ',"currency":' + toJsonString(values.currency);
  json += ',"supplier":' + toJsonString(values.supplier);
  json += ',"customer":' + toJsonString(values.customer);
  json += ',"tax":' + toJsonNumber(values.tax);
  json += ',"net":' + toJsonNumber(values.net);
  json += ',"payable":' + toJsonNumber(values.payable);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toInvoiceKey(values: InvoiceValues): string | null {
  return values.number2;
}

/** Returns the record as an object. */
function toInvoiceRecord(values: InvoiceValues): InvoiceRecord {
  return {
    recordType: 'invoice',
    number: values.number2 as string,
    issued: values.issued as string,
    currency: values.currency as string,
    supplier: values.supplier,
    customer: values.customer,
    tax: values.tax,
    net: values.net as string,
    payable: values.payable as string,
    lines: [],
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toLineJson(values: LineValues): string {
  let json = '';
  json += '{"number":' + toJsonString(values.number2);
  json += ',"item":' + toJsonString(values.item);
  json += ',"quantity":' + toJsonNumber(values.quantity);
  json += ',"unit":' + toJsonString(values.unit);
  json += ',"net":' + toJsonNumber(values.net);
  json += ',"price":' + toJsonNumber(values.price);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toLineKey(_: LineValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toLineRecord(values: LineValues): LineRecord {
  return {
    recordType: 'line',
    number: values.number2 as string,
    item: values.item as string,
    quantity: values.quantity as string,
    unit: values.unit,
    net: values.net as string,
    price: values.price,
  };
}

const reader = {
  types: [
    createTypeReader({
      name: 'invoice',
      isPublished: true,
      copiesFrom: [],
      readRecord: readInvoice,
      toJson: toInvoiceJson,
      toKey: toInvoiceKey,
      toRecord: toInvoiceRecord,
    }),
    createTypeReader({
      name: 'line',
      isPublished: false,
      copiesFrom: [],
      readRecord: readLine,
      toJson: toLineJson,
      toKey: toLineKey,
      toRecord: toLineRecord,
    }),
  ],
  structure: {
    types: [
      { name: 'invoice', parent: -1, min: 0, max: Infinity, anyOrder: false },
      { name: 'line', parent: 0, min: 1, max: Infinity, anyOrder: false },
    ],
    anyOrder: false,
    onUnexpectedRecord: 'FATAL' as const,
    onMissingRecord: 'FATAL' as const,
    onUnknownRecordType: 'FATAL' as const,
  },
  fileRules: [
    // invoice.net must equal the sum of line.net (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'net-total',
      severity: 'FATAL' as const,
      message: 'invoice.net must equal the sum of line.net',
      scope: 0,
      isMasked: false,
      found: { of: [1], selects: null, addend: (values: LineValues) => values.net, isAbsolute: false },
      total: { type: 0, value: (values: InvoiceValues) => values.net },
      other: null,
      modulus: null,
    },
  ],
  maxRecordBytes: 1048576,
  documents: createDocuments({
    types: [0],
    maxBytes: 16777216,
    maxRecords: 100000,
    parts: createParts([{ type: 1, parent: 0, member: 'lines', isList: true }]),
  }),
  hasSensitiveFields: false,
  fast: fastTypes({
    invoice: {
      readInvoiceNumber2,
      readInvoiceIssued,
      readInvoiceCurrency,
      readInvoiceSupplier,
      readInvoiceCustomer,
      readInvoiceTax,
      readInvoiceNet,
      readInvoicePayable,
    },
    line: { readLineNumber2, readLineItem, readLineQuantity, readLineUnit, readLineNet, readLinePrice },
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
    invoice: (member, record) => {
      checkInvoiceNumber2(member('number'), record);
      checkInvoiceIssued(member('issued'), record);
      checkInvoiceCurrency(member('currency'), record);
      checkInvoiceSupplier(member('supplier'), record);
      checkInvoiceCustomer(member('customer'), record);
      checkInvoiceTax(member('tax'), record);
      checkInvoiceNet(member('net'), record);
      checkInvoicePayable(member('payable'), record);
    },
    line: (member, record) => {
      checkLineNumber2(member('number'), record);
      checkLineItem(member('item'), record);
      checkLineQuantity(member('quantity'), record);
      checkLineUnit(member('unit'), record);
      checkLineNet(member('net'), record);
      checkLinePrice(member('price'), record);
    },
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  const run = createTypedRun<XmlRecord, Record>(reader, options);
  return createRecordTransformer(run, records(options), options);
}
