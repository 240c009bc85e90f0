import type { OutputValue } from '../fast/output-value.ts';
import type { FastTypeReader } from '../fast/reader.ts';
import type { FileRule, Measure } from './file-rule.ts';
import { KeyBytes } from './key-bytes.ts';
import type { Measured } from './measured.ts';
import type { Totals } from './rule-totals.ts';

/** How a rule adds a record that a fast reader has read. */
export interface FastStep {
  readonly index: number;
  /** Whether the rule only counts records or adds up one value. Otherwise, it needs the values as texts. */
  readonly isFast: boolean;
  /** What counts the record, and the place of the value that it adds up. Null: nothing. */
  readonly found: Measured | null;
  readonly foundPlace: OutputValue | null;
  readonly other: Measured | null;
  readonly otherPlace: OutputValue | null;
  /** The key of the record that a UNIQUE rule remembers. Null: there is none, or it needs the values as texts. */
  readonly key: KeyBytes | null;
}

/** Plans how a rule adds the records of a type. `places` has the values in the output of the type's fast reader. */
export function planStep(
  rule: FileRule | undefined,
  totals: Totals | undefined,
  { index, type, places }: { index: number; type: number } & Pick<FastTypeReader, 'places'>,
): FastStep {
  const step = { index, isFast: false, found: null, foundPlace: null, other: null, otherPlace: null, key: null };
  if (rule?.code === 'UNIQUE') return { ...step, key: KeyBytes.create(rule.parts, places) };
  if (rule === undefined || totals === undefined || !('found' in rule)) return step;
  const other = 'other' in rule ? rule.other : null;
  const isTotal = 'total' in rule && rule.total?.type === type;
  if (isTotal || !isSimple(rule.found) || (other !== null && !isSimple(other))) return step;
  return {
    index,
    isFast: true,
    found: rule.found.of.includes(type) ? totals.found : null,
    foundPlace: placeOf(rule.found, places),
    other: other?.of.includes(type) === true ? totals.other : null,
    otherPlace: other === null ? null : placeOf(other, places),
    key: null,
  };
}

/** Returns whether a measure counts all records of its types, or adds up one value of each. */
function isSimple({ selects, addends }: Measure): boolean {
  return selects === null && addends === undefined;
}

/** Returns the place of the value that is added. Null: records are counted, or the type does not have the value. */
function placeOf({ addend }: Measure, places: Readonly<Record<string, OutputValue>>): OutputValue | null {
  // The function returns a property of its argument: from the places, the place of the value.
  return addend === null ? null : ((addend(places as never) as unknown as OutputValue | undefined) ?? null);
}
