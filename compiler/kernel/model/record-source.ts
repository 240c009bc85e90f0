import type { FastSource } from './fast-source.ts';
import type { Failure, Position, Severity, Warning } from './contract.ts';

/** `next` needs more bytes. */
export const MORE = 0;
/** `next` has read a record. */
export const RECORD = 1;
/** `next` has reached the end of the file. */
export const END = 2;
/** `next` has found that the file cannot be read further: see `failure`. */
export const FAILED = 3;
/** The result of `RecordSource.next`. */
export type ReadResult = typeof MORE | typeof RECORD | typeof END | typeof FAILED;

/** An issue with the structure of a record. */
export interface StructureIssue {
  /** FATAL: no field of the record can be read. Null: the issue is not reported, but its values may have shifted. */
  severity: Severity | null;
  code: string;
  message: string;
}

/** Splits a file into records. Each format has one. After `next` returns RECORD, the members describe that record. */
export interface RecordSource<Raw> {
  /** Adds the next bytes of the file. They are copied. */
  add(chunk: Uint8Array): void;
  /** Advances to the next record. `final`: there are no more bytes. */
  next(final: boolean): ReadResult;
  /** The record in the form that the module's `readRecord` takes. Undefined if its structure is too broken to read. */
  raw: Raw | undefined;
  structureIssue: StructureIssue | null;
  /** Physical line on which the record begins, from 1. */
  line: number;
  byteOffset: number;
  byteLength: number;
  /** Returns the number of lines since the last call that are not records. */
  takeOtherLines(): number;
  /** Returns the warnings about the file since the last call. */
  takeWarnings(): Warning[];
  /** Set when `next` returns FAILED. */
  failure: Failure | null;
  /** What a fast reader reads from. Absent if the format has no fast reader. */
  fast?: FastSource;
  /** Where reading resumes after the last record. The caller adds the number of records. */
  position(): Omit<Position, 'record'>;
}
