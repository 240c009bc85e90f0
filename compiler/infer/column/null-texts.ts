import { type ColumnValues, gatherValues } from './values.ts';
import { inferType } from './type.ts';

/** Texts that many systems write for a missing value. */
const USUAL = [
  'NULL',
  'null',
  'Null',
  '\\N',
  'N/A',
  'n/a',
  '#N/A',
  'NA',
  'None',
  'nil',
  'NaN',
  '-',
  '--',
  '?',
  '(null)',
  'n.a.',
];

/**
 * Finds the texts that mean null in a sample: without them, a column has only numbers, dates or truth values. In other
 * columns they may be ordinary texts (NA is Namibia). `columns` are the values of each column with its cells.
 */
export function findNullTexts(
  columns: readonly { readonly values: ColumnValues; readonly cells: readonly (string | null)[] }[],
  tolerance: number,
): string[] {
  const found = new Set<string>();
  for (const { values, cells } of columns) {
    const own = USUAL.filter((text) => values.counts.has(text));
    if (own.length === 0) continue;
    // Without a tolerance, because a few null texts are not slips.
    const all = inferType({ ...values, tolerated: 0 });
    const without = inferType(gatherValues(cells, { nulls: new Set(own), tolerance }));
    if (own.includes('\\N') || (all.keys.type === 'STRING' && without.keys.type !== 'STRING'))
      own.forEach((text) => found.add(text));
  }
  return USUAL.filter((text) => found.has(text));
}
