// Compiled by Specmill from a spec: change the spec, not this file.
import {
  TOO_LONG,
  addNumbers,
  checkRecord,
  compareDecimals,
  countCodePoints,
  createCsvRecordSource,
  createRecordTransformer,
  createUtf8Input,
  createZone,
  describeValue,
  dropAffix,
  dropGroups,
  findSignedDigitsEnd,
  firstNotNull,
  formatUtc,
  instantAtOffset,
  isBlank,
  isEarlierInstant,
  isNot,
  limitColumns,
  limitRecordBytes,
  moveTrailingSign,
  parseOffsetColonMinutes,
  parseTwoDigits,
  parseYear,
  readRecords,
  readValue,
  toDateValue,
  toDayOrNull,
  toDecimal,
  toDecimalValue,
  toEpochDay,
  toInstantOrFail,
  toJsonNumber,
  toJsonString,
  toTextValue,
  toTime,
  toTimeOrEndOfDay,
  toTimeValue,
  toTimestampValue,
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
import { fastReader } from './transfers.fast.ts';

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'transfers',
  version: 'e0404ae71db8bd375908ae7e629d5b68c6c5887b9cee52c7822a64ccb8adeb82',
  format: 'CSV',
  encoding: 'utf-8',
  fields: [
    { name: 'id', type: 'STRING', sensitive: false },
    { name: 'amount', type: 'DECIMAL', sensitive: false },
    { name: 'fee', type: 'DECIMAL', sensitive: false },
    { name: 'day', type: 'DATE', sensitive: false, isPublished: false },
    { name: 'time', type: 'TIME', sensitive: false, isPublished: false },
    { name: 'received', type: 'TIMESTAMP', sensitive: false },
    { name: 'confirmed', type: 'TIMESTAMP', sensitive: false },
    { name: 'total', type: 'DECIMAL', sensitive: false },
    { name: 'cutOff', type: 'TIME', sensitive: false },
    { name: 'channel', type: 'STRING', sensitive: false },
  ],
  splits: { kind: 'LINES', lineEnds: [10, 13], heldBack: 0 },
};

/** Instant transfers that a payment office reports, one line each */
export interface Transfers {
  /** STRING; required (FATAL), at most 35 characters (ERROR). */
  id: string;
  /**
   * DECIMAL with decimal separator ",", group separator SPACE, a sign after the digits and optional "EUR" or "€";
   * required (FATAL), at least 0.01 (ERROR), at most 10000000 (WARNING).
   */
  amount: string;
  /** DECIMAL with decimal separator "," and optional "EUR" or "€"; at least 0 (ERROR). */
  fee: string | null;
  /** TIMESTAMP; the instant of day and time in Europe/Berlin. */
  received: string | null;
  /** TIMESTAMP in the format yyyy-MM-dd'T'HH:mm:ssXXX; satisfying confirmed >= received (WARNING). */
  confirmed: string | null;
  /** DECIMAL; amount + (fee, or 0 if null). */
  total: string | null;
  /** TIME from 00:00 to 24:00. */
  cutOff: string | null;
  /** STRING; mapped ("O" to "online", "B" to "branch", "T" to "telephone"), other texts refused. */
  channel: string | null;
}

// id
const idColumn = { field: 'id', column: 'Reference' };
const idType: Rule = {
  ...idColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'id must be a STRING',
};
const idRequired: Rule = {
  ...idColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:id',
  message: 'id is required',
};
const idReference: Rule = {
  ...idColumn,
  severity: 'ERROR',
  code: 'MAX_LENGTH',
  ruleId: 'reference',
  message: 'id must have at most 35 characters',
};

/** Reads id from the column "Reference": STRING; required (FATAL), at most 35 characters (ERROR). */
function readId(cell: string | undefined, record: RecordReport): string | null {
  return validateId(textOrNull(cell), record);
}

/** Applies the rules of id. */
function validateId(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(idRequired, null);
    return null;
  }

  // Must have at most 35 characters (ERROR).
  if (countCodePoints(value) > 35) record.addIssue(idReference, value);
  return value;
}

/** Checks id of a plain object. */
function checkId(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(idType, describeValue(inputValue));
  else validateId(value, record);
}

// amount
const amountColumn = { field: 'amount', column: 'Amount' };
const amountType: Rule = {
  ...amountColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message:
    'amount must be a DECIMAL with decimal separator ",", group separator SPACE, a sign after the digits and optional "EUR" or "\u20ac"',
};
const amountRequired: Rule = {
  ...amountColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:amount',
  message: 'amount is required',
};
const amountRule: Rule = {
  ...amountColumn,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'amount',
  message: 'the amount must be positive',
};
const amountLarge: Rule = {
  ...amountColumn,
  severity: 'WARNING',
  code: 'MAX_VALUE',
  ruleId: 'amount-large',
  message: 'an amount above 10000000 is looked at by a person',
};

/**
 * Reads amount from the column "Amount": DECIMAL with decimal separator ",", group separator SPACE, a sign after the
 * digits and optional "EUR" or "€"; required (FATAL), at least 0.01 (ERROR), at most 10000000 (WARNING).
 */
function readAmount(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateAmount(null, record);
  const value = toDecimal(
    dropGroups(moveTrailingSign(dropAffix(bare, ['EUR', '\u20ac'])), ',', [' \xa0\u2009\u202f'], false),
    ',',
  );
  return value === null ? record.addIssue(amountType, text) : validateAmount(value, record);
}

/** Applies the rules of amount. */
function validateAmount(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(amountRequired, null);
    return null;
  }

  // Must be at least 0.01 (ERROR).
  if (compareDecimals(value, '0.01') < 0) record.addIssue(amountRule, value);
  // Must be at most 10000000 (WARNING).
  if (compareDecimals(value, '10000000') > 0) record.addIssue(amountLarge, value);
  return value;
}

/** Checks amount of a plain object. */
function checkAmount(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(amountType, describeValue(inputValue));
  else validateAmount(value, record);
}

// fee
const feeColumn = { field: 'fee', column: 'Fee' };
const feeType: Rule = {
  ...feeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'fee must be a DECIMAL with decimal separator "," and optional "EUR" or "\u20ac"',
};
const feeRule: Rule = {
  ...feeColumn,
  severity: 'ERROR',
  code: 'MIN_VALUE',
  ruleId: 'fee',
  message: 'a fee is not negative',
};

/**
 * Reads fee from the column "Fee": DECIMAL with decimal separator "," and optional "EUR" or "€"; at least 0 (ERROR).
 */
function readFee(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateFee(null, record);
  const value = toDecimal(dropAffix(bare, ['EUR', '\u20ac']), ',');
  return value === null ? record.addIssue(feeType, text) : validateFee(value, record);
}

/** Applies the rules of fee. */
function validateFee(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be at least 0 (ERROR).
  if (compareDecimals(value, '0') < 0) record.addIssue(feeRule, value);
  return value;
}

/** Checks fee of a plain object. */
function checkFee(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(feeType, describeValue(inputValue));
  else validateFee(value, record);
}

// day
const dayColumn = { field: 'day', column: 'Day' };
const dayType: Rule = {
  ...dayColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'day must be a DATE in the format yyyy-MM-dd',
};
const dayRequired: Rule = {
  ...dayColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:day',
  message: 'day is required',
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

/** Reads day from the column "Day": DATE, not published; required (FATAL). */
function readDay(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateDay(null, record);
  const day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(dayType, text) : validateDay(bare, record);
}

/** Applies the rules of day. */
function validateDay(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(dayRequired, null);
    return null;
  }

  return value;
}

/** Checks day of a plain object. */
function checkDay(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, parseDayYyyyMMDd);
  if (value === undefined) record.addIssue(dayType, describeValue(inputValue));
  else validateDay(value, record);
}

// time
const timeColumn = { field: 'time', column: 'Time' };
const timeType: Rule = {
  ...timeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'time must be a TIME in the format HH:mm[:ss[.SSS]]',
};
const timeRequired: Rule = {
  ...timeColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:time',
  message: 'time is required',
};

/** Reads time from the column "Time": TIME, not published; required (FATAL). */
function readTime(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateTime(null, record);
  const value = toTime(bare);
  return value === null ? record.addIssue(timeType, text) : validateTime(value, record);
}

/** Applies the rules of time. */
function validateTime(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(timeRequired, null);
    return null;
  }

  return value;
}

/** Checks time of a plain object. */
function checkTime(inputValue: unknown, record: RecordReport): void {
  const value = toTimeValue(inputValue, toTime);
  if (value === undefined) record.addIssue(timeType, describeValue(inputValue));
  else validateTime(value, record);
}

// received
const receivedColumn = { field: 'received', column: null };
const receivedType: Rule = {
  ...receivedColumn,
  severity: 'FATAL',
  code: 'VALUE_NOT_COMPUTED',
  ruleId: null,
  message: 'received cannot be computed',
};
const receivedValueType: Rule = {
  ...receivedColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: "received must be a TIMESTAMP from 1970 to 2100 in the format yyyy-MM-dd'T'HH:mm:ss[.SSS]XXX",
};

/**
 * The offsets of Europe/Berlin from 1970 to 2100, of the tz database 2026f: seconds since the change before and the new
 * offset, in base 36.
 */
const timeZoneOfEuropeBerlin = createZone(
  3600,
  '5cstg0+5k0 902o0+2s0 9d1c0+5k0 9d1c0+2s0 9d1c0+5k0 9d1c0+2s0 9d1c0+5k0 9d1c0+2s0 9d1c0+5k0 ' +
    '9q000+2s0 9d1c0+5k0 9d1c0+2s0 9d1c0+5k0 9d1c0+2s0 9d1c0+5k0 9d1c0+2s0 9d1c0+5k0 9d1c0+2s0 9d1c0+5k0 ' +
    '9d1c0+2s0 9d1c0+5k0 9q000+2s0 9d1c0+5k0 9d1c0+2s0 9d1c0+5k0 9d1c0+2s0 9d1c0+5k0 9d1c0+2s0 9d1c0+5k0 ' +
    '9d1c0+2s0 9d1c0+5k0 9d1c0+2s0 9q000+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 ' +
    'b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 ' +
    'b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 ' +
    'asw00+2s0 7x6o0+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 ' +
    'asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7x6o0+5k0 ' +
    'asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7x6o0+5k0 ' +
    'asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 ' +
    'b5uo0+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 ' +
    'b5uo0+2s0 7k800+5k0 b5uo0+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 b5uo0+2s0 7k800+5k0 ' +
    'b5uo0+2s0 7k800+5k0 b5uo0+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 ' +
    'b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 ' +
    'b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 ' +
    'asw00+2s0 7x6o0+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 ' +
    'asw00+2s0 7x6o0+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7x6o0+5k0 ' +
    'asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7x6o0+5k0 ' +
    'asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 ' +
    'b5uo0+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 ' +
    'b5uo0+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 b5uo0+2s0 7k800+5k0 ' +
    'b5uo0+2s0 7k800+5k0 b5uo0+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 b5uo0+2s0 7k800+5k0 ' +
    'b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 ' +
    'b5uo0+2s0 7k800+5k0 b5uo0+2s0 7k800+5k0 b5uo0+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 asw00+2s0 7x6o0+5k0 ' +
    'asw00+2s0 7x6o0+5k0 b5uo0+2s0',
);

/**
 * Computes received: TIMESTAMP; the instant of day and time in Europe/Berlin.
 *
 *     timestamp(day, time, "Europe/Berlin")
 */
function computeReceived(values: Pick<Values, 'day' | 'time'>, record: RecordReport): string | null {
  if (record.isInvalid('day', 'time')) return record.markInvalid('received');
  const value = toInstantOrFail(
    toDayOrNull(values.day, parseDayYyyyMMDd),
    values.time,
    timeZoneOfEuropeBerlin,
    'Europe/Berlin',
    record,
  );
  if (record.hasFailed) return record.addNotComputed(receivedType, false);
  return value;
}

/** Checks received of a plain object. */
function checkReceived(inputValue: unknown, record: RecordReport): string | null {
  const value = toTimestampValue(inputValue);
  if (value === undefined) return record.addIssue(receivedValueType, describeValue(inputValue));
  return value;
}

// confirmed
const confirmedColumn = { field: 'confirmed', column: 'Confirmed' };
const confirmedType: Rule = {
  ...confirmedColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: "confirmed must be a TIMESTAMP from 1970 to 2100 in the format yyyy-MM-dd'T'HH:mm:ssXXX",
};
const confirmedOrder: Rule = {
  ...confirmedColumn,
  severity: 'WARNING',
  code: 'EXPRESSION',
  ruleId: 'order',
  message: 'the transfer was confirmed before it was received',
};

/** Parses yyyy-MM-dd'T'HH:mm:ssXXX, for example 2024-12-31T13:45:06+01:00. Returns null for any other text. */
function parseLocalYyyyMMDdTHHMmSsXXX(text: string): DateParts | null {
  const yearEnd = findSignedDigitsEnd(text, 0, 0);
  if (
    text[yearEnd] !== '-' ||
    text[yearEnd + 3] !== '-' ||
    text[yearEnd + 6] !== 'T' ||
    text[yearEnd + 9] !== ':' ||
    text[yearEnd + 12] !== ':'
  )
    return null;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  const hour = parseTwoDigits(text, yearEnd + 7);
  const minute = parseTwoDigits(text, yearEnd + 10);
  const second = parseTwoDigits(text, yearEnd + 13);
  const offset = parseOffsetColonMinutes(text, yearEnd + 15, text.length);
  if (!(hour <= 23 && minute <= 59 && second <= 59) || Number.isNaN(offset)) return null;
  const epochDay = toEpochDay(year, month, day);
  if (Number.isNaN(epochDay)) return null;
  return { year, month, day, hour, minute, second, nano: NaN, offset };
}

/** Converts yyyy-MM-dd'T'HH:mm:ssXXX to RFC 3339 in UTC. Returns null for any other text. */
function toInstantYyyyMMDdTHHMmSsXXX(text: string): string | null {
  const parts = parseLocalYyyyMMDdTHHMmSsXXX(text);
  if (parts === null) return null;
  return formatUtc(instantAtOffset(parts), '');
}

/**
 * Reads confirmed from the column "Confirmed": TIMESTAMP in the format yyyy-MM-dd'T'HH:mm:ssXXX; satisfying confirmed
 * >= received (WARNING).
 */
function readConfirmed(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toInstantYyyyMMDdTHHMmSsXXX(bare);
  return value === null ? record.addIssue(confirmedType, text) : value;
}

/** Checks confirmed of a plain object. */
function checkConfirmed(inputValue: unknown, record: RecordReport): string | null {
  const value = toTimestampValue(inputValue);
  if (value === undefined) return record.addIssue(confirmedType, describeValue(inputValue));
  return value;
}

// total
const totalColumn = { field: 'total', column: null };
const totalType: Rule = {
  ...totalColumn,
  severity: 'FATAL',
  code: 'VALUE_NOT_COMPUTED',
  ruleId: null,
  message: 'total cannot be computed',
};
const totalValueType: Rule = {
  ...totalColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'total must be a DECIMAL with decimal separator "."',
};

/**
 * Computes total: DECIMAL; amount + (fee, or 0 if null).
 *
 *     amount + coalesce(fee, 0)
 */
function computeTotal(values: Pick<Values, 'amount' | 'fee'>, record: RecordReport): string | null {
  if (record.isInvalid('amount', 'fee')) return record.markInvalid('total');
  const value = addNumbers(values.amount, firstNotNull([() => values.fee, () => '0']), record);
  if (record.hasFailed) return record.addNotComputed(totalType, false);
  return value;
}

/** Checks total of a plain object. */
function checkTotal(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(totalValueType, describeValue(inputValue));
}

// cutOff
const cutOffColumn = { field: 'cutOff', column: 'Cut-off' };
const cutOffType: Rule = {
  ...cutOffColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'cutOff must be a TIME in the format HH:mm[:ss[.SSS]], up to 24:00',
};

/** Reads cutOff from the column "Cut-off": TIME from 00:00 to 24:00. */
function readCutOff(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toTimeOrEndOfDay(bare);
  return value === null ? record.addIssue(cutOffType, text) : value;
}

/** Checks cutOff of a plain object. */
function checkCutOff(inputValue: unknown, record: RecordReport): void {
  const value = toTimeValue(inputValue, toTimeOrEndOfDay);
  if (value === undefined) record.addIssue(cutOffType, describeValue(inputValue));
}

// channel
const channelColumn = { field: 'channel', column: 'Channel' };
const channelType: Rule = {
  ...channelColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'channel must be a STRING',
};
const channelWordMismatch: Rule = {
  ...channelColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'channel must be one of the codes O, B, T',
};
const channelWordCodes: ReadonlyMap<string, string> = new Map([
  ['O', 'online'],
  ['B', 'branch'],
  ['T', 'telephone'],
]);

/**
 * Reads channel from the column "Channel": STRING; mapped ("O" to "online", "B" to "branch", "T" to "telephone"), other
 * texts refused.
 */
function readChannel(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = channelWordCodes.get(text) ?? (isBlank(text) ? null : undefined);
    if (corrected === undefined) return record.addIssue(channelWordMismatch, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, channelColumn, text);
  return textOrNull(text);
}

/** Checks channel of a plain object. */
function checkChannel(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(channelType, describeValue(inputValue));
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' ? null : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface Values {
  id: string | null;
  amount: string | null;
  fee: string | null;
  day: string | null;
  time: string | null;
  received: string | null;
  confirmed: string | null;
  total: string | null;
  cutOff: string | null;
  channel: string | null;
}

/** The values of the fields that rules on several fields need. */
interface RelatedValues {
  received: string | null;
  confirmed: string | null;
}

/** Applies the rules that need the values of several fields. */
function validateTogether(values: RelatedValues, record: RecordReport): void {
  // order (WARNING): confirmed >= received
  if (!record.isInvalid('confirmed', 'received')) {
    const holds = isNot(isEarlierInstant(values.confirmed, values.received));
    if (holds === false)
      record.addExpressionIssue({
        rule: confirmedOrder,
        text: values.confirmed,
        isMasked: false,
        read: [readValue('confirmed', values.confirmed, false), readValue('received', values.received, false)],
      });
  }
}

/** The column names of the fields in the header. */
const columns = {
  id: { column: 'Reference', field: 'id', required: true },
  amount: { column: 'Amount', field: 'amount', required: true },
  fee: { column: 'Fee', field: 'fee', required: false },
  day: { column: 'Day', field: 'day', required: true },
  time: { column: 'Time', field: 'time', required: true },
  confirmed: { column: 'Confirmed', field: 'confirmed', required: false },
  cutOff: { column: 'Cut-off', field: 'cutOff', required: false },
  channel: { column: 'Channel', field: 'channel', required: false },
};

/** The CSV dialect of the file. */
const dialect: Omit<CsvDialect, 'maxRecordBytes' | 'maxColumns'> = {
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
  columns: { named: columns },
  recordWhen: null,
};

/** Reads all fields of a record: corrects, parses and validates them. */
function readRecord({ cells, at }: CsvRecord<keyof typeof columns>, record: RecordReport): Values {
  const values: Values = {
    id: readId(cells[at.id], record),
    amount: readAmount(cells[at.amount], record),
    fee: readFee(cells[at.fee], record),
    day: readDay(cells[at.day], record),
    time: readTime(cells[at.time], record),
    received: null,
    confirmed: readConfirmed(cells[at.confirmed], record),
    total: null,
    cutOff: readCutOff(cells[at.cutOff], record),
    channel: readChannel(cells[at.channel], record),
  };
  if (record.lacksCells) {
    if (cells[at.amount] === undefined) record.markInvalid('amount');
    if (cells[at.fee] === undefined) record.markInvalid('fee');
    if (cells[at.day] === undefined) record.markInvalid('day');
    if (cells[at.time] === undefined) record.markInvalid('time');
    if (cells[at.confirmed] === undefined) record.markInvalid('confirmed');
  }

  values.received = computeReceived(values, record);
  values.total = computeTotal(values, record);
  validateTogether(values, record);
  return values;
}

/** Creates the source of a file's records. */
function records(options: TransformOptions): CsvRecordSource<keyof typeof columns> {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  const maxColumns = limitColumns(10, options);
  return createCsvRecordSource({ ...dialect, maxRecordBytes, maxColumns }, createUtf8Input(options.from), options.from);
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toJson(values: Values): string {
  let json = '';
  json += '{"id":' + toJsonString(values.id);
  json += ',"amount":' + toJsonNumber(values.amount);
  json += ',"fee":' + toJsonNumber(values.fee);
  json += ',"received":' + toJsonString(values.received);
  json += ',"confirmed":' + toJsonString(values.confirmed);
  json += ',"total":' + toJsonNumber(values.total);
  json += ',"cutOff":' + toJsonString(values.cutOff);
  json += ',"channel":' + toJsonString(values.channel);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toKey(values: Values): string | null {
  return values.id;
}

/** Returns the record as an object. */
function toRecord(values: Values): Transfers {
  return {
    id: values.id as string,
    amount: values.amount as string,
    fee: values.fee,
    received: values.received,
    confirmed: values.confirmed,
    total: values.total,
    cutOff: values.cutOff,
    channel: values.channel,
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
    readId,
    readAmount,
    readFee,
    readDay,
    readTime,
    computeReceived,
    readConfirmed,
    computeTotal,
    readCutOff,
    readChannel,
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
): AsyncGenerator<RecordOutcome<Transfers>> {
  return readRecords(reader, records(options), { chunks: source, options });
}

/** Checks a plain object against the types and rules of the fields. */
export function check(value: unknown): Issue[] {
  return checkRecord(value, (member, record) => {
    const values: RelatedValues = { received: null, confirmed: null };
    checkId(member('id'), record);
    checkAmount(member('amount'), record);
    checkFee(member('fee'), record);
    if (member('day') !== null) checkDay(member('day'), record);
    if (member('time') !== null) checkTime(member('time'), record);
    values.received = checkReceived(member('received'), record);
    values.confirmed = checkConfirmed(member('confirmed'), record);
    checkTotal(member('total'), record);
    checkCutOff(member('cutOff'), record);
    checkChannel(member('channel'), record);
    validateTogether(values, record);
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  return createRecordTransformer(reader, records(options), options);
}
