import { createHash } from 'node:crypto';
import type {
  FileIssue,
  Issue,
  Outcome as RecordEnd,
  ReadOptions,
  DocumentCounts,
  TypeCounts,
  Warning,
} from '../../../compiler/kernel/model/contract.ts';
import type { IssueCount } from '../../base/model/issue-counts.ts';
import type { Counters } from '../../base/model/checkpoint.ts';
import type { ProcessingResult } from '../../base/model/result.ts';
import type { Event } from './event.ts';

/**
 * The content of a `.expected.json` file: the reproducible members of the ProcessingResult, all issues, and the
 * messages.
 */
export interface Outcome {
  /** The options with which the file is read; absent for the defaults. */
  readonly options?: ReadOptions;
  /** The codes of the warnings about the spec, in the order of the spec's text; absent if there are none. */
  readonly diagnostics?: readonly string[];
  readonly result: OutcomeResult;
  readonly errors: readonly ErrorRecord[];
  /** All messages if `eventsDigest` is absent. Otherwise only the first three and the last three. */
  readonly events: readonly Event[];
  /**
   * SHA-256 over all messages, hexadecimal. The hash covers one line for each message: a JSON array of its key (or
   * null) and its value.
   */
  readonly eventsDigest?: string;
}

/** The members of a ProcessingResult that depend only on the file, the spec and the options. */
export interface OutcomeResult extends Readonly<Counters> {
  readonly status: ProcessingResult['status'];
  readonly failure?: { readonly code: string; readonly message: string };
  readonly warnings: readonly Warning[];
  readonly issueCounts: readonly IssueCount[];
  readonly recordTypes?: readonly TypeCounts[];
  readonly documents?: readonly DocumentCounts[];
  readonly fileIssues?: readonly FileIssue[];
}

/**
 * A record and all of its issues (`messages`). `byteOffset` is the offset of the record's first byte in the undecoded
 * file, and `byteLength` the length of the record there.
 */
export interface ErrorRecord {
  readonly record: number;
  readonly line: number;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly recordType?: string;
  readonly outcome: RecordEnd;
  readonly messages: readonly Issue[];
}

/** The complete result of reading a sample, with all issues and all messages. */
export interface SampleRun {
  readonly result: ProcessingResult;
  readonly errors: readonly ErrorRecord[];
  readonly events: readonly Event[];
}

/**
 * Returns the reproducible part of a result. If `includesAllEvents` is false, `events` has only the first three and the
 * last three messages, and `eventsDigest` covers all of them.
 */
export function outcomeOf({ result, errors, events }: SampleRun, includesAllEvents: boolean): Outcome {
  const { status, totalRecords, processedRecords, failedRecords, skippedRecords, warningRecords, errorRecords } =
    result;
  const { correctedRecords, otherLines, failure, warnings, issueCounts, recordTypes, documents, fileIssues } = result;
  return {
    result: {
      status,
      totalRecords,
      processedRecords,
      failedRecords,
      skippedRecords,
      warningRecords,
      errorRecords,
      correctedRecords,
      otherLines,
      ...(failure === undefined ? {} : { failure }),
      warnings,
      issueCounts,
      ...(recordTypes === undefined ? {} : { recordTypes }),
      ...(documents === undefined ? {} : { documents }),
      ...(fileIssues === undefined ? {} : { fileIssues }),
    },
    errors,
    events: includesAllEvents ? events : [...events.slice(0, 3), ...events.slice(3).slice(-3)],
    ...(includesAllEvents ? {} : { eventsDigest: digest(events) }),
  };
}

function digest(events: readonly Event[]): string {
  const hash = createHash('sha256');
  for (const { key, value } of events) hash.update(`${JSON.stringify([key ?? null, value])}\n`);
  return hash.digest('hex');
}

/** Formats an outcome as JSON with one line for each counter, warning, issue and message, so that diffs are small. */
export function formatOutcome({ options, diagnostics, result, errors, events, eventsDigest }: Outcome): string {
  const { warnings, issueCounts, recordTypes, documents, fileIssues, ...counters } = result;
  const members = [
    ...(options === undefined ? [] : [`"options": ${inline(options)}`]),
    ...(diagnostics === undefined ? [] : [`"diagnostics": ${inline(diagnostics)}`]),
    `"result": {\n${[
      ...Object.entries(counters).map(([name, value]) => `    ${inline(name)}: ${inline(value)}`),
      `    "warnings": ${lines(warnings.map(inline), '    ')}`,
      `    "issueCounts": ${lines(issueCounts.map(inline), '    ')}`,
      ...(recordTypes === undefined ? [] : [`    "recordTypes": ${lines(recordTypes.map(inline), '    ')}`]),
      ...(documents === undefined ? [] : [`    "documents": ${lines(documents.map(inline), '    ')}`]),
      ...(fileIssues === undefined ? [] : [`    "fileIssues": ${lines(fileIssues.map(inline), '    ')}`]),
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

/** Formats JSON on one line with spaces. Invisible characters are escaped (`\u200b`). */
function inline(value: unknown): string {
  const text = Array.isArray(value)
    ? `[${value.map(inline).join(', ')}]`
    : typeof value === 'object' && value !== null
      ? `{ ${Object.entries(value)
          .map(([name, part]) => `${JSON.stringify(name)}: ${inline(part)}`)
          .join(', ')} }`
      : JSON.stringify(value);
  return text.replace(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u00a0]/gu, escaped);
}
function escaped(character: string): string {
  return [...Array(character.length).keys()]
    .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');
}
