/** Everything that a generated module may import. The other exports of the kernel's files are internal. */
export type * from './model/contract.ts';
export {
  type CsvRecordSource,
  createCsvRecordSource,
  createTypedCsvRecordSource,
  limitColumns,
} from './csv/record-source.ts';
export { createAutoCsvRecordSource } from './csv/auto-delimiter.ts';
export type { CsvDialect, CsvRecord } from './csv/line-parser.ts';
export type { TypedCsvDialect } from './csv/type-finder.ts';
export { csvGroups } from './csv/groups.ts';
export { columnsOfGroups, countFilledGroups } from './csv/fast-groups.ts';
export { GroupColumns } from './fixed-width/fast/group-columns.ts';
export { fixedWidthGroups } from './fixed-width/groups.ts';
export { copyCsvRecord } from './csv/line-parser.ts';
export { cellAt } from './values/cell-at.ts';
export { holdRecords } from './holds/hold-records.ts';
export type { Repeat } from './repeats/repeat.ts';
export { repeatGroups } from './repeats/repeat-groups.ts';
export { fastGroups } from './repeats/fast-groups.ts';
export type { FixedWidthDialect } from './fixed-width/line-parser.ts';
export {
  createFixedWidthBlockSource,
  createFixedWidthLengthSource,
  type FixedWidthRecordSource,
  createFixedWidthRecordSource,
} from './fixed-width/record-source.ts';
export {
  cellInSlices,
  copyFixedWidthLine,
  type FixedWidthLine,
  lineLength,
  sliceLeftAligned,
  sliceRightAligned,
  withoutCell,
} from './fixed-width/line.ts';
export { createStoredNumbers } from './fixed-width/storage.ts';
export { createCharacterWidth } from './fixed-width/character-width.ts';
export { createXmlChoice, createXmlElement } from './xml/fields/element.ts';
export { type XmlRecordSource, createXmlRecordSource } from './xml/record-source.ts';
export type { XmlRecord } from './xml/xml-record.ts';
export {
  createTypedXlsxRecordSource,
  createXlsxRecordSource,
  type XlsxRecordSource,
} from './xlsx/record-source.ts';
export type { XlsxDialect } from './xlsx/line-parser.ts';
export type { TypedXlsxDialect } from './xlsx/typed-line-parser.ts';
export { cellInRow } from './xlsx/rows/row-cells.ts';
export type { JsonField, JsonRecord, JsonSettings } from './json/fields/json-record.ts';
export { createJsonDocumentSource } from './json/document-source.ts';
export { createTypedJsonSource, type JsonType } from './json/nested-source.ts';
export type { JsonTypesLayout } from './json/fast/type-finder.ts';
export { createJsonLinesSource, type JsonRecordSource } from './json/record-source.ts';
export { readValue, type RecordReport } from './model/record-report.ts';
export { TOO_LONG } from './values/exceeded-limit.ts';
export type { Rule } from './model/rule.ts';
export { readRecords } from './module/read-records.ts';
export { limitRecordBytes } from './module/record-reader.ts';
export { createRecordTransformer } from './module/record-transformer.ts';
export { checkTypedRecord } from './record-types/check-typed-record.ts';
export { createDocumentLoop } from './record-types/document-loop.ts';
export { createDocuments, createParts } from './record-types/documents.ts';
export { createTypedRun } from './record-types/typed-run.ts';
export { createTypeReader } from './record-types/typed-reader.ts';
export { checkRecord } from './module/check-record.ts';
export {
  toBooleanValue,
  toDateValue,
  toTimestampValue,
  toTimeValue,
  toDecimalValue,
  toIntegerValue,
  toTextValue,
  describeValue,
} from './values/input-value.ts';
export {
  createBinaryBlockInput,
  createDecodedBlockInput,
  createDecodedInput,
  createEbcdicBlockInput,
  createEbcdicInput,
  createUtf8BlockInput,
  createUtf8Input,
} from './input/file-input.ts';
export {
  toBigInt,
  compareDecimals,
  toNumber,
  normalizeDecimal,
  toDecimal,
  toGroupedDecimal,
  toGroupedInteger,
  toInteger,
  toScaledDecimal,
} from './values/number.ts';
export {
  dropAffix,
  dropGroups,
  expandExponent,
  expandInteger,
  moveAnySign,
  moveTrailingSign,
  readOverpunch,
  readParentheses,
} from './values/number-notation.ts';
export { isFalse, isTrue, toBoolean } from './values/boolean.ts';
export { formatBoolean, toJsonBoolean, toJsonNumber, toCompositeKey, toJsonString } from './values/json.ts';
export { joinKey } from './file-rules/unique-keys.ts';
export { LocaleNames } from './values/dates/locale-names.ts';
export { createTokenizer, keepLast, openMaskKeys, redact } from './values/masks/masks.ts';
export { createLookup, createMembership, openReference } from './values/reference/open-tables.ts';
export { compareCodePoints } from './values/code-points.ts';
export { countCodePoints, isBlank, padLeft, padRight, trimToNull, trim } from './values/text.ts';
export * from './values/dates/calendar.ts';
export { serialToEpochDay } from './values/dates/serial-days.ts';
export * from './values/dates/instants.ts';
export * from './values/dates/offsets.ts';
export * from './values/dates/read-parts.ts';
export * from './values/dates/write-parts.ts';
export { isBicShape } from './values/check-digits/bic-shape.ts';
export { isEan } from './values/check-digits/ean.ts';
export { isIban } from './values/check-digits/iban.ts';
export { isIsin, isLuhn } from './values/check-digits/luhn.ts';
export { isMod11 } from './values/check-digits/mod11.ts';
export { isMod97 } from './values/check-digits/mod97.ts';
export { testText } from './values/check-digits/test-text.ts';
export * from './expressions/dates.ts';
export * from './expressions/instants.ts';
export * from './expressions/logic.ts';
export * from './expressions/numbers.ts';
export * from './expressions/patterns.ts';
export * from './expressions/texts.ts';
export { createMatcher } from './values/patterns/matcher.ts';
export { createReplacer } from './values/patterns/replacer.ts';
export type { FastChunk, FastReader, FastTypeReader, FastTypes } from './fast/reader.ts';
export { CopiedValue } from './fast/copied-value.ts';
export { TitleValue } from './fast/title-value.ts';
export { ASIDE_START, fastBuffers, hasRoomAfter } from './fast/buffers.ts';
export * from './fast/computed.ts';
export * from './fast/lookup.ts';
export { CellReader } from './fast/cell-reader.ts';
export { JsonCellReader } from './json/fast/cell-reader.ts';
export { JsonValueFinder } from './json/fast/value-finder.ts';
export { XmlCellReader } from './xml/fast/cell-reader.ts';
export { XmlDocumentFinder } from './xml/fast/document-finder.ts';
export type { XmlLayout } from './xml/fast/layout.ts';
export { XmlValueFinder } from './xml/fast/value-finder.ts';
export * from './fast/numbers.ts';
export {
  type OutputValue,
  compareTextValues,
  createOutputValue,
  decodeBoolean,
  decodeText,
  isNullValue,
  parseDateValue,
} from './fast/output-value.ts';
export { compareNumberValues } from './fast/output-number.ts';
export * from './fast/utf8-text.ts';
export * from './fast/dates.ts';
export * from './fixed-width/fast/padding.ts';
export { isPlainAscii, RecordColumns } from './fixed-width/fast/record-columns.ts';
export { StoredColumns } from './fixed-width/fast/stored-columns.ts';
export * from './fast/letter-case.ts';
export * from './fast/padding.ts';
export { ByteCodes } from './fast/byte-codes.ts';
export { ByteReplacer } from './fast/byte-replacer.ts';
export { hasBytesAt, hasSameBytes } from './bytes/compare.ts';
export * from './fast/json-bytes.ts';
export { type ByteMatcher, createByteMatcher } from './values/patterns/byte-matcher.ts';
export type { Header } from './csv/header.ts';
export type { TypedLayout } from './csv/typed-line-parser.ts';
export { beginAvro } from './avro/message.ts';
export { createAvroParts } from './avro/parts.ts';
export { fitsDecimal, fitsEpochDay, fitsInstant, fitsLong, fitsTime } from './avro/fits.ts';
export * from './avro/append.ts';
export * from './avro/in-place.ts';
