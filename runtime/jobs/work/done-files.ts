import { folderOf, joinPath, nameOf } from '../../connector/remote-path.ts';
import { stemOf } from '../definition/path-template.ts';

/** Returns the path of the done file of a file; null if the job uses none. `template` is for example `{name}.done`. */
export function doneFileOf(path: string, template: string | null): string | null {
  if (template === null) return null;
  const name = nameOf(path);
  return joinPath(
    folderOf(path),
    template.replace('{name}', () => name).replace('{stem}', () => stemOf(name)),
  );
}

/** Returns whether a name can be the name of a done file: it begins and ends like the template. */
export function isDoneFileName(name: string, template: string): boolean {
  const [before = '', after = ''] = template.split(/\{(?:name|stem)\}/);
  return name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after);
}
