import type { OutputValue } from '../fast/output-value.ts';
import type { FastTypeReader } from '../fast/reader.ts';
import type { FileRule, Measure } from './file-rule.ts';

/** How a rule adds a record that a fast reader has read. */
export interface FastStep {
  readonly index: number;
  /** Whether the rule only counts records or adds up one value. Otherwise, it needs the values as texts. */
  readonly isFast: boolean;
  /** The place of the value that is added. Null: the record is counted. Absent: it is not. */
  readonly found?: OutputValue | null | undefined;
  readonly other?: OutputValue | null | undefined;
}

/** Plans how a rule adds the records of a type. `places` has the values in the output of the type's fast reader. */
export function planStep(
  rule: FileRule | undefined,
  { index, type, places }: { index: number; type: number } & Pick<FastTypeReader, 'places'>,
): FastStep {
  if (rule === undefined || !('found' in rule)) return { index, isFast: false };
  const other = 'other' in rule ? rule.other : null;
  const isTotal = 'total' in rule && rule.total?.type === type;
  if (isTotal || !isSimple(rule.found) || (other !== null && !isSimple(other))) return { index, isFast: false };
  const found = placeOf(rule.found, type, places);
  return { index, isFast: true, found, other: other === null ? undefined : placeOf(other, type, places) };
}

/** Returns whether a measure counts all records of its types, or adds up one value of each. */
function isSimple({ selects, addends }: Measure): boolean {
  return selects === null && addends === undefined;
}

/** Returns the place of the value that is added. Null: records are counted. Undefined: those of this type are not. */
function placeOf(
  { of, addend }: Measure,
  type: number,
  places: Readonly<Record<string, OutputValue>>,
): OutputValue | null | undefined {
  if (!of.includes(type)) return undefined;
  // The function returns a property of its argument: from the places, the place of the value.
  return addend === null ? null : (addend(places as never) as unknown as OutputValue);
}
