import type { Issue, Outcome, Severity } from './contract.ts';
import { type ExceededLimit, TOO_LONG } from './exceeded-limit.ts';
import type { FieldLocation, Rule } from './rule.ts';
import { countCodePoints, truncate, isLongerThan } from '../values/text.ts';

/** What a report needs to know of the run that it belongs to. */
export interface ReportSettings {
  /** The day that `today` stands for, in days since 1970-01-01. */
  today: number;
  /** Longest corrected text, in bytes of UTF-8. */
  maxRecordBytes: number;
  skipInvalidRecords: boolean;
  /** Whether a record with a structure issue tells no values, as the spec has a sensitive field. */
  masksBrokenRecords: boolean;
}

const TOLD_CODE_POINTS = 200;
/** Corrected texts of one record together, in UTF-16 units, before VALUE_TOO_LONG: corrections could blow up a record a thousandfold. */
const GROWTH_UNITS = 16 * 1024 * 1024;

/** What is found wrong with the record that is being read. One report serves all records of a run, one after the other. */
export class RecordReport {
  readonly today: number;
  readonly maxRecordBytes: number;
  issues: Issue[] = [];
  /** Whether a correction changed a text of this record or filled a null. */
  corrected = false;
  #settings: ReportSettings;
  #veiled = false;
  #fatal = false;
  #error = false;
  #growth = 0;

  constructor(settings: ReportSettings) {
    this.#settings = settings;
    this.today = settings.today;
    this.maxRecordBytes = settings.maxRecordBytes;
  }

  /** Begins the next record. The issues of the one before now belong to whoever took them. */
  begin(): void {
    if (this.issues.length > 0) this.issues = [];
    this.corrected = false;
    this.#veiled = false;
    this.#fatal = false;
    this.#error = false;
    this.#growth = 0;
  }

  /** The issues of this record, which belong to the caller from now on. */
  takeIssues(): Issue[] {
    const { issues } = this;
    this.issues = [];
    return issues;
  }

  /** A rule is broken by this text; null where the value is null. */
  addIssue(rule: Rule, text: string | null): null {
    if (this.#veiled) return this.addMaskedIssue(rule, text);
    return this.#push(issueOf(rule, text === null ? null : told(text)));
  }

  /** A rule is broken by a text that is not told: only its length is. */
  addMaskedIssue(rule: Rule, text: string | null): null {
    return this.#push(text === null ? issueOf(rule, null) : maskedIssueOf(rule, countCodePoints(text)));
  }

  /** The corrections of a field refuse a text, which is not told. */
  addLimitIssue(refusal: ExceededLimit, { field, column }: FieldLocation, text: string | null): null {
    const [code, message] =
      refusal === TOO_LONG
        ? ['VALUE_TOO_LONG', `${field} is longer than ${this.maxRecordBytes} bytes after its corrections`]
        : ['VALUE_TOO_COSTLY', `${field} takes more steps to correct than a value may`];
    return this.#push({
      severity: 'ERROR',
      code,
      ruleId: null,
      field,
      column,
      message,
      masked: true,
      length: countCodePoints(text ?? ''),
    });
  }

  /** The structure of the record is broken. */
  addStructureIssue(severity: Severity, code: string, message: string): null {
    if (this.#settings.masksBrokenRecords) this.#veiled = true;
    return this.#push({ severity, code, ruleId: null, field: null, column: null, message });
  }

  /** Notes whether a correction changed the text, and gives the corrected one back. */
  noteCorrection<T extends string | null>(text: string | null, corrected: T): T {
    if (corrected !== text) this.corrected = true;
    return corrected;
  }

  /** Whether the corrections made the text longer than a value may be. */
  isTooLong(text: string | null): boolean {
    if (text === null) return false;
    this.#growth += text.length;
    return isLongerThan(text, this.maxRecordBytes) || this.#growth > GROWTH_UNITS;
  }

  /** What becomes of the record. */
  outcome(): Outcome {
    return this.#fatal ? 'failed' : this.#error && this.#settings.skipInvalidRecords ? 'skipped' : 'processed';
  }

  #push(issue: Issue): null {
    this.#count(issue.severity);
    // Most records with issues have one; a list that grows is made for many.
    if (this.issues.length === 0) this.issues = [issue];
    else this.issues.push(issue);
    return null;
  }

  #count(severity: Severity): void {
    if (severity === 'FATAL') this.#fatal = true;
    else if (severity === 'ERROR') this.#error = true;
  }
}

/** The members in the order in which people read them; one by one, as a spread costs ten times as much. */
function issueOf({ severity, code, ruleId, field, column, message }: Rule, value: string | null): Issue {
  return { severity, code, ruleId, field, column, message, value };
}

function maskedIssueOf({ severity, code, ruleId, field, column, message }: Rule, length: number): Issue {
  return { severity, code, ruleId, field, column, message, masked: true, length };
}

function told(text: string): string {
  return truncate(text, TOLD_CODE_POINTS);
}
