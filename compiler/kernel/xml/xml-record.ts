import type { XmlElement } from './fields/element.ts';
import type { OnNoRecords } from '../model/no-records.ts';
import type { Severity } from '../model/contract.ts';

/** The paths of a spec, as an automaton whose states are elements and whose inputs are element names. */
export interface XmlPaths<Column extends string> {
  /** The index of each field in the texts of a record (`XmlRecord.cells`), from 0. */
  columns: Readonly<Record<Column, number>>;
  /** The initial state, which represents the document. The root element is its child. */
  document: XmlElement;
  /**
   * For records that may occur at any depth: an element is a record if it has the name of a child of this state. Null
   * if all records are on paths from the root.
   */
  anywhere: XmlElement | null;
  /** The state of a record, at which the paths of the fields inside it start. */
  record: XmlElement;
  /** The types of records, in the order of the spec. Absent: all records have one type. */
  types?: readonly XmlType[];
  /** Encoding of documents that do not declare one, with its name in the Encoding Standard. */
  encoding: string;
  onNoRecords: OnNoRecords;
  /** Whether each DOCTYPE is rejected. Default: one without an internal subset is skipped. */
  rejectsDoctype?: boolean;
  /** Whether several documents may follow each other in a file. Default: false. */
  isConcatenated?: boolean;
  /**
   * The severity of records in which a path matches more than once, although only the first value counts. Default: a
   * warning of the run counts them.
   */
  onSeveralMatches?: Severity | 'IGNORE';
  /** The limits of records that wait for the end of the record around them. Absent: none wait. */
  held?: { readonly maxBytes: number; readonly maxRecords: number };
  /** Maximum length of a record in bytes of UTF-8, from the beginning of its start tag to the end of its end tag. */
  maxRecordBytes: number;
}

/** A type of records in a document with several. `columns` and `record` replace those of `XmlPaths`. */
export interface XmlType {
  readonly columns: Readonly<Record<string, number>>;
  readonly record: XmlElement;
  /**
   * Whether records of other types may be inside. Then the record ends where the first of them begins, or at its end tag
   * if there is none.
   */
  readonly isEnclosing: boolean;
  /** Whether records wait for its end tag, so that it may have values after the records inside. Absent: they do not. */
  readonly isHeld?: boolean;
}

/** The texts of one XML record. The text of a field is `cells[at[field]]`, or undefined if the record has none. */
export interface XmlRecord<Column extends string = string> {
  cells: readonly (string | undefined)[];
  at: Readonly<Record<Column, number>>;
}
