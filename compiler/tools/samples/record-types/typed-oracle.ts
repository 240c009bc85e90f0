import type { KeysOf } from '../values/table-keys.ts';
import type {
  Batch,
  FileIssue,
  Issue,
  RecordIssues,
  RecordOutcome,
  SpecModule,
} from '../../../kernel/model/contract.ts';
import type { FileFailure } from '../../../kernel/module/file-failure.ts';
import type { TypedWriter } from './types-writer.ts';
import type { SampleNode } from '../../../language/formats/model/samples/sample-node.ts';

/** The compiled module of a spec with record types, which determines the expected results. */
export interface TypedOracle {
  readonly module: SpecModule;
  readonly writer: TypedWriter;
  /** The date for rules that depend on it, `yyyy-MM-dd`. */
  readonly today: string;
  /** Returns some keys of a reference table. */
  readonly keysOf: KeysOf;
}

/** The result of reading a whole file. `failure` is null if the file was read to its end. */
export interface TypedVerdict {
  readonly records: number;
  readonly recordIssues: readonly RecordIssues[];
  readonly fileIssues: readonly FileIssue[];
  /** The broken rules of the file, also those of documents, which are issues of records. */
  readonly totals: readonly FileIssue[];
  readonly failure: string | null;
}

/** Writes a file and reads it with the module. Returns null if it cannot be written. */
export function judgeNodes({ module, writer, today }: TypedOracle, nodes: readonly SampleNode[]): TypedVerdict | null {
  const bytes = writer.write(nodes);
  if (bytes === null) return null;
  // The expected results in a manifest are those of runs that skip records, too.
  const broken: FileIssue[] = [];
  const transformer = module.createTransformer({
    ...{ today, messages: false, skipInvalidRecords: true },
    onBrokenRule: (issue) => broken.push(issue),
  });
  const batches: Batch[] = [...transformer.push(bytes)];
  if (batches.at(-1)?.failure == null) batches.push(...transformer.end());
  return {
    records: batches.reduce((sum, { records }) => sum + records, 0),
    recordIssues: batches.flatMap(({ recordIssues }) => recordIssues),
    fileIssues: batches.flatMap(({ fileIssues = [] }) => fileIssues),
    totals: [...batches.flatMap(({ fileIssues = [] }) => fileIssues), ...broken],
    failure: batches.find(({ failure }) => failure !== null)?.failure?.code ?? null,
  };
}

/** The issues that all records of a document have if one of them is wrong. */
export const DOCUMENT_CODES: readonly string[] = ['DOCUMENT_REJECTED', 'DOCUMENT_TOO_LONG'];

/** The issues of a record that depend on other records. */
const PLACE_CODES = ['UNEXPECTED_RECORD', 'MISSING_RECORD', 'PARENT_INVALID', ...DOCUMENT_CODES];

/** The issues of a file. */
const FILE_CODES = ['MISSING_RECORD', 'INCOMPLETE_BLOCK', 'COUNT_EQUALS', 'SUM_EQUALS', 'COUNT_RANGE'];

/** A record type as isolateType needs it. */
export interface IsolatedType {
  readonly name: string;
  /** The fields that are read from the file. */
  readonly fields: readonly string[];
  /** The type of the lines that have the records: the type itself, unless its records are groups. */
  readonly line: string;
  /** How many records each line has. */
  readonly recordsOfLine: number;
  /** The ids of the rules of the file. */
  readonly fileRules: ReadonlySet<string | null>;
}

/**
 * Returns a module that reads records of one type as if the file had no others: without the issues that depend on other
 * records.
 */
export function isolateType(module: SpecModule, type: IsolatedType): SpecModule {
  const { name: typeName, line, recordsOfLine } = type;
  const keep = ({ code, ruleId, field }: Issue) =>
    !PLACE_CODES.includes(code) && !type.fileRules.has(ruleId) && (field === null || type.fields.includes(field));
  const isolate = (batch: Batch): Batch => ({
    ...batch,
    records: batch.typed?.types.find(({ name }) => name === line)?.total ?? 0,
    // Groups have the number of their line.
    recordIssues: batch.recordIssues
      .map((record) => ({
        ...record,
        record: Math.ceil(record.record / recordsOfLine),
        issues: record.issues.filter(keep),
      }))
      .filter(({ recordType, issues }) => recordType === typeName && issues.length > 0),
  });
  async function* read(...args: Parameters<SpecModule['read']>): AsyncGenerator<RecordOutcome<unknown>> {
    try {
      for await (const record of module.read(...args))
        if (record.recordType === typeName) yield { ...record, issues: record.issues.filter(keep) };
    } catch (error) {
      // A FATAL issue of the file follows the last record.
      if (!FILE_CODES.includes((error as Partial<FileFailure>).code ?? '')) throw error;
    }
  }
  return {
    ...module,
    read,
    createTransformer: (options) => {
      const transformer = module.createTransformer(options);
      return {
        push: (chunk) => [...transformer.push(chunk)].map(isolate),
        end: () => [...transformer.end()].map(isolate),
      };
    },
  };
}
