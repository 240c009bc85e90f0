import type { ProcessingResult } from '../../base/model/result.ts';
import type { ExitCode } from '../command-line/command.ts';
import { formatCount, formatCounted } from './numbers.ts';
import { formatCounters } from './report.ts';
import { type Terminal, visible } from './terminal.ts';

/** The result of validating one file. `result` is null if the file was not read. */
export interface FileVerdict {
  file: string;
  result: ProcessingResult | null;
  /** Why the file was not read; null if there is a result. */
  failure: string | null;
  exitCode: ExitCode;
}

const STATUS_WIDTH = 'PARTIAL_SUCCESS'.length;

/** Formats the verdict on a file as one line. */
export function formatFileLine({ file, result, failure }: FileVerdict, terminal: Terminal): string {
  const status = result?.status ?? 'NOT READ';
  const paint = {
    SUCCESS: terminal.green,
    PARTIAL_SUCCESS: terminal.yellow,
    FAILED: terminal.red,
    'NOT READ': terminal.red,
  }[status];
  const start = paint(status) + ' '.repeat(STATUS_WIDTH - status.length);
  if (result === null) return `${start}  ${visible(failure ?? '')}`;
  const reason = result.failure === undefined ? '' : `; ${result.failure.code}: ${result.failure.message}`;
  return `${start}  ${visible(file)}: ${formatCounters(result)}${visible(reason)}`;
}

/** Formats the summary of several files: the number of files per status, and the number of records. */
export function formatFilesSummary(verdicts: readonly FileVerdict[]): string {
  const count = (status: ProcessingResult['status'] | undefined) =>
    verdicts.filter(({ result }) => result?.status === status).length;
  const counts = (
    [
      ['SUCCESS', 'without errors'],
      ['PARTIAL_SUCCESS', 'with errors'],
      ['FAILED', 'failed'],
      [undefined, 'not read'],
    ] as const
  )
    .map(([status, words]) => [count(status), words] as const)
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${formatCount(number)} ${words}`);
  const sum = (member: 'totalRecords' | 'errorRecords') =>
    verdicts.reduce((total, { result }) => total + (result?.[member] ?? 0), 0);
  return `${formatCounted(verdicts.length, 'file')}: ${counts.join(', ')}; ${formatCounted(sum('totalRecords'), 'record')}, ${formatCount(sum('errorRecords'))} with errors`;
}
