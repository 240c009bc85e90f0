import type { Report } from '../../../diagnostics/diagnostic.ts';
import type { JsonSpec } from './keys.ts';
import { pointerOf, readPointer } from './pointer.ts';

const POINTER = 'a JSON Pointer begins with / and writes ~ as ~0 and / in a name as ~1';

/** Reports columnNames that are no JSON Pointers, fields that read parts of another one's value, and a recordPath. */
export function checkJson({ fields, recordPath }: JsonSpec, report: Report): void {
  if (recordPath !== undefined && readPointer(recordPath) === null)
    report('invalid_path', '/recordPath', { path: recordPath, detail: POINTER });
  const pointers = new Set<string>();
  for (const [index, field] of fields.entries()) {
    const { columnName, value, fromLine } = field;
    if (value !== undefined || fromLine !== undefined) continue;
    const place = `/fields/${index}/${columnName === undefined ? 'name' : 'columnName'}`;
    if (Array.isArray(columnName))
      report('wrong_kind', place, { expected: 'the JSON Pointer of one value', found: 'a list' });
    const path = pointerOf(field);
    if (readPointer(path) === null) report('invalid_path', place, { path, detail: POINTER });
    pointers.add(path);
  }
  for (const [index, field] of fields.entries()) {
    const path = pointerOf(field);
    const outer = [...path.matchAll(/\//g)]
      .map(({ index: end }) => path.slice(0, end))
      .find((one) => pointers.has(one));
    if (outer !== undefined && field.value === undefined && field.fromLine === undefined)
      report('invalid_path', `/fields/${index}/${field.columnName === undefined ? 'name' : 'columnName'}`, {
        path,
        detail: `another field reads the whole value of ${JSON.stringify(outer)}, which has no members then`,
      });
  }
}

/** Reports the path of the records of a file with one type of records. */
export function checkRecordPath({ recordPath = '' }: JsonSpec, report: Report): void {
  const detail = findPathFault(recordPath);
  if (detail !== null) report('invalid_path', '/recordPath', { path: recordPath, detail });
}

/**
 * Returns what is wrong with the path of the records of a file. Null: nothing. A record that is not published can be left
 * out of a list or an object, so `*` is the last token if there is one.
 */
export function findPathFault(path: string): string | null {
  const tokens = readPointer(path);
  return tokens?.includes('*') === true && tokens.at(-1) !== '*'
    ? 'a path with * ends with *: begin the columnNames of fields with the rest of the path'
    : null;
}
