import type { FileView, JobView } from '../../jobs/job-view.ts';
import type { FileState } from '../../base/model/file-state.ts';
import { formatCount } from './numbers.ts';
import { type Cell, formatTable } from './table.ts';
import { type Terminal, visible } from './terminal.ts';

/** Returns a table of jobs; '' if there is none. */
export function formatJobs(jobs: readonly JobView[], terminal: Terminal): string {
  if (jobs.length === 0) return '';
  const rows = jobs.map(({ name, origin, status, lastCheck, counts, lastError }): Cell[] => [
    { text: visible(name) },
    { text: origin },
    { text: status, paint: status === 'active' ? terminal.green : terminal.yellow },
    { text: formatTime(lastCheck) },
    { text: formatCount(counts.done) },
    { text: formatCount(counts.seen + counts.waiting + counts.taken + counts.running + counts.published) },
    { text: formatCount(counts.failed + counts.quarantined) },
    { text: lastError === null ? '' : visible(lastError.message) },
  ]);
  const columns = [
    { title: 'Job' },
    { title: 'Origin' },
    { title: 'Status' },
    { title: 'Last check (UTC)' },
    { title: 'Done', align: 'right' as const },
    { title: 'Open', align: 'right' as const },
    { title: 'Failed', align: 'right' as const },
    { title: 'Error' },
  ];
  return `${formatTable(columns, rows, terminal.width).join('\n')}\n`;
}

/** Returns what is known of a job, one fact per line. */
export function formatJob({ name, id, origin, status, lastCheck, nextCheck, counts, lastError }: JobView): string {
  const states = Object.entries(counts).filter(([, files]) => files > 0);
  const facts = [
    ['job', `${name} (${id}, ${origin})`],
    ['status', status],
    ['last check', formatTime(lastCheck) || 'none yet'],
    ['next check', formatTime(nextCheck) || 'none'],
    ['files', states.map(([state, files]) => `${formatCount(files)} ${state}`).join(', ') || 'none'],
    ...(lastError === null
      ? []
      : [
          ['last error', `${lastError.code}: ${lastError.message}`],
          ...(lastError.name === null ? [] : [['about', lastError.name]]),
        ]),
  ];
  return `${facts.map(([title = '', text = '']) => `${title.padEnd(11)} ${visible(text)}`).join('\n')}\n`;
}

/** Returns a table of files; '' if there is none. */
export function formatFiles(files: readonly FileView[], terminal: Terminal): string {
  if (files.length === 0) return '';
  const paints: Partial<Record<FileState, (text: string) => string>> = {
    done: terminal.green,
    failed: terminal.red,
    quarantined: terminal.red,
    waiting: terminal.yellow,
    needs_approval: terminal.yellow,
  };
  const rows = files.map(({ id, state, size, firstSeen, runId, location, reason, records }): Cell[] => [
    { text: visible(id) },
    { text: state, ...(paints[state] === undefined ? {} : { paint: paints[state] }) },
    { text: formatCount(size) },
    { text: records === null ? '' : formatCount(records.total) },
    {
      text: records === null ? '' : formatCount(records.rejected),
      ...(records !== null && records.rejected > 0 && { paint: terminal.red }),
    },
    { text: formatTime(firstSeen) },
    { text: runId ?? '' },
    { text: visible(location) },
    { text: reason === null ? '' : visible(reason.message) },
  ]);
  const columns = [
    { title: 'File' },
    { title: 'State' },
    { title: 'Bytes', align: 'right' as const },
    { title: 'Records', align: 'right' as const },
    { title: 'Rejected', align: 'right' as const },
    { title: 'First seen (UTC)' },
    { title: 'Run' },
    { title: 'Place', maxWidth: 40 },
    { title: 'Reason' },
  ];
  return `${formatTable(columns, rows, terminal.width).join('\n')}\n`;
}

function formatTime(iso: string | null): string {
  return iso === null ? '' : iso.slice(0, 19).replace('T', ' ');
}
