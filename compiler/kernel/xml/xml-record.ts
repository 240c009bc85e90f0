import type { XmlElement } from './fields/element.ts';
import type { OnNoRecords } from '../model/no-records.ts';

/** The paths of the spec as the states of an automaton over element names. */
export interface XmlPaths<Column extends string> {
  /** Index of each field among the texts of a record, from 0. */
  columns: Readonly<Record<Column, number>>;
  /** The document. The root element is its child. */
  document: XmlElement;
  /**
   * The parent state of records that occur at any depth: every element that matches one of its children is a record.
   * Null if only `document` determines which elements are records.
   */
  anywhere: XmlElement | null;
  /** A record. */
  record: XmlElement;
  /** Encoding of documents that do not declare one, with its name in the Encoding Standard. */
  encoding: string;
  onNoRecords: OnNoRecords;
  /** Maximum length of a record, from the start of its start tag to the end of its end tag, in bytes of UTF-8. */
  maxRecordBytes: number;
}

/** The texts of one XML record, and the index of each field's text. */
export interface XmlRecord<Column extends string = string> {
  cells: readonly (string | undefined)[];
  at: Readonly<Record<Column, number>>;
}
