import type { Job } from './job.ts';
import type { JobSources } from './job-sources.ts';
import type { DefinitionProblem } from './document.ts';
import type { JobDefinition } from './job-definition.ts';
import { findOverlap } from './overlap.ts';

/** What a definition may refer to. */
export interface References {
  findSpec(idOrName: string): unknown;
  readonly sources: Pick<JobSources, 'find'>;
  /** The other jobs. */
  readonly others: readonly Job[];
}

/** Returns what a definition names that does not exist, and the jobs that would take the same files. */
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
  definition.specs.forEach(({ spec }, index) => {
    if (findSpec(spec) !== null) return;
    const path = definition.specs.length === 1 ? ['spec'] : ['specs', index, 'spec'];
    problems.push({ path, at: 'value', message: `"${path.join('.')}" names the spec "${spec}", which does not exist` });
  });
  if (definition.to.kind === 'table') problems.push(...(await checkDatabase(definition.to.integration, sources)));
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

async function checkDatabase(name: string, sources: References['sources']): Promise<DefinitionProblem[]> {
  const database = await sources.find(name);
  if (database?.type === 'DATABASE') return [];
  const what = database === null ? 'which does not exist' : `which is a ${database.type}. A table needs a DATABASE`;
  const message = `"to.integration" names the integration "${name}", ${what}`;
  return [{ path: ['to', 'integration'], at: 'value', message }];
}
