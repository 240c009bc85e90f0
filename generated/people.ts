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

/** What this module was compiled from. */
export const spec: SpecInfo = {
  name: 'people',
  version: '83e9cd43275d0455a10f0d1c28b5021980abb804c1689d8050a876d9ea9236e1',
  format: 'CSV',
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
  /** INTEGER; required, at least 100000000000000000. */
  personId: bigint;
  /** STRING, sensitive; trimmed; required, at most 80 characters, matching [\p{L}\p{M}'’ .-]+. */
  lastName: string;
  /** STRING, sensitive; trimmed; at most 80 characters. */
  firstName: string | null;
  /** STRING, sensitive. */
  middleNames: string | null;
  /** STRING, sensitive. */
  birthName: string | null;
  /** STRING. */
  nickname: string | null;
  /** STRING. */
  title: string | null;
  /** STRING; converted to lower case; one of f, m, x. */
  sex: string | null;
  /** DATE, sensitive; from 1900-01-01 to today. */
  birthDate: string | null;
  /** STRING. */
  birthPlace: string | null;
  /** DATE; from 1900-01-01 to today. */
  deathDate: string | null;
  /** STRING; converted to upper case; matching [A-Z]{2}. */
  nationality: string | null;
  /** STRING, sensitive; trimmed, then converted to lower case; matching [^@\s]+@[^@\s]+\.[a-z]{2,}. */
  email: string | null;
  /** STRING, sensitive; \(0\) replaced by "", then [\s()/.-]+ replaced by ""; matching \+?[0-9]{6,15}. */
  phone: string | null;
  /** STRING, sensitive. */
  street: string | null;
  /** STRING, sensitive. */
  houseNumber: string | null;
  /** STRING; at least 4 characters. */
  postcode: string | null;
  /** STRING. */
  city: string | null;
  /** STRING; converted to upper case, then "DE" if null; matching [A-Z]{2}. */
  country: string | null;
  /** STRING. */
  occupation: string | null;
  /** INTEGER; at least 40, at most 250. */
  heightCm: bigint | null;
  /** DECIMAL; at least 1.5, at most 400. */
  weightKg: string | null;
  /** BOOLEAN; "true" if null. */
  active: boolean | null;
  /**
   * DATE; converted from d MMMM yyyy to yyyy-MM-dd, then converted from d.M.yyyy to yyyy-MM-dd; from 1949-05-23 to
   * today.
   */
  joinedOn: string | null;
  /** DATE; from 1949-05-23 to today+1y. */
  leftOn: string | null;
  /** DECIMAL; one of 0, 12, 24.5, 60. */
  fee: string | null;
  /** STRING; required, one of de, en, fr, pl, tr, uk, ar, zh. */
  language: string | null;
  /** DATE; converted from yyyy-MM-dd'T'HH:mm:ss[XXX] to yyyy-MM-dd. */
  updatedOn: string | null;
  /** STRING; trimmed; at most 200 characters. */
  note: string | null;
}

// personId
const personIdPlace = { field: 'personId', column: 'person_id' };
const personIdType: Rule = {
  ...personIdPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'personId must be an INTEGER',
};
const personIdRequired: Rule = {
  ...personIdPlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:personId',
  message: 'personId is required',
};
const personIdIdRange: Rule = {
  ...personIdPlace,
  severity: 'FATAL',
  code: 'MIN_VALUE',
  ruleId: 'id-range',
  message: "a person's number has 18 digits",
};

/** personId, from the column "person_id": INTEGER; required, at least 100000000000000000. */
function readPersonId(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgePersonId(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(personIdType, text) : judgePersonId(value, record);
}

/** The rules of personId. */
function judgePersonId(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(personIdRequired, null);
    return null;
  }

  if (compareDecimals(value, '100000000000000000') < 0) record.addIssue(personIdIdRange, value);
  return value;
}

/** personId in a plain object. */
function checkPersonId(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(personIdType, describeValue(inputValue));
  else judgePersonId(value, record);
}

// lastName
const lastNamePlace = { field: 'lastName', column: 'last_name' };
const lastNameType: Rule = {
  ...lastNamePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'lastName must be a STRING',
};
const lastNameRequired: Rule = {
  ...lastNamePlace,
  severity: 'ERROR',
  code: 'REQUIRED',
  ruleId: 'required:lastName',
  message: 'lastName is required',
};
const lastNameLength: Rule = {
  ...lastNamePlace,
  severity: 'ERROR',
  code: 'MAX_LENGTH',
  ruleId: 'last-name-length',
  message: 'lastName must have at most 80 characters',
};
const lastNameLetters: Rule = {
  ...lastNamePlace,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'last-name-letters',
  message: 'a name is made of letters',
};

/** [\p{L}\p{M}'’ .-]+ */
const lastNameLettersPattern = createMatcher(
  'w 6 5-1 i-p 6-p 1b a 4 5-m 1-u 1-cp 4-b e-4 7 1 h-38 1-1 2-3 1 6 1-2 1 1-j 1-2a 1-3u 1-4s 1-11 2 6-14 8-18 1 1-1 1-1 1 8-q 4-3 t-a 5-1r e-2t 1-7 2-9 1-5 a-2 2 g-1m 2-2s o-17 4 2 2-19 i-r 4-a 5-n 1-5 9-21 1-3k d-i 1-7 2-1 2-l 1-6 1 3-3 2-8 2-1 2-3 8 4-1 1-4 c-1 a 1 2-2 1-5 4-1 2-l 1-6 1-1 1-1 1-1 2 1-4 4-1 2-2 3 7-3 1 h-5 b-2 1-8 1-2 1-l 1-6 1-1 1-4 2-9 1-2 1-2 2 f-3 l-6 1-2 1-7 2-1 2-l 1-6 1-1 1-4 2-8 2-1 2-2 7-2 4-1 1-4 d g-1 1-5 3-2 1-3 3-1 1 1-1 3-1 3-2 3-b 4-4 3-2 1-3 2 6 14-c 1-2 1-m 1-f 2-8 1-2 1-3 7-1 1-2 2 2-3 s-3 1-7 1-2 1-m 1-9 1-4 2-8 1-2 1-3 7-1 6-1 1-3 d-2 c-c 1-2 1-1e 1-2 1-4 5-3 7-4 m-5 1-2 1-h 3-n 1-8 1 2-6 3 4-5 1 1-7 i-1 d-1l 5-e 1e-1 1 1-4 1-n 1 1-m 2-4 1 1-6 d-3 w n-1 r 1 1 4-9 1-z 4-j 1-h 1-z 9 1l-1r g-1r a-3 2-11 1 5 2-16 1-98 1-3 2-6 1 1-3 2-14 1-3 2-w 1-3 2-6 1 1-3 2-e 1-1k 1-3 2-1u 2-2 w-f g-2d 2-5 3-h7 2-g 1-p 5-22 6-7 7-l 9-l b-j c-c 1-2 1-1 c-2b 3 4-1 19-2 1 g-2g 7-16 5-1x a-u 1-b 4-b k-t 2-4 b-17 4-p 1i-r 4-1q 1-s 2 13 8-u 1d-24 u-8 c-1b a-1l c-1j l-2 a-z 2-8 7-16 2-2 g-2 1-12 5-et 2-5 2-11 2-5 2-7 1 1 1 1-u 2-1g 1-6 1 3-2 1-6 3-3 2-5 4-c 5-2 1-6 s 2f d g-c 1f-w h 4 2-9 1 3-4 6 1 1 1-3 1-a 2-3 5-4 4 1g-1 22j-6c 6-8 c-11 1 5 2-1j 7 f-n 9-6 1-6 1-6 1-6 1-6 1-6 1-6 1-6 1-v 1b d1-1 z-5 1-4 5-1 4-2d 2-1 2-2 1-2h 1-3 5-16 1-2l h-v 1c-f e8-533 1s-h3g 1v-19 2-7g 3-f a-1 k-1e 1-9 1-2u a-1 11-8 2-2u 2-1r 5-1 1 1-4 o-1h 4 j-1f c-1x q-n 3 1-2 a-z 2-z c-s 3-1s e g-f a-4 1-1i 9-d i-m 3-20 o-2 2-f 2-4 a-5 2-5 2-5 9-6 1-6 1-16 1-d 6-3e 1-1 i-8mb c-m 4-1c 6is-a5 2-2x 12-6 c-4 5-b 1-c 1-4 1 1-1 1-1 1-2z x-a2 i-1r 2-1h 14-b 4-f g-f 1s-4 1-3q 10-p 6-p b-2g 3-5 2-5 2-5 2-2 z-b 1-p 1-i 1-1 1-e 2-d y-3e 76 3m-s 3-1c f v-v d-j 1-7 6-16 5-t 2-z 4-7 1c-4d i-z 4-z 4-13 8-1f c-a 1-e 1-6 1-1 1-a 1-e 1-6 1-1 1v-8m 9-l a-7 o-5 1-15 1-8 1x-5 2 1-17 1-1 3 2-m a-m 9-u 1t-i 1-1 a-l a-p 1y-1j 6-1 1s-3 1-1 5-7 1-2 1-s 2-2 4 w-s 3-s z-7 1-t p-1h a-l a-i d-h 32-20 1j-1e d-1e d-13 9k-15 1-1 3-1 23-v a 8-w v-l 16-k r-m 9-1y 15-5 9-1n 7 d-o n-1g f-3 8-z 2 9-1w 4-3 1-1 a 1 z-h 1-10 6-3 1q-6 1 1-3 1-e 1-9 7-1m l-3 1-7 2-1 2-l 1-6 1-1 1-4 1-9 2-1 2-2 2 6 5-6 2-6 3-4 3v-22 j-3 u-1x 1 54-1h 2-8 n-5 y-1s 3 1n-1k 1z-q 2-e k-6 55-1m 2t-1r v-7 2 2-7 1-1 1-t 1-1 2-8 2k-7 2-19 2-7 1-1 r-1q 8 8-21 3 i-20 7b-8 1-18 1-8 1d-t 2-l 1-d 21-6 1-1 1-17 3 1-1 1-8 o-5 1-1 1-10 1-1 1-5 93-m 9-g 1-14 3-4 31 27-pl 6e-5f 218-2o f-tr g-l 33e-g6 6nt-fs 7-u h-26 h-t 2-4 b-1i 9-3 v-k 5-i j4-1r 3k-22 4-1k 7-g 1s-1 1-1 b-1 e-4qf 8-yd 16-8 6w7-3 1-6 1-1 1-82 f t-2 2 e-3 8-az 1s4-2y 5-c 3-8 7-9 3-1 3mp-19 2-m f2-4 3-5 8-7 2-6 u-3 44-2 cb-2c 1-1y 1-1 2 2-1 2-3 1-b 1 1-6 1-1s 1-3 2-7 1-6 1-r 1-3 1-4 1 3-6 1-9f 2-o 1-o 1-u 1-o 1-u 1-o 1-u 1-o 1-u 1-o 1-7 fo-1i 4-1d 8 e m-4 1-e uo-u 6-5 5x-6 1-g 2-6 1-1 1-4 5-1p x 34-18 3-d g 8x-u h-1b dc-v kw-6 1-3 1-1 1-e 1-5g b-6 15-23 xg-3 1-q 1-1 1 2 1-9 1-3 1 1 6 4 1 1 1-2 1-1 1 2 1 1 1 1 1-1 1 2-3 1-6 1-3 1-3 1 1-9 1-g 5-2 1-4 1-g 3es-wyn w-37d 6-65 2-4g1 e-5rk 2e7-f1 15u-3t6 5-38f f9e8-6n',
  ',1:2;!,1:2',
);

/**
 * lastName, from the column "last_name": STRING, sensitive; trimmed; required, at most 80 characters, matching
 * [\p{L}\p{M}'’ .-]+.
 */
function readLastName(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return judgeLastName(textOrNull(text), record);
}

/** The rules of lastName. */
function judgeLastName(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(lastNameRequired, null);
    return null;
  }

  if (countCodePoints(value) > 80) record.addMaskedIssue(lastNameLength, value);
  if (!lastNameLettersPattern(value)) record.addMaskedIssue(lastNameLetters, value);
  return value;
}

/** lastName in a plain object. */
function checkLastName(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(lastNameType, describeValue(inputValue));
  else judgeLastName(value, record);
}

// firstName
const firstNamePlace = { field: 'firstName', column: 'first_name' };
const firstNameType: Rule = {
  ...firstNamePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'firstName must be a STRING',
};
const firstNameLength: Rule = {
  ...firstNamePlace,
  severity: 'ERROR',
  code: 'MAX_LENGTH',
  ruleId: 'first-name-length',
  message: 'firstName must have at most 80 characters',
};

/** firstName, from the column "first_name": STRING, sensitive; trimmed; at most 80 characters. */
function readFirstName(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return judgeFirstName(textOrNull(text), record);
}

/** The rules of firstName. */
function judgeFirstName(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (countCodePoints(value) > 80) record.addMaskedIssue(firstNameLength, value);
  return value;
}

/** firstName in a plain object. */
function checkFirstName(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(firstNameType, describeValue(inputValue));
  else judgeFirstName(value, record);
}

// middleNames
const middleNamesPlace = { field: 'middleNames', column: 'middle_names' };
const middleNamesType: Rule = {
  ...middleNamesPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'middleNames must be a STRING',
};

/** middleNames, from the column "middle_names": STRING, sensitive. */
function readMiddleNames(cell: string | undefined): string | null {
  const text = textOrNull(cell);
  return text;
}

/** middleNames in a plain object. */
function checkMiddleNames(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(middleNamesType, describeValue(inputValue));
}

// birthName
const birthNamePlace = { field: 'birthName', column: 'birth_name' };
const birthNameType: Rule = {
  ...birthNamePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'birthName must be a STRING',
};

/** birthName, from the column "birth_name": STRING, sensitive. */
function readBirthName(cell: string | undefined): string | null {
  const text = textOrNull(cell);
  return text;
}

/** birthName in a plain object. */
function checkBirthName(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(birthNameType, describeValue(inputValue));
}

// nickname
const nicknamePlace = { field: 'nickname', column: 'nickname' };
const nicknameType: Rule = {
  ...nicknamePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'nickname must be a STRING',
};

/** nickname, from the column "nickname": STRING. */
function readNickname(cell: string | undefined): string | null {
  const text = textOrNull(cell);
  return text;
}

/** nickname in a plain object. */
function checkNickname(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(nicknameType, describeValue(inputValue));
}

// title
const titlePlace = { field: 'title', column: 'title' };
const titleType: Rule = {
  ...titlePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'title must be a STRING',
};

/** title, from the column "title": STRING. */
function readTitle(cell: string | undefined): string | null {
  const text = textOrNull(cell);
  return text;
}

/** title in a plain object. */
function checkTitle(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(titleType, describeValue(inputValue));
}

// sex
const sexPlace = { field: 'sex', column: 'sex' };
const sexType: Rule = {
  ...sexPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'sex must be a STRING',
};
const sexKnownSex: Rule = {
  ...sexPlace,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-sex',
  message: 'sex must be one of f, m, x',
};

/** sex, from the column "sex": STRING; converted to lower case; one of f, m, x. */
function readSex(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toLowerCase());
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, sexPlace, text);
  return judgeSex(textOrNull(text), record);
}

/** The rules of sex. */
function judgeSex(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (value !== 'f' && value !== 'm' && value !== 'x') record.addIssue(sexKnownSex, value);
  return value;
}

/** sex in a plain object. */
function checkSex(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(sexType, describeValue(inputValue));
  else judgeSex(value, record);
}

// birthDate
const birthDatePlace = { field: 'birthDate', column: 'birth_date' };
const birthDateType: Rule = {
  ...birthDatePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'birthDate must be a DATE in the format yyyy-MM-dd',
};
const birthDateRange: Rule = {
  ...birthDatePlace,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'birth-date-range',
  message: 'the birth date is before 1900 or in the future',
};

/** The day of a text like `2024-12-31` (`yyyy-MM-dd`) as days since 1970-01-01; NaN for any other text. */
function dayOfBirthDate(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

/** birthDate, from the column "birth_date": DATE, sensitive; from 1900-01-01 to today. */
function readBirthDate(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeBirthDate(null, record);
  const value = Number.isNaN(dayOfBirthDate(bare)) ? null : bare;
  return value === null ? record.addMaskedIssue(birthDateType, text) : judgeBirthDate(value, record);
}

/** The rules of birthDate. */
function judgeBirthDate(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  const day = dayOfBirthDate(value);
  if (day < -25567 || day > record.today) record.addMaskedIssue(birthDateRange, value);
  return value;
}

/** birthDate in a plain object. */
function checkBirthDate(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, dayOfBirthDate);
  if (value === undefined) record.addMaskedIssue(birthDateType, describeValue(inputValue));
  else judgeBirthDate(value, record);
}

// birthPlace
const birthPlacePlace = { field: 'birthPlace', column: 'birth_place' };
const birthPlaceType: Rule = {
  ...birthPlacePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'birthPlace must be a STRING',
};

/** birthPlace, from the column "birth_place": STRING. */
function readBirthPlace(cell: string | undefined): string | null {
  const text = textOrNull(cell);
  return text;
}

/** birthPlace in a plain object. */
function checkBirthPlace(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(birthPlaceType, describeValue(inputValue));
}

// deathDate
const deathDatePlace = { field: 'deathDate', column: 'death_date' };
const deathDateType: Rule = {
  ...deathDatePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'deathDate must be a DATE in the format yyyy-MM-dd',
};
const deathDateRange: Rule = {
  ...deathDatePlace,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'death-date-range',
  message: 'deathDate must be from 1900-01-01 to today',
};

/** The day of a text like `2024-12-31` (`yyyy-MM-dd`) as days since 1970-01-01; NaN for any other text. */
function dayOfDeathDate(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

/** deathDate, from the column "death_date": DATE; from 1900-01-01 to today. */
function readDeathDate(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeDeathDate(null, record);
  const value = Number.isNaN(dayOfDeathDate(bare)) ? null : bare;
  return value === null ? record.addIssue(deathDateType, text) : judgeDeathDate(value, record);
}

/** The rules of deathDate. */
function judgeDeathDate(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  const day = dayOfDeathDate(value);
  if (day < -25567 || day > record.today) record.addIssue(deathDateRange, value);
  return value;
}

/** deathDate in a plain object. */
function checkDeathDate(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, dayOfDeathDate);
  if (value === undefined) record.addIssue(deathDateType, describeValue(inputValue));
  else judgeDeathDate(value, record);
}

// nationality
const nationalityPlace = { field: 'nationality', column: 'nationality' };
const nationalityType: Rule = {
  ...nationalityPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'nationality must be a STRING',
};
const nationalityCode: Rule = {
  ...nationalityPlace,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'nationality-code',
  message: 'nationality must match [A-Z]{2}',
};

/** [A-Z]{2} */
const nationalityCodePattern = createMatcher('1t-p', ',1:2;,1:3;!');

/** nationality, from the column "nationality": STRING; converted to upper case; matching [A-Z]{2}. */
function readNationality(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, nationalityPlace, text);
  return judgeNationality(textOrNull(text), record);
}

/** The rules of nationality. */
function judgeNationality(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (!nationalityCodePattern(value)) record.addIssue(nationalityCode, value);
  return value;
}

/** nationality in a plain object. */
function checkNationality(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(nationalityType, describeValue(inputValue));
  else judgeNationality(value, record);
}

// email
const emailPlace = { field: 'email', column: 'email' };
const emailType: Rule = {
  ...emailPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'email must be a STRING',
};
const emailShape: Rule = {
  ...emailPlace,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'email-shape',
  message: 'this is no e-mail address',
};

/** [^@\s]+@[^@\s]+\.[a-z]{2,} */
const emailShapePattern = createMatcher(
  '9-4 i 3j 4bj 1vj-a t-1 5 1b 334 14vy/1a/1s/2p-p',
  '2,1:0,3:0;2,1:0,3:3;4,1:0,3:0;4,1:0,2:5,3:0;,0:4,2:5,4:6;,0:4,2:5,4:7;!,0:4,2:5,4:7',
);

/**
 * email, from the column "email": STRING, sensitive; trimmed, then converted to lower case; matching
 * [^@\s]+@[^@\s]+\.[a-z]{2,}.
 */
function readEmail(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  if (text !== null) text = record.noteCorrection(text, text.toLowerCase());
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, emailPlace, text);
  return judgeEmail(textOrNull(text), record);
}

/** The rules of email. */
function judgeEmail(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (!emailShapePattern(value)) record.addMaskedIssue(emailShape, value);
  return value;
}

/** email in a plain object. */
function checkEmail(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(emailType, describeValue(inputValue));
  else judgeEmail(value, record);
}

// phone
const phonePlace = { field: 'phone', column: 'phone' };
const phoneType: Rule = {
  ...phonePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'phone must be a STRING',
};
const phoneShape: Rule = {
  ...phonePlace,
  severity: 'WARNING',
  code: 'REGEX',
  ruleId: 'phone-shape',
  message: 'this is no telephone number',
};

/** \(0\) becomes "" */
const phoneZero = createReplacer('14/15/1c', '2/3/1', '2>1;1>2;0>3;!', []);

/** [\s()/.-]+ becomes "" */
const phoneSigns = createReplacer('9-4 i 7-1 3-2 34 4bj 1vj-a t-1 5 1b 334 14vy', '1', '0>1;0>1,!', []);

/** \+?[0-9]{6,15} */
const phoneShapePattern = createMatcher(
  '17/1c-9',
  ',1:2,2:3;,2:3;,2:4;,2:5;,2:6;,2:7;,2:8;!,2:9;!,2:a;!,2:b;!,2:c;!,2:d;!,2:e;!,2:f;!,2:g;!,2:h;!',
);

/**
 * phone, from the column "phone": STRING, sensitive; \(0\) replaced by "", then [\s()/.-]+ replaced by ""; matching
 * \+?[0-9]{6,15}.
 */
function readPhone(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) {
    const corrected = phoneZero(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, phonePlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (text !== null) {
    const corrected = phoneSigns(text, record.maxRecordBytes);
    if (typeof corrected !== 'string') return record.addLimitIssue(corrected, phonePlace, text);
    text = record.noteCorrection(text, corrected);
  }

  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, phonePlace, text);
  return judgePhone(textOrNull(text), record);
}

/** The rules of phone. */
function judgePhone(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (!phoneShapePattern(value)) record.addMaskedIssue(phoneShape, value);
  return value;
}

/** phone in a plain object. */
function checkPhone(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(phoneType, describeValue(inputValue));
  else judgePhone(value, record);
}

// street
const streetPlace = { field: 'street', column: 'street' };
const streetType: Rule = {
  ...streetPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'street must be a STRING',
};

/** street, from the column "street": STRING, sensitive. */
function readStreet(cell: string | undefined): string | null {
  const text = textOrNull(cell);
  return text;
}

/** street in a plain object. */
function checkStreet(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(streetType, describeValue(inputValue));
}

// houseNumber
const houseNumberPlace = { field: 'houseNumber', column: 'house_number' };
const houseNumberType: Rule = {
  ...houseNumberPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'houseNumber must be a STRING',
};

/** houseNumber, from the column "house_number": STRING, sensitive. */
function readHouseNumber(cell: string | undefined): string | null {
  const text = textOrNull(cell);
  return text;
}

/** houseNumber in a plain object. */
function checkHouseNumber(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addMaskedIssue(houseNumberType, describeValue(inputValue));
}

// postcode
const postcodePlace = { field: 'postcode', column: 'postcode' };
const postcodeType: Rule = {
  ...postcodePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'postcode must be a STRING',
};
const postcodeLength: Rule = {
  ...postcodePlace,
  severity: 'WARNING',
  code: 'MIN_LENGTH',
  ruleId: 'postcode-length',
  message: 'a postcode has at least four characters',
};

/** postcode, from the column "postcode": STRING; at least 4 characters. */
function readPostcode(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  return judgePostcode(text, record);
}

/** The rules of postcode. */
function judgePostcode(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (countCodePoints(value) < 4) record.addIssue(postcodeLength, value);
  return value;
}

/** postcode in a plain object. */
function checkPostcode(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(postcodeType, describeValue(inputValue));
  else judgePostcode(value, record);
}

// city
const cityPlace = { field: 'city', column: 'city' };
const cityType: Rule = {
  ...cityPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'city must be a STRING',
};

/** city, from the column "city": STRING. */
function readCity(cell: string | undefined): string | null {
  const text = textOrNull(cell);
  return text;
}

/** city in a plain object. */
function checkCity(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(cityType, describeValue(inputValue));
}

// country
const countryPlace = { field: 'country', column: 'country' };
const countryType: Rule = {
  ...countryPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'country must be a STRING',
};
const countryCode: Rule = {
  ...countryPlace,
  severity: 'ERROR',
  code: 'REGEX',
  ruleId: 'country-code',
  message: 'country must match [A-Z]{2}',
};

/** [A-Z]{2} */
const countryCodePattern = createMatcher('1t-p', ',1:2;,1:3;!');

/** country, from the column "country": STRING; converted to upper case, then "DE" if null; matching [A-Z]{2}. */
function readCountry(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, text.toUpperCase());
  if (text === null || isBlank(text)) text = record.noteCorrection(text, 'DE');
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, countryPlace, text);
  return judgeCountry(textOrNull(text), record);
}

/** The rules of country. */
function judgeCountry(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (!countryCodePattern(value)) record.addIssue(countryCode, value);
  return value;
}

/** country in a plain object. */
function checkCountry(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(countryType, describeValue(inputValue));
  else judgeCountry(value, record);
}

// occupation
const occupationPlace = { field: 'occupation', column: 'occupation' };
const occupationType: Rule = {
  ...occupationPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'occupation must be a STRING',
};

/** occupation, from the column "occupation": STRING. */
function readOccupation(cell: string | undefined): string | null {
  const text = textOrNull(cell);
  return text;
}

/** occupation in a plain object. */
function checkOccupation(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(occupationType, describeValue(inputValue));
}

// heightCm
const heightCmPlace = { field: 'heightCm', column: 'height_cm' };
const heightCmType: Rule = {
  ...heightCmPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'heightCm must be an INTEGER',
};
const heightCmHeightLow: Rule = {
  ...heightCmPlace,
  severity: 'WARNING',
  code: 'MIN_VALUE',
  ruleId: 'height-low',
  message: 'heightCm must be at least 40',
};
const heightCmHeightHigh: Rule = {
  ...heightCmPlace,
  severity: 'WARNING',
  code: 'MAX_VALUE',
  ruleId: 'height-high',
  message: 'heightCm must be at most 250',
};

/** heightCm, from the column "height_cm": INTEGER; at least 40, at most 250. */
function readHeightCm(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeHeightCm(null, record);
  const value = toInteger(bare);
  return value === null ? record.addIssue(heightCmType, text) : judgeHeightCm(value, record);
}

/** The rules of heightCm. */
function judgeHeightCm(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (compareDecimals(value, '40') < 0) record.addIssue(heightCmHeightLow, value);
  if (compareDecimals(value, '250') > 0) record.addIssue(heightCmHeightHigh, value);
  return value;
}

/** heightCm in a plain object. */
function checkHeightCm(inputValue: unknown, record: RecordReport): void {
  const value = toIntegerValue(inputValue);
  if (value === undefined) record.addIssue(heightCmType, describeValue(inputValue));
  else judgeHeightCm(value, record);
}

// weightKg
const weightKgPlace = { field: 'weightKg', column: 'weight_kg' };
const weightKgType: Rule = {
  ...weightKgPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'weightKg must be a DECIMAL with decimal separator "."',
};
const weightKgWeightLow: Rule = {
  ...weightKgPlace,
  severity: 'WARNING',
  code: 'MIN_VALUE',
  ruleId: 'weight-low',
  message: 'weightKg must be at least 1.5',
};
const weightKgWeightHigh: Rule = {
  ...weightKgPlace,
  severity: 'WARNING',
  code: 'MAX_VALUE',
  ruleId: 'weight-high',
  message: 'weightKg must be at most 400',
};

/** weightKg, from the column "weight_kg": DECIMAL; at least 1.5, at most 400. */
function readWeightKg(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeWeightKg(null, record);
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(weightKgType, text) : judgeWeightKg(value, record);
}

/** The rules of weightKg. */
function judgeWeightKg(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (compareDecimals(value, '1.5') < 0) record.addIssue(weightKgWeightLow, value);
  if (compareDecimals(value, '400') > 0) record.addIssue(weightKgWeightHigh, value);
  return value;
}

/** weightKg in a plain object. */
function checkWeightKg(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(weightKgType, describeValue(inputValue));
  else judgeWeightKg(value, record);
}

// active
const activePlace = { field: 'active', column: 'active' };
const activeType: Rule = {
  ...activePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'active must be a BOOLEAN',
};

/** active, from the column "active": BOOLEAN; "true" if null. */
function readActive(cell: string | undefined, record: RecordReport): boolean | null {
  let text = textOrNull(cell);
  if (text === null || isBlank(text)) text = record.noteCorrection(text, 'true');
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, activePlace, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = toBoolean(bare);
  return value === null ? record.addIssue(activeType, text) : value;
}

/** active in a plain object. */
function checkActive(inputValue: unknown, record: RecordReport): void {
  const value = toBooleanValue(inputValue);
  if (value === undefined) record.addIssue(activeType, describeValue(inputValue));
}

// joinedOn
const joinedOnPlace = { field: 'joinedOn', column: 'joined_on' };
const joinedOnType: Rule = {
  ...joinedOnPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'joinedOn must be a DATE in the format yyyy-MM-dd',
};
const joinedOnJoinedRange: Rule = {
  ...joinedOnPlace,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'joined-range',
  message: 'joinedOn must be from 1949-05-23 to today',
};

/** What a text like `31 December 2024` (`d MMMM yyyy`) says; null for any other text. */
function joinedOnJoinedInWordsRead(text: string): DateParts | null {
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

/** A date as a text like `2024-12-31` (`yyyy-MM-dd`). */
function joinedOnJoinedInWordsWrite(parts: DateParts): string {
  return formatYear(parts.year, 4) + '-' + padNumber(parts.month, 2) + '-' + padNumber(parts.day, 2);
}

/** The text turned round; other texts are left as they are. */
function joinedOnJoinedInWords(text: string): string {
  const parts = joinedOnJoinedInWordsRead(text);
  return parts === null ? text : joinedOnJoinedInWordsWrite(parts);
}

/** What a text like `31.12.2024` (`d.M.yyyy`) says; null for any other text. */
function joinedOnJoinedInDigitsRead(text: string): DateParts | null {
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

/** A date as a text like `2024-12-31` (`yyyy-MM-dd`). */
function joinedOnJoinedInDigitsWrite(parts: DateParts): string {
  return formatYear(parts.year, 4) + '-' + padNumber(parts.month, 2) + '-' + padNumber(parts.day, 2);
}

/** The text turned round; other texts are left as they are. */
function joinedOnJoinedInDigits(text: string): string {
  const parts = joinedOnJoinedInDigitsRead(text);
  return parts === null ? text : joinedOnJoinedInDigitsWrite(parts);
}

/** The day of a text like `2024-12-31` (`yyyy-MM-dd`) as days since 1970-01-01; NaN for any other text. */
function dayOfJoinedOn(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

/**
 * joinedOn, from the column "joined_on": DATE; converted from d MMMM yyyy to yyyy-MM-dd, then converted from d.M.yyyy
 * to yyyy-MM-dd; from 1949-05-23 to today.
 */
function readJoinedOn(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, joinedOnJoinedInWords(text));
  if (text !== null) text = record.noteCorrection(text, joinedOnJoinedInDigits(text));
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, joinedOnPlace, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeJoinedOn(null, record);
  const value = Number.isNaN(dayOfJoinedOn(bare)) ? null : bare;
  return value === null ? record.addIssue(joinedOnType, text) : judgeJoinedOn(value, record);
}

/** The rules of joinedOn. */
function judgeJoinedOn(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  const day = dayOfJoinedOn(value);
  if (day < -7528 || day > record.today) record.addIssue(joinedOnJoinedRange, value);
  return value;
}

/** joinedOn in a plain object. */
function checkJoinedOn(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, dayOfJoinedOn);
  if (value === undefined) record.addIssue(joinedOnType, describeValue(inputValue));
  else judgeJoinedOn(value, record);
}

// leftOn
const leftOnPlace = { field: 'leftOn', column: 'left_on' };
const leftOnType: Rule = {
  ...leftOnPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'leftOn must be a DATE in the format yyyy-MM-dd',
};
const leftOnLeftRange: Rule = {
  ...leftOnPlace,
  severity: 'ERROR',
  code: 'DATE_RANGE',
  ruleId: 'left-range',
  message: 'leftOn must be from 1949-05-23 to today+1y',
};

/** The day of a text like `2024-12-31` (`yyyy-MM-dd`) as days since 1970-01-01; NaN for any other text. */
function dayOfLeftOn(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

/** leftOn, from the column "left_on": DATE; from 1949-05-23 to today+1y. */
function readLeftOn(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeLeftOn(null, record);
  const value = Number.isNaN(dayOfLeftOn(bare)) ? null : bare;
  return value === null ? record.addIssue(leftOnType, text) : judgeLeftOn(value, record);
}

/** The rules of leftOn. */
function judgeLeftOn(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  const day = dayOfLeftOn(value);
  if (day < -7528 || day > addYears(record.today, 1)) record.addIssue(leftOnLeftRange, value);
  return value;
}

/** leftOn in a plain object. */
function checkLeftOn(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, dayOfLeftOn);
  if (value === undefined) record.addIssue(leftOnType, describeValue(inputValue));
  else judgeLeftOn(value, record);
}

// fee
const feePlace = { field: 'fee', column: 'fee_eur' };
const feeType: Rule = {
  ...feePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'fee must be a DECIMAL with decimal separator "."',
};
const feeKnownFees: Rule = {
  ...feePlace,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-fees',
  message: 'fee must be one of 0, 12, 24.5, 60',
};
const feeKnownFeesValues: ReadonlySet<string> = new Set(['0', '12', '24.5', '60']);

/** fee, from the column "fee_eur": DECIMAL; one of 0, 12, 24.5, 60. */
function readFee(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return judgeFee(null, record);
  const value = toDecimal(bare, '.');
  return value === null ? record.addIssue(feeType, text) : judgeFee(value, record);
}

/** The rules of fee. */
function judgeFee(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (!feeKnownFeesValues.has(normalizeDecimal(value))) record.addIssue(feeKnownFees, value);
  return value;
}

/** fee in a plain object. */
function checkFee(inputValue: unknown, record: RecordReport): void {
  const value = toDecimalValue(inputValue);
  if (value === undefined) record.addIssue(feeType, describeValue(inputValue));
  else judgeFee(value, record);
}

// language
const languagePlace = { field: 'language', column: 'language' };
const languageType: Rule = {
  ...languagePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'language must be a STRING',
};
const languageTold: Rule = {
  ...languagePlace,
  severity: 'WARNING',
  code: 'REQUIRED',
  ruleId: 'language-told',
  message: 'without a language letters go out in German',
};
const languageKnownLanguages: Rule = {
  ...languagePlace,
  severity: 'ERROR',
  code: 'ALLOWED_VALUES',
  ruleId: 'known-languages',
  message: 'language must be one of de, en, fr, pl, tr, uk, ar, zh',
};
const languageKnownLanguagesValues: ReadonlySet<string> = new Set(['de', 'en', 'fr', 'pl', 'tr', 'uk', 'ar', 'zh']);

/** language, from the column "language": STRING; required, one of de, en, fr, pl, tr, uk, ar, zh. */
function readLanguage(cell: string | undefined, record: RecordReport): string | null {
  const text = textOrNull(cell);
  return judgeLanguage(text, record);
}

/** The rules of language. */
function judgeLanguage(value: string | null, record: RecordReport): string | null {
  if (value === null) {
    record.addIssue(languageTold, null);
    return null;
  }

  if (!languageKnownLanguagesValues.has(value)) record.addIssue(languageKnownLanguages, value);
  return value;
}

/** language in a plain object. */
function checkLanguage(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(languageType, describeValue(inputValue));
  else judgeLanguage(value, record);
}

// updatedOn
const updatedOnPlace = { field: 'updatedOn', column: 'updated_at' };
const updatedOnType: Rule = {
  ...updatedOnPlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'updatedOn must be a DATE in the format yyyy-MM-dd',
};

/** What a text like `2024-12-31T13:45:06+01:00` (`yyyy-MM-dd'T'HH:mm:ss[XXX]`) says; null for any other text. */
function updatedOnUpdatedDayRead(text: string): DateParts | null {
  const yearEnd = findSignedDigitsEnd(text, 0, 0);
  if (
    text[yearEnd] !== '-' ||
    text[yearEnd + 3] !== '-' ||
    text[yearEnd + 6] !== 'T' ||
    text[yearEnd + 9] !== ':' ||
    text[yearEnd + 12] !== ':'
  ) return null;
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

/** A date as a text like `2024-12-31` (`yyyy-MM-dd`). */
function updatedOnUpdatedDayWrite(parts: DateParts): string {
  return formatYear(parts.year, 4) + '-' + padNumber(parts.month, 2) + '-' + padNumber(parts.day, 2);
}

/** The text turned round; other texts are left as they are. */
function updatedOnUpdatedDay(text: string): string {
  const parts = updatedOnUpdatedDayRead(text);
  return parts === null ? text : updatedOnUpdatedDayWrite(parts);
}

/** The day of a text like `2024-12-31` (`yyyy-MM-dd`) as days since 1970-01-01; NaN for any other text. */
function dayOfUpdatedOn(text: string): number {
  const yearEnd = text.length - 6;
  if (text[yearEnd] !== '-' || text[yearEnd + 3] !== '-') return NaN;
  const year = parseYear(text, 0, yearEnd);
  const month = parseTwoDigits(text, yearEnd + 1);
  const day = parseTwoDigits(text, yearEnd + 4);
  return toEpochDay(year, month, day);
}

/** updatedOn, from the column "updated_at": DATE; converted from yyyy-MM-dd'T'HH:mm:ss[XXX] to yyyy-MM-dd. */
function readUpdatedOn(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, updatedOnUpdatedDay(text));
  if (record.isTooLong(text)) return record.addLimitIssue(TOO_LONG, updatedOnPlace, text);
  text = textOrNull(text);
  const bare = text === null ? null : trimToNull(text);
  if (bare === null) return null;
  const value = Number.isNaN(dayOfUpdatedOn(bare)) ? null : bare;
  return value === null ? record.addIssue(updatedOnType, text) : value;
}

/** updatedOn in a plain object. */
function checkUpdatedOn(inputValue: unknown, record: RecordReport): void {
  const value = toDateValue(inputValue, dayOfUpdatedOn);
  if (value === undefined) record.addIssue(updatedOnType, describeValue(inputValue));
}

// note
const notePlace = { field: 'note', column: 'note' };
const noteType: Rule = {
  ...notePlace,
  severity: 'ERROR',
  code: 'TYPE_MISMATCH',
  ruleId: null,
  message: 'note must be a STRING',
};
const noteLength: Rule = {
  ...notePlace,
  severity: 'WARNING',
  code: 'MAX_LENGTH',
  ruleId: 'note-length',
  message: 'note must have at most 200 characters',
};

/** note, from the column "note": STRING; trimmed; at most 200 characters. */
function readNote(cell: string | undefined, record: RecordReport): string | null {
  let text = textOrNull(cell);
  if (text !== null) text = record.noteCorrection(text, trim(text));
  return judgeNote(textOrNull(text), record);
}

/** The rules of note. */
function judgeNote(value: string | null, record: RecordReport): string | null {
  if (value === null) return null;
  if (countCodePoints(value) > 200) record.addIssue(noteLength, value);
  return value;
}

/** note in a plain object. */
function checkNote(inputValue: unknown, record: RecordReport): void {
  const value = toTextValue(inputValue);
  if (value === undefined) record.addIssue(noteType, describeValue(inputValue));
  else judgeNote(value, record);
}

/** The text of a cell; null where it is missing or means null. */
function textOrNull(cell: string | null | undefined): string | null {
  return cell === undefined || cell === null || cell === '' || cell === 'NULL' || cell === 'n/a' || cell === '?'
    ? null
    : cell;
}

/** The values of a record as they are read: numbers as their digits. */
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

/** The columns that the header must name. */
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

/** How the records stand in the file. */
const dialect: Omit<CsvDialect, 'maxRecordBytes'> = {
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
  columns: { named: columns },
  recordWhen: null,
};

/** Corrects, types and judges one record, field by field. */
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

/** Splits a file into records. */
function records(options: TransformOptions): CsvRecordSource<keyof typeof columns> {
  const maxRecordBytes = limitRecordBytes(1048576, options);
  return createCsvRecordSource({ ...dialect, maxRecordBytes }, createUtf8Input(options.from), options.from);
}

/** The message of a record: flat JSON in the order of the spec. */
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

/** The key of a record's message; null where it has none. */
function toKey(values: Values): string | null {
  return values.personId;
}

/** The record as an object. */
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
 * Reads a file record by record. A required field is null only in a record with an ERROR. @throws FileFailure where the
 * file cannot be read to its end.
 */
export function read(
  source: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<RecordOutcome<People>> {
  return readRecords(reader, records(options), { chunks: source, options });
}

/** Judges a plain object by the types and rules of the fields. */
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

/** Makes batches of messages from the bytes of one file. */
export function createTransformer(options: TransformOptions = {}): Transformer {
  return createRecordTransformer(reader, records(options), options);
}
