import { checkReferences } from './definition/check-references.ts';
import { isMapping } from './definition/document.ts';
import type { Job } from './definition/job.ts';
import { readDefinition } from './definition/read-definition.ts';
import { InvalidJob } from './job-failures.ts';
import { withoutViewMembers } from './job-view.ts';

type References = Parameters<typeof checkReferences>[1];

/** A definition that is right, and the body from which it was read. */
export interface CheckedJob {
  readonly definition: Job['definition'];
  readonly body: Record<string, unknown>;
}

/** Checks a definition as a request contains it. Throws InvalidJob. */
export async function checkWritten(written: unknown, references: References): Promise<CheckedJob> {
  const body = isMapping(written) ? withoutViewMembers(written) : {};
  const reading = readDefinition(isMapping(written) ? body : written);
  if (reading.kind === 'invalid') throw new InvalidJob(reading.problems);
  const { findSpec, sources, others } = references;
  const problems = await checkReferences(reading.definition, { findSpec, sources, others });
  if (problems.length > 0) throw new InvalidJob(problems);
  return { definition: reading.definition, body };
}
