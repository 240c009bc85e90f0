import type { Issue, Severity } from '../../../compiler/kernel/model/contract.ts';
import type { ProcessingResult } from '../../base/model/result.ts';
import { findHints } from '../../base/model/file-hints.ts';
import { formatCount, formatCounted, formatDuration } from './numbers.ts';
import { type Cell, formatTable } from './table.ts';
import { type Terminal, visible } from './terminal.ts';
import type { RecordError } from '../../base/model/record-error.ts';

/**
 * Formats the result of a run or dry run for a person: the issues, a table of counts, and the verdict. `issues` are the
 * lines that describe the issues. By default, they are a table of the issues.
 */
export function formatReport(
  result: ProcessingResult,
  terminal: Terminal,
  issues: readonly string[] = issueTable(result, terminal),
): string {
  const parts = [
    issues,
    leftOut(result),
    fileIssueTable(result, terminal),
    countTable(result, terminal),
    verdict(result, terminal),
  ];
  return (
    parts
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n') + '\n'
  );
}

function issueTable({ errors }: ProcessingResult, terminal: Terminal): string[] {
  if (errors.length === 0) return [];
  const showsOriginals = errors.some(({ messages }) => messages.some(({ original }) => original !== undefined));
  const hasCells = errors.some(({ messages }) => messages.some(({ cell }) => cell !== undefined));
  const columns = [
    hasCells ? { title: 'Cell', maxWidth: 24 } : { title: 'Line', align: 'right' as const },
    { title: 'Severity' },
    { title: 'Column', maxWidth: 24 },
    { title: 'Value', maxWidth: 28 },
    ...(showsOriginals ? [{ title: 'As sent', maxWidth: 28 }] : []),
    { title: 'What is wrong' },
  ];
  return formatTable(
    columns,
    errors.flatMap((error) => issueRows(error, showsOriginals, terminal)),
    terminal.width,
  );
}

function issueRows({ line, messages, more }: RecordError, showsOriginals: boolean, terminal: Terminal): Cell[][] {
  const rows = messages.map((issue, index): Cell[] => [
    { text: issue.cell === undefined ? (index === 0 ? String(line) : '') : visible(issue.cell), paint: terminal.bold },
    { text: issue.severity, paint: severityPainter(issue.severity, terminal) },
    { text: visible(issue.column ?? '') },
    { text: formatValue(issue), paint: terminal.dim },
    ...(showsOriginals ? [{ text: formatText(issue.original), paint: terminal.dim }] : []),
    { text: visible(issue.ruleId === null ? issue.message : `${issue.message} [${issue.ruleId}]`) },
  ]);
  const rest =
    more === undefined
      ? []
      : [
          [
            '',
            '',
            '',
            '',
            ...(showsOriginals ? [''] : []),
            `and ${formatCounted(more, 'more issue')} in this record`,
          ].map((text) => ({ text })),
        ];
  return [...rows, ...rest];
}

/**
 * Returns the rejected value of an issue for a person. It is quoted if it is empty, or starts or ends with white space.
 * Returns '' if the issue has no value, `(empty)` for null, and `(masked)`, with the length if it is known, for a
 * masked value.
 */
export function formatValue(issue: Issue): string {
  if (issue.masked === true) return issue.length === undefined ? '(masked)' : `(masked, length ${issue.length})`;
  return formatText(issue.value);
}

/** Formats a text that an issue contains, or the absence of one; see formatValue. */
export function formatText(text: string | null | undefined): string {
  if (text === undefined) return '';
  if (text === null) return '(empty)';
  return visible(/^\s|\s$|^$/u.test(text) ? `"${text}"` : text);
}

function leftOut({ errors, errorsTruncated, errorRecords, warningRecords }: ProcessingResult): string[] {
  if (!errorsTruncated) return [];
  const rest = formatCounted(errorRecords + warningRecords - errors.length, 'more record');
  return [`… and ${rest} with issues. Use --error-limit N to show more, --json for machine-readable output`];
}

/** Lists the issues of the file as a whole: what was found, and what the rule requires. */
function fileIssueTable({ fileIssues = [], fileIssuesTruncated }: ProcessingResult, terminal: Terminal): string[] {
  if (fileIssues.length === 0) return [];
  const columns = [
    { title: 'Line', align: 'right' as const },
    { title: 'Severity' },
    { title: 'Required', maxWidth: 28 },
    { title: 'Found', maxWidth: 28 },
    { title: 'What is wrong with the file' },
  ];
  const rows = fileIssues.map(({ line, severity, expected, actual, message, ruleId }): Cell[] => [
    { text: line === null ? '' : String(line), paint: terminal.bold },
    { text: severity, paint: severityPainter(severity, terminal) },
    { text: visible(expected ?? '') },
    { text: visible(actual ?? '') },
    { text: visible(ruleId === null ? message : `${message} [${ruleId}]`) },
  ]);
  const table = formatTable(columns, rows, terminal.width);
  return fileIssuesTruncated === true ? [...table, '… and more issues of the file, which are not listed'] : table;
}

function countTable({ issueCounts }: ProcessingResult, terminal: Terminal): string[] {
  if (issueCounts.length === 0) return [];
  const columns = [
    { title: 'Count', align: 'right' as const },
    { title: 'Severity' },
    { title: 'Code', maxWidth: 24 },
    { title: 'Field', maxWidth: 24 },
    { title: 'Rule' },
  ];
  const rows = [...issueCounts]
    .sort((a, b) => b.count - a.count)
    .map(({ count, severity, code, field, ruleId }): Cell[] => [
      { text: formatCount(count), paint: terminal.bold },
      { text: severity, paint: severityPainter(severity, terminal) },
      { text: code },
      { text: visible(field ?? '') },
      { text: visible(ruleId ?? '') },
    ]);
  return formatTable(columns, rows, terminal.width);
}

function verdict(result: ProcessingResult, terminal: Terminal): string[] {
  const { status, failure, fileName, warnings } = result;
  const paint = { SUCCESS: terminal.green, PARTIAL_SUCCESS: terminal.yellow, FAILED: terminal.red }[status];
  return [
    ...warnings.map(
      ({ code, message, count }) =>
        `${terminal.yellow('warning')} ${code}: ${visible(message)}${count === undefined ? '' : ` (${formatCounted(count, 'record')})`}`,
    ),
    `${paint(status)}  ${visible(fileName)}: ${formatCounters(result)}, in ${formatDuration(result.durationMs)}`,
    ...(result.runId === undefined ? [] : [`run ${result.runId}`]),
    ...totalLines(result),
    ...(failure === undefined ? [] : [`${terminal.red(failure.code)}: ${visible(failure.message)}`]),
    ...findHints(result).map((line) => `  hint: ${line}`),
  ];
}

/** Says which totals the rejects leave out, and which rules were not applied because of that. */
export function totalLines({
  rejectsWithout,
  waivedRules,
}: Pick<ProcessingResult, 'rejectsWithout' | 'waivedRules'>): string[] {
  const waived = `waived: the rules ${waivedRules?.join(', ') ?? ''}, because the rejects have no totals of the whole file`;
  const leftOut = `the rejects leave out the totals of the whole file: ${rejectsWithout?.join(', ') ?? ''}`;
  return [
    ...(waivedRules === undefined ? [] : [visible(waived)]),
    ...(rejectsWithout === undefined ? [] : [visible(leftOut)]),
  ];
}

/** Formats the number of records and their outcomes, for example `2 records: 1 processed, 0 failed, 1 skipped`. */
export function formatCounters(result: ProcessingResult): string {
  const {
    totalRecords,
    processedRecords,
    failedRecords,
    skippedRecords,
    errorRecords,
    warningRecords,
    correctedRecords,
    otherLines,
  } = result;
  const outcomes = `${formatCounted(totalRecords, 'record')}: ${formatCount(processedRecords)} processed, ${formatCount(failedRecords)} failed, ${formatCount(skippedRecords)} skipped`;
  const rest = [
    [errorRecords, 'with errors'],
    [warningRecords, 'with warnings only'],
    [correctedRecords, 'corrected'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, what]) => `${formatCount(Number(count))} ${what}`);
  const others = otherLines === 0 ? [] : [formatCounted(otherLines, 'other line')];
  return [outcomes, ...rest, ...others].join(', ');
}

/** Returns the function that colours a severity. */
export function severityPainter(severity: Severity, terminal: Terminal): (text: string) => string {
  return severity === 'WARNING' ? terminal.yellow : terminal.red;
}
