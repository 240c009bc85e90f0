// Compiled by Specmill from a spec: change the spec, not this file.
import {
  checkTypedRecord,
  compareDecimals,
  createRecordTransformer,
  createTypeReader,
  createTypedRun,
  createXmlElement,
  createXmlRecordSource,
  describeValue,
  isEan,
  limitRecordBytes,
  parseTwoDigits,
  parseYear,
  readRecords,
  testText,
  toBigInt,
  toCompositeKey,
  toDateValue,
  toDecimal,
  toDecimalValue,
  toEpochDay,
  toInteger,
  toIntegerValue,
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

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'deliveries',
  version: '6868d38a052fa17e97df48a35946294e2ec6306ba5e2a2ff7b44bbcdf54922ce',
  format: 'XML',
  encoding: 'utf-8',
  fields: [],
  recordTypes: [
    {
      name: 'delivery',
      isPublished: true,
      fields: [
        { name: 'id', type: 'STRING', sensitive: false },
        { name: 'date', type: 'DATE', sensitive: false },
        { name: 'customer', type: 'STRING', sensitive: false },
        { name: 'itemCount', type: 'INTEGER', sensitive: false },
        { name: 'weight', type: 'DECIMAL', sensitive: false },
      ],
    },
    {
      name: 'item',
      isPublished: true,
      fields: [
        { name: 'article', type: 'STRING', sensitive: false },
        { name: 'quantity', type: 'INTEGER', sensitive: false },
        { name: 'weight', type: 'DECIMAL', sensitive: false },
        { name: 'delivery', type: 'STRING', sensitive: false },
        { name: 'date', type: 'DATE', sensitive: false },
      ],
    },
  ],
  hasGate: true,
  hasUniqueRules: true,
};

/** A record of the type delivery of deliveries. */
export interface DeliveryRecord {
  recordType: 'delivery';
  /** STRING; required (FATAL). */
  id: string;
  /** DATE; required (FATAL). */
  date: string;
  /** STRING. */
  customer: string | null;
  /** INTEGER; required (FATAL). */
  itemCount: bigint;
  /** DECIMAL; required (FATAL). */
  weight: string;
}

/** A record of the type item of deliveries. */
export interface ItemRecord {
  recordType: 'item';
  /** STRING; required (FATAL), a valid EAN (ERROR). */
  article: string;
  /** INTEGER; required (FATAL), at least 1 (ERROR). */
  quantity: bigint;
  /** DECIMAL; required (FATAL). */
  weight: string;
  /** STRING. */
  delivery: string | null;
  /** DATE. */
  date: string | null;
}

/** Deliveries in XML, each with its items. Both are messages, and each delivery contains the totals of its items. */
export type Record = DeliveryRecord | ItemRecord;

/** Parses yyyy-MM-dd, for example 2024-12-31. Returns days since 1970-01-01, or NaN for any other text. */
function parseDayYyyyMMDd(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

// id
const deliveryIdColumn = { field: 'id', column: '@id' };
const deliveryIdType: Rule = {
  ...deliveryIdColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'id must be a STRING',
};
const deliveryIdRequired: Rule = {
  ...deliveryIdColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:id',
  message: 'id is required',
};

/** Reads id from the path "@id": STRING; required (FATAL). */
function readDeliveryId(cell: string | undefined, record: RecordReport): string | null {
  return validateDeliveryId(textOrNull(cell), record);
}

/** Applies the rules of id. */
function validateDeliveryId(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(deliveryIdRequired, null);
    return null;
  }

  return value;
}

/** Checks id of a plain object. */
function checkDeliveryId(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(deliveryIdType, describeValue(inputValue));
  else validateDeliveryId(value, record);
}

// date
const deliveryDateColumn = { field: 'date', column: 'Date' };
const deliveryDateType: Rule = {
  ...deliveryDateColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'date must be a DATE in the format yyyy-MM-dd',
};
const deliveryDateRequired: Rule = {
  ...deliveryDateColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:date',
  message: 'date is required',
};

/** Reads date from the path "Date": DATE; required (FATAL). */
function readDeliveryDate(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateDeliveryDate(null, record);
  const day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(deliveryDateType, text) : validateDeliveryDate(bare, record);
}

/** Applies the rules of date. */
function validateDeliveryDate(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(deliveryDateRequired, null);
    return null;
  }

  return value;
}

/** Checks date of a plain object. */
function checkDeliveryDate(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, parseDayYyyyMMDd);
  if (value === undefined) record.addIssue(deliveryDateType, describeValue(inputValue));
  else validateDeliveryDate(value, record);
}

// customer
const deliveryCustomerColumn = { field: 'customer', column: 'Customer/Name' };
const deliveryCustomerType: Rule = {
  ...deliveryCustomerColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'customer must be a STRING',
};

/** Reads customer from the path "Customer/Name": STRING. */
function readDeliveryCustomer(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks customer of a plain object. */
function checkDeliveryCustomer(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(deliveryCustomerType, describeValue(inputValue));
}

// itemCount
const deliveryItemCountColumn = { field: 'itemCount', column: 'Totals/@items' };
const deliveryItemCountType: Rule = {
  ...deliveryItemCountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'itemCount must be an INTEGER',
};
const deliveryItemCountRequired: Rule = {
  ...deliveryItemCountColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:itemCount',
  message: 'itemCount is required',
};

/** Reads itemCount from the path "Totals/@items": INTEGER; required (FATAL). */
function readDeliveryItemCount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateDeliveryItemCount(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(deliveryItemCountType, text) : validateDeliveryItemCount(value, record);
}

/** Applies the rules of itemCount. */
function validateDeliveryItemCount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(deliveryItemCountRequired, null);
    return null;
  }

  return value;
}

/** Checks itemCount of a plain object. */
function checkDeliveryItemCount(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(deliveryItemCountType, describeValue(inputValue));
  else validateDeliveryItemCount(value, record);
}

// weight
const deliveryWeightColumn = { field: 'weight', column: 'Totals/@weight' };
const deliveryWeightType: Rule = {
  ...deliveryWeightColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'weight must be a DECIMAL with decimal separator "."',
};
const deliveryWeightRequired: Rule = {
  ...deliveryWeightColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:weight',
  message: 'weight is required',
};

/** Reads weight from the path "Totals/@weight": DECIMAL; required (FATAL). */
function readDeliveryWeight(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateDeliveryWeight(null, record);
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(deliveryWeightType, text) : validateDeliveryWeight(value, record);
}

/** Applies the rules of weight. */
function validateDeliveryWeight(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(deliveryWeightRequired, null);
    return null;
  }

  return value;
}

/** Checks weight of a plain object. */
function checkDeliveryWeight(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(deliveryWeightType, describeValue(inputValue));
  else validateDeliveryWeight(value, record);
}

// article
const itemArticleColumn = { field: 'article', column: '@article' };
const itemArticleType: Rule = {
  ...itemArticleColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'article must be a STRING',
};
const itemArticleRequired: Rule = {
  ...itemArticleColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:article',
  message: 'article is required',
};
const itemArticleDigits: Rule = {
  ...itemArticleColumn,
  severity: 'ERROR',
  code: 'CHECK_DIGIT',
  ruleId: 'article-digits',
  message: 'article must be a valid EAN',
};

/** Reads article from the path "@article": STRING; required (FATAL), a valid EAN (ERROR). */
function readItemArticle(cell: string | undefined, record: RecordReport): string | null {
  return validateItemArticle(textOrNull(cell), record);
}

/** Applies the rules of article. */
function validateItemArticle(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(itemArticleRequired, null);
    return null;
  }

  // Must be a valid EAN (ERROR).
  if (!testText(value, isEan)) record.addIssue(itemArticleDigits, value);
  return value;
}

/** Checks article of a plain object. */
function checkItemArticle(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(itemArticleType, describeValue(inputValue));
  else validateItemArticle(value, record);
}

// quantity
const itemQuantityColumn = { field: 'quantity', column: 'Quantity' };
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
const itemQuantityPositive: Rule = {
  ...itemQuantityColumn,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'quantity-positive',
  message: 'quantity must be at least 1',
};

/** Reads quantity from the path "Quantity": INTEGER; required (FATAL), at least 1 (ERROR). */
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
  if (compareDecimals(value, '1') < 0) record.addIssue(itemQuantityPositive, value);
  return value;
}

/** Checks quantity of a plain object. */
function checkItemQuantity(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(itemQuantityType, describeValue(inputValue));
  else validateItemQuantity(value, record);
}

// weight
const itemWeightColumn = { field: 'weight', column: 'Weight' };
const itemWeightType: Rule = {
  ...itemWeightColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'weight must be a DECIMAL with decimal separator "."',
};
const itemWeightRequired: Rule = {
  ...itemWeightColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:weight',
  message: 'weight is required',
};

/** Reads weight from the path "Weight": DECIMAL; required (FATAL). */
function readItemWeight(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateItemWeight(null, record);
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(itemWeightType, text) : validateItemWeight(value, record);
}

/** Applies the rules of weight. */
function validateItemWeight(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(itemWeightRequired, null);
    return null;
  }

  return value;
}

/** Checks weight of a plain object. */
function checkItemWeight(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(itemWeightType, describeValue(inputValue));
  else validateItemWeight(value, record);
}

// delivery
const itemDeliveryColumn = { field: 'delivery', column: 'delivery' };
const itemDeliveryType: Rule = {
  ...itemDeliveryColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'delivery must be a STRING',
};

/** Copies delivery from delivery: STRING. */
function readItemDelivery(source: DeliveryValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.id;
}

/** Checks delivery of a plain object. */
function checkItemDelivery(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(itemDeliveryType, describeValue(inputValue));
}

// date
const itemDateColumn = { field: 'date', column: 'date' };
const itemDateType: Rule = {
  ...itemDateColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'date must be a DATE in the format yyyy-MM-dd',
};

/** Copies date from delivery: DATE. */
function readItemDate(source: DeliveryValues | null | undefined): string | null {
  if (source === null) return null;
  return source === undefined ? null : source.date;
}

/** Checks date of a plain object. */
function checkItemDate(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, parseDayYyyyMMDd);
  if (value === undefined) record.addIssue(itemDateType, describeValue(inputValue));
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface DeliveryValues {
  id: string | null;
  date: string | null;
  customer: string | null;
  itemCount: string | null;
  weight: string | null;
}

/** The values of a record. Numbers are strings of digits. */
interface ItemValues {
  article: string | null;
  quantity: string | null;
  weight: string | null;
  delivery: string | null;
  date: string | null;
}

/** The records whose values others copy. Null: the record was not processed. Absent: there was none. */
interface Enclosing {
  delivery?: DeliveryValues | null;
}

/** The index of each field among the cells of a record. */
const deliveryColumns = {
  id: 0,
  date: 1,
  customer: 2,
  itemCount: 3,
  weight: 4,
};

/** The index of each field among the cells of a record. */
const itemColumns = {
  article: 5,
  quantity: 6,
  weight: 7,
};

/** Reads all fields of a record: corrects, parses and validates them. */
function readDelivery({ cells, at }: XmlRecord<keyof typeof deliveryColumns>, record: RecordReport): DeliveryValues {
  return {
    id: readDeliveryId(cells[at.id], record),
    date: readDeliveryDate(cells[at.date], record),
    customer: readDeliveryCustomer(cells[at.customer]),
    itemCount: readDeliveryItemCount(cells[at.itemCount], record),
    weight: readDeliveryWeight(cells[at.weight], record),
  };
}

/** Reads all fields of a record: corrects, parses and validates them. */
function readItem(
  { cells, at }: XmlRecord<keyof typeof itemColumns>,
  record: RecordReport,
  enclosing: Enclosing,
): ItemValues {
  return {
    article: readItemArticle(cells[at.article], record),
    quantity: readItemQuantity(cells[at.quantity], record),
    weight: readItemWeight(cells[at.weight], record),
    delivery: readItemDelivery(enclosing.delivery),
    date: readItemDate(enclosing.delivery),
  };
}

/** Creates the source of a document's records. */
function records(options: TransformOptions): XmlRecordSource<string> {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  const types = [
    {
      columns: deliveryColumns,
      record: createXmlElement({
        attributes: { id: [deliveryColumns.id] },
        children: {
          Date: createXmlElement({ text: [deliveryColumns.date] }),
          Customer: createXmlElement({ children: { Name: createXmlElement({ text: [deliveryColumns.customer] }) } }),
          Totals: createXmlElement({
            attributes: {
              items: [deliveryColumns.itemCount],
              weight: [deliveryColumns.weight],
            },
          }),
        },
      }),
      isEnclosing: true,
    },
    {
      columns: itemColumns,
      record: createXmlElement({
        attributes: { article: [itemColumns.article] },
        children: {
          Quantity: createXmlElement({ text: [itemColumns.quantity] }),
          Weight: createXmlElement({ text: [itemColumns.weight] }),
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
    },
    document: createXmlElement({
      children: {
        Deliveries: createXmlElement({
          children: {
            Delivery: createXmlElement({
              isRecord: true,
              recordType: 0,
              children: {
                Item: createXmlElement({
                  isRecord: true,
                  recordType: 1,
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
  };
  return createXmlRecordSource<string>(paths, options.from);
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toDeliveryJson(values: DeliveryValues): string {
  let json = '';
  json += '{"id":' + toJsonString(values.id);
  json += ',"date":' + toJsonString(values.date);
  json += ',"customer":' + toJsonString(values.customer);
  json += ',"itemCount":' + toJsonNumber(values.itemCount);
  json += ',"weight":' + toJsonNumber(values.weight);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toDeliveryKey(values: DeliveryValues): string | null {
  return values.id;
}

/** Returns the record as an object. */
function toDeliveryRecord(values: DeliveryValues): DeliveryRecord {
  return {
    recordType: 'delivery',
    id: values.id as string,
    date: values.date as string,
    customer: values.customer,
    itemCount: toBigInt(values.itemCount) as bigint,
    weight: values.weight as string,
  };
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toItemJson(values: ItemValues): string {
  let json = '';
  json += '{"article":' + toJsonString(values.article);
  json += ',"quantity":' + toJsonNumber(values.quantity);
  json += ',"weight":' + toJsonNumber(values.weight);
  json += ',"delivery":' + toJsonString(values.delivery);
  json += ',"date":' + toJsonString(values.date);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toItemKey(values: ItemValues): string | null {
  return toCompositeKey([values.delivery, values.article]);
}

/** Returns the record as an object. */
function toItemRecord(values: ItemValues): ItemRecord {
  return {
    recordType: 'item',
    article: values.article as string,
    quantity: toBigInt(values.quantity) as bigint,
    weight: values.weight as string,
    delivery: values.delivery,
    date: values.date,
  };
}

const reader = {
  types: [
    createTypeReader({
      name: 'delivery',
      isPublished: true,
      copiesFrom: [],
      readRecord: readDelivery,
      toJson: toDeliveryJson,
      toKey: toDeliveryKey,
      toRecord: toDeliveryRecord,
    }),
    createTypeReader({
      name: 'item',
      isPublished: true,
      copiesFrom: [0],
      readRecord: readItem,
      toJson: toItemJson,
      toKey: toItemKey,
      toRecord: toItemRecord,
    }),
  ],
  structure: {
    types: [
      { name: 'delivery', parent: -1, min: 1, max: Infinity, anyOrder: false },
      {
        name: 'item',
        parent: 0,
        min: 0,
        max: Infinity,
        anyOrder: false,
        number: (values: DeliveryValues) => values.itemCount,
      },
    ],
    anyOrder: false,
    onUnexpectedRecord: 'FATAL' as const,
    onMissingRecord: 'FATAL' as const,
    onUnknownRecordType: 'FATAL' as const,
  },
  fileRules: [
    // delivery.itemCount must equal the number of item records (FATAL).
    {
      code: 'COUNT_EQUALS' as const,
      ruleId: 'items',
      severity: 'FATAL' as const,
      message: 'delivery.itemCount must equal the number of item records',
      scope: 0,
      isMasked: false,
      found: { of: [1], selects: null, addend: null, isAbsolute: false },
      total: { type: 0, value: (values: DeliveryValues) => values.itemCount },
      other: null,
      modulus: null,
    },
    // delivery.weight must equal the sum of item.weight (FATAL).
    {
      code: 'SUM_EQUALS' as const,
      ruleId: 'weights',
      severity: 'FATAL' as const,
      message: 'delivery.weight must equal the sum of item.weight',
      scope: 0,
      isMasked: false,
      found: { of: [1], selects: null, addend: (values: ItemValues) => values.weight, isAbsolute: false },
      total: { type: 0, value: (values: DeliveryValues) => values.weight },
      other: null,
      modulus: null,
    },
    // delivery.id must be unique in the file (ERROR).
    {
      code: 'UNIQUE' as const,
      ruleId: 'delivery-ids',
      severity: 'ERROR' as const,
      message: 'delivery.id must be unique in the file',
      scope: -1,
      isMasked: false,
      type: 0,
      key: (values: DeliveryValues) => values.id,
      parts: [{ field: 'id', isNumber: false }],
    },
  ],
  maxRecordBytes: 1048576,
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
  const run = createTypedRun<XmlRecord, Record>(reader, {});
  return readRecords(run, records(options), { chunks: source, options });
}

/** Checks a plain object against the types and rules of the record type that its member recordType names. */
export function check(value: unknown): Issue[] {
  return checkTypedRecord(value, {
    delivery: (member, record) => {
      checkDeliveryId(member('id'), record);
      checkDeliveryDate(member('date'), record);
      checkDeliveryCustomer(member('customer'), record);
      checkDeliveryItemCount(member('itemCount'), record);
      checkDeliveryWeight(member('weight'), record);
    },
    item: (member, record) => {
      checkItemArticle(member('article'), record);
      checkItemQuantity(member('quantity'), record);
      checkItemWeight(member('weight'), record);
      checkItemDelivery(member('delivery'), record);
      checkItemDate(member('date'), record);
    },
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  const run = createTypedRun<XmlRecord, Record>(reader, options);
  return createRecordTransformer(run, records(options), options);
}
