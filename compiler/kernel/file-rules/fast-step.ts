import type { OutputValue } from '../fast/output-value.ts';
import type { FastTypeReader } from '../fast/reader.ts';
import type { FileRule, Measure } from './file-rule.ts';
import { KeyBytes } from './key-bytes.ts';
import type { FastCounter, Measured } from './measured.ts';
import type { Totals } from './rule-totals.ts';

/** How the rules of a file add the records of a type that its fast reader has read. */
export interface FastSteps {
  /** Counts the records. Rules that count them follow it, so a record costs one addition for all rules together. */
  readonly counter: FastCounter;
  readonly sums: readonly SumStep[];
  readonly others: readonly OtherStep[];
}

/** A sum, and the place of the value that is added to it. */
export interface SumStep {
  readonly sum: Measured;
  readonly place: OutputValue;
}

/** A rule that needs more of a record than its number and one value. */
export interface OtherStep {
  /** The index of the rule. */
  readonly index: number;
  /** The key of the record that a UNIQUE rule remembers. Null: there is none, or it needs the values as texts. */
  readonly key: KeyBytes | null;
}

/** A rule with its index and its state. */
export interface ActiveRule {
  readonly index: number;
  readonly rule: FileRule;
  readonly totals: Totals;
}

/**
 * Plans how rules add the records of a type. `places` has the values in the output of the type's fast reader. The rules
 * that count these records follow the counter from now on.
 */
export function planSteps(
  rules: readonly ActiveRule[],
  { type, places }: { type: number } & Pick<FastTypeReader, 'places'>,
): FastSteps {
  const counter = { count: 0 };
  const sums: SumStep[] = [];
  const others: OtherStep[] = [];
  for (const { index, rule, totals } of rules) {
    const measured = findSimple(rule, totals, type);
    if (measured === null) others.push({ index, key: createKey(rule, places) });
    for (const { sum, measure } of measured ?? []) {
      sum.follow(counter);
      const place = placeOf(measure, places);
      if (place !== null) sums.push({ sum, place });
    }
  }
  return { counter, sums, others };
}

function createKey(rule: FileRule, places: Readonly<Record<string, OutputValue>>): KeyBytes | null {
  return rule.code === 'UNIQUE' ? KeyBytes.create(rule.parts, places) : null;
}

/**
 * Returns the numbers that records of a type are added to, if the rule only counts the records or adds up one value of
 * each. Otherwise, returns null.
 */
function findSimple(rule: FileRule, { found, other }: Totals, type: number): Simple[] | null {
  if (!('found' in rule) || ('total' in rule && rule.total?.type === type)) return null;
  const all = [
    { sum: found, measure: rule.found },
    { sum: other, measure: 'other' in rule ? rule.other : null },
  ];
  const measured = all.filter((one): one is Simple => one.sum !== null && one.measure !== null);
  if (!measured.every(({ measure }) => isSimple(measure))) return null;
  return measured.filter(({ measure }) => measure.of.includes(type));
}

interface Simple {
  readonly sum: Measured;
  readonly measure: Measure;
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
