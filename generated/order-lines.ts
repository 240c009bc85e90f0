// Compiled by Specmill from a spec: change the spec, not this file.
import {
  checkTypedRecord,
  compareDecimals,
  createDocuments,
  createParts,
  createRecordTransformer,
  createTypeReader,
  createTypedCsvRecordSource,
  createTypedRun,
  createUtf8Input,
  csvGroups,
  describeValue,
  limitColumns,
  limitRecordBytes,
  readRecords,
  repeatGroups,
  toBigInt,
  toDecimal,
  toDecimalValue,
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
  type Repeat,
  type Rule,
  type SpecInfo,
  type TransformOptions,
  type Transformer,
  type TypedCsvDialect,
} from 'specmill/kernel';

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'order-lines',
  version: '0695257b9ca5deb1c1d99b4ccad53d754027d2bc2a352a2c7ba256f610f7cdd1',
  format: 'CSV',
  encoding: 'utf-8',
  fields: [],
  recordTypes: [
    {
      name: 'order',
      isPublished: true,
      fields: [
        { name: 'number', type: 'STRING', sensitive: false },
        { name: 'customer', type: 'STRING', sensitive: false },
        { name: 'count', type: 'INTEGER', sensitive: false, isPublished: false },
      ],
    },
    {
      name: 'item',
      isPublished: false,
      partOf: { type: 'order', member: 'items', isList: true },
      isGroup: true,
      fields: [
        { name: 'item', type: 'STRING', sensitive: false },
        { name: 'quantity', type: 'INTEGER', sensitive: false },
        { name: 'price', type: 'DECIMAL', sensitive: false },
      ],
    },
  ],
  documents: { types: ['order'], rules: ['items'], maxBytes: 16777216 },
};

/** A record of the type order of order-lines. */
export interface OrderRecord {
  recordType: 'order';
  /** STRING; required (FATAL). */
  number: string;
  /** STRING; required (FATAL). */
  customer: string;
  /** The records of the type item inside this one. */
  items: Omit<ItemRecord, 'recordType'>[];
}

/** A record of the type item of order-lines. */
export interface ItemRecord {
  recordType: 'item';
  /** STRING; required (FATAL). */
  item: string;
  /** INTEGER; required (FATAL), at least 1 (ERROR). */
  quantity: bigint;
  /** DECIMAL with decimal separator ",". */
  price: string | null;
}

/** Orders with up to four items in one line */
export type Record = OrderRecord | ItemRecord;

// number
const orderNumber2Column = { field: 'number', column: 'Order' };
const orderNumber2Type: Rule = {
  ...orderNumber2Column,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'number must be a STRING',
};
const orderNumber2Required: Rule = {
  ...orderNumber2Column,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:number',
  message: 'number is required',
};

/** Reads number from the column "Order": STRING; required (FATAL). */
function readOrderNumber2(cell: string | undefined, record: RecordReport): string | null {
  return validateOrderNumber2(textOrNull(cell), record);
}

/** Applies the rules of number. */
function validateOrderNumber2(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(orderNumber2Required, null);
    return null;
  }

  return value;
}

/** Checks number of a plain object. */
function checkOrderNumber2(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(orderNumber2Type, describeValue(inputValue));
  else validateOrderNumber2(value, record);
}

// customer
const orderCustomerColumn = { field: 'customer', column: 'Customer' };
const orderCustomerType: Rule = {
  ...orderCustomerColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'customer must be a STRING',
};
const orderCustomerRequired: Rule = {
  ...orderCustomerColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:customer',
  message: 'customer is required',
};

/** Reads customer from the column "Customer": STRING; required (FATAL). */
function readOrderCustomer(cell: string | undefined, record: RecordReport): string | null {
  return validateOrderCustomer(textOrNull(cell), record);
}

/** Applies the rules of customer. */
function validateOrderCustomer(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(orderCustomerRequired, null);
    return null;
  }

  return value;
}

/** Checks customer of a plain object. */
function checkOrderCustomer(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(orderCustomerType, describeValue(inputValue));
  else validateOrderCustomer(value, record);
}

// count
const orderCountColumn = { field: 'count', column: 'Items' };
const orderCountType: Rule = {
  ...orderCountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'count must be an INTEGER',
};
const orderCountRequired: Rule = {
  ...orderCountColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:count',
  message: 'count is required',
};

/** Reads count from the column "Items": INTEGER, not published; required (FATAL). */
function readOrderCount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateOrderCount(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(orderCountType, text) : validateOrderCount(value, record);
}

/** Applies the rules of count. */
function validateOrderCount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(orderCountRequired, null);
    return null;
  }

  return value;
}

/** Checks count of a plain object. */
function checkOrderCount(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(orderCountType, describeValue(inputValue));
  else validateOrderCount(value, record);
}

// item
const itemItemColumn = { field: 'item', column: 'Item' };
const itemItemType: Rule = {
  ...itemItemColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'item must be a STRING',
};
const itemItemRequired: Rule = {
  ...itemItemColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:item',
  message: 'item is required',
};

/** Reads item from the column "Item": STRING; required (FATAL). */
function readItemItem(cell: string | undefined, record: RecordReport): string | null {
  return validateItemItem(textOrNull(cell), record);
}

/** Applies the rules of item. */
function validateItemItem(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(itemItemRequired, null);
    return null;
  }

  return value;
}

/** Checks item of a plain object. */
function checkItemItem(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(itemItemType, describeValue(inputValue));
  else validateItemItem(value, record);
}

// quantity
const itemQuantityColumn = { field: 'quantity', column: 'Qty' };
const itemQuantityType: Rule = {
  ...itemQuantityColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'quantity must be an INTEGER',
};
const itemQuantityRequired: Rule = {
  ...itemQuantityColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:quantity',
  message: 'quantity is required',
};
const itemQuantitySomeQuantity: Rule = {
  ...itemQuantityColumn,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'some-quantity',
  message: 'quantity must be at least 1',
};

/** Reads quantity from the column "Qty": INTEGER; required (FATAL), at least 1 (ERROR). */
function readItemQuantity(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateItemQuantity(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(itemQuantityType, text) : validateItemQuantity(value, record);
}

/** Applies the rules of quantity. */
function validateItemQuantity(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(itemQuantityRequired, null);
    return null;
  }

  // Must be at least 1 (ERROR).
  if (compareDecimals(value, '1') < 0) record.addIssue(itemQuantitySomeQuantity, value);
  return value;
}

/** Checks quantity of a plain object. */
function checkItemQuantity(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(itemQuantityType, describeValue(inputValue));
  else validateItemQuantity(value, record);
}

// price
const itemPriceColumn = { field: 'price', column: 'Price' };
const itemPriceType: Rule = {
  ...itemPriceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'price must be a DECIMAL with decimal separator ","',
};

/** Reads price from the column "Price": DECIMAL with decimal separator ",". */
function readItemPrice(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toDecimal(bare, ',');
  return value === null ? record.addIssue(itemPriceType, text) : value;
}

/** Checks price of a plain object. */
function checkItemPrice(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(itemPriceType, describeValue(inputValue));
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface OrderValues {
  number2: string | null;
  customer: string | null;
  count: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface ItemValues {
  item: string | null;
  quantity: string | null;
  price: string | null;
}

/** The column names of the fields in the header. */
const orderColumns = {
  number2: { column: 'Order', field: 'number', required: true },
  customer: { column: 'Customer', field: 'customer', required: true },
  count: { column: 'Items', field: 'count', required: true },
};

/** The column names of the fields in the header. */
const itemColumns = {
  item: { column: 'Item', field: 'item', required: true },
  quantity: { column: 'Qty', field: 'quantity', required: true },
  price: { column: 'Price', field: 'price', required: false },
};

/** The groups of values in records, which are records of their own. */
const repeats: readonly Repeat[] = [
  {
    type: 1,
    parent: 0,
    times: 4,
    columns: ['Item', 'Qty', 'Price'],
    naming: '{column}{n}',
    stopsWhenEmpty: true,
    start: 4,
    length: 3,
  },
];

/** The CSV dialect of the file. */
const dialect: Omit<TypedCsvDialect, 'maxRecordBytes' | 'maxColumns'> = {
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
  recordWhen: null,
  types: [
    { values: null, columns: { named: orderColumns } },
    { values: [], columns: { named: itemColumns } },
  ],
  skipsUnknown: false,
  repeats,
};

/** Reads all fields of a record: corrects, parses and validates them. */
function readOrder({ cells, at }: CsvRecord<keyof typeof orderColumns>, record: RecordReport): OrderValues {
  return {
    number2: readOrderNumber2(cells[at.number2], record),
    customer: readOrderCustomer(cells[at.customer], record),
    count: readOrderCount(cells[at.count], record),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readItem({ cells, at }: CsvRecord<keyof typeof itemColumns>, record: RecordReport): ItemValues {
  return {
    item: readItemItem(cells[at.item], record),
    quantity: readItemQuantity(cells[at.quantity], record),
    price: readItemPrice(cells[at.price], record),
  };
}

/** Creates the source of a file's records. */
function records(options: TransformOptions): CsvRecordSource {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  const maxColumns = limitColumns(15, options);
  return repeatGroups(
    createTypedCsvRecordSource({ ...dialect, maxRecordBytes, maxColumns }, createUtf8Input(options.from), options.from),
    csvGroups(repeats),
  );
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toOrderJson(values: OrderValues): string {
  let json = '';
  json += '{"number":' + toJsonString(values.number2);
  json += ',"customer":' + toJsonString(values.customer);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toOrderKey(values: OrderValues): string | null {
  return values.number2;
}

/** Returns the record as an object. */
function toOrderRecord(values: OrderValues): OrderRecord {
  return {
    recordType: 'order',
    number: values.number2 as string,
    customer: values.customer as string,
    items: [],
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toItemJson(values: ItemValues): string {
  let json = '';
  json += '{"item":' + toJsonString(values.item);
  json += ',"quantity":' + toJsonNumber(values.quantity);
  json += ',"price":' + toJsonNumber(values.price);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toItemKey(_: ItemValues): string | null {
  return null;
}

/** Returns the record as an object. */
function toItemRecord(values: ItemValues): ItemRecord {
  return {
    recordType: 'item',
    item: values.item as string,
    quantity: toBigInt(values.quantity) as bigint,
    price: values.price,
  };
}

const reader = {
  types: [
    createTypeReader({
      name: 'order',
      isPublished: true,
      copiesFrom: [],
      readRecord: readOrder,
      toJson: toOrderJson,
      toKey: toOrderKey,
      toRecord: toOrderRecord,
    }),
    createTypeReader({
      name: 'item',
      isPublished: false,
      copiesFrom: [],
      readRecord: readItem,
      toJson: toItemJson,
      toKey: toItemKey,
      toRecord: toItemRecord,
    }),
  ],
  structure: {
    types: [
      { name: 'order', parent: -1, min: 0, max: Infinity, anyOrder: false },
      { name: 'item', parent: 0, min: 0, max: Infinity, anyOrder: false, isGroup: true as const },
    ],
    anyOrder: false,
    onUnexpectedRecord: 'FATAL' as const,
    onMissingRecord: 'FATAL' as const,
    onUnknownRecordType: 'FATAL' as const,
  },
  fileRules: [
    // order.count must equal the number of item records (FATAL).
    {
      code: 'COUNT_EQUALS' as const,
      ruleId: 'items',
      severity: 'FATAL' as const,
      message: 'order.count must equal the number of item records',
      scope: 0,
      isMasked: false,
      found: { of: [1], selects: null, addend: null, isAbsolute: false },
      total: { type: 0, value: (values: OrderValues) => values.count },
      other: null,
      modulus: null,
    },
  ],
  maxRecordBytes: 1048576,
  documents: createDocuments({
    types: [0],
    maxBytes: 16777216,
    maxRecords: 100000,
    parts: createParts([{ type: 1, parent: 0, member: 'items', isList: true }]),
  }),
  hasSensitiveFields: false,
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
    order: (member, record) => {
      checkOrderNumber2(member('number'), record);
      checkOrderCustomer(member('customer'), record);
      if (member('count') !== null) checkOrderCount(member('count'), record);
    },
    item: (member, record) => {
      checkItemItem(member('item'), record);
      checkItemQuantity(member('quantity'), record);
      checkItemPrice(member('price'), record);
    },
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  const run = createTypedRun<CsvRecord, Record>(reader, options);
  return createRecordTransformer(run, records(options), options);
}
