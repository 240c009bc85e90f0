import type { Destination } from '../../model/destination.ts';
import type { JobSources } from '../definition/job-sources.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import { JobFailure } from '../work/failures.ts';

/** Returns the destination of the runs of a job. Throws JobFailure if its integration does not exist any more. */
export async function toRunDestination(
  { to, options }: JobDefinition,
  sources: Pick<JobSources, 'find'>,
): Promise<Destination> {
  switch (to.kind) {
    case 'topic':
      return { kind: 'topic', topic: to.topic, deadLetterTopic: options.deadLetterTopic };
    case 'table': {
      const integration = await sources.find(to.integration);
      if (integration !== null) return { kind: 'table', integrationId: integration.id, table: to.table, key: to.key };
      const message = `There is no integration with the name or id "${to.integration}".`;
      throw new JobFailure({ code: 'integration_not_found', message });
    }
    default:
      return to satisfies never;
  }
}
