/**
 * The part of the compiler for web pages: it shows the records of a file with their values; repairs.ts replaces values in
 * them. It imports no parser and nothing of Node.js, so a bundle of it is small.
 */
export type { AnySpec } from './pipeline/1-read/spec-shape.ts';
export { createFileLayout, createFileLocators, type FileLayout } from './tools/locate/file-layout.ts';
export {
  createRecordLayout,
  type LaidOutSpec,
  readCellValue,
  type RecordLayout,
} from './tools/locate/record-layout.ts';
export type { RecordPatch } from './tools/locate/replace/record-replacer.ts';
export { createValueLocator, type ValueLocator } from './tools/locate/value-locator.ts';
export type { TextRange } from './language/formats/model/file-format.ts';
