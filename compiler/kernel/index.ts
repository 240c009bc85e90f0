/** The door to the standard library of generated modules; they import nothing else. */
export type * from './contract.ts';
export { type CsvDialect, type CsvRecords, csvRecords, type CsvRow } from './csv-records.ts';
export { type RecordReport, type Rule, TOO_LONG } from './report.ts';
export { readRecords, recordLimit, transform } from './transform.ts';
export { checkRecord, givenBoolean, givenDate, givenDecimal, givenInteger, givenText, textOfGiven } from './given.ts';
export { decodedInput } from './decoded-input.ts';
export { utf8Input } from './input.ts';
export { bigintOf, compareDecimals, numberOf, plainDecimal, toDecimal, toGroupedDecimal, toGroupedInteger, toInteger, toScaledDecimal } from './number.ts';
export { isFalse, isTrue, toBoolean } from './boolean.ts';
export { booleanText, jsonBoolean, jsonDigits, jsonKey, jsonText } from './json.ts';
export { codePoints, isBlank, padLeft, padRight, stripped, trim } from './text.ts';
export * from './date.ts';
export * from './date-offset.ts';
export * from './date-read.ts';
export * from './date-write.ts';
export { createMatcher } from './matcher.ts';
export { createReplacer } from './replacer.ts';
