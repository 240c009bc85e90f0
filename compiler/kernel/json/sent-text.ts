import { cellAt } from '../values/cell-at.ts';
import type { JsonRecord } from './fields/json-record.ts';

/**
 * Returns the text of a field as sent, or null if the record has none. A number is its token, because the cell may have
 * another form. Undefined if the field has no place.
 */
export function sentCell<Column extends string>(
  record: JsonRecord<Column>,
  key: string,
  sent: readonly (string | undefined)[],
): string | null | undefined {
  const cell = cellAt(record, key);
  if (cell === null || cell === undefined) return cell;
  const token = sent[record.at[key as Column]];
  return token === undefined || token.startsWith('"') ? cell : token;
}
