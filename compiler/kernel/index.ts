/** The door to the standard library of generated modules; they import nothing else. */
export type * from './contract.ts';
export { type CsvDialect, type CsvRecords, csvRecords, type CsvRow } from './csv/records.ts';
export {
  type FixedWidthDialect,
  fixedWidthBlocks,
  type FixedWidthRecords,
  fixedWidthRecords,
} from './fixed-width/records.ts';
export { type FixedWidthLine, leftAligned, rightAligned } from './fixed-width/line.ts';
export { xmlElement } from './xml/element.ts';
export { type XmlRecords, xmlRecords, type XmlRow } from './xml/records.ts';
export { type RecordReport, type Rule, TOO_LONG } from './report.ts';
export { readRecords, recordLimit, transform } from './transform.ts';
export { checkRecord, givenBoolean, givenDate, givenDecimal, givenInteger, givenText, textOfGiven } from './given.ts';
export { decodedBlocks, decodedInput } from './input/decoded-input.ts';
export { ebcdicBlocks, ebcdicInput } from './input/ebcdic-input.ts';
export { utf8Input } from './input/input.ts';
export {
  bigintOf,
  compareDecimals,
  numberOf,
  plainDecimal,
  toDecimal,
  toGroupedDecimal,
  toGroupedInteger,
  toInteger,
  toScaledDecimal,
} from './values/number.ts';
export { isFalse, isTrue, toBoolean } from './values/boolean.ts';
export { booleanText, jsonBoolean, jsonDigits, jsonKey, jsonText } from './values/json.ts';
export { codePoints, isBlank, padLeft, padRight, stripped, trim } from './values/text.ts';
export * from './dates/date.ts';
export * from './dates/date-offset.ts';
export * from './dates/date-read.ts';
export * from './dates/date-write.ts';
export { createMatcher } from './patterns/matcher.ts';
export { createReplacer } from './patterns/replacer.ts';
export type { FastPiece, FastReader } from './fast/fast-reader.ts';
export { fastWindows } from './fast/fast-windows.ts';
export { CsvCells } from './fast/csv-cells.ts';
export { XmlCells } from './fast/xml-cells.ts';
export { XmlFinder, type XmlLayout } from './fast/xml-finder.ts';
export * from './fast/fast-numbers.ts';
export * from './fast/wide-text.ts';
export * from './fast/fast-dates.ts';
export * from './fast/fast-lines.ts';
export * from './fast/fast-words.ts';
export * from './fast/json-bytes.ts';
export { type ByteMatcher, createByteMatcher } from './patterns/byte-matcher.ts';
export type { Header } from './csv/header.ts';
