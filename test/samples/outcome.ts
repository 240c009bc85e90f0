import { createHash } from 'node:crypto';
import type { Issue, ReadOptions, Severity } from '../../compiler/kernel/contract.ts';
import type { ErrorRecord, Event, Run } from './run-module.ts';

/** What an `expected.json` holds: the members of a ProcessingResult that a file and its spec decide, and the messages. */
export interface Outcome {
  /** How the file is read; the defaults where absent. */
  readonly options?: ReadOptions;
  /** Codes of the warnings that the spec itself gets, in the order of its text; none where absent. */
  readonly diagnostics?: readonly string[];
  readonly result: Result;
  readonly errors: readonly ErrorRecord[];
  /** All messages; of a long file the first and the last three, and `eventsDigest`. */
  readonly events: readonly Event[];
  /** SHA-256 over all messages: a JSON text of key (or null) and value, and a line feed, for each. */
  readonly eventsDigest?: string;
}

interface Result {
  readonly status: 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAILED';
  readonly totalRecords: number;
  readonly processedRecords: number;
  readonly failedRecords: number;
  readonly skippedRecords: number;
  readonly warningRecords: number;
  readonly errorRecords: number;
  readonly correctedRecords: number;
  readonly otherLines: number;
  readonly failure?: { readonly code: string; readonly message: string };
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly issueCounts: readonly IssueCount[];
}

interface IssueCount {
  readonly code: string;
  readonly ruleId: string | null;
  readonly field: string | null;
  readonly severity: Severity;
  readonly count: number;
}

/** What a run says of its file, counted as a ProcessingResult counts it. */
export function outcomeOf(run: Run, tellsAllEvents: boolean): Outcome {
  const events = tellsAllEvents ? run.events : [...run.events.slice(0, 3), ...run.events.slice(3).slice(-3)];
  return { result: resultOf(run), errors: run.errors, events, ...(tellsAllEvents ? {} : { eventsDigest: digest(run.events) }) };
}

function resultOf(run: Run): Result {
  const count = (test: (record: ErrorRecord) => boolean) => run.errors.filter(test).length;
  const isBad = ({ messages }: ErrorRecord) => messages.some(({ severity }) => severity !== 'WARNING');
  const failedRecords = count(({ outcome }) => outcome === 'failed');
  const skippedRecords = count(({ outcome }) => outcome === 'skipped');
  const processedRecords = run.records - failedRecords - skippedRecords;
  const errorRecords = count(isBad);
  const nothingCame = run.failure !== null || (run.records > 0 && processedRecords === 0);
  return {
    status: nothingCame ? 'FAILED' : errorRecords > 0 ? 'PARTIAL_SUCCESS' : 'SUCCESS',
    totalRecords: run.records, processedRecords, failedRecords, skippedRecords,
    warningRecords: run.errors.length - errorRecords, errorRecords,
    correctedRecords: run.corrected, otherLines: run.otherLines,
    ...(run.failure === null ? {} : { failure: run.failure }),
    warnings: run.warnings,
    issueCounts: countsOf(run.errors.flatMap(({ messages }) => messages)),
  };
}

function countsOf(issues: readonly Issue[]): IssueCount[] {
  const counts = new Map<string, IssueCount>();
  for (const { code, ruleId, field, severity } of issues) {
    const kind = JSON.stringify([code, ruleId, field, severity]);
    counts.set(kind, { code, ruleId, field, severity, count: (counts.get(kind)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

function digest(events: readonly Event[]): string {
  const hash = createHash('sha256');
  for (const { key, value } of events) hash.update(`${JSON.stringify([key ?? null, value])}\n`);
  return hash.digest('hex');
}

/** The text of an expectation: a line for each counter, warning, issue and message, so that a change of one is a change of one line. */
export function formatOutcome({ options, diagnostics, result, errors, events, eventsDigest }: Outcome): string {
  const { warnings, issueCounts, ...counters } = result;
  const members = [
    ...(options === undefined ? [] : [`"options": ${inline(options)}`]),
    ...(diagnostics === undefined ? [] : [`"diagnostics": ${inline(diagnostics)}`]),
    `"result": {\n${[
      ...Object.entries(counters).map(([name, value]) => `    ${inline(name)}: ${inline(value)}`),
      `    "warnings": ${lines(warnings.map(inline), '    ')}`,
      `    "issueCounts": ${lines(issueCounts.map(inline), '    ')}`,
    ].join(',\n')}\n  }`,
    `"errors": ${lines(errors.map(formatRecord), '  ')}`,
    `"events": ${lines(events.map(inline), '  ')}`,
    ...(eventsDigest === undefined ? [] : [`"eventsDigest": ${inline(eventsDigest)}`]),
  ];
  return `{\n  ${members.join(',\n  ')}\n}\n`;
}

function formatRecord({ messages, ...place }: ErrorRecord): string {
  return `${inline(place).slice(0, -2)}, "messages": ${lines(messages.map(inline), '    ')} }`;
}

function lines(items: readonly string[], indent: string): string {
  return items.length === 0 ? '[]' : `[\n${items.map((item) => `${indent}  ${item}`).join(',\n')}\n${indent}]`;
}

/** JSON on one line, with blanks; what a reader cannot see is escaped. */
function inline(value: unknown): string {
  const text = Array.isArray(value) ? `[${value.map(inline).join(', ')}]`
    : typeof value === 'object' && value !== null ? `{ ${Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${inline(part)}`).join(', ')} }`
    : JSON.stringify(value);
  return text.replace(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u00a0]/gu, escaped);
}

function escaped(character: string): string {
  return [...Array(character.length).keys()].map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');
}
