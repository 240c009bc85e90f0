import type { FileIssue, UniqueKeys } from '../model/contract.ts';
import type { RecordReport } from '../model/record-report.ts';
import { compareCodePoints } from '../values/code-points.ts';
import { compareDecimals } from '../values/number.ts';
import type { FileRule, OrderRule, TotalRule, UniqueRule } from './file-rule.ts';
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
interface FoundTotal {
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

interface Totals extends Omit<TotalState, 'found' | 'other'> {
  found: Measured | null;
  other: Measured | null;
}

/** Counts and adds up records within scopes, compares the results with the totals of the file, and follows orders. */
export class ScopeTotals {
  readonly #rules: readonly FileRule[];
  readonly #totals: Totals[];
  readonly #keys: UniqueKeys;
  #issues: FileIssue[] = [];

  /**
   * @param state the state of a position at which reading resumes. Null: the beginning of the file.
   * @param keys the values of UNIQUE rules in all records before that position
   */
  constructor(rules: readonly FileRule[], state: readonly TotalState[] | null, keys: UniqueKeys) {
    this.#rules = rules;
    this.#keys = keys;
    this.#totals = rules.map((rule, index) => createTotals(rule, state?.[index] ?? null));
  }

  /** Returns the totals of all rules as plain JSON data. */
  state(): TotalState[] {
    return this.#totals.map(({ found, other, totals, value, record }) => ({
      found: found?.state() ?? null,
      other: other?.state() ?? null,
      totals: [...totals],
      value,
      record,
    }));
  }

  /** Begins the scope of a record type. */
  open(type: number): void {
    for (const [index, rule] of this.#rules.entries())
      if (rule.scope === type) this.#totals[index] = createTotals(rule, null);
  }

  /** Ends the scope of a record type, and adds an issue for each rule that it breaks. -1: the file. */
  close(type: number): void {
    for (const [index, rule] of this.#rules.entries()) {
      const totals = this.#totals[index];
      if (rule.scope !== type || totals === undefined) continue;
      this.#check(rule, totals);
      this.#totals[index] = createTotals(rule, null);
    }
  }

  /** Adds a record to the rules that concern its type. Adds an issue to its report if the record breaks an order. */
  add(observed: ObservedRecord, report: RecordReport): void {
    const { type, values, record, line } = observed;
    for (const [index, rule] of this.#rules.entries()) {
      const totals = this.#totals[index];
      if (totals === undefined) continue;
      totals.found?.add(observed);
      totals.other?.add(observed);
      if ('total' in rule && rule.total?.type === type) {
        // Only the functions of the rule know the type of the values.
        addTotal(totals, { value: values === null ? null : rule.total.value(values as never), record, line });
      }
      if (values === null) continue;
      if (rule.code === 'ORDERED') {
        if (rule.type === type) followOrder(rule, totals, observed, report);
      } else if (rule.code === 'UNIQUE') {
        if (rule.type === type) this.#checkUnique({ rule, index }, observed, report);
      }
    }
  }

  /** Returns the issues since the last call. */
  takeIssues(): FileIssue[] {
    const issues = this.#issues;
    if (issues.length > 0) this.#issues = [];
    return issues;
  }

  #checkUnique(
    { rule, index }: { rule: UniqueRule; index: number },
    { values, record }: ObservedRecord,
    report: RecordReport,
  ): void {
    // Only the function of the rule knows the type of the values.
    const key = rule.key(values as never);
    const first = key === null ? null : this.#keys.add(index, key, record);
    if (first !== null) report.addOrderIssue(rule, first);
  }

  #check(rule: FileRule, totals: Totals): void {
    switch (rule.code) {
      case 'COUNT_RANGE': {
        const count = totals.found?.count ?? 0;
        if (count < rule.min || count > rule.max) this.#report(rule, null, { actual: String(count) });
        return;
      }
      case 'COUNT_EQUALS':
      case 'SUM_EQUALS':
        return this.#compare(rule, totals);
      case 'ORDERED':
      case 'UNIQUE':
        return;
      default:
        rule satisfies never;
    }
  }

  #compare(rule: TotalRule, { found, other, totals }: Totals): void {
    const expected = found?.result(rule.modulus) ?? '0';
    if (other !== null) {
      const actual = other.result(rule.modulus);
      if (compareDecimals(expected, actual) !== 0) this.#report(rule, null, { expected, actual });
      return;
    }
    for (const total of totals) {
      if (total.value === null) this.#report(rule, total, { expected });
      else if (compareDecimals(expected, total.value) !== 0)
        this.#report(rule, total, { expected, actual: total.value });
    }
  }

  /** Adds an issue. `total` names the record with the total. */
  #report(
    { severity, code, ruleId, message, isMasked }: FileRule,
    total: FoundTotal | null,
    values: { expected?: string; actual?: string },
  ): void {
    const place = { record: total?.record ?? null, line: total?.line ?? null };
    this.#issues.push({ severity, code, ruleId, message, ...place, ...(isMasked ? {} : values) });
  }
}

/** Adds a total unless an earlier record of the scope has the same one. */
function addTotal({ totals }: Totals, total: FoundTotal): void {
  const isSame = ({ value }: FoundTotal) =>
    value === null || total.value === null ? value === total.value : compareDecimals(value, total.value) === 0;
  if (totals.length < MAX_TOTALS && !totals.some(isSame)) totals.push(total);
}

/** Compares the value of a record with the one before it. Null is left out of the order. */
function followOrder(rule: OrderRule, totals: Totals, observed: ObservedRecord, report: RecordReport): void {
  const { record } = observed;
  // Only the function of the rule knows the type of the values.
  const value = rule.value(observed.values as never);
  if (value === null) return;
  if (totals.value !== null) {
    const difference = (rule.isNumber ? compareDecimals : compareCodePoints)(totals.value, value);
    if (rule.isDescending ? difference < 0 : difference > 0) report.addOrderIssue(rule, totals.record);
  }
  Object.assign(totals, { value, record });
}

function createTotals(rule: FileRule, state: TotalState | null): Totals {
  const { totals = [], value = null, record = 0 } = state ?? {};
  const found = 'found' in rule ? new Measured(rule.found, state?.found ?? null) : null;
  const other = 'other' in rule && rule.other !== null ? new Measured(rule.other, state?.other ?? null) : null;
  return { found, other, totals: [...totals], value, record };
}
