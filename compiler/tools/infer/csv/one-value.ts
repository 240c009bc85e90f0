import { inferColumns } from '../column/infer-columns.ts';

/**
 * Whether lines are each one value that has blanks, below a header or without one: a date in words, an amount with its
 * currency, the number of an account in groups. Their parts would be no values, and a sensitive one would not look so.
 */
export function areOneValue(lines: readonly string[]): boolean {
  return hasForm(lines) || hasForm(lines.slice(1));
}

function hasForm(cells: readonly string[]): boolean {
  const { guesses } = inferColumns([{ place: { name: 'value' }, label: null, cells }], 0);
  return guesses.some(({ field: { value } }) => value.type !== 'STRING' || value.sensitive === true);
}
