import type { DefinitionProblem } from './document.ts';
import type { FileAction, JobDefinition } from './job-definition.ts';
import { fixedFolderOf } from './path-template.ts';

/** Returns what is wrong with the parts of a definition together, though each of them is valid. */
export function findContradictions({ source, to, options, then }: JobDefinition): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const add = (path: readonly string[], message: string) =>
    problems.push({ path, at: 'value', message: `"${path.join('.')}" ${message}` });
  if (to.kind === 'topic' && options.deadLetterTopic === to.topic)
    add(['options', 'deadLetterTopic'], 'must be another topic than "to.topic"');
  if (to.kind !== 'topic' && options.deadLetterTopic !== null)
    add(['options', 'deadLetterTopic'], 'needs a topic as the destination. Use "then.rejects"');
  const leadsBack = (template: string): boolean => isWatched(source, fixedFolderOf(template));
  const check = (path: readonly string[], action: FileAction | null): void => {
    if (action?.kind === 'move' && leadsBack(action.to))
      add(path, 'leads back into the folder that the job watches. Move files to another folder');
  };
  if (to.kind === 'file' && to.integration === source.integration && leadsBack(to.path))
    add(['to', 'path'], 'leads back into the folder that the job watches. Write to another folder');
  check(['then', 'done', 'move'], then.done);
  check(['then', 'failed', 'move'], then.failed?.action ?? null);
  if (then.rejects !== null && leadsBack(then.rejects.path))
    add(
      ['then', 'rejects', 'path'],
      'leads back into the folder that the job watches. Write rejects to another folder',
    );
  return problems;
}

/**
 * Returns true if files in a folder would be taken again. Folders below the source are left out of a recursive look (see
 * `ownFoldersOf`), so only the folder of the source itself matters.
 */
function isWatched({ path }: JobDefinition['source'], folder: string): boolean {
  return folder === path;
}

/** Returns the folders of its source to which a job moves or writes files, up to the first placeholder. */
export function ownFoldersOf({ source, to, then }: JobDefinition): string[] {
  const templates = [
    then.done?.kind === 'move' ? then.done.to : null,
    then.failed?.action?.kind === 'move' ? then.failed.action.to : null,
    then.rejects?.path ?? null,
    to.kind === 'file' && to.integration === source.integration ? to.path : null,
  ];
  return templates.flatMap((template) => (template === null ? [] : [fixedFolderOf(template)]));
}
