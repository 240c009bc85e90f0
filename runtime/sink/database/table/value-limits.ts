import { RunRefused } from '../../../base/model/run-failure.ts';
import type { ColumnPlan } from './plan-columns.ts';

/** Code of the failure of a run with a value that its column cannot hold. */
export const VALUE_NOT_STORABLE = 'value_not_storable';

/** The length of a text in code points, and in bytes of UTF-8. */
export interface Length {
  readonly characters: number;
  readonly bytes: number;
}

/**
 * Throws RunRefused if a column would cut or round a value. Some databases do that without an error. `decimals` is the
 * number of decimals without final zeros. The message does not contain the value.
 */
export function checkLimits({ name, holds }: ColumnPlan, record: number, value: Length, decimals: number): void {
  if (holds.kind === 'decimal' && holds.scale !== null && decimals > holds.scale)
    refuse(record, `"${name}" has ${decimals} decimals, and its column holds ${holds.scale}`);
  if (holds.kind !== 'text') return;
  if (holds.maxCharacters !== null && value.characters > holds.maxCharacters)
    refuse(record, `"${name}" has ${value.characters} characters, and its column holds ${holds.maxCharacters}`);
  if (holds.maxBytes !== null && value.bytes > holds.maxBytes)
    refuse(record, `"${name}" has ${value.bytes} bytes, and its column holds ${holds.maxBytes}`);
}

/** Throws the failure of a null in a column that must have a value. */
export function refuseNull({ name }: ColumnPlan, record: number): never {
  return refuse(record, `"${name}" is null, and its column must have a value`);
}

/** Throws the failure of a text with U+0000, which PostgreSQL cannot store. */
export function refuseNul({ name }: ColumnPlan, record: number): never {
  return refuse(record, `"${name}" contains U+0000, which the database cannot store`);
}

function refuse(record: number, reason: string): never {
  throw new RunRefused(VALUE_NOT_STORABLE, `record ${record} cannot be stored: ${reason}`);
}
