/**
 * What programs need to know about formats, types, encodings of messages and run warnings, without the compiler. It imports no parser and
 * nothing of Node.js, so threads and pages load it quickly.
 */
export {
  fileFormats,
  findFileFormat,
  type Format,
  formatNames,
  nameOfRejects,
  rejectsOf,
} from './language/formats/file-formats.ts';
export type { FileFormat } from './language/formats/model/file-format.ts';
export { appendWarnings, hasFatalWarning, judgeWarnings, severityOfWarning } from './kernel/model/run-warnings.ts';
export { encoderNames, type EncoderName, encoderOf, findEncoderOf } from './emitting/encoders/encoders.ts';
export { createMessageSchemas, type MessageSchema } from './emitting/encoders/message-schemas.ts';
export type { SchemaJson } from './emitting/encoders/model/schema-form.ts';
export type {
  MessageBytes,
  TypedColumn,
  TypedReader,
  TypedValue,
} from './emitting/encoders/model/typed-values.ts';
export {
  FALSE_VALUE,
  type MessageMember,
  NULL_VALUE,
  NUMBER_VALUE,
  TEXT_VALUE,
  TRUE_VALUE,
  type ValueReader,
} from './emitting/encoders/model/encoder.ts';
export { runWarnings } from './language/formats/model/run-warnings.ts';
export { type ColumnType, columnTypeOf } from './language/types/column-types.ts';
export { toPlainWords } from './language/types/plain-words.ts';
export { createFileLayout, createFileLocators, type FileLayout } from './tools/locate/file-layout.ts';
export { readCellValue, type RecordLayout } from './tools/locate/record-layout.ts';
export type { ValueLocator } from './tools/locate/value-locator.ts';
export type { TextRange } from './language/formats/model/file-format.ts';
export { describeSpecWarnings } from './diagnostics/spec-warnings.ts';
