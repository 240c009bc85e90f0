import type { Destination } from '../../model/destination.ts';
import type { StoredFile } from '../../store/job-file-store.ts';
import type { JobDestination } from '../definition/job-definition.ts';
import type { Job } from '../definition/job.ts';

/** Returns the destination of the run of a file. */
export function toRunDestination(
  to: JobDestination,
  { deadLetterTopic }: { job: Job; file: StoredFile; deadLetterTopic: string | null },
): Destination {
  switch (to.kind) {
    case 'topic':
      return { kind: 'topic', topic: to.topic, deadLetterTopic };
    default:
      return to.kind satisfies never;
  }
}
