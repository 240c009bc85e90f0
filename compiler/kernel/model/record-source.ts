import type { FastSource } from './fast-source.ts';
import type { Failure, Position, Severity, Warning } from './contract.ts';
import type { FieldLocation, Rule } from './rule.ts';

/** `next` needs more bytes to find a record. */
export const MORE = 0;
/** `next` has found a record. */
export const RECORD = 1;
/** `next` has reached the end of the file. */
export const END = 2;
/** `next` has found that the file cannot be read further. The member `failure` contains the reason. */
export const FAILED = 3;
/** The result of `RecordSource.next`. */
export type ReadResult = typeof MORE | typeof RECORD | typeof END | typeof FAILED;

/** What the text of a file begins with: tags, or the objects and lists of JSON. */
export type ExpectedText = 'MARKUP' | 'OBJECTS';

/** An issue with the structure of a record. */
export interface StructureIssue {
  /**
   * FATAL: no field of the record can be read. Null: the record gets no issue, but its values may be in the wrong
   * fields.
   */
  severity: Severity | null;
  code: string;
  message: string;
  /** The field whose value cannot be read. Absent: the issue is not about one field. */
  place?: FieldLocation;
}

/** A record whose values records before it copy. */
export interface LateRecord<Raw> {
  /** The index of its type. */
  readonly type: number;
  readonly raw: Raw | undefined;
  readonly structureIssue: StructureIssue | null;
  readonly line: number;
}

/** A cell of a workbook that has an error instead of a value, and that a field reads. */
export interface CellFault {
  readonly rule: Rule;
  /** The text of the error. Null: it has none. */
  readonly text: string | null;
  readonly isMasked: boolean;
}

/** A record whose cells have names: what was parsed (absent: its structure is too broken), its type and its line. */
export interface NamedRecord<Raw> {
  readonly raw?: Raw | undefined;
  /** Index of its type. -1 or absent: it is not known, or the spec has one type of records. */
  readonly recordType?: number;
  readonly line: number;
}

/**
 * Splits a file into records. Each format has its own implementation. After `next` returns RECORD, the members describe
 * that record.
 */
export interface RecordSource<Raw> {
  /** Adds the next bytes of the file and copies them, so the caller may reuse the chunk. */
  add(chunk: Uint8Array): void;
  /** Advances to the next record. `final`: all bytes of the file have been added. */
  next(final: boolean): ReadResult;
  /**
   * The record in the form that the module's `readRecord` reads. Undefined if its structure is too broken to read any
   * field.
   */
  raw: Raw | undefined;
  /** The issue with the structure of the record, or null. */
  structureIssue: StructureIssue | null;
  /** Name of the encoding in which the file is read. Absent: that of UTF-8. */
  readonly encoding?: string;
  /** Whether some bytes of the file are no text, so that its kind is not recognised by them. Default: false. */
  readonly isBinary?: boolean;
  /**
   * The values of the lines before the records, in the order of the fields: always the same list, which is complete when
   * the first record is read. Absent if no field has one.
   */
  readonly titles?: readonly (string | null)[] | undefined;
  /** The text that files of the format begin with. Absent if they are lines. */
  readonly expectedText?: ExpectedText;
  /**
   * The paths of required values that a record before did not have. The caller adds them, so that such a value after its
   * record is a failure. Absent if no value can come after its record.
   */
  readonly missingPaths?: Set<string>;
  /** Index of the record's type. -1 if it is not known. Absent if the spec has one type of records. */
  recordType?: number;
  /**
   * The types of the records that enclose the record in the file, the outermost first. Absent if the file does not show
   * where a record ends that encloses others.
   */
  openRecords?: readonly number[] | undefined;
  /** Whether further records have been read, so that reading cannot resume after the last one. Absent: it can. */
  readonly isWaiting?: boolean;
  /** The records directly inside the record whose values records before them copy. Absent: there are none. */
  late?: readonly LateRecord<Raw>[];
  /** Number of lines that continue the record. Absent if the file has none. */
  continuationLines?: number;
  /** Whether lines that only fill the file precede the record. Absent if the file has none. */
  followsFiller?: boolean;
  /** Number of lines of all records together with the filler lines, at the end of the file. Absent: not counted. */
  joinedLines?: number;
  /** Physical line on which the record begins, from 1. */
  line: number;
  /** Offset of the record in the undecoded file, from 0. */
  byteOffset: number;
  /** Length of the record in the undecoded file, in bytes, including its line end. */
  byteLength: number;
  /**
   * Returns the text of a field's cell in the record, or null if the record has no such cell. Undefined if the place of
   * the field is not known. `keys` are the names of all fields in the module, in the order of the spec, and `key` is that of
   * the field. Absent: issues do not show cells as sent.
   */
  cellOf?(key: string, keys: readonly string[]): string | null | undefined;
  /**
   * Finds the groups of the last record, which become the next records. The caller calls it once for each record with
   * `raw`. `countOf` returns how many groups of a type the values of the record demand, or null. Returns how many there
   * are of each type. Absent: records have no groups.
   */
  findGroups?(countOf: (type: number) => number | null): ReadonlyMap<number, number>;
  /** Returns the name in the file of a column of the last record, which may be a group of another one. Absent: it is the same. */
  columnInGroup?(column: string): string;
  /** The cells of the record that have an error instead of a value. Absent: no cell has one. */
  readonly cellFaults?: readonly CellFault[];
  /**
   * Returns the name of the cell of a field in a record, or that of its first cell (null). `record`: that of the source by
   * default. Absent: cells have no names.
   */
  cellName?(field: string | null, record?: NamedRecord<Raw>): string;
  /** Returns the number of lines that are not records, counted since the last call. */
  takeOtherLines(): number;
  /** Returns the warnings about the file that have arisen since the last call. */
  takeWarnings(): Warning[];
  /** The reason why the file cannot be read further, after `next` has returned FAILED. Otherwise null. */
  failure: Failure | null;
  /** Provides ranges of complete records to a fast reader. Absent if the format has no fast reader. */
  fast?: FastSource;
  /** Returns the point at which reading resumes after the last record. The caller adds the number of records. */
  position(): Omit<Position, 'record'>;
}
