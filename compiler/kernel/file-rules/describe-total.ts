import type { Measure, TotalRule } from './file-rule.ts';

/** A message names at most this many record types. */
const MAX_NAMED = 3;

/**
 * Says in words which number is that of the record with the total, and which is that of the file: `the trailer says 3,
 * the file has 2 premium records`. `types` are the names of the record types.
 */
export function describeTotal(
  { found, total, other, scope }: TotalRule,
  { expected, actual }: { expected: string; actual?: string },
  types: readonly string[],
): string {
  const place = scope < 0 ? 'the file' : `the ${nameOf(scope, types)}`;
  const own = describeMeasure(found, expected, types);
  if (other !== null) return `${place} has ${own}, and ${describeMeasure(other, actual ?? '', types)}`;
  const said = actual === undefined ? 'has no total' : `says ${actual}`;
  // A record that encloses what it counts is the place itself.
  if (total?.type === scope) return `${place} ${said} and has ${own}`;
  return `the ${nameOf(total?.type ?? -1, types)} ${said}, ${place} has ${own}`;
}

/** Describes a number of records, or a sum: `2 premium records`, `a sum of 9.00 in premium records`. */
function describeMeasure(measure: Measure, number: string, types: readonly string[]): string {
  const { of, selects, addend, addends, blockOf, countsContinuation } = measure;
  const isAll = of.length > MAX_NAMED || (of.length === types.length && of.length > 1);
  const names = isAll ? '' : `${of.map((type) => nameOf(type, types)).join(' and ')} `;
  const isSum = addend !== null || addends !== undefined;
  const isOne = number === '1' && !isSum && countsContinuation !== true;
  if (blockOf !== undefined) return `${number} ${isOne ? 'block' : 'blocks'} of ${blockOf} ${names}records`;
  const records = `${selects === null ? '' : 'matching '}${names}${isOne ? 'record' : 'records'}`;
  if (isSum) return `a sum of ${number} in ${records}`;
  return `${number} ${records}${countsContinuation === true ? ' and continuation lines' : ''}`;
}

function nameOf(type: number, types: readonly string[]): string {
  return types[type] ?? 'record';
}
