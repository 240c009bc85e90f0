import type { Report } from '../../../diagnostics/diagnostic.ts';
import { escapeToken } from '../../../kernel/json/fields/pointer-tree.ts';
import type { JsonSpec } from './keys.ts';
import { checkCondition, conditionsOf, type PlacedCondition, reportWithoutEffect } from '../model/record-when.ts';
import { pointerOf, readPointer } from './pointer.ts';

const POINTER = 'a JSON Pointer begins with / and writes ~ as ~0 and / in a name as ~1';

/**
 * Reports columnNames that are no JSON Pointers, fields that read parts of another one's value, an invalid recordPath, and
 * conditions of a record type that select nothing.
 */
export function checkJson({ fields, recordPath, recordWhen }: JsonSpec, report: Report): void {
  for (const placed of recordWhen === undefined ? [] : conditionsOf(recordWhen)) checkSelecting(placed, report);
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

/** Reports a condition without a place or texts. Warns of the keys that only FIXED_WIDTH uses. */
function checkSelecting(placed: PlacedCondition, report: Report): void {
  const { condition, pointer } = placed;
  const place = `/recordWhen${pointer}`;
  const { column: path } = condition;
  reportWithoutEffect(placed, ['start', 'length'], report, 'in a file of JSON, column selects the value');
  if (path === undefined)
    report(
      'key_due',
      place,
      { key: 'column', because: 'in a file of JSON, it selects the value' },
      { at: 'key', hint: 'add column with the JSON Pointer of the value in the record, such as column: /kind' },
    );
  else if (readPointer(path) === null) {
    const hint = path.startsWith('/') ? {} : { hint: `write column: /${escapeToken(path)}` };
    report('invalid_path', `${place}/column`, { path, detail: POINTER }, hint);
  }
  checkCondition(placed, null, report);
}

/** Reports the path of the records of a file with one type of records. Warns of conditions, which only record types have. */
export function checkRecordPath({ recordPath = '', recordWhen }: JsonSpec, report: Report): void {
  if (recordWhen !== undefined) {
    const because =
      'each value is a record of JSON: with recordTypes, "when" of a type selects its records, and onUnknownRecordType: IGNORE skips all others';
    report('key_without_effect', '/recordWhen', { key: 'recordWhen', because }, { at: 'key' });
  }
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
