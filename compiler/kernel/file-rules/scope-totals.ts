import type { FileIssue, UniqueKeys } from '../model/contract.ts';
import type { FastTypeReader } from '../fast/reader.ts';
import type { RecordReport } from '../model/record-report.ts';
import { compareDecimals } from '../values/number.ts';
import { type FastSteps, type OtherStep, planSteps, type SumStep } from './fast-step.ts';
import type { KeyBytes } from './key-bytes.ts';
import { KeyChecks } from './key-checks.ts';
import { describeTotal } from './describe-total.ts';
import type { FileRule, TotalRule, UniqueRule } from './file-rule.ts';
import {
  addTotal,
  createTotals,
  followOrder,
  type FoundTotal,
  isAbout,
  type ObservedRecord,
  resetTotals,
  type Totals,
  type TotalState,
} from './rule-totals.ts';

/** Counts and adds up records within scopes, compares the results with the totals of the file, and follows orders. */
export class ScopeTotals {
  readonly #rules: readonly FileRule[];
  readonly #types: readonly string[];
  #totals: Totals[];
  /** The values of UNIQUE rules. */
  readonly keys: KeyChecks;
  /** For each type, the indexes of the rules in its scope. Index 0 is the file. */
  readonly #inside: readonly (readonly number[])[];
  /** For each type, the indexes of the rules that need its records. */
  readonly #about: readonly (readonly number[])[];
  /** How the rules add the records that the fast reader of a type has read. Absent until there is one. */
  readonly #steps: FastSteps[] = [];
  #issues: FileIssue[] = [];
  /** The issues of rules whose scope belongs to a document. */
  #documentIssues: FileIssue[] = [];
  readonly #isInDocument: (scope: number) => boolean;

  /**
   * @param types the names of the record types
   * @param state the state of a position at which reading resumes. Null: the beginning of the file.
   * @param keys the values of UNIQUE rules in all records before that position
   * @param isInDocument whether the scope of a type belongs to a document, which has the issues of its rules
   */
  constructor(
    rules: readonly FileRule[],
    types: readonly string[],
    state: readonly TotalState[] | null,
    keys: UniqueKeys,
    isInDocument: (scope: number) => boolean = () => false,
  ) {
    this.#isInDocument = isInDocument;
    this.#rules = rules;
    this.#types = types;
    // A record that breaks an order is located, and a group of keys must not be read again after that.
    const canGroup = rules.some(({ code }) => code === 'UNIQUE') && !rules.some(({ code }) => code === 'ORDERED');
    this.keys = new KeyChecks(keys, canGroup);
    const indexes = (isMeant: (rule: FileRule) => boolean) =>
      [...rules.entries()].flatMap(([index, rule]) => (isMeant(rule) ? [index] : []));
    this.#inside = Array.from({ length: types.length + 1 }, (_, type) => indexes(({ scope }) => scope === type - 1));
    this.#about = types.map((_, type) => indexes((rule) => isAbout(rule, type)));
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

  /** Returns to an earlier state. The issues since then must not have been taken. */
  restore(state: readonly TotalState[]): void {
    this.#totals = this.#rules.map((rule, index) => createTotals(rule, state[index] ?? null));
    this.#steps.length = 0;
    this.#issues = [];
    this.#documentIssues = [];
  }

  /** Whether there are no rules. */
  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** Whether issues of the file, or of its documents, have not been taken. */
  get hasIssues(): boolean {
    return this.#issues.length > 0;
  }

  get hasDocumentIssues(): boolean {
    return this.#documentIssues.length > 0;
  }

  /** Begins the scope of a record type. */
  open(type: number): void {
    for (const index of this.#inside[type + 1] ?? []) this.#reset(index);
  }

  /** Ends the scope of a record type, and adds an issue for each rule that it breaks. -1: the file. */
  close(type: number): void {
    for (const index of this.#inside[type + 1] ?? []) {
      const rule = this.#rules[index];
      const totals = this.#totals[index];
      if (rule === undefined || totals === undefined) continue;
      this.#check(rule, totals);
      this.#reset(index);
    }
  }

  /** Adds a record to the rules that concern its type. Adds an issue to its report if the record breaks an order. */
  add(observed: ObservedRecord, report: RecordReport): void {
    for (const index of this.#about[observed.type] ?? []) this.#addTo(index, observed, report);
  }

  /** Adds a record that the fast reader of its type has read last. */
  addFast(
    type: number,
    { record, line }: Pick<ObservedRecord, 'record' | 'line'>,
    reader: Pick<FastTypeReader, 'places' | 'values'>,
    report: RecordReport,
  ): void {
    const { counter, sums, others } = this.#steps[type] ?? this.#planSteps(type, reader);
    counter.count++;
    for (let i = 0; i < sums.length; i++) {
      const { sum, place } = sums[i] as SumStep;
      sum.addFast(place);
    }
    let observed: ObservedRecord | null = null;
    for (let i = 0; i < others.length; i++) {
      const { index, key } = others[i] as OtherStep;
      if (key !== null && this.#addKey(key, index, record, report)) continue;
      observed ??= { type, values: reader.values(), record, line, continuationLines: 0 };
      this.#addTo(index, observed, report);
    }
  }

  #planSteps(type: number, { places }: Pick<FastTypeReader, 'places'>): FastSteps {
    const rules = (this.#about[type] ?? []).flatMap((index) => {
      const rule = this.#rules[index];
      const totals = this.#totals[index];
      return rule === undefined || totals === undefined ? [] : [{ index, rule, totals }];
    });
    return (this.#steps[type] = planSteps(rules, { type, places }));
  }

  /** Whether a rule needs the line of records of a type, because they have its total. */
  needsLine(type: number): boolean {
    return this.#rules.some((rule) => 'total' in rule && rule.total?.type === type);
  }

  /** Whether a rule may add issues to records of a type. */
  canReport(type: number): boolean {
    return this.#rules.some((rule) => (rule.code === 'ORDERED' || rule.code === 'UNIQUE') && rule.type === type);
  }

  #reset(index: number): void {
    const totals = this.#totals[index];
    if (totals !== undefined) resetTotals(totals);
  }

  #addTo(index: number, observed: ObservedRecord, report: RecordReport): void {
    const rule = this.#rules[index];
    const totals = this.#totals[index];
    if (rule === undefined || totals === undefined) return;
    const { type, values, record, line } = observed;
    totals.found?.add(observed);
    totals.other?.add(observed);
    if ('total' in rule && rule.total?.type === type) {
      // Only the functions of the rule know the type of the values.
      addTotal(totals, { value: values === null ? null : rule.total.value(values as never), record, line });
    }
    if (values === null) return;
    if (rule.code === 'ORDERED') followOrder(rule, totals, observed, report);
    else if (rule.code === 'UNIQUE') this.#checkUnique({ rule, index }, observed, report);
  }

  /** Returns the issues of rules of documents since the last call. */
  takeDocumentIssues(): FileIssue[] {
    const issues = this.#documentIssues;
    if (issues.length > 0) this.#documentIssues = [];
    return issues;
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
    const first = key === null ? null : this.keys.addText(index, key, record);
    if (first !== null) report.addOrderIssue(rule, first);
  }

  /** Adds the key of a record of a fast reader. Returns false if it must be added as a text. */
  #addKey(key: KeyBytes, index: number, record: number, report: RecordReport): boolean {
    const rule = this.#rules[index];
    if (this.keys.needsTexts || rule?.code !== 'UNIQUE') return false;
    const found = key.find();
    if (found === 'texts') return false;
    const first = found === 'null' ? null : this.keys.addBytes(index, key, record);
    if (first !== null) report.addOrderIssue(rule, first);
    return true;
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
      if (compareDecimals(expected, actual) !== 0) this.#reportTotal(rule, null, { expected, actual });
      return;
    }
    for (const total of totals) {
      // Nearly all totals are the expected text.
      if (total.value === expected) continue;
      if (total.value === null) this.#reportTotal(rule, total, { expected });
      else if (compareDecimals(expected, total.value) !== 0)
        this.#reportTotal(rule, total, { expected, actual: total.value });
    }
  }

  /** Adds an issue. `total` names the record with the total. */
  #report(
    { severity, code, ruleId, message, isMasked, scope }: FileRule,
    total: FoundTotal | null,
    values: { expected?: string; actual?: string },
  ): void {
    const place = { record: total?.record ?? null, line: total?.line ?? null };
    const issues = this.#isInDocument(scope) ? this.#documentIssues : this.#issues;
    issues.push({ severity, code, ruleId, message, ...place, ...(isMasked ? {} : values) });
  }

  /** Adds an issue of a rule that compares two numbers. Its message says both, unless they are masked. */
  #reportTotal(rule: TotalRule, total: FoundTotal | null, values: { expected: string; actual?: string }): void {
    const words = rule.isMasked ? '' : `: ${describeTotal(rule, values, this.#types)}`;
    this.#report({ ...rule, message: rule.message + words }, total, values);
  }
}
