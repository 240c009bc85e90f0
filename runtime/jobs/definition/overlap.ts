import { doPatternsOverlap } from '../../connector/pattern-overlap.ts';
import type { DefinitionProblem } from './document.ts';
import type { JobDefinition, JobSource } from './job-definition.ts';

/**
 * Returns a problem if a job and one of `others`, which read from the same integration, take the same files and at least
 * one of the two moves or deletes them. Without that, two jobs may publish the same files.
 */
export function findOverlap(definition: JobDefinition, others: readonly JobDefinition[]): DefinitionProblem[] {
  const other = others.find(
    (one) => (takesAway(definition) || takesAway(one)) && doSourcesOverlap(definition.source, one.source),
  );
  return other === undefined ? [] : [describeOverlap(definition, other)];
}

/** Returns the problem that two jobs take the same files. */
export function describeOverlap({ source }: JobDefinition, other: JobDefinition): DefinitionProblem {
  return {
    path: ['source', 'pattern'],
    at: 'value',
    message: `"source.pattern" "${source.pattern}" overlaps "${other.source.pattern}" of the job "${other.name}": both would take the same files`,
  };
}

/** Returns whether two sources of the same integration have files in common. */
export function doSourcesOverlap(one: JobSource, two: JobSource): boolean {
  const contains = (folder: JobSource, path: string): boolean =>
    folder.path === path || (folder.recursive && (folder.path === '' || path.startsWith(`${folder.path}/`)));
  return (contains(one, two.path) || contains(two, one.path)) && doPatternsOverlap(one.pattern, two.pattern);
}

function takesAway({ then }: JobDefinition): boolean {
  return then.done !== null || (then.failed?.action ?? null) !== null;
}
