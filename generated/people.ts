// Compiled by Specmill from a spec: change the spec, not this file.
import {
  TOO_LONG,
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
  findDigitsEnd,
  findOffsetColonMinutesEnd,
  findSignedDigitsEnd,
  formatYear,
  isBlank,
  limitColumns,
  limitRecordBytes,
  monthNameLength,
  normalizeDecimal,
  padNumber,
  parseDigits,
  parseMonthName,
  parseOffsetColonMinutes,
  parseTwoDigits,
  parseYear,
  readRecords,
  toBigInt,
  toBoolean,
  toBooleanValue,
  toDateValue,
  toDecimal,
  toDecimalValue,
  toEpochDay,
  toInteger,
  toIntegerValue,
  toJsonBoolean,
  toJsonString,
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
import { fastReader } from './people.fast.ts';

/** The spec of this module. */
export const spec: SpecInfo = {
  name: 'people',
  version: 'e22a9737849fec283bf21f796c415c80b7d69e37c3acfa457f8e814a8e7300b5',
  format: 'CSV',
  encoding: 'utf-8',
  fields: [
    { name: 'personId', type: 'INTEGER', sensitive: false },
    { name: 'lastName', type: 'STRING', sensitive: true },
    { name: 'firstName', type: 'STRING', sensitive: true },
    { name: 'middleNames', type: 'STRING', sensitive: true },
    { name: 'birthName', type: 'STRING', sensitive: true },
    { name: 'nickname', type: 'STRING', sensitive: false },
    { name: 'title', type: 'STRING', sensitive: false },
    { name: 'sex', type: 'STRING', sensitive: false },
    { name: 'birthDate', type: 'DATE', sensitive: true },
    { name: 'birthPlace', type: 'STRING', sensitive: false },
    { name: 'deathDate', type: 'DATE', sensitive: false },
    { name: 'nationality', type: 'STRING', sensitive: false },
    { name: 'email', type: 'STRING', sensitive: true },
    { name: 'phone', type: 'STRING', sensitive: true },
    { name: 'street', type: 'STRING', sensitive: true },
    { name: 'houseNumber', type: 'STRING', sensitive: true },
    { name: 'postcode', type: 'STRING', sensitive: false },
    { name: 'city', type: 'STRING', sensitive: false },
    { name: 'country', type: 'STRING', sensitive: false },
    { name: 'occupation', type: 'STRING', sensitive: false },
    { name: 'heightCm', type: 'INTEGER', sensitive: false },
    { name: 'weightKg', type: 'DECIMAL', sensitive: false },
    { name: 'active', type: 'BOOLEAN', sensitive: false },
    { name: 'joinedOn', type: 'DATE', sensitive: false },
    { name: 'leftOn', type: 'DATE', sensitive: false },
    { name: 'fee', type: 'DECIMAL', sensitive: false },
    { name: 'language', type: 'STRING', sensitive: false },
    { name: 'updatedOn', type: 'DATE', sensitive: false },
    { name: 'note', type: 'STRING', sensitive: false },
  ],
  splits: { kind: 'LINES', lineEnds: [10, 13], heldBack: 0 },
};

/** The register of members */
export interface People {
  /** INTEGER; required (FATAL), at least 100000000000000000 (FATAL). */
  personId: bigint;
  /**
   * STRING, sensitive; trimmed; required (FATAL), at most 80 characters (ERROR), matching [\p{L}\p{M}'’ .-]+ (WARNING).
   */
  lastName: string;
  /** STRING, sensitive; trimmed; at most 80 characters (ERROR). */
  firstName: string | null;
  /** STRING, sensitive. */
  middleNames: string | null;
  /** STRING, sensitive. */
  birthName: string | null;
  /** STRING. */
  nickname: string | null;
  /** STRING. */
  title: string | null;
  /** STRING; converted to lower case; one of f, m, x (ERROR). */
  sex: string | null;
  /** DATE, sensitive; from 1900-01-01 to today (ERROR). */
  birthDate: string | null;
  /** STRING. */
  birthPlace: string | null;
  /** DATE; from 1900-01-01 to today (ERROR). */
  deathDate: string | null;
  /** STRING; converted to upper case; matching [A-Z]{2} (WARNING). */
  nationality: string | null;
  /** STRING, sensitive; trimmed, then converted to lower case; matching [^@\s]+@[^@\s]+\.[a-z]{2,} (WARNING). */
  email: string | null;
  /** STRING, sensitive; \(0\) replaced by "", then [\s()/.-]+ replaced by ""; matching \+?[0-9]{6,15} (WARNING). */
  phone: string | null;
  /** STRING, sensitive. */
  street: string | null;
  /** STRING, sensitive. */
  houseNumber: string | null;
  /** STRING; at least 4 characters (WARNING). */
  postcode: string | null;
  /** STRING. */
  city: string | null;
  /** STRING; converted to upper case, then "DE" if null; matching [A-Z]{2} (ERROR). */
  country: string | null;
  /** STRING. */
  occupation: string | null;
  /** INTEGER; at least 40 (WARNING), at most 250 (WARNING). */
  heightCm: bigint | null;
  /** DECIMAL; at least 1.5 (WARNING), at most 400 (WARNING). */
  weightKg: string | null;
  /** BOOLEAN; "true" if null. */
  active: boolean | null;
  /** DATE; converted from yyyy-MM-dd, d.M.yyyy or d MMMM yyyy to yyyy-MM-dd; from 1949-05-23 to today (ERROR). */
  joinedOn: string | null;
  /** DATE; from 1949-05-23 to today+1y (ERROR). */
  leftOn: string | null;
  /** DECIMAL; one of 0, 12, 24.5, 60 (ERROR). */
  fee: string | null;
  /** STRING; required (WARNING), may be null, one of de, en, fr, pl, tr, uk, ar, zh (ERROR). */
  language: string | null;
  /** DATE; converted from yyyy-MM-dd'T'HH:mm:ss[XXX] to yyyy-MM-dd. */
  updatedOn: string | null;
  /** STRING; trimmed; at most 200 characters (WARNING). */
  note: string | null;
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

/** Matches [A-Z]{2}. */
const matchesCode = createMatcher('1t-p', ',1:2;,1:3;!');

/** Formats a date as yyyy-MM-dd, for example 2024-12-31. */
function formatDateYyyyMMDd(parts: DateParts): string {
  return formatYear(parts.year, 4) + '-' + padNumber(parts.month, 2) + '-' + padNumber(parts.day, 2);
}

// personId
const personIdColumn = { field: 'personId', column: 'person_id' };
const personIdType: Rule = {
  ...personIdColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'personId must be an INTEGER',
};
const personIdRequired: Rule = {
  ...personIdColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:personId',
  message: 'personId is required',
};
const personIdRange: Rule = {
  ...personIdColumn,
  severity: 'FATAL',
  code: 'MIN_VALUE',
  ruleId: 'id-range',
  message: "a person's number has 18 digits",
};

/** Reads personId from the column "person_id": INTEGER; required (FATAL), at least 100000000000000000 (FATAL). */
function readPersonId(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validatePersonId(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(personIdType, text) : validatePersonId(value, record);
}

/** Applies the rules of personId. */
function validatePersonId(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(personIdRequired, null);
    return null;
  }

  // Must be at least 100000000000000000 (FATAL).
  if (compareDecimals(value, '100000000000000000') < 0) record.addIssue(personIdRange, value);
  return value;
}

/** Checks personId of a plain object. */
function checkPersonId(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(personIdType, describeValue(inputValue));
  else validatePersonId(value, record);
}

// lastName
const lastNameColumn = { field: 'lastName', column: 'last_name' };
const lastNameType: Rule = {
  ...lastNameColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'lastName must be a STRING',
};
const lastNameRequired: Rule = {
  ...lastNameColumn,
  severity: 'FATAL',
  code: 'REQUIRED',
  ruleId: 'required:lastName',
  message: 'lastName is required',
};
const lastNameLength: Rule = {
  ...lastNameColumn,
  severity: 'ERROR',
  code: 'MAX_LENGTH',
  ruleId: 'last-name-length',
  message: 'lastName must have at most 80 characters',
};
const lastNameLetters: Rule = {
  ...lastNameColumn,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'last-name-letters',
  message: 'a name is made of letters',
};

/** Matches [\p{L}\p{M}'’ .-]+. */
const matchesLastNameLetters = createMatcher(
  'w 6 5-1 i-p 6-p 1b a 4 5-m 1-u 1-cp 4-b e-4 7 1 h-38 1-1 2-3 1 6 1-2 1 1-j 1-2a 1-3u 1-4s 1-11 2 ' +
    '6-14 8-18 1 1-1 1-1 1 8-q 4-3 t-a 5-1r e-2t 1-7 2-9 1-5 a-2 2 g-1m 2-2s o-17 4 2 2-19 i-r 4-a 5-n ' +
    '1-5 9-21 1-3k d-i 1-7 2-1 2-l 1-6 1 3-3 2-8 2-1 2-3 8 4-1 1-4 c-1 a 1 2-2 1-5 4-1 2-l 1-6 1-1 1-1 ' +
    '1-1 2 1-4 4-1 2-2 3 7-3 1 h-5 b-2 1-8 1-2 1-l 1-6 1-1 1-4 2-9 1-2 1-2 2 f-3 l-6 1-2 1-7 2-1 2-l 1-6 ' +
    '1-1 1-4 2-8 2-1 2-2 7-2 4-1 1-4 d g-1 1-5 3-2 1-3 3-1 1 1-1 3-1 3-2 3-b 4-4 3-2 1-3 2 6 14-c 1-2 ' +
    '1-m 1-f 2-8 1-2 1-3 7-1 1-2 2 2-3 s-3 1-7 1-2 1-m 1-9 1-4 2-8 1-2 1-3 7-1 6-1 1-3 d-2 c-c 1-2 1-1e ' +
    '1-2 1-4 5-3 7-4 m-5 1-2 1-h 3-n 1-8 1 2-6 3 4-5 1 1-7 i-1 d-1l 5-e 1e-1 1 1-4 1-n 1 1-m 2-4 1 1-6 ' +
    'd-3 w n-1 r 1 1 4-9 1-z 4-j 1-h 1-z 9 1l-1r g-1r a-3 2-11 1 5 2-16 1-98 1-3 2-6 1 1-3 2-14 1-3 2-w ' +
    '1-3 2-6 1 1-3 2-e 1-1k 1-3 2-1u 2-2 w-f g-2d 2-5 3-h7 2-g 1-p 5-22 6-7 7-l 9-l b-j c-c 1-2 1-1 c-2b ' +
    '3 4-1 19-2 1 g-2g 7-16 5-1x a-u 1-b 4-b k-t 2-4 b-17 4-p 1i-r 4-1q 1-s 2 13 8-u 1d-24 u-8 c-1b a-1l ' +
    'c-1j l-2 a-z 2-8 7-16 2-2 g-2 1-12 5-et 2-5 2-11 2-5 2-7 1 1 1 1-u 2-1g 1-6 1 3-2 1-6 3-3 2-5 4-c ' +
    '5-2 1-6 s 2f d g-c 1f-w h 4 2-9 1 3-4 6 1 1 1-3 1-a 2-3 5-4 4 1g-1 22j-6c 6-8 c-11 1 5 2-1j 7 f-n ' +
    '9-6 1-6 1-6 1-6 1-6 1-6 1-6 1-6 1-v 1b d1-1 z-5 1-4 5-1 4-2d 2-1 2-2 1-2h 1-3 5-16 1-2l h-v 1c-f ' +
    'e8-533 1s-h3g 1v-19 2-7g 3-f a-1 k-1e 1-9 1-2u a-1 11-8 2-2u 2-1r 5-1 1 1-4 o-1h 4 j-1f c-1x q-n 3 ' +
    '1-2 a-z 2-z c-s 3-1s e g-f a-4 1-1i 9-d i-m 3-20 o-2 2-f 2-4 a-5 2-5 2-5 9-6 1-6 1-16 1-d 6-3e 1-1 ' +
    'i-8mb c-m 4-1c 6is-a5 2-2x 12-6 c-4 5-b 1-c 1-4 1 1-1 1-1 1-2z x-a2 i-1r 2-1h 14-b 4-f g-f 1s-4 ' +
    '1-3q 10-p 6-p b-2g 3-5 2-5 2-5 2-2 z-b 1-p 1-i 1-1 1-e 2-d y-3e 76 3m-s 3-1c f v-v d-j 1-7 6-16 5-t ' +
    '2-z 4-7 1c-4d i-z 4-z 4-13 8-1f c-a 1-e 1-6 1-1 1-a 1-e 1-6 1-1 1v-8m 9-l a-7 o-5 1-15 1-8 1x-5 2 ' +
    '1-17 1-1 3 2-m a-m 9-u 1t-i 1-1 a-l a-p 1y-1j 6-1 1s-3 1-1 5-7 1-2 1-s 2-2 4 w-s 3-s z-7 1-t p-1h ' +
    'a-l a-i d-h 32-20 1j-1e d-1e d-13 9k-15 1-1 3-1 23-v a 8-w v-l 16-k r-m 9-1y 15-5 9-1n 7 d-o n-1g ' +
    'f-3 8-z 2 9-1w 4-3 1-1 a 1 z-h 1-10 6-3 1q-6 1 1-3 1-e 1-9 7-1m l-3 1-7 2-1 2-l 1-6 1-1 1-4 1-9 2-1 ' +
    '2-2 2 6 5-6 2-6 3-4 3v-22 j-3 u-1x 1 54-1h 2-8 n-5 y-1s 3 1n-1k 1z-q 2-e k-6 55-1m 2t-1r v-7 2 2-7 ' +
    '1-1 1-t 1-1 2-8 2k-7 2-19 2-7 1-1 r-1q 8 8-21 3 i-20 7b-8 1-18 1-8 1d-t 2-l 1-d 21-6 1-1 1-17 3 1-1 ' +
    '1-8 o-5 1-1 1-10 1-1 1-5 93-m 9-g 1-14 3-4 31 27-pl 6e-5f 218-2o f-tr g-l 33e-g6 6nt-fs 7-u h-26 ' +
    'h-t 2-4 b-1i 9-3 v-k 5-i j4-1r 3k-22 4-1k 7-g 1s-1 1-1 b-1 e-4qf 8-yd 16-8 6w7-3 1-6 1-1 1-82 f t-2 ' +
    '2 e-3 8-az 1s4-2y 5-c 3-8 7-9 3-1 3mp-19 2-m f2-4 3-5 8-7 2-6 u-3 44-2 cb-2c 1-1y 1-1 2 2-1 2-3 1-b ' +
    '1 1-6 1-1s 1-3 2-7 1-6 1-r 1-3 1-4 1 3-6 1-9f 2-o 1-o 1-u 1-o 1-u 1-o 1-u 1-o 1-u 1-o 1-7 fo-1i ' +
    '4-1d 8 e m-4 1-e uo-u 6-5 5x-6 1-g 2-6 1-1 1-4 5-1p x 34-18 3-d g 8x-u h-1b dc-v kw-6 1-3 1-1 1-e ' +
    '1-5g b-6 15-23 xg-3 1-q 1-1 1 2 1-9 1-3 1 1 6 4 1 1 1-2 1-1 1 2 1 1 1 1 1-1 1 2-3 1-6 1-3 1-3 1 1-9 ' +
    '1-g 5-2 1-4 1-g 3es-wyn w-37d 6-65 2-4g1 e-5rk 2e7-f1 15u-3t6 5-38f f9e8-6n',
  ',1:2;!,1:2',
);

/**
 * Reads lastName from the column "last_name": STRING, sensitive; trimmed; required (FATAL), at most 80 characters
 * (ERROR), matching [\p{L}\p{M}'’ .-]+ (WARNING).
 */
function readLastName(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return validateLastName(textOrNull(text), record);
}

/** Applies the rules of lastName. */
function validateLastName(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(lastNameRequired, null);
    return null;
  }

  // Must have at most 80 characters (ERROR).
  if (countCodePoints(value) > 80) record.addMaskedIssue(lastNameLength, value);
  // Must match [\p{L}\p{M}'’ .-]+ (WARNING).
  if (!matchesLastNameLetters(value)) record.addMaskedIssue(lastNameLetters, value);
  return value;
}

/** Checks lastName of a plain object. */
function checkLastName(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(lastNameType, describeValue(inputValue));
  else validateLastName(value, record);
}

// firstName
const firstNameColumn = { field: 'firstName', column: 'first_name' };
const firstNameType: Rule = {
  ...firstNameColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'firstName must be a STRING',
};
const firstNameLength: Rule = {
  ...firstNameColumn,
  severity: 'ERROR',
  code: 'MAX_LENGTH',
  ruleId: 'first-name-length',
  message: 'firstName must have at most 80 characters',
};

/** Reads firstName from the column "first_name": STRING, sensitive; trimmed; at most 80 characters (ERROR). */
function readFirstName(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return validateFirstName(textOrNull(text), record);
}

/** Applies the rules of firstName. */
function validateFirstName(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must have at most 80 characters (ERROR).
  if (countCodePoints(value) > 80) record.addMaskedIssue(firstNameLength, value);
  return value;
}

/** Checks firstName of a plain object. */
function checkFirstName(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(firstNameType, describeValue(inputValue));
  else validateFirstName(value, record);
}

// middleNames
const middleNamesColumn = { field: 'middleNames', column: 'middle_names' };
const middleNamesType: Rule = {
  ...middleNamesColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'middleNames must be a STRING',
};

/** Reads middleNames from the column "middle_names": STRING, sensitive. */
function readMiddleNames(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks middleNames of a plain object. */
function checkMiddleNames(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(middleNamesType, describeValue(inputValue));
}

// birthName
const birthNameColumn = { field: 'birthName', column: 'birth_name' };
const birthNameType: Rule = {
  ...birthNameColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'birthName must be a STRING',
};

/** Reads birthName from the column "birth_name": STRING, sensitive. */
function readBirthName(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks birthName of a plain object. */
function checkBirthName(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(birthNameType, describeValue(inputValue));
}

// nickname
const nicknameColumn = { field: 'nickname', column: 'nickname' };
const nicknameType: Rule = {
  ...nicknameColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'nickname must be a STRING',
};

/** Reads nickname from the column "nickname": STRING. */
function readNickname(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks nickname of a plain object. */
function checkNickname(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(nicknameType, describeValue(inputValue));
}

// title
const titleColumn = { field: 'title', column: 'title' };
const titleType: Rule = {
  ...titleColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'title must be a STRING',
};

/** Reads title from the column "title": STRING. */
function readTitle(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks title of a plain object. */
function checkTitle(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(titleType, describeValue(inputValue));
}

// sex
const sexColumn = { field: 'sex', column: 'sex' };
const sexType: Rule = {
  ...sexColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'sex must be a STRING',
};
const sexKnown: Rule = {
  ...sexColumn,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-sex',
  message: 'sex must be one of f, m, x',
};

/** Reads sex from the column "sex": STRING; converted to lower case; one of f, m, x (ERROR). */
function readSex(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toLowerCase());
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, sexColumn, text);
  return validateSex(textOrNull(text), record);
}

/** Applies the rules of sex. */
function validateSex(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be one of f, m, x (ERROR).
  if (value !== 'f' && value !== 'm' && value !== 'x') record.addIssue(sexKnown, value);
  return value;
}

/** Checks sex of a plain object. */
function checkSex(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(sexType, describeValue(inputValue));
  else validateSex(value, record);
}

// birthDate
const birthDateColumn = { field: 'birthDate', column: 'birth_date' };
const birthDateType: Rule = {
  ...birthDateColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'birthDate must be a DATE in the format yyyy-MM-dd',
};
const birthDateRange: Rule = {
  ...birthDateColumn,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'birth-date-range',
  message: 'the birth date is before 1900 or in the future',
};

/** Reads birthDate from the column "birth_date": DATE, sensitive; from 1900-01-01 to today (ERROR). */
function readBirthDate(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateBirthDate(null, NaN, record);
  const day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addMaskedIssue(birthDateType, text) : validateBirthDate(bare, day, record);
}

/** Applies the rules of birthDate. */
function validateBirthDate(value: string | null, day: number, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be from 1900-01-01 to today (ERROR).
  if (day < -25567 || day > record.today) record.addMaskedIssue(birthDateRange, value); // -25567 is 1900-01-01
  return value;
}

/** Checks birthDate of a plain object. */
function checkBirthDate(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  const day = typeof value === 'string' ? parseDayYyyyMMDd(value) : NaN;
  if (value === undefined || (value !== null && Number.isNaN(day)))
    record.addMaskedIssue(birthDateType, describeValue(inputValue));
  else validateBirthDate(value, day, record);
}

// birthPlace
const birthPlaceColumn = { field: 'birthPlace', column: 'birth_place' };
const birthPlaceType: Rule = {
  ...birthPlaceColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'birthPlace must be a STRING',
};

/** Reads birthPlace from the column "birth_place": STRING. */
function readBirthPlace(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks birthPlace of a plain object. */
function checkBirthPlace(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(birthPlaceType, describeValue(inputValue));
}

// deathDate
const deathDateColumn = { field: 'deathDate', column: 'death_date' };
const deathDateType: Rule = {
  ...deathDateColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'deathDate must be a DATE in the format yyyy-MM-dd',
};
const deathDateRange: Rule = {
  ...deathDateColumn,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'death-date-range',
  message: 'deathDate must be from 1900-01-01 to today',
};

/** Reads deathDate from the column "death_date": DATE; from 1900-01-01 to today (ERROR). */
function readDeathDate(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateDeathDate(null, NaN, record);
  const day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(deathDateType, text) : validateDeathDate(bare, day, record);
}

/** Applies the rules of deathDate. */
function validateDeathDate(value: string | null, day: number, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be from 1900-01-01 to today (ERROR).
  if (day < -25567 || day > record.today) record.addIssue(deathDateRange, value); // -25567 is 1900-01-01
  return value;
}

/** Checks deathDate of a plain object. */
function checkDeathDate(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  const day = typeof value === 'string' ? parseDayYyyyMMDd(value) : NaN;
  if (value === undefined || (value !== null && Number.isNaN(day)))
    record.addIssue(deathDateType, describeValue(inputValue));
  else validateDeathDate(value, day, record);
}

// nationality
const nationalityColumn = { field: 'nationality', column: 'nationality' };
const nationalityType: Rule = {
  ...nationalityColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'nationality must be a STRING',
};
const nationalityCode: Rule = {
  ...nationalityColumn,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'nationality-code',
  message: 'nationality must match [A-Z]{2}',
};

/** Reads nationality from the column "nationality": STRING; converted to upper case; matching [A-Z]{2} (WARNING). */
function readNationality(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, nationalityColumn, text);
  return validateNationality(textOrNull(text), record);
}

/** Applies the rules of nationality. */
function validateNationality(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must match [A-Z]{2} (WARNING).
  if (!matchesCode(value)) record.addIssue(nationalityCode, value);
  return value;
}

/** Checks nationality of a plain object. */
function checkNationality(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(nationalityType, describeValue(inputValue));
  else validateNationality(value, record);
}

// email
const emailColumn = { field: 'email', column: 'email' };
const emailType: Rule = {
  ...emailColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'email must be a STRING',
};
const emailShape: Rule = {
  ...emailColumn,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'email-shape',
  message: 'this is no e-mail address',
};

/** Matches [^@\s]+@[^@\s]+\.[a-z]{2,}. */
const matchesEmailShape = createMatcher(
  '9-4 i 3j 4bj 1vj-a t-1 5 1b 334 14vy/1a/1s/2p-p',
  '2,1:0,3:0;2,1:0,3:3;4,1:0,3:0;4,1:0,2:5,3:0;,0:4,2:5,4:6;,0:4,2:5,4:7;!,0:4,2:5,4:7',
);

/**
 * Reads email from the column "email": STRING, sensitive; trimmed, then converted to lower case; matching
 * [^@\s]+@[^@\s]+\.[a-z]{2,} (WARNING).
 */
function readEmail(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (text !== null) text = record.noteCorrection(text, text.toLowerCase());
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, emailColumn, text);
  return validateEmail(textOrNull(text), record);
}

/** Applies the rules of email. */
function validateEmail(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must match [^@\s]+@[^@\s]+\.[a-z]{2,} (WARNING).
  if (!matchesEmailShape(value)) record.addMaskedIssue(emailShape, value);
  return value;
}

/** Checks email of a plain object. */
function checkEmail(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(emailType, describeValue(inputValue));
  else validateEmail(value, record);
}

// phone
const phoneColumn = { field: 'phone', column: 'phone' };
const phoneType: Rule = {
  ...phoneColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'phone must be a STRING',
};
const phoneShape: Rule = {
  ...phoneColumn,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'phone-shape',
  message: 'this is no telephone number',
};

/** Replaces \(0\) with "". */
const replacePhoneZero = createReplacer('14/15/1c', '2/3/1', '2>1;1>2;0>3;!', []);

/** Replaces [\s()/.-]+ with "". */
const replacePhoneSigns = createReplacer('9-4 i 7-1 3-2 34 4bj 1vj-a t-1 5 1b 334 14vy', '1', '0>1;0>1,!', []);

/** Matches \+?[0-9]{6,15}. */
const matchesPhoneShape = createMatcher(
  '17/1c-9',
  ',1:2,2:3;,2:3;,2:4;,2:5;,2:6;,2:7;,2:8;!,2:9;!,2:a;!,2:b;!,2:c;!,2:d;!,2:e;!,2:f;!,2:g;!,2:h;!',
);

/**
 * Reads phone from the column "phone": STRING, sensitive; \(0\) replaced by "", then [\s()/.-]+ replaced by "";
 * matching \+?[0-9]{6,15} (WARNING).
 */
function readPhone(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = replacePhoneZero(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, phoneColumn, text);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) {
    const corrected = replacePhoneSigns(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, phoneColumn, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, phoneColumn, text);
  return validatePhone(textOrNull(text), record);
}

/** Applies the rules of phone. */
function validatePhone(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must match \+?[0-9]{6,15} (WARNING).
  if (!matchesPhoneShape(value)) record.addMaskedIssue(phoneShape, value);
  return value;
}

/** Checks phone of a plain object. */
function checkPhone(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(phoneType, describeValue(inputValue));
  else validatePhone(value, record);
}

// street
const streetColumn = { field: 'street', column: 'street' };
const streetType: Rule = {
  ...streetColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'street must be a STRING',
};

/** Reads street from the column "street": STRING, sensitive. */
function readStreet(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks street of a plain object. */
function checkStreet(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(streetType, describeValue(inputValue));
}

// houseNumber
const houseNumberColumn = { field: 'houseNumber', column: 'house_number' };
const houseNumberType: Rule = {
  ...houseNumberColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'houseNumber must be a STRING',
};

/** Reads houseNumber from the column "house_number": STRING, sensitive. */
function readHouseNumber(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks houseNumber of a plain object. */
function checkHouseNumber(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(houseNumberType, describeValue(inputValue));
}

// postcode
const postcodeColumn = { field: 'postcode', column: 'postcode' };
const postcodeType: Rule = {
  ...postcodeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'postcode must be a STRING',
};
const postcodeLength: Rule = {
  ...postcodeColumn,
  severity: 'WARNING',
  code: 'MIN_LENGTH',
  ruleId: 'postcode-length',
  message: 'a postcode has at least four characters',
};

/** Reads postcode from the column "postcode": STRING; at least 4 characters (WARNING). */
function readPostcode(cell: string | undefined, record: RecordReport): string | null {
  return validatePostcode(textOrNull(cell), record);
}

/** Applies the rules of postcode. */
function validatePostcode(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must have at least 4 characters (WARNING).
  if (countCodePoints(value) < 4) record.addIssue(postcodeLength, value);
  return value;
}

/** Checks postcode of a plain object. */
function checkPostcode(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(postcodeType, describeValue(inputValue));
  else validatePostcode(value, record);
}

// city
const cityColumn = { field: 'city', column: 'city' };
const cityType: Rule = {
  ...cityColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'city must be a STRING',
};

/** Reads city from the column "city": STRING. */
function readCity(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks city of a plain object. */
function checkCity(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(cityType, describeValue(inputValue));
}

// country
const countryColumn = { field: 'country', column: 'country' };
const countryType: Rule = {
  ...countryColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'country must be a STRING',
};
const countryCode: Rule = {
  ...countryColumn,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'country-code',
  message: 'country must match [A-Z]{2}',
};

/**
 * Reads country from the column "country": STRING; converted to upper case, then "DE" if null; matching [A-Z]{2}
 * (ERROR).
 */
function readCountry(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (text === null || isBlank(text)) text = record.noteCorrection(text, 'DE');
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, countryColumn, text);
  return validateCountry(textOrNull(text), record);
}

/** Applies the rules of country. */
function validateCountry(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must match [A-Z]{2} (ERROR).
  if (!matchesCode(value)) record.addIssue(countryCode, value);
  return value;
}

/** Checks country of a plain object. */
function checkCountry(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(countryType, describeValue(inputValue));
  else validateCountry(value, record);
}

// occupation
const occupationColumn = { field: 'occupation', column: 'occupation' };
const occupationType: Rule = {
  ...occupationColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'occupation must be a STRING',
};

/** Reads occupation from the column "occupation": STRING. */
function readOccupation(cell: string | undefined): string | null {
  return textOrNull(cell);
}

/** Checks occupation of a plain object. */
function checkOccupation(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(occupationType, describeValue(inputValue));
}

// heightCm
const heightCmColumn = { field: 'heightCm', column: 'height_cm' };
const heightCmType: Rule = {
  ...heightCmColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'heightCm must be an INTEGER',
};
const heightCmLow: Rule = {
  ...heightCmColumn,
  severity: 'WARNING',
  code: 'MIN_VALUE',
  ruleId: 'height-low',
  message: 'heightCm must be at least 40',
};
const heightCmHigh: Rule = {
  ...heightCmColumn,
  severity: 'WARNING',
  code: 'MAX_VALUE',
  ruleId: 'height-high',
  message: 'heightCm must be at most 250',
};

/** Reads heightCm from the column "height_cm": INTEGER; at least 40 (WARNING), at most 250 (WARNING). */
function readHeightCm(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateHeightCm(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(heightCmType, text) : validateHeightCm(value, record);
}

/** Applies the rules of heightCm. */
function validateHeightCm(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be at least 40 (WARNING).
  if (compareDecimals(value, '40') < 0) record.addIssue(heightCmLow, value);
  // Must be at most 250 (WARNING).
  if (compareDecimals(value, '250') > 0) record.addIssue(heightCmHigh, value);
  return value;
}

/** Checks heightCm of a plain object. */
function checkHeightCm(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(heightCmType, describeValue(inputValue));
  else validateHeightCm(value, record);
}

// weightKg
const weightKgColumn = { field: 'weightKg', column: 'weight_kg' };
const weightKgType: Rule = {
  ...weightKgColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'weightKg must be a DECIMAL with decimal separator "."',
};
const weightKgLow: Rule = {
  ...weightKgColumn,
  severity: 'WARNING',
  code: 'MIN_VALUE',
  ruleId: 'weight-low',
  message: 'weightKg must be at least 1.5',
};
const weightKgHigh: Rule = {
  ...weightKgColumn,
  severity: 'WARNING',
  code: 'MAX_VALUE',
  ruleId: 'weight-high',
  message: 'weightKg must be at most 400',
};

/** Reads weightKg from the column "weight_kg": DECIMAL; at least 1.5 (WARNING), at most 400 (WARNING). */
function readWeightKg(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateWeightKg(null, record);
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(weightKgType, text) : validateWeightKg(value, record);
}

/** Applies the rules of weightKg. */
function validateWeightKg(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be at least 1.5 (WARNING).
  if (compareDecimals(value, '1.5') < 0) record.addIssue(weightKgLow, value);
  // Must be at most 400 (WARNING).
  if (compareDecimals(value, '400') > 0) record.addIssue(weightKgHigh, value);
  return value;
}

/** Checks weightKg of a plain object. */
function checkWeightKg(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(weightKgType, describeValue(inputValue));
  else validateWeightKg(value, record);
}

// active
const activeColumn = { field: 'active', column: 'active' };
const activeType: Rule = {
  ...activeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'active must be a BOOLEAN',
};

/** Reads active from the column "active": BOOLEAN; "true" if null. */
function readActive(cell: string | undefined, record: RecordReport): boolean | null {
  let text = textOrNull(cell);
  if (text === null || isBlank(text)) text = record.noteCorrection(text, 'true');
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, activeColumn, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toBoolean(bare);
  return value === null ? record.addIssue(activeType, text) : value;
}

/** Checks active of a plain object. */
function checkActive(inputValue: unknown, record: RecordReport): void {
  const value = toBooleanValue(inputValue);
  if (value === undefined) record.addIssue(activeType, describeValue(inputValue));
}

// joinedOn
const joinedOnColumn = { field: 'joinedOn', column: 'joined_on' };
const joinedOnType: Rule = {
  ...joinedOnColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'joinedOn must be a DATE in the format yyyy-MM-dd, d.M.yyyy or d MMMM yyyy',
};
const joinedOnValueType: Rule = {
  ...joinedOnColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'joinedOn must be a DATE in the format yyyy-MM-dd',
};
const joinedOnRange: Rule = {
  ...joinedOnColumn,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'joined-range',
  message: 'joinedOn must be from 1949-05-23 to today',
};

/** Parses yyyy-MM-dd, for example 2024-12-31. Returns null for any other text. */
function parseDateYyyyMMDd(text: string): DateParts | null {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return null;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  const epochDay = toEpochDay(year, month, day);
  if (Number.isNaN(epochDay)) return null;
  return { year, month, day, hour: NaN, minute: NaN, second: NaN, nano: NaN, offset: NaN };
}

/** Parses d.M.yyyy, for example 31.12.2024. Returns null for any other text. */
function parseDateDMYyyy(text: string): DateParts | null {
  const dayEnd = findDigitsEnd(text, 0, 0);
  const monthEnd = findDigitsEnd(text, dayEnd + 1, 0);
  if (text[dayEnd] !== '.' || text[monthEnd] !== '.') return null;
  const day = parseDigits(text, 0, dayEnd);
  const month = parseDigits(text, dayEnd + 1, monthEnd);
  const year = parseYear(text, monthEnd + 1, text.length);
  const epochDay = toEpochDay(year, month, day);
  if (Number.isNaN(epochDay)) return null;
  return { year, month, day, hour: NaN, minute: NaN, second: NaN, nano: NaN, offset: NaN };
}

/** Parses d MMMM yyyy, for example 31 December 2024. Returns null for any other text. */
function parseDateDMMMMYyyy(text: string): DateParts | null {
  const dayEnd = findDigitsEnd(text, 0, 0);
  const month = parseMonthName(text, dayEnd + 1);
  const monthEnd = dayEnd + 1 + monthNameLength(month);
  if (text[dayEnd] !== ' ' || text[monthEnd] !== ' ') return null;
  const day = parseDigits(text, 0, dayEnd);
  const year = parseYear(text, monthEnd + 1, text.length);
  const epochDay = toEpochDay(year, month, day);
  if (Number.isNaN(epochDay)) return null;
  return { year, month, day, hour: NaN, minute: NaN, second: NaN, nano: NaN, offset: NaN };
}

/**
 * Reads joinedOn from the column "joined_on": DATE; converted from yyyy-MM-dd, d.M.yyyy or d MMMM yyyy to yyyy-MM-dd;
 * from 1949-05-23 to today (ERROR).
 */
function readJoinedOn(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  let day = NaN;
  if (text !== null && !isBlank(text)) {
    const date = parseDateYyyyMMDd(text) ?? parseDateDMYyyy(text) ?? parseDateDMMMMYyyy(text);
    if (date === null) return record.addIssue(joinedOnType, text);
    text = record.noteCorrection(text, formatDateYyyyMMDd(date));
    day = toEpochDay(date.year, date.month, date.day);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, joinedOnColumn, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateJoinedOn(null, NaN, record);
  if (Number.isNaN(day)) day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(joinedOnType, text) : validateJoinedOn(bare, day, record);
}

/** Applies the rules of joinedOn. */
function validateJoinedOn(value: string | null, day: number, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be from 1949-05-23 to today (ERROR).
  if (day < -7528 || day > record.today) record.addIssue(joinedOnRange, value); // -7528 is 1949-05-23
  return value;
}

/** Checks joinedOn of a plain object. */
function checkJoinedOn(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  const day = typeof value === 'string' ? parseDayYyyyMMDd(value) : NaN;
  if (value === undefined || (value !== null && Number.isNaN(day)))
    record.addIssue(joinedOnValueType, describeValue(inputValue));
  else validateJoinedOn(value, day, record);
}

// leftOn
const leftOnColumn = { field: 'leftOn', column: 'left_on' };
const leftOnType: Rule = {
  ...leftOnColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'leftOn must be a DATE in the format yyyy-MM-dd',
};
const leftOnRange: Rule = {
  ...leftOnColumn,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'left-range',
  message: 'leftOn must be from 1949-05-23 to today+1y',
};

/** Reads leftOn from the column "left_on": DATE; from 1949-05-23 to today+1y (ERROR). */
function readLeftOn(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateLeftOn(null, NaN, record);
  const day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(leftOnType, text) : validateLeftOn(bare, day, record);
}

/** Applies the rules of leftOn. */
function validateLeftOn(value: string | null, day: number, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be from 1949-05-23 to today+1y (ERROR).
  if (day < -7528 || day > addYears(record.today, 1)) record.addIssue(leftOnRange, value); // -7528 is 1949-05-23
  return value;
}

/** Checks leftOn of a plain object. */
function checkLeftOn(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  const day = typeof value === 'string' ? parseDayYyyyMMDd(value) : NaN;
  if (value === undefined || (value !== null && Number.isNaN(day)))
    record.addIssue(leftOnType, describeValue(inputValue));
  else validateLeftOn(value, day, record);
}

// fee
const feeColumn = { field: 'fee', column: 'fee_eur' };
const feeType: Rule = {
  ...feeColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'fee must be a DECIMAL with decimal separator "."',
};
const feeKnownFees: Rule = {
  ...feeColumn,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-fees',
  message: 'fee must be one of 0, 12, 24.5, 60',
};
const feeKnownFeesValues: ReadonlySet<string> = new Set(['0', '12', '24.5', '60']);

/** Reads fee from the column "fee_eur": DECIMAL; one of 0, 12, 24.5, 60 (ERROR). */
function readFee(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return validateFee(null, record);
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(feeType, text) : validateFee(value, record);
}

/** Applies the rules of fee. */
function validateFee(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must be one of 0, 12, 24.5, 60 (ERROR).
  if (!feeKnownFeesValues.has(normalizeDecimal(value))) record.addIssue(feeKnownFees, value);
  return value;
}

/** Checks fee of a plain object. */
function checkFee(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(feeType, describeValue(inputValue));
  else validateFee(value, record);
}

// language
const languageColumn = { field: 'language', column: 'language' };
const languageType: Rule = {
  ...languageColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'language must be a STRING',
};
const languageTold: Rule = {
  ...languageColumn,
  severity: 'WARNING',
  code: 'REQUIRED',
  ruleId: 'language-told',
  message: 'without a language letters go out in German',
};
const languageKnownLanguages: Rule = {
  ...languageColumn,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-languages',
  message: 'language must be one of de, en, fr, pl, tr, uk, ar, zh',
};
const languageKnownLanguagesValues: ReadonlySet<string> = new Set(['de', 'en', 'fr', 'pl', 'tr', 'uk', 'ar', 'zh']);

/**
 * Reads language from the column "language": STRING; required (WARNING), may be null, one of de, en, fr, pl, tr, uk,
 * ar, zh (ERROR).
 */
function readLanguage(cell: string | undefined, record: RecordReport): string | null {
  return validateLanguage(textOrNull(cell), record);
}

/** Applies the rules of language. */
function validateLanguage(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(languageTold, null);
    return null;
  }

  // Must be one of de, en, fr, pl, tr, uk, ar, zh (ERROR).
  if (!languageKnownLanguagesValues.has(value)) record.addIssue(languageKnownLanguages, value);
  return value;
}

/** Checks language of a plain object. */
function checkLanguage(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(languageType, describeValue(inputValue));
  else validateLanguage(value, record);
}

// updatedOn
const updatedOnColumn = { field: 'updatedOn', column: 'updated_at' };
const updatedOnType: Rule = {
  ...updatedOnColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: "updatedOn must be a DATE in the format yyyy-MM-dd'T'HH:mm:ss[XXX]",
};
const updatedOnValueType: Rule = {
  ...updatedOnColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'updatedOn must be a DATE in the format yyyy-MM-dd',
};

/** Parses yyyy-MM-dd'T'HH:mm:ss[XXX], for example 2024-12-31T13:45:06+01:00. Returns null for any other text. */
function parseDateYyyyMMDdTHHMmSsXXX(text: string): DateParts | null {
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
  let offset = NaN;
  let at = yearEnd + 15;
  // [XXX]
  optional1: {
    const offset1End = findOffsetColonMinutesEnd(text, at);
    const offset1 = parseOffsetColonMinutes(text, at, offset1End);
    if (Number.isNaN(offset1)) break optional1;
    offset = offset1;
    at = offset1End;
  }
  if (text.length !== at) return null;
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return null;
  const epochDay = toEpochDay(year, month, day);
  if (Number.isNaN(epochDay)) return null;
  return { year, month, day, hour, minute, second, nano: 0, offset };
}

/** Reads updatedOn from the column "updated_at": DATE; converted from yyyy-MM-dd'T'HH:mm:ss[XXX] to yyyy-MM-dd. */
function readUpdatedOn(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  let day = NaN;
  if (text !== null && !isBlank(text)) {
    const date = parseDateYyyyMMDdTHHMmSsXXX(text);
    if (date === null) return record.addIssue(updatedOnType, text);
    text = record.noteCorrection(text, formatDateYyyyMMDd(date));
    day = toEpochDay(date.year, date.month, date.day);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, updatedOnColumn, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  if (Number.isNaN(day)) day = parseDayYyyyMMDd(bare);
  return Number.isNaN(day) ? record.addIssue(updatedOnType, text) : bare;
}

/** Checks updatedOn of a plain object. */
function checkUpdatedOn(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, parseDayYyyyMMDd);
  if (value === undefined) record.addIssue(updatedOnValueType, describeValue(inputValue));
}

// note
const noteColumn = { field: 'note', column: 'note' };
const noteType: Rule = {
  ...noteColumn,
  severity: 'FATAL',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'note must be a STRING',
};
const noteLength: Rule = {
  ...noteColumn,
  severity: 'WARNING',
  code: 'MAX_LENGTH',
  ruleId: 'note-length',
  message: 'note must have at most 200 characters',
};

/** Reads note from the column "note": STRING; trimmed; at most 200 characters (WARNING). */
function readNote(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return validateNote(textOrNull(text), record);
}

/** Applies the rules of note. */
function validateNote(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  // Must have at most 200 characters (WARNING).
  if (countCodePoints(value) > 200) record.addIssue(noteLength, value);
  return value;
}

/** Checks note of a plain object. */
function checkNote(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(noteType, describeValue(inputValue));
  else validateNote(value, record);
}

/** Returns the text of a cell, or null if it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' || cell === 'NULL' || cell === 'n/a' || cell === '?'
    ? null
    : cell;
}

/** The values of a record. Numbers are strings of digits. */
interface Values {
  personId: string | null;
  lastName: string | null;
  firstName: string | null;
  middleNames: string | null;
  birthName: string | null;
  nickname: string | null;
  title: string | null;
  sex: string | null;
  birthDate: string | null;
  birthPlace: string | null;
  deathDate: string | null;
  nationality: string | null;
  email: string | null;
  phone: string | null;
  street: string | null;
  houseNumber: string | null;
  postcode: string | null;
  city: string | null;
  country: string | null;
  occupation: string | null;
  heightCm: string | null;
  weightKg: string | null;
  active: boolean | null;
  joinedOn: string | null;
  leftOn: string | null;
  fee: string | null;
  language: string | null;
  updatedOn: string | null;
  note: string | null;
}

/** The column names of the fields in the header. */
const columns = {
  personId: { column: 'person_id', field: 'personId', required: true },
  lastName: { column: 'last_name', field: 'lastName', required: true },
  firstName: { column: 'first_name', field: 'firstName', required: false },
  middleNames: { column: 'middle_names', field: 'middleNames', required: false },
  birthName: { column: 'birth_name', field: 'birthName', required: false },
  nickname: { column: 'nickname', field: 'nickname', required: false },
  title: { column: 'title', field: 'title', required: false },
  sex: { column: 'sex', field: 'sex', required: false },
  birthDate: { column: 'birth_date', field: 'birthDate', required: false },
  birthPlace: { column: 'birth_place', field: 'birthPlace', required: false },
  deathDate: { column: 'death_date', field: 'deathDate', required: false },
  nationality: { column: 'nationality', field: 'nationality', required: false },
  email: { column: 'email', field: 'email', required: false },
  phone: { column: 'phone', field: 'phone', required: false },
  street: { column: 'street', field: 'street', required: false },
  houseNumber: { column: 'house_number', field: 'houseNumber', required: false },
  postcode: { column: 'postcode', field: 'postcode', required: false },
  city: { column: 'city', field: 'city', required: false },
  country: { column: 'country', field: 'country', required: false },
  occupation: { column: 'occupation', field: 'occupation', required: false },
  heightCm: { column: 'height_cm', field: 'heightCm', required: false },
  weightKg: { column: 'weight_kg', field: 'weightKg', required: false },
  active: { column: 'active', field: 'active', required: false },
  joinedOn: { column: 'joined_on', field: 'joinedOn', required: false },
  leftOn: { column: 'left_on', field: 'leftOn', required: false },
  fee: { column: 'fee_eur', field: 'fee', required: false },
  language: { column: 'language', field: 'language', required: false },
  updatedOn: { column: 'updated_at', field: 'updatedOn', required: false },
  note: { column: 'note', field: 'note', required: false },
};

/** The CSV dialect of the file. */
const dialect: Omit<CsvDialect, 'maxRecordBytes' | 'maxColumns'> = {
  delimiter: ',',
  quote: '"',
  escape: '"',
  comment: '',
  skipTop: 0,
  skipBottom: 0,
  skipBlankLines: true,
  hasHeader: true,
  onExtraColumns: 'ERROR',
  onMissingColumns: 'WARNING',
  onNoRecords: 'FATAL',
  masksUnknownColumns: true,
  columns: { named: columns },
  recordWhen: null,
};

/** Reads all fields of a record: corrects, parses and validates them. */
function readRecord({ cells, at }: CsvRecord<keyof typeof columns>, record: RecordReport): Values {
  return {
    personId: readPersonId(cells[at.personId], record),
    lastName: readLastName(cells[at.lastName], record),
    firstName: readFirstName(cells[at.firstName], record),
    middleNames: readMiddleNames(cells[at.middleNames]),
    birthName: readBirthName(cells[at.birthName]),
    nickname: readNickname(cells[at.nickname]),
    title: readTitle(cells[at.title]),
    sex: readSex(cells[at.sex], record),
    birthDate: readBirthDate(cells[at.birthDate], record),
    birthPlace: readBirthPlace(cells[at.birthPlace]),
    deathDate: readDeathDate(cells[at.deathDate], record),
    nationality: readNationality(cells[at.nationality], record),
    email: readEmail(cells[at.email], record),
    phone: readPhone(cells[at.phone], record),
    street: readStreet(cells[at.street]),
    houseNumber: readHouseNumber(cells[at.houseNumber]),
    postcode: readPostcode(cells[at.postcode], record),
    city: readCity(cells[at.city]),
    country: readCountry(cells[at.country], record),
    occupation: readOccupation(cells[at.occupation]),
    heightCm: readHeightCm(cells[at.heightCm], record),
    weightKg: readWeightKg(cells[at.weightKg], record),
    active: readActive(cells[at.active], record),
    joinedOn: readJoinedOn(cells[at.joinedOn], record),
    leftOn: readLeftOn(cells[at.leftOn], record),
    fee: readFee(cells[at.fee], record),
    language: readLanguage(cells[at.language], record),
    updatedOn: readUpdatedOn(cells[at.updatedOn], record),
    note: readNote(cells[at.note], record),
  };
}

/** Creates the source of a file's records. */
function records(options: TransformOptions): CsvRecordSource<keyof typeof columns> {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  const maxColumns = limitColumns(29, options);
  return createCsvRecordSource({ ...dialect, maxRecordBytes, maxColumns }, createUtf8Input(options.from), options.from);
}

/** Returns the message of a record: a flat JSON object in the order of the spec. */
function toJson(values: Values): string {
  let json = '';
  json += '{"personId":' + toJsonString(values.personId);
  json += ',"lastName":' + toJsonString(values.lastName);
  json += ',"firstName":' + toJsonString(values.firstName);
  json += ',"middleNames":' + toJsonString(values.middleNames);
  json += ',"birthName":' + toJsonString(values.birthName);
  json += ',"nickname":' + toJsonString(values.nickname);
  json += ',"title":' + toJsonString(values.title);
  json += ',"sex":' + toJsonString(values.sex);
  json += ',"birthDate":' + toJsonString(values.birthDate);
  json += ',"birthPlace":' + toJsonString(values.birthPlace);
  json += ',"deathDate":' + toJsonString(values.deathDate);
  json += ',"nationality":' + toJsonString(values.nationality);
  json += ',"email":' + toJsonString(values.email);
  json += ',"phone":' + toJsonString(values.phone);
  json += ',"street":' + toJsonString(values.street);
  json += ',"houseNumber":' + toJsonString(values.houseNumber);
  json += ',"postcode":' + toJsonString(values.postcode);
  json += ',"city":' + toJsonString(values.city);
  json += ',"country":' + toJsonString(values.country);
  json += ',"occupation":' + toJsonString(values.occupation);
  json += ',"heightCm":' + toJsonString(values.heightCm);
  json += ',"weightKg":' + toJsonString(values.weightKg);
  json += ',"active":' + toJsonBoolean(values.active);
  json += ',"joinedOn":' + toJsonString(values.joinedOn);
  json += ',"leftOn":' + toJsonString(values.leftOn);
  json += ',"fee":' + toJsonString(values.fee);
  json += ',"language":' + toJsonString(values.language);
  json += ',"updatedOn":' + toJsonString(values.updatedOn);
  json += ',"note":' + toJsonString(values.note);
  return json + '}';
}

/** Returns the key of a record's message, or null if it has none. */
function toKey(values: Values): string | null {
  return values.personId;
}

/** Returns the record as an object. */
function toRecord(values: Values): People {
  return {
    personId: toBigInt(values.personId) as bigint,
    lastName: values.lastName as string,
    firstName: values.firstName,
    middleNames: values.middleNames,
    birthName: values.birthName,
    nickname: values.nickname,
    title: values.title,
    sex: values.sex,
    birthDate: values.birthDate,
    birthPlace: values.birthPlace,
    deathDate: values.deathDate,
    nationality: values.nationality,
    email: values.email,
    phone: values.phone,
    street: values.street,
    houseNumber: values.houseNumber,
    postcode: values.postcode,
    city: values.city,
    country: values.country,
    occupation: values.occupation,
    heightCm: toBigInt(values.heightCm),
    weightKg: values.weightKg,
    active: values.active,
    joinedOn: values.joinedOn,
    leftOn: values.leftOn,
    fee: values.fee,
    language: values.language,
    updatedOn: values.updatedOn,
    note: values.note,
  };
}

const reader = {
  readRecord,
  toJson,
  toKey,
  toRecord,
  maxRecordBytes: 1048576,
  hasSensitiveFields: true,
  fast: fastReader({
    readPersonId,
    readLastName,
    readFirstName,
    readMiddleNames,
    readBirthName,
    readNickname,
    readTitle,
    readSex,
    readBirthDate,
    readBirthPlace,
    readDeathDate,
    readNationality,
    readEmail,
    readPhone,
    readStreet,
    readHouseNumber,
    readPostcode,
    readCity,
    readCountry,
    readOccupation,
    readHeightCm,
    readWeightKg,
    readActive,
    readJoinedOn,
    readLeftOn,
    readFee,
    readLanguage,
    readUpdatedOn,
    readNote,
  }),
};

/**
 * Reads a file record by record. A field whose type excludes null is null only in a record that failed. @throws
 * FileFailure if the file cannot be read to its end.
 */
export function read(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<RecordOutcome<People>> {
  return readRecords(reader, records(options), { chunks: source, options });
}

/** Checks a plain object against the types and rules of the fields. */
export function check(value: unknown): Issue[] {
  return checkRecord(value, (member, record) => {
    checkPersonId(member('personId'), record);
    checkLastName(member('lastName'), record);
    checkFirstName(member('firstName'), record);
    checkMiddleNames(member('middleNames'), record);
    checkBirthName(member('birthName'), record);
    checkNickname(member('nickname'), record);
    checkTitle(member('title'), record);
    checkSex(member('sex'), record);
    checkBirthDate(member('birthDate'), record);
    checkBirthPlace(member('birthPlace'), record);
    checkDeathDate(member('deathDate'), record);
    checkNationality(member('nationality'), record);
    checkEmail(member('email'), record);
    checkPhone(member('phone'), record);
    checkStreet(member('street'), record);
    checkHouseNumber(member('houseNumber'), record);
    checkPostcode(member('postcode'), record);
    checkCity(member('city'), record);
    checkCountry(member('country'), record);
    checkOccupation(member('occupation'), record);
    checkHeightCm(member('heightCm'), record);
    checkWeightKg(member('weightKg'), record);
    checkActive(member('active'), record);
    checkJoinedOn(member('joinedOn'), record);
    checkLeftOn(member('leftOn'), record);
    checkFee(member('fee'), record);
    checkLanguage(member('language'), record);
    checkUpdatedOn(member('updatedOn'), record);
    checkNote(member('note'), record);
  });
}

/** Creates the transformer of one file: bytes in, batches of messages out. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  return createRecordTransformer(reader, records(options), options);
}
