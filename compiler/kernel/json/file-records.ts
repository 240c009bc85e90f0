import type { JsonFault, JsonRecord, JsonSettings } from './fields/json-record.ts';
import type { UnreadMembers } from './fields/unread-members.ts';
import { JsonLayout } from './fast/layout.ts';
import { JsonRecordParser } from './record-parser.ts';

/** Parses the records of a file, which may have several types. */
export interface FileRecords<Column extends string> {
  /** The record that was parsed last, in the form that the module's `readRecord` reads. */
  readonly raw: JsonRecord<Column>;
  /** The token of each field as it is written. */
  readonly sent: readonly (string | undefined)[];
  /** Index of the type of that record. -1: it has none. Absent: the records of the file have one type. */
  readonly recordType?: number;
  /** Where the fields of that record are. */
  readonly places: Pick<JsonSettings, 'columns' | 'fields'>;
  /** Parses the text of a record. `path`: the index of the path that led to it. Returns why it cannot be read, or null. */
  parse(text: string, path?: number): JsonFault | null;
  /** Returns whether the record is one of those that no type selects, and that are no records then. */
  isSkipped(): boolean;
  /** Returns the layout for a fast reader. */
  layout(): unknown;
}

/** How the records of a file of JSON are read, which may have several types. */
export interface JsonFileSettings<Column extends string = string> extends JsonSettings<Column> {
  /** Creates the parser of records with several types, which replace `fields`, `columns` and `nested`. Absent: there is one. */
  readonly createRecords?: (unread: UnreadMembers) => FileRecords<Column>;
}

/** Creates the parser of the records of a file. `unread` notes members that no field reads. */
export function createFileRecords<Column extends string>(
  settings: JsonFileSettings<Column>,
  unread: UnreadMembers,
): FileRecords<Column> {
  return settings.createRecords?.(unread) ?? new RecordsOfOneType(settings, unread);
}

class RecordsOfOneType<Column extends string> implements FileRecords<Column> {
  raw: JsonRecord<Column>;
  readonly #settings: JsonSettings<Column>;
  readonly #parser: JsonRecordParser;
  readonly #layout: JsonLayout;

  constructor(settings: JsonSettings<Column>, unread: UnreadMembers) {
    this.#settings = settings;
    this.#parser = new JsonRecordParser(settings, unread);
    this.#layout = new JsonLayout(settings, this.#parser.root, unread);
    this.raw = { cells: [], at: settings.columns };
  }

  get places(): JsonSettings<Column> {
    return this.#settings;
  }

  get sent(): readonly (string | undefined)[] {
    return this.#parser.sent;
  }

  parse(text: string): JsonFault | null {
    const fault = this.#parser.parse(text);
    const { cells, nested } = this.#parser;
    this.raw = { cells, at: this.#settings.columns, ...(this.#settings.nested !== undefined && { nested }) };
    return fault;
  }

  isSkipped(): boolean {
    return false;
  }

  layout(): JsonLayout {
    return this.#layout;
  }
}
