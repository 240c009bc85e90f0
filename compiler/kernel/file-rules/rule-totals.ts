import type { RecordReport } from '../model/record-report.ts';
import { compareCodePoints } from '../values/code-points.ts';
import { compareDecimals } from '../values/number.ts';
import type { FileRule, OrderRule } from './file-rule.ts';
import { Measured, type MeasuredRecord, type MeasuredState } from './measured.ts';

/** The state of one rule in its open scope. Checkpoints store it, so its member names must not change. */
export interface TotalState {
  /** The counted records. Null for a rule that counts none. */
  found: MeasuredState | null;
  /** The records that they are compared with. Null if they are compared with a field. */
  other: MeasuredState | null;
  /** The totals of the file in this scope, each value once. At most MAX_TOTALS. */
  totals: FoundTotal[];
  /** The last value of an order, and its record. Null: there was none. */
  value: string | null;
  record: number;
}

/** A total of the file, and the first record with it. Null: the record has no total, or it could not be read. */
export interface FoundTotal {
  value: string | null;
  record: number;
  line: number;
}

/** If a scope has more different totals, the others are not reported: all but one of them are wrong anyway. */
const MAX_TOTALS = 16;

/** A record for the rules of its file. */
export interface ObservedRecord extends MeasuredRecord {
  readonly record: number;
  readonly line: number;
}

/** The state of one rule in its open scope while a file is read. */
export interface Totals extends Omit<TotalState, 'found' | 'other'> {
  found: Measured | null;
  other: Measured | null;
}

/** Returns whether a rule needs the records of a type. */
export function isAbout(rule: FileRule, type: number): boolean {
  if ('type' in rule) return rule.type === type;
  const measures = 'other' in rule && rule.other !== null ? [rule.found, rule.other] : [rule.found];
  return measures.some(({ of }) => of.includes(type)) || ('total' in rule && rule.total?.type === type);
}

/** Adds a total unless an earlier record of the scope has the same one. */
export function addTotal({ totals }: Pick<Totals, 'totals'>, total: FoundTotal): void {
  if (totals.length < MAX_TOTALS && !totals.some((one) => isSameTotal(one, total))) totals.push(total);
}

/** Returns whether two totals have the same value. */
export function isSameTotal({ value }: FoundTotal, { value: other }: FoundTotal): boolean {
  return value === null || other === null ? value === other : compareDecimals(value, other) === 0;
}

/** Compares the value of a record with the one before it. Null is left out of the order. */
export function followOrder(rule: OrderRule, totals: Totals, observed: ObservedRecord, report: RecordReport): void {
  const { record } = observed;
  // Only the function of the rule knows the type of the values.
  const value = rule.value(observed.values as never);
  if (value === null) return;
  if (totals.value !== null) {
    const difference = (rule.isNumber ? compareDecimals : compareCodePoints)(totals.value, value);
    if (rule.isDescending ? difference < 0 : difference > 0) report.addOrderIssue(rule, totals.record);
  }
  totals.value = value;
  totals.record = record;
}

/** Begins the next scope of a rule. */
export function resetTotals(totals: Totals): void {
  totals.found?.reset();
  totals.other?.reset();
  if (totals.totals.length > 0) totals.totals = [];
  totals.value = null;
  totals.record = 0;
}

/** Creates the state of a rule in a scope. `state` is that of a resume position. */
export function createTotals(rule: FileRule, state: TotalState | null): Totals {
  const { totals = [], value = null, record = 0 } = state ?? {};
  const found = 'found' in rule ? new Measured(rule.found, state?.found ?? null) : null;
  const other = 'other' in rule && rule.other !== null ? new Measured(rule.other, state?.other ?? null) : null;
  return { found, other, totals: [...totals], value, record };
}
