import type { StructureIssue } from '../model/record-source.ts';
import type { FieldLocation } from '../model/rule.ts';
import type { JsonFault, JsonSettings } from './fields/json-record.ts';
import { escapeToken } from './fields/pointer-tree.ts';

type Places = Pick<JsonSettings, 'columns' | 'fields'>;

/** Returns the issue of a record that is not JSON, or not the record that a spec reads. */
export function describeFault({ code, message, field }: JsonFault, places: Places): StructureIssue {
  const place = field === undefined ? null : placeOf(field, places);
  return { severity: 'FATAL', code, message, ...(place !== null && { place }) };
}

function placeOf(index: number, { columns, fields }: Places): FieldLocation | null {
  const { name, path = [] } = fields[index] ?? {};
  const field = name ?? Object.keys(columns).find((key) => columns[key] === index);
  return field === undefined ? null : { field, column: path.map((token) => `/${escapeToken(token)}`).join('') };
}
