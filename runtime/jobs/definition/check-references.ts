import { findUnfitRecords } from '../../base/model/destination.ts';
import type { RunModule } from '../../base/model/run-module.ts';
import { findConnectorType } from '../../connector/types/connector-types.ts';
import type { Job } from './job.ts';
import type { JobSources } from './job-sources.ts';
import type { DefinitionProblem } from './document.ts';
import type { JobDefinition } from './job-definition.ts';
import { findOverlap } from './overlap.ts';
import { findChangesOfSource } from './read-only-source.ts';

/** What a definition may refer to. */
export interface References {
  findSpec(idOrName: string): { readonly module: RunModule } | null;
  readonly sources: Pick<JobSources, 'find'>;
  /** The other jobs. */
  readonly others: readonly Job[];
}

/** Returns what a definition names that does not exist or does not fit, and the jobs that would take the same files. */
export async function checkReferences(
  definition: JobDefinition,
  { findSpec, sources, others }: References,
): Promise<DefinitionProblem[]> {
  const problems: DefinitionProblem[] = [];
  const integration = await sources.find(definition.source.integration);
  if (integration === null)
    problems.push({
      path: ['source', 'integration'],
      at: 'value',
      message: `"source.integration" names the integration "${definition.source.integration}", which does not exist`,
    });
  else if (findConnectorType(integration.type).isReadOnly) problems.push(...findChangesOfSource(definition));
  definition.specs.forEach(({ spec }, index) => {
    const found = findSpec(spec);
    const unfit =
      found === null
        ? null
        : findUnfitRecords(
            { ...definition.to, deadLetterTopic: definition.options.deadLetterTopic },
            found.module.spec,
          );
    if (found !== null && unfit === null) return;
    const path = definition.specs.length === 1 ? ['spec'] : ['specs', index, 'spec'];
    const what = found === null ? 'which does not exist' : `which does not fit "to": ${unfit}`;
    problems.push({ path, at: 'value', message: `"${path.join('.')}" names the spec "${spec}", ${what}` });
  });
  problems.push(...(await checkDestination(definition, sources)));
  if (integration !== null) {
    const names = [integration.id, integration.name];
    const isSame = (job: Job): boolean => names.includes(job.definition.source.integration);
    problems.push(
      ...findOverlap(
        definition,
        others.filter(isSame).map((job) => job.definition),
      ),
    );
  }
  return problems;
}

async function checkDestination(
  { to, source }: JobDefinition,
  sources: References['sources'],
): Promise<DefinitionProblem[]> {
  if (to.kind === 'topic') return [];
  const found = await sources.find(to.integration);
  if (found === null) return reportDestination(to, 'which does not exist');
  const unfit = checkDestinationType(to, found.type);
  if (to.kind === 'table' || unfit.length > 0) return unfit;
  // The folders of a job are compared by the text of the integration, also in git, where nothing can be looked up.
  const isSameByOtherName =
    source.integration !== to.integration && [found.id, found.name].includes(source.integration);
  return isSameByOtherName
    ? reportDestination(to, 'as "source" does in another way. Use its name or its id in both')
    : [];
}

/** Returns a problem if an integration of this type cannot be the destination. */
export function checkDestinationType(to: JobDefinition['to'], type: string): DefinitionProblem[] {
  if (to.kind === 'topic') return [];
  if (to.kind === 'table')
    return type === 'DATABASE' ? [] : reportDestination(to, `which is a ${type}. A table needs a DATABASE`);
  return findConnectorType(type).isReadOnly ? reportDestination(to, `which is a ${type} and cannot write files`) : [];
}

function reportDestination({ integration }: { integration: string }, what: string): DefinitionProblem[] {
  const message = `"to.integration" names the integration "${integration}", ${what}`;
  return [{ path: ['to', 'integration'], at: 'value', message }];
}
