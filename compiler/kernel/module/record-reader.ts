import type {
  FileIssue,
  Outcome,
  ReadOptions,
  SplitStates,
  TransformOptions,
  WarningSeverities,
} from '../model/contract.ts';
import { parseIsoDate, getTodayUtc } from '../values/dates/calendar.ts';
import type { DocumentRun } from '../documents/document-run.ts';
import type { FastReader } from '../fast/reader.ts';
import type { FastLoopParts } from '../fast/record-loop.ts';
import type { RangeLoop } from '../fast/range-loop.ts';
import type { OpenKeys } from '../values/masks/masks.ts';
import type { OpenReference } from '../values/reference/open-tables.ts';
import { RecordReport } from '../model/record-report.ts';
import type { RecordSource } from '../model/record-source.ts';
import { addStructure } from '../model/add-structure.ts';

/** The functions of a generated module that read one record and write its message. */
export type RecordReader<Raw, Values> = SingleTypeReader<Raw, Values> | TypedRunReader<Raw, Values>;

/** The reader of a spec with one type of records. */
interface SingleTypeReader<Raw, Values> extends MessageWriter<Values> {
  /**
   * Corrects, types and validates the fields of one record and returns their values. Adds issues to the report
   * `record`. A field whose value is missing or has the wrong type is null.
   */
  readRecord(raw: Raw, record: RecordReport): Values;
  /** The module's fast reader. Absent if the module has none. */
  fast?: FastReader;
  run?: undefined;
}

/** The reader of one file whose records have several types. */
export interface TypedRunReader<Raw, Values> extends MessageWriter<Values> {
  run: TypedRun<Raw, Values>;
  fast?: undefined;
}

/** What all readers have. */
interface MessageWriter<Values> {
  /** Returns the message of a record: a text that becomes UTF-8, such as JSON, or the bytes of another encoding. */
  toJson(values: Values): string | Uint8Array;
  /** Returns the message key of a record. Null if the spec has no key, or a field of the key is null. */
  toKey(values: Values): string | null;
  /** The spec's maximum record length, in bytes. */
  maxRecordBytes: number;
  /**
   * Whether the spec has a sensitive field. If so, the issues of a record with a broken structure contain no values: a
   * sensitive value may have shifted into another field.
   */
  hasSensitiveFields: boolean;
  /** The severities of run warnings that the spec sets. Absent if it sets none. */
  runWarnings?: WarningSeverities | undefined;
  /** Finds the reference tables of the spec among those of the options. Absent: it has none. */
  openReference?: OpenReference | undefined;
  /** Finds the keys of the masks of the spec among those of the options. Absent: it needs none. */
  openMaskKeys?: OpenKeys | undefined;
}

/** Follows the types of records in one file. */
export interface TypedRun<Raw, Values> {
  /** The names of the types, in the order of the spec. */
  readonly names: readonly string[];
  /** Index of the type of the last record. -1 if it is not known. */
  readonly type: number;
  /** Name of the type of the last record. Undefined if it is not known. */
  readonly recordType: string | undefined;
  /** Whether the last record becomes a message if it is processed. */
  readonly isPublished: boolean;
  /** Reads the record that the source found last. `addStructure` adds the issue with its structure to the report. */
  read(source: RecordSource<Raw>, report: RecordReport, addStructure: () => void): Values | null;
  /** Stores the values of the last record if other records copy them. */
  finish(outcome: Outcome, values: Values | null): void;
  /** Creates the loop that reads records with the fast readers of their types. Null if the module has none. */
  createFastLoop(parts: FastLoopParts): RangeLoop | null;
  /** Returns what a resume position stores, as plain JSON data. */
  state(): unknown;
  /** How a reader can start inside the file. */
  readonly splitStates: SplitStates;
  /** Returns the issues of the file as a whole since the last call. */
  takeFileIssues(): FileIssue[];
  /** Follows the documents of the file. Absent if no record type rejects whole documents. */
  readonly documents?: DocumentRun | undefined;
  /** Ends the file, which the source has read. Returns its remaining issues as a whole. */
  end(source: Pick<RecordSource<Raw>, 'joinedLines'>): FileIssue[];
}

/** Returns the maximum record length of a run, in bytes: the smaller of `specBytes` and the option `maxRecordBytes`. */
export function limitRecordBytes(specBytes: number, options: TransformOptions): number {
  return Math.min(specBytes, options.maxRecordBytes ?? specBytes);
}

/**
 * Reads the record that the source found last, and adds its issues to the report. Returns the values of its fields, or
 * null if the record's structure is too broken to read any field.
 */
export function readRecord<Raw, Values>(
  reader: RecordReader<Raw, Values>,
  source: RecordSource<Raw>,
  report: RecordReport,
): Values | null {
  report.begin();
  report.line = source.line;
  const { structureIssue, raw } = source;
  if (reader.run !== undefined)
    return reader.run.read(source, report, () => {
      if (structureIssue !== null) addStructure(structureIssue, report);
    });
  if (structureIssue !== null) addStructure(structureIssue, report);
  if (raw === undefined) return null;
  for (const fault of source.cellFaults ?? []) report.addCellFault(fault);
  const values = reader.readRecord(raw, report);
  report.addOriginals(values, 0, source);
  if (source.missingPaths !== undefined && report.issues.length > 0) noteMissing(report, source.missingPaths);
  return values;
}

/** Notes the paths from the root of required fields that the record does not have. */
function noteMissing({ issues }: RecordReport, paths: Set<string>): void {
  for (const { value = null, column } of issues)
    if (value === null && column?.startsWith('/') === true) paths.add(column.replaceAll(/[^/@:]+:/gu, ''));
}

/**
 * Creates the report that all records of a run share. Throws RangeError if the option `today` is not a date, or if a
 * reference table or the key of a mask is missing.
 */
export function createReport<Raw, Values>(
  reader: RecordReader<Raw, Values>,
  options: TransformOptions,
  source: Pick<RecordSource<Raw>, 'titles' | 'cellName'>,
): RecordReport {
  return new RecordReport({
    today: todayOf(options),
    maxRecordBytes: limitRecordBytes(reader.maxRecordBytes, options),
    skipInvalidRecords: options.skipInvalidRecords ?? false,
    masksBrokenRecords: reader.hasSensitiveFields,
    fileName: options.fileName,
    reference: reader.openReference?.(options.reference),
    maskKeys: reader.openMaskKeys?.(options.maskKeys),
    titles: source.titles,
    cellName: source.cellName?.bind(source),
  });
}

function todayOf({ today }: ReadOptions): number {
  const day = today === undefined ? getTodayUtc() : parseIsoDate(today);
  if (Number.isNaN(day)) throw new RangeError(`today is not a date of the form yyyy-MM-dd: ${JSON.stringify(today)}`);
  return day;
}
