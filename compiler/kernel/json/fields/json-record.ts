import type { CellCondition } from '../../lines/cell-condition.ts';
import type { OnNoRecords } from '../../model/no-records.ts';

/**
 * What a field reads. TEXT: a text, a number as written, or `true` and `false`. WHOLE and NUMBER: a number; a text is no
 * number unless the spec is lenient.
 */
export type JsonReads = 'TEXT' | 'WHOLE' | 'NUMBER';

/** Where the value of a field is in a record. */
export interface JsonField {
  /** The tokens of the JSON Pointer below the record (RFC 6901), without escapes. */
  readonly path: readonly string[];
  readonly reads: JsonReads;
  /** The name of the field, if it differs from its key among `columns`. Absent: it is the key. */
  readonly name?: string;
  /** The decimal separator that the field expects, which replaces the point of a number. Absent: a point. */
  readonly point?: string;
}

/** Where records are that a record encloses: the tokens of a path below it. `*` is each member or item. */
export interface NestedPlace {
  /** The index of their type. */
  readonly type: number;
  readonly path: readonly string[];
}

/** A condition for the value at one place of a record. */
export interface JsonCondition extends CellCondition {
  /** The tokens of the JSON Pointer below the record (RFC 6901), without escapes. */
  readonly path: readonly string[];
}

/** One of several types whose records are those of the file. */
export interface OuterType {
  /** Its index among all types. */
  readonly type: number;
  readonly fields: readonly JsonField[];
  readonly columns: Readonly<Record<string, number>>;
  /** The index of the path of its records, if there are several. Absent: there is one. */
  readonly at?: number;
  /** The path of its records, which begins the paths in messages, if there are several. Absent: none. */
  readonly prefix?: string;
  /** Where records are that its records enclose. */
  readonly nested: readonly NestedPlace[];
  /** The conditions that must all hold for a record of the type. Absent: it has those that no other type selects. */
  readonly when?: readonly JsonCondition[];
}

/** How the records of a file of JSON are read. */
export interface JsonSettings<Column extends string = string> {
  /** The fields that are read from the file, in the order of their cells. */
  readonly fields: readonly JsonField[];
  /** The index of each field among the cells of a record. */
  readonly columns: Readonly<Record<Column, number>>;
  /** Whether a text is read as the number that it contains. */
  readonly isLenient: boolean;
  /** Whether no message has a name of a member that no field reads, because it may be a sensitive value. Absent: false. */
  readonly masksNames?: boolean;
  readonly onNoRecords: OnNoRecords;
  /** Where records are that a record encloses. Absent: there are none. */
  readonly nested?: readonly NestedPlace[];
  readonly maxRecordBytes: number;
}

/** The texts of one record. The text of a field is `cells[at[field]]`, or undefined if it is absent or null. */
export interface JsonRecord<Column extends string = string> {
  cells: readonly (string | undefined)[];
  at: Readonly<Record<Column, number>>;
  /** The records inside of this one. Absent: records enclose none. */
  nested?: readonly { readonly type: number; readonly text: string }[];
}

/** Why a text is not JSON, or not the record that a spec reads. It contains no value. */
export interface JsonFault {
  readonly code: 'MALFORMED_JSON' | 'DUPLICATE_MEMBER' | 'TYPE_MISMATCH';
  readonly message: string;
  /** Index in the text of the record, in UTF-16 units. */
  readonly at: number;
  /** The index of the field whose value cannot be read. Absent: the fault is not about a field. */
  readonly field?: number;
}

/** How deep objects and lists of a record may be nested. */
export const MAX_DEPTH = 256;
