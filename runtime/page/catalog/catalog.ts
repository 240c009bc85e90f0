import type { AnySpec } from '../../../compiler/browser.ts';
import type { Warning } from '../../../compiler/kernel/model/contract.ts';
import type { Format } from '../../../compiler/formats.ts';

/** A spec in the list. */
export interface ListedSpec {
  name: string;
  /** Its id in the service. An exported page has none. */
  id?: string;
  description?: string;
  format?: Format;
  /** Whether files can be checked with it. */
  valid: boolean;
}

/** A sample file of a spec. */
export interface ListedSample {
  name: string;
  bytes: number;
}

/** A field of a spec. */
export interface LoadedField {
  name: string;
  columnName?: string;
  sensitive?: boolean;
}

/** A record type of a spec. */
export interface LoadedType {
  name: string;
  fields: readonly LoadedField[];
}

/** A reference table of a spec. */
export interface NamedTable {
  name: string;
  /** Its path in the specs folder. Null: it is a table of the service. */
  file: string | null;
  /** Whether the stored spec does not read this file, so that the service does not have it. */
  isNew?: boolean;
}

/** A spec with everything that a check needs. */
export interface LoadedSpec {
  name: string;
  description: string | null;
  version: string;
  /** The warnings that each run of the spec has. */
  warnings: readonly Warning[];
  format: AnySpec['format'];
  /** The fields of a record. Empty if the spec has several types of records. */
  fields: readonly LoadedField[];
  /** The types of records, with the fields that are read from their records. Empty if the spec has one type. */
  recordTypes: readonly LoadedType[];
  /** The reference tables of the spec. `file`: the path of the file in the folder of the specs; null: none. */
  tables: readonly NamedTable[];
  spec: AnySpec;
  /** Where the module is. `moduleText` is its text if the module cannot be imported from there; otherwise null. */
  moduleUrl: string;
  moduleText: string | null;
  samples: readonly ListedSample[];
}

/** Where the page finds specs. */
export interface Catalog {
  /** Returns all specs, sorted by name. Rejects with an Error whose message is for the user. */
  list(): Promise<readonly ListedSpec[]>;
  /** Returns one spec. Rejects like list(). */
  load(name: string): Promise<LoadedSpec>;
  /** Returns a sample of a spec as a file. Rejects like list(). */
  sample(spec: string, name: string): Promise<File>;
  /** Returns the CSV file of a reference table of a spec; null for a new spec. Null: the page cannot have it, so the user must choose it. */
  table(table: NamedTable, spec: string | null): Promise<Blob | null>;
}
