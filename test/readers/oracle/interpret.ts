import type { Failure, Issue, Outcome, Warning } from '../../../compiler/kernel/model/contract.ts';
import { readCsv } from './csv.ts';
import { countIssues, countRecords, findStatus, hasSeverity } from './counters.ts';
import type { Counters, IssueCount, Status } from './counters.ts';
import { readFixedWidth } from './fixed-width.ts';
import { checkCell } from './check-cell.ts';
import { addOriginals } from './originals.ts';
import { checkRelations } from './relations.ts';
import { writeKey, writeMessage } from './message.ts';
import type { RawRecord, Reading } from './reading.ts';
import { addDefaults } from './spec.ts';
import type { Field, Spec } from './spec.ts';
import { readXml } from './xml.ts';

export interface InterpretOptions {
  skipInvalidRecords?: boolean;
  /** An ISO date. The default is the current day in UTC. */
  today?: string;
  /** An additional limit besides the spec's maxRecordBytes. */
  maxRecordBytes?: number;
}

/** A plain value: INTEGER, DECIMAL, DATE and STRING as text, BOOLEAN as boolean. */
export type PlainValue = string | boolean | null;

export interface OracleRecord {
  record: number;
  line: number;
  byteOffset: number;
  byteLength: number;
  outcome: Outcome;
  /** By field name, in spec order; null if the structure is malformed. */
  value: Map<string, PlainValue> | null;
  /** The JSON text of the message; null unless the record is processed. */
  message: string | null;
  key: string | null;
  corrected: boolean;
  /** `message` is empty if the spec defines none. */
  issues: Issue[];
}

export interface Interpretation {
  records: OracleRecord[];
  counters: Counters;
  issueCounts: IssueCount[];
  /** `message` names the column, if there is one. */
  warnings: Warning[];
  failure: Failure | null;
  status: Status;
}

// Each format is a function from a file to a Reading.
const formats: Record<string, (spec: Spec, bytes: Uint8Array) => Reading> = {
  CSV: readCsv,
  FIXED_WIDTH: readFixedWidth,
  XML: readXml,
};

/**
 * Reads a whole file with a spec, step by step as the language reference describes it. `source` is the plain object
 * from YAML or JSON.
 */
export function interpret(source: object, bytes: Uint8Array, options: InterpretOptions = {}): Interpretation {
  const spec = addDefaults(source, options.maxRecordBytes);
  const read = formats[spec.format];
  if (read === undefined) throw new Error(`the oracle does not read ${spec.format}`);
  const placed = { ...spec, fields: spec.fields.filter(({ fromLine }) => fromLine === null) };
  const { records: found, otherLines, warnings, failure, titles = [] } = read(placed, bytes);
  const raw = found.map((record) => ({ ...record, texts: addTitles(record.texts, spec.fields, titles) }));
  const records = raw.map((record, i) => judgeRecord(record, i + 1, spec, options));
  const counters = countRecords(records, otherLines);
  return {
    records,
    counters,
    issueCounts: countIssues(records),
    warnings,
    failure,
    status: findStatus(counters, failure),
  };
}

/** Adds the values of lines before the records to the texts of a record. */
function addTitles(texts: RawRecord['texts'], fields: Field[], titles: (string | null)[]): RawRecord['texts'] {
  const left = [...texts];
  return fields.map(({ fromLine }) =>
    fromLine === null ? (left.shift() ?? null) : (fromLine.pattern.exec(titles[fromLine.line - 1] ?? '')?.[1] ?? null),
  );
}

function judgeRecord(raw: RawRecord, record: number, spec: Spec, options: InterpretOptions): OracleRecord {
  const today = options.today ?? new Date().toISOString().slice(0, 10);
  const structure = raw.structure === null ? [] : createStructureIssues(raw.structure);
  const broken = raw.structure?.severity === 'FATAL';
  const shifted = raw.structure !== null && spec.fields.some(({ sensitive }) => sensitive);
  const hides = (field: Field) => shifted || field.sensitive;
  const judge = (field: Field, i: number) =>
    checkCell(raw.texts[i] ?? null, field, { spec, today, hidden: hides(field) });
  const judged = broken ? [] : spec.fields.map(judge);
  const values = judged.map(({ value }) => value);
  const known = new Map(spec.fields.map(({ name }, i) => [name, values[i] ?? null]));
  const earlier = judged.flatMap((cell) => cell.issues);
  const relations = broken ? [] : checkRelations(known, { spec, today, earlier }, hides);
  const cells = new Map(spec.fields.map(({ name }, i) => [name, raw.texts[i] ?? null]));
  const hasSensitive = spec.fields.some(({ sensitive }) => sensitive);
  const issues = addOriginals([...structure, ...earlier, ...relations], cells, hasSensitive);
  const outcome = findOutcome(issues, options.skipInvalidRecords === true);
  const published = outcome === 'processed';
  return {
    record,
    line: raw.line,
    byteOffset: raw.byteOffset,
    byteLength: raw.byteLength,
    outcome,
    value: broken
      ? null
      : new Map(spec.fields.map((field, i) => [field.name, createPlain(values[i] ?? null, field.type)])),
    message: published ? writeMessage(spec, values) : null,
    key: published ? writeKey(spec, values) : null,
    corrected: judged.some(({ corrected }) => corrected),
    issues,
  };
}

function createStructureIssues({ code, severity }: NonNullable<RawRecord['structure']>): Issue[] {
  if (severity === 'IGNORE') return [];
  return [{ severity, code, ruleId: null, field: null, column: null, message: '' }];
}

function createPlain(value: string | null, type: string): PlainValue {
  return value !== null && type === 'BOOLEAN' ? value === 'true' : value;
}

function findOutcome(issues: Issue[], skipInvalid: boolean): Outcome {
  if (hasSeverity(issues, 'FATAL')) return 'failed';
  return skipInvalid && hasSeverity(issues, 'ERROR') ? 'skipped' : 'processed';
}
