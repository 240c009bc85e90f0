import type { WarningSeverities } from '../model/contract.ts';
import type { RecordReport } from '../model/record-report.ts';
import type { OpenKeys } from '../values/masks/masks.ts';
import type { OpenReference } from '../values/reference/open-tables.ts';
import type { FastTypes } from '../fast/reader.ts';
import type { FileRule } from '../file-rules/file-rule.ts';
import type { CreateDocumentLoop } from './document-loop.ts';
import type { Documents } from './documents.ts';
import type { EnclosingValues } from './enclosing-records.ts';
import type { FileStructure } from './structure.ts';

/** The functions of a generated module that read the records of one type. `Values` is known only to the module. */
export interface TypeReader<Raw, Values> {
  readonly name: string;
  /** Whether records of the type become messages. */
  readonly isPublished: boolean;
  /** The types from which this type copies values, as indexes. */
  readonly copiesFrom: readonly number[];
  /** Corrects, types and validates the fields of one record. Adds issues to the report `record`. */
  readRecord(raw: Raw, record: RecordReport, enclosing: EnclosingValues): Values;
  toJson(values: Values): string | Uint8Array;
  toKey(values: Values): string | null;
  toRecord(values: Values): unknown;
}

/** What a generated module consists of if its spec has several types of records. */
export interface TypedReader<Raw> {
  /** The types in the order of the spec. */
  readonly types: readonly TypeReader<Raw, unknown>[];
  readonly structure: FileStructure;
  readonly fileRules: readonly FileRule[];
  readonly maxRecordBytes: number;
  readonly hasSensitiveFields: boolean;
  /** The severities of run warnings that the spec sets. Absent if it sets none. */
  readonly runWarnings?: WarningSeverities | undefined;
  /** Finds the reference tables of the spec. Absent: it has none. */
  readonly openReference?: OpenReference | undefined;
  /** Finds the keys of the masks of the spec. Absent: it needs none. */
  readonly openMaskKeys?: OpenKeys | undefined;
  /** The types whose records form documents. Absent: there are none. */
  readonly documents?: Documents | undefined;
  /** The fast readers of the module. Absent if it has none. */
  readonly fast?: FastTypes;
  /** Creates the loop over the fast readers if records form documents. Absent: only the careful reader reads documents. */
  readonly createDocumentLoop?: CreateDocumentLoop;
}

/** A `TypeReader` whose function takes the enclosing records with their types. */
type OwnReader<Raw, Values, Enclosing> = Omit<TypeReader<Raw, Values>, 'readRecord'> & {
  readRecord(raw: Raw, record: RecordReport, enclosing: Enclosing): Values;
};

/** Returns the reader of a type without the types of its values and of the enclosing records. */
export function createTypeReader<Raw, Values, Enclosing>(
  reader: OwnReader<Raw, Values, Enclosing>,
): TypeReader<Raw, unknown> {
  // Safe: the kernel passes to each reader only values that this reader, or that of the enclosing type, returned.
  return reader as unknown as TypeReader<Raw, unknown>;
}
