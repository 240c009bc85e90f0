import type { Issue, Outcome, Severity } from './contract.ts';
import { type ExceededLimit, TOO_LONG } from './exceeded-limit.ts';
import type { FieldLocation, Rule } from './rule.ts';
import { countCodePoints, truncate, isLongerThan } from '../values/text.ts';

/** The run's settings that affect issues and outcomes. */
export interface ReportSettings {
  /** The date that `today` means, in days since 1970-01-01. */
  today: number;
  /** Maximum length of a corrected text, in bytes of UTF-8. */
  maxRecordBytes: number;
  skipInvalidRecords: boolean;
  /** Whether issues of a record with a broken structure omit all values. Set if the spec has a sensitive field. */
  masksBrokenRecords: boolean;
}

const MAX_VALUE_CODE_POINTS = 200;
/**
 * Maximum length of all corrected texts of one record, in UTF-16 units. Without it, corrections could enlarge a record
 * a thousandfold.
 */
const MAX_CORRECTED_UNITS = 16 * 1024 * 1024;

/**
 * Collects the issues of the record that is being read. One report serves all records of a run, one after the other.
 */
export class RecordReport {
  readonly today: number;
  readonly maxRecordBytes: number;
  issues: Issue[] = [];
  /** Whether a correction changed a text of this record or replaced a null. */
  corrected = false;
  #settings: ReportSettings;
  #isMasked = false;
  #hasFatal = false;
  #hasError = false;
  #correctedUnits = 0;

  constructor(settings: ReportSettings) {
    this.#settings = settings;
    this.today = settings.today;
    this.maxRecordBytes = settings.maxRecordBytes;
  }

  /** Starts the next record. The previous list of issues is not touched again: its taker owns it. */
  begin(): void {
    if (this.issues.length > 0) this.issues = [];
    this.corrected = false;
    this.#isMasked = false;
    this.#hasFatal = false;
    this.#hasError = false;
    this.#correctedUnits = 0;
  }

  /** Returns the issues of this record. The caller owns the list. */
  takeIssues(): Issue[] {
    const { issues } = this;
    this.issues = [];
    return issues;
  }

  /**
   * Adds an issue: `text` violates the rule. Null if the value is null. Returns null, so that a reader can return the
   * call.
   */
  addIssue(rule: Rule, text: string | null): null {
    if (this.#isMasked) return this.addMaskedIssue(rule, text);
    return this.#push(issueOf(rule, text === null ? null : shorten(text)));
  }

  /** Adds an issue that reports only the length of the text. */
  addMaskedIssue(rule: Rule, text: string | null): null {
    return this.#push(text === null ? issueOf(rule, null) : maskedIssueOf(rule, countCodePoints(text)));
  }

  /**
   * Adds VALUE_TOO_LONG or VALUE_TOO_COSTLY: a correction of the field exceeds a limit. Only the text's length is
   * reported.
   */
  addLimitIssue(limit: ExceededLimit, { field, column }: FieldLocation, text: string | null): null {
    const [code, message] =
      limit === TOO_LONG
        ? ['VALUE_TOO_LONG', `${field} is longer than ${this.maxRecordBytes} bytes after its corrections`]
        : ['VALUE_TOO_COSTLY', `${field} takes more steps to correct than allowed`];
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

  /** Adds an issue about the structure of the whole record. */
  addStructureIssue(severity: Severity, code: string, message: string): null {
    this.maskIfSensitive();
    return this.#push({ severity, code, ruleId: null, field: null, column: null, message });
  }

  /** Masks all values of this record if the spec has a sensitive field: a wrong structure may have shifted them. */
  maskIfSensitive(): void {
    if (this.#settings.masksBrokenRecords) this.#isMasked = true;
  }

  /** Records whether a correction changed the text. Returns the corrected text. */
  noteCorrection<T extends string | null>(text: string | null, corrected: T): T {
    if (corrected !== text) this.corrected = true;
    return corrected;
  }

  /** Returns whether a corrected text, or all corrected texts of this record together, exceed their limit. */
  isTooLong(text: string | null): boolean {
    if (text === null) return false;
    this.#correctedUnits += text.length;
    return isLongerThan(text, this.maxRecordBytes) || this.#correctedUnits > MAX_CORRECTED_UNITS;
  }

  /** The outcome of the record, given the issues so far. */
  outcome(): Outcome {
    return this.#hasFatal ? 'failed' : this.#hasError && this.#settings.skipInvalidRecords ? 'skipped' : 'processed';
  }

  #push(issue: Issue): null {
    this.#count(issue.severity);
    // Most records with issues have exactly one, and a list that grows reserves room for many.
    if (this.issues.length === 0) this.issues = [issue];
    else this.issues.push(issue);
    return null;
  }

  #count(severity: Severity): void {
    if (severity === 'FATAL') this.#hasFatal = true;
    else if (severity === 'ERROR') this.#hasError = true;
  }
}

/** Members are listed in reading order. A spread would be ten times slower. */
function issueOf({ severity, code, ruleId, field, column, message }: Rule, value: string | null): Issue {
  return { severity, code, ruleId, field, column, message, value };
}

function maskedIssueOf({ severity, code, ruleId, field, column, message }: Rule, length: number): Issue {
  return { severity, code, ruleId, field, column, message, masked: true, length };
}

function shorten(text: string): string {
  return truncate(text, MAX_VALUE_CODE_POINTS);
}
