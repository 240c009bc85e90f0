import type { Job, JobFile } from '../../../client/client.ts';
import type { Tone } from '../../elements/status.tsx';

/** The words and the colour of each status of a job. */
export const JOB_STATUSES: Readonly<Record<Job['status'], { word: string; tone: Tone }>> = {
  active: { word: 'Active', tone: 'good' },
  paused: { word: 'Paused', tone: 'soso' },
  paused_by_error: { word: 'Cannot work', tone: 'bad' },
};

/** The words, the colour and the meaning of each state of a file. */
export const FILE_STATES: Readonly<Record<JobFile['state'], { word: string; tone: Tone; meaning: string }>> = {
  seen: { word: 'Seen', tone: 'plain', meaning: 'the source has listed the file.' },
  waiting: {
    word: 'Waiting',
    tone: 'plain',
    meaning: 'the file is not complete yet, or is tried again. Its reason says which.',
  },
  taken: { word: 'Taken', tone: 'plain', meaning: 'the file is being read.' },
  running: { word: 'Running', tone: 'plain', meaning: 'the file has a run, which is in progress.' },
  needs_approval: {
    word: 'Needs approval',
    tone: 'soso',
    meaning: 'what a retry of its rejects would publish waits for another person.',
  },
  published: {
    word: 'Published',
    tone: 'plain',
    meaning: 'all records are published. The file has to be moved or deleted.',
  },
  done: { word: 'Done', tone: 'good', meaning: 'nothing is left to do.' },
  failed: {
    word: 'Failed',
    tone: 'bad',
    meaning: 'its run failed. Retry gives it another run.',
  },
  quarantined: { word: 'Quarantined', tone: 'bad', meaning: 'the file could not be read after all retries.' },
  ignored: {
    word: 'Ignored',
    tone: 'plain',
    meaning: 'no spec fits the file, or its content was published before. Its reason says which.',
  },
};

/** Returns where a job finds its files: `inbox: /out/claims-*.csv`. */
export function describeSource({ source }: Pick<Job, 'source'>): string {
  const { integration, integrationId, path = '/', pattern = '*' } = source;
  return `${text(integration ?? integrationId)}: ${text(path).replace(/\/?$/, '/')}${text(pattern)}`;
}

/** Returns where the records go: a topic, a table or a file. */
export function describeTarget({ to }: Pick<Job, 'to'>): string {
  if ('topic' in to) return `topic ${text(to.topic)}`;
  const integration = text(to.integration ?? to.integrationId);
  return 'table' in to ? `${integration}: table ${text(to.table)}` : `${integration}: ${text(to.path)}`;
}

/** Returns when a job looks at its source: `every 30s`. */
export function describeSchedule({ schedule }: Pick<Job, 'schedule'>): string {
  if ('every' in schedule) return `every ${text(schedule.every)}`;
  const { cron, timeZone } = schedule;
  return `cron ${text(cron)}${timeZone === undefined ? '' : ` (${text(timeZone)})`}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
