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
  toBigInt,
  toBooleanValue,
  toDateValue,
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

/** What this module was compiled from. */
export const spec: SpecInfo = {
  name: 'products',
  version: '361dbb7f888d711c0f75b5b9b5d962773754d5dc2c6503adedd0bd79fc432dfd',
  format: 'CSV',
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
  /** STRING; trimmed, then padded on the left with "0" to 8 characters; required, matching [0-9]{8}. */
  articleNumber: string;
  /** STRING; [ -]+ replaced by ""; matching [0-9]{8}|[0-9]{13}. */
  ean: string | null;
  /**
   * STRING; trimmed, then \s+ replaced by " ", then ([0-9])(kg|g|ml|l)$ replaced by "$1 $2"; required, at least 3
   * characters, at most 60 characters.
   */
  name: string;
  /** STRING; converted to upper case. */
  brand: string | null;
  /**
   * STRING; converted to lower case, then trimmed; required, one of bakery, beverages, dairy & eggs, frozen food,
   * fruit, vegetables, household, sweets, textiles.
   */
  category: string;
  /** DECIMAL with decimal separator "," and group separator "."; required, at least 0.01, at most 2500. */
  price: string;
  /** DECIMAL with decimal separator ","; required, one of 0, 7, 19. */
  vatRate: string;
  /** DECIMAL with digits only, the last 2 are decimals; at most 5.00. */
  deposit: string | null;
  /** INTEGER with group separator "."; at least 0. */
  stock: bigint | null;
  /** STRING; [ .]+ replaced by "", then padded on the right with "0" to 8 characters; matching [0-9]{8}. */
  customsTariff: string | null;
  /** STRING; converted to upper case, then "DE" if null; at least 2 characters, at most 2 characters. */
  origin: string | null;
  /**
   * DATE; converted from dd/MM/yyyy to yyyy-MM-dd, then converted from d MMM yy to yyyy-MM-dd; required, from
   * 1995-01-01 to today+90d.
   */
  listedOn: string;
  /** DATE; converted from dd/MM/yyyy to yyyy-MM-dd; from 2015-01-01 to today+10y. */
  bestBefore: string | null;
  /** BOOLEAN ("J", "ja", "1" for true; "N", "nein", "0" for false); required. */
  available: boolean | null;
}

// articleNumber
const articleNumberPlace = { field: 'articleNumber', column: 'Article' };
const articleNumberType: Rule = {
  ...articleNumberPlace,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'articleNumber must be a STRING',
};
const articleNumberRequired: Rule = {
  ...articleNumberPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:articleNumber',
  message: 'articleNumber is required',
};
const articleNumberArticleShape: Rule = {
  ...articleNumberPlace,
  severity: 'FATAL',
  code: 'REGEX',
  ruleId: 'article-shape',
  message: 'an article number has eight digits',
};

/** [0-9]{8} */
const articleNumberArticleShapePattern = createMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!');

/**
 * articleNumber, from the column "Article": STRING; trimmed, then padded on the left with "0" to 8 characters;
 * required, matching [0-9]{8}.
 */
function readArticleNumber(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (text !== null) text = record.noteCorrection(text, padLeft(text, '0', 8));
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, articleNumberPlace, text);
  return judgeArticleNumber(textOrNull(text), record);
}

/** The rules of articleNumber. */
function judgeArticleNumber(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(articleNumberRequired, null);
    return null;
  }

  if (!articleNumberArticleShapePattern(value)) record.addIssue(articleNumberArticleShape, value);
  return value;
}

/** articleNumber in a plain object. */
function checkArticleNumber(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(articleNumberType, describeValue(inputValue));
  else judgeArticleNumber(value, record);
}

// ean
const eanPlace = { field: 'ean', column: 'EAN' };
const eanType: Rule = {
  ...eanPlace,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'ean must be a STRING',
};
const eanShape: Rule = {
  ...eanPlace,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'ean-shape',
  message: 'an EAN has 8 or 13 digits',
};

/** [ -]+ becomes "" */
const eanBlanks = createReplacer('w c', '1', '0>1;0>1,!', []);

/** [0-9]{8}|[0-9]{13} */
const eanShapePattern = createMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!,1:a;,1:b;,1:c;,1:d;,1:e;!');

/** ean, from the column "EAN": STRING; [ -]+ replaced by ""; matching [0-9]{8}|[0-9]{13}. */
function readEan(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = eanBlanks(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, eanPlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, eanPlace, text);
  return judgeEan(textOrNull(text), record);
}

/** The rules of ean. */
function judgeEan(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (!eanShapePattern(value)) record.addIssue(eanShape, value);
  return value;
}

/** ean in a plain object. */
function checkEan(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(eanType, describeValue(inputValue));
  else judgeEan(value, record);
}

// name
const namePlace = { field: 'name', column: 'Name' };
const nameType: Rule = {
  ...namePlace,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'name must be a STRING',
};
const nameRequired: Rule = {
  ...namePlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:name',
  message: 'name is required',
};
const nameShort: Rule = {
  ...namePlace,
  severity: 'ERROR',
  code: 'MIN_LENGTH',
  ruleId: 'name-short',
  message: 'name must have at least 3 characters',
};
const nameLong: Rule = {
  ...namePlace,
  severity: 'WARNING',
  code: 'MAX_LENGTH',
  ruleId: 'name-long',
  message: 'the shelf label has room for 60 characters',
};

/** \s+ becomes " " */
const nameBlanks = createReplacer('9-4 i 3j 4bj 1vj-a t-1 5 1b 334 14vy', '1', '0>1;0>1,!', [' ']);

/** ([0-9])(kg|g|ml|l)$ becomes "$1 $2" */
const nameUnits = createReplacer(
  '1c-9/2v/2z/30/31',
  '2/3/4/5/1',
  '4>1+1;1>2+2+3,0>3+2+3,3>4+2+3,2>3+2+3;0>3;$!+4;2>3',
  [1, ' ', 2],
);

/**
 * name, from the column "Name": STRING; trimmed, then \s+ replaced by " ", then ([0-9])(kg|g|ml|l)$ replaced by "$1
 * $2"; required, at least 3 characters, at most 60 characters.
 */
function readName(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (text !== null) {
    const corrected = nameBlanks(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, namePlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) {
    const corrected = nameUnits(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, namePlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, namePlace, text);
  return judgeName(textOrNull(text), record);
}

/** The rules of name. */
function judgeName(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(nameRequired, null);
    return null;
  }

  if (countCodePoints(value) < 3) record.addIssue(nameShort, value);
  if (countCodePoints(value) > 60) record.addIssue(nameLong, value);
  return value;
}

/** name in a plain object. */
function checkName(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(nameType, describeValue(inputValue));
  else judgeName(value, record);
}

// brand
const brandPlace = { field: 'brand', column: 'Brand' };
const brandType: Rule = {
  ...brandPlace,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'brand must be a STRING',
};

/** brand, from the column "Brand": STRING; converted to upper case. */
function readBrand(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, brandPlace, text);
  return textOrNull(text);
}

/** brand in a plain object. */
function checkBrand(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(brandType, describeValue(inputValue));
}

// category
const categoryPlace = { field: 'category', column: 'Category' };
const categoryType: Rule = {
  ...categoryPlace,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'category must be a STRING',
};
const categoryRequired: Rule = {
  ...categoryPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:category',
  message: 'category is required',
};
const categoryKnownCategory: Rule = {
  ...categoryPlace,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-category',
  message:
    'category must be one of bakery, beverages, dairy & eggs, frozen food, fruit, vegetables, household, sweets, textiles',
};
const categoryKnownCategoryValues: ReadonlySet<string> = new Set([
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
 * category, from the column "Category": STRING; converted to lower case, then trimmed; required, one of bakery,
 * beverages, dairy & eggs, frozen food, fruit, vegetables, household, sweets, textiles.
 */
function readCategory(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toLowerCase());
  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, categoryPlace, text);
  return judgeCategory(textOrNull(text), record);
}

/** The rules of category. */
function judgeCategory(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(categoryRequired, null);
    return null;
  }

  if (!categoryKnownCategoryValues.has(value)) record.addIssue(categoryKnownCategory, value);
  return value;
}

/** category in a plain object. */
function checkCategory(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(categoryType, describeValue(inputValue));
  else judgeCategory(value, record);
}

// price
const pricePlace = { field: 'price', column: 'Price' };
const priceType: Rule = {
  ...pricePlace,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'price must be a DECIMAL with decimal separator "," and group separator "."',
};
const priceRequired: Rule = {
  ...pricePlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:price',
  message: 'price is required',
};
const pricePositive: Rule = {
  ...pricePlace,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'price-positive',
  message: 'the price must be positive',
};
const priceHigh: Rule = {
  ...pricePlace,
  severity: 'WARNING',
  code: 'MAX_VALUE',
  ruleId: 'price-high',
  message: 'a price above 2500 is looked at by a person',
};

/**
 * price, from the column "Price": DECIMAL with decimal separator "," and group separator "."; required, at least 0.01,
 * at most 2500.
 */
function readPrice(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgePrice(null, record);
  const value = toGroupedDecimal(bare, ',', '.');
  return value === null ? record.addIssue(priceType, text) : judgePrice(value, record);
}

/** The rules of price. */
function judgePrice(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(priceRequired, null);
    return null;
  }

  if (compareDecimals(value, '0.01') < 0) record.addIssue(pricePositive, value);
  if (compareDecimals(value, '2500') > 0) record.addIssue(priceHigh, value);
  return value;
}

/** price in a plain object. */
function checkPrice(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(priceType, describeValue(inputValue));
  else judgePrice(value, record);
}

// vatRate
const vatRatePlace = { field: 'vatRate', column: 'VAT' };
const vatRateType: Rule = {
  ...vatRatePlace,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'vatRate must be a DECIMAL with decimal separator ","',
};
const vatRateRequired: Rule = {
  ...vatRatePlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:vatRate',
  message: 'vatRate is required',
};
const vatRateKnownVat: Rule = {
  ...vatRatePlace,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-vat',
  message: 'vatRate must be one of 0, 7, 19',
};

/** vatRate, from the column "VAT": DECIMAL with decimal separator ","; required, one of 0, 7, 19. */
function readVatRate(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeVatRate(null, record);
  const value = toDecimal(bare, ',');
  return value === null ? record.addIssue(vatRateType, text) : judgeVatRate(value, record);
}

/** The rules of vatRate. */
function judgeVatRate(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(vatRateRequired, null);
    return null;
  }

  if (normalizeDecimal(value) !== '0' && normalizeDecimal(value) !== '7' && normalizeDecimal(value) !== '19')
    record.addIssue(vatRateKnownVat, value);
  return value;
}

/** vatRate in a plain object. */
function checkVatRate(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(vatRateType, describeValue(inputValue));
  else judgeVatRate(value, record);
}

// deposit
const depositPlace = { field: 'deposit', column: 'Deposit' };
const depositType: Rule = {
  ...depositPlace,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'deposit must be a DECIMAL with digits only, the last 2 are decimals',
};
const depositHigh: Rule = {
  ...depositPlace,
  severity: 'ERROR',
  code: 'MAX_VALUE',
  ruleId: 'deposit-high',
  message: 'deposit must be at most 5.00',
};

/** deposit, from the column "Deposit": DECIMAL with digits only, the last 2 are decimals; at most 5.00. */
function readDeposit(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeDeposit(null, record);
  const value = toScaledDecimal(bare, 2);
  return value === null ? record.addIssue(depositType, text) : judgeDeposit(value, record);
}

/** The rules of deposit. */
function judgeDeposit(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (compareDecimals(value, '5.00') > 0) record.addIssue(depositHigh, value);
  return value;
}

/** deposit in a plain object. */
function checkDeposit(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(depositType, describeValue(inputValue));
  else judgeDeposit(value, record);
}

// stock
const stockPlace = { field: 'stock', column: 'Stock' };
const stockType: Rule = {
  ...stockPlace,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'stock must be an INTEGER with group separator "."',
};
const stockCounted: Rule = {
  ...stockPlace,
  severity: 'WARNING',
  code: 'MIN_VALUE',
  ruleId: 'stock-counted',
  message: 'more was sold than there was',
};

/** stock, from the column "Stock": INTEGER with group separator "."; at least 0. */
function readStock(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeStock(null, record);
  const value = toGroupedInteger(bare, '.');
  return value === null ? record.addIssue(stockType, text) : judgeStock(value, record);
}

/** The rules of stock. */
function judgeStock(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (compareDecimals(value, '0') < 0) record.addIssue(stockCounted, value);
  return value;
}

/** stock in a plain object. */
function checkStock(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(stockType, describeValue(inputValue));
  else judgeStock(value, record);
}

// customsTariff
const customsTariffPlace = { field: 'customsTariff', column: 'Tariff' };
const customsTariffType: Rule = {
  ...customsTariffPlace,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'customsTariff must be a STRING',
};
const customsTariffTariffShape: Rule = {
  ...customsTariffPlace,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'tariff-shape',
  message: 'customsTariff must match [0-9]{8}',
};

/** [ .]+ becomes "" */
const customsTariffTariffBlanks = createReplacer('w d', '1', '0>1;0>1,!', []);

/** [0-9]{8} */
const customsTariffTariffShapePattern = createMatcher('1c-9', ',1:2;,1:3;,1:4;,1:5;,1:6;,1:7;,1:8;,1:9;!');

/**
 * customsTariff, from the column "Tariff": STRING; [ .]+ replaced by "", then padded on the right with "0" to 8
 * characters; matching [0-9]{8}.
 */
function readCustomsTariff(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = customsTariffTariffBlanks(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, customsTariffPlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) text = record.noteCorrection(text, padRight(text, '0', 8));
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, customsTariffPlace, text);
  return judgeCustomsTariff(textOrNull(text), record);
}

/** The rules of customsTariff. */
function judgeCustomsTariff(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (!customsTariffTariffShapePattern(value)) record.addIssue(customsTariffTariffShape, value);
  return value;
}

/** customsTariff in a plain object. */
function checkCustomsTariff(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(customsTariffType, describeValue(inputValue));
  else judgeCustomsTariff(value, record);
}

// origin
const originPlace = { field: 'origin', column: 'Origin' };
const originType: Rule = {
  ...originPlace,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'origin must be a STRING',
};
const originShort: Rule = {
  ...originPlace,
  severity: 'ERROR',
  code: 'MIN_LENGTH',
  ruleId: 'origin-short',
  message: 'origin must have at least 2 characters',
};
const originLong: Rule = {
  ...originPlace,
  severity: 'ERROR',
  code: 'MAX_LENGTH',
  ruleId: 'origin-long',
  message: 'origin must have at most 2 characters',
};

/**
 * origin, from the column "Origin": STRING; converted to upper case, then "DE" if null; at least 2 characters, at most
 * 2 characters.
 */
function readOrigin(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (text === null || isBlank(text)) text = record.noteCorrection(text, 'DE');
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, originPlace, text);
  return judgeOrigin(textOrNull(text), record);
}

/** The rules of origin. */
function judgeOrigin(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (countCodePoints(value) < 2) record.addIssue(originShort, value);
  if (countCodePoints(value) > 2) record.addIssue(originLong, value);
  return value;
}

/** origin in a plain object. */
function checkOrigin(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(originType, describeValue(inputValue));
  else judgeOrigin(value, record);
}

// listedOn
const listedOnPlace = { field: 'listedOn', column: 'Listed' };
const listedOnType: Rule = {
  ...listedOnPlace,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'listedOn must be a DATE in the format yyyy-MM-dd',
};
const listedOnRequired: Rule = {
  ...listedOnPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:listedOn',
  message: 'listedOn is required',
};
const listedOnListedRange: Rule = {
  ...listedOnPlace,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'listed-range',
  message: 'the listing date is before 1995 or too far ahead',
};

/** What a text like `31/12/2024` (`dd/MM/yyyy`) says; null for any other text. */
function listedOnListedDigitsRead(text: string): DateParts | null {
  if (text[2] !== '/' || text[5] !== '/') return null;
  const day = parseTwoDigits(text, 0);
  const month = parseTwoDigits(text, 3);
  const year = parseYear(text, 6, text.length);
  const epochDay = toEpochDay(year, month, day);
  if (Number.isNaN(epochDay)) return null;
  return { year, month, day, hour: NaN, minute: NaN, second: NaN, nano: NaN, offset: NaN };
}

/** A date as a text like `2024-12-31` (`yyyy-MM-dd`). */
function listedOnListedDigitsWrite(parts: DateParts): string {
  return formatYear(parts.year, 4) + '-' + padNumber(parts.month, 2) + '-' + padNumber(parts.day, 2);
}

/** The text turned round; other texts are left as they are. */
function listedOnListedDigits(text: string): string {
  const parts = listedOnListedDigitsRead(text);
  return parts === null ? text : listedOnListedDigitsWrite(parts);
}

/** What a text like `31 Dec 24` (`d MMM yy`) says; null for any other text. */
function listedOnListedWordsRead(text: string): DateParts | null {
  const dayEnd = text.length - 7;
  if (text[dayEnd] !== ' ' || text[dayEnd + 4] !== ' ') return null;
  const day = parseDigits(text, 0, dayEnd);
  const month = parseShortMonthName(text, dayEnd + 1);
  const year = 2000 + parseTwoDigits(text, dayEnd + 5);
  const epochDay = toEpochDay(year, month, day);
  if (Number.isNaN(epochDay)) return null;
  return { year, month, day, hour: NaN, minute: NaN, second: NaN, nano: NaN, offset: NaN };
}

/** A date as a text like `2024-12-31` (`yyyy-MM-dd`). */
function listedOnListedWordsWrite(parts: DateParts): string {
  return formatYear(parts.year, 4) + '-' + padNumber(parts.month, 2) + '-' + padNumber(parts.day, 2);
}

/** The text turned round; other texts are left as they are. */
function listedOnListedWords(text: string): string {
  const parts = listedOnListedWordsRead(text);
  return parts === null ? text : listedOnListedWordsWrite(parts);
}

/** The day of a text like `2024-12-31` (`yyyy-MM-dd`) as days since 1970-01-01; NaN for any other text. */
function dayOfListedOn(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

/**
 * listedOn, from the column "Listed": DATE; converted from dd/MM/yyyy to yyyy-MM-dd, then converted from d MMM yy to
 * yyyy-MM-dd; required, from 1995-01-01 to today+90d.
 */
function readListedOn(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, listedOnListedDigits(text));
  if (text !== null) text = record.noteCorrection(text, listedOnListedWords(text));
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, listedOnPlace, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeListedOn(null, record);
  const value = Number.isNaN(dayOfListedOn(bare)) ? null : bare;
  return value === null ? record.addIssue(listedOnType, text) : judgeListedOn(value, record);
}

/** The rules of listedOn. */
function judgeListedOn(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(listedOnRequired, null);
    return null;
  }

  const day = dayOfListedOn(value);
  if (day < 9131 || day > addDays(record.today, 90)) record.addIssue(listedOnListedRange, value);
  return value;
}

/** listedOn in a plain object. */
function checkListedOn(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, dayOfListedOn);
  if (value === undefined) record.addIssue(listedOnType, describeValue(inputValue));
  else judgeListedOn(value, record);
}

// bestBefore
const bestBeforePlace = { field: 'bestBefore', column: 'Best before' };
const bestBeforeType: Rule = {
  ...bestBeforePlace,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'bestBefore must be a DATE in the format yyyy-MM-dd',
};
const bestBeforeRange: Rule = {
  ...bestBeforePlace,
  severity: 'WARNING',
  code: 'DATE_RANGE',
  ruleId: 'best-before-range',
  message: 'bestBefore must be from 2015-01-01 to today+10y',
};

/** What a text like `31/12/2024` (`dd/MM/yyyy`) says; null for any other text. */
function bestBeforeDigitsRead(text: string): DateParts | null {
  if (text[2] !== '/' || text[5] !== '/') return null;
  const day = parseTwoDigits(text, 0);
  const month = parseTwoDigits(text, 3);
  const year = parseYear(text, 6, text.length);
  const epochDay = toEpochDay(year, month, day);
  if (Number.isNaN(epochDay)) return null;
  return { year, month, day, hour: NaN, minute: NaN, second: NaN, nano: NaN, offset: NaN };
}

/** A date as a text like `2024-12-31` (`yyyy-MM-dd`). */
function bestBeforeDigitsWrite(parts: DateParts): string {
  return formatYear(parts.year, 4) + '-' + padNumber(parts.month, 2) + '-' + padNumber(parts.day, 2);
}

/** The text turned round; other texts are left as they are. */
function bestBeforeDigits(text: string): string {
  const parts = bestBeforeDigitsRead(text);
  return parts === null ? text : bestBeforeDigitsWrite(parts);
}

/** The day of a text like `2024-12-31` (`yyyy-MM-dd`) as days since 1970-01-01; NaN for any other text. */
function dayOfBestBefore(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

/**
 * bestBefore, from the column "Best before": DATE; converted from dd/MM/yyyy to yyyy-MM-dd; from 2015-01-01 to
 * today+10y.
 */
function readBestBefore(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, bestBeforeDigits(text));
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, bestBeforePlace, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeBestBefore(null, record);
  const value = Number.isNaN(dayOfBestBefore(bare)) ? null : bare;
  return value === null ? record.addIssue(bestBeforeType, text) : judgeBestBefore(value, record);
}

/** The rules of bestBefore. */
function judgeBestBefore(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  const day = dayOfBestBefore(value);
  if (day < 16436 || day > addYears(record.today, 10)) record.addIssue(bestBeforeRange, value);
  return value;
}

/** bestBefore in a plain object. */
function checkBestBefore(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, dayOfBestBefore);
  if (value === undefined) record.addIssue(bestBeforeType, describeValue(inputValue));
  else judgeBestBefore(value, record);
}

// available
const availablePlace = { field: 'available', column: 'Available' };
const availableType: Rule = {
  ...availablePlace,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'available must be a BOOLEAN ("J", "ja", "1" for true; "N", "nein", "0" for false)',
};
const availableTold: Rule = {
  ...availablePlace,
  severity: 'WARNING',
  code: 'REQUIRED',
  ruleId: 'available-told',
  message: 'what is not said to be available is not shown',
};

/** available, from the column "Available": BOOLEAN ("J", "ja", "1" for true; "N", "nein", "0" for false); required. */
function readAvailable(cell: string | undefined, record: RecordReport): boolean | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeAvailable(null, record);
  const value =
    bare === 'J' || bare === 'ja' || bare === '1'
      ? true
      : bare === 'N' || bare === 'nein' || bare === '0' ? false : null;
  return value === null ? record.addIssue(availableType, text) : judgeAvailable(value, record);
}

/** The rules of available. */
function judgeAvailable(value: boolean | null, record: RecordReport): boolean | null {
  if (value === null) {
    record.addIssue(availableTold, null);
    return null;
  }

  return value;
}

/** available in a plain object. */
function checkAvailable(inputValue: unknown, record: RecordReport): void {
  const value = toBooleanValue(inputValue);
  if (value === undefined) record.addIssue(availableType, describeValue(inputValue));
  else judgeAvailable(value, record);
}

/** The text of a cell; null where it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' || cell === '\\N' ? null : cell;
}

/** The values of a record as they are read: numbers as their digits. */
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

/** The columns that the header must name. */
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

/** How the records stand in the file. */
const dialect: Omit<CsvDialect, 'maxRecordBytes'> = {
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

/** Corrects, types and judges one record, field by field. */
function readRecord({ cells, at }: CsvRecord<keyof typeof columns>, record: RecordReport): Values {
  return {
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
}

/** Splits a file into records. */
function records(options: TransformOptions): CsvRecordSource<keyof typeof columns> {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  return createCsvRecordSource({ ...dialect, maxRecordBytes }, createUtf8Input(options.from), options.from);
}

/** The message of a record: flat JSON in the order of the spec. */
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

/** The key of a record's message; null where it has none. */
function toKey(values: Values): string | null {
  return values.articleNumber;
}

/** The record as an object. */
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
  }),
};

/**
 * Reads a file record by record. A required field is null only in a record with an ERROR. @throws FileFailure where the
 * file cannot be read to its end.
 */
export function read(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<RecordOutcome<Products>> {
  return readRecords(reader, records(options), { chunks: source, options });
}

/** Judges a plain object by the types and rules of the fields. */
export function check(value: unknown): Issue[] {
  return checkRecord(value, (member, record) => {
    checkArticleNumber(member('articleNumber'), record);
    checkEan(member('ean'), record);
    checkName(member('name'), record);
    checkBrand(member('brand'), record);
    checkCategory(member('category'), record);
    checkPrice(member('price'), record);
    checkVatRate(member('vatRate'), record);
    checkDeposit(member('deposit'), record);
    checkStock(member('stock'), record);
    checkCustomsTariff(member('customsTariff'), record);
    checkOrigin(member('origin'), record);
    checkListedOn(member('listedOn'), record);
    checkBestBefore(member('bestBefore'), record);
    checkAvailable(member('available'), record);
  });
}

/** Makes batches of messages from the bytes of one file. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  return createRecordTransformer(reader, records(options), options);
}
