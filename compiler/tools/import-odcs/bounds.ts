import type { SpecNode } from '../../pipeline/1-read/nodes/node.ts';
import { isTrue, textAt } from './contract-node.ts';

/** The options of a bound. */
interface Side {
  readonly inclusive: 'minimum' | 'maximum';
  readonly exclusive: 'exclusiveMinimum' | 'exclusiveMaximum';
  readonly step: 1n | -1n;
}

/** The options of the least and the greatest value. */
export const LOWER: Side = { inclusive: 'minimum', exclusive: 'exclusiveMinimum', step: 1n };
export const UPPER: Side = { inclusive: 'maximum', exclusive: 'exclusiveMaximum', step: -1n };

/** A bound of values. */
export interface Bound {
  readonly value: string | null;
  readonly exclusive: string;
  /** Whether the value says everything that the exclusive option does. */
  readonly isComplete: boolean;
}

/** Returns the last value that is allowed on a side. */
export function boundOf(type: string, options: SpecNode | undefined, { inclusive, exclusive, step }: Side): Bound {
  const [last, beyond] = [textAt(options, inclusive), textAt(options, exclusive)];
  const isFalse = /^false$/i.test(beyond ?? '');
  if (last === null) {
    const value = nextValue(type, beyond, step);
    return { value, exclusive, isComplete: isFalse || value !== null };
  }
  // In version 3.0, `exclusiveMinimum: true` says that the minimum itself is not allowed.
  const next = isTrue(options, exclusive) ? nextValue(type, last, step) : null;
  // Both bounds on one side are more than a range says.
  return { value: next ?? last, exclusive, isComplete: isFalse || next !== null };
}

const DAY_MS = 86_400_000;

/** Returns the whole number or the day after a bound, or before it, which is in the range; null if there is none. */
function nextValue(type: string, bound: string | null, step: 1n | -1n): string | null {
  if (bound === null) return null;
  if (type === 'INTEGER' && /^-?\d{1,100}$/.test(bound)) return String(BigInt(bound) + step);
  if (type !== 'DATE' || !/^\d{4}-\d\d-\d\d$/.test(bound)) return null;
  const day = Date.parse(bound);
  // A day that the calendar does not have stays in the comment.
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== bound) return null;
  const next = new Date(day + Number(step) * DAY_MS).toISOString();
  return /^\d{4}-/.test(next) ? next.slice(0, 10) : null;
}
