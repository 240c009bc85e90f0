import type { ReadOptions, TransformOptions } from '../model/contract.ts';
import { parseIsoDate, getTodayUtc } from '../dates/calendar.ts';
import type { FastReader } from '../fast/reader.ts';
import { RecordReport } from '../model/record-report.ts';
import type { RecordSource } from '../model/record-source.ts';

/** What a generated module knows of its records: how each is read, and how it is written. */
export interface RecordReader<Raw, Values> {
  /** Corrects, types and validates one record; what is wrong goes to the report. */
  readRecord(raw: Raw, record: RecordReport): Values;
  toJson(values: Values): string;
  toKey(values: Values): string | null;
  /** Longest record, in bytes. */
  maxRecordBytes: number;
  /** Whether a record with a structure issue tells no values: values may have shifted, and a field is sensitive. */
  hasSensitiveFields: boolean;
  /** The second way to read a record; absent where the module has none. */
  fast?: FastReader;
}

/** Longest record of a run, in bytes: what the spec says, bounded by the options. */
export function limitRecordBytes(specBytes: number, options: TransformOptions): number {
  return Math.min(specBytes, options.maxRecordBytes ?? specBytes);
}

/** Reads the record that the source stands on; null where its structure is broken. */
export function readRecord<Raw, Values>(
  reader: RecordReader<Raw, Values>,
  source: RecordSource<Raw>,
  report: RecordReport,
): Values | null {
  report.begin();
  const { structureIssue, raw } = source;
  if (structureIssue !== null)
    report.addStructureIssue(structureIssue.severity, structureIssue.code, structureIssue.message);
  return raw === undefined ? null : reader.readRecord(raw, report);
}

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
