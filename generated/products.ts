// Compiled by Specmill from a spec: change the spec, not this file.
import {
  TOO_LONG,
  addDays,
  addYears,
  checkRecord,
  compareDecimals,
  countCodePoints,
  createCsvRecordSource,
  createMatcher,
  createRecordTransformer,
  createReplacer,
  createUtf8Input,
  describeValue,
  formatYear,
  isBlank,
  isEan,
  limitColumns,
  limitRecordBytes,
  normalizeDecimal,
  padLeft,
  padNumber,
  padRight,
  parseDigits,
  parseShortMonthName,
  parseTwoDigits,
  parseYear,
  readRecords,
  testText,
  toBigInt,
  toBooleanValue,
  toDecimal,
  toDecimalValue,
  toEpochDay,
  toGroupedDecimal,
  toGroupedInteger,
  toIntegerValue,
  toJsonBoolean,
  toJsonNumber,
  toJsonString,
  toScaledDecimal,
  toTextValue,
  trim,
  trimToNull,
  type CsvDialect,
  type CsvRecord,
  type CsvRecordSource,
  type DateParts,
  type Issue,
  type ReadOptions,
  type RecordOutcome,
  type RecordReport,
  type Rule,
  type SpecInfo,
  type TransformOptions,
  type Transformer,
} from 'specmill/kernel';
import { fastReader } from './products.fast.ts';

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'products',
  version: '6e283c665e38cfd0f7088340dcb7245370bb1e6271871f7d5c6005f6b9e23b2e',
  format: 'CSV',
  encoding: 'utf-8',
  fields: [
    { name: 'articleNumber', type: 'STRING', sensitive: false },
    { name: 'ean', type: 'STRING', sensitive: false },
    { name: 'name', type: 'STRING', sensitive: false },
    { name: 'brand', type: 'STRING', sensitive: false },
    { name: 'category', type: 'STRING', sensitive: false },
    { name: 'price', type: 'DECIMAL', sensitive: false },
    { name: 'vatRate', type: 'DECIMAL', sensitive: false },
    { name: 'deposit', type: 'DECIMAL', sensitive: false },
    { name: 'stock', type: 'INTEGER', sensitive: false },
    { name: 'customsTariff', type: 'STRING', sensitive: false },
    { name: 'origin', type: 'STRING', sensitive: false },
    { name: 'listedOn', type: 'DATE', sensitive: false },
    { name: 'bestBefore', type: 'DATE', sensitive: false },
    { name: 'available', type: 'BOOLEAN', sensitive: false },
  ],
  splits: { kind: 'LINES', lineEnds: [10, 13], heldBack: 1 },
};

/** The product catalogue of the warehouse */
export interface Products {
  /** STRING; trimmed, then padded on the left with "0" to 8 characters; required (FATAL), matching [0-9]{8} (FATAL). */
  articleNumber: string;
  /** STRING; [ -]+ replaced by ""; matching [0-9]{8}|[0-9]{13} (ERROR), a valid EAN (ERROR). */
  ean: string | null;
  /**
   * STRING; trimmed, then \s+ replaced by " ", then ([0-9])(kg|g|ml|l)$ replaced by "$1 $2"; required (FATAL), at least
   * 3 characters (ERROR), at most 60 characters (WARNING).
   */
  name: string;
  /** STRING; converted to upper case. */
  brand: string | null;
  /**
   * STRING; converted to lower case, then trimmed; required (FATAL), one of bakery, beverages, dairy & eggs, frozen
   * food, fruit, vegetables, household, sweets, textiles (ERROR).
   */
  category: string;
  /**
   * DECIMAL with decimal separator "," and group separator "."; required (FATAL), at least 0.01 (ERROR), at most 2500
   * (WARNING).
   */
  price: string;
  /** DECIMAL with decimal separator ","; required (FATAL), one of 0, 7, 19 (ERROR). */
  vatRate: string;
  /** DECIMAL with digits only, the last 2 are decimals; at most 5.00 (ERROR). */
  deposit: string | null;
  /** INTEGER with group separator "."; at least 0 (WARNING). */
  stock: bigint | null;
  /** STRING; [ .]+ replaced by "", then padded on the right with "0" to 8 characters; matching [0-9]{8} (ERROR). */
  customsTariff: string | null;
  /**
   * STRING; converted to upper case, then "DE" if null; at least 2 characters (ERROR), at most 2 characters (ERROR).
   */
  origin: string | null;
  /**
   * DATE; converted from dd/MM/yyyy or d MMM yy to yyyy-MM-dd; required (FATAL), from 1995-01-01 to today+90d (ERROR).
   */
  listedOn: string;
  /**
   * DATE; converted from dd/MM/yyyy to yyyy-MM-dd; from 2015-01-01 to today+10y (WARNING), after listedOn (WARNING),
   * required when category is one of bakery, dairy & eggs (WARNING).
   */
  bestBefore: string | null;
  /** BOOLEAN ("J", "ja", "1" for true; "N", "nein", "0" for false); required (WARNING), may be null. */
  available: boolean | null;
}

/** Matches [0-9]{8}. */
const matchesShape = createMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!');

/** Parses dd/MM/yyyy, for example 31/12/2024. Returns null for any other text. */
function parseDateDdMMYyyy(text: string): DateParts | null {
  if (text[2] !== '/' || text[5] !== '/') return null;
  const day = parseTwoDigits(text, 0);
  const month = parseTwoDigits(text, 3);
  const year = parseYear(text, 6, text.length);
  const epochDay = toEpochDay(year, month, day);
  if (Number.isNaN(epochDay)) return null;
  return { year, month, day, hour: NaN, minute: NaN, second: NaN, nano: NaN, offset: NaN };
}

/** Formats a date as yyyy-MM-dd, for example 2024-12-31. */
function formatDateYyyyMMDd(parts: DateParts): string {
  return formatYear(parts.year, 4) + '-' + padNumber(parts.month, 2) + '-' + padNumber(parts.day, 2);
}

/** Parses yyyy-MM-dd, for example 2024-12-31. Returns days since 1970-01-01, or NaN for any other text. */
function parseDayYyyyMMDd(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

// articleNumber
const articleNumberColumn = { field: 'articleNumber', column: 'Article' };
const articleNumberType: Rule = {
  ...articleNumberColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'articleNumber must be a STRING',
};
const articleNumberRequired: Rule = {
  ...articleNumberColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:articleNumber',
  message: 'articleNumber is required',
};
const articleNumberShape: Rule = {
  ...articleNumberColumn,
  severity: 'FATAL',
  code: 'REGEX',
  ruleId: 'article-shape',
  message: 'an article number has eight digits',
};

/**
 * Reads articleNumber from the column "Article": STRING; trimmed, then padded on the left with "0" to 8 characters;
 * required (FATAL), matching [0-9]{8} (FATAL).
 */
function readArticleNumber(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (text !== null) text = record.noteCorrection(text, padLeft(text, '0', 8));
  if (record.isTooLong(text))
    return validateArticleNumber(record.addLimitIssue(TOO_LONG, articleNumberColumn, text), record);
  return validateArticleNumber(textOrNull(text), record);
}

/** Applies the rules of articleNumber. */
function validateArticleNumber(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(articleNumberRequired, null);
    return null;
  }

  // Must match [0-9]{8} (FATAL).
  if (!matchesShape(value)) record.addIssue(articleNumberShape, value);
  return value;
}

/** Checks articleNumber of a plain object. */
function checkArticleNumber(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(articleNumberType, describeValue(inputValue));
  else validateArticleNumber(value, record);
}

// ean
const eanColumn = { field: 'ean', column: 'EAN' };
const eanType: Rule = {
  ...eanColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'ean must be a STRING',
};
const eanShape: Rule = {
  ...eanColumn,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'ean-shape',
  message: 'an EAN has 8 or 13 digits',
};
const eanCheck: Rule = {
  ...eanColumn,
  severity: 'ERROR',
  code: 'CHECK_DIGIT',
  ruleId: 'ean-check',
  message: 'the EAN has a wrong check digit',
};

/** Replaces [ -]+ with "". */
const replaceEanBlanks = createReplacer('w c', '1', '0>1;0>1,!', []);

/** Matches [0-9]{8}|[0-9]{13}. */
const matchesEanShape = createMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!,1:a;,1:b;,1:c;,1:d;,1:e;!');

/**
 * Reads ean from the column "EAN": STRING; [ -]+ replaced by ""; matching [0-9]{8}|[0-9]{13} (ERROR), a valid EAN
 * (ERROR).
 */
function readEan(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceEanBlanks(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, eanColumn, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, eanColumn, text);
  return validateEan(textOrNull(text), record);
}

/** Applies the rules of ean. */
function validateEan(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must match [0-9]{8}|[0-9]{13} (ERROR).
  if (!matchesEanShape(value)) record.addIssue(eanShape, value);
  // Must be a valid EAN (ERROR).
  if (!testText(value, isEan)) record.addIssue(eanCheck, value);
  return value;
}

/** Checks ean of a plain object. */
function checkEan(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(eanType, describeValue(inputValue));
  else validateEan(value, record);
}

// name
const nameColumn = { field: 'name', column: 'Name' };
const nameType: Rule = {
  ...nameColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'name must be a STRING',
};
const nameRequired: Rule = {
  ...nameColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:name',
  message: 'name is required',
};
const nameShort: Rule = {
  ...nameColumn,
  severity: 'ERROR',
  code: 'MIN_LENGTH',
  ruleId: 'name-short',
  message: 'name must have at least 3 characters',
};
const nameLong: Rule = {
  ...nameColumn,
  severity: 'WARNING',
  code: 'MAX_LENGTH',
  ruleId: 'name-long',
  message: 'the shelf label has room for 60 characters',
};

/** Replaces \s+ with " ". */
const replaceNameBlanks = createReplacer('9-4 i 3j 4bj 1vj-a t-1 5 1b 334 14vy', '1', '0>1;0>1,!', [' ']);

/** Replaces ([0-9])(kg|g|ml|l)$ with "$1 $2". */
const replaceNameUnits = createReplacer(
  '1c-9/2v/2z/30/31',
  '2/3/4/5/1',
  '4>1+1;1>2+2+3,0>3+2+3,3>4+2+3,2>3+2+3;0>3;$!+4;2>3',
  [1, ' ', 2],
);

/**
 * Reads name from the column "Name": STRING; trimmed, then \s+ replaced by " ", then ([0-9])(kg|g|ml|l)$ replaced by
 * "$1 $2"; required (FATAL), at least 3 characters (ERROR), at most 60 characters (WARNING).
 */
function readName(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (text !== null) {
    const corrected = replaceNameBlanks(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return validateName(record.addLimitIssue(corrected, nameColumn, text), record);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) {
    const corrected = replaceNameUnits(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return validateName(record.addLimitIssue(corrected, nameColumn, text), record);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return validateName(record.addLimitIssue(TOO_LONG, nameColumn, text), record);
  return validateName(textOrNull(text), record);
}

/** Applies the rules of name. */
function validateName(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(nameRequired, null);
    return null;
  }

  // Must have at least 3 characters (ERROR).
  if (countCodePoints(value) < 3) record.addIssue(nameShort, value);
  // Must have at most 60 characters (WARNING).
  if (countCodePoints(value) > 60) record.addIssue(nameLong, value);
  return value;
}

/** Checks name of a plain object. */
function checkName(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(nameType, describeValue(inputValue));
  else validateName(value, record);
}

// brand
const brandColumn = { field: 'brand', column: 'Brand' };
const brandType: Rule = {
  ...brandColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'brand must be a STRING',
};

/** Reads brand from the column "Brand": STRING; converted to upper case. */
function readBrand(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, brandColumn, text);
  return textOrNull(text);
}

/** Checks brand of a plain object. */
function checkBrand(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(brandType, describeValue(inputValue));
}

// category
const categoryColumn = { field: 'category', column: 'Category' };
const categoryType: Rule = {
  ...categoryColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'category must be a STRING',
};
const categoryRequired: Rule = {
  ...categoryColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:category',
  message: 'category is required',
};
const categoryKnown: Rule = {
  ...categoryColumn,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-category',
  message:
    'category must be one of bakery, beverages, dairy & eggs, frozen food, fruit, vegetables, household, sweets, textiles',
};
const categoryKnownValues: ReadonlySet<string> = new Set([
  'bakery',
  'beverages',
  'dairy & eggs',
  'frozen food',
  'fruit, vegetables',
  'household',
  'sweets',
  'textiles',
]);

/**
 * Reads category from the column "Category": STRING; converted to lower case, then trimmed; required (FATAL), one of
 * bakery, beverages, dairy & eggs, frozen food, fruit, vegetables, household, sweets, textiles (ERROR).
 */
function readCategory(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toLowerCase());
  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (record.isTooLong(text)) return validateCategory(record.addLimitIssue(TOO_LONG, categoryColumn, text), record);
  return validateCategory(textOrNull(text), record);
}

/** Applies the rules of category. */
function validateCategory(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(categoryRequired, null);
    return null;
  }

  // Must be one of bakery, beverages, dairy & eggs, frozen food, fruit, vegetables, household, sweets, textiles
  // (ERROR).
  if (!categoryKnownValues.has(value)) record.addIssue(categoryKnown, value);
  return value;
}

/** Checks category of a plain object. */
function checkCategory(inputValue: unknown, record: RecordReport): string | null {
  const value = toTextValue(inputValue);
  if (value === undefined) return record.addIssue(categoryType, describeValue(inputValue));
  return validateCategory(value, record);
}

// price
const priceColumn = { field: 'price', column: 'Price' };
const priceType: Rule = {
  ...priceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'price must be a DECIMAL with decimal separator "," and group separator "."',
};
const priceRequired: Rule = {
  ...priceColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:price',
  message: 'price is required',
};
const pricePositive: Rule = {
  ...priceColumn,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'price-positive',
  message: 'the price must be positive',
};
const priceHigh: Rule = {
  ...priceColumn,
  severity: 'WARNING',
  code: 'MAX_VALUE',
  ruleId: 'price-high',
  message: 'a price above 2500 is looked at by a person',
};

/**
 * Reads price from the column "Price": DECIMAL with decimal separator "," and group separator "."; required (FATAL), at
 * least 0.01 (ERROR), at most 2500 (WARNING).
 */
function readPrice(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validatePrice(null, record);
  const value = toGroupedDecimal(bare, ',', '.');
  return value === null ? record.addIssue(priceType, text) : validatePrice(value, record);
}

/** Applies the rules of price. */
function validatePrice(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(priceRequired, null);
    return null;
  }

  // Must be at least 0.01 (ERROR).
  if (compareDecimals(value, '0.01') < 0) record.addIssue(pricePositive, value);
  // Must be at most 2500 (WARNING).
  if (compareDecimals(value, '2500') > 0) record.addIssue(priceHigh, value);
  return value;
}

/** Checks price of a plain object. */
function checkPrice(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(priceType, describeValue(inputValue));
  else validatePrice(value, record);
}

// vatRate
const vatRateColumn = { field: 'vatRate', column: 'VAT' };
const vatRateType: Rule = {
  ...vatRateColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'vatRate must be a DECIMAL with decimal separator ","',
};
const vatRateRequired: Rule = {
  ...vatRateColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:vatRate',
  message: 'vatRate is required',
};
const vatRateKnownVat: Rule = {
  ...vatRateColumn,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-vat',
  message: 'vatRate must be one of 0, 7, 19',
};

/**
 * Reads vatRate from the column "VAT": DECIMAL with decimal separator ","; required (FATAL), one of 0, 7, 19 (ERROR).
 */
function readVatRate(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateVatRate(null, record);
  const value = toDecimal(bare, ',');
  return value === null ? record.addIssue(vatRateType, text) : validateVatRate(value, record);
}

/** Applies the rules of vatRate. */
function validateVatRate(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(vatRateRequired, null);
    return null;
  }

  // Must be one of 0, 7, 19 (ERROR).
  if (normalizeDecimal(value) !== '0' && normalizeDecimal(value) !== '7' && normalizeDecimal(value) !== '19')
    record.addIssue(vatRateKnownVat, value);
  return value;
}

/** Checks vatRate of a plain object. */
function checkVatRate(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(vatRateType, describeValue(inputValue));
  else validateVatRate(value, record);
}

// deposit
const depositColumn = { field: 'deposit', column: 'Deposit' };
const depositType: Rule = {
  ...depositColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'deposit must be a DECIMAL with digits only, the last 2 are decimals',
};
const depositHigh: Rule = {
  ...depositColumn,
  severity: 'ERROR',
  code: 'MAX_VALUE',
  ruleId: 'deposit-high',
  message: 'deposit must be at most 5.00',
};

/** Reads deposit from the column "Deposit": DECIMAL with digits only, the last 2 are decimals; at most 5.00 (ERROR). */
function readDeposit(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateDeposit(null, record);
  const value = toScaledDecimal(bare, 2);
  return value === null ? record.addIssue(depositType, text) : validateDeposit(value, record);
}

/** Applies the rules of deposit. */
function validateDeposit(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be at most 5.00 (ERROR).
  if (compareDecimals(value, '5.00') > 0) record.addIssue(depositHigh, value);
  return value;
}

/** Checks deposit of a plain object. */
function checkDeposit(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(depositType, describeValue(inputValue));
  else validateDeposit(value, record);
}

// stock
const stockColumn = { field: 'stock', column: 'Stock' };
const stockType: Rule = {
  ...stockColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'stock must be an INTEGER with group separator "."',
};
const stockCounted: Rule = {
  ...stockColumn,
  severity: 'WARNING',
  code: 'MIN_VALUE',
  ruleId: 'stock-counted',
  message: 'more was sold than there was',
};

/** Reads stock from the column "Stock": INTEGER with group separator "."; at least 0 (WARNING). */
function readStock(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateStock(null, record);
  const value = toGroupedInteger(bare, '.');
  return value === null ? record.addIssue(stockType, text) : validateStock(value, record);
}

/** Applies the rules of stock. */
function validateStock(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be at least 0 (WARNING).
  if (compareDecimals(value, '0') < 0) record.addIssue(stockCounted, value);
  return value;
}

/** Checks stock of a plain object. */
function checkStock(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(stockType, describeValue(inputValue));
  else validateStock(value, record);
}

// customsTariff
const customsTariffColumn = { field: 'customsTariff', column: 'Tariff' };
const customsTariffType: Rule = {
  ...customsTariffColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'customsTariff must be a STRING',
};
const customsTariffShape: Rule = {
  ...customsTariffColumn,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'tariff-shape',
  message: 'customsTariff must match [0-9]{8}',
};

/** Replaces [ .]+ with "". */
const replaceCustomsTariffBlanks = createReplacer('w d', '1', '0>1;0>1,!', []);

/**
 * Reads customsTariff from the column "Tariff": STRING; [ .]+ replaced by "", then padded on the right with "0" to 8
 * characters; matching [0-9]{8} (ERROR).
 */
function readCustomsTariff(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replaceCustomsTariffBlanks(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, customsTariffColumn, text);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) text = record.noteCorrection(text, padRight(text, '0', 8));
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, customsTariffColumn, text);
  return validateCustomsTariff(textOrNull(text), record);
}

/** Applies the rules of customsTariff. */
function validateCustomsTariff(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must match [0-9]{8} (ERROR).
  if (!matchesShape(value)) record.addIssue(customsTariffShape, value);
  return value;
}

/** Checks customsTariff of a plain object. */
function checkCustomsTariff(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(customsTariffType, describeValue(inputValue));
  else validateCustomsTariff(value, record);
}

// origin
const originColumn = { field: 'origin', column: 'Origin' };
const originType: Rule = {
  ...originColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'origin must be a STRING',
};
const originShort: Rule = {
  ...originColumn,
  severity: 'ERROR',
  code: 'MIN_LENGTH',
  ruleId: 'origin-short',
  message: 'origin must have at least 2 characters',
};
const originLong: Rule = {
  ...originColumn,
  severity: 'ERROR',
  code: 'MAX_LENGTH',
  ruleId: 'origin-long',
  message: 'origin must have at most 2 characters',
};

/**
 * Reads origin from the column "Origin": STRING; converted to upper case, then "DE" if null; at least 2 characters
 * (ERROR), at most 2 characters (ERROR).
 */
function readOrigin(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (text === null || isBlank(text)) text = record.noteCorrection(text, 'DE');
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, originColumn, text);
  return validateOrigin(textOrNull(text), record);
}

/** Applies the rules of origin. */
function validateOrigin(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must have at least 2 characters (ERROR).
  if (countCodePoints(value) < 2) record.addIssue(originShort, value);
  // Must have at most 2 characters (ERROR).
  if (countCodePoints(value) > 2) record.addIssue(originLong, value);
  return value;
}

/** Checks origin of a plain object. */
function checkOrigin(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(originType, describeValue(inputValue));
  else validateOrigin(value, record);
}

// listedOn
const listedOnColumn = { field: 'listedOn', column: 'Listed' };
const listedOnType: Rule = {
  ...listedOnColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'listedOn must be a DATE in the format dd/MM/yyyy or d MMM yy',
};
const listedOnValueType: Rule = {
  ...listedOnColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'listedOn must be a DATE in the format yyyy-MM-dd',
};
const listedOnRequired: Rule = {
  ...listedOnColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:listedOn',
  message: 'listedOn is required',
};
const listedOnRange: Rule = {
  ...listedOnColumn,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'listed-range',
  message: 'the listing date is before 1995 or too far ahead',
};

/** Parses d MMM yy, for example 31 Dec 24. Returns null for any other text. */
function parseDateDMMMYy(text: string): DateParts | null {
  const dayEnd = text.length - 7;
  if (text[dayEnd] !== ' ' || text[dayEnd + 4] !== ' ') return null;
  const day = parseDigits(text, 0, dayEnd);
  const month = parseShortMonthName(text, dayEnd + 1);
  const year = 2000 + parseTwoDigits(text, dayEnd + 5);
  const epochDay = toEpochDay(year, month, day);
  if (Number.isNaN(epochDay)) return null;
  return { year, month, day, hour: NaN, minute: NaN, second: NaN, nano: NaN, offset: NaN };
}

/**
 * Reads listedOn from the column "Listed": DATE; converted from dd/MM/yyyy or d MMM yy to yyyy-MM-dd; required (FATAL),
 * from 1995-01-01 to today+90d (ERROR).
 */
function readListedOn(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  let day = NaN;
  if (text !== null && !isBlank(text)) {
    const date = parseDateDdMMYyyy(text) ?? parseDateDMMMYy(text);
    if (date === null) return record.addIssue(listedOnType, text);
    text = record.noteCorrection(text, formatDateYyyyMMDd(date));
    day = toEpochDay(date.year, date.month, date.day);
  }

  if (record.isTooLong(text))
    return validateListedOn(record.addLimitIssue(TOO_LONG, listedOnColumn, text), NaN, record);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateListedOn(null, NaN, record);
  if (Number.isNaN(day)) day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(listedOnType, text) : validateListedOn(bare, day, record);
}

/** Applies the rules of listedOn. */
function validateListedOn(value: string | null, day: number, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(listedOnRequired, null);
    return null;
  }

  // Must be from 1995-01-01 to today+90d (ERROR).
  if (day < 9131 || day > addDays(record.today, 90)) record.addIssue(listedOnRange, value); // 9131 is 1995-01-01
  return value;
}

/** Checks listedOn of a plain object. */
function checkListedOn(inputValue: unknown, record: RecordReport): string | null {
  const value = toTextValue(inputValue);
  const day = typeof value === 'string' ? parseDayYyyyMMDd(value) : NaN;
  if (value === undefined || (value !== null && Number.isNaN(day)))
    return record.addIssue(listedOnValueType, describeValue(inputValue));
  return validateListedOn(value, day, record);
}

// bestBefore
const bestBeforeColumn = { field: 'bestBefore', column: 'Best before' };
const bestBeforeType: Rule = {
  ...bestBeforeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'bestBefore must be a DATE in the format dd/MM/yyyy',
};
const bestBeforeValueType: Rule = {
  ...bestBeforeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'bestBefore must be a DATE in the format yyyy-MM-dd',
};
const bestBeforeRange: Rule = {
  ...bestBeforeColumn,
  severity: 'WARNING',
  code: 'DATE_RANGE',
  ruleId: 'best-before-range',
  message: 'bestBefore must be from 2015-01-01 to today+10y',
};
const bestBeforeListed: Rule = {
  ...bestBeforeColumn,
  severity: 'WARNING',
  code: 'COMPARE',
  ruleId: 'best-before-listed',
  message: 'the article was listed after its best-before date',
};
const bestBeforeFresh: Rule = {
  ...bestBeforeColumn,
  severity: 'WARNING',
  code: 'REQUIRED',
  ruleId: 'best-before-fresh',
  message: 'fresh goods need a best-before date',
};

/**
 * Reads bestBefore from the column "Best before": DATE; converted from dd/MM/yyyy to yyyy-MM-dd; from 2015-01-01 to
 * today+10y (WARNING), after listedOn (WARNING), required when category is one of bakery, dairy & eggs (WARNING).
 */
function readBestBefore(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  let day = NaN;
  if (text !== null && !isBlank(text)) {
    const date = parseDateDdMMYyyy(text);
    if (date === null) return record.addIssue(bestBeforeType, text);
    text = record.noteCorrection(text, formatDateYyyyMMDd(date));
    day = toEpochDay(date.year, date.month, date.day);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, bestBeforeColumn, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateBestBefore(null, NaN, record);
  if (Number.isNaN(day)) day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(bestBeforeType, text) : validateBestBefore(bare, day, record);
}

/** Applies the rules of bestBefore. */
function validateBestBefore(value: string | null, day: number, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be from 2015-01-01 to today+10y (WARNING).
  if (day < 16436 || day > addYears(record.today, 10)) record.addIssue(bestBeforeRange, value); // 16436 is 2015-01-01
  return value;
}

/** Checks bestBefore of a plain object. */
function checkBestBefore(inputValue: unknown, record: RecordReport): string | null {
  const value = toTextValue(inputValue);
  const day = typeof value === 'string' ? parseDayYyyyMMDd(value) : NaN;
  if (value === undefined || (value !== null && Number.isNaN(day)))
    return record.addIssue(bestBeforeValueType, describeValue(inputValue));
  return validateBestBefore(value, day, record);
}

// available
const availableColumn = { field: 'available', column: 'Available' };
const availableType: Rule = {
  ...availableColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'available must be a BOOLEAN ("J", "ja", "1" for true; "N", "nein", "0" for false)',
};
const availableTold: Rule = {
  ...availableColumn,
  severity: 'WARNING',
  code: 'REQUIRED',
  ruleId: 'available-told',
  message: 'what is not said to be available is not shown',
};

/**
 * Reads available from the column "Available": BOOLEAN ("J", "ja", "1" for true; "N", "nein", "0" for false); required
 * (WARNING), may be null.
 */
function readAvailable(cell: string | undefined, record: RecordReport): boolean | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateAvailable(null, record);
  const value =
    bare === 'J' || bare === 'ja' || bare === '1'
      ? true
      : bare === 'N' || bare === 'nein' || bare === '0'
        ? false
        : null;
  return value === null ? record.addIssue(availableType, text) : validateAvailable(value, record);
}

/** Applies the rules of available. */
function validateAvailable(value: boolean | null, record: RecordReport): boolean | null {
  if (value === null) {
    record.addIssue(availableTold, null);
    return null;
  }

  return value;
}

/** Checks available of a plain object. */
function checkAvailable(inputValue: unknown, record: RecordReport): void {
  const value = toBooleanValue(inputValue);
  if (value === undefined) record.addIssue(availableType, describeValue(inputValue));
  else validateAvailable(value, record);
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' || cell === '\\N' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface Values {
  articleNumber: string | null;
  ean: string | null;
  name: string | null;
  brand: string | null;
  category: string | null;
  price: string | null;
  vatRate: string | null;
  deposit: string | null;
  stock: string | null;
  customsTariff: string | null;
  origin: string | null;
  listedOn: string | null;
  bestBefore: string | null;
  available: boolean | null;
}

/** The values of the fields that rules on several fields need. */
interface RelatedValues {
  category: string | null;
  listedOn: string | null;
  bestBefore: string | null;
}

/** Applies the rules that need the values of several fields. */
function validateTogether(values: RelatedValues, record: RecordReport): void {
  // bestBefore must be after listedOn (WARNING).
  if (
    values.bestBefore !== null &&
    values.listedOn !== null &&
    parseDayYyyyMMDd(values.bestBefore) <= parseDayYyyyMMDd(values.listedOn)
  )
    record.addIssue(bestBeforeListed, values.bestBefore);
  // bestBefore is required when category is one of bakery, dairy & eggs (WARNING).
  if (values.bestBefore === null && (values.category === 'bakery' || values.category === 'dairy & eggs'))
    record.addMissingIssue(bestBeforeFresh);
}

/** The column names of the fields in the header. */
const columns = {
  articleNumber: { column: 'Article', field: 'articleNumber', required: true },
  ean: { column: 'EAN', field: 'ean', required: false },
  name: { column: 'Name', field: 'name', required: true },
  brand: { column: 'Brand', field: 'brand', required: false },
  category: { column: 'Category', field: 'category', required: true },
  price: { column: 'Price', field: 'price', required: true },
  vatRate: { column: 'VAT', field: 'vatRate', required: true },
  deposit: { column: 'Deposit', field: 'deposit', required: false },
  stock: { column: 'Stock', field: 'stock', required: false },
  customsTariff: { column: 'Tariff', field: 'customsTariff', required: false },
  origin: { column: 'Origin', field: 'origin', required: false },
  listedOn: { column: 'Listed', field: 'listedOn', required: true },
  bestBefore: { column: 'Best before', field: 'bestBefore', required: false },
  available: { column: 'Available', field: 'available', required: false },
};

/** The CSV dialect of the file. */
const dialect: Omit<CsvDialect, 'maxRecordBytes' | 'maxColumns'> = {
  delimiter: '\t',
  quote: '"',
  escape: '\\',
  comment: '#',
  skipTop: 2,
  skipBottom: 1,
  skipBlankLines: true,
  hasHeader: true,
  onExtraColumns: null,
  onMissingColumns: 'FATAL',
  onNoRecords: 'FATAL',
  columns: { named: columns },
  recordWhen: null,
};

/** Reads all fields of a record: corrects, parses and validates them. */
function readRecord({ cells, at }: CsvRecord<keyof typeof columns>, record: RecordReport): Values {
  const values = {
    articleNumber: readArticleNumber(cells[at.articleNumber], record),
    ean: readEan(cells[at.ean], record),
    name: readName(cells[at.name], record),
    brand: readBrand(cells[at.brand], record),
    category: readCategory(cells[at.category], record),
    price: readPrice(cells[at.price], record),
    vatRate: readVatRate(cells[at.vatRate], record),
    deposit: readDeposit(cells[at.deposit], record),
    stock: readStock(cells[at.stock], record),
    customsTariff: readCustomsTariff(cells[at.customsTariff], record),
    origin: readOrigin(cells[at.origin], record),
    listedOn: readListedOn(cells[at.listedOn], record),
    bestBefore: readBestBefore(cells[at.bestBefore], record),
    available: readAvailable(cells[at.available], record),
  };
  validateTogether(values, record);
  return values;
}

/** Creates the source of a file's records. */
function records(options: TransformOptions): CsvRecordSource<keyof typeof columns> {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  const maxColumns = limitColumns(14, options);
  return createCsvRecordSource({ ...dialect, maxRecordBytes, maxColumns }, createUtf8Input(options.from), options.from);
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toJson(values: Values): string {
  let json = '';
  json += '{"articleNumber":' + toJsonString(values.articleNumber);
  json += ',"ean":' + toJsonString(values.ean);
  json += ',"name":' + toJsonString(values.name);
  json += ',"brand":' + toJsonString(values.brand);
  json += ',"category":' + toJsonString(values.category);
  json += ',"price":' + toJsonNumber(values.price);
  json += ',"vatRate":' + toJsonNumber(values.vatRate);
  json += ',"deposit":' + toJsonNumber(values.deposit);
  json += ',"stock":' + toJsonNumber(values.stock);
  json += ',"customsTariff":' + toJsonString(values.customsTariff);
  json += ',"origin":' + toJsonString(values.origin);
  json += ',"listedOn":' + toJsonString(values.listedOn);
  json += ',"bestBefore":' + toJsonString(values.bestBefore);
  json += ',"available":' + toJsonBoolean(values.available);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toKey(values: Values): string | null {
  return values.articleNumber;
}

/** Returns the record as an object. */
function toRecord(values: Values): Products {
  return {
    articleNumber: values.articleNumber as string,
    ean: values.ean,
    name: values.name as string,
    brand: values.brand,
    category: values.category as string,
    price: values.price as string,
    vatRate: values.vatRate as string,
    deposit: values.deposit,
    stock: toBigInt(values.stock),
    customsTariff: values.customsTariff,
    origin: values.origin,
    listedOn: values.listedOn as string,
    bestBefore: values.bestBefore,
    available: values.available,
  };
}

const reader = {
  readRecord,
  toJson,
  toKey,
  toRecord,
  maxRecordBytes: 1048576,
  hasSensitiveFields: false,
  fast: fastReader({
    readArticleNumber,
    readEan,
    readName,
    readBrand,
    readCategory,
    readPrice,
    readVatRate,
    readDeposit,
    readStock,
    readCustomsTariff,
    readOrigin,
    readListedOn,
    readBestBefore,
    readAvailable,
    validateTogether,
  }),
};

/**
 * Reads a file record by record. A field whose type excludes null is null only in a record that failed. @throws
 * FileFailure if the file cannot be read to its end.
 */
export function read(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<RecordOutcome<Products>> {
  return readRecords(reader, records(options), { chunks: source, options });
}

/** Checks a plain object against the types and rules of the fields. */
export function check(value: unknown): Issue[] {
  return checkRecord(value, (member, record) => {
    const values: RelatedValues = { category: null, listedOn: null, bestBefore: null };
    checkArticleNumber(member('articleNumber'), record);
    checkEan(member('ean'), record);
    checkName(member('name'), record);
    checkBrand(member('brand'), record);
    values.category = checkCategory(member('category'), record);
    checkPrice(member('price'), record);
    checkVatRate(member('vatRate'), record);
    checkDeposit(member('deposit'), record);
    checkStock(member('stock'), record);
    checkCustomsTariff(member('customsTariff'), record);
    checkOrigin(member('origin'), record);
    values.listedOn = checkListedOn(member('listedOn'), record);
    values.bestBefore = checkBestBefore(member('bestBefore'), record);
    checkAvailable(member('available'), record);
    validateTogether(values, record);
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  return createRecordTransformer(reader, records(options), options);
}
