import type { Batch, Issue, Outcome, Warning } from '../../../compiler/kernel/model/contract.ts';
import { mergeWarnings } from '../../support/merge-warnings.ts';
import type { Interpretation } from '../oracle/interpret.ts';

/** A record with issues, in the same form for module and oracle. */
export interface RecordWithIssues {
  record: number;
  line: number;
  byteOffset: number;
  byteLength: number;
  outcome: Outcome;
  issues: Issue[];
}

/**
 * The result of reading a whole file, in the same form for module and oracle, so that the two can be compared exactly.
 */
export interface ReadResult {
  records: number;
  messages: string[];
  keys: (string | null)[];
  problems: RecordWithIssues[];
  corrected: number;
  otherLines: number;
  warnings: string[];
  failure: string | null;
}

/** Converts the oracle's interpretation to a comparable result. Leaves out the records up to number `from`. */
export function summarizeOracle({ records, counters, warnings, failure }: Interpretation): ReadResult {
  const processed = records.filter(({ outcome }) => outcome === 'processed');
  return {
    records: records.length,
    messages: processed.map(({ message }) => message ?? ''),
    keys: processed.map(({ key }) => key),
    problems: records
      .filter(({ issues }) => issues.length > 0)
      .map(({ record, line, byteOffset, byteLength, outcome, issues }) => ({
        record,
        line,
        byteOffset,
        byteLength,
        outcome,
        issues,
      })),
    corrected: counters.correctedRecords,
    otherLines: counters.otherLines,
    warnings: warnings.map(describeWarning).sort(),
    failure: failure?.code ?? null,
  };
}

/** Combines the batches of a module into a comparable result. */
export function summarizeBatches(batches: readonly Batch[]): ReadResult {
  return {
    records: sum(batches.map(({ records }) => records)),
    messages: batches.flatMap(({ bytes, ends }) => cut(bytes, ends)),
    keys: batches.flatMap(({ keys, keyEnds }) => cut(keys, keyEnds).map((key) => (key === '' ? null : key))),
    problems: batches.flatMap(({ recordIssues }) => recordIssues),
    corrected: sum(batches.map(({ corrected }) => corrected)),
    otherLines: sum(batches.map(({ otherLines }) => otherLines)),
    warnings: mergeWarnings(batches.flatMap(({ warnings }) => warnings))
      .filter(({ code }) => !PATH_WARNINGS.has(code))
      .map(describeWarning)
      .sort(),
    failure: batches.find(({ failure }) => failure !== null)?.failure?.code ?? null,
  };
}

/** Warnings about the paths of XML, which the oracle does not find. Samples show them, and both readers must agree. */
const PATH_WARNINGS = new Set([
  'SEVERAL_MATCHES',
  'VALUE_AFTER_RECORD',
  'ENCLOSING_WITHOUT_RECORD',
  'RECORD_ON_OTHER_PATH',
  'PATH_NEVER_MATCHED',
]);

function describeWarning({ code, count }: Warning): string {
  return count === undefined ? code : `${code} ${count}`;
}

function sum(numbers: number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

function cut(bytes: Uint8Array, ends: Uint32Array): string[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return [...ends].map((end, i) => decoder.decode(bytes.subarray(ends[i - 1] ?? 0, end)));
}
