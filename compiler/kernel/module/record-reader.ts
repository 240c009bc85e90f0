import type { ReadOptions, TransformOptions } from '../model/contract.ts';
import { parseIsoDate, getTodayUtc } from '../dates/calendar.ts';
import type { FastReader } from '../fast/reader.ts';
import { RecordReport } from '../model/record-report.ts';
import type { RecordSource, StructureIssue } from '../model/record-source.ts';

/** The functions of a generated module that read one record and write its message. */
export interface RecordReader<Raw, Values> {
  /**
   * Corrects, types and validates the fields of one record and returns their values. Adds issues to the report
   * `record`. A field whose value is missing or has the wrong type is null.
   */
  readRecord(raw: Raw, record: RecordReport): Values;
  /** Returns the message of a record as JSON. */
  toJson(values: Values): string;
  /** Returns the message key of a record. Null if the spec has no key, or a field of the key is null. */
  toKey(values: Values): string | null;
  /** The spec's maximum record length, in bytes. */
  maxRecordBytes: number;
  /**
   * Whether the spec has a sensitive field. If so, the issues of a record with a broken structure contain no values: a
   * sensitive value may have shifted into another field.
   */
  hasSensitiveFields: boolean;
  /** The module's fast reader. Absent if the module has none. */
  fast?: FastReader;
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
  const { structureIssue, raw } = source;
  if (structureIssue !== null) addStructure(structureIssue, report);
  return raw === undefined ? null : reader.readRecord(raw, report);
}

function addStructure({ severity, code, message }: StructureIssue, report: RecordReport): void {
  if (severity === null) report.maskIfSensitive();
  else report.addStructureIssue(severity, code, message);
}

/** Creates the report that all records of a run share. Throws RangeError if the option `today` is not a date. */
export function createReport<Raw, Values>(reader: RecordReader<Raw, Values>, options: TransformOptions): RecordReport {
  return new RecordReport({
    today: todayOf(options),
    maxRecordBytes: limitRecordBytes(reader.maxRecordBytes, options),
    skipInvalidRecords: options.skipInvalidRecords ?? false,
    masksBrokenRecords: reader.hasSensitiveFields,
  });
}

function todayOf({ today }: ReadOptions): number {
  const day = today === undefined ? getTodayUtc() : parseIsoDate(today);
  if (Number.isNaN(day)) throw new RangeError(`today is not a date of the form yyyy-MM-dd: ${JSON.stringify(today)}`);
  return day;
}
