import type { Report } from '../../../diagnostics/diagnostic.ts';
import type { PathType } from '../model/format-kind.ts';
import { findPathFault } from './check.ts';
import { pointerOf, readPointer } from './pointer.ts';

/**
 * Reports record types whose paths do not fit together: one type has the records of the file, and the path of each other
 * type begins with that of the type around it.
 */
export function checkTypePaths(types: readonly PathType[], report: Report): void {
  let first: number | null = null;
  for (const [index, type] of types.entries()) {
    const path = type.when?.path;
    const invalid = (detail: string) =>
      report('invalid_path', `/recordTypes/${index}/${path === undefined ? 'name' : 'when/path'}`, {
        path: path ?? '',
        detail,
      });
    if (type.in === undefined) {
      first ??= index;
      if (first !== index)
        invalid(
          `"${type.name}" needs "in": the records of a file of JSON are those of one type, here "${types[first]?.name ?? ''}", and all others are inside of them`,
        );
      const fault = path === undefined ? null : findPathFault(path);
      if (fault !== null) invalid(fault);
      continue;
    }
    if (path === undefined) {
      report('record_type_not_selected', `/recordTypes/${index}`, { name: type.name, key: 'path', format: 'JSON' });
      continue;
    }
    const parent = types.find(({ name }) => name === type.in);
    if (parent === undefined || readPointer(path) === null) continue;
    const outer = parent.when?.path ?? '';
    if (!path.startsWith(`${outer}/`))
      invalid(`the path of "${type.name}" begins with that of "${parent.name}", which is ${JSON.stringify(outer)}`);
    else checkFields(parent, path.slice(outer.length), invalid);
  }
}

/** Reports a field of the enclosing record that reads a value of the nested ones, or the value that has them. */
function checkFields(parent: PathType, path: string, invalid: (detail: string) => void): void {
  for (const { name, columnName } of parent.fields) {
    const pointer = pointerOf({ name, ...(columnName !== undefined && { columnName }) });
    const tokens = pointer.split('/');
    const nested = path.split('/');
    const isMeeting = tokens.slice(0, nested.length).every((token, i) => nested[i] === '*' || nested[i] === token);
    if (isMeeting)
      invalid(`the field "${name}" of "${parent.name}" reads ${JSON.stringify(pointer)}, where these records are`);
  }
}

/** Returns whether one value may have both paths. */
export function mayMeet(path: string, other: string): boolean {
  const [tokens, others] = [path.split('/'), other.split('/')];
  return (
    tokens.length === others.length &&
    tokens.every((token, i) => token === '*' || others[i] === '*' || token === others[i])
  );
}
