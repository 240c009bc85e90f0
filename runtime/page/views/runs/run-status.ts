import type { RunSummary } from '../../../client/client.ts';
import type { Tone } from '../../elements/status.tsx';

/** The words and the colour of each status. */
export const RUN_STATUSES: Readonly<Record<RunSummary['status'], { word: string; tone: Tone }>> = {
  QUEUED: { word: 'Waiting', tone: 'plain' },
  RUNNING: { word: 'Running', tone: 'plain' },
  PAUSED: { word: 'Paused', tone: 'soso' },
  SUCCESS: { word: 'Success', tone: 'good' },
  PARTIAL_SUCCESS: { word: 'Some errors', tone: 'soso' },
  FAILED: { word: 'Failed', tone: 'bad' },
};

/** Returns where the records of a run go: its topic, table or file. */
export function describeDestination({ topic, destination }: Pick<RunSummary, 'topic' | 'destination'>): string {
  if (topic !== null) return topic;
  if (destination === undefined) return '–';
  return destination.kind === 'table' ? `table ${destination.table}` : `file ${destination.path}`;
}
