import type { ReadOptions, TransformOptions } from '../model/contract.ts';
import { parseIsoDate, getTodayUtc } from '../dates/calendar.ts';
import type { FastReader } from '../fast/reader.ts';
import { RecordReport } from '../model/record-report.ts';
import type { RecordSource, StructureIssue } from '../model/record-source.ts';

/** The functions of a generated module that read one record and write its message. */
export interface RecordReader<Raw, Values> {
  /** Corrects, types and validates one record. Issues are added to `record`. */
  readRecord(raw: Raw, record: RecordReport): Values;
  toJson(values: Values): string;
  toKey(values: Values): string | null;
  /** Maximum length of a record, in bytes. */
  maxRecordBytes: number;
  /**
   * Whether a field is sensitive. If so, issues of a record with a broken structure omit all values: its cells may have
   * shifted.
   */
  hasSensitiveFields: boolean;
  /** The fast reader. Absent if the module has none. */
  fast?: FastReader;
}

/** Returns the maximum record length of a run, in bytes: the spec's limit, lowered by the options. */
export function limitRecordBytes(specBytes: number, options: TransformOptions): number {
  return Math.min(specBytes, options.maxRecordBytes ?? specBytes);
}

/** Reads the current record of the source. Returns null if its structure is too broken to read. */
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

/** Creates the report of a run. Throws RangeError if the option `today` is not a date. */
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
