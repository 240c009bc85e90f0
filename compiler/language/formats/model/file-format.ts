import type { ElementFinder } from './element-finder.ts';
import type { FormatSpec } from './format-kind.ts';

/** A part of a text, as indexes in UTF-16 code units from 0. */
export interface TextRange {
  start: number;
  /** The index after the last code unit. */
  end: number;
}

/** The text of a cell in a file, or why a value cannot be written. `problem` is a sentence for the user. */
export type WrittenValue = { text: string } | { problem: string };

/** Finds the cell of each field in the text of a record, in the order of the spec. Null: the record has no such cell. */
export type FindCells = (record: string) => (TextRange | null)[];

/** The cell whose value is replaced. */
export interface ReplacedCell {
  /** Index of the field in the spec, from 0. */
  readonly field: number;
  /** The text of the cell, with its quotes or padding. */
  readonly original: string;
  /** The text of the record after the cell. */
  readonly after: string;
  /** The state of the reader after the header of the file, or null. */
  readonly state: unknown;
  /** Whether the encoding of the file lacks a character. */
  isMissing(character: string): boolean;
}

/** A text that a record lacks, and its place in the text of the record, in UTF-16 code units. */
export interface MissingText {
  at: number;
  text: string;
}

/**
 * What programs need to know about files of a format without the compiler: the page and the threads that read files. A
 * bundle of all formats is small. `Places` is plain data, because it is sent to other threads.
 */
export interface FileFormat<Spec = FormatSpec, Places = unknown> {
  /** The name of the format for people: `Fixed width`. */
  readonly title: string;
  /**
   * How a file with the rejected records of another file is written. LINES: the bytes before the first record, the bytes
   * of the records, and the bytes after the last record. DOCUMENT: the file without the bytes of all other records. TABLE:
   * CSV, with the columns of the file and one that says what is wrong.
   */
  readonly rejects: 'LINES' | 'DOCUMENT' | 'TABLE';
  /** The ending of file names for which rejects have `.csv` instead, because they are a TABLE. Absent: they keep theirs. */
  readonly tableEnding?: string;
  /**
   * How rejects are written if the spec reads a document, although the format also reads lines. LIST: the file without the
   * other records, and without the separators between records that would be next to each other. Absent: as `rejects`.
   */
  readonly documentRejects?: 'LIST';
  /** Whether the records of types with `in` are inside of the text of the record around them. Absent: they follow it. */
  readonly nestsRecords?: true;
  /** Creates what finds elements in files of an encoding, which records are. Absent: records are no elements. */
  createElementFinder?(encoding: string): ElementFinder;
  /** Whether records consist of lines. False, for example, for records of a fixed length without line ends. */
  hasLines(spec: Spec): boolean;
  /** Returns the text that ends each record. Absent: a line end, if the format has lines. */
  recordEnd?(spec: Spec): string;
  /** Returns where the values of a spec without errors are in the text of a record. */
  places(spec: Spec): Places;
  /**
   * Returns the places of a group of values that begins `by` characters or columns later. `isNamed`: the state of the reader
   * has the columns of the group. Absent: records of the format have no groups.
   */
  movePlaces?(places: Places, by: number): { places: Places; isNamed: boolean };
  /**
   * Creates the function that finds the cells of a record. `state` is that of the reader after the header of the file, or
   * null. Returns null if the format finds values only by their text.
   */
  createFindCells(places: Places, fields: number, state: unknown): FindCells | null;
  /** Returns the range of the value of a column in the text of a record. Only if `createFindCells` returns null. */
  findValue?(record: string, column: string, value: string): TextRange | null;
  /** Returns the value of a cell: without quotes and escapes, or without padding. `field` is the index of the field. */
  readCell(cell: string, field: number, places: Places): string;
  /**
   * Returns the text of a record in which `createFindCells` finds cells and which people see, if it is not that of its bytes.
   * Absent: it is.
   */
  showRecord?(record: string): string;
  /** Returns the texts of all cells of a record or a header, for rejects that are a TABLE. Absent: they are none. */
  cellsOf?(record: string): string[];
  /**
   * Returns what a record with too few cells lacks, so that `createFindCells` finds empty cells for all fields: delimiters,
   * or blanks. Null: it lacks nothing. Absent: records of the format cannot be completed.
   */
  findMissingText?(record: string, places: Places, reader: { fields: number; state: unknown }): MissingText | null;
  /** Returns the text of a cell that has another value. */
  writeCell(value: string, cell: ReplacedCell, places: Places): WrittenValue;
  /**
   * Returns the encoding that a file declares at its start. `head` has a character for each byte. Absent: files of the
   * format declare none.
   */
  findDeclaredEncoding?(head: string): string | undefined;
}

/** Returned if the place of a value in a record is not known. */
export const UNKNOWN_PLACE = { problem: 'The place of this value in the bytes of the file cannot be determined.' };

/**
 * Creates a file format. The returned type hides the types of the spec and of the places. This is safe because each
 * format receives only specs of its format and places that it created.
 */
export function createFileFormat<Spec, Places>(definition: FileFormat<Spec, Places>): FileFormat {
  return definition as unknown as FileFormat;
}

/** Returns the text of a record without its line end. */
export function withoutLineEnd(record: string): string {
  return record.replace(/(?:\r\n|[\r\n])$/, '');
}

/** Describes a character for a message: `“€” (U+20AC)`. Invisible characters have no quotes. */
export function describeCharacter(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{C}\p{Z}]/u.test(character) ? code : `“${character}” (${code})`;
}
