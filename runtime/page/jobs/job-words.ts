import type { Job, JobFile } from '../../client/client.ts';
import type { Tone } from '../elements/status.tsx';

/** The words and the colour of each status of a job. */
export const JOB_STATUSES: Readonly<Record<Job['status'], { word: string; tone: Tone }>> = {
  active: { word: 'Active', tone: 'good' },
  paused: { word: 'Paused', tone: 'soso' },
  paused_by_error: { word: 'Source fails', tone: 'bad' },
};

/** The words and the colour of each state of a file. */
export const FILE_STATES: Readonly<Record<JobFile['state'], { word: string; tone: Tone }>> = {
  seen: { word: 'Seen', tone: 'plain' },
  waiting: { word: 'Waiting', tone: 'plain' },
  taken: { word: 'Taken', tone: 'plain' },
  running: { word: 'Running', tone: 'plain' },
  published: { word: 'Published', tone: 'plain' },
  done: { word: 'Done', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  quarantined: { word: 'Quarantined', tone: 'bad' },
  ignored: { word: 'Ignored', tone: 'plain' },
};

/** Returns where a job finds its files: `inbox: /out/claims-*.csv`. */
export function describeSource({ source }: Pick<Job, 'source'>): string {
  const { integration, integrationId, path = '/', pattern = '*' } = source;
  return `${text(integration ?? integrationId)}: ${text(path).replace(/\/?$/, '/')}${text(pattern)}`;
}

/** Returns where the records go: a topic, a table or a file. */
export function describeTarget({ to }: Pick<Job, 'to'>): string {
  if (to['topic'] !== undefined) return `topic ${text(to['topic'])}`;
  const integration = text(to['integration'] ?? to['integrationId']);
  return to['table'] === undefined
    ? `${integration}: ${text(to['path'])}`
    : `${integration}: table ${text(to['table'])}`;
}

/** Returns when a job looks at its source: `every 30s`. */
export function describeSchedule({ schedule }: Pick<Job, 'schedule'>): string {
  const { every, cron, timeZone } = schedule;
  if (cron === undefined) return `every ${text(every)}`;
  return `cron ${text(cron)}${timeZone === undefined ? '' : ` (${text(timeZone)})`}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
