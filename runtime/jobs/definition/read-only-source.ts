import type { DefinitionProblem } from './document.ts';
import type { JobDefinition } from './job-definition.ts';

/** Returns what a definition does with the files of its source, if nothing can be changed there. */
export function findChangesOfSource({ source, then }: JobDefinition): DefinitionProblem[] {
  const changes = [then.done === null ? [] : ['done'], then.failed === null ? [] : ['failed']];
  return [...changes, then.rejects === null ? [] : ['rejects']].flat().map((member) => ({
    path: ['then', member],
    at: 'value',
    message: `"then.${member}" changes the integration "${source.integration}", which is read only. Leave it out: files stay, and none is read twice`,
  }));
}
