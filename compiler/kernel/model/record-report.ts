import type { Issue, IssueField, Outcome, Severity } from './contract.ts';
import { type ExceededLimit, TOO_LONG } from '../values/exceeded-limit.ts';
import { describeText } from '../values/text-hints.ts';
import type { Failures } from '../expressions/failures.ts';
import type { FieldLocation, Rule } from './rule.ts';
import type { OpenMaskKeys } from '../values/masks/masks.ts';
import type { OpenTables } from '../values/reference/open-tables.ts';
import type { CellFault } from './record-source.ts';
import { type CellSource, Originals, shorten } from './originals.ts';
import { sentCell } from '../values/sent-cell.ts';
import { recordSteps } from '../values/record-steps.ts';
import { countCodePoints, isLongerThan } from '../values/text.ts';

/** The run's settings that affect issues and outcomes. */
export interface ReportSettings {
  /** The date that the word `today` means in DATE_RANGE rules, as the number of days since 1970-01-01. */
  today: number;
  /** Maximum length of a corrected text, in bytes of UTF-8. */
  maxRecordBytes: number;
  skipInvalidRecords: boolean;
  /**
   * Whether the issues of a record with a broken structure contain no values. True if the spec has a sensitive field.
   */
  masksBrokenRecords: boolean;
  /** The name of the file, for expressions. Absent if the caller does not know it. */
  fileName?: string | undefined;
  /** The reference tables of the spec. Absent: it has none. */
  reference?: OpenTables | undefined;
  /** The keys of the masks of the spec. Absent: it has none. */
  maskKeys?: OpenMaskKeys | undefined;
  /** Returns the name of the cell of a field; see RecordSource. Absent if cells have no names. */
  cellName?: ((field: string | null) => string) | undefined;
  /** The values of the lines before the records; see RecordSource. Absent if no field has one. */
  titles?: readonly (string | null)[] | undefined;
}

/** The part of an issue that a rule of the file determines. */
type OrderIssue = Pick<Issue, 'severity' | 'code' | 'ruleId' | 'message'>;

/** The part of an issue about the structure of a record that is not the same for all. */
interface BrokenStructure extends Pick<Issue, 'severity' | 'code' | 'message'> {
  /** The field whose value cannot be read, with its column. Absent: the issue is not about one field. */
  readonly field?: string;
  readonly column?: string | null;
}

/** The codes of issues after which a value is null because of its corrections. */
const LIMIT_CODES: ReadonlySet<string> = new Set(['VALUE_TOO_LONG', 'VALUE_TOO_COSTLY']);
/**
 * Maximum length of all corrected texts of one record together, in UTF-16 units. Without this limit, corrections could
 * enlarge a record a thousandfold.
 */
const MAX_CORRECTED_UNITS = 16 * 1024 * 1024;

/** The rule of an expression, and the value of its field. */
interface ExpressionSubject {
  readonly rule: Rule;
  readonly text: string | null;
  readonly isMasked: boolean;
  /** The values that the expression reads. */
  readonly read: readonly ReadValue[];
}

/** A value that an expression reads. */
interface ReadValue {
  readonly field: string;
  readonly text: string | null;
  readonly isMasked: boolean;
}

/** Creates the value of a field that an expression has read. */
export function readValue(field: string, text: ReadValue['text'], isMasked: boolean): ReadValue {
  return { field, text, isMasked };
}

/**
 * Collects the issues of one record and determines its outcome. A run has one report. `begin` clears it for the next
 * record.
 */
export class RecordReport implements Failures {
  readonly today: number;
  readonly maxRecordBytes: number;
  issues: Issue[] = [];
  /** Whether a correction changed a text of this record, or replaced a null. */
  corrected = false;
  /** The number of the record in the file, and the line on which it begins. Both count from 1. */
  number = 0;
  line = 0;
  /** The name of the file. Null if the caller does not know it. */
  readonly fileName: string | null;
  /** The reference tables of the spec. Null: it has none. */
  readonly reference: OpenTables | null;
  /** The keys of the masks of the spec. Null: there are none, so tokens are a row of asterisks. */
  readonly maskKeys: OpenMaskKeys;
  /** The values of the lines before the records, in the order of the fields. */
  readonly titles: readonly (string | null)[];
  /** Whether the record lacks cells, and has an issue for that. */
  lacksCells = false;
  #settings: ReportSettings;
  readonly #originals: Originals;
  /** Whether a member other than `corrected` has changed since the record began. Most records change none. */
  #isUsed = false;
  #isMasked = false;
  #hasFatal = false;
  #hasError = false;
  #correctedUnits = 0;
  #computedUnits = 0;
  /** Whether a field of this record is wrong, so that what is computed from it has no value. */
  hasInvalid = false;
  /** The fields of this record whose cell has an error instead of a value, which explains why they are null. */
  readonly #faultyFields = new Set<string | null>();
  /** The fields of this record whose value is wrong, as far as its first `#searched` issues say. */
  #invalid: Set<string> | null = null;
  #searched = 0;
  /** Why the current expression has no value. */
  #failure: { readonly reason: string; readonly text: string | null } | null = null;

  constructor(settings: ReportSettings) {
    this.fileName = settings.fileName ?? null;
    this.reference = settings.reference ?? null;
    this.maskKeys = settings.maskKeys ?? null;
    this.titles = settings.titles ?? [];
    this.#settings = settings;
    this.#originals = new Originals(settings.masksBrokenRecords);
    this.today = settings.today;
    this.maxRecordBytes = settings.maxRecordBytes;
  }

  /**
   * Clears the report for the next record. If the previous record has issues, a new list replaces the old one, which
   * the caller may still hold.
   */
  begin(): void {
    this.corrected = false;
    sentCell.text = null;
    recordSteps.begin();
    if (this.#isUsed) this.#clear();
  }

  #clear(): void {
    this.#isUsed = false;
    if (this.issues.length > 0) this.issues = [];
    this.#isMasked = false;
    this.#hasFatal = false;
    this.#hasError = false;
    this.#correctedUnits = 0;
    this.#computedUnits = 0;
    this.hasInvalid = false;
    this.#invalid = null;
    if (this.#faultyFields.size > 0) this.#faultyFields.clear();
    this.#searched = 0;
    this.lacksCells = false;
    this.#originals.begin();
  }

  /**
   * Adds to the issues of this record what its cells are as sent. `values` are those of the record, and `type` is the index
   * of its type.
   */
  addOriginals(values: unknown, type: number, source: CellSource): void {
    if (this.issues.length > 0) this.#originals.add(this.issues, { values, type, source });
  }

  /**
   * Adds the same to the issues that a fast reader has caused. Returns false if the careful reader must read the record of
   * `source`.
   */
  addFastOriginals(type: number, source: CellSource): boolean {
    return source.cellOf === undefined || this.#originals.addFast(this.issues, type);
  }

  /** Replaces the names of columns in the issues of this record. */
  renameColumns(rename: (column: string) => string): void {
    for (const issue of this.issues) if (issue.column !== null) issue.column = rename(issue.column);
  }

  /** Returns the issues of this record and removes them from the report. The caller owns the list. */
  takeIssues(): Issue[] {
    const { issues } = this;
    this.issues = [];
    return issues;
  }

  /**
   * Adds an issue about a violated rule. The issue contains the first 200 code points of `text`, the rejected value.
   * `text` is null if the value is null. The message about a wrong type names characters that people do not see. If values are masked, the issue contains only the length of the text. Always
   * returns null, so that a reader can add an issue and return null in one statement.
   */
  addIssue(rule: Rule, text: string | null): null {
    if (text === null && this.#faultyFields.has(rule.field)) return null;
    if (this.#isMasked) return this.addMaskedIssue(rule, text);
    if (text === null) return this.#push(issueOf(rule, null));
    const issue = issueOf(rule, shorten(text));
    if (rule.code === 'TYPE_MISMATCH') {
      const hint = describeText(text, rule.message);
      if (hint !== '') issue.message += hint;
    }
    return this.#push(issue);
  }

  /**
   * Adds an issue about a violated rule that contains the length of the text instead of the text. Always returns null.
   */
  addMaskedIssue(rule: Rule, text: string | null): null {
    return this.#push(text === null ? issueOf(rule, null) : maskedIssueOf(rule, countCodePoints(text)));
  }

  /** Adds the issue of a cell that has an error instead of a value. Always returns null. */
  addCellFault({ rule, text, isMasked }: CellFault): null {
    if (isMasked) this.addMaskedIssue(rule, text);
    else this.addIssue(rule, text);
    this.#faultyFields.add(rule.field);
    return null;
  }

  /**
   * Adds an issue about a missing value, unless the field already has an issue that explains why it is null. Always
   * returns null.
   */
  addMissingIssue(rule: Rule): null {
    const isExplained = ({ field, code }: Issue) =>
      field === rule.field && (code === 'TYPE_MISMATCH' || (LIMIT_CODES.has(code) && rule.severity !== 'FATAL'));
    return this.issues.some(isExplained) ? null : this.addIssue(rule, null);
  }

  /**
   * Adds the issue VALUE_TOO_LONG or VALUE_TOO_COSTLY: a correction of the field exceeds a limit. The issue contains
   * the length of the text instead of the text. Always returns null.
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

  /**
   * Adds an issue about the structure of the record, or of the value of one field, and masks values as `maskIfSensitive`
   * does. Always returns null.
   */
  addStructureIssue({ severity, code, message, field, column }: BrokenStructure): null {
    this.maskIfSensitive();
    return this.#push({ severity, code, ruleId: null, field: field ?? null, column: column ?? null, message });
  }

  /**
   * Adds an issue about the place of a record among the others. Its values are in the right fields, so they are not
   * masked. Always returns null.
   */
  addPlaceIssue(severity: Severity, code: string, message: string): null {
    return this.#push({ severity, code, ruleId: null, field: null, column: null, message });
  }

  /** Adds an issue of a rule that compares the record with the earlier record `firstRecord`. Always returns null. */
  addOrderIssue({ severity, code, ruleId, message }: OrderIssue, firstRecord: number): null {
    return this.#push({ severity, code, ruleId, field: null, column: null, message, firstRecord });
  }

  /**
   * If the spec has a sensitive field, masks the values of all issues that are added to this record from now on. Called
   * for a record with a broken structure, whose values may be in the wrong fields.
   */
  maskIfSensitive(): void {
    if (!this.#settings.masksBrokenRecords) return;
    this.#isMasked = true;
    this.#isUsed = true;
  }

  /** Sets `corrected` if a correction changed `text`. Returns the corrected text. */
  noteCorrection<T extends string | null>(text: string | null, corrected: T): T {
    if (corrected !== text) this.corrected = true;
    return corrected;
  }

  /**
   * Adds a corrected text to the total of this record. Returns whether the text is longer than `maxRecordBytes`, or the
   * total exceeds its own limit. Returns false for null.
   */
  isTooLong(text: string | null): boolean {
    if (text === null) return false;
    this.#correctedUnits += text.length;
    this.#isUsed = true;
    return isLongerThan(text, this.maxRecordBytes) || this.#correctedUnits > MAX_CORRECTED_UNITS;
  }

  /** Notes that the value of a field is wrong, although no issue names the field. Always returns null. */
  markInvalid(field: string): null {
    this.#isUsed = true;
    this.hasInvalid = true;
    this.#invalid ??= new Set();
    this.#invalid.add(field);
    return null;
  }

  /** Returns whether the value of one of the fields is wrong. */
  isInvalid(...fields: readonly string[]): boolean {
    if (!this.hasInvalid) return false;
    const invalid = (this.#invalid ??= new Set());
    for (; this.#searched < this.issues.length; this.#searched++) {
      const issue = this.issues[this.#searched];
      if (issue !== undefined && issue.field !== null && isInvalidating(issue)) invalid.add(issue.field);
    }
    return fields.some((field) => invalid.has(field));
  }

  /** Whether the expression that is being computed has failed. */
  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  fail(reason: string, text: string | null): null {
    this.#failure ??= { reason, text };
    return null;
  }

  reserveText(units: number): boolean {
    this.#isUsed = true;
    const isTooLong = units > this.maxRecordBytes;
    // A text that is not created does not count.
    if (!isTooLong) this.#computedUnits += units;
    if (!isTooLong && this.#computedUnits <= MAX_CORRECTED_UNITS) return true;
    this.fail(
      isTooLong ? `a text is longer than ${this.maxRecordBytes} bytes` : 'its texts are too long together',
      null,
    );
    return false;
  }

  /** Adds the issue of an expression that failed, and forgets the failure. Always returns null. */
  addNotComputed(rule: Rule, isMasked: boolean): null {
    const { reason, text } = this.#failure ?? { reason: '', text: null };
    this.#failure = null;
    const issue = { ...rule, message: `${rule.message}, because ${reason}` };
    return isMasked ? this.addMaskedIssue(issue, text) : this.addIssue(issue, text);
  }

  /** Adds the issue of an expression that does not hold, with the values that it reads. Always returns null. */
  addExpressionIssue({ rule, text, isMasked, read }: ExpressionSubject): null {
    const own = isMasked || this.#isMasked;
    const issue =
      own && text !== null
        ? maskedIssueOf(rule, countCodePoints(text))
        : issueOf(rule, text === null ? null : shorten(text));
    const fields = read.map(({ field, text: value, isMasked: isHidden }): IssueField => {
      if (value === null) return { field, value: null };
      const shown = String(value);
      return isHidden || this.#isMasked
        ? { field, masked: true, length: countCodePoints(shown) }
        : { field, value: shorten(shown) };
    });
    return this.#push({ ...issue, fields });
  }

  /**
   * Returns the outcome of the record according to the issues added so far. FATAL: failed. ERROR: skipped if
   * `skipInvalidRecords` is set. Otherwise: processed.
   */
  outcome(): Outcome {
    return this.#hasFatal ? 'failed' : this.#hasError && this.#settings.skipInvalidRecords ? 'skipped' : 'processed';
  }

  #push(issue: Issue): null {
    this.#isUsed = true;
    if (this.#settings.cellName !== undefined) issue.cell = this.#settings.cellName(issue.field);
    this.#originals.note(issue);
    this.#count(issue.severity);
    if (!this.hasInvalid && isInvalidating(issue)) this.hasInvalid = true;
    // Most records with issues have exactly one. An array literal takes less memory than an array that `push` has
    // enlarged.
    if (this.issues.length === 0) this.issues = [issue];
    else this.issues.push(issue);
    return null;
  }

  #count(severity: Severity): void {
    if (severity === 'FATAL') this.#hasFatal = true;
    else if (severity === 'ERROR') this.#hasError = true;
  }
}

/**
 * Returns whether the field of an issue has no value although the record may have one: what reads it has none either. The
 * failure of a rule says nothing about the value of its field.
 */
function isInvalidating({ field, ruleId, code }: Issue): boolean {
  return (
    field !== null &&
    ruleId === null &&
    (code === 'TYPE_MISMATCH' || code === 'CELL_ERROR' || code === 'VALUE_NOT_COMPUTED' || LIMIT_CODES.has(code))
  );
}

/** The members are in the order in which people read them. Spreading the rule would be ten times slower. */
function issueOf({ severity, code, ruleId, field, column, message }: Rule, value: string | null): Issue {
  return { severity, code, ruleId, field, column, message, value };
}

function maskedIssueOf({ severity, code, ruleId, field, column, message }: Rule, length: number): Issue {
  return { severity, code, ruleId, field, column, message, masked: true, length };
}
