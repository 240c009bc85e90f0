import { gatherValues } from './values.ts';
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
 * columns they may be ordinary texts (NA is Namibia).
 */
export function findNullTexts(columns: readonly (readonly (string | null)[])[], tolerance: number): string[] {
  const found = new Set<string>();
  for (const cells of columns) {
    const own = USUAL.filter((text) => cells.includes(text));
    if (own.length === 0) continue;
    const all = inferType(gatherValues(cells, { nulls: new Set(), tolerance }));
    const without = inferType(gatherValues(cells, { nulls: new Set(own), tolerance }));
    if (own.includes('\\N') || (all.keys.type === 'STRING' && without.keys.type !== 'STRING'))
      own.forEach((text) => found.add(text));
  }
  return USUAL.filter((text) => found.has(text));
}
