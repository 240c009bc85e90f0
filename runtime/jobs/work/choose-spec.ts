import { compileFilePattern } from '../../base/files/file-pattern.ts';
import { JobFailure } from './failures.ts';
import type { Job } from '../definition/job.ts';
import type { JobServices, UsableSpec } from './work.ts';

/** Returns the name or id of the first spec of a job whose pattern fits a file name; null if none fits. */
export function findSpecName({ definition }: Job, name: string): string | null {
  return definition.specs.find(({ pattern }) => compileFilePattern(pattern)(name))?.spec ?? null;
}

/** Returns the spec with which a job reads a file. Throws JobFailure if it does not exist or has errors. */
export function chooseSpec(job: Job, services: JobServices, name: string): UsableSpec {
  const specName = findSpecName(job, name) ?? '';
  const spec = services.findSpec(specName);
  if (spec !== null) return spec;
  throw new JobFailure({
    code: 'spec_not_found',
    message: `There is no usable spec with the name or id "${specName}".`,
  });
}
