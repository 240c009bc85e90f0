import type { Report } from '../../../diagnostics/diagnostic.ts';
import { quoted } from '../../../diagnostics/messages/text.ts';
import type { PathType } from '../model/format-kind.ts';
import { findPathFault } from './check.ts';
import { pointerOf, readPointer } from './pointer.ts';

/**
 * Reports record types whose places do not fit together. The records of the file are lines, or the values at paths, and
 * no path leads into the records of another one. Values in them may select their types. The path of each type inside of another one begins with that of the latter.
 */
export function checkTypePaths(types: readonly PathType[], report: Report): void {
  const [first] = types.filter(isOfFile);
  for (const [index, type] of types.entries()) {
    const path = type.when?.path;
    const invalid: Invalid = (detail) =>
      report('invalid_path', `/recordTypes/${index}/${path === undefined ? 'name' : 'when/path'}`, {
        path: path ?? '',
        detail,
      });
    if (isOfFile(type)) {
      if (first !== undefined && type !== first) checkBeside(type, first, invalid);
      for (const other of types.slice(0, index)) if (isOfFile(other)) checkInsideOther(type, other, invalid);
      const fault = path === undefined ? null : findPathFault(path);
      if (fault !== null) invalid(fault);
      if (type.in !== undefined) checkFollowing(type, types, invalid);
    } else if (path === undefined)
      report('record_type_not_selected', `/recordTypes/${index}`, { name: type.name, key: 'path', format: 'JSON' });
    else {
      if (hasConditions(type))
        report('invalid_record_when', `/recordTypes/${index}/when`, {
          detail: `the records of ${quoted(type.name)} are inside of others, where "path" selects them: remove the other keys`,
        });
      checkInside(type, types, invalid);
    }
  }
}

type Invalid = (detail: string) => void;

/** Returns whether the records of a type are those of the file. Those of a type with `in` and a value may follow others. */
function isOfFile(type: PathType): boolean {
  return type.in === undefined || (type.when?.path === undefined && hasConditions(type));
}

/** Returns whether values of a record select the type. */
function hasConditions({ when }: PathType): boolean {
  const { path: _, ...conditions } = when ?? {};
  return Object.values(conditions).some((value) => value !== undefined);
}

/** Reports a type whose records have another place in the file than those of the first type. */
function checkBeside(type: PathType, first: PathType, invalid: Invalid): void {
  const other = first.when?.path;
  if ((type.when?.path === undefined) === (other === undefined)) return;
  const place = other === undefined ? 'lines' : `the values at ${quoted(other)}`;
  invalid(
    `${quoted(type.name)} needs "in", or a place like that of ${quoted(first.name)}: the records of a file of JSON are all lines, or all at paths, and here they are ${place}`,
  );
}

/** Reports a path that leads into the records of another type, or to values around them. */
function checkInsideOther(type: PathType, other: PathType, invalid: Invalid): void {
  const [path = '', around = ''] = [type.when?.path, other.when?.path];
  const [tokens, others] = [path.split('/'), around.split('/')];
  if (tokens.length === others.length || path === '' || around === '') return;
  const length = Math.min(tokens.length, others.length);
  if (!mayMeet(tokens.slice(0, length).join('/'), others.slice(0, length).join('/'))) return;
  const [inner, outer] = tokens.length > others.length ? [type, other] : [other, type];
  invalid(
    `records of ${quoted(inner.name)} may be inside of those of ${quoted(outer.name)}: add in: ${outer.name} to ${quoted(inner.name)}`,
  );
}

/** Reports a type whose records should follow those of a type that are no lines. */
function checkFollowing(type: PathType, types: readonly PathType[], invalid: Invalid): void {
  const parent = types.find(({ name }) => name === type.in);
  if (parent === undefined || (isOfFile(parent) && parent.when?.path === undefined)) return;
  invalid(`${quoted(type.name)} needs "path": the records of ${quoted(parent.name)} are no lines that others follow`);
}

/** Reports a path that does not lead into the records around, or to a value that one of their fields reads. */
function checkInside(type: PathType, types: readonly PathType[], invalid: Invalid): void {
  const path = type.when?.path ?? '';
  const parent = types.find(({ name }) => name === type.in);
  if (parent === undefined || readPointer(path) === null) return;
  const outer = parent.when?.path ?? '';
  if (!path.startsWith(`${outer}/`))
    invalid(`the path of "${type.name}" begins with that of "${parent.name}", which is ${JSON.stringify(outer)}`);
  else checkFields(parent, path.slice(outer.length), invalid);
}

/** Reports a field of the enclosing record that reads a value of the nested ones, or the value that has them. */
function checkFields(parent: PathType, path: string, invalid: Invalid): void {
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
