import { type ColumnValues, gatherValues } from './values.ts';
import { inferType } from './type.ts';

/** Texts that many systems write instead of a missing value. */
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
 * Finds the texts that mean null in a sample. A usual null text counts if it is `\N`, or if its column would contain
 * only numbers, dates or truth values without it. In other columns it may be an ordinary text: NA is also Namibia.
 * `tolerance` is the share of cells that may deviate from the type.
 */
export function findNullTexts(
  columns: readonly { readonly values: ColumnValues; readonly cells: readonly (string | null)[] }[],
  tolerance: number,
): string[] {
  const found = new Set<string>();
  for (const { values, cells } of columns) {
    const own = USUAL.filter((text) => values.counts.has(text));
    if (own.length === 0) continue;
    // No cell may deviate here. Otherwise a few null texts would count as tolerated deviations.
    const all = inferType({ ...values, tolerated: 0 });
    const without = inferType(gatherValues(cells, { nulls: new Set(own), tolerance }));
    if (own.includes('\\N') || (all.keys.type === 'STRING' && without.keys.type !== 'STRING'))
      own.forEach((text) => found.add(text));
  }
  return USUAL.filter((text) => found.has(text));
}
