import type { Severity, Warning } from '../../compiler/kernel/model/contract.ts';

/** A record as its format gives it, before anything is asked of its values. */
export interface RawRecord {
  line: number;
  byteOffset: number;
  byteLength: number;
  /** What is wrong with its structure; nothing where it is right. */
  structure: { code: string; severity: Severity } | null;
  /** One text for each field of the spec, null where the record has none. Empty where the structure is FATAL. */
  texts: (string | null)[];
}

/** What a format makes of a file: its records, and what is said of the file as a whole. */
export interface Reading {
  records: RawRecord[];
  otherLines: number;
  warnings: Warning[];
  failure: Warning | null;
}
