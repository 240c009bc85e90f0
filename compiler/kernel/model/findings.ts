/**
 * The words of the contract that describe one record or one file: issues, outcomes, counts and positions. It contains types only.
 * The text of this file is copied into the `.d.ts` of every generated module, together with contract.ts.
 */

/**
 * How serious an issue is. WARNING never affects the outcome of the record. ERROR skips the record if
 * `skipInvalidRecords` is set. FATAL always fails the record.
 */
export type Severity = 'WARNING' | 'ERROR' | 'FATAL';

/**
 * The result for a record. Only `processed` records become messages. A `failed` record has a FATAL issue. A `skipped`
 * record has an ERROR issue but no FATAL one, and `skipInvalidRecords` is set.
 */
export type Outcome = 'processed' | 'skipped' | 'failed';

/** One rule, type or structure requirement that a record violates. */
export interface Issue {
  severity: Severity;
  /** Kind of the violated rule (`MIN_VALUE`), or a fixed code for other issues (`TYPE_MISMATCH`, `TOO_FEW_COLUMNS`). */
  code: string;
  /**
   * Id of the violated validation rule. It is `required:` and the field's name if the field has `required: true`. Null
   * for issues that belong to no rule, such as type and structure issues.
   */
  ruleId: string | null;
  /** Name of the field in the spec. Null if the issue concerns the whole record. */
  field: string | null;
  /** The field's column name (CSV, fixed width) or path (XML). Null if the issue concerns the whole record. */
  column: string | null;
  /** One sentence for a human reader. */
  message: string;
  /**
   * The rejected text, cut after 200 code points. Null if the field has no value. Absent if `masked` is true or the
   * issue concerns the whole record.
   */
  value?: string | null;
  /**
   * The text of the cell as sent, if it differs from `value`, which is the text after corrections. It is cut as `value` is.
   * Null if the record has no such cell, or if the cell is empty. Absent also if the value is masked, or comes from no
   * cell.
   */
  original?: string | null;
  /**
   * True if the issue omits the value. Reasons: the field is sensitive, a broken structure may have put a sensitive
   * value here, or a correction of the value exceeds a limit.
   */
  masked?: true;
  /** Length of the omitted value, in code points. Present if `masked` is true. */
  length?: number;
  /** Length of the omitted text of the cell as sent, if it differs from `length`. */
  originalLength?: number;
  /** The values that the expression of the rule reads. Absent for rules without an expression. */
  fields?: IssueField[];
  /** Number of the earlier record with which a rule of the file compares this one. Absent for other rules. */
  firstRecord?: number;
  /** Workbooks: the name of the cell, such as `Sheet1!B17`: that of the field, or the first one of the row. Absent: no workbook. */
  cell?: string;
  /** DOCUMENT_REJECTED: number of the record that causes the rejection of the document. Absent for other issues. */
  causeRecord?: number;
}

/** A value that the expression of a violated rule reads. It is cut and masked as that of an issue. */
export interface IssueField {
  /** Name of the field in the spec. */
  field: string;
  value?: string | null;
  masked?: true;
  length?: number;
}

/**
 * One record of the file: its location, its value, its issues and its outcome. `outcome === 'processed'` narrows `value`
 * to the typed record.
 */
export type RecordOutcome<T> = {
  /** Number of the record in the file, from 1. */
  record: number;
  /**
   * Number of the physical line on which the record begins, from 1. In a file without line ends, each record counts as
   * a line.
   */
  line: number;
  /** Offset of the record's first byte in the undecoded file, from 0. */
  byteOffset: number;
  /** Name of the record's type. Absent if the spec has one type of records, or if the type is not known. */
  recordType?: string;
  issues: Issue[];
} & (
  | {
      outcome: 'processed';
      /** The typed record. */
      value: T;
    }
  | {
      outcome: 'skipped' | 'failed';
      /** The typed record, although it is rejected. Null if its structure is too broken to read any field. */
      value: T | null;
    }
);

/** The issues of one record, with its outcome and its location in the file. */
export interface RecordIssues {
  record: number;
  line: number;
  byteOffset: number;
  /** Length of the record in the undecoded file, in bytes, including its line end. */
  byteLength: number;
  outcome: Outcome;
  issues: Issue[];
  /** Name of the record's type. Absent if the spec has one type of records, or if the type is not known. */
  recordType?: string;
  /**
   * Message key of a record that did not become a message. Present only if the option `rejectedKeys` is set and the
   * fields of the key have values.
   */
  key?: string;
}

/** An issue of a file as a whole, such as a required record that is missing at its end. */
export interface FileIssue {
  severity: Severity;
  code: string;
  /** Id of the broken file rule. Null if the issue belongs to no rule. */
  ruleId: string | null;
  /** One sentence for a human reader. */
  message: string;
  /** Number of the record with which the issue was found, and its line. Null at the end of the file. */
  record: number | null;
  line: number | null;
  /**
   * For a total: the value that the record with the total should have, which is what the file has, and what that record
   * says. COUNT_RANGE: `actual` is the number of records. Absent if the issue compares no values.
   */
  expected?: string;
  actual?: string;
}

/** The counts of the records of one type in a batch. `published` is the number of messages. */
export interface TypeCounts {
  /** Name of the type. Null: records whose type is not known. */
  name: string | null;
  total: number;
  processed: number;
  failed: number;
  skipped: number;
  published: number;
}

/** The counts of the documents of one record type: its records, each with all records inside it. */
export interface DocumentCounts {
  /** Name of the type. */
  recordType: string;
  total: number;
  processed: number;
  failed: number;
  skipped: number;
}

/** What a batch contains in addition if its spec has several types of records. */
export interface TypedPart {
  /** The counts of all types, in the order of the spec. The last item counts records whose type is not known. */
  types: TypeCounts[];
  /** The number of each message's record in the file. Has `count` elements. */
  messageRecords: Float64Array;
  /** The type of each message's record, as an index into `types`. Has `count` elements. */
  messageTypes: Uint16Array;
  /** Number of `processed` records without a message, because their type is not published. */
  unpublished: number;
  /** The counts of the documents that end in the batch. Absent if no record type rejects whole documents. */
  documents?: DocumentCounts[];
}

/** A point in a file at which reading can resume. It is plain JSON data, so another process can resume the run. */
export interface Position {
  /** Number of bytes of the undecoded file before this point. */
  byteOffset: number;
  /** Number of physical lines before this point. In a file without line ends, each record counts as a line. */
  line: number;
  /** Number of records before this point. */
  record: number;
  /** Further data that the format needs to resume, for example the columns in the header. Null if it needs none. */
  state: unknown;
}

/** Lets several readers share a file whose records depend on earlier ones. */
export interface SplitStates {
  /** Returns a state with which a reader can start at a later record. `known` is the state of an earlier position. */
  assume(known: unknown): unknown;
  /**
   * Compares the actual position with that of a reader that started in an assumed state. Both have the same offset.
   * Returns null if the next records could be judged differently.
   */
  compare(actual: Position, assumed: Position): StateCorrection | null;
}

/**
 * Returns the actual state at a later position of a reader that started in an assumed state. Returns null if results
 * between the two positions may depend on the difference between the states.
 */
export type StateCorrection = (later: Position) => unknown;

/** What an earlier reading of a file has found out about a document that is too long to be held. */
export interface LongDocument {
  /** Number of its first record. */
  first: number;
  outcome: Outcome;
  /** Number of the record that is the cause of a rejection. 0: there is none. */
  record: number;
  /** The issues of the document as a whole, each with the number of the record that gets it. Null: the first one. */
  found: readonly { readonly record: number | null; readonly issue: Issue }[];
}

/** The documents of a file that are too long to be held. */
export interface LongDocuments {
  /** Returns the document that begins with a record. Null: this reading finds out about it. */
  find(first: number): LongDocument | null;
  /** Notes a document at its end. */
  note(document: LongDocument): void;
}
