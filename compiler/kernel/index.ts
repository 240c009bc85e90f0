/** The door to the standard library of generated modules; they import nothing else. */
export type * from './model/contract.ts';
export { type CsvDialect, type CsvRecords, csvRecords, type CsvRow } from './csv/record-source.ts';
export {
  type FixedWidthDialect,
  fixedWidthBlocks,
  type FixedWidthRecords,
  fixedWidthRecords,
} from './fixed-width/record-source.ts';
export { type FixedWidthLine, leftAligned, rightAligned } from './fixed-width/line.ts';
export { xmlElement } from './xml/fields/element.ts';
export { type XmlRecords, xmlRecords, type XmlRow } from './xml/record-source.ts';
export type { RecordReport } from './model/record-report.ts';
export { TOO_LONG } from './model/refusal.ts';
export type { Rule } from './model/rule.ts';
export { readRecords } from './module/read-records.ts';
export { recordLimit } from './module/record-reader.ts';
export { transform } from './module/transform.ts';
export { checkRecord } from './module/check-record.ts';
export { givenBoolean, givenDate, givenDecimal, givenInteger, givenText, textOfGiven } from './values/input-value.ts';
export { decodedBlocks, decodedInput } from './input/decoded-input.ts';
export { ebcdicBlocks, ebcdicInput } from './input/ebcdic-input.ts';
export { utf8Input } from './input/utf8-input.ts';
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
export * from './dates/calendar.ts';
export * from './dates/offsets.ts';
export * from './dates/read-parts.ts';
export * from './dates/write-parts.ts';
export { createMatcher } from './patterns/matcher.ts';
export { createReplacer } from './patterns/replacer.ts';
export type { FastPiece, FastReader } from './fast/reader.ts';
export { fastWindows } from './fast/buffers.ts';
export { CsvCells } from './fast/cell-reader.ts';
export { XmlCells } from './xml/fast/cell-reader.ts';
export type { XmlLayout } from './xml/fast/layout.ts';
export { XmlFinder } from './xml/fast/value-finder.ts';
export * from './fast/numbers.ts';
export * from './fast/utf8-text.ts';
export * from './fast/dates.ts';
export * from './fixed-width/fast/padding.ts';
export { RecordColumns } from './fixed-width/fast/record-columns.ts';
export * from './fast/ascii-text.ts';
export { hasBytesAt } from './bytes/compare.ts';
export * from './fast/json-bytes.ts';
export { type ByteMatcher, createByteMatcher } from './patterns/byte-matcher.ts';
export type { Header } from './csv/header.ts';
