import type { FastSource } from './fast-source.ts';
import type { Failure, Position, Severity, Warning } from './contract.ts';

/** What `next` found: more bytes are needed, a record, the end of the file, or a file that cannot be read on. */
export const MORE = 0;
export const RECORD = 1;
export const END = 2;
export const FAILED = 3;
export type ReadResult = typeof MORE | typeof RECORD | typeof END | typeof FAILED;

/** What is wrong with the structure of a record. FATAL ends the record. */
export interface StructureIssue {
  severity: Severity;
  code: string;
  message: string;
}

/** Splits a file into records; one for each format. After `next` gave RECORD, the members tell of that record. */
export interface RecordSource<Raw> {
  /** Takes the next bytes of the file; they are not kept. */
  add(chunk: Uint8Array): void;
  /** Goes on to the next record. `final`: no more bytes will come. */
  next(final: boolean): ReadResult;
  /** The record as the module's reader takes it; undefined where its structure is broken beyond reading. */
  raw: Raw | undefined;
  structureIssue: StructureIssue | null;
  /** Physical line on which the record begins, from 1. */
  line: number;
  byteOffset: number;
  byteLength: number;
  /** Lines since the last call that are no records. */
  takeOtherLines(): number;
  /** Warnings about the file since the last call. */
  takeWarnings(): Warning[];
  /** Set when `next` gave FAILED. */
  failure: Failure | null;
  /** What a fast reader may go through; absent where the format has none. */
  fast?: FastSource;
  /** Where reading goes on behind the last record, without the record's number. */
  position(): Omit<Position, 'record'>;
}
